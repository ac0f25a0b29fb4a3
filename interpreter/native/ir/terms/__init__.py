"""Terms: what the rules compute, as a small typed program over flags, numbers, codes and bit sets.

A `Term` is an operation of `OPERATIONS` with its arguments.  Terms are pure and total: they read
the state, change nothing, and may be evaluated anywhere.  What may not exist has a second term
that says whether it does; a code (a cell, a direction, a colour …) that does not exist is -1.

The constructors fold constants and simplify; they are the only way to make terms.  `operations`
is the table, `core` holds the terms themselves, `logic`, `sets` and `folds` the constructors.
"""

# ruff: noqa: I001  (one name a line would be a page of names)
from interpreter.native.ir.terms.core import (
    FALSE, TRUE, Term, const, no, nothing, number, read, show, var,
)  # fmt: skip
from interpreter.native.ir.terms.folds import (
    each_of, fold, item, rebuild, start_of, substitute,
)  # fmt: skip
from interpreter.native.ir.terms.logic import (
    and_, arithmetic, as_alike, as_real, chosen_constants, conditions_of, entry, exists,
    in_place_of, le, lookup, lt, nearest, not_, or_, parts_of, roomier, select, total,
)  # fmt: skip
from interpreter.native.ir.terms.operations import FOLLOWING, OF_GROUPS, OPERATIONS
from interpreter.native.ir.terms.sets import (
    bit, code, codes_in, count, covers, dilate, eq, factors_of, first, flood, has, is_among,
    is_part, is_whole, last, links, meet, meets, minus, moved, moved_by, part_of, reach, roots,
    rows, sight, some, spread, steps_to, union, within,
)  # fmt: skip
from interpreter.native.ir.terms.types import (
    BOOL, INT, LARGEST, NO_NUMBER, REAL, Fold, Loop, Patterns, Table, Type,
)  # fmt: skip

__all__ = [
    "BOOL", "FALSE", "FOLLOWING", "INT", "LARGEST", "NO_NUMBER", "OF_GROUPS", "OPERATIONS", "REAL",
    "TRUE", "Fold", "Loop", "Patterns", "Table", "Term", "Type", "and_", "arithmetic", "as_alike",
    "as_real", "bit", "chosen_constants", "code", "codes_in", "conditions_of", "const", "count",
    "covers", "dilate", "each_of", "entry", "eq", "exists", "factors_of", "first", "flood", "fold",
    "has", "in_place_of", "is_among", "is_part", "is_whole", "item", "last", "le", "links",
    "lookup", "lt", "meet", "meets", "minus", "moved", "moved_by", "nearest", "no", "not_",
    "nothing", "number", "or_", "part_of", "parts_of", "reach", "read", "rebuild", "roomier",
    "roots", "rows", "select", "show", "sight", "some", "spread", "start_of", "steps_to",
    "substitute", "total", "union", "var", "within",
]  # fmt: skip
