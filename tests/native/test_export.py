"""Exported libraries: they build without a warning, and play as the engines of Python do."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from support.c_driver import built, run

from interpreter import load_game
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.native.build.compilers import find_compiler
from interpreter.native.program.export import (
    AlreadyThere,
    Export,
    filled,
    make_export,
    prefix_of,
    write_export,
)

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")

STRICT = "-std=c11 -O1 -Wall -Wextra -Werror"
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
GAMES = [
    ("squ", {"size": 8}),
    ("cropa", {"side": 5}),
    ("royal-game-of-ur", {}),
    ("quarod", {"size": 6}),
    ("dark-hex", {"size": 9, "pie": True}),
    ("go", {"size": 9}),
]
MORE = [
    ("squ", {"size": 10}),
    ("cuiquindi", {"side": 5}),
    ("quardo", {"players": 3}),
    ("english-draughts", {}),
    ("nine-mens-morris", {}),
    ("amazons", {}),
]
# Plays with a seed; before every move prints who acts and the texts of all moves, and behind it the
# text of the move, which is found again by its text; then what each seat gets, and the board.
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "prefix_.h"

static prefix_move list[PREFIX_MAX_MOVES];

int main(int count, char **words)
{
    prefix_random random;
    prefix_state state, copy;
    prefix_move move, found;
    char text[PREFIX_MAX_TEXT], small[4];
    prefix_seed(&random, strtoull(words[count - 1], NULL, 10));
    if (prefix_start(&state)) return 1;
    for (int number = 0; !prefix_is_over(&state) && number < 300; number++) {
        int moves = prefix_moves(&state, list);
        printf("%d", prefix_seat(&state));
        for (int i = 0; i < moves; i++) {
            if (prefix_move_text(list[i], text, sizeof text) >= (int)sizeof text) return 2;
            printf("|%s", text);
        }
        if (prefix_random_move(&state, &random, &move)) return 3;
        int length = prefix_move_text(move, text, sizeof text);
        if (prefix_move_text(move, small, sizeof small) != length) return 4;
        if (strncmp(small, text, 3) || prefix_move_text(move, NULL, 0) != length) return 5;
        if (prefix_find_move(&state, text, &found)) return 6;
        if (prefix_copy(&copy, &state) || prefix_hash(&copy) != prefix_hash(&state)) return 7;
        if (prefix_play(&copy, UINT64_MAX) != PREFIX_ILLEGAL) return 8;
        if (prefix_play(&copy, found) || prefix_play_legal(&state, move)) return 9;
        if (prefix_hash(&copy) != prefix_hash(&state)) return 10;
        prefix_free(&copy);
        printf("\\n>%s\\n", text);
    }
    for (int seat = 0; seat < PREFIX_SEATS; seat++)
        printf("%s %g\\n", prefix_colours[prefix_colour(&state, seat)],
               prefix_result(&state, seat));
    for (int cell = 0; cell < PREFIX_CELLS; cell++) {
        int owner = prefix_owner(&state, cell), kind = prefix_kind(&state, cell);
        if (owner != PREFIX_NOBODY)
            printf("%s %s %s\\n", prefix_cells[cell], owner < 0 ? "-" : prefix_colours[owner],
                   prefix_kinds[kind]);
    }
    prefix_free(&state);
    if (prefix_start(&state)) return 11;
    double sums[PREFIX_SEATS] = {0}, results[PREFIX_SEATS];
    for (int i = 0; i < 20; i++) {
        if (prefix_playout(&state, &random, 100000, results) < 1) return 12;
        for (int seat = 0; seat < PREFIX_SEATS; seat++) sums[seat] += results[seat];
    }
    double all = 0;
    for (int seat = 0; seat < PREFIX_SEATS; seat++) all += sums[seat];
    prefix_free(&state);
    return all > 0 ? 0 : 13;
}
"""


@cache
def exported(name: str, options: tuple[tuple[str, object], ...] = ()) -> tuple[Game, Export]:
    game = load_game(name, **dict(options))
    return game, make_export(game.reference)


def compiled(folder: Path, target: str, *sources: str, flags: str = STRICT) -> Path:
    compiler = find_compiler()
    assert compiler is not None
    return built(folder / target, *flags.split(), *sources, compiler=compiler.command)


