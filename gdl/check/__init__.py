"""Resolution of names and types: from syntax to model.

A `RuleFile` and values of its options come in; a checked `Game` and the names that it declares go
out, or diagnostics.  `Constraints` says which values of options go together.
"""

from gdl.check.checker import check_rules
from gdl.check.constraints import Constraints

__all__ = ["Constraints", "check_rules"]
