"""Source texts and their spans, diagnostics, limits, rule files on disk and the user's cache.

In: a path, a name or a text.  Out: a `Source` with `Span`s into it, and `Diagnostic`s collected in
a `Report`.
"""
