"""YAML with places.

The text of a rule file comes in; maps, lists and texts go out, each of which knows where it stands,
with the files that a file extends already merged.
"""

from gdl.yaml.extends import read_extended
from gdl.yaml.reader import read

__all__ = ["read", "read_extended"]
