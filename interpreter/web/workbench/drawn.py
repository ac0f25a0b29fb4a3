"""What the page is told of a game and a state of the workbench."""

from __future__ import annotations

from typing import Any

from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.values import Move
from interpreter.drawing.scene import decorations, look_of
from interpreter.drawing.svg import board_svg, symbol
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
    seen = next(s for s in (seat, state.seat, before and before.seat, 0) if s is not None)
    seen = min(seen, state.game.seats - 1)
    view = state.view(seen)
    made = None
    if before is not None and move is not None:
        text = heard_of(before, move, seen, state)
        made = text and Last(text, before.seat, before.view(seen), view)
    return position_data(
        state, view, ply=ply, last=made or None, length=length, has_offers=state.seat == seen
    )


def heard_of(before: State, move: Move, seat: int, after: State) -> str:
    """A move as a seat hears it: all of its own, of others what they may hear."""
    if before.seat == seat or move.action not in after.game.model.sees:
        return move.text
    heard = after.view(seat).heard
    return heard[-1].partition(": ")[2] if len(heard) > len(before.view(seat).heard) else ""


def reason_of(state: State, action: str | None, words: list[str]) -> dict[str, Any]:
    """Why a move, or any action with these words, is not possible."""
    return why_data(state, action, words)


def palette_of(game: Game) -> dict[str, Any]:
    """The pieces that there can be, with their drawings."""
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
    }


def small_board(state: State) -> str:
    """A small board as one SVG text."""
    view = state.view(state.seat or 0)
    drawn = decorations(state.game, view)
    return str(board_svg(state.game, pieces=view.pieces, decorations=drawn))
