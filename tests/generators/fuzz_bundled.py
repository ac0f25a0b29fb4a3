"""Plays mutants of bundled games on both engines, with the sanitizers in the generated code.

    python tests/generators/fuzz_bundled.py [--from 1] [--games 100] [--keep FOLDER] [--light]

makes the mutants of `splice.py` with these numbers.  What checks clean is walked at random on both
engines, which must tell the same in every way, and plays some random games.  A traceback, a
difference, a complaint of the sanitizers or anything that takes more than 5 s of CPU time is a
problem: it is printed, and its rules are kept in the folder.

Two thirds of the time go to the compiler.  `--light` leaves out the sanitizer of addresses, traps
what is undefined without saying what it was, and walks once: half the time.  What ends a process
then is told in full without it.

The mutants are played in processes of their own, since what the sanitizers find ends a process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from generators.splice import mutants
from support.both_engines import compare, compare_encoding
from support.c_driver import SANITIZERS

from gdl.source.diagnostics import GdlError
from interpreter import load_game

MAX_SECONDS = 5  # of CPU time that one thing may take
MAX_SILENCE = 120  # seconds after which a process has come to nothing
WALK_SECONDS = 0.5  # of CPU time, after which a walk ends
LONGEST = 40  # moves of a walk
LIGHT = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
GAMES, MAX_MOVES = 10, 300  # random games, and moves of each


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: `kind` is refused, reference, played or problem."""

    case: str
    kind: str
    detail: str
    text: str = ""


@contextmanager
def limited(what: str) -> Iterator[None]:
    """Raise TimeoutError when what is done takes too much CPU time."""

    def out_of_time(*_: object) -> None:
        raise TimeoutError(f"{what} took more than {MAX_SECONDS} s")

    signal.signal(signal.SIGPROF, out_of_time)
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def told(action: Callable[[], Any]) -> str | None:
    """The diagnostics that an action gives; None where it gives none."""
    try:
        action()
    except GdlError as error:
        return str(error)
    return None


def walk(native: Any, reference: Any, chooser: random.Random) -> None:
    """A random walk on both engines until it has taken long enough."""
    end = time.process_time() + WALK_SECONDS
    for _ in range(LONGEST):
        with limited("a step of a walk"):
            refusals = told(native.moves), told(reference.moves)
            if refusals[0] is None and "[too-many-in-play]" in (refusals[1] or ""):
                return  # the reference engine stops first
            assert refusals[0] == refusals[1]
            if refusals[0] is not None:
                return
            moves = compare(native, reference) or [m for m, _ in reference.chance]
            compare_encoding(native)
            if not moves or time.process_time() > end:
                return
            move = chooser.choice(moves)
            native, reference = native.play(move), reference.play(move)


def walk_reference(state: Any, chooser: random.Random) -> None:
    """A random walk on the reference engine alone."""
    end = time.process_time() + WALK_SECONDS
    for _ in range(LONGEST):
        with limited("a step on the reference engine"):
            moves = state.moves() or [m for m, _ in state.chance]
            if not moves or time.process_time() > end:
                return
            state = state.play(chooser.choice(moves))


def play(path: Path, walks: int) -> tuple[str, str]:
    """Check a file and play it; what became of it, and why."""
    try:
        with limited("the check"):
            game = load_game(str(path))
    except GdlError as error:
        return "refused", next(d.code for d in error.diagnostics if d.is_error)
    chooser = random.Random(1)
    try:
        if game.why_reference is not None:
            walk_reference(game.start(engine="reference"), chooser)
            return "reference", str(game.why_reference).partition(": ")[2]
        for _ in range(walks):
            walk(game.start(engine="native"), game.start(engine="reference"), chooser)
        with limited("random games"):
            game.random_games(0, GAMES, 1, MAX_MOVES)
    except GdlError as error:
        return "refused", "in play: " + error.diagnostics[0].code
    return "played", ""


