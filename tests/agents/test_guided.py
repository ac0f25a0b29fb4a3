"""The search that an evaluator guides: wins found, priors followed, batches, seeds, bad estimates.

The evaluators are made by hand: one that knows nothing, one that plays a random game, and one that
knows the result of best play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.gamble import GAMBLE
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents import AgentFailed
from interpreter.agents.agent import Agent
from interpreter.agents.evaluator import Estimate, EvaluatorFailed
from interpreter.agents.guided import GuidedNode, GuidedTree, grow
from interpreter.agents.request import Budget, Report, Request, play_out
from interpreter.agents.search import SearchAgent, search
from interpreter.api.state import State

THREE = """
players: First, Second, Third
state:
  way: 0..7
actions:
  pick(n in 0..1): set way to 2*way + n
turn: pick
end:
  - when turns = 3 and (way = 0 or way = 3): First wins
  - when turns = 3 and way = 1: Third wins
  - when turns = 3 and (way = 2 or way = 5): draw
  - when turns = 3: Second wins
"""
TWICE = """
state:
  tally: 0..9
actions:
  add(n in 1..2): add n to tally
turn: add, add
end:
  - when tally = 6: mover wins
  - when tally > 6: mover loses
"""


class Blank:
    """Knows nothing; notes what it is asked."""

    def __init__(self, share: float = 0.5) -> None:
        self.share = share
        self.asked: list[list[State]] = []

    def evaluate(self, states: Sequence[State]) -> Sequence[Estimate]:
        self.asked.append(list(states))
        return [self.judge(state) for state in states]

    def judge(self, state: State) -> Estimate:
        return Estimate([0] * state.move_count, [self.share] * state.game.seats)


class Playing(Blank):
    """Plays a random game, as a search without an evaluator does."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = random.Random(5)

    def judge(self, state: State) -> Estimate:
        shares = play_out(state, self.rng, Budget(Request("uct")))
        assert shares is not None
        return Estimate([1] * state.move_count, shares)


class Knowing(Blank):
    """Knows the result of best play in a small game for two, though not which moves lead to it."""

    def judge(self, state: State) -> Estimate:
        return Estimate([1] * state.move_count, best_play(state))


class Preferring(Blank):
    """Wants the moves with the texts of a table, in proportion."""

    def __init__(self, wanted: dict[str, float]) -> None:
        super().__init__()
        self.wanted = wanted

    def judge(self, state: State) -> Estimate:
        return Estimate([self.wanted.get(m.text, 0) for m in state.moves()], [0.5, 0.5])


@cache
def best_play(state: State) -> tuple[float, ...]:
    if state.shares is not None:
        return state.shares
    return max((best_play(state.play(m)) for m in state.moves()), key=lambda s: s[state.seat or 0])


def ask(state: State, evaluator: Any, simulations: int = 400, **rest: Any) -> Report:
    return search(state, Request("uct", simulations=simulations, evaluator=evaluator, **rest))


def after(game: Any, *moves: str) -> State:
    state: State = game.start()
    for move in moves:
        state = state.play(move)
    return state


@pytest.fixture
def crosses(engine: str) -> Any:
    return load_game("tic-tac-toe")


@pytest.fixture
def quick_crosses() -> Any:
    return load_game("tic-tac-toe")


def weights(report: Report) -> dict[str, float]:
    return {rated.move.text: rated.weight for rated in report.moves}


# ---- what it finds ----


def test_a_win_in_one_is_found_and_proven(crosses: Any) -> None:
    report = ask(after(crosses, "place a1", "place b1", "place a2", "place b2"), Blank())
    assert report.best.text == "place a3" and report.proof == (1.0, 0.0)


def test_a_loss_is_put_off_with_nothing_but_random_games(crosses: Any) -> None:
    report = ask(after(crosses, "place a1", "place b2", "place a2"), Playing())
    assert report.best.text == "place a3"


def test_where_the_evaluator_knows_the_game_it_is_played_perfectly(quick_crosses: Any) -> None:
    for seed in range(24):
        rng, state = random.Random(seed), quick_crosses.start()
        for _ in range(2 + seed % 3):
            state = state.random_move(rng)
        chosen = ask(state, Knowing(), 40, seed=seed, batch=1 + seed % 8).best
        assert best_play(state.play(chosen)) == best_play(state)


