"""A misspelt word is caught, at its place, with the right word suggested.

The shares are of all words of the bundled games.  Of 60 drawn by chance, as many as 6 may go wrong
where 4 of 100 do; of 600 no more than the share that is asked for.
"""

from __future__ import annotations

import pytest
from generators import misspell

Verdicts = tuple[list[misspell.Verdict], float]  # with the least share that is right


@pytest.fixture(scope="module", params=[
    pytest.param((60, 0.9), id="few"), pytest.param((600, 0.95), id="many", marks=pytest.mark.slow),
])  # fmt: skip
def verdicts(request: pytest.FixtureRequest) -> Verdicts:
    count, least = request.param
    return misspell.measure(count, seed=11)[0], least


def test_every_misspelt_word_is_caught(verdicts: Verdicts) -> None:
    missed = [v.mistake for v in verdicts[0] if not v.caught]
    assert [(m.game, m.right, m.wrong) for m in missed] == []


def test_misspelt_words_are_marked_exactly(verdicts: Verdicts) -> None:
    assert misspell.share(verdicts[0], "placed") >= 0.98


def test_the_right_word_is_suggested(verdicts: Verdicts) -> None:
    assert misspell.share(verdicts[0], "advised") >= verdicts[1]


def test_one_mistake_gives_one_finding(verdicts: Verdicts) -> None:
    alone = sum(len(v.diagnostics) == 1 for v in verdicts[0])
    assert alone / len(verdicts[0]) >= verdicts[1]
