"""Sets as people and programs get them are in the fixed order of the language."""

from __future__ import annotations

import pickle
from pathlib import Path

from support.tiny import tiny

from interpreter.board.ordered_set import OrderedSet
from interpreter.drawing.text.values import value_text

RULES = """
players: White, Red, Black
board: rectangle(10, 2)
words:
  suit: spades, hearts, clubs
state:
  who: subsets(colours) = {Black, White, Red}
  where: subsets(cells) = {j1, b1, a2}
  pairs: subsets(links) = {{a1, a2}, {b1, a1}}
  suits: subsets(suit) = suit
  numbers: subsets(1..20) = {10, 9, 2}
actions:
  go: require true
turn: go
end:
  - when turns = 3: draw
"""


def test_it_is_a_frozenset_in_another_order() -> None:
    ordered = OrderedSet(["b", "c", "a"])
    assert [*ordered] == ["b", "c", "a"] and ordered == {"a", "b", "c"} == ordered
    assert hash(ordered) == hash(frozenset("abc")) and "c" in ordered and len(ordered) == 3
    assert repr(ordered) == "frozenset({'b', 'c', 'a'})" and repr(OrderedSet(())) == "frozenset()"
    assert [*pickle.loads(pickle.dumps(ordered))] == [*ordered]
    assert ordered - {"c"} == {"a", "b"} and ordered | {"d"} == frozenset("abcd")


def test_values_come_in_the_order_of_the_language(tmp_path: Path) -> None:
    values = tiny(tmp_path, RULES).start().variables
    assert [*values["who"]] == ["White", "Red", "Black"]
    assert [*values["where"]] == ["b1", "j1", "a2"]
    assert [[*pair] for pair in values["pairs"]] == [["a1", "b1"], ["a1", "a2"]]
    assert value_text(values["who"]) == "White Red Black"
    assert value_text(values["suits"]) == "spades hearts clubs"
    assert value_text(values["pairs"]) == "a1-b1 a1-a2"
    assert value_text(values["numbers"]) == "2 9 10"
