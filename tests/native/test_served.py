"""Rules of the passes serve games that they were not written for, in `served/`: their plans are
others without the rule, and the engines agree on them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.native.ir.show import show_plan
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes import simplify
from interpreter.native.passes.loops import edges, lift, nest, witness
from interpreter.native.passes.pipeline import optimise

pytestmark = pytest.mark.usefixtures("native")

FOLDER = Path(__file__).parent / "served"
MOVES = 15


def gives_nothing(*_: Any) -> None:
    """Stands for a rule that never fits."""


def gives_no_ways(*_: Any) -> None:
    raise edges.NoWays


def changes_nothing(_: Any, term: Any) -> Any:
    return term


# For each file the rule that serves it, and what stands for the rule where it is left out.
RULES: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "archers": (lift, "seen_from_any", gives_nothing),
    "shade": (lift, "seen_from_any", gives_nothing),
    "caterpillars": (edges.Steps, "next_to", gives_no_ways),
    "corners": (edges.Steps, "next_to", gives_no_ways),
    "fives": (nest, "where_any", gives_nothing),
    "rows": (nest, "where_any", gives_nothing),
    "loners": (simplify, "at_forks", gives_nothing),
    "bridges": (simplify, "at_forks", gives_nothing),
    "mazerace": (witness, "reaches", changes_nothing),
    "oneway": (witness, "reaches", changes_nothing),
}


def plan_of(game: Any) -> str:
    plan = make_plan(game.reference)
    optimise(plan)
    return show_plan(plan)


def test_every_file_has_its_rule() -> None:
    assert sorted(RULES) == sorted(path.stem for path in FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("name", RULES)
def test_a_rule_serves_a_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(str(FOLDER / f"{name}.yaml"))
    states = game.start(engine="native"), game.start(engine="reference")
    chooser = random.Random(7)
    for _ in range(MOVES):
        native, reference = states
        assert native.moves() == reference.moves() and native.pieces() == reference.pieces()
        if native.is_over:
            break
        move = chooser.choice(native.moves())
        states = native.play(move), reference.play(move)
    with_rule = plan_of(game)
    monkeypatch.setattr(*RULES[name])
    assert plan_of(game) != with_rule
