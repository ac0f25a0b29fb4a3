"""Resolution of names and types: from syntax to model.

A `RuleFile` and values of its options come in; a checked `Game` and the names that it declares go
out, or diagnostics.
"""

from gdl.check.checker import check_rules

__all__ = ["check_rules"]
