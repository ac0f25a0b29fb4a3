"""What `seen` compares: hand-checked positions, the same on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.tiny import tiny

from interpreter.native.runtime import nodes

DROPS = """
board: rectangle(2, 1)
pieces:
  man:
    supply: 2
actions:
  place: put man of Black on a1
  remove_it: remove a1
  take_back: lift a1
turn: place or remove_it or take_back
end:
  - when seen({things}) = {times}: draw
  - when turns = 8: Black wins
"""
EACH = """
board: rectangle(2, 1)
pieces:
  pawn:
    owner: none
    supply: each
    with:
      side: light, dark
actions:
  place(p in supply): put p on a1
  remove_it: remove a1
  take_back: lift a1
turn: place or remove_it or take_back
end:
  - when seen(board, supply) = 1: draw
  - when turns = 8: Black wins
"""


def length(game: Any, engine: str, *moves: str) -> tuple[int, bool]:
    """After how many of the moves the game was over, and whether it was drawn."""
    state = game.start()
    assert state.engine.name == engine
    for number, move in enumerate(moves):
        if state.is_over:
            return number, state.result == [0.5, 0.5]
        state = game.state_from_json(state.play(move).to_json())  # the past is kept in it too
    return len(moves), state.is_over and state.result == [0.5, 0.5]


@pytest.mark.parametrize(
    ("things", "times", "moves", "after"),
    [
        # the empty board comes back after the second move, with one man fewer off the board
        ("board", 1, "place remove_it", 2),
        ("board, supply", 1, "place remove_it place remove_it", None),
        ("board, supply", 1, "place take_back", 2),
        ("board, supply", 1, "place remove_it place take_back", 4),  # as after the second
        ("board, supply, mover", 1, "place take_back", 2),
        ("supply", 1, "place remove_it", 2),  # as after the first
        ("supply, board", 2, "place take_back place take_back", 4),
    ],
)
def test_the_supply_tells_positions_apart(
    things: str, times: int, moves: str, after: int | None, tmp_path: Path, engine: str
) -> None:
    game = tiny(tmp_path, DROPS.format(things=things, times=times))
    listed = moves.split()
    assert length(game, engine, *listed) == (after or len(listed), after is not None)


def test_pieces_of_which_there_is_one_each(tmp_path: Path, engine: str) -> None:
    game = tiny(tmp_path, EACH)
    assert length(game, engine, "place light", "remove_it", "place dark", "remove_it") == (4, False)
    assert length(game, engine, "place light", "take_back") == (2, True)
    assert length(game, engine, "place light", "remove_it", "place dark", "take_back") == (4, True)


def test_a_hash_does_not_work_out_the_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take a hundred times as long as a move."""
    game = tiny(tmp_path, DROPS.format(things="board, supply", times=3))
    one, other = game.start(), game.start()
    for move in ("place", "take_back", "place", "take_back"):
        one, other = one.play(move), other.play(move)

    def never(*_: Any) -> Any:
        raise AssertionError("the past was worked out")

    monkeypatch.setattr(nodes, "add_past", never)
    assert hash(one) == hash(other) and one == other and one in {other}


def test_states_are_equal_where_their_pasts_are(tmp_path: Path) -> None:
    game = tiny(tmp_path, DROPS.format(things="board, supply", times=3))
    lines = [
        ("place", "take_back", "place"), ("place", "place", "take_back"), ("place", "take_back")
    ]  # fmt: skip
    states: dict[str, list[Any]] = {}
    for engine in ("reference", "native"):
        states[engine] = []
        for line in lines:
            state = game.start(engine)
            for move in line:
                state = state.play(move)
            states[engine].append(state)
    for a, b, c in states.values():
        assert len({a, b, c}) == 3
    for one, other in zip(*states.values(), strict=True):
        assert one == other and hash(one) == hash(other)
    place = game.start().play("place")
    again = place.play("take_back").play("place")
    assert again != place  # the same board and supply, and more that has been
