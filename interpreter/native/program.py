"""The C text of a game's library: what its rules became, and the files that all games share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gdl.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from interpreter.native.effort import limited
from interpreter.native.emit.text import c_text
from interpreter.native.glue_c import glue
from interpreter.native.interface import check_size
from interpreter.native.lowering.planner import make_plan
from interpreter.native.plan import Plan
from interpreter.native.refusal import NotNative
from interpreter.native.search import SOURCES
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Engine

FOLDER = Path(__file__).parent / "c"
PLAY = ("api.c", "playouts.c")
SEARCH = ("perft.c", "positions.c", "graph.c", *SOURCES)
MAX_LOWERED = 30_000_000  # rounds that the way from rules to C may take: about a minute
FASTER_BUILD = '#pragma GCC optimize("O2")'
"""Stands before what searches: -O3 would take half a second more for 2 to 5 % of its speed."""


@dataclass(frozen=True)
class Program:
    """The plan of a game, and what its rules became in C; `base` stands before them."""

    plan: Plan
    base: str
    rules: str

    @cached_property
    def text(self) -> str:
        """The whole text of the library."""
        play, search = map(runtime, (PLAY, SEARCH))
        return "\n".join((self.base, self.rules, glue(self.plan), play, FASTER_BUILD, search))


def runtime(names: tuple[str, ...]) -> str:
    """The text of files of `c/`."""
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)


def program_of(engine: Engine) -> Program:
    """The program of a game.

    Raises NotNative.
    """
    with limited(Effort(MAX_LOWERED)):
        plan = lowered(engine)
        return Program(plan, base(), c_text(plan))


def lowered(engine: Engine) -> Plan:
    """The plan of a game that the native engine can play.

    Raises NotNative.
    """
    plan = make_plan(engine)
    check_size(plan.interface.state_bytes, engine.game.turn[0][1].span)
    return plan


def refusal(engine: Engine, effort: Effort) -> NotNative | None:
    """Why the native engine cannot play a game, as far as the effort tells; None if it can."""
    try:
        with limited(effort):
            lowered(engine)
    except NotNative as error:
        return error
    return None


def base() -> str:
    """What stands before the rules of every game."""
    limits = f"#define MAX_LOOKS {MAX_LOOKS:d}\n#define MAX_LOOKS_DEEP {MAX_LOOKS_DEEP:d}\n"
    return "\n".join((runtime(("base.h",)), limits + runtime(("look.h",))))
