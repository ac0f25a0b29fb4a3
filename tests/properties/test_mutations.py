"""Any text gives diagnostics or a game, soon and in little memory.

`BOARDWRIGHT_MUTATIONS=5000 pytest tests/properties` tries so many mutated games; 40 are tried
otherwise.  Each process checks one share of them, with a limit on its memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.diagnosing import findings

TOOL = Path(__file__).parents[1] / "generators" / "mutate.py"
FEW = 40
COUNT = int(os.environ.get("BOARDWRIGHT_MUTATIONS", str(FEW)))
BUSY = ("--patience", "20")  # what takes long still fails, a machine that is busy does not
SEED = os.environ.get("BOARDWRIGHT_SEED", "1")

pytest.importorskip("resource")  # there is none on Windows


def problems(*options: str) -> str:
    """What the tool says went wrong, case by case."""
    done = subprocess.run(
        [sys.executable, str(TOOL), *options], capture_output=True, text=True, timeout=3600
    )
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    cases = [f"{each['case']}\n{each['problem']}\n{each['text'][:3000]}" for each in reports]
    assert done.returncode in (0, 1), done.stderr[-3000:]
    return "\n\n".join(cases)


def test_mutated_games_give_diagnostics() -> None:
    assert problems("--count", str(COUNT), "--seed", SEED, *BUSY) == ""


def test_files_that_ask_for_too_much_give_diagnostics() -> None:
    share = "1" if COUNT > FEW else "24"
    assert problems("--nasty", "--every", share, *BUSY) == ""


def test_a_share_of_the_large_files_is_checked_soon() -> None:
    assert problems("--large", "--every", "24", "--seed", SEED, *BUSY) == ""


@pytest.mark.slow
def test_large_files_are_checked_soon() -> None:
    """Any file of up to a megabyte takes less than 2 seconds of processor time, and 200 MB."""
    assert problems("--large") == ""


WORDS = st.sampled_from(
    "cells empty mine row ( ) [ ] { } in for if else not some no count any + - * .. = < & | , 1 "
    "2 0 a1 c p stone White east none true lines groups max f owner within meets to on of".split()
)


@settings(max_examples=200)
@given(st.lists(WORDS, max_size=25))
def test_any_words_are_a_rule_or_not(words: list[str]) -> None:
    text = (
        "game: Any\nplayers: White, Black\nboard: square(3)\npieces: stone\ndefine:\n"
        f"  f(p): >-\n    {' '.join(words)}\nactions:\n  place(at in empty): put stone on at\n"
        "turn: place\nend:\n  - when no empty: draw\n"
    )
    for diagnostic in findings(text):
        diagnostic.render()


@settings(max_examples=100)
@given(st.text(max_size=200))
def test_any_text_is_a_file_or_not(text: str) -> None:
    for diagnostic in findings(text):
        diagnostic.render()
