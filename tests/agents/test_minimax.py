"""How `uct` uses what the rules compare at the end: the leads of the seats, backed up."""

from __future__ import annotations

import ctypes
import random
from pathlib import Path

import pytest
from support.quick import each
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents.request import Report, Request
from interpreter.agents.search import search
from interpreter.native.runtime.kept_trees import KeptTrees

pytestmark = pytest.mark.usefixtures("native")

# Three points look better than fewer, until one of six answers is seen to bring nine.
BAIT = """
game: Bait
players: First, Second
state:
  points[p in colours]: 0..9
  bait: 0..3
actions:
  grab(n in {{{fewer}, 3}}):
    - set bait to n
    - add n to points[mover]
  answer(n in 0..5):
    - if bait = {fewer}: add {gain} to points[mover]
    - if bait = 3 and n = 5: add 9 to points[mover]
  wander(n in 1..4):
    - set bait to 0
opening:
  - grab
  - answer
turn: wander
end:
{ends}
  - when turns = 12: most points wins
"""
PLAYED_ON = BAIT.format(fewer=1, gain=1, ends="")
HALTED = BAIT.format(fewer=2, gain=3, ends="  - when bait = 3 and points[mover] = 9: draw")
# The last of the first moves wins.
SHORT = """
game: Short
players: First, Second
state:
  points[p in colours]: 0..9
actions:
  take(n in 1..3): add n to points[mover]
turn: take
end:
  - when points[mover] = 3 or turns = 9: most points wins
"""
COMPARED = (
    "kalah", "anti-reversi", "ataxx", "chinese-checkers", "oware", "cuiquindi", "dots-and-boxes",
    "dvonn", "quarod", "go", "quardo", "reversi", "star", "surakarta", "togyzqumalaq", "tumbleweed",
)  # fmt: skip
SCORES = 9  # the place of the function in the table that a library lends


def ask(state: object, **rest: object) -> Report:
    return search(state, Request("uct", **rest))  # type: ignore[arg-type]


@pytest.mark.parametrize("decisive", [True, False])
def test_leads_are_backed_up_as_by_minimax(tmp_path: Path, decisive: bool) -> None:
    """The bait leads by 3 to 0 until its second visit makes its children: then 3 to 9 is expected
    there, and 1 to 0, later 1 to 1, beside it.
    """
    state = tiny(tmp_path, PLAYED_ON).start()
    told: dict[str, object] = {"simulations": 20, "decisive": decisive, "exploration": 0}
    visits = [rated.weight * 20 for rated in ask(state, minimax=1, **told).moves]
    assert visits == pytest.approx([18, 2])
    blind = [rated.weight * 20 for rated in ask(state, minimax=0, **told).moves]
    assert blind[1] > 2


def test_a_proof_is_worth_more_than_a_lead(tmp_path: Path) -> None:
    """The bait is expected to end as a draw, whatever the points then; the other move at 2 to 3."""
    state = tiny(tmp_path, HALTED).start()
    moves = ask(state, simulations=40, exploration=0, minimax=1).moves
    assert [rated.move.text for rated in moves] == ["grab 2", "grab 3"]
    assert moves[1].weight > 0.8


def test_no_tree_goes_on_with_leads_of_another_weight(tmp_path: Path) -> None:
    state, kept = tiny(tmp_path, PLAYED_ON).start(), KeptTrees()
    counts = [ask(state, simulations=40, minimax=m, kept=kept).nodes for m in (1, 1, 0.5)]
    assert counts[1] > counts[0] and counts[2] == ask(state, simulations=40, minimax=0.5).nodes


def test_leads_do_not_look_for_ends(tmp_path: Path) -> None:
    """Of the moves of the first position the last wins at once, which only `decisive` looks for."""
    state = tiny(tmp_path, SHORT).start()
    proofs = [ask(state, simulations=1, decisive=d, minimax=0.2).proof for d in (True, False)]
    assert proofs == [(1, 0), None]


def test_leads_count_only_where_two_compare_numbers() -> None:
    for name, counts in (("kalah", True), ("hex", False), ("pig", True), ("catchup", False)):
        game = load_game(name)
        assert game.reference.outcomes.is_race == counts, name
    state = load_game("breakthrough").start()
    with_leads, without = (ask(state, simulations=300, minimax=m) for m in (1, 0))
    assert with_leads == without and with_leads.moves == without.moves
    assert with_leads.memory == 45 * with_leads.nodes
    report = ask(load_game("kalah").start(), simulations=300)
    assert report.memory == 49 * report.nodes


@pytest.mark.parametrize("name", each(8, COMPARED))
def test_leads_are_those_of_the_scores_that_are_shown(name: str) -> None:
    luck, state = random.Random(3), load_game(name).start()
    rank, engine = state.game.reference.outcomes.first_rank, state.engine
    assert state.game.reference.outcomes.is_race
    engine.optimise()  # no other library takes its place later
    lent = (ctypes.c_void_p * (SCORES + 1)).in_dll(engine.library, "bw_rules")
    scores = ctypes.CFUNCTYPE(None, *(ctypes.c_void_p,) * 3)(lent[SCORES])
    for _ in range(100):
        if state.is_over:
            break
        own, out = ctypes.create_string_buffer(bytes(state.node.state)), (ctypes.c_double * 2)()
        scores(own, ctypes.create_string_buffer(256), out)
        shown = [float(number or 0) for number in state.scores.values()]
        assert [*out] == (shown if rank.most else [-number for number in shown])
        state = state.random_move(luck)
