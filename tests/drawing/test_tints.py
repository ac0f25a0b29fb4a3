"""Tints of cells are told apart, in the light and in the dark, also by the colour-blind.

Colours are compared as OKLab has them (Ottosson 2020), those of the colour-blind as Machado,
Oliveira and Fernandes (2009) have them.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from interpreter import load_game
from interpreter.drawing.colours import FILLS, TINT_OPACITY, TINTS, WIDE_TINT_OPACITY
from interpreter.drawing.scene import board_scene
from interpreter.drawing.scene.parts import INK, Written
from interpreter.drawing.svg.boards import DARK, LIGHT

LEAST = 0.045  # 0.02 is just noticed side by side
SIGHTS = {
    "usual": np.eye(3),
    "no red": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                        [-0.003882, -0.048116, 1.051998]]),
    "no green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                          [-0.011820, 0.042940, 0.968881]]),
    "no blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                         [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
CONES = np.array([[0.4122214708, 0.5363325363, 0.0514459929],
                  [0.2119034982, 0.6806995451, 0.1073969566],
                  [0.0883024619, 0.2817188376, 0.6299787005]])  # fmt: skip
LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660]])  # fmt: skip


def parts(fill: str) -> np.ndarray:
    """Red, green and blue, each from 0 to 1."""
    return np.array([int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def seen(fill: str, ground: str, sight: str) -> np.ndarray:
    """A tint on a ground, as OKLab has it."""
    mixed = TINT_OPACITY * parts(fill) + (1 - TINT_OPACITY) * parts(ground)
    linear = np.where(mixed <= 0.04045, mixed / 12.92, ((mixed + 0.055) / 1.055) ** 2.4)
    return LAB @ np.cbrt(CONES @ np.clip(SIGHTS[sight] @ linear, 0, 1))


@pytest.mark.parametrize(("ground", "sight"), [*product((LIGHT.cell, DARK.cell), SIGHTS)])
def test_tints_are_told_apart(ground: str, sight: str) -> None:
    shown = {name: seen(fill, ground, sight) for name, fill in TINTS.items()}
    shown |= {"grey": seen(FILLS["grey"], ground, sight), "none": seen(ground, ground, sight)}
    near = [
        (a, b) for a, b in combinations(shown, 2)
        if {a, b} != {"grey", "none"} and np.linalg.norm(shown[a] - shown[b]) < LEAST
    ]  # fmt: skip
    assert near == []


def test_a_tint_of_a_large_part_of_the_board_is_faint() -> None:
    for game, opacity in (("battleship", WIDE_TINT_OPACITY), ("royal-game-of-ur", TINT_OPACITY)):
        drawn = [part for zone in board_scene(load_game(game)).zones for part in zone.parts]
        assert {part.opacity for part in drawn} == {opacity}


def test_a_text_of_no_colour_has_the_ink_of_the_page() -> None:
    assert Written("5", 0, 0, 9).as_json()["fill"] is None
    assert Written("5", 0, 0, 9, FILLS["red"]).as_json()["fill"] == FILLS["red"]
    assert FILLS["black"] != INK
