"""`gdl replay`: step by step, and where and why a record stops."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.terminal.play import run_replay

GOOD = "game: tic-tac-toe\n1. place a1\n2. place b2\n3. place c3\n"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "m.txt"


def replayed(
    path: Path, text: str, capsys: pytest.CaptureFixture[str], **how: bool
) -> tuple[int, str, str]:
    path.write_text(text)
    status = run_replay(path, **how)
    return status, *capsys.readouterr()


def test_a_good_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = replayed(record, GOOD + "result: open\n", capsys)
    assert (status, err) == (0, "")
    assert "2. Nought: place b2" in out and out.count("│") == 12


def test_step_by_step(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = replayed(record, GOOD + "resigned: seat 2\n", capsys, step=True)
    assert status == 0 and out.count("│") == 4 * 12
    assert "Nought has resigned." in out and "seat 1, Cross: 1 – wins" in out


def test_where_and_why_it_stops(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = replayed(record, GOOD.replace("c3", "b2") + "result: open\n", capsys)
    assert status == 1 and "2. Nought: place b2" in out
    assert f"{record}:4: turn 3, move 3, `place b2` is not legal" in err
    assert "is not in `empty`" in err and "tic-tac-toe.yaml:6:15" in err


def test_rules_that_changed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD.replace("1.", "rules: 0000\n1.") + "result: open\n"
    status, out, err = replayed(record, text, capsys)
    assert status == 1 and "3. Cross: place c3" in out
    assert "the rules have changed since this record was made" in err


@pytest.mark.parametrize(
    ("text", "message", "moves"),
    [(GOOD, "cut off after move 3", 3), (GOOD[:-2], "m.txt:4: the record is cut off here", 2)],
)
def test_a_cut_record_replays_up_to_the_cut(
    record: Path, capsys: pytest.CaptureFixture[str], text: str, message: str, moves: int
) -> None:
    status, out, err = replayed(record, text, capsys)
    assert status == 1 and message in err
    assert out.count(": place") == moves


def test_data_for_programs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = replayed(record, GOOD.replace("c3", "b2"), capsys, as_json=True)
    data = json.loads(out)
    assert status == 1 and data["stop"]["line"] == 4 and data["stop"]["move"] == 3
    assert data["moves"] == 2 and data["cut"] is True


@pytest.mark.parametrize("text", ["", "hello", "game: tic-tac-to\n", "game: squ\noption size: 1\n"])
def test_what_is_no_record(record: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    status, out, err = replayed(record, text, capsys)
    assert (status, out) == (1, "")
    assert len(err.strip().splitlines()) == 1 and str(record) in err
