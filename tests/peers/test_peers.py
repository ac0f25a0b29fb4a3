"""Games play as they do in programs of other people, and in small models written from their rules.

    python -m pytest -m slow tests/peers

plays 100,000 positions of each game side by side, the quick suite a few hundred.  Programs that are
not installed are left out, with the reason: `pip install '.[peers]'` installs them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from peers.cases import CASES, FAIRY, missing
from peers.report import PAGE, rows_of, shown
from peers.walking import Case, compare
from support.quick import each

MANY = 100_000


def cases(positions: int) -> list[object]:
    return [
        pytest.param(c, positions or c.quick, id=c.title, marks=[skipped(missing(c))])
        for c in CASES if positions or c.quick
    ]


def skipped(reason: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(bool(reason), reason=reason)


@pytest.mark.parametrize(("case", "positions"), each(2, cases(0)))
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


@pytest.mark.skipif(bool(missing(FAIRY[0])), reason=missing(FAIRY[0]))
@pytest.mark.parametrize(
    ("fen", "moves", "drawn"),
    [
        pytest.param("", 2 * "g1f3 g8f6 f3g1 f6g8 ", True, id="the third occurrence"),
        pytest.param("k7/8/8/8/8/8/7R/K7 w - - 98 80", "h2h3 a8b8", True, id="fifty moves"),
        pytest.param("4k3/1r6/2K5/8/8/8/8/8 w - - 0 80", "c6b7", True, id="a king each"),
        pytest.param("4k3/1r6/2K5/8/8/8/8/7R w - - 0 80", "c6b7", False, id="a rook is left"),
        pytest.param("4kr2/4P3/8/8/8/8/8/K7 w - - 0 80", "e7f8n", True, id="a promotion"),
    ],
)
def test_pyffish_is_asked_about_draws(fen: str, moves: str, drawn: bool) -> None:
    """It is asked only where a draw may be, so no draw must slip through."""
    from peers.fairy import Fairy

    peer = Fairy("chess")
    peer.fen = peer.first = fen or peer.fen
    *before, last = moves.split()
    for move in before:
        assert peer.result() is None
        peer.play(move)
    peer.play(last)
    assert peer.result() == ([0.5, 0.5] if drawn else None)
