"""Why a move is not possible → the message `reason`; what is wrong with rules, in one line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from gdl.source.diagnostics import GdlError
from gdl.source.wording import clip
from gdl.vocabulary.types import CELL, PIECE, SetType
from interpreter.board.values import UNKNOWN, IllegalMove
from interpreter.explain.blocked import why_blocked
from interpreter.explain.why import Explained
from interpreter.web.wire.positions import words as word_list

if TYPE_CHECKING:
    from gdl.source.spans import Span
    from gdl.vocabulary.types import Type
    from interpreter.api.state import State
    from interpreter.reference.actions import Action

MAX_TRIED = 60  # moves with the words that are tried to find out what forbids them
MAX_SECONDS = 5.0  # after which no more are tried


def reason_data(
    message: str, span: Span | None = None, cells: Sequence[str] = ()
) -> dict[str, Any]:
    """The message `reason`, with the place of the line that forbids something."""
    place: dict[str, Any] = {"line": None, "column": None, "end_column": None}
    if span is not None:
        place = {"line": span.line, "column": span.column, "end_column": end_column(span)}
    return {"type": "reason", "message": message, **place, "cells": list(cells)}


def end_column(span: Span) -> int:
    """The column behind the last character of the first line of a span."""
    return span.column + len(span.text.split("\n")[0])


def why_data(state: State, action: str | None, words: Sequence[str]) -> dict[str, Any]:
    """Why a move, or any action with these words in order, is impossible."""
    cells = [word for word in words if word in frozenset(state.game.board.cells)]
    if len(words) == 1 and cells:
        blocked = blocked_data(state, cells[0])
        if blocked is not None:
            return blocked
    found = tried_data(state, action, words, cells)
    led = None if found else led_words(state, words)
    if led is not None:
        found = tried_data(state, action, led, cells)
    if found is not None:
        return found
    shown = f"no move here has the words `{clip(' '.join(words))}`"
    if len({*cells[-2:]}) == 2 and list(words[-2:]) == cells[-2:]:
        shown = f"no move here leads from `{cells[-2]}` to `{cells[-1]}`"
    return reason_data(shown, cells=cells)


def tried_data(
    state: State, action: str | None, words: Sequence[str], cells: Sequence[str]
) -> dict[str, Any] | None:
    """What stands against the moves that have some words in order; None where there are none."""
    reasons: list[tuple[str, IllegalMove]] = []
    end = time.monotonic() + MAX_SECONDS
    for text in islice(texts_with(state, action, words), MAX_TRIED):
        try:
            move = state.parse(text)
        except IllegalMove as error:
            reasons.append((text, error))
            if time.monotonic() > end:
                break
        else:
            return reason_data(f"`{clip(move.text)}` is possible", cells=cells)
    best = telling(reasons)
    if best is None:
        return None
    text, reason = best
    first = needed_first(state, text, words)
    return reason_data(f"{first}{reason.message}", reason.span, cells)


def led_words(state: State, words: Sequence[str]) -> list[str] | None:
    """The same words with the direction that leads to the last cell in its place; None where none
    leads there from the cell before it.
    """
    topology = state.game.reference.rules.topology
    start, end = (topology.index.get(word) for word in (["", *words])[-2:])
    direction = None if start is None or end is None else topology.towards(start, end)
    return None if direction is None else [*words[:-1], topology.directions[direction]]


def blocked_data(state: State, cell: str) -> dict[str, Any] | None:
    """Why a piece of the seat that acts has no move; None where it has one, or is no such piece."""
    seat = state.seat
    piece = None if seat is None else state.view(seat).pieces.get(cell)
    if piece is None or piece.colour != state.colour:
        return None
    moves = state.moves()
    if any(cell in word_list(move.text) for move in moves):
        return None
    number = state.game.codes.parse(CELL, cell)
    reason = why_blocked(Explained(state.game.reference, state.node, moves), number)
    if reason is None:
        return None
    called = "piece" if piece.kind == UNKNOWN else piece.kind
    return reason_data(f"this {called} has no move: {reason.message}", reason.span, [cell])


def telling(reasons: Sequence[tuple[str, IllegalMove]]) -> tuple[str, IllegalMove] | None:
    """The move and the reason that says most: one with a line rather than one without."""
    return max(reasons, key=lambda reason: reason[1].span is not None, default=None)


def texts_with(state: State, action: str | None, words: Sequence[str]) -> Iterator[str]:
    """The moves, legal or not, that have the words in order; those of likely actions first."""
    known = state.game.reference.turns.actions
    likely = list(dict.fromkeys(move.action for move in state.moves()))
    names = [action] if action is not None else [*likely, *(n for n in known if n not in likely)]
    for name in names:
        if name in known and not known[name].model.is_chance:
            yield from fillings(state, known[name], words)
        elif name not in known:
            yield " ".join([name, *words])


def fillings(state: State, action: Action, words: Sequence[str]) -> Iterator[str]:
    """The texts of an action that have the words in order and anything for the other parameters."""
    types = action.types
    free = cache(lambda place: fillers(state, action, place))
    for places in placings(words, types, cache(partial(is_value, state))):
        given = dict(zip(places, words, strict=True))
        choices = [(given[n],) if n in given else free(n) for n in range(len(types))]
        for filled in product(*choices):
            yield " ".join([action.name, *filled])


def is_value(state: State, word: str, type: Type) -> bool:
    """Whether a word is a value of a type."""
    try:
        state.game.codes.parse(type, word)
    except (ValueError, KeyError):
        return False
    return True


def placings(
    words: Sequence[str], types: Sequence[Type], fits: Callable[[str, Type], bool]
) -> Iterator[tuple[int, ...]]:
    """The places that words in order can have among parameters, the first places first.

    No way is followed that cannot be finished, so the time to the first one, and from each to the
    next, grows with the number of words times that of parameters.
    """
    latest, after = [], len(types)  # for each word the last place from which the others still fit
    for word in reversed(words):
        places = (place for place in reversed(range(after)) if fits(word, types[place]))
        found = next(places, None)
        if found is None:
            return
        latest.append(found)
        after = found
    latest.reverse()
    placed: list[int] = []
    start = 0
    while True:
        for number in range(len(placed), len(words)):
            place = next(p for p in range(start, len(types)) if fits(words[number], types[p]))
            placed.append(place)
            start = place + 1
        yield tuple(placed)
        while placed and placed[-1] == latest[len(placed) - 1]:
            placed.pop()
        if not placed:
            return
        start = placed.pop() + 1


def fillers(state: State, action: Action, place: int) -> Sequence[str]:
    """What a parameter may be where nothing is chosen for it yet, in the words of moves.

    Of numbers, pieces and sets there may be too many: those of the legal moves stand for all, or
    any one where no move has the action.
    """
    codes, type = state.game.codes, action.types[place]
    names = codes.names(type)
    if names:
        return names
    played = (move.key[1] for move in state.moves() if move.action == action.name)
    found = dict.fromkeys(codes.text(type, args[place]) for args in played)
    if found:
        return tuple(found)
    if type == PIECE:
        return sorted(codes.piece_text(piece) for piece in codes.all_pieces())[:1]
    return ("{}",) if isinstance(type, SetType) else ("1",)


def needed_first(state: State, text: str, words: Sequence[str]) -> str:
    """What is still to be chosen before the first of some words, as the beginning of a reason.

    That is a parameter whose values stand beside the board, such as a piece of the supply.
    """
    name, *filled = text.split(" ")
    action = state.game.reference.turns.actions.get(name)
    if action is None or len(filled) == len(words):
        return ""
    before = filled.index(words[0]) if words[0] in filled else 0
    open_types = [t for t in action.types[:before] if state.game.codes.names(t) is None]
    if not open_types:
        return ""
    names = " ".join(name for binder in action.model.binders for name in binder.names)
    return f"choose a {open_types[0]} first, as in `{name} {names}`; "


def first_message(error: GdlError) -> str:
    """The first thing that is wrong, with its line."""
    if not error.diagnostics:
        return str(error)
    first = next((d for d in error.diagnostics if d.is_error), error.diagnostics[0])
    return f"line {first.span.line}: {first.message}"
