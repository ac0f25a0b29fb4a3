"""The cache of built libraries: what they are called, what stays and what goes."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from pathlib import Path

import pytest
from support.commands import gdl

from interpreter.native.build import cache, flags
from interpreter.native.build import work_folders as scratch
from interpreter.native.build.cache import clear_folder, find, keep, stem, usage
from interpreter.native.build.compilers import Compiler, compiler_of, find_compiler
from interpreter.native.build.flags import SUFFIX
from interpreter.native.build.work_folders import scratch_folder

CC = Compiler(("cc",), "1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path))
    (tmp_path / "native").mkdir()
    return tmp_path / "native"


def put(folder: Path, number: int, size: int = 10, age: float = 0) -> Path:
    """A library that was used some seconds ago."""
    built = folder / f"built{SUFFIX}"
    built.write_bytes(b"x" * size)
    path = keep(folder, stem(str(number), "small", CC), built)
    os.utime(path, (time.time() - age,) * 2)
    return path


# ---- names ----


def test_the_key_is_the_same_for_the_same() -> None:
    assert stem("text", "small", CC) == stem("text", "small", Compiler(("cc",), "1"))


@pytest.mark.parametrize(
    "other",
    [
        stem("Text", "small", CC),
        stem("text", "small", Compiler(("cc",), "2")),
        stem("text", "small", Compiler(("gcc",), "1")),
        stem("text", "small", Compiler(("cc", "-m32"), "1")),
    ],
)
def test_the_key_depends_on_text_and_compiler(other: str) -> None:
    assert stem("text", "small", CC) != other


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (flags, "LEVEL", "-O2"), (cache, "LIBRARIES", ("-lc",)),
        (cache, "machine", lambda: "another"), (cache, "FORMAT", "0"),
    ],
)  # fmt: skip
def test_the_key_depends_on_flags_and_machine(
    module: object, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stem("text", "small", CC)
    monkeypatch.setattr(module, name, value)
    assert stem("text", "small", CC) != before


def test_the_processor_is_known_by_what_it_can_do() -> None:
    assert len(cache.processor().split("\n")) > 1
    assert "MHz" not in cache.processor()


def test_a_compiler_is_known_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "cc"
    path.write_text("one")
    before = compiler_of((str(path),))
    assert compiler_of((str(path),)) == before
    path.write_text("three")
    assert compiler_of((str(path),)).version != before.version


def test_a_program_in_the_arguments_counts_too(native: None) -> None:
    compiler = find_compiler()
    assert compiler is not None
    wrapped = compiler_of((sys.executable, compiler.command[0]))
    assert compiler.version.split("\n")[0] in wrapped.version.split("\n")


def test_a_chosen_processor_stays() -> None:
    assert "-march=native" in flags.compile_flags(("cc",))
    assert "-march=native" not in flags.compile_flags(("cc", "-march=x86-64-v3"))
    assert "-march=native" not in flags.compile_flags(("cc",), native=False)


def test_the_build_line() -> None:
    line = " ".join(flags.build_line(("cc",), "a.c", "a.so", native=False))
    options = "-std=gnu11 -O3 -ffp-contract=off -fno-math-errno -fPIC -shared -pthread"
    assert line == f"cc {options} -o a.so a.c -lm"


# ---- finding and keeping ----


def test_a_library_is_found_and_counts_as_used(folder: Path) -> None:
    path = put(folder, 1, age=1000)
    assert find(folder, stem("1", "small", CC)) == path
    assert time.time() - path.stat().st_mtime < 100
    assert find(folder, stem("2", "small", CC)) is None
    assert find(folder / "nowhere", stem("1", "small", CC)) is None


def test_a_damaged_library_is_not_found_but_a_whole_one_beside_it(folder: Path) -> None:
    path = put(folder, 1)
    path.write_bytes(b"y" * 10)
    start = stem("1", "small", CC)
    assert find(folder, start) is None
    other = folder / f"{start}-{hashlib.sha256(b'z').hexdigest()[:16]}{flags.SUFFIX}"
    other.write_bytes(b"z")
    assert find(folder, start) == other


def test_what_was_not_used_for_longest_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_FILES", 3)
    paths = [put(folder, i, age=100 - i) for i in range(3)]
    find(folder, stem("0", "small", CC))
    last = put(folder, 3)
    assert [p.exists() for p in (*paths, last)] == [True, False, True, True]


def test_the_bytes_are_bounded_but_the_last_library_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 1000)
    first, second = put(folder, 1, 400, age=20), put(folder, 2, 400, age=10)
    third = put(folder, 3, 400)
    assert [p.exists() for p in (first, second, third)] == [False, True, True]
    large = put(folder, 4, 2000)
    assert [p.exists() for p in (second, third, large)] == [False, False, True]


def left_behind(folder: Path, name: str, age: float) -> Path:
    """The temporary folder of a build."""
    path = folder / f".build-{name}"
    path.mkdir()
    (path / "text.c").write_text("")
    os.utime(path, (time.time() - age,) * 2)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")
def test_what_dead_processes_left_goes(folder: Path) -> None:
    dead, young = left_behind(folder, "dead", 20), left_behind(folder, "young", 0)
    with scratch_folder(folder) as living:
        os.utime(living, (0, 0))
        put(folder, 1)
        assert not dead.exists() and young.exists() and living.exists()
    assert not living.exists()


def test_age_tells_where_there_are_no_locks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "fcntl", None)
    old, young = (left_behind(folder, str(age), age) for age in (2 * scratch.STALE, 20))
    with scratch_folder(folder) as living:
        put(folder, 1)
        assert not old.exists() and young.exists() and living.exists()


def test_files_of_others_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 1)
    for name in ("notes.txt", "small.so", "x-y.so"):
        (folder / name).write_text("mine")
    put(folder, 1)
    clear_folder(folder)
    assert sorted(p.name for p in folder.iterdir()) == ["notes.txt", "small.so", "x-y.so"]


def test_failures_count_and_are_cleared(folder: Path, tmp_path: Path) -> None:
    text, log = tmp_path / "text.c", tmp_path / "text.log"
    text.write_text("12345")
    log.write_text("123")
    kept = cache.keep_failure(folder, stem("1", "small", CC), text, log)
    assert usage(folder) == cache.Usage(folder, 0, 8)
    clear_folder(folder)
    assert not any(path.exists() for path in kept)


def test_records_count_and_are_cleared(folder: Path) -> None:
    kept = cache.keep_record(folder, stem("1", "small", CC), b"123")
    assert cache.find_anywhere(stem("1", "small", CC), cache.RECORD) == kept
    assert cache.find_anywhere(stem("1", "small", CC)) is None
    assert usage(folder) == cache.Usage(folder, 0, 3)
    clear_folder(folder)
    assert not kept.exists()


def test_a_child_does_not_clear_up_after_its_parent(folder: Path) -> None:
    path = put(folder, 1)
    cache.remove_private(folder, os.getpid() + 1)
    assert path.exists()


# ---- the folder ----


def test_the_variable_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "here"))
    assert cache.cache_folder() == tmp_path / "here" / "native"
    monkeypatch.delenv("BOARDWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))
    if sys.platform == "linux":
        assert cache.cache_folder() == tmp_path / "there" / "boardwright" / "native"


# ---- the command ----


def test_the_command_shows_and_clears(folder: Path) -> None:
    assert gdl("cache") == (0, f"{folder}: 0 libraries, 0.0 MB\n", "")
    put(folder, 1, size=300_000)
    assert gdl("cache") == (0, f"{folder}: 1 library, 0.3 MB\n", "")
    assert json.loads(gdl("cache", "--json").out) == {
        "folder": str(folder), "libraries": 1, "bytes": 300_000,
    }  # fmt: skip
    put(folder, 2, size=100_000)
    assert gdl("cache", "--clear") == (0, f"{folder}: removed 2 libraries, 0.4 MB\n", "")
    assert json.loads(gdl("cache", "--clear", "--json").out) == {
        "folder": str(folder), "libraries": 0, "bytes": 0, "removed": 0,
    }  # fmt: skip


def test_the_command_where_no_folder_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "file"))
    status, out, err = gdl("cache")
    assert (status, out) == (1, "")
    assert err == f"{tmp_path}/file/native cannot be used: Not a directory\n"
