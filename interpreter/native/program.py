"""The C text of a game's library: what its rules became, and the files that all games share."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from gdl.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from interpreter.native.effort import limited
from interpreter.native.emit.text import c_text
from interpreter.native.flags import functions, level_of, statements
from interpreter.native.glue_c import glue
from interpreter.native.interface import check_size
from interpreter.native.lowering.planner import make_plan
from interpreter.native.plan import Plan
from interpreter.native.refusal import NotNative
from interpreter.native.second import runtime
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Engine

OF_A_STEP = re.compile(r"^static (?:inline )?int32_t (?:apply|act|list|list_like)_(\d+)\(", re.M)
PLAY = ("room.h", "history.c", "api.c", "playouts.c", "rules.h", "lend.c")
MAX_LOWERED = 30_000_000  # rounds that the way from rules to C may take: about a minute


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
    with limited(Effort(MAX_LOWERED)):
        return written(lowered(engine))


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
            written(lowered(engine))
    except NotNative as error:
        return error
    return None


def written(plan: Plan) -> Program:
    """The C program of a plan.

    Raises NotNative where a compiler would take long for it.
    """
    program = Program(plan, base(), c_text(plan))
    if level_of(program.text) is None:
        raise too_long(program)
    return program


def too_long(program: Program) -> NotNative:
    """The refusal of rules that become so much C that a compiler would take long for it."""
    by_action: Counter[str] = Counter()
    steps = {step.number: step for step in program.plan.ordered_steps}
    for function in functions(program.rules):
        found = OF_A_STEP.search(function)
        if found:
            by_action[steps[int(found[1])].step.name] += statements(function)
    (name, _), *_ = by_action.most_common(1) or [("", 0)]
    action = program.plan.engine.game.actions.get(name)
    span = None if action is None else action.span
    return NotNative("long-code", span, name=name, count=statements(program.text))


def base() -> str:
    """What stands before the rules of every game."""
    limits = f"#define MAX_LOOKS {MAX_LOOKS:d}\n#define MAX_LOOKS_DEEP {MAX_LOOKS_DEEP:d}\n"
    return "\n".join((runtime("base.h", "fault.h"), limits + runtime("look.h")))
