"""What a game does with its board, on games made by hand; what a little search finds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter import load_game
from interpreter.agents.agent import Choice
from interpreter.agents.request import Request
from interpreter.study.play.board_use import board_use, position_of, way_of
from interpreter.study.play.measure import game_figures, moment_of, swing
from interpreter.study.play.second_look import clarity, part_of


def measured_game(name: str, texts: list[str], **options: Any) -> dict[str, float]:
    state = start = load_game(name, **options).start()
    moments = []
    for text in texts:
        move = state.parse(text)
        moments.append(moment_of(state, Choice(move)))
        state = state.play(move)
    return game_figures(start, moments, state)


def test_pieces_choices_and_the_tree_are_counted() -> None:
    found = measured_game("tic-tac-toe", ["place a1", "place b1", "place a2", "place b2"])
    assert found["pieces"] == 2.0 and found["pieces-most"] == 4  # 0, 1, 2, 3, 4
    assert found["growth"] == 1 and found["removals"] == 0 and "distance" not in found
    assert 10 ** found["tree"] == pytest.approx(9 * 8 * 7 * 6)
    assert found["choice"] == 7.5 and found["repeated"] == 0


def test_ways_of_pieces() -> None:
    assert way_of(frozenset({1, 2}), frozenset({2, 3}), []) == (1, 3)
    assert way_of(frozenset({1, 3}), frozenset({3}), [1, 3]) == (1, 3)  # what stood there is taken
    assert way_of(frozenset(), frozenset({3}), [3]) is None
    assert way_of(frozenset({1, 2}), frozenset({3}), [2, 3]) == (2, 3)  # 1 was taken on the way
    assert way_of(frozenset({1, 2}), frozenset({1, 2}), [1, 2]) is None


def test_a_position_that_comes_again_is_counted(tmp_path: Any) -> None:
    path = tmp_path / "to-and-fro.yaml"
    path.write_text(
        "game: To and fro\nplayers: White, Black\nboard: rectangle(4, 1)\npieces: man\n"
        "setup:\n  - put man of White on a1\n  - put man of Black on d1\n"
        "actions:\n  step(start in mine, there in neighbours(start) & empty):"
        " move start to there\nturn: step\nend:\n  - when stuck: mover wins\n"
    )
    game = load_game(str(path))
    round_trip = ["step a1 b1", "step d1 c1", "step b1 a1", "step c1 d1"]
    state = game.start()
    positions, full = [position_of(state)], [state.occupied]
    for text in round_trip:
        state = state.play(text)
        positions.append(position_of(state))
        full.append(state.occupied)
    found = board_use(positions, full, round_trip, state)
    assert found["distance"] == 1 and found["removals"] == 0
    assert found["repeated"] == pytest.approx(1 / 5)  # the first of five, once more at the end


def test_a_position_is_the_same_whatever_was_seen_before() -> None:
    game = load_game("go", size=5)
    state = game.start()
    one = state.play("place a1").play("place b2").play("place c3").play("place d4")
    other = state.play("place c3").play("place d4").play("place a1").play("place b2")
    assert one.engine.key(one.node) != other.engine.key(other.node)
    assert position_of(one) == position_of(other)


def test_a_swing_that_is_only_noise_adds_nothing_on_average() -> None:
    rng = random.Random(5)
    noise = [[rng.choice([-0.2, 0.2]) for _ in range(20_000)] for _ in range(2)]
    assert abs(swing(*noise)) < 0.003
    assert swing([0.0, 0.5, 0.0], [0.0, 0.5, 0.0]) == 0.25


def test_a_little_search_finds_what_is_clear_and_no_more_than_luck_where_nothing_is() -> None:
    game, rng = load_game("tic-tac-toe"), random.Random(7)
    clear = game.start()
    for text in ("place a1", "place b1", "place a2", "place b2"):
        clear = clear.play(text)
    request = Request("uct", simulations=800)
    assert [clarity(clear, request, rng) for _ in range(5)] == [1.0] * 5  # a3 wins
    blind = Request("flat", simulations=1)
    by_luck = [clarity(game.start(), blind, rng) for _ in range(600)]
    assert abs(sum(by_luck) / 600) < 0.06
    assert part_of(request).simulations == 100
    assert part_of(Request("alphabeta", depth=3)).depth == 2
