"""Legal moves are drawn equally often where candidates are found at once, or are pairs."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare
from support.both_engines import walk
from support.c_driver import COMPILER, Drawing

from interpreter import load_game
from interpreter.native.ir.effects import Check
from interpreter.native.ir.terms import TRUE
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program.program import lowered, program_of

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

LEAST_P = 1e-4
POOLED = "outer_0 = "  # the first values of step 0, in the C text
RULES = """\
game: Made up
players: White, Black
board: square(7)
pieces: rook, pawn
setup:
  - put rook of White on {{a1, d2}}
  - put pawn of White on {{b2}}
  - put rook of Black on {{a4, c4}}
  - put pawn of Black on {{b3}}
actions:
  slide(start in mine(rook), there in sight(start, orthogonal) - mine):
    - move start to there{more}
turn: {turn}
after turn:
  - require {legal}
end:
  - when turns = 12: draw
"""
ADVANCE = """
  advance(at in mine(pawn), side in {north, south}, rank in {rook, pawn}):
    - require at + side in empty
    - move at to at + side
    - set kind[at + side] to rank"""
ALWAYS, SOMETIMES = "true", "mine(rook) meets row(1) | row(4)"

# Further actions, the turn, and what the end of a turn asks.
GAMES = {
    "one action": ("", "slide", ALWAYS),
    "some are illegal": ("", "slide or pass", SOMETIMES),
    "a pass beside it": ("", "slide or pass", ALWAYS),
    "several values": (ADVANCE, "slide or advance", ALWAYS),
    "all kinds of them": (ADVANCE, "slide or advance or pass", SOMETIMES),
}


def made(name: str, folder: Path) -> Any:
    """A game of the table."""
    more, turn, legal = GAMES[name]
    path = folder / "made-up.yaml"
    path.write_text(RULES.format(more=more, turn=turn, legal=legal), "utf-8")
    return load_game(str(path))


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_move_is_as_likely(name: str, tmp_path: Path) -> None:
    game = made(name, tmp_path)
    assert POOLED in program_of(game.reference).text
    are_as_likely(game, tmp_path)


def are_as_likely(game: Any, tmp_path: Path) -> None:
    """Check that legal moves are drawn as often as each other, and no others, in four positions."""
    drawing, chooser = Drawing(game, tmp_path), random.Random(4)
    state = game.start(engine="native")
    assert len(state.moves()) > 3
    for seed in range(4):
        counts = Counter(drawing.drawn(state, seed, 20_000))
        moves = list(state.engine.packed_moves(state.node))
        assert set(counts) <= set(moves)
        assert len(moves) == 1 or chisquare([counts[m] for m in moves]).pvalue > LEAST_P
        for _ in range(2):
            state = state.random_move(chooser)


MANY = """\
game: Many
players: White, Black
board: square(9)
pieces: rook
setup:
  - put rook of White on row(1) | row(5)
  - put rook of Black on row(9)
actions:
  slide(start in mine, there in sight(start, orthogonal) & empty): move start to there
turn: slide or pass
end:
  - when turns = 12: draw
"""


def test_many_pieces_that_see_far_are_tried_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(MANY, "utf-8")
    assert POOLED not in program_of(load_game(str(tmp_path / "many.yaml")).reference).text


@pytest.mark.parametrize(
    "asked", ["there in sight(start, orthogonal)", "distance(start, there) in {1, 3}",
              "y(there) = y(start) + 1 and x(there) - x(start) in -1..1"],
)  # fmt: skip
def test_few_that_fit_the_first_value_are_chosen_from_alone(asked: str, tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    whole = "slide(start in mine, there in sight(start, orthogonal) & empty): move start to there"
    action = "slide(start in mine, there in empty):\n    - require {}\n    - move start to there"
    assert whole in MANY
    path.write_text(MANY.replace(whole, action.format(asked)), "utf-8")
    game = load_game(str(path))
    plan = lowered(game.reference)
    optimise(plan)
    (step,) = (s for s in plan.steps.values() if s.parameters)
    assert step.parameters[1].filter == TRUE
    assert not any(isinstance(effect, Check) for effect in step.effects)
    assert walk(game, 1, 12) == 12
    are_as_likely(game, tmp_path)


NOWHERE = """\
game: Nowhere
players: White, Black
board: rectangle(3, 2)
pieces: man
define:
  far(a): w for w in mine if max(distance(a, v) for v in mine) > x(w)
  nowhere: z for z in mine if x(z) + x(z) <= distance(z, z)
