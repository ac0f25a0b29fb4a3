"""A state that refuses everything but what its seat may see."""

from __future__ import annotations

from typing import Any


class Guarded:
    """A state that shows nothing but what a seat may see."""

    def __init__(self, state: Any):
        self._state = state

    def __getattribute__(self, name: str) -> Any:
        state = object.__getattribute__(self, "_state")
        if name in ("game", "seat", "moves", "engine"):
            return getattr(state, name)
        if name == "view":
            return lambda seat: state.view(seat) if seat == state.seat else look(name)
        return look(name)


def look(name: str) -> Any:
    raise AssertionError(f"the agent looks at `{name}`")
