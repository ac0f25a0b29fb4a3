"""Building shared libraries: what is built when, and what is said when it cannot be."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.native.build import bare, build, cache
from interpreter.native.build.bare import build_lines, has_gnu_library
from interpreter.native.build.build import BuildFailed, library, load
from interpreter.native.build.compilers import NoCompiler, WrongCompiler, find_compiler
from interpreter.native.build.flags import BASELINE, build_line

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="stand-in compilers are shell scripts"),
    pytest.mark.skipif(find_compiler() is None, reason="no C compiler"),
]
elf = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other libraries than ELF")
TEXT = "int answer(void) { return 42; }\n"
MADE = 'while [ "$1" != -o ]; do shift; done;'  # `$2` is then what is to be made
BROKEN = "int answer(void) { return forty_two; }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; no compiler is named, no private folder is there."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(cache, "PRIVATE", [])
    monkeypatch.setattr(bare, "NEEDING_MORE", set())
    return tmp_path / "cache" / "native"


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Name a shell script as the compiler; `$REAL` in it is a true one."""

    def name(script: str) -> Path:
        compiler = find_compiler()
        assert compiler is not None
        path = tmp_path / "stand-in"
        path.write_text(f"#!/bin/sh\nREAL='{compiler.title}'\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("CC", str(path))
        return path

    return name


def kept(folder: Path) -> list[str]:
    """The names in a cache folder, but for what zig keeps."""
    return sorted(p.name for p in folder.iterdir() if p.name != cache.ZIG)


def calls(log: Path) -> int:
    return len(log.read_text().split("\n")) - 1 if log.exists() else 0


# ---- building ----


def test_a_library_is_built_and_loaded(folder: Path) -> None:
    assert load(TEXT, "small").answer() == 42
    (name,) = kept(folder)
    assert name.startswith("small-") and name.endswith(".so")


def test_a_library_is_built_once(tmp_path: Path, stand_in) -> None:
    stand_in(f'echo >> {tmp_path}/calls; exec $REAL "$@"')
    first = library(TEXT, "small")
    assert library(TEXT, "small") == first
    assert calls(tmp_path / "calls") == 1
    library(TEXT + "\n", "small")
    assert calls(tmp_path / "calls") == 2


@pytest.mark.usefixtures("usual_level")
def test_nothing_is_printed_unless_asked(capfd: pytest.CaptureFixture[str]) -> None:
    library("#warning careful\n" + TEXT, "small")
    assert capfd.readouterr() == ("", "")
    library("#warning look out\n" + TEXT, "small", verbose=True)
    out, err = capfd.readouterr()
    assert out == "" and "-std=gnu11 -O3 -march=native" in err and "look out" in err


def test_names_and_texts_may_hold_anything(folder: Path) -> None:
    assert load(TEXT + "/* é \udcff */", "../Ärger & co").answer() == 42
    assert kept(folder)[0].startswith("rger-co-")


def test_eight_processes_may_build_the_same_at_once(folder: Path) -> None:
    program = (
        "from interpreter.native.build.build import load\n"
        f"raise SystemExit(load({TEXT!r}, 'small').answer())"
    )
    workers = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(8)]
    assert [worker.wait(60) for worker in workers] == [42] * 8
    # Zig gives each library an identity of its own.
    assert all(name.startswith("small-") for name in kept(folder))


def test_a_compiler_that_does_not_know_the_machine(tmp_path: Path, stand_in) -> None:
    stand_in(
        'case "$*" in *-march=native*) echo "bad value"; exit 1;; esac\n'
        f'echo >> {tmp_path}/calls; exec $REAL "$@"'
    )
    assert load(TEXT, "small").answer() == 42
    library(TEXT, "small")
    assert calls(tmp_path / "calls") == 1


@elf
@pytest.mark.parametrize("cut", [5000, -1])
def test_half_a_library_is_not_loaded(folder: Path, cut: int) -> None:
    """It could be there under a right name; whoever loads it dies at what is missing."""
    whole = library(TEXT, "small")
    half = whole.with_name("half.so")
    half.write_bytes(whole.read_bytes()[:cut])
    half.chmod(0o700)
    cache.keep(folder, whole.name.rpartition("-")[0], half)
    whole.unlink()
    assert load(TEXT, "small").answer() == 42
    assert kept(folder) == []


@pytest.mark.parametrize("damage", ["cut", "empty", "changed", "text"])
def test_a_damaged_library_is_built_anew(folder: Path, damage: str) -> None:
    path = library(TEXT, "small")
    whole = path.read_bytes()
    changed = bytes([whole[0] ^ 1]) + whole[1:]
    broken = {"cut": whole[:1000], "empty": b"", "changed": changed, "text": b"no library"}
    path.write_bytes(broken[damage])
    assert load(TEXT, "small").answer() == 42


