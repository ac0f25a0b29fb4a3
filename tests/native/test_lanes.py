"""Random games side by side in vectors are the games that are played one at a time."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.api.game import Game
from interpreter.native.build import cache
from interpreter.native.program.program import program_of
from interpreter.native.runtime.engine import NativeEngine

SEED, COUNT, MOST = 11, 300, 10_000
HERE = Path(__file__).resolve().parents[1]
RULES = """\
game: Made up
players: {players}
board: {board}
pieces: {pieces}
state:
  score[p in colours]: 0..2000000000
{state}
actions:
  place(at in {domain}{more}):
{effects}
turn: {turn}
end:
{ends}
"""
USUAL = {
    "players": "White, Black", "board": "square(5)", "pieces": "man", "state": (),
    "domain": "empty", "more": "", "turn": "place", "put": "put man on at", "effects": (),
    "ends": (),
}  # fmt: skip
FULL = "when no empty: most score wins"
MADE_UP: dict[str, dict[str, str | tuple[str, ...]]] = {
    "numbers, of three colours": {
        "players": "White, Black, Red",
        "effects": ("set score[mover] to (7 + x(at)) * (y(at) + 1) - 6",),
    },
    "three words, neighbours, what lies north": {
        "board": "square(13)",
        "domain": "(empty - neighbours(enemy)) | {c for c in empty if c + north in mine}",
        "effects": ("add count(neighbours(at) & mine) to score[mover]",),
        "ends": ("when turns > 60: most score wins",),
    },
    "four words, rows and small tables, beginning like any other turn": {
        "board": "square(15)",
        "turn": "place\nopening:\n  - place",
        "effects": ("add x(at) * y(at) to score[mover]",),
        "ends": ("when any(l within mine for l in lines(4)): mover wins",),
    },
    "branches and a flag": {
        "state": ("blocked: flag",),
        "effects": (
            "if at in corners: set blocked to not blocked",
            "if blocked and at + east in mine: add 3 to score[mover]",
            "if at not in corners and at in row(2): add 1 to score[mover]",
        ),
        "ends": ("when score[mover] >= 5: mover wins",),
    },
    "a range, and cells that are stored": {
        "state": ("nearby: cells or none", "before: cells or none"),
        "more": ", n in 1..3",
        "effects": (
            "add n to score[mover]", "set before to nearby",
            "set nearby to first(neighbours(at) & mine)",
        ),
        "ends": ("when nearby in corners and before in row(1): mover loses",),
    },
    "turns of two, of which the first has one, and nobody can move": {
        "domain": "empty - neighbours(enemy)",
        "turn": "place, place if possible\nopening:\n  - place",
        "effects": ("add x(at) to score[mover]",),
        "ends": ("when score[mover] > 40: mover loses", "when stuck: mover wins"),
    },
    "passes that do not follow each other": {
        "domain": "{c for c in empty if turns != 1 and turns != 4}",
        "turn": "place else pass",
        "effects": ("add x(at) to score[mover]",),
        "ends": ("when passes = 2: mover wins", "when score[mover] > 20: mover wins"),
    },
    "ends in the middle of a turn, of which the rest stays open": {
        "turn": "place up to 2 times\nopening:\n  - place",
        "ends": (
            "as soon as count(mine & corners) = 2: mover wins",
            "as soon as b2 in mine and turns > 1: mover loses",
            "when a1 in mine: opponent wins",
        ),
    },
    "several actions, one of which goes on, and halves of numbers below 0": {
        "state": ("depth: -99..99",),
        "domain": "empty & row(1)): put man on at\n"
                  "  step(start in mine, at in neighbours(start) & empty): move start to at\n"
                  "  rest: add 2 to score[mover]\n"
                  "  dig(at in empty - row(1)",
        "turn": "place or step or rest or (dig, place if possible)",
        "effects": (
            "set depth to x(at) * 3 - 11",
            "if (depth div 4) mod 2 = 1: add (depth div 2) mod 8 to score[mover]",
            "if depth div 2 < -2: add 1 to score[mover]",
        ),
        "ends": ("when score[mover] > 60: mover wins", "when turns = 70: draw"),
    },
    "several actions, each of which reads what it has changed, as the end does": {
        "state": ("sevens: 0..99",),
        "domain": "empty & row(1)):\n    - put man on at\n    - add 3 to score[mover]\n"
                  "    - if score[mover] mod 8 = 7: add 1 to sevens\n"
                  "  dig(at in empty - row(1)",
        "turn": "place or dig",
        "effects": (
            "add x(at) to score[mover]", "if score[mover] mod 8 = 7: add 2 to sevens",
        ),
        "ends": ("when score[mover] mod 8 = 7 and sevens > 2: mover wins",),
    },
    "two actions that take from the same cells": {
        "domain": "empty): put man on at\n  mark(at in empty",
        "turn": "place or mark",
        "effects": ("add x(at) to score[mover]",),
        "ends": ("when score[mover] > 20: mover wins",),
    },
    "a cell and two more values that are drawn at once": {
        "domain": "empty): put man on at\n"
                  "  step(start in mine, d in {north, east}, n in 1..2):\n"
                  "    - require all(start + i*d in empty for i in 1..n)\n"
                  "    - move start to start + n*d\n"
                  "  dig(at in empty & row(1)",
        "turn": "place or step or dig",
        "effects": ("add x(at) to score[mover]",),
        "ends": ("when score[mover] > 20: mover wins", "when turns = 70: draw"),
    },
    "steps whose length depends on the mover, in two words": {
        "players": "\n  White:\n    ahead: north\n  Black:\n    ahead: south",
        "board": "square(9)",
        "domain": "empty & row(5)): put man on at\n"
                  "  step(at in mine):\n    - require at + ahead(mover) in empty\n"
                  "    - move at to at + ahead(mover)\n"
                  "  dig(at in empty & row(2)",
        "turn": "place or step or dig",
        "effects": ("add x(at) to score[mover]",),
        "ends": ("when score[mover] > 20: mover wins",),
    },
    "ends of which vectors know only where they may apply": {
        "state": ("edge: 0..99",),
        "effects": ("add x(at) to score[mover]", "if at in corners: set edge to score[mover]"),
        "ends": (
            "when last in row(2) and edge > 0"
            " and any(count(sight(last, d, mine) & mine) > 1 for d in directions): mover wins",
            "when turns > 7 and score[mover] mod 3 = 0: mover loses",
        ),
    },
    "ends that may nearly always apply, for which the other games are played alone": {
        "ends": (
            "when turns > 2 and some empty & row(1)"
            " and any(count(sight(last, d, mine) & mine) > 2 for d in directions): mover wins",
        ),
    },
    "nobody may win, three colours, points, and pieces with attributes that are given": {
        "players": "White, Black, Red",
        "board": "square(4)",
        "pieces": "\n  man:\n    owner: none\n    supply: each\n"
                  "    with:\n      hue: dark, light\n      size: 1..8",
        "state": ("given: man or none", "best: colours or none"),
        "domain": "supply): set given to at\n  put(at in empty",
        "turn": "put, place if possible\nopening:\n  - place",
        "put": "put given on at",
        "effects": ("set given to none", "if at in corners: set best to mover"),
        "ends": (
            "as soon as count(corners & pieces) = 3: best wins, else draw",
            "as soon as any(size[c] = 8 for c in row(2) & pieces): best loses, else mover wins",
            "when all(hue[c] = dark for c in row(3)): mover gets 1 from colours - {mover}",
        ),
    },
}  # fmt: skip
BUNDLED = {
    "connect-four": {}, "clobber": {}, "squ": {"size": 10}, "yavalath": {}, "quarto": {},
    "tic-tac-toe": {}, "connect6": {"size": 9}, "breakthrough": {"size": 9},
    "quarod": {"size": 5}, "fox-and-geese": {}, "star": {},
}  # fmt: skip
OUTSIDE = HERE / "bench" / "outside" / "snort.yaml"


def made_up(name: str, folder: Path) -> Game:
    """A game of the table."""
    rules = USUAL | MADE_UP[name]
    rules["state"] = "\n".join(f"  {line}" for line in rules["state"])
    rules["effects"] = "\n".join(f"    - {e}" for e in (rules["put"], *rules["effects"]))
    rules["ends"] = "\n".join(f"  - {end}" for end in (*rules["ends"], FULL))
    path = folder / "made-up.yaml"
    path.write_text(RULES.format(**rules), "utf-8")
    return load_game(str(path))


@pytest.fixture
def anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes are used on any processor, and libraries are built anew."""
    if shutil.which("gcc") is None:
        pytest.skip("only gcc has the vectors")
    monkeypatch.setenv("CC", "gcc -DANY_LANES")
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "PRIVATE", [])


