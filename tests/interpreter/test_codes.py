"""Values as numbers and as words, both ways."""

from __future__ import annotations

from typing import Any

import pytest

from gdl.vocabulary.types import CELL, COLOUR, DIRECTION, FLAG, KIND, LIST, NUMBER, PIECE, set_of
from interpreter import load_game
from interpreter.board.codes import number_text, ordered
from interpreter.board.position import Piece


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        (CELL, 0, "a1"),
        (CELL, 9, "b2"),
        (COLOUR, 1, "Black"),
        (KIND, 0, "pawn"),
        (NUMBER, 7, "7"),
        (NUMBER, -2, "-2"),
        (NUMBER, 7.5, "7.5"),
        (FLAG, True, "true"),
        (FLAG, False, "false"),
        (set_of(CELL), frozenset({9, 0}), "{a1,b2}"),
        (set_of(CELL), frozenset(), "{}"),
        (set_of(NUMBER), frozenset({10, 9}), "{9,10}"),
    ],
)
def test_text_and_back(type: Any, value: Any, text: str) -> None:
    codes = load_game("breakthrough").codes
    assert codes.text(type, value) == text
    assert codes.parse(type, text) == value


def test_directions() -> None:
    codes = load_game("breakthrough").codes
    names = codes.topology.directions
    assert [codes.text(DIRECTION, codes.parse(DIRECTION, name)) for name in names] == list(names)


def test_encode_and_decode() -> None:
    codes = load_game("breakthrough").codes
    for type, word in ((CELL, "c4"), (COLOUR, "White"), (KIND, "pawn"), (DIRECTION, "east")):
        assert codes.decode(type, codes.encode(type, word)) == word
    assert codes.encode(CELL, None) is None
    assert codes.decode(CELL, None) is None
    assert codes.decode(NUMBER, 3) == 3
    assert codes.decode(set_of(CELL), frozenset({0, 1})) == frozenset({"a1", "b1"})
    assert codes.decode(LIST, (3, 1)) == (3, 1)
    assert codes.text(LIST, (3, 1)) == "3 1"
    assert codes.text(CELL, None) == "none"


def test_case_does_not_matter() -> None:
    codes = load_game("breakthrough").codes
    assert codes.parse(CELL, "B2") == codes.parse(CELL, "b2")
    assert codes.parse(COLOUR, "white") == 0


@pytest.mark.parametrize(
    ("type", "text"), [(CELL, "z9"), (COLOUR, "Red"), (NUMBER, "x"), (FLAG, "maybe"), (PIECE, "x")]
)
def test_what_stands_for_nothing(type: Any, text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        load_game("breakthrough").codes.parse(type, text)


@pytest.mark.parametrize(
    ("game", "piece", "text"),
    [
        ("tic-tac-toe", Piece(0, 0, ()), "Cross-mark"),
        ("english-draughts", Piece(1, 1, ()), "White-king"),
        ("quarto", Piece(0, -1, (0, 1, 0, 1)), "flat-bulge-hexagonal-tapered"),
        ("amazons", Piece(1, -1, ()), "arrow"),
    ],
)
def test_pieces(game: str, piece: Piece, text: str) -> None:
    codes = load_game(game).codes
    assert codes.piece_text(piece) == text
    assert codes.parse(PIECE, text) == piece


@pytest.mark.parametrize("game", ["quarto", "quarod", "english-draughts", "amazons"])
def test_every_piece_has_a_text_of_its_own(game: str) -> None:
    codes = load_game(game).codes
    pieces = codes.all_pieces()
    assert len({codes.piece_text(p) for p in pieces}) == len(pieces)


def test_the_fixed_order() -> None:
    assert ordered(frozenset({3, 1, 2}), NUMBER) == [1, 2, 3]
    sets = frozenset({frozenset({2, 9}), frozenset({2, 3}), frozenset({1})})
    assert ordered(sets, set_of(CELL)) == [{1}, {2, 3}, {2, 9}]


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (3.0, "3"), (7.5, "7.5"), (-1, "-1")])
def test_numbers(value: float, text: str) -> None:
    assert number_text(value) == text