def test_all_files_that_are_no_modules_are_shipped() -> None:
    root = Path(build.__file__).parents[3]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    homes = {root.joinpath(*package.split(".")): patterns for package, patterns in data.items()}
    found = (p for home, patterns in homes.items() for each in patterns for p in home.glob(each))
    shipped = {path for path in found if path.is_file()}
    files = {
        path for package in ("gdl", "interpreter", "games") for path in (root / package).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
        and not path.is_relative_to(root / "interpreter/web/client")  # built into `static`
    }  # fmt: skip
    assert files == shipped


# ---- what cannot be built ----


def test_a_text_that_is_not_c(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BuildFailed) as info:
        library(BROKEN, "small")
    assert capfd.readouterr() == ("", "")
    error = info.value
    assert error.text is not None and error.text.read_text() == BROKEN
    assert error.log is not None and "forty_two" in error.log.read_text()
    message = str(error)
    assert str(error.text) in message and str(error.log) in message
    assert "for small" in message and "report" in message and "forty_two" not in message
    assert kept(folder) == sorted([error.text.name, error.log.name])


def test_what_the_compiler_said_is_shown_when_asked() -> None:
    with pytest.raises(BuildFailed, match="forty_two"):
        library(BROKEN, "small", verbose=True)


def test_missing_headers_of_the_c_library() -> None:
    with pytest.raises(BuildFailed, match=r"it lacks `no_such\.h`: install the development files"):
        library("#include <no_such.h>\n", "small")


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "ziglang", None)
    assert find_compiler() is None
    with pytest.raises(NoCompiler, match=r"install gcc or clang, or run `pip install"):
        library(TEXT, "small")


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("no-such-cc -m64", "`no-such-cc -m64` cannot be run: there is no such program"),
        ("gcc 'x", "`gcc 'x` cannot be run: no closing quotation"),
    ],
)
def test_a_wrong_name_of_a_compiler(
    named: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", named)
    with pytest.raises(WrongCompiler) as info:
        library(TEXT, "small")
    assert words in str(info.value) and "CC" in str(info.value)


def test_a_compiler_that_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes"
    path.write_text("not a program\n")
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))
    with pytest.raises(WrongCompiler, match=r"notes` cannot be run: Exec format error"):
        library(TEXT, "small")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("exit 0", "made no library"),
        ("exit 3", r"failed \(status 3\)"),
        (f'{MADE} : > "$2"', "made no whole library"),
        (f'{MADE} echo no library > "$2"', "made no whole library"),
        *((f'$REAL "$@"; {MADE} truncate -s {cut} "$2"', "made no whole library")
          for cut in (20, 100, 5000, -1)),
    ],
)
def test_a_compiler_that_makes_nothing_of_use(
    script: str, words: str, folder: Path, stand_in
) -> None:
    stand_in(script)
    with pytest.raises(BuildFailed, match=words):
        load(TEXT, "small")
    assert not any(name.endswith(".so") for name in kept(folder))


def test_a_library_that_does_not_load(stand_in) -> None:
    stand_in(
        f"{MADE} echo 'int nowhere(void); int answer(void) {{ return nowhere(); }}' > other.c\n"
        '$REAL -shared -fPIC -o "$2" other.c'
    )
    with pytest.raises(BuildFailed, match=r"was built but cannot be loaded: .*BOARDWRIGHT_CACHE"):
        load(TEXT, "small")


def test_an_empty_name_of_a_compiler_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    before = find_compiler()
    monkeypatch.setenv("CC", " ")
    assert find_compiler() == before


def test_arguments_of_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = find_compiler()
    assert compiler is not None
    monkeypatch.setenv("CC", f"{compiler.title} -DANSWER=41")
    assert load("int answer(void) { return ANSWER; }", "small").answer() == 41


# ---- folders that cannot be used ----


def check_private(folder: Path) -> None:
    path = library(TEXT, "small")
    assert folder not in path.parents
    assert path.parent == cache.PRIVATE[0]
    assert library(TEXT, "small") == path
    assert ctypes.CDLL(str(path)).answer() == 42
    cache.remove_private(path.parent, os.getpid())
    assert not path.parent.exists()


