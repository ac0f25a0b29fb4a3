"""Parses the rule texts of a rule file into syntax nodes.

In: the merged YAML map of a rule file.  Out: a `RuleFile`, which holds its sections with each rule
text parsed by the grammar in `rules.lark`.
"""

from gdl.syntax.outline import read_outline

__all__ = ["read_outline"]