@pytest.mark.parametrize(
    ("name", "options"),
    [*GAMES, *(pytest.param(*more, marks=pytest.mark.slow) for more in MORE)],
    ids=str,
)
def test_a_library_plays_as_python_does(
    name: str, options: dict[str, object], tmp_path: Path
) -> None:
    game, made = exported(name, tuple(options.items()))
    write_export(made, tmp_path, False)
    (tmp_path / "driver.c").write_text(filled(DRIVER, made.prefix, {}))
    sources = ("driver.c", f"{made.prefix}.c")
    program = compiled(tmp_path, "driver", *sources, flags=f"{STRICT} {SANITIZERS}")
    done = run(program, 7)
    assert done.returncode == 0, (done.returncode, done.stderr)
    *walk, last = re.split(r"\n>(.*)\n", done.stdout)
    follow(game.start(), walk, last)


def follow(state: State, walk: list[str], last: str) -> None:
    """Play what a library has played."""
    game = state.game
    for offered, played in zip(walk[::2], walk[1::2], strict=True):
        seat, *texts = offered.split("|")
        assert int(seat) == (-1 if state.is_chance else state.seat)
        listed = [m for m, _ in state.chance] if state.is_chance else state.moves()
        assert list(dict.fromkeys(texts)) == [m.text for m in listed]
        state = state.play(played)
    wanted = [
        f"{state.colour_of(seat)} {(state.result or [0.0] * game.seats)[seat]:g}"
        for seat in range(game.seats)
    ] + [f"{cell} {piece.colour or '-'} {piece.kind}" for cell, piece in state.pieces().items()]
    assert last.splitlines() == wanted


def test_the_example_plays_a_game(tmp_path: Path) -> None:
    game, made = exported("squ", (("size", 8),))
    write_export(made, tmp_path, False)
    assert made.build_line.endswith("-o example example.c squ.c")
    assert f"\n   {made.build_line} && ./example 7 */\n" in made.files["example.c"]
    assert made.build_line in made.files["squ.h"]
    program = compiled(tmp_path, "example", "example.c", "squ.c", flags=f"{STRICT} -DNDEBUG")
    first = run(program, 7)
    assert first.returncode == 0
    *moves, red, black = first.stdout.splitlines()
    state = game.start(engine="reference")
    for move in moves:
        state = state.play(move)
    assert state.result is not None
    assert [red, black] == [
        f"seat {i + 1}, {colour}: {share:g}"
        for i, (colour, share) in enumerate(zip(game.players, state.result, strict=True))
    ]
    again = run(program, 7)
    other = run(program, 8)
    assert again.stdout == first.stdout != other.stdout


def test_the_same_input_gives_the_same_bytes() -> None:
    _, first = exported("quarod")
    assert make_export(load_game("quarod").reference).files == first.files
    assert make_export(load_game("quarod", size=6).reference).files != first.files


def test_nothing_of_python_and_no_name_is_left(tmp_path: Path) -> None:
    _, made = exported("royal-game-of-ur")
    assert sorted(made.files) == ["example.c", "royal_game_of_ur.c", "royal_game_of_ur.h"]
    for text in made.files.values():
        assert "prefix_" not in text.lower() and "Python" not in text and "@" not in text
        assert str(Path.cwd()) not in text
    (tmp_path / "alone.c").write_text(made.files["royal_game_of_ur.h"])
    compiled(tmp_path, "alone.o", "-c", "alone.c", flags=f"{STRICT} -pedantic")


def test_only_the_functions_of_the_header_are_seen_outside(tmp_path: Path) -> None:
    _, made = exported("royal-game-of-ur")
    write_export(made, tmp_path, False)
    compiled(tmp_path, "game.o", "-c", "royal_game_of_ur.c", flags="-O0")
    done = subprocess.run(["nm", "-g", "--defined-only", tmp_path / "game.o"],
                          capture_output=True, text=True)  # fmt: skip
    symbols = {line.split()[-1] for line in done.stdout.splitlines()}
    assert symbols and all(name.startswith("royal_game_of_ur_") for name in symbols)


def test_files_that_are_there_stay_unless_forced(tmp_path: Path) -> None:
    _, made = exported("quarod")
    (tmp_path / "example.c").write_text("mine")
    with pytest.raises(AlreadyThere, match=r"example\.c"):
        write_export(made, tmp_path, False)
    assert [p.name for p in tmp_path.iterdir()] == ["example.c"]
    write_export(made, tmp_path, True)
    assert (tmp_path / "example.c").read_text() == made.files["example.c"]


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("royal-game-of-ur", "royal_game_of_ur"),
        ("3d Chess!", "game_3d_chess"),
        ("Ärger", "rger"),
        ("…", "game"),
        ("example", "example_game"),
        ("string", "string_game"),
        ("rng", "rng_game"),  # whose `rng_seed` the library has already
    ],
)
def test_names_that_c_can_have(name: str, prefix: str) -> None:
    assert prefix_of(name, "void prefix_seed(prefix_random *r);", "rng_seed(r);") == prefix
