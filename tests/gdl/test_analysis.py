"""When two parts of a game say the same, which lets the native engine work a table out once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.tiny import tiny

from gdl.model import nodes as model
from gdl.model.analysis import shape, walk

TEXT = """
players: Red, Blue
board: square(3)
pieces:
  stone:
    with:
      rod: directions
actions:
  place(a in empty, b in neighbours(a)):
    - put stone with rod = towards(a, b) on a
  turn(d in mine, c in neighbours(d), e in neighbours(c)):
    - set rod[d] to towards(d, c)
    - set rod[d] to towards(c, d)
    - set rod[d] to towards(d, e)
  same(a in mine, b in mine, m in 1..2, n in 1..2):
    - require a = b
    - require m = n
    - move a to b
turn: place or turn or same else pass
end:
  - when no empty: draw
"""


def parts_of(tmp_path: Path) -> list[Any]:
    """All parts of the actions above."""
    game = tiny(tmp_path, TEXT).reference.model
    return [p for action in game.actions.values() for s in action.body for p in walk(s)]


def slots(part: Any) -> tuple[int, ...]:
    return tuple(sorted({p.slot for p in walk(part) if isinstance(p, model.Local)}))


def test_the_shape_of_a_question_leaves_out_names_and_places(tmp_path: Path) -> None:
    parts = parts_of(tmp_path)
    of_place, there, back, far = (
        p for p in parts if isinstance(p, model.BuiltinCall) and p.name == "towards"
    )
    shapes = [shape(ask, slots(ask)) for ask in (of_place, there, back, far)]
    assert shapes[0] == shapes[1] == shapes[3]
    assert shapes[1] != shapes[2]
    assert shape(there, ()) != shape(far, ())


def test_the_shape_of_a_question_holds_its_types(tmp_path: Path) -> None:
    cells, numbers = (p for p in parts_of(tmp_path) if isinstance(p, model.Relation))
    assert shape(cells, slots(cells)) != shape(numbers, slots(numbers))
