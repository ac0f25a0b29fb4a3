"""Commands that are shown to be pasted: whatever a path holds, a shell takes it as one word."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support import commands

from interpreter import load_game
from interpreter.terminal.phrases import rules_lines

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shells of POSIX")
NAMES = ("$(touch pwn) x", "`touch pwn`", "a;touch pwn", "it's", "-x")
ROOT = Path(__file__).parents[2]
BUNDLED = ROOT / "games" / "tic-tac-toe.yaml"


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a file may be called, in a folder where `gdl` and `cc` show what they are given."""
    monkeypatch.chdir(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for program in ("gdl", "cc"):
        path = programs / program
        path.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"; pwd\n")
        path.chmod(0o755)
    return str(request.param)


def gdl(*words: str) -> str:
    """What the command says on both streams."""
    state = str(Path.cwd() / "state")
    run = commands.gdl(
        *words, typed="a1\nquit\n", BOARDWRIGHT_ENGINE="reference", XDG_STATE_HOME=state
    )
    return run.out + run.err


def pasted(line: str) -> list[str]:
    """The words, line by line, that a shell hands to the programs of a line."""
    path = f"{Path.cwd() / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True,
                          env={**os.environ, "PATH": path})  # fmt: skip
    assert not Path("pwn").exists()
    return done.stdout.splitlines()


def after(said: str, words: str) -> str:
    """The rest of the line that begins with some words."""
    (line,) = (line for line in said.splitlines() if words in line)
    return line.partition(words)[2]


def test_going_on_with_a_match(name: str, tmp_path: Path) -> None:
    shutil.copy(BUNDLED, f"{name}.yaml")
    said = gdl("play", f"./{name}.yaml", "--seat", "person", "--seat", "person")
    words = pasted("gdl " + after(said, "Go on with: gdl "))
    assert words[:3] == ["play", str(tmp_path / f"{name}.yaml"), "--load"]
    assert Path(words[3]).is_file() and len(words) == 5


def test_a_new_file(name: str) -> None:
    said = gdl("new", "--", f"{name}.yaml")
    check, play = after(said, "now try: ").split(", ")
    path = f"./{name}.yaml" if name.startswith("-") else f"{name}.yaml"
    assert pasted(check)[:2] == ["check", path] and pasted(play)[:2] == ["play", path]


def test_an_exported_game(name: str) -> None:
    said = gdl("export", "tic-tac-toe", "--c", f"--out={name}")
    command = after(said, "now try: ").replace(" && ./example 7", "")
    assert pasted(command)[-1] == os.path.realpath(name)


def test_a_file_that_is_there(name: str) -> None:
    Path(name).write_text("mine")
    said = gdl("play", "tic-tac-toe", f"--save={name}")
    pasted(after(said, "remove it with `").rstrip("`"))
    assert not Path(name).exists()


def test_more_of_the_rules(name: str) -> None:
    path = Path(f"{name}.yaml")
    shutil.copy(BUNDLED, path)
    line = rules_lines(load_game(path), 80)[-1]
    command = line.partition("; `")[2].removesuffix("` prints more")
    assert pasted(command)[:2] == ["show", str(path.resolve())]
