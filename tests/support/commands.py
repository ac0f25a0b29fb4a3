"""The command `gdl`: `invoke` runs it in this process, `gdl` in one of its own, as a user does.

`COMMAND`, `PLAIN` and `environment` are for tests that have to wait for a process in their own way.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner, Result

from interpreter import cli

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "interpreter.cli"]
PLAIN = [sys.executable, "-P", str(ROOT / "tests" / "support" / "plain_charts.py")]
"""The command whose reports have no real charts."""
INTERNAL_ERROR = 70  # the status of the command where its own code is wrong


class Run(NamedTuple):
    """How a process ended."""

    status: int
    out: str
    err: str


def invoke(*words: str, **options: Any) -> Result:
    """Run the command in this process; `options` are those of click, as `input`."""
    result = CliRunner().invoke(cli.gdl, words, prog_name="gdl", **options)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def environment(**variables: str) -> dict[str, str]:
    """The environment of a process that runs the code of this tree, in whatever folder it is."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **variables}


def here(*words: str) -> Run:
    """Run the command in this process, where the process is not what is tested."""
    done = invoke(*words)
    return Run(done.exit_code, done.stdout, done.stderr)


def gdl(
    *words: str, cwd: Path | None = None, code: str = "", typed: str | None = None,
    command: Sequence[str] = COMMAND, **variables: str,
) -> Run:  # fmt: skip
    """Run the command in a process of its own, in a folder and with variables of the environment.

    `code` is Python that takes the place of the command, `typed` what comes in.
    """
    command = [sys.executable, "-c", code] if code else command
    done = subprocess.run(
        [*command, *words], capture_output=True, text=True, cwd=cwd, timeout=300, input=typed,
        env=environment(**variables),
    )  # fmt: skip
    assert "Traceback" not in done.stderr and done.returncode != INTERNAL_ERROR, done.stderr
    return Run(done.returncode, done.stdout, done.stderr)
