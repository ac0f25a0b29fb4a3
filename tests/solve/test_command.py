"""The command `gdl solve`."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from click.testing import Result
from support.commands import invoke

from interpreter.process.progress import ProgressLine


def run(*words: str) -> Result:
    """What the command prints, and its status."""
    return invoke("solve", *words)


def test_one_sentence(engine: str) -> None:
    result = run("tic-tac-toe", "--engine", engine)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "Tic-tac-toe: a draw with perfect play; 9 of 9 first moves keep it; 5,478 positions, "
        "by retrograde analysis\n"
    )


def test_the_best_moves_where_some_are_worse(engine: str) -> None:
    """1 + 4 + 12 + 12 positions, and 3 after the 6 in which Red has not won with two stones."""
    result = run("hex", "--size", "2", "--engine", engine)
    assert result.stdout == (
        "Hex, size 2, pie no: seat 1 (Red) wins with perfect play, in 3 moves; "
        "2 of 4 first moves keep it; 32 positions, by retrograde analysis\n"
        "best: place b1, place a2\n"
    )


def test_data_for_programs(engine: str) -> None:
    data = json.loads(run("hex", "-o", "size=2", "--json", "--engine", engine).stdout)
    assert data.pop("seconds") >= 0
    assert data == {
        "game": "hex", "options": {"size": 2, "pie": False}, "solved": True,
        "shares": [1.0, 0.0], "fractions": ["1", "0"], "low": [1.0, 0.0], "high": [1.0, 0.0],
        "exact": True, "unique": True, "endless": False, "length": 3, "first_moves": 4,
        "best": ["place b1", "place a2"], "in_time": ["place b1", "place a2"], "line": [],
        "undecided": [], "positions": 32, "complete": True,
        "method": "retrograde analysis", "stopped_by": "",
    }  # fmt: skip


def test_a_puzzle_that_nothing_solves_has_no_solution(tmp_path: Path, engine: str) -> None:
    rules = tmp_path / "lost.yaml"
    rules.write_text(
        "game: Lost\nplayers: Solver\nstate:\n  n: 0..9\nactions:\n  up(k in 1..2): add k to n\n"
        "turn: up\nend:\n  - when n > 2: Solver loses\n  - when n = 9: Solver wins\n"
    )
    assert run(str(rules), "--engine", engine).stdout == (
        "Lost: Solver cannot win, whatever is played; 5 positions, by retrograde analysis\n"
    )


def test_a_limit_ends_with_status_1_and_what_is_known() -> None:
    result = run("tic-tac-toe", "--nodes", "100", "--engine", "reference")
    assert result.exit_code == 1
    assert result.stdout == (
        "Tic-tac-toe: not solved: there are more than 100 positions; nothing is known of its "
        "value; 100 positions\n"
    )


def test_a_hidden_game_is_refused() -> None:
    result = run("dark-hex")
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.count("\n") == 1 and "hides something" in result.stderr


@pytest.mark.parametrize("words", [["--nodes", "0"], ["--seconds", "0"], ["--seconds", "x"]])
def test_bad_limits_are_refused(words: list[str]) -> None:
    assert run("tic-tac-toe", *words).exit_code == 2


def test_ctrl_c_tells_what_is_known(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    told: list[str] = []

    def tell(self: ProgressLine, text: str) -> None:
        told.append(text)
        if len(told) == 2:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ProgressLine, "tell", tell)
    result = run("hex", "--engine", engine)
    assert result.exit_code == 130 and result.stderr.endswith("stopped\n")
    assert "not solved: stopped; nothing is known of its value" in result.stdout


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for is_terminal in (False, True):
        monkeypatch.setattr("sys.stderr.isatty", lambda shown=is_terminal: shown)
        with ProgressLine() as line:
            line.tell("7 positions")
        assert ("7 positions" in capsys.readouterr().err) == is_terminal
