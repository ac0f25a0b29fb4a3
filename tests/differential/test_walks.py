"""The native engine plays every bundled game as the reference engine does: after every move of
random games both tell the same, whatever is asked.
"""

from __future__ import annotations

import shutil
from typing import Any

import pytest
from generators.walks import FIRST, MOST, WALKS, cases, known, walk_digest
from support.both_engines import walk
from support.quick import each

from interpreter import load_game

pytestmark = [
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
    pytest.mark.usefixtures("some_level"),
]

QUICK_MOVES = 16  # of a walk of the quick suite; the reference engine is slow on large boards
FEWER = {"quoridor": 2}  # where a position has many moves that each take long
CASES = cases()
IDS = [case for case, _, _ in CASES]


@pytest.mark.parametrize("case, name, options", each(8, CASES), ids=IDS)
def test_walks(case: str, name: str, options: dict[str, Any]) -> None:
    game = load_game(name, **options)
    twice = not options and IDS.index(case) % 3 == 0
    for seed in range(1 + twice):  # the second on the optimised library
        walk(game, seed, FEWER.get(name, QUICK_MOVES))


@pytest.mark.slow
@pytest.mark.parametrize("case, name, options", CASES, ids=IDS)
def test_long_walks(case: str, name: str, options: dict[str, Any]) -> None:
    game, digests = load_game(name, **options), known(case)
    if not digests:
        pytest.skip(f"`python tests/generators/walks.py {case}` records walks, which takes hours")
    assert len(digests) == WALKS, f"`python tests/generators/walks.py {case}` adds what is missing"
    for seed, digest in enumerate(digests, FIRST):
        if walk_digest(game, seed, "native") != digest:
            walk(game, seed, MOST)  # shows the difference


def test_digests_come_from_the_reference_engine() -> None:
    some = [case for case in CASES if known(case[0])]
    games = [(case, load_game(name, **options)) for case, name, options in some]
    small = [(case, game) for case, game in games if len(game.board.cells) < 50]
    assert len(small) > 5
    for case, game in small[::3]:
        number = len(known(case)) // 2
        assert walk_digest(game, FIRST + number, "reference") == known(case)[number], case