def check(game: Game) -> None:
    """Sums of games in lanes are those of the same games alone, from two positions."""
    assert program_of(game.reference).lanes
    engine = game.engine("native")
    assert isinstance(engine, NativeEngine)
    begun = engine.start()
    for _ in range(3):
        after = engine.play(begun, engine.keys(begun)[-1], None)
        assert after is not None
        begun = after
    lengths, level = Counter[int](), 0.0 if game.results.are_points else 0.5
    for node in (engine.start(), begun):
        for most in (MOST, 12):
            alone = engine.playout_rows(node, 0, COUNT, SEED, most)
            lengths.update(row.moves for row in alone)
            for threads in (1, 2):
                together = engine.playouts(node, COUNT, SEED, threads, most)
                assert together.count == COUNT
                assert together.unfinished == sum(row.result is None for row in alone)
                assert together.mean_moves * COUNT == pytest.approx(sum(r.moves for r in alone))
                for seat, share in enumerate(together.results):
                    of_seat = [r.result[seat] if r.result else level for r in alone]
                    assert share * COUNT == pytest.approx(sum(of_seat))
    assert len(lengths) > 1


@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_games(name: str) -> None:
    check(load_game(name, **BUNDLED[name]))


@pytest.mark.usefixtures("anywhere")
def test_a_game_that_nobody_had_in_mind() -> None:
    check(load_game(str(OUTSIDE)))


