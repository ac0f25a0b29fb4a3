"""A match between its two forms: the record of a game, and what another program knows of it.

`Moves` makes a record of what is read; `played` plays a record that is to be written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from gdl.model import nodes as model
from gdl.model.fold import Scalar
from gdl.source.diagnostics import GdlError
from gdl.source.printable import in_one_line
from gdl.source.wording import clip, show
from interpreter.api.game import Game
from interpreter.api.loading import packed_game, unpacked_game
from interpreter.api.record import Entry, Record, RecordError
from interpreter.api.replay import Replay, name_of, replay
from interpreter.api.state import State, begun, start_text
from interpreter.api.wording import plural
from interpreter.board.values import Move
from interpreter.exchange.faults import MAX_GAMES, ExchangeError
from interpreter.process.arguments import MAX_MOVES, whole

Each = TypeVar("Each")
KEPT = 4  # games with other options that are remembered
MAX_LEGAL = 50_000_000  # legal moves that the moves of a file are looked for among
PLAYERS = 2  # of a file of SGF or PGN
MAX_REASON = 200  # characters of a message of the rules that is quoted
FORMATS = {"sgf": "SGF", "pgn": "PGN"}


def format_of(game: Game, name: str) -> model.Format:
    """What the rules of a game say about a format.

    Raises ExchangeError for a game that says nothing, or that has not two seats.
    """
    format: model.Format | None = getattr(game.model.notation, name)
    if format is None:
        raise ExchangeError(f"the rules of {game.title} do not say how its games are written in "
                            f"{FORMATS[name]}; add `{name}` to `notation`")  # fmt: skip
    if game.seats != PLAYERS:
        raise ExchangeError(f"{FORMATS[name]} is for two players, and {game.title} has "
                            f"{game.seats}")  # fmt: skip
    return format


def chosen(games: Iterable[Each], number: int | None) -> list[tuple[int, Each]]:
    """The games of a text with their numbers from 1: all of them, or the one with a number, after
    which nothing is read.

    Raises ExchangeError for a number that there is not, and TypeError and ValueError for none.
    """
    if number is None:
        return list(enumerate(games, 1))
    wanted, count = whole("number", number, 1, MAX_GAMES), 0
    for count, game in enumerate(games, 1):
        if count == wanted:
            return [(count, game)]
    raise ExchangeError(f"there is no number {number}: this file has {plural(count, 'game')}")


def by_side(
    game: Game, format: model.Format, each: tuple[Each, ...] | None
) -> tuple[Each, ...] | None:
    """What each of two seats has, with White's first; or what White and Black have, by seat: the
    rules may say which colour is White.
    """
    is_second = format.white is not None and game.players.index(format.white) > 0
    return each[::-1] if each is not None and is_second else each


def written_tags(game: Game, format: model.Format) -> dict[str, str]:
    """The tags of a format with the values that they have in a game."""
    return {tag: show(game.options[text]) if text in game.options else text
            for tag, text in format.tags.items()}  # fmt: skip


def variant(game: Game, format: model.Format, tags: Mapping[str, str]) -> Game:
    """The game with the options that the tags of a file say.

    Raises ExchangeError for a file of another game, and for options that cannot be.
    """
    options = dict(game.options)
    for tag, text in format.tags.items():
        said = tags.get(tag)
        if text in options:
            options[text] = options[text] if said is None else plain_number(said.strip())
        elif said is not None and text.lower() not in beginnings(said.lower()):
            raise ExchangeError(f"this is a file of another game: `{tag}` is `{clip(said)}`, and "
                                f"`{text}` for {game.title}")  # fmt: skip
    if {name: show(value) for name, value in game.options.items()} == {
        name: value if isinstance(value, str) else show(value) for name, value in options.items()
    }:
        return game
    return with_options(game, tuple(options.items()))


def beginnings(said: str) -> tuple[str, str]:
    """What a tag says, and the first of a list with commas: `20` of `20,W,10,10,N2,0`."""
    return said.strip(), said.partition(",")[0].strip()


@lru_cache(maxsize=KEPT)
def with_options(game: Game, options: tuple[tuple[str, Scalar], ...]) -> Game:
    """A game with other options.  Raises ExchangeError for options that cannot be."""
    packed = json.loads(packed_game(game))
    try:
        return unpacked_game(json.dumps(packed | {"options": dict(options)}))
    except GdlError as error:
        raise ExchangeError(
            f"{game.title} cannot be played so: {clip(error.diagnostics[0].message, MAX_REASON)}"
        ) from None


def plain_number(said: str) -> str:
    """A number without zeros at its end, `6.5` for `6.50`, and the size of a square board, `9` for
    `9:9`; any other text as it is.
    """
    width, colon, height = said.partition(":")
    if colon and width == height:
        return width
    whole, point, decimals = said.partition(".")
    if not point or not (whole + decimals).lstrip("-").isdecimal():
        return said
    return f"{whole}.{decimals}".rstrip("0").rstrip(".")


# ---- reading -----------------------------------------------------------------------------------


@dataclass
class LegalMovesLeft:
    """How many legal moves may still be looked through for a file: to find what a text means, each
    of them is written.  So the limit is the same on every machine.
    """

    count: int = field(default_factory=lambda: MAX_LEGAL)

    def spend(self, count: int) -> None:
        """Deduct some legal moves.  Raises ExchangeError if fewer are left."""
        self.count -= count
        if self.count < 0:
            raise ExchangeError(
                f"reading this file takes too long: its moves are looked for among more than "
                f"{MAX_LEGAL:,} legal ones; split it, or read its games one by one"
            )


@dataclass
class Moves:
    """The moves that have been read so far, and the state after them."""

    game: Game
    start: State | None  # where it begins; None: at the start of the rules
    legal_left: LegalMovesLeft = field(default_factory=LegalMovesLeft)
    state: State = field(init=False)
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.game.start() if self.start is None else self.start
        if self.state.is_chance:
            raise ExchangeError(f"{self.game.title} begins with chance, and a file of this kind "
                                "does not say what that did")  # fmt: skip

    def add(self, move: Move) -> None:
        """Play a move.  Raises ExchangeError where a match would have too many, or take too long.
        """
        if len(self.entries) >= MAX_MOVES:
            raise ExchangeError(f"a game has at most {MAX_MOVES:,} moves")
        self.legal_left.spend(len(self.state.moves()))
        self.entries.append(Entry(move.text, self.state.turn + 1))
        self.state = self.state.play(move)

    def record(self, ending: Ending) -> Record:
        """The record of what has been read, with the result that the file tells."""
        state = self.state
        is_over, shares = state.result is not None, ending.shares
        lost = shares is not None and 0 in shares and ending.is_given_up and not is_over
        resigned = shares.index(0) if shares is not None and lost else None
        because = None
        if is_over:
            agrees = shares in (None, state.wins)
            said = f"the file says {in_one_line(clip(ending.text))}"
            because = state.ended_because if agrees else said
        return Record(
            game=name_of(self.game),
            options=self.game.options,
            rules_hash=self.game.rules_hash,
            start=None if self.start is None else start_text(self.start),
            moves=tuple(self.entries),
            result=None if state.result is None else tuple(state.result),
            resigned=resigned,
            agreed=None if is_over or resigned is not None else shares,
            because=because,
        )


@dataclass(frozen=True)
class Ending:
    """How a file says that a match ended: the share of each seat, None where it goes on."""

    text: str
    shares: tuple[float, ...] | None = None
    is_given_up: bool = False  # by resigning, on time, by forfeit


def ended(text: str, winner: int | None, is_given_up: bool = False) -> Ending:
    """The end of a match that a seat has won, or that is drawn."""
    if winner is None:
        return Ending(text, (0.5, 0.5))
    return Ending(text, (1.0, 0.0) if winner == 0 else (0.0, 1.0), is_given_up)


def set_up(game: Game, position: Mapping[str, object]) -> State:
    """The state of a position as the entries of its JSON.  Raises ExchangeError."""
    try:
        return begun(game, json.dumps(position))
    except ValueError as error:
        raise ExchangeError(f"this position cannot be: {error}") from error


# ---- writing -----------------------------------------------------------------------------------


def played(game: Game, record: Record) -> Replay:
    """A record played through.  Raises ExchangeError where it is not legal."""
    try:
        replayed = replay(record, game)
    except RecordError as error:
        raise ExchangeError(error.message) from error
    if replayed.stop is not None:
        raise ExchangeError(f"the record is not legal: {replayed.stop}")
    return replayed


def shares_of(replayed: Replay) -> tuple[float, ...] | None:
    """Who has won: a share for each seat, 1, 0.5 or 0; None where the match goes on."""
    if replayed.result is None:
        return None
    one, other = replayed.result
    return (0.5, 0.5) if one == other else (1.0, 0.0) if one > other else (0.0, 1.0)
