"""Mutants of bundled games give diagnostics, or play the same on both engines under the sanitizers.

`python tests/generators/fuzz_bundled.py --games 10000` tries that many.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from generators.fuzz_bundled import sanitized, verdicts, walk
from support.both_engines import pair
from support.c_driver import COMPILER, has_sanitizers

from interpreter import load_game

QUICK, MANY = 6, 90  # mutants of a test


@pytest.fixture(scope="module", autouse=True)
def sanitizers(tmp_path_factory: pytest.TempPathFactory) -> None:
    if COMPILER is None or not has_sanitizers(tmp_path_factory.mktemp("probe")):
        pytest.skip("the compiler has no sanitizers")


@pytest.mark.parametrize(
    ("first", "count"), [(1, QUICK), pytest.param(1 + QUICK, MANY, marks=pytest.mark.slow)]
)
def test_mutants_are_refused_or_play_the_same(first: int, count: int) -> None:
    said = list(verdicts(first, count))
    wrong = [f"{v.case}\n{v.detail}\n{v.text}" for v in said if v.kind == "problem"]
    assert not wrong, "\n\n".join(wrong)
    assert sum(v.kind == "played" for v in said) >= count / 4


def test_a_difference_is_found() -> None:
    native, reference = pair(load_game("tic-tac-toe"))
    with pytest.raises(AssertionError):
        walk(native.play("place a1"), reference.play("place a2"), random.Random(1))


def test_what_the_sanitizers_stop_ends_the_process(tmp_path: Path) -> None:
    environment = sanitized(tmp_path)
    source, library = tmp_path / "beyond.c", tmp_path / "beyond.so"
    source.write_text("int a[4];\nint beyond(int i) { return a[i]; }\n")
    command = [environment["CC"], "-O3", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True, env=environment)
    call = f"import ctypes; ctypes.CDLL({str(library)!r}).beyond(5)"
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, env=environment)
    assert done.returncode != 0
    assert b"index 5 out of bounds" in done.stderr
