"""Mistakes in small games are found after as few moves as a brute force needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.mutants import BruteForce, ByPositions, Mutant, base_game, mutants, play_mutant
from support.quick import each

from interpreter.diff.comparison import Wanted, find
from interpreter.diff.rules.findings import DIFFERENT, EQUAL
from interpreter.native.build.compilers import find_compiler

COSTLY = {"cropa": 5, "cuiquindi": 9, "quardo": 7, "breakthrough": 5, "reversi": 5}
ALL = list(mutants())
QUICK = [m for n, m in enumerate(ALL) if n % COSTLY.get(m.base, 1) == 0]
FIVE = {"squ", "cropa", "cuiquindi", "quarod", "quardo"}
MOST = 600  # pairs that the brute force looks at


def check(mutant: Mutant, folder: Path, most: int, same_moves: bool = False) -> None:
    """Compare with the brute force."""
    wrong = play_mutant(mutant, folder)
    if wrong is None:
        return
    right = base_game(mutant.base, folder)
    force = (ByPositions if same_moves else BruteForce)(right, wrong, most)
    length, depth, is_whole = force.shortest()
    outcome = find(right, wrong, Wanted(pairs=most, games=5, same_moves=same_moves))
    if length is not None:
        assert outcome.difference is not None
        assert len(outcome.difference.moves) == length
        assert outcome.difference.is_shortest and outcome.difference.facts
        assert outcome.outcome == DIFFERENT and outcome.changes
    elif is_whole:
        assert outcome.outcome == EQUAL
    else:
        assert outcome.difference is None or len(outcome.difference.moves) > depth


def test_there_are_enough_mutants(tmp_path: Path) -> None:
    playable = [m for m in QUICK if play_mutant(m, tmp_path) is not None]
    assert len(playable) >= 60
    assert {m.base for m in playable} >= FIVE
    assert len({m.operator for m in playable}) >= 12


@pytest.mark.parametrize("mutant", each(4, QUICK), ids=str)
def test_a_mutant(mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    check(mutant, tmp_path, MOST)


@pytest.mark.parametrize("mutant", QUICK[::12], ids=str)
def test_a_mutant_by_positions(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    check(mutant, tmp_path, MOST, same_moves=True)


@pytest.mark.slow
@pytest.mark.parametrize("same_moves", [False, True])
@pytest.mark.parametrize("mutant", ALL, ids=str)
def test_every_mutant(
    mutant: Mutant, same_moves: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    check(mutant, tmp_path, 2 * MOST, same_moves)


@pytest.mark.slow
@pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("mutant", ALL[::3], ids=str)
def test_a_mutant_on_the_native_engine(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same difference as on the reference engine, and as many pairs."""
    wrong = play_mutant(mutant, tmp_path)
    if wrong is None:
        return
    right = base_game(mutant.base, tmp_path)
    outcomes = []
    for engine in ("native", "reference"):
        monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
        outcomes.append(find(right, wrong, Wanted(pairs=MOST, games=0)))
    assert outcomes[0].as_json() == outcomes[1].as_json()
