"""Passes and rules of them serve games that they were not written for, in `served/`.

The plans of these games, or the C text of their random games, are others without them, and the
engines agree on the games.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.native.emit.kernels import groups
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.show import show_plan
from interpreter.native.ir.terms import Term, number
from interpreter.native.lanes.games import LaneGames
from interpreter.native.lowering.expressions.steps import Following
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes import members, simplify
from interpreter.native.passes.groups import questions
from interpreter.native.passes.loops import lift, nest, steps
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program.program import program_of
from interpreter.native.sampling import bounds, planner

pytestmark = pytest.mark.usefixtures("native")

FOLDER = Path(__file__).parent / "served"
MOVES = 15


def gives_nothing(*_: Any) -> None:
    """Stands for a rule that never fits."""


def gives_false(*_: Any) -> bool:
    return False


def gives_many(*_: Any) -> int:
    """Stands for a bound that says nothing."""
    return 10_000


def gives_the_same(part: Any, *_: Any) -> Any:
    """Stands for a rule that changes no step, or no term."""
    return part


def gives_the_term(_: Any, term: Any) -> Any:
    return term


def gives_no_text(*_: Any) -> str:
    return ""


def may_be_guarded(term: Term) -> bool:
    """Whether a term may read what does not exist, be it in a loop of its own."""
    return any(arg.nullable or may_be_guarded(arg) for arg in term.args)


def gives_no_ways(*_: Any) -> None:
    raise steps.NoWays


# For each file the pass that serves it, or a rule of one and what stands for it if it is left out.
RULES: dict[str, str | tuple[Any, str, Any]] = {
    "archers": (lift, "seen_from_any", gives_nothing),
    "shade": (lift, "seen_from_any", gives_nothing),
    "caterpillars": (steps.Steps, "next_to", gives_no_ways),
    "corners": (steps.Steps, "next_to", gives_no_ways),
    "fives": (nest, "where_any", gives_nothing),
    "rows": (nest, "where_any", gives_nothing),
    "stairs": (lift.ConditionLifter, "coded", gives_nothing),
    "ladders": (lift.ConditionLifter, "coded", gives_nothing),
    "crossfire": (lift.ConditionLifter, "many_rounds", gives_nothing),
    "conduits": "edges",
    "signposts": (lift.ConditionLifter, "many_rounds", gives_nothing),
    "terraces": "edges",
    "shades": (lift.ConditionLifter, "alike", gives_nothing),
    "colours": (lift.ConditionLifter, "alike", gives_nothing),
    "pikes": (planner, "fixed_part", gives_nothing),
    "buoys": (planner, "fixed_part", gives_nothing),
    "sirens": (planner, "first_seen", gives_nothing),
    "volleys": (planner, "first_seen", gives_nothing),
    "cairns": (planner, "first_seen", gives_nothing),
    "lanterns": (planner, "first_seen", gives_nothing),
    "tides": (planner, "goes_through_groups", gives_nothing),
    "dunes": (planner, "goes_through_groups", gives_nothing),
    "loners": (simplify, "at_forks", gives_nothing),
    "bridges": (simplify, "at_forks", gives_nothing),
    "herds": (simplify, "with_filters", gives_the_same),
    "thinning": (simplify, "with_filters", gives_the_same),
    "mazerace": "witness",
    "oneway": "witness",
    "claims": "values",
    "lamps": "values",
    "silos": "values",
    "barges": "values",
    "planks": "images",
    "tatami": "images",
    "shingles": (members.MemberLifter, "lift_has", gives_nothing),
    "grafts": (members.MemberLifter, "lift_has", gives_nothing),
    "drill": "whole",
    "garlands": "whole",
    "trellis": "whole",
    "fences": "related",
    "paths": "related",
    "herons": (LaneGames, "close", gives_no_text),
    "hamlets": (groups, "runs_table", gives_nothing),
    "coasts": (groups, "runs_table", gives_nothing),
    "embers": (Term, "is_guarded", property(may_be_guarded)),
    "pavers": (Term, "is_guarded", property(may_be_guarded)),
    "purses": (simplify, "summed", gives_nothing),
    "rafts": (simplify.Simplifier, "joining", gives_nothing),
    "dykes": (questions, "from_within", gives_the_same),
    "groves": (questions, "from_within", gives_the_same),
    "cables": (Following, "uncounted", gives_the_term),
    "voles": (Following, "uncounted", gives_the_term),
    "fleas": (lift.ConditionLifter, "with_entry", gives_nothing),
    "slings": (lift.ConditionLifter, "with_entry", gives_nothing),
    "runs": "narrow",
    "fields": "narrow",
    "lances": (bounds, "prod", gives_many),
    "hawks": (bounds, "prod", gives_many),
    "smugglers": (Plan, "is_untried", gives_false),
    "nets": (Plan, "is_untried", gives_false),
}
# Those whose rules change the C text, and no plan.
OF_TEXT = (planner, bounds, LaneGames, groups, Term, Plan)


def plan_of(game: Any, *without: str) -> str:
    plan = make_plan(game.reference)
    optimise(plan, without)
    return show_plan(plan)


def text_of(game: Any) -> str:
    return program_of(game.reference).text


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
    rule = RULES[name]
    if isinstance(rule, str):
        assert plan_of(game, rule) != plan_of(game)
    else:
        shown = text_of if rule[0] in OF_TEXT else plan_of
        with_rule = shown(game)
        monkeypatch.setattr(*rule)
        if rule[0] is planner and hasattr(bounds, rule[1]):  # which asks for it, too
            monkeypatch.setattr(bounds, *rule[1:])
        assert shown(game) != with_rule


@pytest.mark.parametrize("name", ["nim", f"{FOLDER}/barges.yaml", f"{FOLDER}/cairns.yaml"])
def test_numbers_are_drawn_up_to_the_largest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(name)
    with_rule = text_of(game)
    monkeypatch.setattr(planner, "longest", lambda step, i: number(step.parameters[i].packing.size))
    assert text_of(game) != with_rule


def test_what_is_drawn_from_a_pool_becomes_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("quoridor")
    with_rule = text_of(game)
    monkeypatch.setattr(planner, "MAX_BACK", 0)
    assert text_of(game) != with_rule
