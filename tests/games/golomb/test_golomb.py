"""Golomb's game of pentominoes on the chessboard.

Hilarie K. Orman, "Pentominoes: A First Player Win" (Games of No Chance, 1996): there are 296 first
moves that no turn or reflection of the board makes the same.
"""

from __future__ import annotations

from support.positions import play, position, refusal, result, texts

from interpreter import load_game

GAME = load_game("golomb")
FREE = {("c", 1), ("d", 1), ("e", 1), ("e", 2), ("e", 3)}
Cell = tuple[int, int]


def lying(text: str) -> frozenset[Cell]:
    names = text.split()[2].strip("{}").split(",")
    return frozenset((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in names)


def alike(cells: frozenset[Cell]) -> frozenset[frozenset[Cell]]:
    """A pentomino in all eight views of the board."""
    made, turned = set(), cells
    for _ in range(4):
        turned = frozenset((y, 7 - x) for x, y in turned)
        made |= {turned, frozenset((y, x) for x, y in turned)}
    return frozenset(made)


def test_the_first_moves() -> None:
    moves = texts(GAME.start())
    assert len(moves) == 2308
    assert len({alike(lying(text)) for text in moves}) == 296


def test_each_pentomino_is_laid_once() -> None:
    state = play(GAME.start(), "place five_x {d3,c4,d4,e4,d5}")
    assert not any(text.startswith("place five_x") for text in texts(state))
    assert "five_i" in {text.split()[1] for text in texts(state)}
    assert "the squares are not free" in refusal(state, "place five_i {d1,d2,d3,d4,d5}")


def test_who_lays_the_last_one_wins() -> None:
    """A column and a corner of a board of five by five are free; a V fits into the corner."""
    places = ((letter, n) for letter in "bcde" for n in range(1, 6))
    taken = " ".join(f"{letter}{n}" for letter, n in places if (letter, n) not in FREE)
    state = position(load_game("golomb", size=5), {"First": taken}, "tile",
                     variables={"left": ["five_i", "five_l", "five_v", "five_x"]})  # fmt: skip
    assert texts(state) == {"place five_i {a1,a2,a3,a4,a5}", "place five_v {c1,d1,e1,e2,e3}"}
    state = play(state, "place five_v {c1,d1,e1,e2,e3}")
    assert not state.is_over
    assert result(play(state, "place five_i {a1,a2,a3,a4,a5}")) == [0.0, 1.0]
