"""C texts compiled and run, among them games with a driver behind them.

`compiled` and `built` make a program of a text or of files, and `run` runs it; `assert_clean` plays
a game under the sanitizers; `Drawing` shows which random moves a game draws.  What plays little is
not optimised: with the sanitizers a game builds in a third of the time.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpreter.native.emit.plain_state import c_files
from interpreter.native.program.program import program_of

DRIVER = Path(__file__).with_name("driver.c")
OVER = (1 << 64) - 1  # what is drawn where a game is over

# Generated code has labels, functions and names that only some games need; it is otherwise clean.
WARNINGS = (
    "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-label",
    "-Wno-unused-parameter", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
    "-Wno-dangling-else",
)  # fmt: skip
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
PROGRAM = ("-DDRIVER_MAIN", *SANITIZERS)  # plays on its own and looks for mistakes
COMPILER = shutil.which("cc")
LONGEST = 1200  # seconds


def driven_text(game: Any) -> str:
    """The C text of a game, counting, and the driver; the searches have tests of their own."""
    counting = c_files("perft.c", "layer.h", "positions.c", "graph.c")
    return "\n".join((program_of(game.reference).text, counting, DRIVER.read_text("utf-8")))


def compiled(text: str, target: Path, *options: str) -> Path:
    """What a C text becomes with these options."""
    source = target.with_suffix(".c")
    source.write_text(text, "utf-8")
    return built(target, "-std=gnu11", *options, source.name, "-lm", "-pthread")


def built(target: Path, *words: str, compiler: Sequence[str] = (COMPILER or "cc",)) -> Path:
    """What the compiler makes of these options and files, in the folder of the files."""
    done = subprocess.run(
        [*compiler, *words, "-o", target.name], cwd=target.parent, capture_output=True, text=True,
        timeout=LONGEST,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[:4000]
    return target


def run(program: Path, *words: Any) -> subprocess.CompletedProcess[str]:
    """Run a program that was compiled."""
    return subprocess.run(
        [str(program), *map(str, words)], capture_output=True, text=True, timeout=LONGEST,
        env={**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"},
    )  # fmt: skip


def assert_clean(game: Any, folder: Path) -> None:
    """Random games of a small game, in which the sanitizers find nothing."""
    program = compiled(driven_text(game), folder / "clean", "-O0", *PROGRAM)
    done = run(program, 4000, 2000, 2, 1)
    assert done.returncode == 0, done.stderr[:4000]


def has_sanitizers(folder: Path) -> bool:
    """Whether this machine's compiler has them."""
    try:
        program = compiled("int main(void) { return 0; }\n", folder / "probe", *SANITIZERS)
    except AssertionError:
        return False
    return run(program).returncode == 0


class Drawing:
    """What the native engine draws in the states of a game, move for move."""

    def __init__(self, game: Any, folder: Path):
        self.game = game
        shared = ("-O0", "-march=native", "-shared", "-fPIC")
        library = ctypes.CDLL(str(compiled(driven_text(game), folder / "drawing.so", *shared)))
        pointer, long = ctypes.c_void_p, ctypes.c_int64
        self.draw = library.driver_draw
        self.draw.argtypes = [
            ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint64, long, ctypes.c_int32, pointer,
        ]  # fmt: skip

    def drawn(self, state: Any, seed: int, count: int, steps: int = 1) -> list[int]:
        """`count` times the packed moves of `steps` random actions, OVER where there is none."""
        moves = (ctypes.c_uint64 * (count * steps))()
        node = state.node
        assert self.draw(node.state, node.seen, seed, count, steps, moves) == 0
        return list(moves)