def run_child(first: int, count: int, folder: Path, is_light: bool) -> None:
    """Play mutants in this process; a line before each, and one with what became of it."""
    path = folder / "case.yaml"
    for case, text in mutants(count, first):
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        print(json.dumps({"case": case, "text": text}), flush=True)
        try:
            kind, detail = play(path, 1 if is_light else 2)
        except Exception as error:
            kind, detail = "problem", "".join(traceback.format_exception(error)[-6:])
        print(json.dumps({"kind": kind, "detail": detail}), flush=True)
        shutil.rmtree(folder / "cache", ignore_errors=True)


def sanitized(folder: Path, is_light: bool = False) -> dict[str, str]:
    """The environment in which libraries are built and loaded with the sanitizers."""
    wrapper = folder / "cc"
    options = " ".join(LIGHT if is_light else SANITIZERS)
    wrapper.write_text(f'#!/bin/sh\nunset LD_PRELOAD\nexec cc "$@" -O0 -g0 {options}\n')
    wrapper.chmod(0o755)
    settings = {"CC": str(wrapper), "BOARDWRIGHT_CACHE": str(folder / "cache")}
    if not is_light:
        command = ["cc", "-print-file-name=libasan.so"]
        library = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        settings |= {"LD_PRELOAD": library.strip(), "ASAN_OPTIONS": "detect_leaks=0"}
    return os.environ | settings


class Child:
    """A process that plays mutants, and what it says."""

    def __init__(self, first: int, count: int, folder: Path, is_light: bool):
        self.errors = (folder / "errors").open("w+")
        command = [sys.executable, __file__, "--child", str(folder), *["--light"] * is_light]
        self.process = subprocess.Popen(
            [*command, "--from", str(first), "--games", str(count)],
            stdout=subprocess.PIPE, stderr=self.errors, text=True, env=sanitized(folder, is_light),
        )  # fmt: skip
        assert self.process.stdout is not None
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def line(self) -> dict[str, str] | None:
        """The next line; None where there is none, or none in time."""
        assert self.process.stdout is not None
        if not self.selector.select(MAX_SILENCE):
            self.process.kill()
            return None
        text = self.process.stdout.readline()
        return json.loads(text) if text else None

    def last_words(self) -> str:
        """How the process ended, and what it wrote about that."""
        status = self.process.wait()
        self.errors.seek(0)
        return f"the process ended with {status}\n{self.errors.read()[-6000:]}"


def verdicts(first: int, count: int, is_light: bool = False) -> Iterator[Verdict]:
    """What becomes of these mutants; a new process goes on after one that ends a process."""
    end = first + count
    with tempfile.TemporaryDirectory() as name:
        while first < end:
            child = Child(first, end - first, Path(name), is_light)
            while said := child.line():
                first += 1
                became = child.line()
                if became is None:
                    detail = child.last_words()
                    yield Verdict(said["case"], "problem", detail, said["text"])
                    break
                yield Verdict(said["case"], became["kind"], became["detail"], said["text"])


def main() -> None:
    """Play mutants, and say which went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--keep", type=Path, default=Path("mutants"))
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return run_child(given.first, given.games, given.child, given.light)
    counts: Counter[str] = Counter()
    for verdict in verdicts(given.first, given.games, given.light):
        counts[verdict.kind] += 1
        if verdict.kind == "reference":
            counts[f"reference: {verdict.detail}"] += 1
        if verdict.kind == "problem":
            given.keep.mkdir(exist_ok=True)
            number = verdict.case.split(":")[0].replace(" ", "-")
            (given.keep / f"{number}.yaml").write_text(verdict.text, "utf-8", "surrogateescape")
            print(f"{verdict.case}\n{verdict.detail}", flush=True)
    for kind, number in counts.most_common():
        print(number, kind)
    sys.exit(counts["problem"] > 0)


if __name__ == "__main__":
    main()
