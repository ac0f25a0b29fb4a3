"""The words of the language: types, the table of built-ins, keywords, synonyms, board shapes.

In: names.  Out: what the language knows about them.  All stages share these tables.
"""
