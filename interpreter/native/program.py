"""The C text of a game's library: what its rules became, and the files that all games share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gdl import model
from gdl.analysis import performed
from gdl.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from interpreter.native.emit.text import c_text
from interpreter.native.glue_c import glue
from interpreter.native.interface import check_size
from interpreter.native.lowering.planner import make_plan
from interpreter.native.plan import Plan
from interpreter.native.refusal import NotNative
from interpreter.native.search import SOURCES
from interpreter.reference.engine import Engine

FOLDER = Path(__file__).parent / "c"
PLAY = ("api.c", "playouts.c")
SEARCH = ("perft.c", "positions.c", "graph.c", *SOURCES)
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
    if any(isinstance(statement, model.Tell) for statement in performed(engine.game)):
        raise NotNative("`tell`")
    for seen in engine.rules.seen:
        if any("last" in engine.rules.reads.of(thing) for thing in seen.things):
            raise NotNative("`seen` of what the last action was", seen.span)
    plan = make_plan(engine)
    check_size(plan.interface.state_bytes)
    return Program(plan, base(), c_text(plan))


def base() -> str:
    """What stands before the rules of every game."""
    limits = f"#define MAX_LOOKS {MAX_LOOKS:d}\n#define MAX_LOOKS_DEEP {MAX_LOOKS_DEEP:d}\n"
    return "\n".join((runtime(("base.h",)), limits + runtime(("look.h",))))
