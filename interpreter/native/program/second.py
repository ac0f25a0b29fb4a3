"""The C text of the second library of a game: searching, solving and counting.

It is built when it is first needed, since it would take most of the compiler's time and random play
does not use it.  It contains no rules: it borrows them from the first library, which reports the
size of a state and the offsets of its fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from gdl.model.results import Results
from interpreter.native.emit.plain_state import c_files, facts, plain_state, sizes
from interpreter.native.ir.layout.interface import Interface
from interpreter.native.ir.terms.quoting import comment
from interpreter.native.program.program import SEARCH_FILES

FILES = ("perft.c", "positions.c", "turns.c", "replay.c", "graph.c", *SEARCH_FILES)
FASTER_BUILD = '#pragma GCC optimize("O2", "tree-vectorize", "vect-cost-model=dynamic")\n'
"""-O3 would take longer for 2 to 5 % of its speed, but for the loops over nodes of a tree."""


def second_text(
    lender: str, interface: Interface, offsets: Mapping[str, int], state_bytes: int, moves: int,
    seen: int, results: Results,
) -> str:  # fmt: skip
    """The C text of the second library, given the sizes and field offsets of the first one, whose
    file is called `lender`.

    It contains no rules; but two games must not share it, since it is bound to the rules of one.
    """
    seats = interface.fields["colour_of"].count
    has_chance = any(menu.is_chance for menu in interface.menus)
    return "\n".join((
        comment(f"borrows from {lender}"), FASTER_BUILD, c_files("base.h"),
        sizes(seats, moves, seen, has_chance, results),
        plain_state(interface, offsets, state_bytes), facts(interface.menus),
        c_files("rules.h", "borrow.c", "room.h", "history.c", *FILES),
    ))  # fmt: skip
