"""The table of docs/games/README.md: compares every game and writes how many positions agreed.

    python tests/peers/report.py [--positions 100000] [GAME…]

replaces the rows of the games that are named, or all.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from peers.cases import CASES, missing
from peers.walking import Case, compare

PAGE = Path(__file__).parents[2] / "docs" / "games" / "README.md"

MARK = "<!-- Written by `python tests/peers/report.py`; do not edit. -->\n"
HEAD = "| game | options | compared with | positions | disagreements |\n|---|---|---|---|---|\n"


def shown(case: Case) -> list[str]:
    """The first three cells of the row of a case."""
    options = ", ".join(f"`{k}` {str(v).lower()}" for k, v in case.options.items())
    return [f"`{case.game}`", options, case.peer]


def rows_of(text: str) -> list[list[str]]:
    """The rows of the table on the page."""
    table = text.partition(MARK)[2].partition(HEAD)[2].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table if line]


def main() -> None:
    """Compare, and write the table anew after each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("games", nargs="*", metavar="GAME")
    given = parser.parse_args()
    for case in CASES:
        if not given.games or case.game in given.games:
            if reason := missing(case):
                sys.exit(reason)
            count = compare(case, given.positions, seed=2)
            print(f"{case.title}: {count:,} positions agree", flush=True)
            write(case, count)


def write(case: Case, count: int) -> None:
    """Put the row of a case into the table, in the order of the cases."""
    text = PAGE.read_text("utf-8")
    known = {tuple(row[:3]): row for row in rows_of(text)}
    known[tuple(shown(case))] = [*shown(case), f"{count:,}", "0"]
    rows = [known[key] for c in CASES if (key := tuple(shown(c))) in known]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    new = PAGE.with_suffix(".new")
    new.write_text(text.partition(MARK)[0] + MARK + "\n" + HEAD + table, encoding="utf-8")
    os.replace(new, PAGE)


if __name__ == "__main__":
    main()
