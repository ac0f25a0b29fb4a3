"""The matches of the page: who sits where, what is stored, what each browser is told.

`Table` is one match with its browsers; `Tables` keeps them all, in memory and in an SQLite file.
"""
