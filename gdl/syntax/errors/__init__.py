"""Explains rule texts that do not parse, and suggests what was meant.

In: a text and the place where the parser stopped.  Out: a diagnostic with the likely cause and,
where possible, a suggestion.
"""
