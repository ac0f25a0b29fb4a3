"""Positions as texts, such as FEN: `position` under `notation` says which fields they have."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import clip
from gdl.vocabulary.notation import JOIN
from interpreter.api.game import Game
from interpreter.api.record import Record
from interpreter.api.state import State
from interpreter.api.wording import plural
from interpreter.board.position import Position
from interpreter.exchange.faults import MAX_GAMES, ExchangeError, bounded, fault
from interpreter.exchange.fields import (
    BoardField,
    CountField,
    HandsField,
    ListsField,
    MoverField,
    TextField,
    VariableField,
)
from interpreter.exchange.pieces import Letters, Unread
from interpreter.exchange.records import Ending, Moves, chosen, played, set_up
from interpreter.process.arguments import text_of

LONGEST = 100_000  # characters of a position
NEEDED = 2  # fields that every position has: those after them may be left out at the end
KEPT = 4  # games whose fields are remembered


@lru_cache(maxsize=KEPT)
def fields_of(game: Game) -> tuple[Field, ...]:
    """The fields of the positions of a game.

    Raises ExchangeError for rules that do not say how positions are written.
    """
    words = game.model.notation.position
    if not words:
        raise ExchangeError(
            f"the rules of {game.title} do not say how a position is written; add `position` to "
            "`notation`, for texts such as FEN, whose rows are told apart by strokes"
        )
    letters = Letters(game)
    return tuple(field_of(game, letters, word) for word in words)


def position_text(state: State) -> str:
    """The text of a position between two turns, such as FEN.

    Raises ExchangeError for rules that do not say how, and within a turn.
    """
    fields = fields_of(state.game)
    node = state.node
    if node.chance or node.position.colours != tuple(range(state.game.seats)):
        raise ExchangeError("this position has no text: chance is to act, or the players have "
                            "exchanged their colours")  # fmt: skip
    text = " ".join(field.write(state) for field in fields)
    if not state.is_over and not is_between_turns(state):
        raise ExchangeError("this position has no text: it lies within a turn")
    return text


def position_from(game: Game, text: str) -> State:
    """The state of a position that stands as a text.

    Fields may be left out at the end; what they would say is then as at the start.  A position in
    which the game is over by a line of `end` is over.  Raises ExchangeError, with the column, and
    TypeError for what is no text.
    """
    if len(text_of("position", text)) > LONGEST:
        raise ExchangeError(f"a position has at most {LONGEST:,} characters")
    fields = fields_of(game)
    words = [(match[0], match.start()) for match in re.finditer(r"\S+", text)]
    names = [word.text for word in game.model.notation.position]
    if not min(NEEDED, len(fields)) <= len(words) <= len(fields):
        parts = plural(len(fields), "part")
        raise ExchangeError(f"a position of {game.title} has {parts}, {' '.join(names)}, and this "
                            f"one {len(words)}")  # fmt: skip
    data: dict[str, Any] = {"board": {}, "variables": {}}
    pairs = zip(fields, words, strict=False)
    for field, (word, at) in sorted(pairs, key=lambda pair: isinstance(pair[0], CountField)):
        try:
            field.read(word, data)
        except Unread as error:
            raise fault(text, at + error.at, str(error)) from error
    return over_or_not(game, data)


def read_positions(game: Game, text: str, number: int | None = None) -> tuple[Record, ...]:
    """A record without moves for each position of a text, which has one in a line, or for the one
    with a number (from 1).

    Raises ExchangeError, with the place, and TypeError for what is no text.
    """
    lines = [(n, line) for n, line in enumerate(bounded(text).split("\n"), 1) if line.strip()]
    if len(lines) > MAX_GAMES:
        raise ExchangeError(f"a file has at most {MAX_GAMES:,} positions", lines[MAX_GAMES][0], 1)
    if not lines:
        raise ExchangeError("there is no position in this file: one stands in each line")
    return tuple(read_line(game, line, at) for _, (at, line) in chosen(lines, number))


def read_line(game: Game, line: str, number: int) -> Record:
    """The record of the position in a line."""
    try:
        return Moves(game, position_from(game, line)).record(Ending(""))
    except ExchangeError as error:
        raise ExchangeError(error.message, number, error.column or 1) from error


def write_position(record: Record, game: Game) -> str:
    """The position after the last move of a record, as a line.

    Raises ExchangeError for a record that is not legal, or as `position_text` does.
    """
    return f"{position_text(played(game, record).states[-1])}\n"


def over_or_not(game: Game, data: dict[str, Any]) -> State:
    """The state of a position that was set up; one in which a line of `end` holds is over.

    Such lines are tested as they are when a turn is complete, which was that of the seat before.
    """
    state = set_up(game, data)
    engine, position = game.reference, before(state)
    for end, holds in engine.ends:  # also those that are tested as soon as they hold
        if holds(position, engine.rules.frame()):
            result = list(engine.outcomes.result(position, end))
            return set_up(game, data | {"result": result})
    return state


def before(state: State) -> Position:
    """The position of a state at the end of the turn before it."""
    position: Position = state.node.position
    last = (position.seat - 1) % state.game.seats
    return position.changed(seat=last, next_seat=position.seat)


def is_between_turns(state: State) -> bool:
    """Whether a turn is about to begin."""
    _, pending = state.game.reference.turns.begin(before(state))
    return bool(pending == state.node.pending)


# ---- fields ----


class JoinedField:
    """Several fields with colons between them; those with a mark are read where they stand, in any
    order, and never written, as what some programs add.
    """

    def __init__(self, game: Game, letters: Letters, word: model.PositionWord):
        self.fields = [field_of(game, letters, part) for part in word.parts if not part.mark]
        self.marked = {part.mark: field_of(game, letters, part) for part in word.parts if part.mark}
        self.seats = game.seats

    def write(self, state: State) -> str:
        """The fields without a mark."""
        return JOIN.join(field.write(state) for field in self.fields)

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Read each field, with as many parts as it has."""
        parts, at = word.split(JOIN), 0
        for field in self.fields:
            count = self.seats if isinstance(field, ListsField) else 1
            if not parts:
                raise Unread("here something is missing", max(at - 1, 0))
            at = read_at(field, JOIN.join(parts[:count]), at, data)
            parts = parts[count:]
        unread = dict(self.marked)
        for part in parts:
            if part[:1] not in self.marked:
                raise Unread(f"`{clip(part)}` says nothing here", at)
            if part[0] not in unread:
                raise Unread(f"`{part[0]}` stands here a second time", at)
            at = read_at(unread.pop(part[0]), part[1:], at + 1, data)


def read_at(field: Field, word: str, at: int, data: dict[str, Any]) -> int:
    """Read a field that begins within a word; where the next one begins.  Raises Unread."""
    try:
        field.read(word, data)
    except Unread as error:
        raise Unread(str(error), at + error.at) from error
    return at + len(word) + len(JOIN)


Field = (
    BoardField | ListsField | JoinedField | HandsField | MoverField | CountField | TextField
    | VariableField
)  # fmt: skip


def field_of(game: Game, letters: Letters, word: model.PositionWord) -> Field:
    """What reads and writes a word of the positions of a game."""
    match word.says:
        case "board":
            return BoardField(game, letters, word.has_hands)
        case "lists":
            return ListsField(game)
        case "joined":
            return JoinedField(game, letters, word)
        case "hands":
            return HandsField(game, letters)
        case "mover":
            return MoverField(game)
        case "rounds" | "turns":
            return CountField(game, word.says)
        case "variable":
            return VariableField(game, word)
    return TextField(word.text)
