"""Texts and their places, diagnostics and the files that rules are read from.

What comes in is a path, a name or a text; what goes out is a `Source` with its `Span`s, and
`Diagnostic`s collected in a `Report`.
"""
