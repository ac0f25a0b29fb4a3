"""The C text of a game's library: what its rules became, and the files that all games share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gdl import model
from gdl.analysis import performed
from interpreter.native.emit.text import c_text
from interpreter.native.glue_c import glue
from interpreter.native.interface import check_size
from interpreter.native.lowering.planner import make_plan
from interpreter.native.plan import Plan
from interpreter.native.refusal import NotNative
from interpreter.native.second import runtime
from interpreter.reference.engine import Engine

BASE = ("base.h", "ahead.h")
PLAY = ("history.c", "api.c", "playouts.c", "rules.h", "lend.c")


@dataclass(frozen=True)
class Program:
    """The plan of a game, and what its rules became in C; `base` stands before them."""

    plan: Plan
    base: str
    rules: str

    @cached_property
    def text(self) -> str:
        """The whole text of the library that plays; see `second.py` for the other one."""
        return "\n".join((self.base, self.rules, glue(self.plan), runtime(*PLAY)))


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
    return Program(plan, runtime(*BASE), c_text(plan))
