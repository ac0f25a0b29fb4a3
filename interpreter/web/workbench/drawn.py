"""What the page is told of a game and a state of the workbench."""

from __future__ import annotations

from typing import Any

from gdl.model.analysis import differs_by_seat
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.values import Move, View
from interpreter.drawing.scene import decorations, look_of
from interpreter.drawing.svg import board_svg, symbol
from interpreter.matches.seen import announced, news, turn_colour, whole_view
from interpreter.web.tables.viewpoints import told_text
from interpreter.web.wire.drawing import drawing_data
from interpreter.web.wire.positions import Last, position_data
from interpreter.web.wire.reasons import why_data

MAX_PALETTE = 200  # sorts of pieces to set up a position from


def drawing_of(game: Game) -> dict[str, Any]:
    """The board, the options and the actions of a game; the page has the text already."""
    return drawing_data(game) | {"rules": {"file": None, "text": ""}}


def position_of(
    state: State,
    ply: int,
    length: int,
    seat: int | None,
    last: tuple[State | None, Move | None],
) -> dict[str, Any]:
    """A position as a seat sees it, or the one that acts, or at the end the one that moved last."""
    before, move = last
    mover = None if before is None else before.seat
    seen = next((s for s in (seat, state.seat, mover) if s is not None), 0)
    seen = min(seen, state.game.seats - 1)
    is_open = not differs_by_seat(state.game.model) or state.is_over
    made = None
    if before is not None and move is not None:
        made = last_of(before, move, seen, state)
    return position_data(
        state,
        view_of(state, seen),
        ply=ply,
        last=made,
        is_open=is_open,
        has_offers=state.seat == seen,
        length=length,
    )


def view_of(state: State, seat: int) -> View:
    """What a seat sees: everything, where nothing is hidden from anybody."""
    is_secret = differs_by_seat(state.game.model)
    return state.view(seat) if is_secret else whole_view(state, seat)


def last_of(before: State, move: Move, seat: int, after: State) -> Last:
    """The last move as a seat knows it."""
    was, now = view_of(before, seat), view_of(after, seat)
    is_known = before.seat == seat or not differs_by_seat(after.game.model)
    text = move.text if is_known else told_text(was, now)
    colour = before.colour if differs_by_seat(after.game.model) else turn_colour(before)
    said = announced(news(was, now), after.game.players)
    return Last(text, before.seat, colour, was, now, said)


def reason_of(state: State, action: str | None, words: list[str]) -> dict[str, Any]:
    """Why a move, or any action with these words, is not possible."""
    return why_data(state, action, words)


def palette_of(game: Game) -> dict[str, Any]:
    """The pieces that there can be, with their drawings, and how many a cell has room for."""
    sorts = sorted(game.codes.all_pieces(), key=repr)[:MAX_PALETTE]
    pieces = [(game.piece(code), game.codes.piece_text(code)) for code in sorts]
    return {
        "pieces": [
            {
                "kind": piece.kind,
                "colour": piece.colour,
                "attributes": dict(piece.attributes),
                "text": text,
                "look": look_of(game, piece),
            }
            for piece, text in pieces
        ],
        "symbols": {look_of(game, piece): str(symbol(game, piece)) for piece, _ in pieces},
        "room": game.model.board.pile or 1,
    }


def small_board(state: State) -> str:
    """A small board as one SVG text."""
    view = whole_view(state, state.seat or 0)
    drawn = decorations(state.game, view)
    return str(board_svg(state.game, pieces=view.standing(), decorations=drawn))
