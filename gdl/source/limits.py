"""The limits of rule files and of the engines, in one place.

A `Limit` is a number with a note of what it bounds and why.  Section 22 of the specification lists
all of them (`python -m gdl.source.limits` prints the table), and a test compares the two.  Both
engines use the same limits: what one of them refuses, the other refuses in the same words.

Other limits are defined where they are enforced: those of records in `interpreter.api.record`, of
the files of studies in `interpreter.study.store.contents`, of the arguments of programs and
commands in `interpreter.process.arguments`.
"""

from __future__ import annotations

from gdl.source.wording import grouped


class Limit(int):
    """An upper bound: an integer, with what it bounds, the unit it counts and the reason."""

    what: str  # what is bounded
    unit: str
    why: str

    def __new__(cls, most: int, what: str, unit: str, why: str) -> Limit:
        limit = super().__new__(cls, most)
        limit.what, limit.unit, limit.why = what, unit, why
        return limit

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)

    @property
    def row(self) -> str:
        """The limit as a row of the table in the specification."""
        return f"| {self.what} | {f'{self:,} {self.unit}'.strip()} | {self.why} |"

    @property
    def words(self) -> str:
        """The limit as the documentation writes it: `4,096 cells`."""
        return f"{grouped(self)} {self.unit}".strip()


# ---- the file ----

MAX_BYTES = Limit(
    250_000, "a rule file, with those that it extends", "bytes", "reading takes half a second"
)
MAX_DEPTH = Limit(50, "nesting of lines", "levels", "no rule needs more than ten")
MAX_EXTENDED = Limit(20, "files that extend one another", "files", "each is read and merged")
MAX_ENTRIES = Limit(
    1000, "entries or items under one heading", "entries", "each is checked against the others"
)
MAX_NODES = Limit(
    10_000, "headings, items and texts of a file", "in all", "a check takes below a second"
)
MAX_ERRORS = Limit(100, "mistakes that are reported", "mistakes", "the first ones tell the most")

MAX_GUESSES = Limit(
    1_000_000, "what is spent on finding out what mistakes may stand for", "comparisons",
    "mistakes beyond it are reported without a suggestion",
)  # fmt: skip

# ---- rule texts ----

MAX_RULE = Limit(10_000, "one rule text", "characters", "reading it takes a tenth of a second")
MAX_RULES = Limit(
    50_000, "all rule texts of a game", "characters", "checking them takes half a second"
)
MAX_RULE_DEPTH = Limit(
    60, "nesting within one rule text", "levels", "rules are read level by level"
)
MAX_NAME = Limit(60, "a name", "characters", "names are compared, to say which one was meant")
MAX_DIGITS = Limit(15, "a number", "digits", "fractions are stored exactly up to there")
MAX_NUMBER = 10**MAX_DIGITS
MAX_DEFINITIONS_DEEP = Limit(
    120, "definitions that call one another", "levels", "rules are evaluated level by level"
)

# ---- what is declared ----

MAX_CELLS = Limit(4096, "a board", "cells", "a set of cells is stored as bits")
MAX_PILED = Limit(
    100_000, "the cells of a board times its `pile`", "pieces",
    "a position is copied with each move",
)
MAX_PLAYERS = Limit(16, "players", "players", "there is at least 1")
MAX_VALUES = Limit(
    100_000, "numbers in a range, places of a variable, different pieces", "values",
    "all of them are listed when a game is loaded",
)  # fmt: skip
MAX_ALL_VALUES = Limit(
    300_000, "values and places of all variables and marks together", "values",
    "all of them are listed when a game is loaded; a plain range `0..n` counts as one",
)  # fmt: skip

MAX_COPIED = Limit(
    100_000, "the cells of a board times those of a shape for `copies`", "cells",
    "all copies are listed when a game is loaded",
)  # fmt: skip
MAX_HELD = Limit(
    2_147_483_647, "a number in a plain range `0..n` that a variable holds, or its negative", "",
    "it is stored in 32 bits",
)  # fmt: skip

# ---- how much there is to do ----

MAX_AT_LOAD = Limit(
    200_000, "rounds of one rule of the board, of `state` or of `setup`", "rounds",
    "they are gone through when a game is loaded",
)  # fmt: skip
MAX_ALL_AT_LOAD = Limit(
    1_000_000, "rounds of the board, `state` and `setup` together", "rounds",
    "they are gone through when a game is loaded; it takes a second",
)  # fmt: skip
MAX_STEPS = Limit(
    200_000, "rounds of the statements of one rule", "rounds", "each changes a position"
)
MAX_ROUNDS = Limit(
    10_000_000, "choices or rounds of any other rule", "rounds",
    "each move evaluates all of them; the cells of all `groups` of a set together count once",
)
MAX_IN_PLAY = Limit(
    30_000_000, "rounds of all loops in one step of play",
    "rounds", "they are counted roughly, as they are gone through, where rules may come to more; "
    "it takes up to five seconds on the faster engine, and about half a minute on the slower one",
)  # fmt: skip
MAX_ACTIONS = Limit(
    100, "actions on the longest way through one turn as it is written", "actions",
    "a repetition counts once, an alternative as its longest",
)  # fmt: skip
MAX_WRITTEN_OUT = Limit(
    1000, "what all uses of `parts` and all `3 times` stand for, written out", "parts",
    "what they stand for is copied to each place",
)  # fmt: skip
MAX_REPEATED = Limit(
    3, "repetitions within one another in a turn", "levels", "their rounds multiply"
)
MAX_LOOKS = Limit(
    20_000, "positions looked at to see whether a turn can be completed", "positions",
    "the same on both engines; it takes a second on the slower one",
)  # fmt: skip
MAX_LOOKS_DEEP = Limit(
    400, "how far such a look goes ahead", "actions", "the native engine keeps a state for each"
)
MAX_TRIED = Limit(
    1_000_000, "rounds in which `gdl check` tries the start of a game", "rounds",
    "a check takes below two seconds; beyond, it warns that the start was not tried, and play may "
    "still be refused by another limit",
)  # fmt: skip
MAX_FORMULAS = Limit(
    50_000, "parts of rules that are read to see whether moves tell what is hidden", "parts",
    "definitions count as often as they are used; it takes a second",
)  # fmt: skip
MAX_CASES = Limit(
    4, "alternatives that are told apart to see that one part of a move tells nothing",
    "alternatives", "their cases multiply",
)  # fmt: skip
MAX_TURNS = Limit(
    1_000_000_000, "turns before play, as the set-up says", "turns", "they are counted in 32 bits"
)

LIMITS = tuple(limit for limit in globals().values() if isinstance(limit, Limit))

if __name__ == "__main__":
    print("\n".join(limit.row for limit in LIMITS))
