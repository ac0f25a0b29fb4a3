"""Why a move is not possible → the message `reason`; what is wrong with rules, in one line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Any

from gdl.lint.limit_checks import in_short, slowest
from gdl.source.diagnostics import GdlError
from gdl.source.printable import printable
from gdl.source.wording import clip, show_values
from gdl.vocabulary.types import CELL, PIECE, VECTOR, SetType
from interpreter.board.values import UNKNOWN, IllegalMove, code_text
from interpreter.drawing.text.symbols import Symbols
from interpreter.explain.blocked import why_blocked
from interpreter.explain.why import MAX_WORDS, Explained, shape_of, those_with
from interpreter.typed.hints import hint_at
from interpreter.typed.moves import Unclear, expanded, meant_move
from interpreter.typed.refusing import is_value
from interpreter.web.wire.landings import Landing, landings, starts
from interpreter.web.wire.positions import words as word_list

if TYPE_CHECKING:
    from gdl.model import nodes as model
    from gdl.source.spans import Source, Span
    from gdl.vocabulary.types import Type
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Piece
    from interpreter.reference.actions import Action

MAX_TRIED = 60  # moves with the words that are tried to find out what forbids them
MAX_SECONDS = 5.0  # after which no more are tried
MAX_TYPED = 2_000  # characters of a typed text that are read; a set of many cells is long


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


def typed_data(state: State, text: str) -> dict[str, Any]:
    """The move that a typed text means, or what is wrong with it, as in the terminal."""
    if state.is_chance:
        return reason_data("chance acts now")
    text = expanded(state, printable(clip(text, MAX_TYPED)), symbols_of(state.game).short)
    cells = cells_among(state, text.split())
    word = clip(text.partition(" ")[0])
    try:
        move = meant_move(state, text)
    except Unclear as error:
        return reason_data(clip(str(error), MAX_WORDS), cells=cells)
    except IllegalMove as error:
        return reason_data(error.message, error.span, cells)
    if move is not None:
        return {"type": "meant", "move": move.text}
    hint = hint_at(state, text, otherwise=f"possible: {possible_actions(state)}")
    return reason_data(f"there is no move `{word}`; {hint}", cells=cells)


@lru_cache(maxsize=16)
def symbols_of(game: GameBase) -> Symbols:
    """The symbols that the terminal has for the pieces of a game, by which cards are typed."""
    return Symbols(game)


def cells_among(state: State, words: Sequence[str]) -> list[str]:
    """Those of some words that are cells."""
    return [word for word in words if word in state.game.board.cells]


def possible_actions(state: State) -> str:
    """The names of the actions that are possible."""
    return show_values(list(dict.fromkeys(move.action for move in state.moves())))


def why_data(state: State, action: str | None, words: Sequence[str]) -> dict[str, Any]:
    """Why a move, or any action with these words in order, is impossible.

    Where the action that is possible has no place for them, others say why they are not.
    """
    cells = cells_among(state, words)
    if len(words) == 1 and cells:
        blocked = blocked_data(state, cells[0])
        if blocked is not None:
            return blocked
    tried = Tried(state, action, cells)
    if not tried.texts(words):
        led = led_words(state, words)
        is_there = led is not None and tried.texts(led, cells[-1])
        if not tried.reasons and (untold := untold_data(state, action, words)) is not None:
            is_other = own_piece(state, cells[-1]) is not None  # which might be moved instead
            return why_data(state, action, cells[-1:]) if is_other else untold
        if not is_there and action is not None:
            tried = Tried(state, None, cells)
            tried.texts(words)
    return tried.said(words)


class Tried:
    """The moves that have some words in order, and what stands against them."""

    def __init__(self, state: State, action: str | None, cells: Sequence[str]):
        self.state, self.action, self.cells = state, action, cells
        self.possible: str | None = None
        self.reasons: list[tuple[str, IllegalMove]] = []  # of what was chosen
        self.guessed: list[IllegalMove] = []  # of what stands for anything that may be chosen
        self.end = time.monotonic() + MAX_SECONDS

    def texts(self, words: Sequence[str], to: str | None = None) -> bool:
        """Try the moves with some words; say whether there are any.

        The last word stands for the cell `to`, if there is one, where a piece must land.
        """
        there = False
        for text, places in islice(texts_with(self.state, self.action, words), MAX_TRIED):
            there = True
            try:
                move = self.state.parse(text)
            except IllegalMove as error:
                chosen = places if to is None else places[:-1]
                is_guessed = error.span in self.guesses(text.split(" ")[0], chosen)
                self.guessed += [error] if is_guessed else []
                self.reasons += [] if is_guessed else [(text, error)]
                if time.monotonic() > self.end:
                    break
            else:
                if to is None or landings(self.state, [move])[0].sure == to:
                    self.possible = move.text
                    break
        return there

    def guesses(self, name: str, chosen: Sequence[int]) -> set[Span]:
        """The domains of the parameters of an action for which nothing is chosen."""
        action = self.state.game.reference.turns.actions.get(name)
        binders = [b for b in action.model.binders for _ in b.names] if action else []
        return {b.domain.span for place, b in enumerate(binders) if place not in chosen}

    def said(self, words: Sequence[str]) -> dict[str, Any]:
        """That a move is possible, or the reason that says most."""
        if self.possible is not None:
            return reason_data(f"`{clip(self.possible)}` is possible", cells=self.cells)
        best = telling(self.reasons)
        if best is not None:
            text, reason = best
            first = needed_first(self.state, text, words)
            return reason_data(f"{first}{reason.message}", reason.span, self.cells)
        span = self.guessed[-1].span if self.guessed else None
        return reason_data(self.none_with(words, span), span, self.cells)

    def none_with(self, words: Sequence[str], span: Span | None) -> str:
        """That no move has some words, whatever is chosen from the domain at a place."""
        *others, start, end = ["", "", *words]
        if start != end and [start, end] == self.cells[-2:]:
            given = " ".join(word for word in others if word and word not in self.cells)
            kind = f"move with `{clip(given)}`" if given else "move here"
            return f"no {kind} leads from `{start}` to `{end}`"
        if span is None and len(words) == 1 and self.cells:
            possible = possible_actions(self.state)
            return f"no action of these rules chooses `{words[0]}`; possible: {possible}"
        said = f"no move here has the words `{clip(' '.join(words))}`"
        return said if span is None else f"{said}: nothing in {code_text(span)} allows it"


def led_words(state: State, words: Sequence[str]) -> list[str] | None:
    """The same words with the direction that leads to the last cell in its place; None where none
    leads there from the cell before it.
    """
    topology = state.game.reference.rules.topology
    start, end = (topology.index.get(word) for word in (["", *words])[-2:])
    direction = None if start is None or end is None else topology.towards(start, end)
    return None if direction is None else [*words[:-1], topology.directions[direction]]


def untold_data(state: State, action: str | None, words: Sequence[str]) -> dict[str, Any] | None:
    """That what follows the cells is not chosen by one more cell, the last of some words; None
    where the legal moves that have the others tell where their pieces land.
    """
    *chosen, cell = words
    place = starts(state.game).get(action or "")
    if action is None or place != len(chosen) - 1 or cell not in state.game.board.cells:
        return None
    begun = [action, *chosen]
    having = [move for move in state.moves() if word_list(move.text)[: len(words)] == begun]
    if not having or any(landing != Landing() for landing in landings(state, having)):
        return None
    told = those_with(chosen, (move.text for move in having))
    name = shape_of(state.game.reference.turns.actions[action]).split(" ")[len(words)]
    return reason_data(f"`{name}` is not chosen on the board{told}", cells=[cell])


def blocked_data(state: State, cell: str) -> dict[str, Any] | None:
    """Why a piece of the seat that acts has no move; None where it has one, or is no such piece."""
    piece, moves = own_piece(state, cell), state.moves()
    if piece is None:
        return None
    if any(cell in word_list(move.text) for move in moves):
        return None
    number = state.game.codes.parse(CELL, cell)
    reason = why_blocked(Explained(state.game.reference, state.node, moves), number)
    if reason is None:
        return None
    called = "piece" if piece.kind == UNKNOWN else piece.kind
    return reason_data(f"this {called} has no move: {reason.message}", reason.span, [cell])


def own_piece(state: State, cell: str) -> Piece | None:
    """The piece on a cell, if it is one of the seat that acts."""
    piece = None if state.seat is None else state.view(state.seat).pieces.get(cell)
    return piece if piece is not None and piece.colour == state.colour else None


def telling(reasons: Sequence[tuple[str, IllegalMove]]) -> tuple[str, IllegalMove] | None:
    """The move and the reason that says most: one with a line rather than one without."""
    return max(reasons, key=lambda reason: reason[1].span is not None, default=None)


def texts_with(
    state: State, action: str | None, words: Sequence[str]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The moves, legal or not, that have the words in order, with the places of these among the
    parameters; those of likely actions first.
    """
    known = state.game.reference.turns.actions
    likely = list(dict.fromkeys(move.action for move in state.moves()))
    names = [action] if action is not None else [*likely, *(n for n in known if n not in likely)]
    for name in names:
        if name in known and not known[name].model.is_chance:
            yield from full_texts(state, known[name], words)
        elif name not in known:
            yield " ".join([name, *words]), tuple(range(len(words)))