@pytest.mark.parametrize(
    ("limit", "choice", "proof"), [(2, "risky", (7 / 8, 1 / 8)), (4, "safe", None)]
)
def test_chance_is_weighed(
    engine: str, tmp_path: Path, limit: int, choice: str, proof: tuple[float, ...] | None
) -> None:
    """A throw is proven by all that may be thrown; one that only loses is not tried so often."""
    evaluator = Blank()
    state = tiny(tmp_path, GAMBLE.format(limit=limit)).start()
    report = ask(state, evaluator, 200)
    assert report.best.text == choice
    assert report.proof == (None if proof is None else pytest.approx(proof))
    assert not any(s.is_chance or s.is_over for states in evaluator.asked for s in states)


def test_each_of_three_seats_takes_its_own_part(engine: str, tmp_path: Path) -> None:
    # After 0, 0 Third takes its win; after 0, 1 and 1, 0 a draw rather than nothing; after 1, 1
    # Second wins.  So Second makes a draw of 0, and wins after 1.
    report = ask(tiny(tmp_path, THREE).start(), Blank(0.4), 60)
    assert report.best.text == "pick 0" and report.proof == (0.5, 0.5, 0.5)


def test_several_moves_of_a_turn_belong_to_one_seat(engine: str, tmp_path: Path) -> None:
    # Black adds 2, then White adds 4 to make 6; after 3 White needs 3; after 4 White needs 2.
    report = ask(tiny(tmp_path, TWICE).start(), Blank(), 400)
    assert report.proof == (0.0, 1.0)


def for_one() -> State:
    state, rng = load_game("twenty-forty-eight").start(), random.Random(1)
    while state.is_chance:
        state = state.random_move(rng)
    return state


def test_a_game_for_one() -> None:
    state = for_one()
    report = ask(state, Blank(0.3), 100)
    assert report.simulations == 100 and report.shares == (pytest.approx(0.3),)
    assert len(weights(report)) == state.move_count


def test_where_all_choose_at_once_nobody_answers() -> None:
    report = ask(load_game("rock-paper-scissors").start(), Blank(), 600, exploration=3.0)
    assert min(r.share for r in report.moves) > 0.3  # each would lose to who could answer it
    assert report.proof is None


def test_what_others_choose_at_once_proves_nothing(tmp_path: Path) -> None:
    """The second one is not known to choose as the priors say, although all ends are known."""
    rules = """
    state:
      shown[p in colours]: 1..2 = 1
    actions:
      show(k in 1..2): set shown[mover] to k
    turn: all show
    end:
      - when shown[Black] = shown[White]: Black wins
      - when turns = 1: White wins
    """
    assert ask(tiny(tmp_path, rules).start(), Blank(), 60).proof is None


# ---- priors, batches and seeds ----


def test_visits_follow_the_priors(quick_crosses: Any) -> None:
    wanted = {"place a1": 6.0, "place b2": 3.0, "place c3": 1.0}
    report = ask(quick_crosses.start(), Preferring(wanted), 300, batch=1, exploration=3.0)
    found = weights(report)
    for text, prior in wanted.items():
        assert found[text] == pytest.approx(prior / 10, abs=0.05)
    assert sum(w for text, w in found.items() if text not in wanted) == 0


@pytest.mark.parametrize("batch", [1, 3, 32])
def test_a_batch_has_different_states_and_the_simulations_are_counted(
    quick_crosses: Any, batch: int
) -> None:
    evaluator = Blank()
    report = ask(quick_crosses.start(), evaluator, 100, batch=batch)
    sizes = [len(states) for states in evaluator.asked]
    assert report.simulations == 100 and sizes[0] == 1 and max(sizes) == batch
    for states in evaluator.asked:
        assert len({id(state) for state in states}) == len(states)
    same = [rated.weight * 99 for rated in report.moves]
    assert sum(same) == pytest.approx(99, abs=1)


def nodes_of(node: Any) -> Iterator[GuidedNode]:
    yield node
    for child in node.children:
        if child is not None:
            yield from nodes_of(child)


def test_no_simulation_is_left_open_and_each_node_counts_those_below(quick_crosses: Any) -> None:
    tree, evaluator = GuidedTree(quick_crosses.start(), 3), Playing()
    while tree.simulations < 200:
        grow([tree], evaluator, [16])
    nodes = list(nodes_of(tree.root))
    assert len(nodes) == tree.nodes and tree.root.visits == tree.simulations
    for node in nodes:
        assert node.waiting == 0
        assert sum(node.total) == pytest.approx(node.visits)
        below = sum(child.visits for child in node.children if child is not None)
        assert below == node.visits - 1 if node.children else node.visits >= 1


