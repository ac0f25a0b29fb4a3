"""What is too large or too strange for the native engine: it is left to the reference engine.

Never a crash, a C text that does not compile, or a build without end; and the C text of a game is
always the same.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from generators.nasty import cases
from support.c_driver import COMPILER
from support.commands import gdl
from support.tiny import tiny

from gdl.source.diagnostics import GdlError
from interpreter import load_game
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program.program import program_of

LONGEST_BUILD = 60.0  # seconds from a loaded game to its library, on a slow machine
EACH = 23  # of so many nasty files one is tried in the quick run

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

HASHES = """
from hashlib import sha256
from interpreter import list_games, load_game
from interpreter.native.program.program import program_of
for name in list_games()[::STEP]:
    print(name, sha256(program_of(load_game(name).reference).text.encode()).hexdigest())
"""


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_the_c_text_of_a_game_is_always_the_same(step: int) -> None:
    runs = [hashes(seed, step) for seed in ("1", "2")]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 10


def hashes(seed: str, step: int) -> list[str]:
    """What a process that orders its sets in its own way makes of each so many bundled games."""
    run = gdl(code=HASHES.replace("STEP", str(step)), PYTHONHASHSEED=seed)
    assert run.status == 0
    return run.out.splitlines()


# ---- the largest boards -------------------------------------------------------------------------

LARGEST: list[tuple[str, dict[str, int], bool]] = [  # whether the native engine plays it
    ("breakthrough", {"size": 26}, True),
    ("cropa", {"side": 30}, True),
    ("cropa-rhombus", {"side": 30}, True),
    ("cuiquindi", {"side": 30}, False),
    ("dark-hex", {"size": 26}, True),
    ("go", {"size": 25}, True),
    ("gomoku", {"size": 25}, True),
    ("hex", {"size": 26}, True),
    ("quarod", {"size": 30}, False),
    ("squ", {"size": 64}, True),
    ("y", {"side": 26}, True),
]
QUICK = ("cropa", "quarod")


def sizes(is_quick: bool) -> list[Any]:
    return [pytest.param(*row, id=row[0]) for row in LARGEST if (row[0] in QUICK) == is_quick]


def check_largest(name: str, options: dict[str, int], is_native: bool) -> None:
    game = load_game(name, **options)
    begun = time.monotonic()
    state = game.start()
    assert time.monotonic() - begun < LONGEST_BUILD
    assert state.engine.name == ("native" if is_native else "reference")
    assert is_native or f"cannot play {name}: " in str(game.why_reference)
    chooser = random.Random(1)
    for _ in range(3 if is_native else 1):
        state = state.random_move(chooser)
    assert not state.is_over
    if is_native:
        played = game.playouts(3, seed=1)
        assert (played.count, played.unfinished) == (3, 0)


@pytest.mark.parametrize(("name", "options", "is_native"), sizes(True))
def test_a_large_board(name: str, options: dict[str, int], is_native: bool) -> None:
    check_largest(name, options, is_native)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "is_native"), sizes(False))
def test_another_large_board(name: str, options: dict[str, int], is_native: bool) -> None:
    check_largest(name, options, is_native)


# ---- too much -----------------------------------------------------------------------------------


def test_too_many_moves(tmp_path: Path) -> None:
    rules = """
        board: square(12)
        actions:
          place(a in empty, b in cells, c in cells): put man on a
        turn: place
    """
    game = tiny(tmp_path, rules)
    assert game.engine().name == "reference"
    assert str(game.why_reference).startswith(
        "the native engine cannot play tiny: there may be 2,985,984 moves in one position ("
    )


def test_too_large_a_state(tmp_path: Path) -> None:
    rules = """
        state:
          v[i in 1..90000]: 0..9
        actions:
          place(a in empty):
            - put man on a
            - set v[count(cells)] to 3
        turn: place
    """
    game = tiny(tmp_path, rules)
    assert game.engine().name == "reference"
    assert "a position has 90,043 bytes" in str(game.why_reference)
    state = game.start()
    assert len(state.play(state.moves()[0]).moves()) == 8


# ---- nasty rules --------------------------------------------------------------------------------


def loaded(folder: Path, each: int) -> Iterator[tuple[str, Any]]:
    """Those of the nasty rule files that are rules after all."""
    path = folder / "nasty.yaml"
    for number, (name, text) in enumerate(cases()):
        if number % each == 0:
            path.write_text(text, "utf-8", errors="surrogatepass")
            try:
                yield name, load_game(str(path))
            except GdlError:
                continue


def check_nasty(folder: Path, each: int) -> int:
    """Each gives C that compiles, or a reason why not; how many gave C."""
    count = 0
    for name, game in loaded(folder, each):
        begun = time.monotonic()
        try:
            text = program_of(game.reference).text
        except NotNative as error:
            assert str(error), name
            continue
        assert time.monotonic() - begun < LONGEST_BUILD, name
        compile_only(text, name)
        count += 1
    return count


def compile_only(text: str, name: str) -> None:
    """Check that the C compiler accepts a text, without building anything."""
    assert COMPILER is not None
    done = subprocess.run(
        [COMPILER, "-std=gnu11", "-fsyntax-only", "-xc", "-"], input=text, text=True,
        capture_output=True, timeout=LONGEST_BUILD,
    )  # fmt: skip
    assert done.returncode == 0, f"{name}: {done.stderr[:2000]}"


def test_some_nasty_rules(tmp_path: Path) -> None:
    assert check_nasty(tmp_path, EACH) > 0


@pytest.mark.slow
def test_all_nasty_rules(tmp_path: Path) -> None:
    assert check_nasty(tmp_path, 1) > 100


@pytest.mark.slow
def test_nasty_rules_are_played(tmp_path: Path) -> None:
    """Every playable one is, by whichever engine can, and begins alike on both."""
    for name, game in loaded(tmp_path, 7):
        if game.engine().name == "native":
            check_start(game, name)
            assert game.playouts(20, seed=1).count == 20, name


def check_start(game: Any, name: str) -> None:
    """The first moves are the same on both engines."""
    native, reference = game.start(engine="native"), game.start(engine="reference")
    assert native.moves() == reference.moves(), name


@pytest.mark.parametrize(
    "domain",
    [
        "{0, 1}", "{2, 5}", "{3, 9, 12}", "{0, 63}", "{0, 64}", "{0, 255}", "-3..2", "{0, 256}",
        "{0, 4095}", "{0 - 3, 2}", "{0 - 4000, 2}", "{0 - 10} | {3}",
    ],
)
def test_numbers_that_lie_apart(tmp_path: Path, domain: str) -> None:
    rules = f"""
        actions:
          place(at in {domain}): put man on a1
        turn: place
    """
    game = tiny(tmp_path, rules)
    check_start(game, domain)


@pytest.mark.parametrize("domain", ["{0, 5000}", "{turns, turns * turns}"])
def test_sets_of_numbers_that_do_not_fit(tmp_path: Path, domain: str) -> None:
    rules = f"""
        actions:
          place(at in {domain}): put man on a1
        turn: place
    """
    game = tiny(tmp_path, rules)
    assert "the numbers of the set" in (game.why_reference or "")
    assert game.start().moves()


@pytest.mark.parametrize("number", ["5000000000", "99999999999 * 99999999999"])
def test_numbers_that_are_too_large(tmp_path: Path, number: str) -> None:
    rules = f"""
        actions:
          place(at in {{{number}}}): put man on a1
        turn: place
    """
    game = tiny(tmp_path, rules)
    assert len(game.start().moves()) == 1
    assert game.engine().name == "reference"


def test_a_sum_has_no_more_rounds_than_its_set_can_have_elements(tmp_path: Path) -> None:
    """Though a set has room for 64 numbers, or more, there are three ranks."""
    game = tiny(tmp_path, """
        pieces:
          card:
            owner: none
            supply: each
            with:
              rank: 2..4
        state:
          hand[p in colours]: subsets(card)
          score[p in colours]: 0..1000000000
        define:
          ranks(p): rank(k) for k in hand[p]
        actions:
          show(k in card):
            - add k to hand[mover]
            - set score[mover] to sum(r * 100000000 for r in ranks(mover)) + 1
        turn: show
        end:
          - when turns = 8: most score wins
    """)  # fmt: skip
    assert game.why_reference is None
