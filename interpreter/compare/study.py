"""What a study compares: variants of games, who plays them, how many games.

A `Study` is data.  Its `key` tells whether two studies play the same games; how many games, and
when it stops, are no part of it, so that a study can be continued with more.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from gdl.nearest import nearest
from interpreter.agents import is_program, make_agent
from interpreter.compare.sequential import Sprt

if TYPE_CHECKING:
    from interpreter.game import Game

FORMAT = 1  # of the games that a study keeps: another one plays or measures them differently
MOST_MOVES = 5_000  # of a game before it counts as not finished
MOST_VARIANTS = 64
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
    """A game with its options; `title` is short and unique in the study."""

    title: str
    file: str  # as it was given
    game: Game


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
class Study:
    """Which games are played and what ends the study.

    `games` is the number for each variant and pairing, at most that many with `until` (half the
    width that every interval of a share, or of a mean in relation to it, may have) or `question`.
    Of games between random players the first `detailed` ones are looked at move by move; games of
    all others always are.
    """

    title: str
    variants: tuple[Variant, ...]
    pairings: tuple[Pairing, ...]
    ladder: tuple[Pairing, ...] = ()
    games: int = 1000
    seed: int = 1
    detailed: int = 1000
    most_moves: int = MOST_MOVES
    until: float | None = None
    question: Question | None = None
    metrics: tuple[str, ...] = ()  # those that are shown; () for all
    solve: bool = False

    @property
    def all_pairings(self) -> tuple[Pairing, ...]:
        """The pairings and the rungs of the ladder that are none of them."""
        return tuple(dict.fromkeys((*self.pairings, *self.ladder)))

    @property
    def identity(self) -> dict[str, Any]:
        """What decides which games are played."""
        return {
            "format": FORMAT,
            "variants": [
                {"title": v.title, "rules": v.game.rules_hash, "engine": v.game.player().name}
                for v in self.variants
            ],
            "pairings": [p.title for p in self.all_pairings],
            "seed": self.seed,
            "detailed": self.detailed,
            "most_moves": self.most_moves,
        }

    @property
    def key(self) -> str:
        """A short hash of the identity."""
        text = json.dumps(self.identity, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def cell_seed(self, variant: int, pairing: Pairing) -> int:
        """The seed of the games of one variant and pairing, below 2**63."""
        text = json.dumps([self.seed, self.variants[variant].title, pairing.title])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def wrong(message: str) -> StudyError:
    """A mistake in what was asked for."""
    return StudyError(message, is_usage=True)


def check_study(study: Study) -> None:
    """Raise StudyError for a study that cannot be carried out."""
    if not study.variants:
        raise wrong("there is nothing to compare: name a game")
    if len(study.variants) > MOST_VARIANTS:
        raise wrong(f"{len(study.variants)} variants are too many; {MOST_VARIANTS} can be had")
    for variant in study.variants:
        for pairing in study.all_pairings:
            if len(pairing.agents) > variant.game.seats:
                raise wrong(
                    f"{variant.title} has {variant.game.seats} seats, too few for {pairing.title}"
                )
    if study.question and len(study.variants) != 2:
        raise wrong("a sequential test compares two variants, the second with the first")


# ---- from texts --------------------------------------------------------------------------------


def variants_of(files: list[str], vary: dict[str, list[str]], options: dict[str, str]) -> (
    tuple[Variant, ...]
):  # fmt: skip
    """Every file with every combination of option values.

    Raises GdlError for rules that cannot be played, StudyError for variants that are the same.
    """
    found = []
    for file in files:
        for values in product(*vary.values()):
            varied = dict(zip(vary, values, strict=True))
            title = " ".join(f"{k}={v}" for k, v in varied.items())
            if len(files) > 1 or not title:
                title = f"{file} {title}".strip()
            found.append(variant_of(title, file, options | varied))
    check_titles([v.title for v in found])
    return tuple(found)


def variant_of(title: str, file: str, options: dict[str, str]) -> Variant:
    """A variant.

    Raises GdlError.
    """
    from interpreter.loading import load_game

    return Variant(title, file, load_game(file, **options))


def check_titles(titles: list[str]) -> None:
    """Raise StudyError where two variants have one title."""
    for number, title in enumerate(titles):
        if title in titles[:number]:
            raise wrong(f"`{title}` is there twice; each variant needs to be another")


def pairing_of(text: str) -> Pairing:
    """The pairing of a text such as `random`, `uct:500` or `uct:1000 vs uct:500`.

    Raises StudyError.
    """
    words = [word.strip() for word in text.split(AGAINST)]
    if len(words) > 2 or not all(words):
        raise wrong(f"`{text}` is no pairing: write one agent, or two as `uct:1000 vs uct:500`")
    try:
        names = tuple(dict.fromkeys(make_agent(word).name for word in words))
    except ValueError as error:
        raise wrong(str(error)) from None
    return Pairing(names)


def pairings_of(texts: list[str]) -> tuple[Pairing, ...]:
    """The pairings of texts, each of which may list several with `|`, or `,` between agents.

    Raises StudyError.
    """
    found = [pairing_of(part) for text in texts for part in split_agents(text)]
    return tuple(dict.fromkeys(found))


def split_agents(text: str) -> list[str]:
    """The agents of a list; the commas in `uct:1000,c=0.7` separate no agents."""
    parts: list[str] = []
    for word in text.replace("|", ",").split(","):
        begin = word.split(AGAINST)[0].strip()
        is_setting = "=" in begin and ":" not in begin
        is_limit = begin[:1].isdigit()
        if parts and (is_setting or is_limit):
            parts[-1] += f",{word}"
        else:
            parts.append(word)
    return [part.strip() for part in parts]


def ladder_of(text: str) -> tuple[Pairing, ...]:
    """The rungs of a ladder such as `uct:100,200,400`: each number against the one before it.

    Raises StudyError.
    """
    kind, _, numbers = text.partition(":")
    words = numbers.split(",")
    if len(words) < 2 or not all(word.strip().isdigit() for word in words):
        raise wrong(f"`{text}` is no ladder: write for example `uct:100,200,400`")
    steps = sorted({int(word) for word in words})
    pairs = zip(steps[1:], steps, strict=False)
    return tuple(pairing_of(f"{kind}:{b}{AGAINST}{kind}:{a}") for b, a in pairs)


def question_of(text: str, metrics: tuple[str, ...]) -> Question:
    """The sequential test of a text such as `score-1 0.05` or `score-1 0 0.05`.

    With one number the test is whether the difference is so large in either direction; with two,
    whether it is the first or the second.  Raises StudyError.
    """
    metric, *numbers = text.replace(":", " ").split() or [""]
    if metric not in metrics:
        near = nearest(metric, metrics)
        hint = f"did you mean `{near}`?" if near else f"there is {', '.join(metrics)}"
        raise wrong(f"there is no metric `{metric}` that can be tested; {hint}")
    try:
        values = [float(n.rstrip("%")) / (100 if n.endswith("%") else 1) for n in numbers]
    except ValueError:
        values = []
    if len(values) not in (1, 2) or values[-1] == 0:
        raise wrong(f"`{text}` is no test: write for example `{metrics[0]} 0.05`")
    h0, h1 = values if len(values) == 2 else (0.0, values[0])
    try:
        return Question(metric, Sprt(h1, h0, is_two_sided=len(values) == 1), text)
    except ValueError as error:
        raise wrong(f"`{text}`: {error}") from None


def programs_of(study: Study) -> list[str]:
    """The agents that users wrote."""
    return [a for p in study.all_pairings for a in p.agents if is_program(a)]


# ---- single values -----------------------------------------------------------------------------


def whole(name: str, text: str | None, usual: int, least: int = 1) -> int:
    """A whole number.

    Raises StudyError.
    """
    if text is None:
        return usual
    digits = text.replace(",", "").replace("_", "")
    if not digits.isascii() or not digits.isdigit() or int(digits) < least:
        raise wrong(f"`{name}` is a whole number from {least} on, not `{text}`")
    return int(digits)


def width(text: str) -> float:
    """The width of `until`, such as `2%` or 0.02.

    Raises StudyError.
    """
    try:
        found = float(text.rstrip("% ")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        found = 0.0
    if not 0 < found < 1:
        raise wrong(f"`until` is a part of the whole such as `2%`, not `{text}`")
    return found


def is_yes(name: str, text: str) -> bool:
    """Whether something is asked for.

    Raises StudyError.
    """
    if text not in ("yes", "no"):
        raise wrong(f"`{name}` is yes or no, not `{text}`")
    return text == "yes"