def test_trees_that_share_a_batch_grow_as_each_would_alone(quick_crosses: Any) -> None:
    states = [quick_crosses.start(), after(quick_crosses, "place a1"),
              after(quick_crosses, "place b2", "place a1")]  # fmt: skip
    together = [GuidedTree(state, seed) for seed, state in enumerate(states)]
    for _ in range(60):
        grow(together, Knowing(), [1] * len(together))
    for seed, state in enumerate(states):
        alone = GuidedTree(state, seed)
        for _ in range(60):
            grow([alone], Knowing(), [1])
        assert alone.report() == together[seed].report()
        assert alone.report().moves == together[seed].report().moves


def test_noise_moves_the_priors_of_the_root_alone(quick_crosses: Any) -> None:
    trees = [GuidedTree(quick_crosses.start(), seed) for seed in (1, 1, 2)]
    grow(trees, Blank(), [1, 1, 1])
    for tree in trees:
        tree.add_noise(0.5, 0.25)
    first, same, other = (list(tree.root.priors) for tree in trees)
    assert first == same != other
    assert sum(first) == pytest.approx(1) and min(first) >= 0.75 / 9


def test_a_seed_repeats_a_search() -> None:
    class Free(Blank):
        def judge(self, state: State) -> Estimate:
            return Estimate([1] * state.move_count, [state.move_count / 10])

    state = for_one()
    one, again, other = (
        [r.share for r in ask(state, Free(), 50, seed=seed).moves] for seed in (1, 1, 2)
    )
    assert one == again != other


# ---- limits ----


def test_the_limits_on_nodes_and_time(quick_crosses: Any) -> None:
    small = ask(quick_crosses.start(), Blank(), 1000, nodes=30, batch=4)
    assert 30 <= small.nodes <= 33 and small.simulations < 40
    request = Request("uct", seconds=0.0, evaluator=Blank())
    assert search(quick_crosses.start(), request).simulations == 1


def test_only_uct_is_guided() -> None:
    with pytest.raises(ValueError, match="an evaluator guides `uct`, not `flat`"):
        Request("flat", evaluator=Blank())
    with pytest.raises(ValueError, match="`batch` is from 1 to 4,096, not 0"):
        Request("uct", batch=0)


# ---- as an agent ----


def agent_with(evaluator: Any, simulations: int = 24) -> Agent:
    return SearchAgent("guided", Request("uct", simulations=simulations, evaluator=evaluator), 3)


def test_what_is_hidden_is_guessed() -> None:
    evaluator, rng = Blank(), random.Random(2)
    state = load_game("kuhn-poker").start()
    while state.is_chance:
        state = state.random_move(rng)
    seen, agent = state.view(state.seat or 0), agent_with(evaluator)
    for _ in range(4):
        assert agent.choose(state, rng) in state.moves()
    judged = [states[0] for states in evaluator.asked if states[0].view(state.seat or 0) == seen]
    assert len({s.future_key for s in judged}) == 2  # the others' card, of the two that are left


def test_an_agent_says_what_it_expects(quick_crosses: Any) -> None:
    state = after(quick_crosses, "place a1", "place b1", "place a2", "place b2")
    agent = agent_with(Blank())
    assert isinstance(agent, SearchAgent)
    assert agent.consider(state, random.Random(1)).expected == 1


Spoilt = Callable[[Estimate], Any]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda e: [], "it gave 0 estimates for 1 states"),
        (lambda e: [Estimate(e.priors[1:], e.shares)], "it gave 8 priors for 9 moves"),
        (lambda e: [Estimate(e.priors, [0.5])], "it gave 1 shares for 2 seats"),
        (lambda e: [Estimate([-1.0] * 9, e.shares)], "a prior that is no number from 0"),
        (lambda e: [Estimate([float("nan")] * 9, e.shares)], "a prior that is no number from 0"),
        (lambda e: [Estimate([float("inf")] * 9, e.shares)], "a prior that is no number from 0"),
        (lambda e: [Estimate(e.priors, [1.5, 0.0])], "a share that is not between 0 and 1"),
        (lambda e: [Estimate(e.priors, [float("nan")] * 2)], "a share that is not between 0"),
    ],
)
def test_what_is_no_estimate_is_refused(quick_crosses: Any, spoil: Spoilt, message: str) -> None:
    class Spoiling(Blank):
        def evaluate(self, states: Sequence[State]) -> Sequence[Estimate]:
            return list(spoil(self.judge(states[0])))

    with pytest.raises(EvaluatorFailed, match=message):
        ask(quick_crosses.start(), Spoiling())
    with pytest.raises(AgentFailed, match=f"`guided` failed: .*{message}"):
        agent_with(Spoiling()).choose(quick_crosses.start(), random.Random(1))
