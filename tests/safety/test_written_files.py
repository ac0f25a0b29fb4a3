"""What is already there where a file is to be written: a link, a pipe or a device stays one."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest
from support.commands import invoke

from interpreter.process.files import write_file


def test_a_pipe_gets_the_text_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    deadline = 200
    while deadline and not got:  # the reader has to open it first
        try:
            write_file(pipe, "text")
            break
        except OSError:
            deadline -= 1
            reader.join(0.02)
    reader.join(5)
    assert got == ["text"] and stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(OSError, match="pipe"):
        write_file(pipe, "nobody reads")


@pytest.mark.parametrize("words", [
    ("show", "hex", "--size", "3", "--svg"), ("export", "tic-tac-toe", "--html", "--force", "-o"),
])  # fmt: skip
def test_a_drawing_or_a_page_goes_through_a_link(tmp_path: Path, words: tuple[str, ...]) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_text("before")
    link.symlink_to(file)
    run = invoke(*words, str(link))
    assert run.exit_code == 0, run.output
    assert link.is_symlink() and file.read_text() != "before"


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_file(link, "text")
    assert link.is_symlink() and stat.S_ISCHR(os.stat("/dev/null").st_mode)
