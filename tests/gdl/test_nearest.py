"""Which known names a misspelt word may stand for."""

from __future__ import annotations

import pytest

from gdl.source.nearest import distance, near, nearest

NAMES = ("neighbours", "group", "groups", "mine", "empty", "in", "on", "orthogonal")


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("neigbours", "neighbours"),
        ("neighbors", "neighbours"),
        ("emtpy", "empty"),
        ("miine", "mine"),
        ("othogonal", "orthogonal"),
        ("i", "in"),
        ("zugzwang", None),
    ],
)
def test_nearest(word: str, name: str | None) -> None:
    assert nearest(word, NAMES) == name


def test_slips_of_the_hand_count_less() -> None:
    assert distance("noo", "no") < distance("noo", "not") == 1
    assert distance("emtpy", "empty") < 1
    assert distance("abc", "abc") == 0
    assert distance("", "abc") == 3


def test_earlier_groups_are_likelier() -> None:
    assert near("cet", ["set"], ["get"]) == ("set", "get")
    assert near("cet", ["get"], ["set"]) == ("get", "set")


def test_names_equally_near_are_all_given() -> None:
    assert set(near("groupm", NAMES)) == {"group", "groups"}
