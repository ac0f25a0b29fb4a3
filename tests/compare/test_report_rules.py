"""How a report tells in what the rules of variants differ: the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from interpreter.diff import comparison
from interpreter.diff.lockstep import until
from interpreter.study.plan.parsing import pairing_of, variants_of
from interpreter.study.plan.study import Study
from interpreter.study.report.verdict.rules import lines_text, play_text
from interpreter.study.results import rules
from interpreter.study.results.results import RulesApart


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    rules.found.cache_clear()
    yield
    rules.found.cache_clear()


def apart(*games: str) -> tuple[RulesApart, ...]:
    variants = variants_of(list(games), {}, {})
    return rules.rules_apart(Study("apart", variants, (pairing_of("random"),)))


def test_a_slow_machine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = apart("tic-tac-toe", "misere-tic-tac-toe")
    rules.found.cache_clear()
    hours = count(0, 3600)
    for module in (until, comparison):
        monkeypatch.setattr(module, "monotonic", lambda: float(next(hours)))
    assert apart("tic-tac-toe", "misere-tic-tac-toe") == first
    assert first[0].outcome == "different"


def test_ctrl_c_is_heard_and_half_a_comparison_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("interpreter.diff.lockstep.lockstep.Together.facts", stopped)
        apart("tic-tac-toe", "misere-tic-tac-toe")
    assert apart("tic-tac-toe", "misere-tic-tac-toe")[0].moves


def test_a_turn_that_is_too_long_leaves_the_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(pair: Any) -> Any:
        raise variants_of(["squ"], {}, {})[0].game.reference.turns.too_long()

    monkeypatch.setattr("interpreter.diff.lockstep.lockstep.steps", too_long)
    (one,) = apart("tic-tac-toe", "misere-tic-tac-toe")
    assert one.outcome == "not-compared" and one.lines


SWAPPED = """extends: tic-tac-toe
define:
  middle: ({b2})
actions:
  swap({a, b} in links):
    - require a in mine
    - require b not in mine
    - swap a and b
turn: place or swap
"""


def test_an_action_that_comes_or_goes_is_one_change(tmp_path: Path) -> None:
    path = tmp_path / "swapped.yaml"
    path.write_text(SWAPPED)
    (one,) = apart(str(path), "tic-tac-toe")
    whole = [line.heading for line in one.lines if line.is_whole]
    assert whole == ["define, middle", "actions, swap"]
    told = lines_text(one, "B", "A")
    assert told.startswith("B differs from A in 3 rules: ") and told.count("`swap` is gone") == 1
    (other,) = apart("tic-tac-toe", str(path))
    assert "the action `swap` is new" in lines_text(other, "B", "A")
    (swap,) = [line for line in other.lines if line.heading == "actions, swap"]
    assert len(swap.other.splitlines()) == 4 and not swap.first


def test_a_play_that_may_not_be_the_shortest_says_so() -> None:
    (one,) = apart("tic-tac-toe", "misere-tic-tac-toe")
    assert one.is_shortest and "gdl diff" not in play_text(one, "B", "A")
    assert "`gdl diff` looks further" in play_text(replace(one, is_shortest=False), "B", "A")


PICK = """game: Pick
players: White, Black
state:
  won: 0..2
actions:
  pick(n in 1..2): set won to (1 if n = 1 else 2)
  wait: set won to 0
turn: pick or wait
end:
  - when won = 1: mover wins
  - when won = 2: mover loses
  - when turns = 3: draw
"""


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [("1..2): set won", "1..9): set won", "different"), ("pick", "take", "equal-proved")],
)
def test_moves_to_one_position_are_alike_only_where_they_are_as_many(
    tmp_path: Path, old: str, new: str, outcome: str
) -> None:
    (tmp_path / "a.yaml").write_text(PICK)
    (tmp_path / "b.yaml").write_text(PICK.replace(old, new))
    (one,) = apart(str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml"))
    assert one.outcome == outcome
