"""Searches by steps that are the same from all cells go on from a whole edge at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.both_engines import walk

from interpreter import load_game
from interpreter.native.program.program import program_of

RULES = """\
game: Made up
players: White, Black
board: {board}
pieces: man
setup:
  - for c in cells if (x(c) + 2*y(c)) mod 4 = 0: put man of White on c
  - for c in cells if (x(c) + 2*y(c)) mod 4 = 1: put man of Black on c
actions:
  hop(start in mine, there in reach(start, c to {steps})): move start to there
  go(start in mine, there in neighbours(start) & empty): move start to there
turn: hop or go else pass
end:
  - when turns = 60: draw
"""
FREE = "c + d in pieces and c + 2*d in empty"
TOGETHER = {
    "over any piece": ("square(7)", f"{{c + 2*d for d in directions if {FREE}}}"),
    "over enemies": ("hexagon(4)", "{c + 2*d for d in directions if c + d in enemy} & empty"),
    "not over the start": (
        "square(9)",
        "{c + 2*d for d in orthogonal if between(c, c + 2*d) & pieces - {start} = {c + d}} & empty",
    ),
    "over one piece in a row": (
        "rectangle(9, 4)",
        "{c + 2*n*d for d in orthogonal, n in 1..2"
        " if between(c, c + 2*n*d) & pieces = {c + n*d}} - pieces",
    ),
    "written out": ("square(6)", "({c + 2*north, c + 2*east} & empty) | ({c + west} - mine)"),
    "the same step on two conditions": (
        "square(6)",
        "({c + 2*d for d in orthogonal if c + d in mine}"
        " | {c + 2*d for d in orthogonal if c + d in enemy and c in corners}) & empty",
    ),
    "on a board with holes": (
        "square(6) - {b2, c5}", f"{{c + 2*d for d in directions if {FREE}}}",
    ),
}  # fmt: skip
ONE_BY_ONE = {
    "the farthest empty cell": ("square(5)", "sight(c, orthogonal) & empty"),
    "a way that depends on play": ("square(5)", "{c + (2 if turns > 9 else 1)*north} & empty"),
    "next to what is next to a cell": (
        "square(5)",
        "{e for d in neighbours(c) & pieces, e in neighbours(d) & empty if e != c}",
    ),
    "in a column that is counted to": (
        "square(5)", "{d for n in x(c)..5, d in neighbours(c) & empty if x(d) = n}",
    ),
}  # fmt: skip


def made(kind: dict[str, tuple[str, str]], name: str, folder: Path) -> str:
    """The file of a game of a table."""
    board, steps = kind[name]
    path = folder / "made-up.yaml"
    path.write_text(RULES.format(board=board, steps=steps), "utf-8")
    return str(path)


QUICK = ("over enemies", "the same step on two conditions", "not over the start", "written out")


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("name", [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in TOGETHER
])  # fmt: skip
def test_both_engines_agree(name: str, tmp_path: Path) -> None:
    game = load_game(made(TOGETHER, name, tmp_path))
    plan = program_of(game.reference).plan
    (hop,) = (s for s in plan.ordered_steps if s.step.name == "hop")
    assert any(part.op == "spread" for part in hop.parameters[1].domains[0].parts)
    assert walk(game, seed=1, most=12) == 12


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_other_steps_are_followed_one_by_one(name: str, tmp_path: Path) -> None:
    plan = program_of(load_game(made(ONE_BY_ONE, name, tmp_path)).reference).plan
    (hop,) = (s for s in plan.ordered_steps if s.step.name == "hop")
    assert any(part.op == "reach" for part in hop.parameters[1].domains[0].parts)
