"""The whole tree passes ruff and mypy.

They run as programs of their own, as they do by hand.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHECKS = {"ruff": ("ruff", "check", "."), "mypy": ("mypy",)}


@pytest.mark.parametrize("name", list(CHECKS))
def test_the_tree_passes(name: str) -> None:
    pytest.importorskip(name)
    command = [sys.executable, "-m", *CHECKS[name]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
