"""The words of the language: types, the table of built-ins, keywords, synonyms, board shapes.

Nothing comes in but names; facts about them go out.  All stages read the same tables.
"""
