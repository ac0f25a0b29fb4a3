"""The C text of a game's library: what its rules became, and the files that all games share."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from gdl import model
from gdl.analysis import performed
from gdl.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from interpreter.native.emit.text import c_text
from interpreter.native.flags import functions, level_of, statements
from interpreter.native.glue_c import glue
from interpreter.native.interface import check_size
from interpreter.native.lowering.planner import make_plan
from interpreter.native.plan import Plan
from interpreter.native.refusal import NotNative
from interpreter.native.second import runtime
from interpreter.reference.engine import Engine

OF_A_STEP = re.compile(r"^static (?:inline )?int32_t (?:apply|act|list|list_like)_(\d+)\(", re.M)
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
    program = Program(plan, base(), c_text(plan))
    if level_of(program.text) is None:
        raise too_long(program)
    return program


def too_long(program: Program) -> NotNative:
    """The refusal of rules that become so much C that a compiler would take long for it."""
    by_step: Counter[int] = Counter()
    for function in functions(program.rules):
        found = OF_A_STEP.search(function)
        if found:
            by_step[int(found[1])] += statements(function)
    steps = {step.number: step.step.name for step in program.plan.ordered_steps}
    by_action: Counter[str] = Counter()
    for number, count in by_step.items():
        by_action[steps[number]] += count
    (name, most), *_ = by_action.most_common(1) or [("", 0)]
    return NotNative(
        f"rules that become {statements(program.text):,} statements of C, of which `{name}` takes "
        f"{most:,}"
    )


def base() -> str:
    """What stands before the rules of every game."""
    limits = f"#define MAX_LOOKS {MAX_LOOKS:d}\n#define MAX_LOOKS_DEEP {MAX_LOOKS_DEEP:d}\n"
    return "\n".join((runtime("base.h", "fault.h"), limits + runtime("look.h")))
