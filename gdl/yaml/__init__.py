"""Reads YAML and keeps the place of every character.

In: the text of a rule file.  Out: maps, lists and texts, each with its span, and with the bases of
the file already merged in.
"""

from gdl.yaml.extends import read_extended
from gdl.yaml.reader import read

__all__ = ["read", "read_extended"]