def full_texts(
    state: State, action: Action, words: Sequence[str]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The texts of an action that have the words in order and anything for the other parameters,
    with the places of the words.
    """
    types = action.types
    free = cache(lambda place: stand_ins(state, action, place))
    said = words
    ways = placings(words, types, cache(partial(is_value, state)))
    first = next(ways, None)
    if first is None:
        said = in_sets(state, words, types)
        ways = placings(said, types, cache(partial(is_value, state)))
    for places in ways if first is None else chain([first], ways):
        given = dict(zip(places, said, strict=True))
        choices = [(given[n],) if n in given else free(n) for n in range(len(types))]
        chosen = tuple(n for n in places if says_all(state, action, n, given[n]))
        for filled in product(*choices):
            yield " ".join([action.name, *filled]), chosen


def says_all(state: State, action: Action, place: int, word: str) -> bool:
    """Whether a word says all of a parameter: a set may be one of which only a part is chosen."""
    type = action.types[place]
    if not isinstance(type, SetType):
        return True
    moves = [move for move in state.moves() if move.action == action.name]
    sizes = {len(move.key[1][place] or ()) for move in moves}
    return not sizes or len(state.game.codes.parse(type, word)) in sizes


def in_sets(state: State, words: Sequence[str], types: Sequence[Type]) -> list[str]:
    """The words with those that are elements of the first set among some types as one set."""
    of = next((type.element for type in types if isinstance(type, SetType)), None)
    elements = [word for word in words if of is not None and is_value(state, word, of)]
    if not elements:
        return [*words]
    one = "{" + ",".join(dict.fromkeys(elements)) + "}"
    return list(dict.fromkeys(one if word in elements else word for word in words))


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


def stand_ins(state: State, action: Action, place: int) -> Sequence[str]:
    """What a parameter may be where nothing is chosen for it yet, in the words of moves.

    Of numbers, steps, pieces and sets there may be too many: those of the legal moves stand for
    all, or any one where no move has the action.
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
    if type == VECTOR:
        return state.game.reference.rules.topology.directions[:1]
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
    return f"choose a {open_types[0]} first; "


def most_to_do(game: model.Game, source: Source) -> str | None:
    """Which line of rules that take too long has the most to do, where that can be counted."""
    found = slowest(game)
    if found is None:
        return None
    return f"{found[0].line_for(source)} may take {in_short(found[1])} rounds in one position"


def first_message(error: GdlError) -> str:
    """The first thing that is wrong, with its line."""
    if not error.diagnostics:
        return str(error)
    first = next((d for d in error.diagnostics if d.is_error), error.diagnostics[0])
    return f"line {first.span.line}: {first.message}" if first.is_placed else first.message
