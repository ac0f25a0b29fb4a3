"""How long the first random game takes on the native engine: the start-up of docs/performance.md.

    python tests/bench/startup.py [GAME …]

prints for each bundled game (or those named), at its default options, the CPU seconds from
`load_game` to the end of the first random game, those of the C compiler included: once where no
library is cached, and the least of three times where it is.  Each is a process of its own.  The
grammar of the rule language is cached in all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from interpreter import list_games

ONE = """
import resource, sys
from interpreter import load_game

def spent():
    parts = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(p.ru_utime + p.ru_stime for p in parts)

begun = spent()
load_game(sys.argv[1]).playouts(1, seed=1)
print(spent() - begun)
"""


GRAMMAR = "import sys; from interpreter import load_game; load_game(sys.argv[1])"


def measure(name: str) -> str:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BOARDWRIGHT_CACHE": folder}
        command = [sys.executable, "-c", ONE, name]
        subprocess.run([sys.executable, "-c", GRAMMAR, name], env=environment, check=True)
        first, *others = (
            float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
            for _ in range(4)
        )
    return f"{name:22} {first:8.2f} {min(others):8.3f}"


def main() -> None:
    """Print the table."""
    print(f"{'game':22} {'uncached':>8} {'cached':>8}")
    for name in sys.argv[1:] or list_games():
        print(measure(name), flush=True)


if __name__ == "__main__":
    main()
