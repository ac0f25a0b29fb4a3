"""Parts of turns that are alike have one number, repetitions that may meet have their own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from generators import stress

from gdl.model import nodes as model
from interpreter import load_game


def numbers(tmp_path: Path, turn: str, kind: type[model.Turn]) -> int:
    """How many numbers the nodes of a kind have in a turn."""
    path = tmp_path / "turn.yaml"
    path.write_text(stress.game(turn, stress.MOVES))
    turns = load_game(str(path)).reference.turns
    return len({turns.numbers[id(n)] for n in turns.nodes if isinstance(n, kind)})


@pytest.mark.parametrize(
    ("turn", "acts"),
    [
        ("slide, slide, step, slide", 2),
        ("(slide, step) else (slide, step)", 2),
        ("slide(last) or slide or step", 3),
        ("(slide if turns < 3), (slide if turns < 4), step", 2),
    ],
)
def test_actions_that_are_alike_have_one_number(tmp_path: Path, turn: str, acts: int) -> None:
    assert numbers(tmp_path, turn, model.Act) == acts


@pytest.mark.parametrize(
    ("turn", "repetitions"),
    [
        ("(slide, step while possible) else (step, step while possible)", 1),
        ("(slide, step while possible) or (step, step while possible)", 2),
        ("(step while possible), slide, step while possible", 2),
        ("(step while possible), ((slide, step while possible) else (step while possible))", 2),
        ("((slide, step while possible) else (step while possible)), step while possible", 2),
        ("(slide up to 2 times) else (slide up to 3 times) else step", 2),
        ("(slide while possible) else (slide at will) else step", 2),
    ],
)
def test_repetitions_that_may_both_go_on_are_counted_apart(
    tmp_path: Path, turn: str, repetitions: int
) -> None:
    assert numbers(tmp_path, turn, model.Repeat) == repetitions


def test_conditions_are_told_apart(tmp_path: Path) -> None:
    turn = "(slide if turns < 3), (slide if turns < 4), (slide if turns < 3), step"
    assert numbers(tmp_path, turn, model.IfTrue) == 2


def test_repetitions_one_after_the_other_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "turn.yaml"
    path.write_text(stress.repetitions(20))
    begun = time.process_time()
    game = load_game(str(path))
    assert game.start("reference").moves()
    assert time.process_time() - begun < 5
