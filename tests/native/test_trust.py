"""Libraries that somebody else may have put into the cache are not run, and the user is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import gdl

from interpreter.native.build import cache
from interpreter.native.build.build import library
from interpreter.native.build.compilers import find_compiler

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="files have no owner and mode"),
    pytest.mark.skipif(find_compiler() is None, reason="no C compiler"),
]
TEXT = "int answer(void) { return 42; }\n"
PLANTED = "int answer(void) { return 13; }\n"
RUN = (
    "from interpreter.native.build.build import load\n"
    f"raise SystemExit(load({TEXT!r}, 'small').answer())"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual_level: None) -> Path:
    """A cache folder in which a library was planted under the name and sum of another."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(cache, "PRIVATE", [])
    true, other = library(TEXT, "small"), library(PLANTED, "small")
    start = true.name.rpartition("-")[0]
    true.unlink()
    other.rename(other.with_name(f"{start}-{other.name.rpartition('-')[2]}"))
    return tmp_path / "cache" / "native"


def answer() -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-c", RUN], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def test_what_the_user_could_have_put_there_is_run() -> None:
    """So that the tests below show something."""
    assert answer() == (13, "")


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_nothing_of_a_folder_that_others_may_write_to(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    status, said = answer()
    assert status == 42
    assert said == (
        f"compiled games are not kept: {folder}: others may write to this; run `chmod go-w` on it, "
        "or remove it\n"
    )


def test_nothing_of_a_folder_that_others_may_exchange(folder: Path) -> None:
    folder.parent.chmod(0o777)
    status, said = answer()
    assert status == 42 and "everybody may write to this folder" in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_nothing_of_another_user(folder: Path) -> None:
    (path,) = folder.iterdir()
    os.chown(path, 65_534, 65_534)
    assert answer() == (42, "")
    os.chown(folder, 65_534, 65_534)
    status, said = answer()
    assert status == 42 and "this belongs to another user (number 65534)" in said


def test_no_file_that_others_may_write_to(folder: Path) -> None:
    (path,) = folder.iterdir()
    path.chmod(0o666)
    assert answer() == (42, "")


def test_no_link(folder: Path, tmp_path: Path) -> None:
    (path,) = folder.iterdir()
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert answer() == (42, "")


@pytest.mark.parametrize("mask", [0, 0o002, 0o077])
def test_a_library_is_found_again_whatever_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "other"))
    before = os.umask(mask)
    try:
        first = library(TEXT, "small")
        made = first.stat().st_ino
        assert library(TEXT, "small") == first
    finally:
        os.umask(before)
    assert first.stat().st_ino == made and first.parent == tmp_path / "other" / "native"


# ---- what a user sees ----


NAMED = "the variable BOARDWRIGHT_CACHE must name a folder by its full path"


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"BOARDWRIGHT_CACHE": "~nobody-of-this-name/x"}, f"~nobody-of-this-name/x: {NAMED}"),
        ({"BOARDWRIGHT_CACHE": "near"}, f"near: {NAMED}"),
        ({"BOARDWRIGHT_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "near"}, "no home folder"),
    ],
)  # fmt: skip
def test_a_folder_that_cannot_be_meant(
    variables: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and the game is played all the same; nothing is written beside the caller."""
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("PYTHONPATH", str(Path(cache.__file__).parents[3]))
    monkeypatch.chdir(tmp_path / "here")
    status, out, err = gdl("bench", "tic-tac-toe", "--seconds", "0.1", **variables)
    assert status == 0 and out
    assert err.startswith("compiled games are not kept: ") and words in err
    told = [line for line in err.splitlines() if "takes a while" not in line]  # on a busy machine
    assert len(told) == 1
    status, out, err = gdl("cache", **variables)
    assert (status, out) == (1, "") and err.count("\n") == 1 and "cannot be used" in err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("value", ["", None])
def test_an_empty_home_writes_nothing_to_the_root(
    value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BOARDWRIGHT_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    before = set(Path("/").iterdir())
    status, out, _ = gdl("cache", **({} if value is None else {"HOME": value}))
    assert status == 0 and not out.startswith(("/.cache", "/boardwright", "/Library"))
    assert set(Path("/").iterdir()) == before


def test_a_full_disk_or_a_closed_folder_is_no_reason_to_stop(folder: Path) -> None:
    status, out, err = gdl("bench", "tic-tac-toe", "--seconds", "0.1",
                           BOARDWRIGHT_CACHE="/dev/full/x")  # fmt: skip
    assert status == 0 and out
    said = [line for line in err.splitlines() if "takes a while" not in line]  # on a busy machine
    assert said == ["compiled games are not kept: /dev/full/x: Not a directory"]


def test_the_command_says_what_is_wrong(folder: Path) -> None:
    folder.chmod(0o777)
    status, out, err = gdl("cache")
    assert (status, out) == (1, "")
    assert err == (
        f"{folder} cannot be used: others may write to this; run `chmod go-w` on it, or remove it\n"
    )
