"""A player made of a script: what it types goes in through a pipe, what is said is caught."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.terminal.play import run_play


@dataclass(frozen=True)
class Said:
    """What came of a script."""

    status: int
    out: str
    err: str


Player = Callable[..., Said]


@pytest.fixture
def player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Player:
    """Plays a game by a script, in a folder of its own, with nothing of the user's touched."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")

    def play(
        name: str,
        script: str | bytes,
        seats: Sequence[str] = (),
        seed: int | None = 7,
        load: Path | None = None,
        save: Path | None = None,
        **options: object,
    ) -> Said:
        data = script.encode() if isinstance(script, str) else script
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        status = run_play(load_game(name, **options), list(seats), seed, load, save)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    return play
