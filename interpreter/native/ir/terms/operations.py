"""The one table of operations: what each means, costs, reads and takes for granted."""

from __future__ import annotations

from functools import partial

from gdl.source.frozen import frozen

Codes = tuple[int, int]  # from which argument to before which
NONE, FIRST, SECOND, THIRD, BOTH, ALL = (0, 0), (0, 1), (1, 2), (2, 3), (0, 2), (0, 64)


@frozen
class Operation:
    """An operation of terms.

    `codes` are the arguments that must be codes which exist, `reads` the fields of the state that
    it depends on beside its arguments, `*` for all of them.  What is heavy is worth computing only
    once; a search takes a loop whose length is not known; what follows steps has a variable, on
    which they depend.
    """

    meaning: str
    codes: Codes = NONE
    reads: tuple[str, ...] = ()
    is_heavy: bool = False
    is_search: bool = False
    follows: bool = False
    is_numeric: bool = False


heavy = partial(Operation, is_heavy=True)
search = partial(heavy, is_search=True)
numeric = partial(Operation, is_numeric=True)  # among numbers -1 is one like any other
group = partial(Operation, reads=("groups",))  # of groups that are kept
joined = partial(Operation, codes=FIRST, reads=("groups", "own"))
OPERATIONS: dict[str, Operation] = {
    "const": Operation("a constant"),
    "var": Operation("a local variable"),
    "read": Operation("a field of the state, with its indices", ALL),
    "table": Operation("an entry of a constant table", ALL),
    "and": Operation("both"),
    "or": Operation("one of the two"),
    "not": Operation("not"),
    "eq": Operation("equal"),
    "lt": Operation("less"),
    "le": Operation("at most"),
    "add": numeric("sum"),
    "sub": numeric("difference"),
    "mul": numeric("product"),
    "div": numeric("whole quotient, rounded down"),
    "mod": numeric("what it leaves"),
    "real": Operation("a number with a point"),
    "select": Operation("the second if the first holds, else the third"),
    "union": Operation("in one of two sets"),
    "meet": Operation("in both sets"),
    "minus": Operation("in the first set only"),
    "nearest": Operation("the place of the nearest of some ascending numbers, of two the lower"),
    "code": Operation("a number as a code, -1 where there is none"),
    "bit": Operation("the set of one code"),
    "has": Operation("whether a code is in a set", SECOND),
    "within": Operation("subset"),
    "is_among": Operation("whether a set is one of some sets"),
    "rows": heavy("the rows of a table for the elements of a set of few codes, united"),
    "covers": heavy("whether one of some fixed sets lies within one of some sets"),
    "meets": Operation("whether two sets share something"),
    "some": Operation("whether a set is not empty"),
    "count": Operation("how many are in a set"),
    "first": Operation("the lowest code in a set, or -1"),
    "last": Operation("the highest code in a set, or -1"),
    "moved": heavy("every cell of a set, moved by a step where that is on the board"),
    "moved_by": heavy("every code of a set, moved down by a number, or up by its negative"),
    "dilate": heavy("the cells next to those of a set"),
    "flood": search("what is connected within the second set with what is in the first"),
    "reached": search("which of some cells are connected within a set with what is in the first"),
    "roomier": Operation("a list in a type with more room"),
    "item": Operation("an entry of a list, 0 beyond its end"),
    "sight": heavy("the cells seen from a cell, through the cells of a set", FIRST),
    "sees": Operation("whether a cell is seen from another, which lies on its lines", BOTH),
    "reach": search("the cells reached by repeated steps from a cell", follows=True),
    "spread": search("the same, where each step is as far from all cells that it is possible from"),
    "reaches": search("whether repeated steps from a cell lead to a set; tries the last path first",
                      follows=True),
    "roots": search("for each cell of a set the first cell of its part, connected by steps, or -1",
                    follows=True),
    "links": search("the same, where each step is as far from all cells that it is possible from"),
    "part_of": Operation("the part of a set, by its roots, that a cell is in", THIRD),
    "steps_to": search("the fewest steps from a cell to another, or -1", follows=True),
    "fold": search("a loop whose values are reduced to one"),
    "others": search("what a loop over groups reduces to without each one"),
    "fold_less": search("what a loop over the groups of a set less one cell reduces to"),
    "group_size": group("the size of the group of a cell, where groups are kept", FIRST),
    "group_touched": group("the regions that the group of a cell touches", FIRST),
    "largest_group": group("the size of the largest group of a colour, or of all"),
    "largest_other": group("the size of the largest group but that of a cell", FIRST),
    "groups_of_size": group("how many groups of a size a colour has"),
    "group_met": group("whether some group of a colour has what it should"),
    "joined_size": joined("the size of the group that a new piece would be in"),
    "joined_touched": joined("the regions that this group would touch"),
    "joined_rest": joined("the size of the largest group that it would not be in"),
    "stuck": heavy("whether the next seat can complete no turn", reads=("*",)),
    "seen": heavy("how often a hash is in the history", reads=("history",)),
    "hash": heavy("a hash of the arguments"),
}  # fmt: skip
OF_GROUPS = frozenset(name for name, op in OPERATIONS.items() if "groups" in op.reads)
FOLLOWING = frozenset(name for name, op in OPERATIONS.items() if op.follows)
