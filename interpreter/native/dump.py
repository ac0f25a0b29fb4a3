"""The way of a game through the native engine as text: its plan, and what each pass changes."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import PASSES, apply
from interpreter.native.show import show_plan
from interpreter.reference.engine import Engine


def dump_native(engine: Engine) -> Iterator[str]:
    """The lowered plan of a game, and for each pass the lines that it changes.

    Raises NotNative.
    """
    plan = make_plan(engine)
    before = show_plan(plan)
    yield f"== lowered ==\n{before}\n"
    for each in PASSES:
        apply(each, plan)
        after = show_plan(plan)
        changes = list(unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm=""))[2:]
        yield f"== {each.name}: {each.does} ==\n" + ("\n".join(changes) or "nothing changes") + "\n"
        before = after
