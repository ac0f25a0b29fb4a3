"""C texts of libraries that borrow the rules of another one, such as that which searches.

It is built when it is first needed, since it would take most of the compiler's time and random play
does not use it.  It contains no rules: the library that plays reports the size of a state and the
offsets of its fields.
"""

from __future__ import annotations

from gdl.source.frozen import frozen
from interpreter.native.emit.plain_state import c_files, facts, plain_state, sizes
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.ir.terms.quoting import comment

SEARCH_FILES = (
    "amaf.c", "search_common.c", "flat.c", "tree.c", "keep.c", "uct.c", "deep.c", "alpha_beta.c",
    "max_n.c", "search.c",
)  # fmt: skip
"""The files of the search in `c/`, in the order in which they are compiled behind the game."""
FILES = ("perft.c", "layer.h", "positions.c", "turns.c", "replay.c", "graph.c", *SEARCH_FILES)
FASTER_BUILD = '#pragma GCC optimize("O2", "tree-vectorize", "vect-cost-model=dynamic")\n'
"""-O3 would take longer for 2 to 5 % of its speed, but for the loops over nodes of a tree."""


@frozen
class Lender:
    """The library that plays: its file, the bytes of a state, the most moves and the hashes of a
    turn, and the layout of its states and moves.
    """

    file: str
    state_bytes: int
    moves: int
    seen: int
    coding: Coding


def borrowing(lender: Lender, *parts: str, first: str = "", read: tuple[str, ...] = ()) -> str:
    """The C text of a library that borrows rules: `first`, what it needs for that, and its parts,
    which may `read` further fields of states.

    Two games must not share it, since it is bound to the rules of one.
    """
    coding = lender.coding
    interface, outcomes = coding.interface, coding.engine.outcomes
    has_chance = any(menu.is_chance for menu in interface.menus)
    offsets = {name: place.offset for name, place in coding.places.items()}
    return "\n".join((
        comment(f"borrows from {lender.file}"), *filter(None, [first]), c_files("base.h"),
        sizes(interface.fields["colour_of"].count, lender.moves, lender.seen, has_chance, outcomes),
        plain_state(interface, offsets, lender.state_bytes, read), facts(interface.menus),
        c_files("rules.h", "borrow.c", "room.h", "history.c"), *parts,
    ))  # fmt: skip


def second_text(lender: Lender) -> str:
    """The C text of the library that searches."""
    return borrowing(lender, c_files(*FILES), first=FASTER_BUILD)
