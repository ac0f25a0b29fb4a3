"""Entries of `sees` that ask whose turn it is where who looks is meant."""

from __future__ import annotations

import pytest
from support.diagnosing import FEW, findings

RULES = """
game: Who looks
players: A, B
board: square(3)
pieces:
  man:
    with:
      rank: 0..3
state:
  number[p in colours]: 0..3
  out: subsets(colours)
define:
  is_own(p): p = viewer
sees:
  {entry}
  place: nothing
actions:
  place(at in empty):
    - put man with rank = 1 on at
    - set number[mover] to 1
    - add mover to out
turn: place
end:
  - when turns = 2: draw
"""


def hints(entry: str) -> list[str | None]:
    """The hints of the warnings for an entry."""
    text = RULES.replace("is_own(p)", "is_own(p)" if "is_own" in entry else "own(p)")
    if "is_own" not in entry:
        text = text.replace("define:\n  own(p): p = viewer\n", "")
    found = findings(text.format(entry=entry), tried=FEW)
    return [d.hint for d in found if d.code == "seen-by-mover"]


@pytest.mark.parametrize(
    ("entry", "fixed"),
    [
        ("number[p]: p = mover", "p = viewer"),
        ("number[p]: mover = p or turns > 1", "viewer = p or turns > 1"),
        ("number[p]: p != mover", "p != viewer"),
        ("rank[c]: owner[c] = mover", "owner[c] = viewer"),
        ("rank[c]: c in mine", "c in pieces(viewer)"),
        ("board: mine", "pieces(viewer)"),
        ("board: pieces(mover)", "pieces(viewer)"),
    ],
)
def test_the_mover_in_place_of_who_looks(entry: str, fixed: str) -> None:
    assert hints(entry) == [f"`viewer` is the colour that looks: write `{fixed}`"]


@pytest.mark.parametrize(
    "entry",
    [
        "number[p]: p = viewer",
        "number[p]: p = viewer or p = mover",
        "number[p]: p = mover and viewer not in out",
        "number[p]: p in out or mover = A",
        "number[p]: is_own(p) or p = mover",
        "board: pieces(viewer)",
        "number[p]: nothing",
        "refusal: viewer = mover",
    ],
)
def test_what_asks_who_looks_gives_no_warning(entry: str) -> None:
    assert hints(entry) == []
