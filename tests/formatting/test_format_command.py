"""The command `gdl format`: what it writes and where, what it refuses, and its status."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from support.commands import gdl, invoke

UNTIDY = "game:   X\nend:\n- when no empty : draw\n"
TIDY = "game: X\nend:\n  - when no empty: draw\n"
WRONG = "game: X\nend: draw\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "x.yaml"
    path.write_text(UNTIDY)
    return path


def test_a_file_is_written_in_place(file: Path) -> None:
    file.chmod(0o640)
    run = invoke("format", str(file))
    assert (run.exit_code, run.output) == (0, f"formatted {file}\n")
    assert file.read_text() == TIDY
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(file.parent) == [file.name]
    before = file.stat().st_mtime_ns
    assert invoke("format", str(file)).output == "nothing to change\n"
    assert file.stat().st_mtime_ns == before


def test_a_link_stays_a_link(file: Path) -> None:
    link = file.with_name("link.yaml")
    link.symlink_to(file)
    invoke("format", str(link))
    assert link.is_symlink()
    assert file.read_text() == TIDY


@pytest.mark.parametrize("before", [TIDY.replace("\n", "\r\n"), f"\ufeff{TIDY}", TIDY.strip()])
def test_line_ends_and_the_like_are_changed(file: Path, before: str) -> None:
    file.write_bytes(before.encode())
    assert invoke("format", "--check", str(file)).exit_code == 1
    assert invoke("format", str(file)).exit_code == 0
    assert file.read_bytes() == TIDY.encode()


def test_check_writes_nothing(file: Path) -> None:
    run = invoke("format", "--check", str(file))
    assert (run.exit_code, run.output) == (1, f"{file} would change\n")
    assert file.read_text() == UNTIDY
    file.write_text(TIDY)
    assert invoke("format", "--check", str(file)).exit_code == 0


def test_diff_shows_what_would_change(file: Path) -> None:
    run = invoke("format", "--diff", str(file))
    assert run.exit_code == 0
    assert run.output == (
        f"--- {file}\n+++ {file} (formatted)\n@@ -1,3 +1,3 @@\n-game:   X\n+game: X\n end:\n"
        "-- when no empty : draw\n+  - when no empty: draw\n"
    )
    assert file.read_text() == UNTIDY
    assert invoke("format", "--diff", "--check", str(file)).exit_code == 1


def test_a_file_with_mistakes_stays_and_the_others_are_formatted(file: Path) -> None:
    wrong = file.with_name("wrong.yaml")
    wrong.write_text(WRONG)
    run = gdl("format", str(wrong), str(file), str(file.with_name("none.yaml")))
    assert run.status == 1
    assert run.out == f"formatted {file}\n"
    assert "error[list-wanted]" in run.err and f"{wrong}:2:6" in run.err
    assert "none.yaml cannot be read: No such file or directory" in run.err
    assert wrong.read_text() == WRONG


def test_what_is_no_rule_file(tmp_path: Path) -> None:
    binary = tmp_path / "b.yaml"
    binary.write_bytes(b"game: \xff")
    run = gdl("format", str(binary), str(tmp_path))
    assert run.status == 1
    assert "this is not text in UTF-8" in run.err
    assert "cannot be read: Is a directory" in run.err


def test_standard_input_goes_to_standard_output() -> None:
    run = gdl("format", "-", typed=f"# naïve \u200d\n{UNTIDY}", PYTHONIOENCODING="utf-8")
    assert (run.status, run.out) == (0, f"# naïve \u200d\n{TIDY}")
    run = gdl("format", "-", typed=WRONG)
    assert (run.status, run.out) == (1, "")
    assert "standard input:2:6" in run.err
    assert gdl("format", "--check", "-", typed=UNTIDY).status == 1


def test_no_file_is_wrong_usage() -> None:
    assert invoke("format").exit_code == 2
