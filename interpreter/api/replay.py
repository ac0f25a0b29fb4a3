"""A record played through by the rules: the states that it reaches, and where and why it stops.

A `Record` and a `Game` enter, a `Replay` leaves.  Nothing is raised: a record that stops being
legal is a finding, and the states up to there are good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.source.library import NoSuchGame
from gdl.source.wording import clip
from interpreter.api.library import library
from interpreter.api.loading import load_game
from interpreter.api.record import Record, RecordError, ending, shares_text
from interpreter.api.state import begun
from interpreter.board.values import IllegalMove

if TYPE_CHECKING:
    from gdl.source.spans import Span
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move


@dataclass(frozen=True)
class Stop:
    """Where a record stops being legal, and why; `span` is the rule line that forbids the move."""

    number: int  # of the move, from 1; one more than there are where the result is wrong
    turn: int
    line: int  # of the record's file
    text: str
    reason: str
    span: Span | None = None
    cut: bool = False  # the text is only cut off here

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        if self.cut:
            return f"{place}the record is cut off here: `{clip(self.text)}`"
        rule = f" ({self.span})" if self.span else ""
        return f"{place}`{clip(self.text)}` (move {self.number}): {self.reason}{rule}"


@dataclass(frozen=True)
class Replay:
    """How far a record goes: its states from the start on, and the moves between them."""

    record: Record
    game: Game
    states: tuple[State, ...]
    moves: tuple[Move, ...]
    stop: Stop | None
    rules_changed: bool

    @property
    def is_sound(self) -> bool:
        """Whether all of it is legal by the rules that it was played by."""
        return self.stop is None and not self.rules_changed and not self.record.cut

    @property
    def result(self) -> tuple[float, ...] | None:
        """What each seat gets, also where people ended the match; None where it goes on."""
        resigned, last = self.record.resigned, self.states[-1]
        if last.result is not None:
            return tuple(last.result)
        if self.stop:
            return None
        if resigned is None:
            return self.record.agreed
        return self.game.results.lost_by(resigned, self.game.seats)

    def as_json(self) -> dict[str, Any]:
        """What was found, as plain data."""
        stop = self.stop
        return {
            "game": self.record.game,
            "options": self.game.options,
            "moves": len(self.moves),
            "of": len(self.record.moves),
            "result": self.result,
            "rules_changed": self.rules_changed,
            "cut": self.record.cut,
            "stop": stop and {
                "move": stop.number,
                "turn": stop.turn,
                "line": stop.line,
                "text": stop.text,
                "reason": stop.reason,
                "rule": str(stop.span) if stop.span else None,
                "cut": stop.cut,
            },
        }  # fmt: skip


def replay(record: Record, game: Game) -> Replay:
    """Play a record by the rules of a game, as far as it is legal.

    Raises RecordError where the position in which it began is none of this game.
    """
    states: list[State] = [beginning(record, game)]
    moves: list[Move] = []
    stop: Stop | None = None
    for number, entry in enumerate(record.moves, 1):
        try:
            move = states[-1].parse(entry.text)
        except IllegalMove as error:
            cut = record.unended and number == len(record.moves)
            stop = Stop(
                number, entry.turn, entry.line, entry.text, error.message, error.span, cut
            )  # fmt: skip
            break
        moves.append(move)
        states.append(states[-1].play(move))
    stop = stop or wrong_end(record, states[-1])
    changed = bool(record.rules_hash) and record.rules_hash != game.rules_hash
    return Replay(record, game, tuple(states), tuple(moves), stop, changed)


def beginning(record: Record, game: Game) -> State:
    """The state in which a match began.  Raises RecordError for a position that cannot be."""
    if record.start is None:
        return game.start()
    try:
        return begun(game, record.start)
    except ValueError as error:
        raise RecordError(0, f"the position under `start` cannot be: {clip(str(error))}") from error


def wrong_end(record: Record, last: State) -> Stop | None:
    """What speaks against how the record says that the match ended."""
    reason, seats = None, last.game.seats
    if record.resigned is not None:
        if record.resigned >= seats:
            reason = f"there are {seats} seats"
        elif last.is_over:
            reason = "the game was over before"
    elif record.agreed is not None:
        if len(record.agreed) != seats:
            reason = f"there are {seats} seats"
        elif last.is_over:
            reason = "the game was over before"
    elif record.result is not None and record.result != tuple(last.result or ()):
        wanted = shares_text(tuple(last.result or ()))
        reason = f"by the rules the result is {wanted}" if wanted else "the game is not over"
    if reason is None:
        return None
    number = len(record.moves) + 1
    return Stop(number, last.turn, record.end_line, ending(record), reason, cut=record.unended)


def game_of(record: Record, folder: Path = Path(), own: Path | None = None) -> Game:
    """The game of a record that lies in a folder.

    A rule file that is not where it was, or may not be named from there, is looked for beside the
    record.  `own` is a rule file that the user has named, which the record may name too.  Raises
    GdlError when the game cannot be played.
    """
    games = library()
    if own is not None:
        games = replace(games, allowed=(*games.allowed, own))
    try:
        path = games.named(record.game, folder)
    except NoSuchGame:
        beside = games.within(folder / Path(record.game).name, folder)
        if beside is None:
            raise
        path = beside
    return load_game(str(path), **record.options)


def name_of(game: Game) -> str:
    """What a record calls a game: its bundled name, or the path of its rule file."""
    path = rule_file(game)
    if path is None or path == library().folder / f"{game.name}.yaml":
        return game.name
    return str(path.resolve())


def rule_file(game: Game) -> Path | None:
    """The file that a game was read from; None for rules that were not read from files."""
    sources = game.model.sources
    return Path(sources[0].name) if sources else None
