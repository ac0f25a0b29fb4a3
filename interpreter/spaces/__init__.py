"""A game and its states as numbers, for programs that learn.

A game enters; `ActionSpace` says which number stands for which move, and which are legal in a
state.  Nothing here depends on the engine, and numpy is imported only where an array is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.spaces.actions import MAX_ACTIONS, ActionSpace

__all__ = ["MAX_ACTIONS", "ActionSpace"]
__getattr__ = lazy_exports(__name__, {
    "MAX_ACTIONS": "interpreter.spaces.actions",
    "ActionSpace": "interpreter.spaces.actions",
})  # fmt: skip
