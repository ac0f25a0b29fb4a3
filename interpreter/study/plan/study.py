"""What a study compares: variants of games, who plays them, how many games.

A `Study` is data.  Its `settings` are what all its games have in common; how many games, of which
variants and by whom, are no part of them, so that a study can be continued with more.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.agents import file_of
from interpreter.agents.search import why_not_in
from interpreter.agents.specs import file_hash
from interpreter.api.wording import plural
from interpreter.process.arguments import USUAL_MOVES
from interpreter.study.statistics.sequential import Sprt

if TYPE_CHECKING:
    from interpreter.api.game import Game

FORMAT = 9  # of the file: another one has other tables, or plays or measures games differently
MAX_VARIANTS = 64
PROBES = 200  # games of agents that are searched a second time, which doubles what they take
AGAINST = " vs "


class StudyError(ValueError):
    """A study that cannot be carried out; the message says why and what would do.

    `is_usage` tells a wrong command from what went wrong while it was carried out.
    """

    def __init__(self, message: str, is_usage: bool = False):
        super().__init__(message)
        self.is_usage = is_usage


@dataclass(frozen=True)
class Variant:
    """A game with its options; `title` is short and unique in the study.

    Seeds are made of titles, and commands take them; `label` is what reports show to people.
    """

    title: str
    file: str  # as it was given
    game: Game
    label: str = ""  # where nothing is said, the title


@dataclass(frozen=True)
class Pairing:
    """Who plays: one agent on all seats, or two that change seats from game to game."""

    agents: tuple[str, ...]

    @property
    def title(self) -> str:
        """A text that stands for it."""
        return AGAINST.join(self.agents)

    @property
    def is_mirror(self) -> bool:
        """Whether the same agent sits on every seat."""
        return len(self.agents) == 1

    @property
    def is_random(self) -> bool:
        """Whether all moves are uniformly random."""
        return self.agents == ("random",)

    def seated(self, number: int, seats: int) -> tuple[str, ...]:
        """The agent on each seat in a game."""
        return tuple(self.agents[(seat + number) % len(self.agents)] for seat in range(seats))

    def seats_of_first(self, number: int, seats: int) -> tuple[int, ...]:
        """The seats of the agent that is named first."""
        return tuple(s for s in range(seats) if (s + number) % len(self.agents) == 0)


@dataclass(frozen=True)
class Question:
    """A sequential test: whether a metric of the second variant differs from the first's."""

    metric: str
    sprt: Sprt
    text: str  # as it was asked


@dataclass(frozen=True)
class Stated:
    """What a designer states before looking.

    Shares closer than `margin` count as equal, lengths closer than `part` of the first as well;
    `pace` is the time in seconds that people take for a turn.
    """

    margin: float = 0.02
    part: float = 0.05
    pace: float = 20.0


@dataclass(frozen=True)
class Study:
    """Which games are played and what ends the study.

    `games` is the number for each variant and pairing, at most that many with `until` (half the
    width that every interval of a share, or of a mean in relation to it, may have) or `question`.
    Of games between random agents the first `detailed` ones are looked at move by move; games of
    all others always are, and of these the first `probes` are searched a second time.
    """

    title: str
    variants: tuple[Variant, ...]
    pairings: tuple[Pairing, ...]
    ladder: tuple[Pairing, ...] = ()
    games: int = 1000
    seed: int = 1
    detailed: int = 1000
    probes: int = PROBES
    most_moves: int = USUAL_MOVES
    until: float | None = None
    question: Question | None = None
    metrics: tuple[str, ...] = ()  # those that are shown; () for all
    solve: bool = False
    stated: Stated = Stated()
    base: int = 0  # the number of the variant with which reports compare the others
    place: str = ""  # the folder that files are named from, in words, if it must be told

    @property
    def all_pairings(self) -> tuple[Pairing, ...]:
        """The pairings and the rungs of the ladder that are none of them."""
        return tuple(dict.fromkeys((*self.pairings, *self.ladder)))

    @property
    def settings(self) -> dict[str, int]:
        """What decides, with the variant and the pairing, how a game is played and measured."""
        return {
            "format": FORMAT, "seed": self.seed, "detailed": self.detailed, "probes": self.probes,
            "most_moves": self.most_moves,
        }  # fmt: skip

    @cached_property
    def programs(self) -> dict[str, str]:
        """A hash of the file of every agent that is a program or has a network."""
        return {spec: file_hash(spec) for spec in programs_of(self)}

    @property
    def key(self) -> str:
        """A short hash that is the same for studies that can go on with each other's games."""
        text = json.dumps([self.title, self.settings], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def cell_seed(self, variant: int, pairing: Pairing) -> int:
        """The seed of the games of one variant and pairing, below 2**63."""
        return seed_of_cell(self.seed, self.variants[variant].title, pairing.title)


def seed_of_cell(seed: int, title: str, agents: str) -> int:
    """The seed of the games of a variant and a pairing with these titles, below 2**63."""
    text = json.dumps([seed, title, agents])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def wrong(message: str) -> StudyError:
    """A mistake in what was asked for."""
    return StudyError(message, is_usage=True)


def check_study(study: Study) -> None:
    """Raise StudyError for a study that cannot be carried out."""
    if not study.variants:
        raise wrong("there is nothing to compare: name a game")
    if len(study.variants) > MAX_VARIANTS:
        raise wrong(f"{len(study.variants)} variants are too many; {MAX_VARIANTS} can be had")
    for variant in study.variants:
        for pairing in study.all_pairings:
            if len(pairing.agents) > variant.game.seats:
                raise wrong(
                    f"{variant.title} has {plural(variant.game.seats, 'seat')}, too few for "
                    f"{pairing.title}"
                )
            for name in pairing.agents:
                reason = why_not_in(name.partition(":")[0], variant.game)
                if reason is not None:
                    raise wrong(reason)
    if study.question and study.question.metric.endswith("-first") and study.pairings[0].is_mirror:
        raise wrong(f"`{study.question.metric}` needs two agents, as `--agents 'uct:20 vs uct:10'`")
    if study.question and len(study.variants) != 2:
        raise wrong("a sequential test compares two variants, the second with the first")
    if study.question and study.until is not None:
        raise wrong(
            "`--until` and `--test` each say when to stop: leave one of them out; a test stops as "
            "soon as it knows, however wide the intervals are then"
        )


def programs_of(study: Study) -> list[str]:
    """The agents that are programs of users, or have a network of theirs."""
    return [a for p in study.all_pairings for a in p.agents if file_of(a)]
