"""Feeds mutated rule files to the checker, in a process with little memory.

    python tests/generators/mutate.py [--count 300] [--seed 1] [--keep FOLDER]

A case is a bundled game with one to three changes: a character, a word or a line dropped, doubled,
swapped, or replaced by another or by something odd.  Each must give diagnostics or none, within a
second of CPU time and 200 MB.  Prints a line of JSON for each case that does not.  With `--nasty`
the cases are those of `nasty.py`, with `--large` those of `large.py`, which may take two seconds.
`--patience` multiplies these times for a machine that has other work.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from generators import large, nasty
from support.diagnosing import bundled

from gdl import GdlError
from interpreter.checking.check import check_file

MEGABYTE = 1 << 20
MAX_MEMORY = 200 * MEGABYTE
MAX_SECONDS = 1.0
MAX_SECONDS_OF_LARGE = 2.0
ADDRESSES = 1500 * MEGABYTE  # beyond this the process gets no memory
ODD_CHARACTERS = "\t\0\r\n :-#'\"()[]{}|&*!%@,.=<>+~`?\\é×∈“𝔸\u200b\ufeff09az_"
ODD_WORDS = (
    "99999999999999999999 0 -1 0.5 1e9 10000000000 1000000..2000000 none each nothing removed true "
    "cells empty mine square(10000000000) rectangle(0, 3) hexagon(1) lines(999999999) "
    "{c for c in cells for d in cells for e in cells} subsets(cells) c+999999999*east "
    "blocks(99999, 99999) 9*9*9*9*9*9*9*9*9 links(directions) groups(cells) count(cells) player - "
    "? | > & * : # ((((((((((((((((((((1)))))))))))))))))))) not not not some no if else for in "
    "game actions turn end options board pieces setup state define chance sees questions opening"
).split(" ")
BODIES = (
    "", " text\n", "\n  - item\n", "\n  key: value\n", "\n  - - - x\n", " ''\n", ' ""\n',
    "\n  key:\n    - a: b\n", "\n  a:\n    b:\n      c: d\n", " |\n  one\n  two\n",
    " >-\n  1\n\n  2\n",
)  # fmt: skip
TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
Change = Callable[[str, random.Random], str]


def at_some(parts: list[str], chance: random.Random, others: list[str]) -> list[str]:
    """The parts with one of them dropped, doubled, swapped with the next, replaced or preceded."""
    place = chance.randrange(len(parts)) if parts else 0
    other = chance.choice(others)
    kind = chance.choice(("drop", "double", "swap", "replace", "insert"))
    before, part, after = parts[:place], parts[place : place + 1], parts[place + 1 :]
    if kind == "drop":
        return before + after
    if kind == "double":
        return before + part + part + after
    if kind == "swap":
        return before + after[:1] + part + after[1:]
    return before + [other] + (part if kind == "insert" else []) + after


def character(text: str, chance: random.Random) -> str:
    return "".join(at_some(list(text), chance, list(ODD_CHARACTERS)))


def word(text: str, chance: random.Random) -> str:
    others = [*ODD_WORDS, *TOKEN.findall(chance.choice(list(bundled().values())))]
    return "".join(at_some(TOKEN.findall(text), chance, others))


def number(text: str, chance: random.Random) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return word(text, chance)
    place = chance.choice(numbers)
    other = chance.choice(("0", "1", "-1", "2.5", "4096", "99999", "10000000000", "9" * 400))
    return text[: place.start()] + other + text[place.end() :]


def line(text: str, chance: random.Random) -> str:
    others = chance.choice(list(bundled().values())).split("\n")
    return "\n".join(at_some(text.split("\n"), chance, others))


def indentation(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    lines[place] = chance.choice(("  ", " ", "\t", "- ", "- - ")) + lines[place]
    if chance.random() < 0.5:
        lines[place] = lines[place].strip()
    return "\n".join(lines)


def section(text: str, chance: random.Random) -> str:
    """What stands under a heading in another form, or that of another heading."""
    parts = re.split(r"^(?=\w)", text, flags=re.MULTILINE)
    other = chance.choice(list(bundled().values()))
    heading = chance.choice(re.findall(r"^[a-z ]+(?=:)", other, re.MULTILINE))
    body = chance.choice(BODIES)
    place = chance.randrange(len(parts))
    name = chance.choice((heading, parts[place].split(":")[0]))
    parts[place] = chance.choice((f"{name}:{body}", *re.split(r"^(?=\w)", other, flags=re.M)))
    return "".join(parts)


CHANGES: tuple[Change, ...] = (character, word, word, number, line, indentation, section)


def cases(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many mutated games, each with the name of the game and the changes."""
    chance = random.Random(seed)
    for _ in range(count):
        name = chance.choice(list(bundled()))
        text = bundled()[name]
        changes = chance.choices(CHANGES, k=chance.choice((1, 1, 2, 3)))
        for change in changes:
            text = change(text, chance)
        if chance.random() < 0.05:
            text = text.replace("\n", "\r\n")
        yield f"{name}: {', '.join(c.__name__ for c in changes)}", text


def out_of_time(*_: object) -> None:
    """The alarm clock's handler."""
    raise TimeoutError


def most_memory() -> int:
    """The most memory that this process has had, in bytes.

    What `getrusage` says may still be that of the process that started this one.
    """
    status = Path("/proc/self/status")
    peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    if peak:
        return int(peak[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def trial(path: Path, most: float, again: int = 2) -> str | None:
    """What is wrong with how a file is checked; None if it is as it should be.

    One that takes too long is tried `again`: on a busy machine a moment's work may count double.
    """
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, 4 * most)
    try:
        for diagnostic in check_file(str(path)):
            diagnostic.render()
            json.dumps(diagnostic.as_json())
    except GdlError:
        pass
    except BaseException as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if isinstance(error, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(error)[-4:])
    signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = time.process_time() - start
    if seconds > most:
        return trial(path, most, again - 1) if again else f"took {seconds:.1f} s"
    if most_memory() > MAX_MEMORY:
        return "took more than 200 MB"
    return None


def run(texts: Iterator[tuple[str, str]], most: float) -> Iterator[dict[str, str]]:
    """Check each text as a file; what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.yaml"
        for name, text in texts:
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            problem = trial(path, most)
            if problem:
                yield {"case": name, "problem": problem, "text": text}
                if "MB" in problem:
                    return  # the memory is not given back


def main() -> None:
    """Run the cases that were asked for: mutated games, or with `--nasty` the files of `nasty`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nasty", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--patience", type=float, default=1, help="so many times the CPU time")
    parser.add_argument("--every", type=int, default=1, help="of those files every so many")
    parser.add_argument("--keep", type=Path, help="a folder for the files that went wrong")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    signal.signal(signal.SIGPROF, out_of_time)
    problems_seen = 0
    texts = cases(options.count, options.seed)
    if options.nasty or options.large:
        texts = nasty.cases() if options.nasty else large.cases()
        texts = islice(texts, options.seed % options.every, None, options.every)
    most = MAX_SECONDS_OF_LARGE if options.large else MAX_SECONDS
    for problem in run(texts, options.patience * most):
        problems_seen += 1
        if options.keep:
            options.keep.mkdir(exist_ok=True)
            (options.keep / f"{options.seed}-{problems_seen}.yaml").write_text(problem["text"])
        print(json.dumps(problem), flush=True)
    sys.exit(problems_seen > 0)


if __name__ == "__main__":
    main()