def test_a_cache_folder_that_cannot_be_made(folder: Path) -> None:
    folder.parent.write_text("a file stands here")
    check_private(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_cache_folder_that_can_only_be_read(folder: Path) -> None:
    library(BROKEN.replace("forty_two", "42"), "other")
    folder.chmod(0o555)
    try:
        check_private(folder)
        assert folder in library(BROKEN.replace("forty_two", "42"), "other").parents
    finally:
        folder.chmod(0o755)


def test_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch, stand_in) -> None:
    stand_in(f'case "$PWD" in {folder}/*) exit 1;; esac; exec $REAL "$@"')

    def check_room(where: Path) -> None:
        if folder in where.parents:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(cache, "check_room", check_room)
    check_private(folder)
    assert kept(folder) == []


def test_no_folder_at_all(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.parent.write_text("a file stands here")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(BuildFailed) as info:
        library(TEXT, "small")
    message = str(info.value)
    assert str(folder) in message and "nowhere" in message and "BOARDWRIGHT_CACHE" in message


def test_a_failure_outside_the_cache_keeps_its_files(folder: Path) -> None:
    folder.parent.write_text("a file stands here")
    with pytest.raises(BuildFailed) as info:
        library(BROKEN, "small")
    cache.remove_private(cache.PRIVATE[0], os.getpid())
    assert info.value.log is not None and info.value.log.exists()
    assert info.value.text is not None
    info.value.log.unlink()
    info.value.text.unlink()
    cache.remove_private(cache.PRIVATE[0], os.getpid())


# ---- being stopped ----


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until_gone(pid: int, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while is_running(pid):  # what was killed is still there for a moment
        assert time.monotonic() < end
        time.sleep(0.02)


def wait_for(path: Path, seconds: float = 20) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if path.exists() and path.read_text().endswith("\n"):
            return path.read_text()
        time.sleep(0.01)
    raise AssertionError(f"{path} did not come")


SLOW = 'sleep 60 & echo $! > "{pid}"; wait'  # as gcc waits for the programs that it starts


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_an_interrupt_ends_the_compiler(folder: Path, tmp_path: Path, stand_in) -> None:
    pid = tmp_path / "pid"
    stand_in(SLOW.format(pid=pid))
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from interpreter.native.build.build import library\n"
        f"try:\n    library({TEXT!r}, 'small')\n"
        "except KeyboardInterrupt:\n    raise SystemExit(7)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program])
    sleeper = int(wait_for(pid))
    assert is_running(sleeper)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 7
    wait_until_gone(sleeper)
    assert kept(folder) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_while_the_compiler_starts(
    folder: Path, tmp_path: Path, stand_in, name: str
) -> None:
    pid = tmp_path / "pid"
    stand_in(SLOW.format(pid=pid))
    program = (
        "import os, signal, subprocess\n"
        f"signal.signal(signal.{name}, signal.default_int_handler)\n"
        "from interpreter.native.build.build import library\n"
        "class Started(subprocess.Popen):\n"
        "    def __init__(self, *words, **options):\n"
        "        super().__init__(*words, **options)\n"
        f"        while not os.path.exists({str(pid)!r}): pass\n"
        f"        os.kill(os.getpid(), signal.{name})\n"
        "subprocess.Popen = Started\n"
        f"try:\n    library({TEXT!r}, 'small')\n"
        f"except KeyboardInterrupt:\n    raise SystemExit(7)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=20).returncode == 7
    wait_until_gone(int(wait_for(pid)))
    assert kept(folder) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_request_to_end_ends_the_compiler_too(
    folder: Path, tmp_path: Path, stand_in, name: str
) -> None:
    """With the signal as a program begins, which would end it at once."""
    pid = tmp_path / "pid"
    stand_in("trap '' TERM HUP INT; " + SLOW.format(pid=pid))
    program = (
        f"import signal; signal.signal(signal.{name}, signal.SIG_DFL)\n"
        "from interpreter.cli import main; main()"
    )
    command = [sys.executable, "-c", program, "bench", "tic-tac-toe"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    sleeper = int(wait_for(pid))
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=20)
    assert process.returncode == -getattr(signal, name)
    assert (out, err) == (b"", b"")
    wait_until_gone(sleeper)
    assert kept(folder) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_an_ignored_signal_stays_ignored(tmp_path: Path, stand_in) -> None:
    pid, go_on = tmp_path / "pid", tmp_path / "go-on"
    stand_in(f'echo $$ > {pid}; while [ ! -e {go_on} ]; do sleep 0.05; done; exec $REAL "$@"')
    program = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from interpreter.native.build.build import load\n"
        f"raise SystemExit(load({TEXT!r}, 'small').answer())"
    )
    process = subprocess.Popen([sys.executable, "-c", program])
    wait_for(pid)
    process.send_signal(signal.SIGHUP)
    go_on.write_text("")
    assert process.wait(20) == 42


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_what_a_killed_process_left_goes_with_the_next_build(
    folder: Path, tmp_path: Path, stand_in, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = tmp_path / "pid"
    stand_in(SLOW.format(pid=pid))
    program = f"from interpreter.native.build.build import library; library({TEXT!r}, 'small')"
    process = subprocess.Popen([sys.executable, "-c", program])
    sleeper = int(wait_for(pid))
    (left,) = folder.glob(".build-*")
    os.utime(left, (0, 0))
    monkeypatch.delenv("CC")
    library(TEXT, "small")
    assert left.exists(), "its process lives"
    process.kill()
    process.wait()
    library(TEXT + "\n", "small")
    assert not left.exists()
    os.killpg(os.getpgid(sleeper), signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_a_compiler_that_takes_too_long(
    tmp_path: Path, stand_in, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pid = tmp_path / "pid"
    stand_in(SLOW.format(pid=pid))
    monkeypatch.setattr(build, "LONGEST", 0.5)
    monkeypatch.setattr(build, "PATIENCE", 0.1)
    build.tell_of_waiting.cache_clear()
    for name in ("small", "other"):
        with pytest.raises(BuildFailed, match=rf"did not end within 0\.5 s for {name}"):
            library(TEXT, name)
    said = capsys.readouterr().err
    assert said == "compiling the rules takes a while; Ctrl-C ends it\n"
    assert not is_running(int(wait_for(pid)))


USING = (
    "#include <stdlib.h>\n#include <string.h>\n"
    "int answer(void)\n{\n    char *six = malloc(7);\n    memset(six, 7, 6);\n"
    "    int all = 0;\n    for (int i = 0; i < 6; i++) all += six[i];\n    free(six);\n"
    "    return all;\n}\n"
)


def test_what_is_built_quickly_leaves_the_c_library_to_python(folder: Path) -> None:
    assert load(USING, "small", is_optimised=False).answer() == 42
    if has_gnu_library():
        (made,) = folder.glob("*.so")
        assert b"libc.so" not in made.read_bytes()


def test_a_compiler_that_needs_more_gets_it(
    tmp_path: Path, stand_in, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(
        f"echo >> {tmp_path}/calls\n"
        'case "$*" in *-nostdlib*) echo "no -lgcc"; exit 1;; esac\n'
        'exec $REAL "$@"'
    ).rename(tmp_path / "cc")
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert load(USING, "small", is_optimised=False).answer() == 42
    assert calls(tmp_path / "calls") == 1 + has_gnu_library()
    assert load(USING + "\n", "small", is_optimised=False).answer() == 42
    assert calls(tmp_path / "calls") == 2 + has_gnu_library()  # it is not tried in vain again


@pytest.mark.parametrize(
    ("level", "text"),
    [("-Og", TEXT), ("-O1", TEXT), ("-O3", TEXT), (BASELINE, "static pthread_mutex_t lock;\n")],
)
def test_what_is_optimised_or_locks_is_built_as_usual(level: str, text: str) -> None:
    compiler = find_compiler()
    assert compiler is not None
    (first, *_) = build_lines(compiler, "a.c", "a.so", level, text)
    assert first == build_line(compiler.command, "a.c", "a.so", level=level)


@pytest.mark.skipif(not has_gnu_library(), reason="nothing is left out")
def test_other_headers_of_ours_make_another_library(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = find_compiler()
    assert compiler is not None
    before = [cache.stem(TEXT, "small", compiler, level) for level in (BASELINE, "-O1")]
    monkeypatch.setattr(bare, "header_texts", lambda: ("int abs(int);",))
    after = [cache.stem(TEXT, "small", compiler, level) for level in (BASELINE, "-O1")]
    assert before[0] != after[0] and before[1] == after[1]


@pytest.mark.parametrize("change", [{"command": ("cc", "-m64")}, {"is_named": True}])
def test_what_a_compiler_was_told_is_not_added_to(change: dict[str, object]) -> None:
    """A script may add what needs the C library, such as a sanitizer."""
    compiler = find_compiler()
    assert compiler is not None
    compiler = replace(compiler, **change)
    (first, *_) = build_lines(compiler, "a.c", "a.so", BASELINE, TEXT)
    assert first == build_line(compiler.command, "a.c", "a.so", level=BASELINE)


def test_a_named_compiler_adds_what_it_likes(stand_in) -> None:
    stand_in('exec $REAL "$@" -fsanitize=undefined')
    assert load(USING, "small", is_optimised=False).answer() == 42
