"""How a report tells in what the rules of variants differ: the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from interpreter.diff import comparison
from interpreter.diff.lockstep import until
from interpreter.study.plan.parsing import pairing_of, variants_of
from interpreter.study.plan.study import Study
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
