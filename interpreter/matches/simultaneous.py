"""Simultaneous choices, for people who need not wait for each other.

An engine asks one seat after the other.  What a seat may choose does not depend on what others
have chosen, so a seat further on can be asked at the same time: as if those before it had chosen
anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.api.views import choices, is_choosing

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move


@dataclass(frozen=True)
class Place:
    """A state in which a seat acts, after `before`: what the seats before it might have chosen.

    What that seat sees and may choose here is what it really sees and may choose.
    """

    state: State
    before: tuple[Move, ...] = ()


def places(state: State) -> dict[int, Place]:
    """The seats that may choose in a state, each with where it does: several in a simultaneous
    choice."""
    found: dict[int, Place] = {}
    place, chosen = Place(state), len(choices(state))
    while place.state.seat is not None and place.state.seat not in found:
        found[place.state.seat] = place
        if not is_choosing(place.state):
            break
        move = place.state.moves()[0]
        place = Place(place.state.play(move), (*place.before, move))
        chosen += 1
        if len(choices(place.state)) != chosen:  # that was the last one
            break
    return found
