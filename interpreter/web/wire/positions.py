"""A state and what somebody may see of it → the message `position`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from typing import TYPE_CHECKING, Any

from interpreter.board.values import Piece, View
from interpreter.drawing.text.values import stored_text, value_text
from interpreter.web.wire.endings import ended_data
from interpreter.web.wire.offers import offers_data
from interpreter.web.wire.stub_drawing import decorations, look_of, symbol

if TYPE_CHECKING:
    from interpreter.api.state import State

MAX_HEARD = 200  # texts that a seat has heard, latest last


@dataclass(frozen=True)
class Last:
    """A move as somebody may know of it: who made it, its text, and that person's views of it.

    `cells` are those that its text names; `before` and `after` are what was seen.
    """

    text: str
    seat: int | None
    before: View
    after: View


def position_data(
    state: State,
    view: View,
    *,
    ply: int = 0,
    moves: Sequence[str] = (),
    last: Last | None = None,
    is_open: bool = True,
    has_offers: bool = True,
    length: int = 0,
) -> dict[str, Any]:
    """The message for one viewer.

    Everything but the offers is read from the view; `is_open` says that scores and the end may be
    read from the state too, and `has_offers` that the viewer may move.
    """
    drawn = [plain(d) for d in decorations(state.game, view)]
    data = {
        "type": "position",
        "ply": ply,
        "moves": list(moves),
        "seat": view.seat,
        "turn": view.turn,
        "acting": view.acting,
        "chance": state.is_chance,
        "over": view.result is not None,
        "result": None if view.result is None else list(view.result),
        "scores": scores_data(state) if is_open else None,
        "colours": [state.colour_of(seat) for seat in range(state.game.seats)],
        "pieces": {cell: look_of(state.game, piece) for cell, piece in view.pieces.items()},
        "hidden": [c for c in state.game.board.cells if c in view.hidden],
        "decorations": drawn,
        "supply": supply_data(state, view),
        "values": values_data(state, view, {d["of"] for d in drawn}),
        "heard": list(view.heard[-MAX_HEARD:]),
        "last": None if last is None else last_data(state, last),
        "ended": ended_data(state, last and last.text) if is_open and state.is_over else None,
        "offers": offers_data(state) if has_offers else {"complete": True, "moves": []},
        "questions": state.questions() if has_offers and state.game.model.questions else [],
        "length": length,
    }
    data["symbols"] = symbols_data(state, view)
    return data


def plain(decoration: Any) -> dict[str, Any]:
    """A decoration as plain data."""
    data = asdict(decoration) if is_dataclass(decoration) else dict(decoration)  # type: ignore[arg-type]
    return data | {"cells": list(data["cells"])}


def scores_data(state: State) -> dict[str, Any] | None:
    """The scores by colour, as text where they are no numbers."""
    scores = state.scores
    if scores is None:
        return None
    return {
        colour: score if isinstance(score, int | float) else value_text(score)
        for colour, score in scores.items()
    }


def values_data(state: State, view: View, drawn: set[str]) -> list[dict[str, str]]:
    """The variables that are not drawn on the board, in words."""
    start = state.game.start().variables if has_tables(view.variables) else {}
    return [
        {"name": name, "label": name.replace("_", " "), "text": stored_text(value, start.get(name))}
        for name, value in view.variables.items()
        if name not in drawn
    ]


def has_tables(values: Mapping[str, Any]) -> bool:
    """Whether a variable has entries, of which only the changed ones may be shown."""
    return any(isinstance(value, Mapping) for value in values.values())


# ---- pieces ------------------------------------------------------------------------------------


def supply_data(state: State, view: View) -> list[dict[str, Any]]:
    """The pieces off the board that may be seen, each sort once."""
    known = pieces_of_supply(state)
    return [
        {"look": look_of(state.game, known[text]), "text": text, "count": count}
        for text, count in Counter(view.supply or ()).items()
    ]


def pieces_of_supply(state: State) -> dict[str, Piece]:
    """All sorts of pieces that may be off the board, by text."""
    codes = state.game.codes
    return {codes.piece_text(p): state._piece(p) for p in state.game.reference.rules.pools}


def symbols_data(state: State, view: View) -> dict[str, str]:
    """The drawings of all pieces of a view, by look."""
    known = pieces_of_supply(state)
    pieces = [*view.pieces.values(), *(known[text] for text in dict.fromkeys(view.supply or ()))]
    looks = {look_of(state.game, piece): piece for piece in pieces}
    return {look: str(symbol(state.game, piece)) for look, piece in looks.items()}


# ---- the last move -----------------------------------------------------------------------------


def last_data(state: State, last: Last) -> dict[str, Any]:
    """The last move: its text, the cells that it names or visibly changed, a piece's way."""
    cells, known = state.game.board.cells, frozenset(state.game.board.cells)
    before, after = last.before.pieces, last.after.pieces
    named = [word for word in words(last.text) if word in known]
    shown = [c for c in cells if c not in last.before.hidden and c not in last.after.hidden]
    changed = [c for c in shown if before.get(c) != after.get(c)]
    touched = list(dict.fromkeys([*named, *changed]))
    left = next((c for c in touched if c in before and c not in after), None)
    to = next((c for c in reversed(named) if c in changed and c in after), None)
    if to is None:
        arrived = [c for c in changed if c in after]
        to = arrived[0] if len(arrived) == 1 else None
    if left is not None and to is not None and before[left].kind != after[to].kind:
        left = None
    return {
        "text": last.text,
        "seat": last.seat,
        "cells": touched,
        "from": left if to is not None else None,
        "to": to,
    }


def words(text: str) -> list[str]:
    """The words of a text, at blanks and at the signs of sets."""
    for sign in "{},:":
        text = text.replace(sign, " ")
    return text.split()
