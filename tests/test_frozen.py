"""Classes that `frozen` makes are what `dataclass(frozen=True)` makes of them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from inspect import signature
from typing import Any

import pytest

from gdl.source.frozen import frozen
from gdl.source.node import node


@frozen
class Point:
    """A place."""

    x: int
    y: int = 0

    @cached_property
    def far(self) -> int:
        """A number that is computed once."""
        return self.x + self.y


@frozen
class Named(Point):
    """A place with a name."""

    name: str = "a"


@frozen
class Special:
    """One with a field of a special kind."""

    parts: list[int] = field(default_factory=list)


def made(decorator: Callable[[type], type]) -> Any:
    """A class with methods of its own."""

    class Own:
        a: int
        b: tuple[int, ...] = ()

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError("negative")

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.a == other.a  # type: ignore[attr-defined]

        def __repr__(self) -> str:
            return f"<{self.a}>"

    return decorator(Own)


@pytest.mark.parametrize("decorator", [frozen, dataclass(frozen=True)])
def test_own_methods_stay(decorator: Callable[[type], type]) -> None:
    own = made(decorator)
    assert own(1, (2,)) == own(1, (3,)) != own(2, (2,))
    assert hash(own(1, (2,))) == hash((1, (2,))) and repr(own(1)) == "<1>"
    assert own.__match_args__ == ("a", "b") and is_dataclass(own)
    with pytest.raises(ValueError, match="negative"):
        own(-1)
    with pytest.raises(TypeError, match="argument"):
        own()
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'a'"):
        own(1).a = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'a'"):
        del own(1).a


def test_fields_compare_and_show() -> None:
    point = Point(1)
    assert point == Point(1, 0) != Point(1, 1)
    assert point != (1, 0) and len({point, Point(1), Point(0, 1)}) == 2
    assert repr(point) == "Point(x=1, y=0)"
    assert point.far == point.far == 1
    assert pickle.loads(pickle.dumps(point)) == point == replace(point, x=1)
    assert [f.name for f in fields(Point)] == ["x", "y"]
    assert list(signature(Point).parameters) == ["x", "y"]
    match point:
        case Point(x, y):
            assert (x, y) == (1, 0)


def test_a_class_may_be_the_base_of_another() -> None:
    named = Named(1, 2, "b")
    assert named == replace(Named(1, 2), name="b") != Point(1, 2)
    assert hash(named) == hash((1, 2, "b"))
    with pytest.raises(FrozenInstanceError):
        named.x = 3  # type: ignore[misc]


def test_special_fields_are_left_to_the_usual_way() -> None:
    one, other = Special(), Special()
    assert one == other and one.parts is not other.parts
    with pytest.raises(FrozenInstanceError):
        one.parts = []  # type: ignore[misc]


def test_nodes_are_compared_by_identity() -> None:
    @node
    class Part:
        text: str

    part = Part("a")
    assert part == part and part != Part("a") and hash(part) != hash(Part("b"))
    with pytest.raises(FrozenInstanceError):
        part.text = "b"  # type: ignore[misc]
