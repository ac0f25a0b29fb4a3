"""How much C rules become, and how long it takes to build: bounded, whatever the rules repeat."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from generators import stress
from support.both_engines import walk

from interpreter import load_game
from interpreter.native.build.compilers import find_compiler
from interpreter.native.build.flags import functions, level_of, statements, weight
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program import program
from interpreter.native.program.program import program_of
from interpreter.native.runtime.engine import NativeEngine

MAX_SECONDS = 10  # of CPU: twice what is promised, for slow machines


def loaded(tmp_path: Path, text: str):
    """The game of a rule file."""
    path = tmp_path / "stress.yaml"
    path.write_text(text)
    assert text.count("\n") < 150
    return load_game(str(path))


def size(tmp_path: Path, text: str) -> tuple[int, int]:
    """How many functions and statements rules become."""
    rules = program_of(loaded(tmp_path, text).reference).rules
    return len(functions(rules)), statements(rules)


SHUFFLED = """\
game: Shuffled
players: A
board: square(3)
pieces: tile
setup:
  - put tile on a1
  - for i in 1..{count}: shuffle
chance:
  shuffle(c in neighbours(first(pieces))): move first(pieces) to c
actions:
  go(c in empty): put tile on c
turn: go
end:
  - when no empty: A wins
"""


def test_more_deals_of_the_same_are_no_more_code(tmp_path: Path) -> None:
    few = size(tmp_path, SHUFFLED.format(count=10))
    assert size(tmp_path, SHUFFLED.format(count=20)) == few


# ---- what is rarely used ----

OPENED = """\
game: Opened
players: White, Black
board: square(3)
pieces: stone
actions:
  place(at in empty): put stone on at
  begin(at in corners): put stone on at
opening:
{turns}turn: place
end:
  - when no empty: draw
"""


@pytest.mark.parametrize(("turns", "rare"), [(0, 0), (2, 2), (3, 3), (4, 0)])
def test_first_turns_have_short_code_of_their_own(tmp_path: Path, turns: int, rare: int) -> None:
    text = OPENED.format(turns="  - begin\n" * turns).replace("opening:\nturn", "turn")
    if not turns:
        text = text.replace("  begin(at in corners): put stone on at\n", "")
    game = loaded(tmp_path, text)
    rules = program_of(game.reference).rules
    assert rules.count("RARE static int32_t draw_menu_") == rare
    for seed in range(3):
        walk(game, seed, 9)


# ---- what is written once ----


@pytest.mark.parametrize(
    ("make", "functions_each", "statements_each"),
    [(stress.chain, 9, 90), (stress.lengths, 16, 150), (stress.definitions, 0, 25)],
)
def test_more_of_the_same_adds_little(
    tmp_path: Path, make: Callable[[int], str], functions_each: int, statements_each: int
) -> None:
    few, many = size(tmp_path, make(6)), size(tmp_path, make(12))
    assert many[0] - few[0] <= 6 * functions_each
    assert many[1] - few[1] <= 6 * statements_each


def test_a_chain_of_captures_is_no_larger_than_a_few_of_them(tmp_path: Path) -> None:
    single, chain = (size(tmp_path, stress.chain(n))[1] for n in (1, 20))
    assert chain <= 4 * single


@pytest.mark.parametrize("make", [stress.chain, stress.lengths, stress.alternatives])
def test_shared_code_plays_the_same_game(tmp_path: Path, make: Callable[[int], str]) -> None:
    game = loaded(tmp_path, make(6))
    for seed in range(3):
        walk(game, seed, 12)


def test_shared_code_draws_what_code_of_its_own_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = loaded(tmp_path, stress.chain(6)).playouts(300, seed=1)
    monkeypatch.setattr("interpreter.native.emit.shared_steps.MAX_COPIES", 1000)
    monkeypatch.setattr("interpreter.native.runtime.libraries.program_hash", lambda: "another")
    assert loaded(tmp_path, stress.chain(6)).playouts(300, seed=1) == shared


# ---- how it is built ----


def test_long_functions_weigh_more() -> None:
    line = "    x;\n"
    assert weight(f"{{\n{line * 100}}}\n" * 50) < weight(f"{{\n{line * 5000}}}\n")
    assert weight("static const int t[2] = {\n1,\n2\n};\n") < 5


@pytest.mark.usefixtures("usual_level")
def test_a_long_text_is_optimised_less() -> None:
    function = "{\n" + "    x;\n" * 98 + "}\n"
    levels = [level_of(function * n) for n in (10, 90, 150, 400, 600)]
    assert levels == ["-O3", "-O1", "-Og", "-O0", None]


def test_what_would_be_too_long_says_what_grew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = loaded(tmp_path, stress.kinds(40))
    monkeypatch.setattr(program, "level_of", lambda text: None)
    with pytest.raises(NotNative, match=r"\d,\d{3} statements of C, of which `step` takes most"):
        program_of(game.reference)


@pytest.mark.slow
@pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("name", stress.FILES)
def test_a_build_takes_a_few_seconds(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path))
    engine = loaded(tmp_path, stress.FILES[name]()).reference
    before = cpu_seconds()
    try:
        NativeEngine(engine)
    except NotNative as error:  # found out as fast
        assert str(error)
    assert cpu_seconds() - before < MAX_SECONDS


def cpu_seconds() -> float:
    """The CPU time of this process and of those that it waited for."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