actions:
  three(a in empty, b in far(a), c in nowhere): put man on a
  place(a in empty): put man on a
turn: {turn}
end:
  - when turns = 3 or stuck: draw
"""


@pytest.mark.parametrize("turn", ["three or place", "three else place"])
def test_a_value_without_a_choice_wherever_the_pieces_are(turn: str, tmp_path: Path) -> None:
    (tmp_path / "nowhere.yaml").write_text(NOWHERE.format(turn=turn), "utf-8")
    game = load_game(str(tmp_path / "nowhere.yaml"))
    assert "% 0;" not in program_of(game.reference).text
    assert walk(game, 1, 3) == 3


# What the candidates of one piece are takes work, and they are few.
DEAR = """\
game: Leaps
players: White, Black
board: {board}
pieces: stone
setup:
  - put stone of White on row(1) | row(2)
  - put stone of Black on row(5)
define:
  far(c, d): count(sight(c, {{d, -d}}, cells) & mine)
  goals(c): c + far(c, d)*d for d in directions if no between(c, c + far(c, d)*d) & enemy
actions:
  leap(start in mine, there in goals(start) - mine): move start to there
  vanish(at in {{c for c in mine if count(neighbours(c) & mine) = {lonely}}}): lift at
turn: leap or vanish else pass
end:
  - when turns = 100: draw
"""
AS_NEEDED = "int32_t mode_0 = "


@pytest.mark.parametrize(("board", "lonely"), [("hexagon(4)", 0), ("square(6)", 4)])
def test_each_legal_move_is_as_likely_where_candidates_are_found_as_needed(
    board: str, lonely: int, tmp_path: Path
) -> None:
    path = tmp_path / "leaps.yaml"
    path.write_text(DEAR.format(board=board, lonely=lonely), "utf-8")
    game = load_game(str(path))
    assert AS_NEEDED in program_of(game.reference).text
    are_as_likely(game, tmp_path)


TILES = """\
game: Tiles
players: White, Black
board: square(8)
words:
  shape:
    three:
      form: a1, a2, a3
    bent:
      form: a1, a2, b1
    {last}
pieces: tile
state:
  left[p in colours]: subsets(shape) = shape
actions:
  lay(s in left[mover], at in copies(form(s))):
    - require at within empty and not (at touches mine)
    - put tile on at
    - take s from left[mover]
  bar(c in empty): {bar}
turn: lay or bar
end:
  - when turns = 12: draw
"""
ALL_AT_ONCE = "ways_0 = {{0}};"  # the members of all families, in the C text
LAYING = {
    "each tells whose it is": ("four:\n      form: a1, a2, b1, b2", "put tile on c", True),
    "two are alike": ("other:\n      form: a1, b1, b2", "put tile on c", False),
    "a tile may go": ("four:\n      form: a1, a2, b1, b2", "remove mine", False),
}


@pytest.mark.parametrize("name", LAYING)
def test_each_member_of_families_is_as_likely(name: str, tmp_path: Path) -> None:
    last, bar, is_at_once = LAYING[name]
    (tmp_path / "tiles.yaml").write_text(TILES.format(last=last, bar=bar), "utf-8")
    game = load_game(str(tmp_path / "tiles.yaml"))
    assert (ALL_AT_ONCE in program_of(game.reference).text) is is_at_once
    are_as_likely(game, tmp_path)


LEAPS = """\
game: Leaps
players: White, Black
board: square(6)
pieces: man, king
setup:
  - put man of White on {{a3, b2, e3, f5}}
  - put king of White on {{d4, c1}}
  - put man of Black on {{b3, c2, e4, d3, a4, d5}}
  - put king of Black on {{c4, e5}}
define:
  ways(c): {ways}
  some_of(c): e for e in cells if (x(c) + y(e)) mod 3 > 0
actions:
  leap(start in mine, there in {there}):
    - remove between(start, there)
    - move start to there
turn: leap or pass
end:
  - when turns = 12: draw
