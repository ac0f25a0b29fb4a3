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
from interpreter.exchange.pgn_text import RESULTS, Text, place_in_tag, read_games, write_game
from interpreter.exchange.positions import position_from, position_text
from interpreter.exchange.records import (
    Ending,
    LegalMovesLeft,
    Moves,
    by_side,
    chosen,
    format_of,
    played,
    shares_of,
    variant,
    written_tags,
)
from interpreter.exchange.spelling import Spelling, spelling_of
from interpreter.exchange.turns import Turn, Turns

FORMAT = "PGN"
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
PLAYER_TAGS = ("White", "Black")
CHECK, MATE = "+", "#"
SIGNS = "+#!?"  # after a move: check, mate, and what somebody thinks of it
ZEROS = re.compile(r"^0(-0)+")  # which older files write for letters O
EN_PASSANT = re.compile(r"e\.p\.?$")
SET_UP, FEN = "SetUp", "FEN"  # tags: that a position is given, and which


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
        self.legal_left = LegalMovesLeft()

    def record(self, number: int, said: Text) -> Record:
        """The record of a game."""
        try:
            game = variant(self.game, self.format, said.tags)
            start = self.start(number, game, said)
            moves = Moves(game, start, self.legal_left)
        except ExchangeError as error:
            if error.line:  # the place is known
                raise
            raise fault(self.text, said.offset, f"game {number}: {error.message}") from error
        spelling = spelling_of(game, "pgn")
        was_number = False  # whether the last word was one without its point
        for word, at in said.moves:
            turn = str(moves.state.turn // game.seats + 1)
            read = self.move(spelling, moves.state, word)
            is_number = word == turn and not was_number
            if not isinstance(read, str):
                try:
                    for move in read:
                        moves.add(move)
                except ExchangeError as error:
                    raise fault(self.text, at, f"game {number}: {error.message}") from error
            elif not is_number:
                dots = "..." if moves.state.seat else "."
                raise fault(self.text, at, f"game {number}, move {turn}{dots}: {read}")
            was_number = isinstance(read, str) and is_number
        shares = by_side(game, self.format, RESULTS[said.result])
        return moves.record(Ending(said.result, shares, is_given_up=True))

    def move(self, spelling: Spelling, state: State, word: str) -> tuple[Move, ...] | str:
        """The move that a word stands for, or the moves of a turn, or what is wrong with it."""
        word = ZEROS.sub(lambda zeros: zeros[0].replace("0", "O"), word)
        bare = EN_PASSANT.sub("", word.rstrip(SIGNS)).rstrip(SIGNS)
        words = [word, *([bare] if bare not in ("", word) else [])]
        if spelling.format.has_whole_turns:
            return Turns(spelling).read(state, *words)
        read = spelling.read(state, *words)
        return read if isinstance(read, str) else (read,)

    def start(self, number: int, game: Game, said: Text) -> State | None:
        """The position in which a game begins; None for that of the rules."""
        tag = next((tag for tag in said.tags if tag.upper() == FEN), None)
        if tag is None and said.tags.get(SET_UP) == "1":
            message = f"game {number}: `{SET_UP}` announces a position, and there is no tag `{FEN}`"
            raise fault(self.text, said.places[SET_UP], message)
        if tag is None:
            return None
        try:
            return position_from(game, said.tags[tag])
        except ExchangeError as error:
            at = place_in_tag(self.text, said.places[tag], max(error.column - 1, 0))
            message = f"game {number}: the tag `{tag}`: {error.message}"
            raise fault(self.text, at, message) from error


# ---- writing -----------------------------------------------------------------------------------


def write_pgn(record: Record, game: Game) -> str:
    """The PGN text of a record of a game.

    Raises ExchangeError for a record that is not legal, or that the rules do not say how to write.
    """
    format = format_of(game, "pgn")
    replayed = played(game, record)
    shares = by_side(game, format, shares_of(replayed))
    result = next(text for text, of in RESULTS.items() if of == shares)
    names = dict(zip(PLAYER_TAGS, by_side(game, format, record.seats) or "??", strict=False))
    tags = ROSTER | names | {"Result": result} | written_tags(game, format)
    if record.start is not None:
        tags |= {SET_UP: "1", FEN: position_text(replayed.states[0])}
    words = [*written(spelling_of(game, "pgn"), replayed), result]
    return write_game(tags.items(), words)


def written(spelling: Spelling, replayed: Replay) -> Iterator[str]:
    """The words of the moves: the number of the round where it begins, and their texts."""
    before = -1
    first, seats = replayed.states[0], replayed.states[0].game.seats
    shift = ((first.seat or 0) - first.turn) % seats  # a position need not say which turn it is
    for turn in words_of(spelling, replayed):
        state, move = turn.made[0]
        if state.is_chance or state.seat is None:
            raise ExchangeError(f"{FORMAT} has no place for what chance does")
        if state.turn != before and (state.seat == 0 or before < 0):
            yield f"{(state.turn + shift) // seats + 1}{'...' if state.seat else '.'}"
        before = state.turn
        is_whole = spelling.format.has_whole_turns
        text = Turns(spelling).write(turn) if is_whole else spelling.write_one(state, move)
        yield text + sign(spelling, state.seat, turn.after)


def words_of(spelling: Spelling, replayed: Replay) -> Iterator[Turn]:
    """What is one word each: a move, or a turn where the format puts these together."""
    made: list[tuple[State, Move]] = []
    states = replayed.states
    for state, move, after in zip(states, replayed.moves, states[1:], strict=False):
        made.append((state, move))
        is_open = spelling.format.has_whole_turns and after.turn == state.turn
        if not is_open or after.is_over or after.is_chance:
            yield Turn(tuple(made), after)
            made = []
    if made:
        raise ExchangeError(f"this match ended within a turn, which {FORMAT} cannot say")


def sign(spelling: Spelling, seat: int, after: State) -> str:
    """What follows a move that gives check, or mate; empty after any other."""
    name, game, position = spelling.format.check, after.game, after.node.position
    if name is None:
        return ""
    game.reference.rules.begin_step()
    holds = game.reference.rules.expressions.body(name)
    others = [colour for n, colour in enumerate(position.colours) if n != seat]
    if not any(holds(position, [colour]) for colour in others):
        return ""
    return MATE if after.wins is not None and after.wins[seat] == 1 else CHECK
