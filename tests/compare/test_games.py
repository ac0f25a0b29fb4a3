"""Single games of a study: the same whoever plays them, and what is measured of them."""

from __future__ import annotations

import json
import random
import time
import zlib
from base64 import b64encode
from math import nan
from typing import Any

import numpy as np
import pytest

from interpreter import load_game
from interpreter.agents import make_agent
from interpreter.agents import search as searching
from interpreter.agents.agent import Choice
from interpreter.agents.search import SearchAgent, prepare, search
from interpreter.api.loading import packed_game
from interpreter.process.version import program_version
from interpreter.study.play import random_games
from interpreter.study.play.batch import Batch
from interpreter.study.play.games import (
    WorkerError,
    check_row,
    games_of,
    play_batch,
    play_outcomes,
)
from interpreter.study.play.measure import measured, moment_of
from interpreter.study.play.random_games import outcomes_of, outcomes_text
from interpreter.study.play.second_look import SecondLook
from interpreter.study.store.outcomes import Outcomes
from interpreter.study.store.packed_columns import packed_columns


def batch(game: Any, agents: tuple[str, ...], first: int, count: int, **rest: Any) -> Batch:
    given = {"is_detailed": True, "most_moves": 500, "engine": game.engine().name,
             "version": program_version()}  # fmt: skip
    return Batch(variant=0, pairing=0, agents=agents, first=first, count=count, seed=99,
                 rules=packed_game(game), **(given | rest))  # fmt: skip


@pytest.mark.parametrize("agents", [("random",), ("uct:5", "random")])
def test_a_build_is_no_time_of_a_game(
    agents: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]  # on a clock that only the first build moves on; the others find the library

    def build(state: Any) -> None:
        prepare(state)
        now[0] = 100

    for module in (searching, random_games):
        monkeypatch.setattr(module, "prepare", build)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    is_random = agents == ("random",)
    given = batch(load_game("tic-tac-toe"), agents, 0, 1, is_detailed=False, is_measured=is_random)
    found = play_outcomes(given).seconds if is_random else play_batch(given)[0].seconds
    assert now[0] == 100 and found == 0


def games(rows: Any) -> list[tuple[Any, ...]]:
    """All of the rows but the time."""
    return [(r.number, r.result, r.turns, r.moves, r.facts) for r in rows]


AGENTS = [("random",), ("uct:10",), ("uct:10", "random"), ("flat:5",)]
CASES = [
    *((who, name, "native") for who in AGENTS for name in ("tic-tac-toe", "royal-game-of-ur")),
    *((who, "phantom-tic-tac-toe", "reference") for who in AGENTS),
]