"""
PAIRED = "x_there_1 = x_start_1 + "  # the second cell is a step away from the first
OVER = "{start + 2*d for d in ways(start) if start + d in enemy and start + 2*d in empty}"

LEAPING = {
    "one kind goes ahead": ("({north, east}) if kind[c] = man else orthogonal", OVER),
    "in all directions": ("directions", OVER),
    "on and on in one direction": (
        "directions",
        "{start + 2*k*d for d in ways(start), k in 1..2"
        " if all(start + (2*i - 1)*d in enemy and start + 2*i*d in empty for i in 1..k)}",
    ),
    "by each of some distances": (
        "orthogonal",
        "{start + k*d for d in ways(start), k in 2..4 if start + d in enemy} & empty",
    ),
    "to the same cell in two ways": (
        "orthogonal",
        "{start + k*n*d for d in ways(start), k in 1..2, n in 1..2 if start + k*d in empty}"
        " & empty",
    ),
    "by eight steps of a table": (
        "directions",
        "{e for e in cells if e != start and x(e) - x(start) in {-2, 0, 2}"
        " and y(e) - y(start) in {-2, 0, 2}} & empty",
    ),
    "not to everywhere": ("directions if x(c) != 4 else orthogonal", f"({OVER}) & some_of(start)"),
}
STEPS = """\
game: Steps
players:
  White:
    ahead: north
    turned: west, northeast
  Black:
    ahead: south
    turned: east, north
  Red:
    ahead: west
    turned: south, northwest
board: square(6)
pieces: man
setup:
  - put man of White on {b1, d1, f2, c3}
  - put man of Black on {a6, c6, e6, d4}
  - put man of Red on {f4, e5, b5}
define:
  straight(c): neighbours(c, ahead(mover)) & empty
  turned_from(c): neighbours(c, turned(mover)) - mine
actions:
  step(start in mine, there in straight(start) | turned_from(start)): move start to there
turn: step or pass
end:
  - when turns = 12: draw
"""


def test_each_step_is_as_likely_where_players_go_in_other_directions(tmp_path: Path) -> None:
    (tmp_path / "steps.yaml").write_text(STEPS, "utf-8")
    game = load_game(str(tmp_path / "steps.yaml"))
    assert PAIRED in program_of(game.reference).text
    are_as_likely(game, tmp_path)


@pytest.mark.parametrize(("ways", "there"), LEAPING.values(), ids=LEAPING)
def test_each_leap_is_as_likely(ways: str, there: str, tmp_path: Path) -> None:
    (tmp_path / "leaps.yaml").write_text(LEAPS.format(ways=ways, there=there), "utf-8")
    game = load_game(str(tmp_path / "leaps.yaml"))
    assert PAIRED in program_of(game.reference).text
    are_as_likely(game, tmp_path)


def test_jumps_are_pairs_on_a_board_on_which_the_longest_leads_nowhere() -> None:
    """The cells that a start leads to are a factor of its jumps, of which one way is found."""
    text = program_of(load_game("konane", size=4).reference).text
    assert re.search(r"x_there_\d = x_start_\d \+ ", text)


@pytest.mark.parametrize(("name", "are_pairs"), [("mu-torere", True), ("nine-mens-morris", False)])
def test_steps_on_graphs_are_pairs_unless_each_is_possible_from_few_cells(
    name: str, are_pairs: bool
) -> None:
    text = program_of(load_game(name).reference).text
    assert bool(re.search(r"x_there_\d = x_start_\d \+ ", text)) is are_pairs


POINTING = """\
game: Pointing
players: White, Black
board: square(5)
pieces:
  man:
    with:
      aim: orthogonal
setup:
  - put man of White with aim = north on {{a1, b2, c3, d1, e5}}
  - put man of Black with aim = west on {{a2, b3, c4, d2, e4}}
actions:
  swap(start in mine, there in neighbours(start) - mine):
    - require {asked}
    - set aim[start] to towards(start, there)
    - swap start and there
turn: swap or pass
end:
  - when turns = 12: draw
"""


@pytest.mark.parametrize(
    "asked",
    [
        "start + aim[start] != there",
        "there != start + aim[start]",
        "aim[there] != towards(there, start)",
        "there + aim[there] in mine or start + aim[start] = there",
        "there not in sight(start, {aim[start]}, enemy) - corners",
    ],
)
def test_pairs_of_which_one_points_at_the_other_are_found_at_once(
    asked: str, tmp_path: Path
) -> None:
    (tmp_path / "pointing.yaml").write_text(POINTING.format(asked=asked), "utf-8")
    game = load_game(str(tmp_path / "pointing.yaml"))
    assert PAIRED in program_of(game.reference).text
    are_as_likely(game, tmp_path)
