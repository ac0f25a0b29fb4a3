"""Random games keep as an array what actions choose from, however the rules spell it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare
from support.c_driver import COMPILER, Drawing

from interpreter import load_game
from interpreter.native.program.program import program_of

LEAST_P = 1e-4
RULES = """\
game: Made up
players: White, Black
board: square(3)
pieces: man
state:
  left: subsets(cells) = cells
actions:
  place(at in {domain}):
{effects}
turn: place
end:
  - when turns = 9: draw
"""
PUT = "put man on at"

# All orders of the cells are as likely: so is each of them as the last one.
KEPT = {
    "what is left of a board": ("cells - pieces", PUT),
    "checked": ("cells", "require at not in pieces", PUT),
    "checked as a set": ("cells", "require no (pieces & {at})", PUT),
    "a set that is stored": ("left", "take at from left"),
    "taken out perhaps": ("empty", "if turns < 20: put man on at"),
}
NOT_KEPT = {
    "a cell falls free": ("empty", PUT, "for c in neighbours(at) & enemy: remove c"),
    "another one is filled": ("empty", PUT, "if at + north in empty: put man on at + north"),
    "what stands below": ("{c for c in empty if c + south not in empty}", PUT),
    "of the mover": ("empty | enemy", "if at in pieces: remove at", PUT),
}


def made(spelled: tuple[str, ...], folder: Path) -> Any:
    """A game with this domain and these effects, and its C text."""
    domain, *effects = spelled
    path = folder / "made-up.yaml"
    lines = "\n".join(f"    - {effect}" for effect in effects)
    path.write_text(RULES.format(domain=domain, effects=lines), "utf-8")
    game = load_game(str(path))
    return game, program_of(game.reference).rules


@pytest.mark.parametrize("name", NOT_KEPT)
def test_what_changes_in_other_ways_is_not_kept(name: str, tmp_path: Path) -> None:
    assert "list_kept_0(" not in made(NOT_KEPT[name], tmp_path)[1]


@pytest.mark.parametrize(
    ("domain", "is_sure"),
    [("cells - (held[White] | held[Black])", True), ("cells - held[White]", False)],
)
def test_what_the_mover_takes_is_surely_gone_only_where_all_players_are_named(
    domain: str, is_sure: bool, tmp_path: Path
) -> None:
    path = tmp_path / "made-up.yaml"
    rules = RULES.replace("  left:", "  held[p in colours]: subsets(cells)\n  left:")
    path.write_text(rules.format(domain=domain, effects="    - add at to held[mover]"), "utf-8")
    (kept,) = program_of(load_game(str(path)).reference).plan.candidates
    assert [is_gone for _, is_gone in kept.takes.values()] == [is_sure]


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize("name", KEPT)
def test_the_last_of_all_is_any_of_them(name: str, tmp_path: Path) -> None:
    game, rules = made(KEPT[name], tmp_path)
    assert "list_kept_0(" in rules
    count, steps = 20_000, 9
    drawn = Drawing(game, tmp_path).drawn(game.start(engine="native"), 1, count, steps)
    games = [drawn[i : i + steps] for i in range(0, count * steps, steps)]
    assert all(len(set(moves)) == steps for moves in games)
    for place in (0, 4, 8):
        times = Counter(moves[place] for moves in games)
        assert len(times) == steps and chisquare(list(times.values())).pvalue > LEAST_P
    pairs = Counter((moves[3], moves[7]) for moves in games)
    assert len(pairs) == steps * (steps - 1) and chisquare(list(pairs.values())).pvalue > LEAST_P
