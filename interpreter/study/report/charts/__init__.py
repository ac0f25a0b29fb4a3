"""Charts and boards of a report as markup, and its numbers as text."""