@pytest.mark.parametrize(("agents", "name", "engine"), CASES)
def test_a_game_does_not_depend_on_its_batch(
    agents: tuple[str, ...], name: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
    game = load_game(name)
    is_random = agents == ("random",)
    count = 8 if is_random else 2
    whole = games(play_batch(batch(game, agents, 3, count)))
    again = games(play_batch(batch(game, agents, 3, 1)) + play_batch(
        batch(load_game(name), agents, 4, count - 1)
    ))  # fmt: skip
    assert whole == again
    assert [row[0] for row in whole] == list(range(3, 3 + count))


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_random_games_do_not_depend_on_their_batch(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
    game, plain = load_game("tic-tac-toe"), {"is_detailed": False, "is_measured": True}
    whole = play_outcomes(batch(game, ("random",), 3, 9, **plain))
    parts = [play_outcomes(batch(game, ("random",), first, count, **plain))
             for first, count in ((3, 2), (5, 7))]  # fmt: skip
    for name in ("results", "turns", "moves"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(getattr(whole, name), joined, equal_nan=True)
    assert bool(whole.figures) == (engine == "native")
    for name, column in whole.figures.items():
        assert np.array_equal(column, np.concatenate([part.figures[name] for part in parts]))


def test_random_games_are_the_same_looked_at_or_not() -> None:
    looked = play_batch(batch(load_game("tic-tac-toe"), ("random",), 3, 4))
    assert all(row.facts for row in looked)
    for is_measured in (True, False):
        plain = play_outcomes(batch(
            load_game("tic-tac-toe"), ("random",), 3, 4, is_detailed=False, is_measured=is_measured
        ))  # fmt: skip
        assert [row.result for row in looked] == [tuple(row) for row in plain.results]
        assert [row.turns for row in looked] == plain.turns.tolist()
        assert [row.moves for row in looked] == plain.moves.tolist()


@pytest.mark.parametrize(("name", "options"), [("catchup", {"side": 3}), ("go", {"size": 5})])
def test_what_is_measured_of_games_is_what_a_worker_may_tell(
    name: str, options: dict[str, int]
) -> None:
    """Moves that no action of the file declares, such as `done` and `pass`, are counted too."""
    game = load_game(name, **options)
    looked, plain = batch(game, ("random",), 0, 3), batch(
        game, ("random",), 0, 3, is_detailed=False, is_measured=True
    )  # fmt: skip
    for row in play_batch(looked):
        check_row(row, looked, game)
    told = outcomes_of(outcomes_text(play_outcomes(plain)), plain, game)
    assert any(name in told.figures for name in ("action done", "action pass"))


def test_facts_can_be_replayed() -> None:
    game = load_game("hex", size=4)
    for agents in (("random",), ("uct:20",)):
        (row,) = play_batch(batch(game, agents, 2, 1))
        facts, state = json.loads(row.facts or ""), game.start()
        for text, legal, turn in zip(facts["moves"], facts["legal"], facts["turns"], strict=True):
            assert (len(state.moves()), state.turn) == (legal, turn)
            state = state.play(text)
        assert (tuple(state.result), state.turn) == (row.result, row.turns)


def test_a_game_that_is_too_long_is_not_finished() -> None:
    (row,) = play_batch(batch(load_game("hex"), ("random",), 0, 1, most_moves=7))
    assert (row.result, row.moves) == (None, 7)
    (row,) = play_batch(batch(load_game("hex"), ("uct:5",), 0, 1, most_moves=7))
    assert (row.result, row.moves) == (None, 7)


def sent(*game: Any) -> str:
    return json.dumps([game])


GOOD = (3, [1, 0.0], 4, 7, 0.5, None)


def facts(moves: int = 7, **figures: float) -> str:
    """Facts of a game that a worker sends."""
    lists = {key: list[int]() for key in ("first", "used", "won")}
    each = {"moves": "place a1", "turns": 0, "legal": 1, "expected": None}
    made = {name: [value] * moves for name, value in each.items()}
    return json.dumps({**lists, **made, "figures": figures})


def test_what_a_worker_sends() -> None:
    game = load_game("tic-tac-toe")
    wanted = batch(game, ("random",), 3, 1)
    assert games(games_of(sent(*GOOD), wanted, game)) == [(3, (1.0, 0.0), 4, 7, None)]
    (row,) = games_of(sent(3, None, *GOOD[2:]), wanted, game)  # type: ignore[misc]
    assert row.result is None
    told = facts(coverage=1.0, **{"action place": 1.0, "points-2": 3.0})
    (row,) = games_of(sent(*GOOD[:5], told), wanted, game)  # type: ignore[misc]
    assert row.facts == told


@pytest.mark.parametrize("text", [
    *(sent(3, result, *GOOD[2:]) for result in (
        "10", {"1": 0}, {}, [], ["1", "0"], [True, False], [None], [10**400], [2, 0], [-1.0], 1,
        True, [[1], [0]], [float("nan"), 0],
    )),
    sent("3", *GOOD[1:]), sent(3.0, *GOOD[1:]), sent(True, *GOOD[1:]), sent(4, *GOOD[1:]),
    sent(3, [1.0], *GOOD[2:]), sent(3, [1.0, 0.0, 0.0], *GOOD[2:]), sent(3, [1, 1], *GOOD[2:]),
    sent(3, [0.5, 0], *GOOD[2:]), sent(3, [0.3, 0.7], *GOOD[2:]),
    sent(*GOOD[:2], 4, 10**7, *GOOD[4:]),
    sent(*GOOD[:2], 10**7, *GOOD[3:]), sent(*GOOD[:5], "no facts"), sent(*GOOD[:5], "{}"),
    sent(*GOOD[:5], facts(moves=6)), sent(*GOOD[:5], facts(**{"action zz": 1.0})),
    sent(*GOOD[:5], facts(coverage=1.5)), sent(*GOOD[:2], -1, *GOOD[3:]),
    sent(*GOOD[:4], 1, None), sent(*GOOD[:4], -0.5, None),
    sent(*GOOD[:5], {}), sent(*GOOD[:5]), sent(*GOOD, None), '{"a": 1}', '"text"', "3", "null", "[",
    "[" * 100_000, "[]", "{}",
])  # fmt: skip
def test_what_cannot_be_games_is_refused(text: str) -> None:
    game = load_game("tic-tac-toe")
    with pytest.raises(WorkerError, match="a worker sent"):
        games_of(text, batch(game, ("random",), 3, 1), game)


PLAIN = {"is_detailed": False, "is_measured": True}


def columns(**changed: Any) -> str:
    """What a worker sends of two games, with some of it changed."""
    table = {"result-1": [1, 0.5], "result-2": [0, 0.5], "turns": [5, 6], "moves": [5, 6],
             "branching": [3, 2.5]}  # fmt: skip
    table |= {name: value for name, value in changed.items() if isinstance(value, list)}
    names, data = packed_columns({key: np.array(value) for key, value in table.items() if value})
    told = {"first": 3, "seconds": 0.5, "names": names, "data": b64encode(data).decode()}
    return json.dumps(told | {k: v for k, v in changed.items() if not isinstance(v, list)})


def test_what_a_worker_sends_of_many_games() -> None:
    game = load_game("tic-tac-toe")
    found = games_of(columns(), batch(game, ("random",), 3, 2, **PLAIN), game)
    assert isinstance(found, Outcomes)
    assert found.results.tolist() == [[1, 0], [0.5, 0.5]] and found.turns.tolist() == [5, 6]


@pytest.mark.parametrize("text", [
    "[]", "{}", "[", "3", columns(first=4), columns(seconds=-1.0), columns(seconds="1"),
    columns(names="[]"), columns(names=7), columns(data="no base64!"), columns(data=""),
    columns(moves=[5, 6.5]), columns(turns=[-1, 6]), columns(turns=[nan, 6]), columns(moves=[]),
    columns(branching=[-1, 2]), columns(**{"result-1": [2, 0]}), columns(**{"result-1": [nan, 0]}),
    columns(**{"result-1": []}), columns(**{"result-2": []}), columns(**{"result-3": [0, 0.5]}),
    columns(**{"result-1": [1, 1], "result-2": [1, 0]}), columns(**{"result-1": [0.5, 0.5]}),
    columns(**{"result-1": [0.25, 0.5], "result-2": [0.75, 0.5]}),
    columns(**{"result-9": [7, 7]}), columns(moves=[5, 10**6]), columns(turns=[5, 10**6]),
    columns(**{"action zz": [1, 1]}), columns(strange=[1, 2]), columns(**{"points-3": [1, 2]}),
    columns(**{"points-1": [1e300, 0]}), columns(data=b64encode(zlib.compress(bytes(80))).decode()),
])  # fmt: skip
def test_what_cannot_be_many_games_is_refused(text: str) -> None:
    game = load_game("tic-tac-toe")
    with pytest.raises(WorkerError, match="a worker sent"):
        games_of(text, batch(game, ("random",), 3, 2, **PLAIN), game)


def test_workers_that_do_not_fit() -> None:
    game = load_game("tic-tac-toe")
    with pytest.raises(WorkerError, match="this worker has boardwright"):
        play_batch(batch(game, ("random",), 0, 1, version="0.0.1"))
    with pytest.raises(WorkerError, match="played by the other engine"):
        play_batch(batch(game, ("random",), 0, 1, engine="other"))


# ---- what is measured --------------------------------------------------------------------------


def facts_of(game: Any, texts: list[str], expected: list[float | None]) -> Any:
    """The facts of a game of given moves, each with what its mover expects, twice the same."""
    state, moments = game.start(), []
    for text, share in zip(texts, expected, strict=True):
        move = state.parse(text)
        moments.append(moment_of(state, Choice(move, share)))
        state = state.play(move)
    again = SecondLook(tuple(expected), 0.25)
    return json.loads(measured(game.start(), moments, state, again))


def test_a_game_by_hand() -> None:
    texts = ["place a1", "place b2", "place a2", "place c3", "place a3"]
    facts = facts_of(load_game("tic-tac-toe"), texts, [0.4, 0.7, 0.6, 0.05, 1.0])
    cells = load_game("tic-tac-toe").board.cells
    assert facts["moves"] == texts and facts["legal"] == [9, 8, 7, 6, 5]
    assert facts["expected"] == pytest.approx([0.4, 0.3, 0.6, 0.95, 1.0])
    assert [cells[i] for i in facts["first"]] == ["a1"]
    assert {cells[i] for i in facts["used"]} == {"a1", "b2", "a2", "c3", "a3"}
    assert {cells[i] for i in facts["won"]} == {"a1", "a2", "a3"}
    figures = facts["figures"]
    assert figures["branching"] == pytest.approx(7)
    assert figures["forced"] == 0 and figures["passes"] == 0 and figures["action place"] == 1
    assert figures["spread"] == 0.25
    # Each turn with the next: 0.35, 0.45, 0.775, 0.975; seat 1 less seat 2: -0.3, -0.1, 0.55, 0.95.
    assert figures["lead-changes"] == pytest.approx(1 / 3)  # once, between the 2nd and 3rd
    assert figures["lead"] == pytest.approx((0.3 + 0.1 + 0.55 + 0.95) / 4)
    assert figures["drama"] == figures["drama-1"] == pytest.approx((0.3 + 0.1) / 4)
    assert figures["drama-2"] == pytest.approx((0.55 + 0.95) / 4)
    assert figures["settled"] == pytest.approx(3 / 4)  # above 90 % from the fourth on
    assert figures["coverage"] == figures["filled"] == pytest.approx(5 / 9)
    assert "swap" not in figures  # no rule exchanges colours


def test_an_exchange_of_colours() -> None:
    for texts, swapped in ((["place a2", "exchange"], 1), (["place a2", "place b2"], 0)):
        facts = facts_of(load_game("hex", pie=True), texts, [None, None])
        assert facts["figures"]["swap"] == swapped


def test_agents_that_expect_nothing() -> None:
    texts = ["place a1", "place b2"]
    figures = facts_of(load_game("tic-tac-toe"), texts, [None, None])["figures"]
    assert not {"drama", "settled", "lead", "lead-changes"} & set(figures)


def test_a_second_look_changes_no_game() -> None:
    game = load_game("tic-tac-toe")
    twice, once = (
        play_batch(batch(game, ("uct:10",), 3, 4, is_detailed=is_detailed))
        for is_detailed in (True, False)
    )
    for one, other in zip(twice, once, strict=True):
        first, second = (json.loads(row.facts or "") for row in (one, other))
        assert (first["moves"], first["expected"]) == (second["moves"], second["expected"])
        assert {"spread", "lead"} <= first["figures"].keys()
        assert not {"spread", "lead", "drama"} & second["figures"].keys()


def test_what_is_hidden_is_not_looked_at_again() -> None:
    (row,) = play_batch(batch(load_game("phantom-tic-tac-toe"), ("uct:5",), 0, 1))
    assert not {"spread", "lead", "drama"} & json.loads(row.facts or "")["figures"].keys()


def test_passes_and_forced_moves() -> None:
    game = load_game("go", size=2)
    figures = facts_of(game, ["pass", "pass"], [None, None])["figures"]
    assert figures["passes"] == 1 and figures["forced"] == 0
    assert figures["action pass"] == 1 and "action place" not in figures
    assert figures["margin"] >= 0


def test_scores_are_those_of_seats() -> None:
    game, chooser = load_game("cuiquindi", side=3), random.Random(4)
    state = game.start()
    while not state.is_over:
        state = state.random_move(chooser)
    figures = json.loads(measured(game.start(), [], state))["figures"]
    scores = state.scores
    colours = [game.players[colour] for colour in state.node.colours]
    assert [figures["points-1"], figures["points-2"]] == [scores[c] for c in colours]
    assert figures["margin"] == abs(figures["points-1"] - figures["points-2"])


def test_a_second_look_has_luck_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed would find again what the first search happened to favour."""
    from interpreter.study.play import second_look as module

    seeds: list[int] = []

    def noted(state: Any, request: Any) -> Any:
        seeds.append(request.seed)
        return search(state, request)

    monkeypatch.setattr(module, "search", noted)
    agent, start = make_agent("uct:20"), load_game("tic-tac-toe").start()
    states = [start, start.play("place b2"), start.play("place a1")]
    module.second_look(states, [agent, agent], random.Random(1))
    assert isinstance(agent, SearchAgent)
    assert len(seeds) > len(states) and len(set(seeds)) == len(seeds)
    assert agent.request.seed not in seeds
