"""Battleship: where ships may lie, what a shot tells, and what nobody sees."""

from __future__ import annotations

import random
from typing import Any

import pytest
from peers.models.armies import Battleship
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game
from interpreter.hidden.determinisation import Determiniser
from interpreter.hidden.knowledge import Memory
from interpreter.hidden.worlds import Work

SHIPS = ("carrier", "battleship", "cruiser", "submarine", "destroyer")
SIZES = (5, 4, 3, 3, 2)
ANSWERS = ("hit", "miss", "sunk")


def lying(columns: str) -> list[str]:
    """Five moves: ships across, one above the other from the first row on."""
    cells = [",".join(f"{c}{row}" for c in columns[:n]) for row, n in enumerate(SIZES, 1)]
    return [f"place {ship} {{{where}}}" for ship, where in zip(SHIPS, cells, strict=True)]


def begun(blue: str = "lmnop", engine: str | None = None) -> Any:
    """Red's fleet in the lower left corner, Blue's above these columns."""
    state = load_game("battleship").start(engine=engine)
    for moves in zip(lying("abcde"), lying(blue), strict=True):
        state = play(state, *moves)
    return state


def told(state: Any, seat: int) -> list[str]:
    """What was called out."""
    return [text for text in state.view(seat).heard if text.split()[0] in ANSWERS]


def test_ships_lie_in_lines_of_the_own_sea() -> None:
    state = load_game("battleship").start()
    assert len(state.moves()) == 2 * 6 * 10
    state = play(state, "place carrier {a1,b1,c1,d1,e1}")
    assert len(state.moves()) == 120
    state = play(state, "place carrier {u1,u2,u3,u4,u5}")
    assert len(state.moves()) == 2 * 7 * 10 - 5 - 5  # across and upright, not on the carrier
    assert "no room" in refusal(state, "place battleship {e1,f1,g1,h1}")
    assert "no room" in refusal(state, "place battleship {l1,m1,n1,o1}")
    assert "place battleship {a2,a3,a4,a5}" in texts(state)  # ships may touch
    refusal(state, "place cruiser {a3,b3,c3}")
    refusal(state, "place battleship {a2,b3,c4,d5}")


def test_nobody_sees_the_ships_of_the_other() -> None:
    state = begun()
    assert len(state.view(0).pieces) == len(state.view(1).pieces) == 17
    assert all(piece.colour == "Red" for piece in state.view(0).pieces.values())
    assert len(targets(state, "shoot")) == 100
    assert not [text for text in state.view(0).heard if text.startswith("Blue")]


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_what_a_shot_tells(engine: str) -> None:
    state = play(begun(engine=engine), "shoot l5", "shoot a10")
    assert state.engine.name == engine
    assert state.view(0).pieces["l5"].kind == "wreck"
    assert state.view(0).pieces["l5"].attributes == {"part_of": "destroyer"}
    assert "l1" not in state.view(0).pieces
    assert state.view(0).variables["fired"] == {"l5", "a10"}
    assert "l5 is not in `sea(opponent) - fired`" in refusal(state, "shoot l5")
    state = play(state, "shoot m5", "shoot e1")
    answers = ["hit destroyer", "miss", "hit destroyer", "sunk destroyer", "hit carrier"]
    assert told(state, 0) == told(state, 1) == answers


def test_who_sinks_the_fleet_wins() -> None:
    ships = [f"{c}{row}" for row, size in enumerate(SIZES, 1) for c in "lmnop"[:size]]
    state = begun()
    for number, cell in enumerate(ships):
        assert not state.is_over
        state = state.play(f"shoot {cell}")
        if number < 16:
            state = state.play(f"shoot {'abcdefghij'[number % 10]}{6 + number // 10}")
    assert result(state) == [1, 0] and state.ended_because == "the whole fleet is sunk"
    assert state.turn == 10 + 33 and told(state, 1).count("miss") == 16
    assert [text for text in told(state, 0) if "sunk" in text] == [f"sunk {s}" for s in SHIPS]


def test_what_is_told_is_what_the_model_calls_out() -> None:
    luck, state, peer = random.Random(4), load_game("battleship").start(), Battleship()
    while not state.is_over:
        move = luck.choice(state.moves())
        state = state.play(move)
        peer.play(move.text)
    assert told(state, 0) == told(state, 1) == peer.answers


def test_where_ships_lie_changes_nothing_for_the_other() -> None:
    one, other = begun(), begun("qrstu")
    luck = random.Random(1)
    for _ in range(20):
        assert one.view(0) == other.view(0)
        if one.seat == 0:
            assert one.moves() == other.moves()
            cell = luck.choice(sorted(c for c in targets(one, "shoot") if int(c[1:]) > 5))
        else:
            cell = luck.choice(sorted(targets(one, "shoot")))
        one, other = one.play(f"shoot {cell}"), other.play(f"shoot {cell}")


def test_guesses_agree_with_every_shot() -> None:
    """After 21 shots, with which Red has hit three ships and sunk one of them."""
    state, memory, luck = begun(), Memory(), random.Random(3)
    shots = ["l5", "m5", "n2", "o2", "l1", "u10", "t9", *(f"{c}7" for c in "lmnopqrstu"),
             *(f"{c}6" for c in "lnpr")]  # fmt: skip
    for shot in shots:
        memory.note(memory.knowledge(state), f"shoot {shot}")
        state = state.play(f"shoot {shot}")
        state = state.play(f"shoot {luck.choice(sorted(targets(state, 'shoot')))}")
    known, fleets = memory.knowledge(state), set()
    for seed in range(3):
        world = Determiniser(known, random.Random(seed), Work(5000)).sample()
        assert world is not None and world.is_consistent
        assert world.state.view(0) == state.view(0) and world.state.moves() == state.moves()
        ships = {c: p for c, p in world.state.pieces().items() if p.colour == "Blue"}
        assert all(ships[c].kind == "wreck" for c in ("l5", "m5", "n2", "o2", "l1"))
        assert {ships[c].attributes["part_of"] for c in ("n2", "o2")} == {"battleship"}
        assert not ships.keys() & (set(shots) - {"l5", "m5", "n2", "o2", "l1"})
        fleets.add(frozenset(ships))
    assert len(fleets) == 3
