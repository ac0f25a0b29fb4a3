"""Names that no file can have give one message, in whatever place they are given."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import invoke

BAD = {"empty": "", "long": "x" * 300, "deep": "x/" * 3000, "NUL": "a\0b"}
COMMANDS = (
    "new @", "show @", "check @", "dump @", "play @", "play tic-tac-toe --load @",
    "play tic-tac-toe --save @", "play tic-tac-toe --seat @.py:X", "replay @", "perft @ 1",
    "compare tic-tac-toe --games 1 --out @", "compare @ --games 1",
    "compare tic-tac-toe --agents @.py:X", "record @ a 1", "record . a 1 --save @",
    "diff tic-tac-toe @", "solve @", "tune tic-tac-toe --target draws=1% --out @",
    "export tic-tac-toe --c -o @", "check tic-tac-toe --allow @",
)  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_no_file_can_have(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    run = invoke(*(w.replace("@", BAD[kind]) for w in command.split()), input="")
    assert isinstance(run.exception, SystemExit), repr(run.exception)
    assert run.exit_code in (1, 2) and run.stderr.strip()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [".", "/", "..", "x" * 252])
def test_no_new_file_of_such_a_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = invoke("new", name)
    assert isinstance(run.exception, SystemExit) and run.exit_code == 1
    assert run.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_longest_name(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".yaml")
    assert invoke("new", str(path)).exit_code == 0
    assert path.is_file()
