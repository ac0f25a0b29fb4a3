"""What somebody may see of a state, as a `View`: everybody together, or who may see all of it.

Front ends draw views and never states, so that nothing hidden can slip through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.api.views import piles
from interpreter.board.told import Told
from interpreter.board.values import UNKNOWN, Piece, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.api.state import State


def turn_colour(state: State) -> str | None:
    """The colour that acts, or whose turn it is while nature does; None where no turn has begun,
    and where there is nobody else.
    """
    if not state.is_chance:
        return state.colour
    is_told = state.game.seats > 1 and not state.node.is_in_set_up
    return state.colour_of(state.node.seat) if is_told else None


def mover_text(state: State) -> str:
    """Who makes the next move: a colour, `chance`, or `chance for Red` in the turn of Red."""
    colour = turn_colour(state)
    return (f"chance for {colour}" if colour else "chance") if state.is_chance else str(colour)


def whole_view(state: State, seat: int = 0) -> View:
    """All there is, for a game without secrets or one that is over."""
    return View(
        seat=seat,
        colour=state.colour_of(seat),
        acting=state.seat,
        turn=state.turn,
        pieces=state.pieces(),
        hidden=frozenset(),
        variables=state.variables,
        supply=state.supply,
        heard=state.node.position.heard[seat],
        result=state.node.result,
        marks=state.marks,
        piles=piles(state),
    )


def common_view(state: State) -> View:
    """What every seat may see: for people who watch a game with secrets."""
    views = [state.view(seat) for seat in range(state.game.seats)]
    first, *others = views
    hidden = frozenset().union(*(view.hidden for view in views))
    variables = {
        name: value
        for name, value in first.variables.items()
        if all(name in view.variables and view.variables[name] == value for view in others)
    }
    is_same = all(view.supply == first.supply for view in others)
    pieces = {
        cell: common_piece([view.pieces[cell] for view in views])
        for cell in first.pieces if cell not in hidden
    }  # fmt: skip
    piles = {
        cell: tuple(map(common_piece, zip(*(view.piles[cell] for view in views), strict=True)))
        for cell in first.piles if cell not in hidden
    }  # fmt: skip
    return View(
        seat=0,
        colour=first.colour,
        acting=first.acting,
        turn=first.turn,
        pieces=pieces,
        hidden=hidden,
        variables=variables,
        supply=first.supply if is_same else None,
        heard=Told(),
        result=first.result,
        marks=first.marks,
        piles=piles,
        chosen=dict.fromkeys(first.chosen),
    )


def common_piece(seen: Sequence[Piece]) -> Piece:
    """What is known of a piece to everybody of those who see it so."""
    first, *others = seen
    is_told = all(piece.kind == first.kind for piece in others)
    attributes = {
        name: value if all(piece.attributes[name] == value for piece in others) else UNKNOWN
        for name, value in first.attributes.items()
        if all(name in piece.attributes for piece in others)
    }
    return Piece(first.kind if is_told else UNKNOWN, first.colour, attributes)


def news(before: View, after: View) -> tuple[str, ...]:
    """What a seat heard between two of its views."""
    return after.heard[len(before.heard) :]


def announced(said: Sequence[str], colours: Sequence[str]) -> list[str]:
    """What was said besides the moves of seats and of chance."""
    moves = tuple(f"{who}: " for who in (*colours, "chance"))
    return [text for text in said if text and not text.startswith(moves)]


def public_values(state: State) -> dict[str, Any]:
    """Variables and marks, and scores unless they are among them."""
    values, scores = state.variables, state.scores
    if scores is not None and scores not in values.values():
        values["score"] = scores
    return values | state.marks
