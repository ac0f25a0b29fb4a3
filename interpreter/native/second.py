"""The second library of a game: searching, solving and counting.

It is built when one of them is first asked for, since most of a compiler's time would go to it and
random play needs none of it.  The rules are not in it: it borrows them from the first library,
whose interface tells how large a state is and where its fields begin.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from pathlib import Path

from interpreter.native.build import load
from interpreter.native.emit.facts import facts, plain_state, sizes
from interpreter.native.interface import Interface
from interpreter.native.quoting import comment
from interpreter.native.search import SOURCES

FOLDER = Path(__file__).parent / "c"
FILES = ("perft.c", "positions.c", "graph.c", *SOURCES)
FASTER_BUILD = '#pragma GCC optimize("O2")\n'
"""-O3 would take longer for 2 to 5 % of its speed."""


def runtime(*names: str) -> str:
    """The text of files of `c/`."""
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)


def second_text(
    interface: Interface, offsets: Mapping[str, int], state_bytes: int, moves: int, seen: int
) -> str:
    """The C text for a first library with these sizes, whose fields begin at these places.

    It names no rule, so it is the same for many games.
    """
    seats = interface.fields["colour_of"].count
    has_chance = any(stage.is_chance for stage in interface.stages)
    return "\n".join((
        FASTER_BUILD, runtime("base.h"), sizes(seats, moves, seen, has_chance),
        plain_state(interface, offsets, state_bytes), facts(interface.stages),
        runtime("rules.h", "borrow.c", "room.h", "history.c", *FILES),
    ))  # fmt: skip


def load_second(first: ctypes.CDLL, text: str, name: str) -> ctypes.CDLL:
    """The library of a text, built if need be, with the rules of the first one.

    Raises NativeError where it cannot be had.
    """
    # Two games must not share a library, which borrows the rules of one.
    own = comment(f"borrows from {Path(first._name).name}")
    found = load(f"{own}\n{text}", f"{name} search", is_right=lambda one: hasattr(one, "bw_bind"))
    found.bw_bind.argtypes = [ctypes.c_void_p]
    found.bw_bind(ctypes.addressof(ctypes.c_char.in_dll(first, "bw_rules")))
    return found
