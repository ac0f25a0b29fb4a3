"""The C of every bundled game under the sanitizers: no access outside of memory, no undefined sums.

The driver plays as playouts do, and then on two states at once, of which one is settled after each
move: what is drawn lazily must be legal, and both games must end in the same way.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from generators.fuzz import WRITERS
from support.c_driver import (
    COMPILER,
    PROGRAM,
    WARNINGS,
    assert_clean,
    built,
    compiled,
    driven_text,
    run,
)

from gdl.source.diagnostics import GdlError
from interpreter import list_games, load_game
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program.program import program_of

Options = dict[str, Any]
QUICK = (12_000, 8_000)  # lazy actions, actions of twins
FULL = (700_000, 300_000)
LARGE = (30_000, 5_000)  # whose moves are many
# What gcc 12 warns of at -O2 where it does not see that an earlier condition excludes an index of
# -1; whether one occurs is what the sanitizers look for.
CERTAIN = ("-Wno-array-bounds", "-Wno-stringop-overflow")
# Each kind of statement; all games are played in the slow run.
QUICK_GAMES = {
    "amazons", "connect-four", "cropa", "cuiquindi", "dark-hex", "go", "hus",
    "international-draughts", "kalah", "leduc-poker", "los-alamos-chess", "phantom-tic-tac-toe",
    "quardo", "quarod", "royal-game-of-ur", "squ", "tic-tac-toe",
}  # fmt: skip
MADE_UP, TESTS = 25, 4  # games made up at random, of each test

# Of the slow run, beside the defaults: small boards, published ones, and long sets.
MORE: dict[str, list[Options]] = {
    "breakthrough": [{"size": 4}, {"size": 9}],
    "cropa": [{"side": 2}, {"side": 5}, {"side": 9}],
    "cropa-rhombus": [{"side": 4}],
    "cuiquindi": [{"side": 3}, {"side": 5}, {"side": 7}],
    "dark-hex": [{"size": 3, "pie": True}],
    "go": [{"size": 2}, {"size": 3}, {"size": 9}],
    "gomoku": [{"size": 5}, {"size": 13}],
    "hex": [{"size": 2, "pie": True}, {"size": 9, "pie": True}, {"size": 14}],
    "misere-squ": [{"size": 3}, {"size": 8}],
    "quardo": [{"players": 3}],
    "quardo-still": [{"players": 3}],
    "quardo-touch": [{"players": 3}],
    "quarod": [{"size": 2}, {"size": 3}, {"size": 7}, {"size": 12}],
    "squ": [{"size": 2}, {"size": 5}, {"size": 8}],
    "y": [{"side": 2}, {"side": 5}],
}
HUGE: list[tuple[str, Options]] = [
    ("squ", {"size": 20}),
    ("hex", {"size": 26}),
    ("go", {"size": 25}),
    ("cropa", {"side": 30}),
    ("cuiquindi", {"side": 8}),
    ("quarod", {"size": 16}),
]
Case = tuple[str, Options]
MANY = [(name, o) for name in list_games() for o in ({}, *MORE.get(name, []))]

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


def title(case: Case) -> str:
    name, options = case
    return "-".join([name, *(f"{k}={v}" for k, v in options.items())])


class Runs:
    """Builds and plays beside the tests that wait for it; all that will be asked for at once."""

    def __init__(self, folder: Path, wanted: list[tuple[Case, tuple[int, int]]]):
        self.folder = folder
        self.pool = ThreadPoolExecutor(2)
        self.plays: dict[str, Future[str]] = {}
        for case, counts in wanted:
            self.plays[title(case)] = self.pool.submit(self.play, case, counts)

    def play(self, case: Case, counts: tuple[int, int]) -> str:
        """What the driver had to complain about."""
        name, options = case
        text = driven_text(load_game(name, **options))
        # With and without what only this machine's processor has, which is other code.
        level = ("-O0", "-march=native") if counts == QUICK else ("-O2", *CERTAIN)
        target = self.folder / f"{title(case)}-{counts[0]}"
        program = compiled(text, target, *PROGRAM, *WARNINGS, *level)
        done = run(program, *counts, 2, 1)
        program.unlink()
        return f"status {done.returncode}: {done.stderr[:4000]}" if done.returncode else ""


def wanted(request: pytest.FixtureRequest, test: str) -> list[Case]:
    """The cases of a test that this run has selected."""
    items = [i for i in request.session.items if getattr(i, "originalname", "") == test]
    return [i.callspec.params["case"] for i in items]  # type: ignore[attr-defined]


def runs_of(request: pytest.FixtureRequest, folder: Path, test: str, counts: Any) -> Iterator[Runs]:
    runs = Runs(folder, [(c, counts) for c in wanted(request, test)])
    yield runs
    runs.pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="module")
def quick(request: pytest.FixtureRequest, folder: Path) -> Iterator[Runs]:
    yield from runs_of(request, folder, "test_some_actions", QUICK)


@pytest.fixture(scope="module")
def full(request: pytest.FixtureRequest, folder: Path) -> Iterator[Runs]:
    yield from runs_of(request, folder, "test_a_million_actions", FULL)


@pytest.fixture(scope="module")
def large(request: pytest.FixtureRequest, folder: Path) -> Iterator[Runs]:
    yield from runs_of(request, folder, "test_a_large_board", LARGE)


@pytest.mark.parametrize("case", [(name, {}) for name in sorted(QUICK_GAMES)], ids=title)
def test_some_actions(quick: Runs, case: Case) -> None:
    assert quick.plays[title(case)].result() == ""


@pytest.mark.slow
@pytest.mark.parametrize("case", MANY, ids=title)
def test_a_million_actions(full: Runs, case: Case) -> None:
    assert full.plays[title(case)].result() == ""


@pytest.mark.slow
@pytest.mark.parametrize("case", HUGE, ids=title)
def test_a_large_board(large: Runs, case: Case) -> None:
    assert large.plays[title(case)].result() == ""


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("first", range(20_000, 20_000 + MADE_UP * TESTS, MADE_UP))
@pytest.mark.parametrize("kind", WRITERS)
def test_made_up_games(tmp_path: Path, kind: str, first: int) -> None:
    clean = 0
    for seed in range(first, first + MADE_UP):
        path = tmp_path / f"game_{seed}.yaml"
        path.write_text(WRITERS[kind](seed).text(), encoding="utf-8")
        try:
            game = load_game(str(path))
            program_of(game.reference)
        except (GdlError, NotNative):
            continue
        assert_clean(game, tmp_path)
        clean += 1
    assert clean >= MADE_UP / 3


LANES: list[Case] = [
    ("clobber", {}), ("connect6", {}), ("gomoku", {}), ("quarto", {}), ("squ", {"size": 10}),
    ("tic-tac-toe", {}), ("quarod", {"size": 5}), ("fox-and-geese", {}), ("star", {}),
]  # fmt: skip
TOGETHER = """
#undef main
#ifndef HAS_LANES
#error "these games are to be played in lanes"
#endif
int main(void)
{
    Walk w = {0};
    driver_start(&w);
    for (uint64_t seed = 0; seed < 3; seed++) {
        volatile int32_t stop = 0;
        int64_t sums[4 + GAME_SEATS];
        const int64_t most = seed == 1 ? 7 : 1000;
        if (bw_playouts(&w.state, w.history.seen, 0, 1500, seed, 2, most, &stop, sums)) return 1;
        if (sums[0] != 1500 || (seed != 1 && sums[3] != 0)) return 2;
    }
    return 0;
}
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="only gcc has the vectors")
@pytest.mark.parametrize("case", LANES, ids=title)
def test_games_side_by_side(folder: Path, case: Case) -> None:
    name, options = case
    text = driven_text(load_game(name, **options)) + TOGETHER
    source = folder / f"lanes_{title(case)}.c"
    source.write_text(text, "utf-8")
    wide = ("-O2", "-std=gnu11", "-DANY_LANES", "-Wno-psabi", *PROGRAM, *WARNINGS, "-Dmain=alone")
    program = built(
        source.with_suffix(""), *wide, source.name, "-lm", "-pthread", compiler=("gcc",)
    )
    done = run(program)
    assert done.returncode == 0, done.stderr[:4000]


# What is complained about when something is wrong on purpose.
MISTAKES = {
    "heap-buffer-overflow": ("malloc((size_t)limit", "malloc((size_t)(limit - 1)"),
    "signed integer overflow": (
        "    Rng rng;\n    rng_seed(&rng, str",
        '    Rng rng;\n    printf("%d", INT32_MAX - 4 + count);\n    rng_seed(&rng, str',
    ),
    "an illegal move was drawn": ("h->drawn = m;", "h->drawn = m ^ 1024;"),
    "the same move leads to": ("    play(&other,", "    other.turns++;\n    play(&other,"),
}


@pytest.mark.parametrize("complaint", MISTAKES)
def test_mistakes_are_found(folder: Path, complaint: str) -> None:
    right, wrong = MISTAKES[complaint]
    text = driven_text(load_game("tic-tac-toe"))
    assert right in text
    target = folder / complaint.replace(" ", "-")
    program = compiled(text.replace(right, wrong), target, "-O0", *PROGRAM)
    done = run(program, 1000, 1000, 2, 1)
    assert done.returncode != 0
    assert complaint in done.stderr
