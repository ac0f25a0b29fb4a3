"""What the benchmarks share: the games that are named, how numbers are written, and the machine."""

from __future__ import annotations

import os
import platform
import subprocess
from argparse import ArgumentTypeError
from pathlib import Path

from gdl.source.nearest import nearest
from interpreter import list_games
from interpreter.native.build.compilers import find_compiler


def game_name(text: str) -> str:
    """The name of a bundled game that was given as an argument."""
    if text in list_games():
        return text
    near = nearest(text, list_games())
    hint = f"did you mean `{near}`?" if near else "`gdl list` shows them"
    raise ArgumentTypeError(f"no bundled game is called `{text}`; {hint}")


def number(value: float | None) -> str:
    """A figure with three digits that mean something."""
    if value is None:
        return ""
    if value < 1:
        return f"{value:.2g}"
    digits = max(0, 3 - len(str(int(value))))
    return f"{float(f'{value:.3g}'):,.{digits}f}"


def machine() -> str:
    """What was measured on."""
    processor = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [x for x in info.read_text().splitlines() if x.startswith("model name")]
        processor = lines[0].partition(":")[2].strip() if lines else processor
    compiler = find_compiler()
    assert compiler is not None, "there is no C compiler"
    said = subprocess.run([*compiler.command, "--version"], capture_output=True, text=True)
    return (f"{processor}, {os.cpu_count()} cores; {said.stdout.splitlines()[0]}; Python "
            f"{platform.python_version()}")  # fmt: skip
