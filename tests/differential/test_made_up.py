"""Games made up at random, on both engines: see `tests/generators/fuzz.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.fuzz import WRITERS, Refused, check
from support.c_driver import COMPILER

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

GAMES, MANY = 6, 200  # of one test
TESTS = 4


def play(folder: Path, kind: str, first: int, count: int) -> tuple[int, int]:
    """Play some made-up games; how many could be played, and how many positions were compared."""
    played = compared = 0
    for seed in range(first, first + count):
        path = folder / f"game_{seed}.yaml"
        path.write_text(WRITERS[kind](seed).text(), encoding="utf-8")
        try:
            compared += check(path, seed)
            played += 1
        except Refused:
            continue
        except AssertionError as error:
            error.add_note(f"python tests/generators/fuzz.py --kind {kind} --from {seed} --games 1")
            raise
    return played, compared


QUICK = [(kind, n) for kind in WRITERS for n in range(1 if kind == "tables" else TESTS // 2)]


@pytest.mark.parametrize(("kind", "number"), QUICK)
def test_both_engines_agree_on_made_up_games(tmp_path: Path, kind: str, number: int) -> None:
    played, compared = play(tmp_path, kind, number * GAMES, GAMES)
    assert played >= 1 and compared >= 3 * played


def test_names_of_sets_and_of_loops_differ(tmp_path: Path) -> None:
    """A loop over the parts of groups once had the name of a set that was asked within it."""
    assert play(tmp_path, "usual", 10_604, 1)[0] == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", range(TESTS))
@pytest.mark.parametrize("kind", WRITERS)
def test_both_engines_agree_on_many_made_up_games(tmp_path: Path, kind: str, number: int) -> None:
    played, compared = play(tmp_path, kind, 10_000 + number * MANY, MANY)
    assert played >= MANY / 2 and compared >= 3 * played
