"""Games play as they do in programs of other people, and in small models written from their rules.

    python -m pytest -m slow tests/peers

plays 100,000 positions of each game side by side, the quick suite a few hundred.  Programs that are
not installed are left out, with the reason: `pip install '.[peers]'` installs them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from peers.cases import CASES, missing
from peers.report import PAGE, rows_of, shown
from peers.walking import Case, compare

MANY = 100_000


def cases(positions: int) -> list[object]:
    return [
        pytest.param(c, positions or c.quick, id=c.title, marks=[skipped(missing(c))])
        for c in CASES if positions or c.quick
    ]


def skipped(reason: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(bool(reason), reason=reason)


@pytest.mark.parametrize(("case", "positions"), cases(0))
def test_some_positions(case: Case, positions: int) -> None:
    assert compare(case, positions, seed=1) >= positions


@pytest.mark.slow
@pytest.mark.parametrize(("case", "positions"), cases(MANY))
def test_many_positions(case: Case, positions: int) -> None:
    assert compare(case, positions, seed=2) >= positions


def test_the_page_has_a_row_for_each_comparison() -> None:
    table = rows_of(Path(PAGE).read_text("utf-8"))
    assert [row[:3] for row in table] == [shown(case) for case in CASES]
    assert all(int(row[3].replace(",", "")) > 0 for row in table)
    assert {row[4] for row in table} == {"0"}


def test_a_game_that_differs_is_noticed() -> None:
    """Black begins Konane on a board of another size at other cells."""
    right = next(c for c in CASES if c.game == "konane")
    wrong = Case("konane", right.peer, lambda size: right.make(size=size + 2), {"size": 6})
    with pytest.raises(AssertionError, match="konane"):
        compare(wrong, 1, seed=1)
