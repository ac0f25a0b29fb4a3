"""When two parts of a game say the same, which lets the native engine work a table out once."""

from __future__ import annotations

from pathlib import Path

from tiny import tiny

from gdl import model
from gdl.analysis import shape, walk

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
turn: place or turn else pass
end:
  - when no empty: draw
"""


def ways(tmp_path: Path) -> list[model.Ask]:
    """The four questions `towards` of the rules above."""
    game = tiny(tmp_path, TEXT).engine.game
    parts = [p for action in game.actions.values() for s in action.body for p in walk(s)]
    return [p for p in parts if isinstance(p, model.Ask) and p.name == "towards"]


def test_the_shape_of_a_question_leaves_out_names_and_places(tmp_path: Path) -> None:
    of_place, there, back, far = ways(tmp_path)

    def slots(ask: model.Ask) -> tuple[int, ...]:
        return tuple(sorted({a.slot for a in ask.args if isinstance(a, model.Local)}))

    shapes = [shape(ask, slots(ask)) for ask in (of_place, there, back, far)]
    assert shapes[0] == shapes[1] == shapes[3]
    assert shapes[1] != shapes[2]
    assert shape(there, ()) != shape(far, ())
