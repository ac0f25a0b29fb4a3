"""Writes rule files in one form: `format_text`.

In: the text of a rule file.  Out: the same rules and comments with uniform indentation, blanks,
blank lines and line breaks.  A file that cannot be read is refused with its diagnostics.
"""

from gdl.formatting.formatter import format_source, format_text

__all__ = ["format_source", "format_text"]
