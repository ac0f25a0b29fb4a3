"""A misspelt word is caught, at its place, with the right word suggested."""

from __future__ import annotations

import pytest
from generators import misspell


@pytest.fixture(scope="module")
def verdicts() -> list[misspell.Verdict]:
    return misspell.measure(count=60, seed=11)[0]


def test_every_misspelt_word_is_caught(verdicts: list[misspell.Verdict]) -> None:
    missed = [(v.mistake.game, v.mistake.right, v.mistake.wrong) for v in verdicts if not v.caught]
    assert not missed


def test_misspelt_words_are_marked_exactly(verdicts: list[misspell.Verdict]) -> None:
    assert misspell.share(verdicts, "placed") >= 0.98


def test_the_right_word_is_suggested(verdicts: list[misspell.Verdict]) -> None:
    assert misspell.share(verdicts, "advised") >= 0.95


def test_one_mistake_gives_one_finding(verdicts: list[misspell.Verdict]) -> None:
    assert sum(len(v.diagnostics) == 1 for v in verdicts) / len(verdicts) >= 0.95
