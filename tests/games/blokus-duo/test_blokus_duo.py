"""Blokus Duo: tiles of one colour touch at corners only; the squares that are left count."""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, position, refusal, result, targets, texts

from interpreter import load_game

GAME = load_game("blokus-duo")
ALL = "abcdefghijklmn"


def test_the_placements_of_all_shapes() -> None:
    """Programs that play Blokus Duo number 13,729 of them."""
    rules = GAME.reference.rules
    forms = GAME.model.facts["form"].values
    assert len(forms) == 21
    assert sum(len(rules.shapes.copies(rules.fixed(form))) for form in forms.values()) == 13_729


def test_the_first_tiles_cover_a_starting_square() -> None:
    start = GAME.start()
    ones = {text for text in targets(start, "place") if text.startswith("one ")}
    assert ones == {"one {e10}", "one {j5}"}
    assert len(start.moves()) == 2 * 414
    second = play(start, "place one {e10}")
    assert second.colour == "Purple" and len(second.moves()) == 414
    assert "covers a starting square" in refusal(second, "place one {a1}")
    assert "the squares are not free" in refusal(second, "place one {e10}")


def test_tiles_of_a_colour_touch_at_corners_and_nowhere_else() -> None:
    """A domino has eight places at the four corners of a single square."""
    state = play(GAME.start(), "place one {e10}", "place one {j5}")
    dominoes = {text for text in texts(state) if text.startswith("place two ")}
    assert dominoes == {
        f"place two {{{pair}}}" for pair in
        ("c9,d9", "d8,d9", "f9,g9", "f8,f9", "c11,d11", "d11,d12", "f11,g11", "f11,f12")
    }  # fmt: skip
    assert "along an edge" in refusal(state, "place two {d9,e9}")
    assert "no corner" in refusal(state, "place two {a1,a2}")


def test_a_tile_is_placed_once() -> None:
    state = play(GAME.start(), "place one {e10}", "place one {j5}", "place two {c9,d9}")
    assert state.variables["left"]["Orange"] == set(state.variables["left"]["Purple"]) - {"two"}
    assert state.variables["latest"] == {"Orange": "two", "Purple": "one"}


def full(**variables: Any) -> Any:
    """A board on which nothing fits."""
    cells = " ".join(f"{letter}{n}" for letter in ALL for n in range(1, 15))
    return position(GAME, {"Orange": cells}, "tile", variables=variables)


@pytest.mark.parametrize(
    ("left", "latest", "scores", "shares"),
    [
        (([], ["one", "five_x"]), ("one", "two"), (20, -6), [1.0, 0.0]),
        (([], ["one", "five_x"]), ("two", "four_t"), (15, -6), [1.0, 0.0]),
        ((["five_i", "two"], ["four_z", "three_bent"]), ("one", "two"), (-7, -7), [0.5, 0.5]),
        ((["five_i"], ["four_z"]), ("one", "two"), (-5, -4), [0.0, 1.0]),
    ],
)
def test_what_is_left_counts(
    left: tuple[list[str], list[str]], latest: tuple[str, str], scores: tuple[int, int],
    shares: list[float],
) -> None:  # fmt: skip
    state = full(left=dict(zip(("Orange", "Purple"), left, strict=True)),
                 latest=dict(zip(("Orange", "Purple"), latest, strict=True)))  # fmt: skip
    assert texts(state) == {"pass"}
    assert tuple(state.scores.values()) == scores
    assert result(play(state, "pass", "pass")) == shares
