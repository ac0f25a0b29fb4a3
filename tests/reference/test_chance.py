"""Chance: weights, set-up, and turns in which nature acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.positions import play, refusal, texts
from support.tiny import tiny

from interpreter.reference.statements import Statements


def odds(state: Any) -> dict[str, float]:
    return {move.text: chance for move, chance in state.chance}


DICE = """
state:
  dice: 1..6
chance:
  throw(n in 1..6):
    - weight {weight}
    - set dice to n
actions:
  go(c in column(dice)): put man on c
turn: throw, go if possible
"""


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        ("1", [1 / 6] * 6),
        ("7", [1 / 6] * 6),
        ("n", [n / 21 for n in range(1, 7)]),
        ("2 if n = 1 else 0", [1.0]),
        ("n mod 2", [1 / 3] * 3),
        ("0.5 if n = 1 else 0.1", [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]),
    ],
)
def test_weights(tmp_path: Path, weight: str, expected: list[float]) -> None:
    start = tiny(tmp_path, DICE.format(weight=weight)).start()
    assert list(odds(start).values()) == pytest.approx(expected)
    assert sum(odds(start).values()) == pytest.approx(1.0)


def test_uniform_without_a_weight(tmp_path: Path) -> None:
    rules = DICE.format(weight="1").replace("    - weight 1\n", "")
    assert odds(tiny(tmp_path, rules).start()) == pytest.approx(
        {f"throw {n}": 1 / 6 for n in range(1, 7)}
    )


def test_chance_is_nobodys_turn(tmp_path: Path) -> None:
    start = tiny(tmp_path, DICE.format(weight="1")).start()
    assert (start.seat, start.colour, start.moves(), start.is_chance) == (None, None, [], True)
    state = play(start, "throw 2")
    assert (state.seat, state.colour, state.chance, state.is_chance) == (0, "Black", [], False)
    assert texts(state) == {"go b1", "go b2", "go b3"}
    after = play(state, "go b1")
    assert (after.turn, after.is_chance) == (1, True)


def test_chance_may_leave_nothing_to_do(tmp_path: Path) -> None:
    start = tiny(tmp_path, DICE.format(weight="1")).start()
    state = play(start, "throw 5")
    assert (state.turn, state.is_chance) == (1, True)
    assert play(state, "throw 1").colour == "White"


def test_chance_is_not_looked_through_for_a_good_throw(tmp_path: Path) -> None:
    """A throw that cannot be followed is no throw: only 1, 2 and 3 can be thrown here."""
    rules = DICE.format(weight="1").replace("go if possible", "go")
    start = tiny(tmp_path, rules).start()
    assert set(odds(start)) == {"throw 1", "throw 2", "throw 3"}


def test_a_require_in_chance(tmp_path: Path) -> None:
    rules = DICE.format(weight="1").replace("    - weight 1\n", "    - require n != dice\n")
    assert set(odds(tiny(tmp_path, rules).start())) == {f"throw {n}" for n in range(2, 7)}


def test_chance_after_an_action(tmp_path: Path) -> None:
    rules = """
chance:
  grow(c in neighbours(last) & empty): put man on c
actions:
  go(c in empty): put man on c
turn: go, grow if possible
"""
    state = play(tiny(tmp_path, rules).start(), "go a1")
    assert odds(state) == {"grow b1": 0.5, "grow a2": 0.5}
    after = play(state, "grow a2")
    assert after.at("a2").colour == "Black"
    assert after.colour == "White"


SETUP = """
setup:
{setup}
chance:
  drop(c in empty): put man of White on c
  lay(c in cells, p in colours): put man of p on c
actions:
  go(c in empty): put man on c
turn: go
"""


def set_up(folder: Path, setup: str) -> Any:
    lines = "\n".join(f"  {line}" for line in setup.strip("\n").splitlines())
    text = SETUP.format(setup=lines)
    for name in ("drop", "lay"):
        if f"{name}\n" not in setup + "\n" and f"{name}(" not in setup:
            text = "\n".join(x for x in text.splitlines() if not x.startswith(f"  {name}("))
    return tiny(folder, text).start()


def test_chance_in_the_set_up(tmp_path: Path) -> None:
    start = set_up(tmp_path, "- put man on a1\n- drop\n- drop")
    assert (start.is_chance, start.seat, start.turn) == (True, None, 0)
    assert len(start.chance) == 8
    state = play(start, "drop b1")
    assert len(state.chance) == 7
    assert "drop" in refusal(state, "drop b1") or "chance" in refusal(state, "drop b1")
    state = play(state, "drop c1")
    assert (state.seat, state.colour, state.turn) == (0, "Black", 0)


def test_chance_in_a_for_of_the_set_up(tmp_path: Path) -> None:
    """Each cell of the row gets a man of a colour by chance; the cell is fixed."""
    state = set_up(tmp_path, "- for c in row(1): lay(c)\n- put man of White on c3")
    for cell in ("a1", "b1", "c1"):
        assert odds(state) == {f"lay {cell} Black": 0.5, f"lay {cell} White": 0.5}
        assert state.at("c3") is None
        state = play(state, f"lay {cell} White")
    assert state.colour == "Black"
    assert set(state.pieces()) == {"a1", "b1", "c1", "c3"}


def test_what_follows_in_the_set_up_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ways there are to deal; the trial of a set-up goes through thousands."""
    made: list[Any] = []
    make = Statements.function
    monkeypatch.setattr(Statements, "function", lambda self, s: made.append(s) or make(self, s))
    start = set_up(tmp_path, "- drop\n- drop\n- put man of White on c3").game.start("reference")
    made.clear()
    for second in ("b1", "b2", "b3", "c1", "c2"):
        assert start.play("drop a1").play(f"drop {second}").at("c3").colour == "White"
    assert len(made) <= 1


def test_chance_under_a_condition_of_the_set_up(tmp_path: Path) -> None:
    setup = """
- lay(a1)
- if owner[a1] = White:
    - drop
  else:
    - put man of Black on b1
"""
    start = set_up(tmp_path, setup)
    white = play(start, "lay a1 White")
    assert len(white.chance) == 8
    assert play(white, "drop c3").colour == "Black"
    black = play(start, "lay a1 Black")
    assert black.colour == "Black"
    assert set(black.pieces()) == {"a1", "b1"}


def test_a_state_in_the_set_up_is_written_and_read(tmp_path: Path) -> None:
    state = set_up(tmp_path, "- for c in row(1): lay(c)\n- put man of White on c3")
    state = play(state, "lay a1 White")
    again = state.game.state_from_json(state.to_json())
    assert again == state
    assert odds(again) == odds(state)
    assert odds(play(again, "lay b1 Black")) == {"lay c1 Black": 0.5, "lay c1 White": 0.5}


def test_equal_set_ups_of_two_loadings_are_equal(tmp_path: Path) -> None:
    one = set_up(tmp_path, "- drop\n- drop")
    other = set_up(tmp_path, "- drop\n- drop")
    assert one == other
    assert hash(play(one, "drop a1")) == hash(play(other, "drop a1"))
    assert play(one, "drop a1") != play(other, "drop b1")


def test_random_moves_follow_the_weights(tmp_path: Path) -> None:
    import random

    start = tiny(tmp_path, DICE.format(weight="3 if n = 1 else 1 if n = 2 else 0")).start()
    chooser = random.Random(11)
    thrown = [start.random_move(chooser).variables["dice"] for _ in range(400)]
    assert set(thrown) == {1, 2}
    assert 260 <= thrown.count(1) <= 340  # 300 ± 4.6 standard deviations