@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize("name", MADE_UP)
def test_made_up_games(name: str, tmp_path: Path) -> None:
    check(made_up(name, tmp_path))


@pytest.mark.parametrize("name", ["pentago", "hex", "rock-paper-scissors"])
def test_other_games_are_played_one_at_a_time(name: str) -> None:
    assert not program_of(load_game(name).reference).lanes


def test_code_that_ends_turns_is_not_for_their_beginnings() -> None:
    """In Connect6 only the beginning of a turn may be without a move, and no game gets that far."""
    closing = {name: program_of(load_game(name, **BUNDLED[name]).reference).lanes for name in (
        "squ", "connect6",
    )}  # fmt: skip
    assert {n for n, text in closing.items() if "close_in_lanes" in text} == {"squ"}


BY_PASSES = """\
game: Made up
players: White, Black
board: square(4)
pieces: man
actions:
  place(at in {c for c in empty if c in row(1) or turns mod 2 = 0 and passes = 0}): put man on at
turn: place or pass
end:
  - when turns = 40 or no empty: draw
"""


@pytest.mark.usefixtures("anywhere")
def test_passes_in_a_row_decide_what_is_legal(tmp_path: Path) -> None:
    """An action may be legal only because it is no pass: that is not known in lanes."""
    path = tmp_path / "made-up.yaml"
    path.write_text(BY_PASSES, "utf-8")
    game = load_game(str(path))
    engine = game.engine("native")
    assert isinstance(engine, NativeEngine)
    alone = engine.playout_rows(engine.start(), 0, COUNT, SEED, MOST)
    together = engine.playouts(engine.start(), COUNT, SEED, 1, MOST)
    assert together.mean_moves * COUNT == pytest.approx(sum(row.moves for row in alone))
