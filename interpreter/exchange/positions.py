"""Positions as texts, such as FEN: `position` under `notation` says which fields they have."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from interpreter.api.game import Game
from interpreter.api.record import Record
from interpreter.api.state import State
from interpreter.api.wording import plural
from interpreter.board.position import Position
from interpreter.exchange.faults import MAX_GAMES, ExchangeError, bounded, fault
from interpreter.exchange.fields import JoinedField, field_of
from interpreter.exchange.pieces import Field, Letters, Unread
from interpreter.exchange.records import Ending, Moves, chosen, played, set_up
from interpreter.process.arguments import text_of

LONGEST = 100_000  # characters of a position
NEEDED = 2  # fields that every position has: those after them may be left out at the end
KEPT = 4  # games whose fields are remembered


@lru_cache(maxsize=KEPT)
def fields_of(game: Game) -> tuple[Field | JoinedField, ...]:
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
        says = f"a position of {game.title} has {parts}, `{' '.join(names)}`"
        says += f", and this one {len(words)}"
        if len(words) < len(fields):
            raise ExchangeError(says)
        raise fault(text, words[len(fields)][1], f"{says}; blanks stand only between parts")
    data: dict[str, Any] = {"board": {}, "variables": {}}
    reading: list[tuple[Field, str, int]] = []
    for field, (word, at) in zip(fields, words, strict=False):
        try:
            reading += [(part, said, at + start) for part, said, start in field.split(word)]
        except Unread as error:
            raise fault(text, at + error.at, str(error)) from error
    for part, said, at in sorted(reading, key=lambda one: one[0].is_last):
        try:
            part.read(said, data)
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
