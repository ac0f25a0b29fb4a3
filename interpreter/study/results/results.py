"""What a study found: frozen data that every kind of report shows.

Numbers of a study are made once, by `summary`, and only shown by the reports; so the terminal, the
page, CSV and JSON agree.  A share is between 0 and 1 throughout.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gdl.model.fold import Scalar
from gdl.source.wording import clip
from interpreter.drawing.scene import DrawnPosition, Scene
from interpreter.study.plan.study import Stated
from interpreter.study.statistics.sequential import Sprt

MAX_TITLE = 100  # letters of a title as sentences and tables have it
Kind = Literal["sampled", "few", "constant", "counted", "exact"]
"""How sure a figure is: of a sample of games; of fewer than ten games; the same in every game, so
that games tell nothing of what else could be; counted over all games together, so that more games
may change it; not of games, but computed."""


@dataclass(frozen=True)
class Estimate:
    """A figure of one variant with its 95 % interval; `count` games are behind it.

    The ends are infinite or NaN where the games are too few for an interval.  A constant figure has
    an interval only where its numbers have a least and a most; else, and where it is exact, the
    ends are the value itself.
    """

    value: float
    low: float
    high: float
    count: int
    kind: Kind = "sampled"


@dataclass(frozen=True)
class Difference:
    """How far a variant's figure lies from that of the base, with a 95 % interval.

    `p` is the chance of so much or more if the two were equal; `corrected` is the same after
    Holm's correction for all primary rows of the report, None in other rows.  Ends and p are NaN
    where there are too few games.  Primary differences that are significant are marked.  `least_p`
    is the least p that these games could give, however they fell to the variants: 1 if they are all
    equal.
    """

    value: float
    low: float
    high: float
    p: float
    corrected: float | None
    is_marked: bool = False
    least_p: float = 0.0


@dataclass(frozen=True)
class Row:
    """One metric: an estimate for every variant (None: not measured), and its differences."""

    metric: str  # the key in the table of metrics
    title: str
    unit: str  # "%" where the value is a share, else a word such as "turns"
    group: str  # the heading that it stands under
    estimates: tuple[Estimate | None, ...]
    differences: tuple[Difference | None, ...]  # from the base, which has None
    is_primary: bool = False
    nulls: tuple[float | None, ...] = ()  # by variant: the value where nothing matters, if known
    is_detail: bool = False  # left out where there is room for the usual rows only
    sample: int = 0  # the first games that it is of, where there are more; else 0


@dataclass(frozen=True)
class Curve:
    """A mean over the games that reached a turn, by turn, with its 95 % interval."""

    turns: tuple[int, ...]
    means: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Histogram:
    """How many games fell into each bin; a bin goes from its start for `width`."""

    starts: tuple[int, ...]
    width: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Charts:
    """What one variant did under one pairing, beyond single figures."""

    lengths: Histogram  # in turns
    branching: Curve | None  # legal moves, by turn
    advantage: Curve | None  # the share that the agents expect for seat 1, by turn
    first_moves: Mapping[str, float]  # by cell: share of games whose first turn changed it
    cell_use: Mapping[str, float]  # by cell: share of games in which a piece ever stood there
    won_cells: Mapping[str, float]  # by cell: share of won games that end with the winner there
    games: int = 0  # whose moves are known, of which the cells are told


@dataclass(frozen=True)
class Opening:
    """A first move, with those that symmetries of the game make the same."""

    move: str
    alike: tuple[str, ...]  # all of these moves, this one first
    games: int
    share: Estimate  # of the games that were looked at
    result: Estimate | None  # of seat 1 after it; None where no such game was finished


@dataclass(frozen=True)
class Openings:
    """The first moves of one variant under one pairing, the most frequent first."""

    moves: tuple[Opening, ...]  # some at most
    chosen: int  # different ones, folded, that were chosen at all
    possible: int  # different ones, folded; 0 where chance acts before them
    games: int
    symmetries: int  # of the board that the rules respect, with the identity
    why_unfolded: str  # empty where there are symmetries to fold by


@dataclass(frozen=True)
class Step:
    """One move of a sample game: who made it, and the position after it."""

    who: str  # a colour, or "chance"
    text: str
    turn: int  # from 1
    position: DrawnPosition
    expected: float | None  # the share that the agent expected for seat 1, where it said so
    values: str = ""  # the variables after it that no board shows, as text


@dataclass(frozen=True)
class SampleGame:
    """A game to step through."""

    variant: int
    number: int  # of the game within its variant and pairing, from 0; people count from 1
    agents: tuple[str, ...]  # by seat
    result: tuple[float, ...] | None  # by seat; None where it was not finished
    why: str  # why this game is shown, such as "a game of median length"
    start: DrawnPosition
    steps: tuple[Step, ...]
    values: str = ""  # the variables at the start that no board shows, as text


@dataclass(frozen=True)
class VariantResult:
    """What a variant is."""

    title: str  # short and unique in the study, such as "size=8"; what commands take
    name: str  # of the game, as commands take it
    game: str  # its title
    file: str  # as it was given
    options: Mapping[str, Scalar]
    rules_hash: str
    engine: str  # "native" or "reference"
    colours: tuple[str, ...]
    scene: Scene  # the board as it is drawn
    label: str = ""  # what people read in place of the title, where there is one

    @property
    def shown(self) -> str:
        """What people read."""
        return self.label or self.title


@dataclass(frozen=True)
class PairingResult:
    """What happened between agents."""

    title: str  # "uct:500", or "uct:1000 against uct:500"
    agents: tuple[str, ...]
    is_mirror: bool  # the same agent on every seat
    games: tuple[int, ...]  # that count, for each variant
    detailed: tuple[int, ...]  # of these, looked at move by move
    rows: tuple[Row, ...]
    charts: tuple[Charts, ...]  # for each variant
    samples: tuple[SampleGame, ...]
    unused: tuple[tuple[str, ...], ...] = ()  # for each variant: actions that no game has used
    action_games: tuple[Mapping[str, int], ...] = ()  # for each variant: games with each action
    openings: tuple[Openings | None, ...] = ()  # for each variant; None where it has no games
    looks: tuple[int, ...] = ()  # after how many games it was reported on before more were added
    unfinished: tuple[int, ...] = ()  # of the games of each variant

    def finished(self, variant: int) -> float:
        """The share of the games of a variant that came to an end."""
        games, rest = self.games[variant], self.unfinished
        return (games - rest[variant]) / games if games and rest else float(games > 0)


@dataclass(frozen=True)
class PairApart:
    """How far the figures of a variant lie from those of an earlier one, by metric."""

    first: int
    other: int
    differences: tuple[Difference | None, ...]


@dataclass(frozen=True)
class Pairs:
    """All pairs of variants, compared in the primary metrics that are named; the p-values are
    corrected for the number of all these comparisons (Holm).
    """

    agents: str  # the pairing whose games they are of
    metrics: tuple[str, ...]
    apart: tuple[PairApart, ...]


@dataclass(frozen=True)
class ChangedLine:
    """A rule line that differs from the base's; empty where one of them has none.

    An entry that only one of them has, such as an action, is one, with all its lines.
    """

    heading: str  # the section and the entry, such as "actions, move"
    first: str  # of the base
    other: str
    is_whole: bool = False  # an entry that only one of them has


@dataclass(frozen=True)
class RulesApart:
    """How the rules of a variant differ from those of the base, and the play that shows it.

    `outcome` is "different", "equal-proved", "none-found" or "not-compared", and `said` tells what
    was compared.  In `facts` the base is called A and this one B.
    """

    variant: int
    lines: tuple[ChangedLine, ...]
    outcome: str
    said: str
    moves: tuple[str, ...] = ()  # after which they differ
    facts: tuple[str, ...] = ()  # what differs then
    by_chance: str = ""  # how many of the moves chance makes before anybody chooses
    before: DrawnPosition = field(default_factory=DrawnPosition)  # as the last move begins
    after: tuple[DrawnPosition, ...] = ()  # in A and in B
    is_shortest: bool = True  # whether no fewer moves show a difference


@dataclass(frozen=True)
class SequentialAnswer:
    """What a sequential test found: "difference", "no difference", or "open"."""

    question: str
    answer: str
    llr: float
    lower: float
    upper: float
    games: int  # of each variant, that it took
    unit: str  # of the metric
    test: Sprt
    difference: Difference  # as the test left it; its interval holds whenever a test is ended
    metric: str = ""
    has_stopped: bool = False  # the study, before it had all games that were allowed


@dataclass(frozen=True)
class Results:
    """All that a study found."""

    title: str
    seed: int
    stopped: str  # why it ended, such as "1000 games each" or "after Ctrl-C"
    variants: tuple[VariantResult, ...]
    pairings: tuple[PairingResult, ...]
    ladder: tuple[Row, ...]  # share of the stronger agent, a row for each rung
    solved: tuple[Row, ...]  # values with best play, where they were asked for
    test: SequentialAnswer | None
    notes: tuple[str, ...]  # what a reader must know, such as what was not measured
    stated: Stated = field(default_factory=Stated)
    elo: tuple[Row, ...] = ()  # how strong the agents of the ladder are, the weakest first, at 0
    rules: tuple[RulesApart, ...] = ()  # of the variants whose rules differ from the base's
    recipe: str = ""  # the text of a study file that plays it again
    whole: tuple[Row, ...] = ()  # what is measured once for a game, whoever plays
    base: int = 0  # the number of the variant with which the others are compared
    pairs: Pairs | None = None  # of more than two variants, unless there are too many
    place: str = ""  # the folder that files are named from, in words
    most_moves: int = 0  # of a game, which is then left unfinished

    @property
    def others(self) -> list[int]:
        """The numbers of the variants that are compared with the base."""
        return [number for number in range(len(self.variants)) if number != self.base]

    def are_alike(self, one: int, other: int) -> bool:
        """Whether two variants are known to play alike: their rules are the same, or every position
        of both was compared; so only chance tells their games apart.
        """
        return len({self.rules_key(one), self.rules_key(other)}) == 1

    def rules_key(self, variant: int) -> str:
        """The hash of the rules of a variant, or of the base where that is proved equal."""
        proved = {apart.variant for apart in self.rules if apart.outcome == "equal-proved"}
        return self.variants[self.base if variant in proved else variant].rules_hash

    @property
    def titles(self) -> list[str]:
        """What people read for each variant, of a length that fits into sentences."""
        return [clip(variant.shown, MAX_TITLE) for variant in self.variants]
