"""The SQLite file of a study: rows of games enter, and leave checked and as columns."""
