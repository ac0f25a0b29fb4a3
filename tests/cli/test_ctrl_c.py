"""Ctrl-C at any time: `gdl` ends with 130 and one line, never with an error of Python."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time

import pytest

from interpreter.native.runtime import library

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

AT_IMPORT = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)

class Finder:
    def find_spec(self, name, *rest):
        if name == {module!r}:
            sys.meta_path.remove(self)
            {act}

def interrupt(times=1):
    for _ in range(times):
        os.kill(os.getpid(), signal.SIGINT)

class Gone:
    def __del__(self, interrupt=interrupt):
        interrupt()
        for _ in range(1000):
            pass

class Wrong:
    def __init__(self):
        try:
            interrupt()
        except KeyboardInterrupt:
            raise ImportError("half a module")

sys.meta_path.insert(0, Finder())
from interpreter.cli import main
main()
"""


def gdl(module: str, act: str, *words: str) -> tuple[int, str, str]:
    """The command, with something done when a module is imported."""
    done = subprocess.run(
        [sys.executable, "-c", AT_IMPORT.format(module=module, act=act), *words],
        capture_output=True, text=True, timeout=60,
        env={**os.environ, "BOARDWRIGHT_ENGINE": "reference"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.strip()


# What the command begins with, and what single commands import later.
MODULES = """interpreter.cli.command_line click click.core gdl.source.printable
    interpreter.process.output interpreter.process.stopping interpreter.cli.measuring
    interpreter.api.loading gdl.loader lark interpreter.measure.counting""".split()


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("times", [1, 2])
def test_while_the_program_is_imported(module: str, times: int) -> None:
    assert gdl(module, f"interrupt({times})", "perft", "tic-tac-toe", "9") == (130, "", "stopped")


def test_where_python_can_raise_nothing() -> None:
    status, _, said = gdl("interpreter.measure.counting", "Gone()", "perft", "tic-tac-toe", "100")
    assert (status, said) == (130, "stopped")


def test_where_a_library_makes_it_an_error_of_its_own() -> None:
    done = gdl("interpreter.measure.counting", "Wrong()", "perft", "tic-tac-toe", "9")
    assert done == (130, "", "stopped")


@pytest.mark.parametrize("act", [
    "sys.kept = Gone()",  # goes when modules do, after Python has taken its handlers away
    "__import__('atexit').register(interrupt)",
])  # fmt: skip
def test_at_the_end(act: str) -> None:
    rows = gdl("none", "pass", "perft", "tic-tac-toe", "1")
    assert rows[0] == 0
    assert gdl("interpreter.measure.counting", act, "perft", "tic-tac-toe", "1") == rows
    act = f"{act}; interrupt()"
    stopped = gdl("interpreter.measure.counting", act, "perft", "tic-tac-toe", "1")
    assert stopped == (130, "", "stopped")


ENDLESS = """
import ctypes, os, signal, sys, threading, time
from interpreter.native.runtime.library import watched
from interpreter.process.stopping import left_at_once

signal.signal(signal.SIGINT, signal.default_int_handler)
with left_at_once():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        watched(lambda: time.sleep(100) or 0, ctypes.c_int32(0), "count")
    except KeyboardInterrupt:
        sys.exit(130)
"""


def test_work_that_does_not_end_is_left_alone() -> None:
    done = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize("ending, status", [
    ("", 1),
    ("    except KeyboardInterrupt:\n        sys.exit()\n", 0),
    ("    except KeyboardInterrupt:\n        sys.exit('told')\n", 1),
    ("    except KeyboardInterrupt:\n        pass\n", 0),
])  # fmt: skip
def test_the_status_of_a_program_that_leaves_work_alone(ending: str, status: int) -> None:
    """Whatever ends it: only what went well gives 0."""
    begun = ENDLESS[: ENDLESS.index("    except")]
    text = begun + (ending or "    finally:\n        pass\n")
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=30)
    assert done.returncode == status


def test_a_server_waits_for_work_that_is_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others go on beside must not be left alone in the middle."""
    monkeypatch.setattr(library, "GRACE_SECONDS", 0)
    monkeypatch.setattr(library, "POLL_SECONDS", 0.01)

    def look() -> None:
        raise ValueError("enough")

    code, early = library.watched(lambda: time.sleep(0.3) or 7, ctypes.c_int32(0), "count", look)
    assert (code, str(early)) == (7, "enough")
