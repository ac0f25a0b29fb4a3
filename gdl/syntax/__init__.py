"""From maps and texts to syntax nodes.

The YAML map of a rule file comes in; a `RuleFile` goes out: its sections, each rule text parsed by
the grammar in `rules.lark`.
"""

from gdl.syntax.outline import read_outline

__all__ = ["read_outline"]
