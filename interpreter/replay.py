"""A record played through by the rules: the states that it reaches, and where and why it stops.

A `Record` and a `Game` enter, a `Replay` leaves.  Nothing is raised: a record that stops being
legal is a finding, and the states up to there are good.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.record import Record, ending

if TYPE_CHECKING:
    from gdl.source import Span
    from interpreter.game import Game
    from interpreter.state import State
    from interpreter.values import Move


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
            return f"{place}the record is cut off here: `{self.text}`"
        rule = f" ({self.span})" if self.span else ""
        return f"{place}`{self.text}` (move {self.number}): {self.reason}{rule}"


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
        """A share for each seat, also after a resignation; None where the match goes on."""
        resigned, last = self.record.resigned, self.states[-1]
        if last.result is not None:
            return tuple(last.result)
        if resigned is None or self.stop:
            return None
        return result_of_resigning(self.game.seats, resigned)

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


def result_of_resigning(seats: int, seat: int) -> tuple[float, ...]:
    """The seat that resigns loses; a sole other seat has won, several share."""
    share = 1.0 if seats == 2 else 0.5
    return tuple(0.0 if s == seat else share for s in range(seats))


def replay(record: Record, game: Game) -> Replay:
    """Play a record by the rules of a game, as far as it is legal."""
    from interpreter.values import IllegalMove

    states: list[State] = [game.start()]
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


def wrong_end(record: Record, last: State) -> Stop | None:
    """What speaks against how the record says that the match ended."""
    reason, seats = None, last.game.seats
    if record.resigned is not None:
        if record.resigned >= seats:
            reason = f"there are {seats} seats"
        elif last.is_over:
            reason = "the game was over before"
    elif record.result is not None and record.result != tuple(last.result or ()):
        wanted = " ".join(f"{share:g}" for share in last.result or ())
        reason = f"by the rules the result is {wanted}" if wanted else "the game is not over"
    if reason is None:
        return None
    number = len(record.moves) + 1
    return Stop(number, last.turn, record.end_line, ending(record), reason, cut=record.unended)


def game_of(record: Record, folder: Path | None = None) -> Game:
    """The game of a record; a rule file that is not where it was is looked for in `folder`.

    Raises GdlError when it cannot be played.
    """
    from interpreter.loading import load_game

    path, name = Path(record.game), record.game
    if folder is not None and path.suffix in (".yaml", ".yml") and not path.is_file():
        beside = folder / path.name
        name = str(beside) if beside.is_file() else name
    return load_game(name, **record.options)


def name_of(game: Game) -> str:
    """What a record calls a game: its bundled name, or the path of its rule file."""
    from interpreter.library import library

    path = rule_file(game)
    if path is None or (game.name in library().names() and library().find(game.name) == path):
        return game.name
    return str(path.resolve())


def rule_file(game: Game) -> Path | None:
    """The file that a game was read from, as far as its rules tell."""
    rules = game.rules
    parts: list[Any] = [
        rules.board, *rules.declared, *rules.kinds, *rules.variables, *rules.marks, *rules.ends,
        *rules.actions.values(), *rules.definitions.values(), *rules.sees.values(), *rules.setup,
        *rules.questions, *rules.opening, *rules.after_turn, *(turn for _, turn in rules.turn),
    ]  # fmt: skip
    paths = (Path(part.span.source.name) for part in parts)
    return next((path for path in paths if path.stem == game.name), None)
