"""Games in PGN, and in what has its frame, such as PDN: the main line is read.

The first seat is White, the second Black.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.api.game import Game
from interpreter.api.record import Record
from interpreter.api.replay import Replay
from interpreter.api.state import State
from interpreter.board.values import Move
from interpreter.exchange.faults import ExchangeError, bounded, fault
from interpreter.exchange.pgn_text import RESULTS, Text, read_games, write_game
from interpreter.exchange.positions import position_from, position_text
from interpreter.exchange.records import (
    Ending,
    Moves,
    chosen,
    format_of,
    played,
    shares_of,
    variant,
    written_tags,
)
from interpreter.exchange.spelling import Spelling, spelling_of

FORMAT = "PGN"
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
PLAYER_TAGS = ("White", "Black")
CHECK, MATE = "+", "#"
SIGNS = "+#!?"  # after a move: check, mate, and what somebody thinks of it
ZEROS = re.compile(r"^0(-0)+")  # which older files write for letters O
EN_PASSANT = re.compile(r"e\.p\.?$")
FEN = "FEN"


def read_pgn(game: Game, text: str, number: int | None = None) -> tuple[Record, ...]:
    """The records of the games of a PGN text, or of the one with a number (from 1), each with the
    options that its tags say.

    Raises ExchangeError, with the place, and TypeError for what is no text.
    """
    text = bounded(text)
    reader = GameReader(game, text)
    games = chosen(read_games(text), number)  # all is looked at before anything is played
    return tuple(reader.record(at, said) for at, said in games)


class GameReader:
    """Reads the games of a text."""

    def __init__(self, game: Game, text: str):
        self.game = game
        self.text = text
        self.format = format_of(game, "pgn")

    def record(self, number: int, said: Text) -> Record:
        """The record of a game."""
        try:
            game = variant(self.game, self.format, said.tags)
            moves = Moves(game, self.start(game, said))
        except ExchangeError as error:
            raise fault(self.text, said.offset, f"game {number}: {error.message}") from error
        spelling = spelling_of(game, "pgn")
        was_number = False  # whether the last word was one without its point
        for word, at in said.moves:
            turn = str(moves.state.turn // game.seats + 1)
            read = self.move(spelling, moves.state, word)
            is_number = word == turn and not was_number
            if not isinstance(read, str):
                moves.add(read)
            elif not is_number:
                dots = "..." if moves.state.seat else "."
                raise fault(self.text, at, f"game {number}, move {turn}{dots}: {read}")
            was_number = isinstance(read, str) and is_number
        shares = RESULTS[said.result]
        return moves.record(Ending(said.result, shares, is_given_up=True))

    def move(self, spelling: Spelling, state: State, word: str) -> Move | str:
        """The move that a word stands for, or what is wrong with it."""
        word = ZEROS.sub(lambda zeros: zeros[0].replace("0", "O"), word)
        bare = EN_PASSANT.sub("", word.rstrip(SIGNS)).rstrip(SIGNS)
        return spelling.read(state, word, *([bare] if bare not in ("", word) else []))

    def start(self, game: Game, said: Text) -> State | None:
        """The position in which a game begins; None for that of the rules."""
        if FEN not in said.tags:
            return None
        try:
            return position_from(game, said.tags[FEN])
        except ExchangeError as error:
            raise ExchangeError(f"the tag `{FEN}`: {error}") from error


# ---- writing -----------------------------------------------------------------------------------


def write_pgn(record: Record, game: Game) -> str:
    """The PGN text of a record of a game.

    Raises ExchangeError for a record that is not legal, or that the rules do not say how to write.
    """
    format = format_of(game, "pgn")
    replayed = played(game, record)
    shares = shares_of(replayed)
    result = next(text for text, of in RESULTS.items() if of == shares)
    names = dict(zip(PLAYER_TAGS, [*record.seats, "?", "?"], strict=False))
    tags = ROSTER | names | {"Result": result} | written_tags(game, format)
    if record.start is not None:
        tags |= {"SetUp": "1", FEN: position_text(replayed.states[0])}
    words = [*written(spelling_of(game, "pgn"), replayed), result]
    return write_game(tags.items(), words)


def written(spelling: Spelling, replayed: Replay) -> Iterator[str]:
    """The words of the moves: the number of the round where it begins, and their texts."""
    states, turn = replayed.states, -1
    for move, state, after in zip(replayed.moves, states, states[1:], strict=False):
        if state.is_chance or state.seat is None:
            raise ExchangeError(f"{FORMAT} has no place for what chance does")
        if state.turn != turn and (state.seat == 0 or turn < 0):
            yield f"{state.turn // state.game.seats + 1}{'...' if state.seat else '.'}"
        turn = state.turn
        yield spelling.write(state, move) + sign(spelling, state.seat, after)


def sign(spelling: Spelling, seat: int, after: State) -> str:
    """What follows a move that gives check, or mate; empty after any other."""
    name, game, position = spelling.format.check, after.game, after.node.position
    if name is None:
        return ""
    holds = game.reference.rules.expressions.body(name)
    others = [colour for n, colour in enumerate(position.colours) if n != seat]
    if not any(holds(position, [colour]) for colour in others):
        return ""
    return MATE if after.wins is not None and after.wins[seat] == 1 else CHECK
