"""Reading a record takes time in proportion to its size, whatever it holds."""

from __future__ import annotations

import random
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.api.record import LARGEST, RecordError, parts, read, uncommented

CPU_SECONDS = 30  # several times what the slowest takes; the quadratic ones took minutes
LARGE = 1_000_000  # characters
COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|(?:^|(?<=\s))#.*')  # what is meant, and quadratic
RUNS = (
    '"',
    '"\\',
    '\\"',
    "{",
    "}",
    ",{",
    "{,",
    "(",
    '" "',
    '# "',
    "\\",
    ". ",
    "1 ",
    "1.",
    ",a",
    ", ",
    "a=",
    "\t",
    "#",
    ":",
    "place b2, ",
    "{a1,b1},",
    "(place b2), ",
)
HEADS = (
    "game: tic-tac-toe\n1. ",
    "game: tic-tac-toe\n",
    "game: ",
    "game: tic-tac-toe\nseats: ",
    "game: tic-tac-toe\noption ",
)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


def replayed(folder: Path, texts: list[str]) -> list[str]:
    """What is said of records, which are all read by one process with little time."""
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    program = (
        "import sys; from interpreter.terminal.play import run_replay; from pathlib import Path\n"
        "for name in sys.argv[1:]: print('status', run_replay(Path(name)), flush=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, paths)],
        preexec_fn=limited,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    statuses = re.findall(r"^status (\d+)", done.stdout, re.MULTILINE)
    assert len(statuses) == len(texts)
    assert all(len(line) < 12_000 for line in done.stderr.splitlines())
    return statuses


@pytest.mark.parametrize("head", HEADS)
def test_long_runs_in_one_line(tmp_path: Path, head: str) -> None:
    longest = 200_000
    texts = [head + (run * longest)[:longest] + "\nresult: open\n" for run in RUNS]
    assert set(replayed(tmp_path, texts)) <= {"0", "1"}


def test_large_files(tmp_path: Path) -> None:
    texts = [
        f"game: tic-tac-toe\n{(run * 900 + chr(10)) * (LARGE // (900 * len(run)) - 1)}"
        for run in RUNS
        if not run.isspace()
    ]
    texts += ["game: tic-tac-toe\n1. " + "{" * 4_000_000, "x" * 20_000_000, "\n" * (LARGE - 1)]
    texts += ["game: tic-tac-toe\n1. place {" + "a1," * 1_500_000]
    assert set(replayed(tmp_path, texts)) <= {"0", "1"}


def test_comments_end_lines_as_they_did() -> None:
    luck = random.Random(1)
    for _ in range(20_000):
        line = "".join(luck.choice('"\\# a,{}') for _ in range(luck.randrange(14)))
        assert uncommented(line) == COMMENT.sub(r"\1", line), line


def test_parts_of_a_line() -> None:
    assert parts("place a1, take {a1,b1} , (throw 3),") == [
        "place a1",
        "take {a1,b1}",
        "(throw 3)",
        "",
    ]
    assert parts("}, a, {b, c") == ["}", "a", "{b, c"] and parts("") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: x\n1. " + "a, " * 1_000_001, "a record has at most 1,000,000 moves"),
        ("game: x\n" + "# a\n" * (LARGEST // 4), "a record has at most 15,990,848 characters"),
        ("game: " + "x" * 70_000, "what stands there has at most 65,536 characters"),
    ],
)
def test_sizes(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read(f"{text}\n")
