"""What is already there where a file is to be written: a link, a pipe or a device stays one."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import threading
from pathlib import Path

import pytest
from support.commands import invoke

from interpreter.process.files import ChangedMeanwhile, digest_of_text, write_file


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


UNTIDY = "game:   Tidy\nextends: tic-tac-toe\n"


@pytest.mark.parametrize("words", [
    ("format",), ("show", "hex", "--size", "3", "--svg"),
    ("export", "tic-tac-toe", "--html", "--force", "-o"),
])  # fmt: skip
def test_a_read_only_file_is_not_written(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Not even by the superuser, whom the system would let."""
    file, link = tmp_path / "own.yaml", tmp_path / "link.yaml"
    file.write_text(UNTIDY)
    file.chmod(0o444)
    link.symlink_to(file)
    for path in (file, link):
        run = invoke(*words, str(path))
        assert run.exit_code != 0 and "read-only" in run.stderr and str(path) in run.stderr
        assert run.stderr.count("\n") == 1
    assert file.read_text() == UNTIDY and stat.S_IMODE(file.stat().st_mode) == 0o444
    assert sorted(os.listdir(tmp_path)) == ["link.yaml", "own.yaml"]


def test_all_names_of_a_file_get_the_text(tmp_path: Path) -> None:
    file, other, link = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.yaml"
    file.write_text(UNTIDY + "# " + "long " * 1000)
    file.chmod(0o640)
    os.link(file, other)
    link.symlink_to(other)
    write_file(link, "short")
    assert file.read_text() == other.read_text() == "short"
    assert link.is_symlink() and file.stat().st_ino == other.stat().st_ino
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.yaml", "b.yaml", "c.yaml"]


def test_a_text_that_is_half_written_into_a_file_is_whole_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("before")
    os.link(file, tmp_path / "b.yaml")

    def full(source: object, target: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(OSError, match="No space left on device; the whole text is in") as caught:
        write_file(file, "after")
    name = str(caught.value.strerror).rpartition(" ")[2]
    assert (tmp_path / name).read_text() == "after"


@pytest.mark.parametrize("names", [1, 2])
def test_a_file_that_changes_while_another_is_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: int
) -> None:
    """It changes after the new text is written in full, just before that takes its place."""
    file, sync = tmp_path / "file", os.fsync
    file.write_text("read")
    if names == 2:
        os.link(file, tmp_path / "other")

    def change(handle: int) -> None:
        sync(handle)
        file.write_text("by hand")

    with monkeypatch.context() as patched, pytest.raises(ChangedMeanwhile):
        patched.setattr(os, "fsync", change)
        write_file(file, "mine", digest_of_text("read"))
    assert file.read_text() == "by hand" and len([*tmp_path.iterdir()]) == names
    write_file(file, "mine", digest_of_text("by hand"))
    assert file.read_text() == "mine"
    file.unlink()
    write_file(file, "again", digest_of_text("mine"))
    assert file.read_text() == "again"
