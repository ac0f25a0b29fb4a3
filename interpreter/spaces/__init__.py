"""A game and its states as numbers, for programs that learn.

A game enters; `ActionSpace` says which number stands for which move, and which are legal in a
state; `Planes` makes arrays of what a seat sees, and `records` says what each plane of them is;
`VectorGame` plays many games at once.  Nothing here changes a rule, and what needs numpy is
imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.spaces.actions import MAX_ACTIONS, ActionSpace
    from interpreter.spaces.planes import Planes
    from interpreter.spaces.vector import VectorGame

__all__ = ["MAX_ACTIONS", "ActionSpace", "Planes", "VectorGame"]
__getattr__ = lazy_exports(__name__, {
    "MAX_ACTIONS": "interpreter.spaces.actions",
    "ActionSpace": "interpreter.spaces.actions",
    "Planes": "interpreter.spaces.planes",
    "VectorGame": "interpreter.spaces.vector",
})  # fmt: skip
