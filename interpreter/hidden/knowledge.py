"""What a seat knows where things are hidden, and what an agent keeps in mind of a match.

Of a refused attempt a seat hears only the message, if that.  Which move it was it must remember:
`Memory` keeps each choice with what was seen and heard before it, and afterwards tells by what was
heard whether it was carried out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.told import Told
    from interpreter.board.values import View


@dataclass(frozen=True)
class Attempt:
    """An own move that was refused, after so many heard texts."""

    heard: int
    text: str


@dataclass(frozen=True)
class Knowledge:
    """All that the seat to move may use."""

    game: GameBase
    seat: int
    view: View
    moves: tuple[str, ...]  # legal for this seat, as texts
    attempts: tuple[Attempt, ...] = ()  # refused so far, as far as they are remembered
    engine: str | None = None  # that plays; None: the one that the game would take
    past: tuple[View, ...] = ()  # what was seen at the own choices that are remembered


@dataclass(frozen=True)
class Choice:
    """What was chosen, and what was seen and heard by then."""

    view: View
    text: str

    @property
    def heard(self) -> Told:
        """What had been heard by then."""
        return self.view.heard

    @property
    def colour(self) -> str:
        """Who chose."""
        return self.view.colour


class Memory:
    """The choices of an agent, for each seat that it plays."""

    def __init__(self) -> None:
        self.choices: dict[int, list[Choice]] = {}

    def knowledge(self, state: State) -> Knowledge:
        """What the seat that acts knows; of the state only what this seat may see is used."""
        seat = state.seat
        assert seat is not None
        view, moves = state.view(seat), tuple(move.text for move in state.moves())
        kept = [c for c in self.choices.get(seat, ()) if fits(c, view.heard, moves)]
        self.choices[seat] = kept
        starts = [len(choice.heard) for choice in kept]
        ends = [*starts[1:], len(view.heard)]
        attempts = tuple(
            Attempt(start, choice.text)
            for choice, start, end in zip(kept, starts, ends, strict=False)
            if f"{choice.colour}: {choice.text}" not in view.heard[start:end]
        )
        past = tuple(choice.view for choice in kept)
        return Knowledge(state.game, seat, view, moves, attempts, state.engine.name, past)

    def note(self, known: Knowledge, text: str) -> Choice:
        """Remember a choice."""
        choice = Choice(known.view, text)
        self.choices.setdefault(known.seat, []).append(choice)
        return choice

    def latest(self, seat: int) -> Choice | None:
        """The choice of a seat that was remembered last."""
        return next(reversed(self.choices.get(seat, ())), None)


def fits(choice: Choice, heard: Told, moves: tuple[str, ...]) -> bool:
    """Whether a choice belongs to this match: what was refused just now is not offered again."""
    is_new = choice.heard == heard and choice.text in moves
    return heard.begins_with(choice.heard) and not is_new
