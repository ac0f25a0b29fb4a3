"""What nobody may know beforehand where several people play: luck that is to come, and secrets.

The seed of a match decides its chance and its agents, so whoever has chosen it can work both out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gdl.model.analysis import differs_by_seat
from interpreter.matches.match import PERSON, Match, Refused

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.record import Record


def fair_seed(
    game: Game, seats: Sequence[str], chosen: int | None, recorded: int | None
) -> int | None:
    """The seed of a new match: the one that was chosen, that of a record, or None for a new one.

    Several people play on with a new one if it decides anything that they may not know.  Raises
    Refused if one was chosen for them.
    """
    if not is_to_be_kept(game, seats):
        return recorded if chosen is None else chosen
    if chosen is not None:
        raise Refused(
            "several people cannot play with a chosen seed where there is chance or something is "
            "hidden: whoever chose it could work out what the others do not know; leave it out"
        )
    return None


def open_record(match: Match) -> Record:
    """The record of a match for those at its table: while the match goes on without its seed, if
    that decides anything that they may not know.
    """
    record = match.record()
    is_kept = not match.is_over and is_to_be_kept(match.game, match.seats)
    return replace(record, seed=None) if is_kept else record


def is_to_be_kept(game: Game, seats: Sequence[str]) -> bool:
    """Whether several people play, and the seed decides what none of them may know."""
    return seats.count(PERSON) > 1 and (has_chance(game) or differs_by_seat(game.model))


def check_record(match: Match) -> None:
    """Raise Refused if a match goes on whose secrets stand in the record that it came from."""
    if match.plies and match.is_secret and not match.is_over and len(match.people) > 1:
        raise Refused(
            "in this game things are hidden, and whoever has this record has read them: several "
            "people can open it only when the match is over"
        )


def check_start(game: Game, start: str | None) -> None:
    """Raise Refused for a position that somebody has set up where things are hidden."""
    if start is not None and differs_by_seat(game.model):
        raise Refused(
            "in this game things are hidden, and whoever sets up a position knows them: a match "
            "begins at the start of the game"
        )


def has_chance(game: Game) -> bool:
    """Whether a game has actions of chance."""
    return any(action.is_chance for action in game.model.actions.values())
