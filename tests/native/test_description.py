"""What a library says of itself: the same interface again, and nothing of other texts."""

from __future__ import annotations

import json

import pytest
from support.quick import each

from gdl.vocabulary.types import CELL, LIST, NUMBER, set_of, word_type
from interpreter import list_games, load_game
from interpreter.native.ir.layout.interface import (
    Interface,
    PackedMenu,
    PackedStep,
    Packing,
    Stored,
    describe,
    described,
    identity,
    plain,
    rebuilt,
)
from interpreter.native.program.program import program_of

GAME = identity(load_game("tic-tac-toe").model)
OTHER = identity(load_game("hex").model)
WHOLE = Interface(
    fields={"own": Stored("Set2", 2, 3), "rate": Stored("double", 0, 1)},
    attributes={"struct": (1, 2.0, -0.5, True, None, "word")},
    steps=(
        PackedStep(0, "place", (
            Packing(set_of(CELL), 0, 2, ((1 << 70_000) - 1, 3), False),
            Packing(word_type(("a", "b")), -3, 5, None, True),
            Packing(NUMBER, 0, 1, (), False), Packing(LIST, 0, 1, None, False),
        ), "refused_0"),
    ),
    menus=(PackedMenu(0, (("setup", 1), ("or", (1, True), ())), (0,), True, None),),
    points={(): 0, (("or", 1, (2, False)), "done"): 1},
    numbers=(-3, 9),
)  # fmt: skip


@pytest.mark.parametrize("name", each(9, list_games()))
def test_the_interface_of_every_game_comes_back(name: str) -> None:
    interface = program_of(load_game(name).reference).plan.interface
    assert described(describe(interface, name).encode(), name) == interface


def test_all_that_an_interface_can_hold_comes_back() -> None:
    again = described(describe(WHOLE, GAME).encode(), GAME)
    assert again == WHOLE and again is not None
    assert list(map(type, again.attributes["struct"])) == [int, float, float, bool, type(None), str]
    assert [type(p.type) for p in again.steps[0].parameters] == [
        type(p.type) for p in WHOLE.steps[0].parameters
    ]


def test_an_interface_of_other_rules_does_not_count() -> None:
    assert described(describe(WHOLE, OTHER).encode(), GAME) is None


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{", b"[]", b"3", b"null", b"\xff", b"[" * 100_000, b"{}",
        b'{"rules":"x","interface":{}}',
    ],
)  # fmt: skip
def test_what_is_no_description(text: bytes) -> None:
    assert described(text, GAME) is None


@pytest.mark.parametrize(
    "interface",
    [
        3, None, "text", [], {}, {"is": "Path"}, {"is": "Interface"},
        {"is": "Type", "name": "cell"}, {"is": "Interface", "fields": 1, "more": 2},
        {"pairs": [[[{"pairs": []}], 1]]}, {"bits": "xyz"}, {"bits": 3}, {"pairs": 3},
        {"is": ["Type"]},
    ],
)  # fmt: skip
def test_what_is_no_interface(interface: object) -> None:
    text = json.dumps({"rules": GAME, "interface": interface})
    assert described(text.encode(), GAME) is None


def test_only_plain_data_is_described() -> None:
    with pytest.raises(TypeError):
        plain({1, 2})
    assert rebuilt(plain((1 << 60, -(1 << 60), 0))) == (1 << 60, -(1 << 60), 0)
