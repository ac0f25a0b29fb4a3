"""C text that the run-time files need besides the rules of a game: where fields are, which `try`
fails, which fields do not distinguish positions; and for Python, the interface of the library.
"""

from __future__ import annotations

from interpreter.native.emit.plain_state import zeroed
from interpreter.native.ir.layout.interface import STEP_BITS, SYMBOL, describe, identity
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.terms.quoting import string


def glue(plan: Plan) -> str:
    """C text that stands between a game's rules and the run-time files."""
    interface = string(describe(plan.interface, identity(plan.model)))
    parts = (offsets(plan), attempt(plan), canonical(plan))
    return "\n".join((f"const char {SYMBOL}[] = {interface};\n", *parts))


def offsets(plan: Plan) -> str:
    """A function that gives where each field begins, in the order of `Interface.names`."""
    names = plan.interface.names
    lines = "\n".join(
        f"    out[{i}] = (int32_t)offsetof(State, {name});" for i, name in enumerate(names)
    )
    return f"void bw_offsets(int32_t *out)\n{{\n{lines}\n}}\n"


def attempt(plan: Plan) -> str:
    """The C function that gives the number of the `try` of a move that fails, or 0."""
    cases = "".join(
        f"    case {s.number}: return apply_{s.number}(&copy, h, m);\n"
        for s in plan.ordered_steps
        if s.refused
    )
    return (
        "static int32_t attempt(const State *s, History *h, Move m)\n{\n"
        "    State copy = *s;\n    (void)copy; (void)h;\n"
        f"    switch ((int32_t)(m & {(1 << STEP_BITS) - 1})) {{\n{cases}"
        "    default: return 0;\n    }\n}\n"
    )


def canonical(plan: Plan) -> str:
    """C functions that zero what does not tell positions apart: within, between turns, any time."""
    names = plan.interface.names
    marks = {f"v_{mark.name}" for mark in plan.engine.rules.marks}
    never = [n for n in names if n in marks or n in ("seen_count", "ended")]
    passing = [
        n for n in names
        if n in ("last", "next_seat", "mover", "menu") or n.startswith(("refused_", "left_"))
    ]  # fmt: skip
    few_turns = f"    if (s->turns > {len(plan.openings)}) s->turns = {len(plan.openings)};\n"
    return (
        f"static void within_turn(State *s)\n{{\n    forget_derived(s);\n{zeroed(never)}}}\n\n"
        "static void between_turns(State *s)\n{\n"
        "    forget_derived(s);\n"
        "    if (s->over) s->seat = s->next_seat;\n"
        "    else memset(s->result, 0, sizeof s->result);\n"
        f"{few_turns}"
        f"{zeroed([*never, *passing])}}}\n"
        "\nstatic void any_time(State *s)\n{\n"
        "    if (s->over) {\n        between_turns(s);\n        return;\n    }\n"
        f"    within_turn(s);\n{'' if plan.engine.reads_turns else few_turns}}}\n"
    )
