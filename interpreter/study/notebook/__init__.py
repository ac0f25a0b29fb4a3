"""What Python gets of a study: its results enter, and a `StudyReport` leaves.

Its tables are columns that pandas and polars take as they are, its figures those of matplotlib, and
a notebook shows it as HTML.
"""
