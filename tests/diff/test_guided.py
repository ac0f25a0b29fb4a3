"""Play goes for what the differing lines matter to, and what it meets is made short."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.quick import each

from gdl import GdlError
from interpreter import Game, list_games, load_game
from interpreter.api.library import library
from interpreter.diff.comparison import Wanted, find
from interpreter.diff.rules.affected import affected
from interpreter.diff.rules.findings import DIFFERENT, EQUAL
from interpreter.diff.rules.lines import changes

COUNTER = """game: Counter
players: White, Black
board: rectangle(8, 1)
pieces: man
setup:
  - put man of White on a1
  - put man of Black on h1
state:
  quiet: 0..40
define:
  ahead(c): c + east
actions:
  wait: set quiet to quiet + 1
  walk(start in mine, there in {ahead(start)} & empty):
    - move start to there
    - set quiet to 0
  back(start in mine, there in {start + west} & empty):
    - move start to there
    - set quiet to 0
turn: wait or walk or back
end:
  - when quiet = 30: draw
  - when turns = 500: mover wins
"""


def pair(folder: Path, text: str, *edits: tuple[str, str]) -> tuple[Game, Game]:
    """A game, and the same with edits."""
    other = text
    for old, new in edits:
        assert old in other, old
        other = other.replace(old, new)
    games = []
    for name, rules in (("one", text), ("two", other)):
        path = folder / f"{name}.yaml"
        path.write_text(rules)
        games.append(load_game(str(path)))
    return games[0], games[1]


def bundled(name: str) -> str:
    return library().find(name).read_text("utf-8")


def test_a_game_that_transposes_at_its_end_is_proved_equal() -> None:
    """The last layer of the search has moves, but only to positions that are known."""
    game = load_game("cropa", side=2)
    outcome = find(game, load_game("cropa", side=2), Wanted(pairs=None, games=0))
    assert outcome.outcome == EQUAL


def test_a_limit_of_depth_is_no_proof() -> None:
    game = load_game("tic-tac-toe")
    outcome = find(game, load_game("tic-tac-toe"), Wanted(depth=4, games=0))
    assert outcome.outcome != EQUAL


def test_a_counter_is_driven_to_its_end(tmp_path: Path) -> None:
    a, b = pair(tmp_path, COUNTER, ("quiet = 30", "quiet = 29"))
    assert affected((a, b), changes(a, b)).numbers == {"quiet"}
    outcome = find(a, b, Wanted(pairs=20))
    assert outcome.difference is not None
    assert len(outcome.difference.moves) == 29
    assert {label[0] for label in outcome.difference.moves} == {"wait"}


def test_a_counter_of_a_bundled_game_is_driven_to_its_end(tmp_path: Path) -> None:
    rules = ("english-draughts", ("quiet = 80", "quiet = 79"))
    a, b = pair(tmp_path, bundled(rules[0]), rules[1])
    outcome = find(a, b, Wanted(pairs=200))
    assert outcome.outcome == DIFFERENT


def test_a_long_way_becomes_a_short_one(tmp_path: Path) -> None:
    """Five in a row and six in a row differ after the ninth stone, not after a hundred."""
    text = bundled("gomoku").replace("= 15", "= 9")
    a, b = pair(tmp_path, text, ("lines(5)", "lines(6)"))
    outcome = find(a, b, Wanted(pairs=50))
    assert outcome.difference is not None and outcome.difference.met_after is not None
    assert len(outcome.difference.moves) <= 11 < outcome.difference.met_after


def test_the_line_that_differs_is_cited(tmp_path: Path) -> None:
    """The refused action is the same in both; the definition that it asks is not."""
    a, b = pair(tmp_path, COUNTER, ("ahead(c): c + east", "ahead(c): c + 2*east"))
    outcome = find(a, b, Wanted())
    assert outcome.difference is not None
    fact = next(f for f in outcome.difference.facts if f.kind == "move")
    assert fact.a is not None and fact.a.text == "ahead(c): c + east"
    assert fact.b is not None and fact.b.text == "ahead(c): c + 2*east"


def test_positions_that_differ_cite_the_line_of_the_last_action(tmp_path: Path) -> None:
    games = pair(tmp_path, COUNTER, ("    - move start to there\n    - set quiet to 0\n  back",
                                     "    - move start to there\n    - set quiet to 1\n  back"))
    outcome = find(*games, Wanted(games=0))
    assert outcome.difference is not None
    first = outcome.difference.facts[0]
    assert first.kind == "variable" and outcome.difference.moves[-1][0].startswith("walk")
    assert first.a is not None and first.a.text == "set quiet to 0"
    assert first.b is not None and first.b.text == "set quiet to 1"


@pytest.mark.parametrize("name", each(3, list_games()))
def test_no_line_of_a_game_touches_what_is_not_there(name: str, tmp_path: Path) -> None:
    """Each rule line left out in turn: what it touches are actions and variables of the game."""
    game = load_game(name)
    lines = bundled(name).split("\n")
    for number in [n for n, line in enumerate(lines) if line.startswith("  - ")][:3]:
        path = tmp_path / f"without_{number}.yaml"
        path.write_text("\n".join(lines[:number] + lines[number + 1 :]))
        try:
            other = load_game(str(path))
        except GdlError:
            continue
        aims = affected((game, other), changes(game, other))
        assert aims.actions <= set(game.model.actions) | set(other.model.actions)
        assert aims.numbers <= {v.name for v in game.model.variables}
