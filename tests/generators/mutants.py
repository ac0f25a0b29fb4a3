"""Games on small boards, every small mistake that a few operators make in them, and a brute-force
comparison of two games that shares nothing with `interpreter.diff`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gdl import GdlError
from interpreter import Game, State, load_game
from interpreter.api.library import library


@dataclass(frozen=True)
class Base:
    """A bundled game made small: by options, and by edits of its text."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    edits: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        text = library().find(self.name).read_text("utf-8")
        for old, new in self.edits:
            assert old in text, (self.name, old)
            text = text.replace(old, new)
        return text


FOUR_PAWNS = (
    ("      centre: dent, bulge\n      outline: hexagonal, circular\n", ""),
    ("square(4)", "square(2)"),
    ("lines(4)", "lines(2)"),
)
BASES = {
    "squ": Base("squ", {"size": 2}),
    "cropa": Base("cropa", {"side": 2}),
    "cuiquindi": Base("cuiquindi", {"side": 2}),
    "quarod": Base("quarod", {"size": 2}),
    "quardo": Base("quardo", {}, (*FOUR_PAWNS, ("| blocks(2, 2)", "| lines(2, diagonal)"))),
    "quarto": Base("quarto", {}, (*FOUR_PAWNS, ("| blocks(2, 2)", "| lines(2, diagonal)"))),
    "tic-tac-toe": Base("tic-tac-toe", {}, (("square(3)", "rectangle(3, 2)"),)),
    "connect-four": Base(
        "connect-four", {}, (("rectangle(7, 6)", "rectangle(3, 3)"), ("lines(4)", "lines(3)"))
    ),
    "breakthrough": Base("breakthrough", {"size": 4}),
    "hex": Base("hex", {"size": 2, "pie": "true"}),
    "y": Base("y", {"side": 3}),
    "reversi": Base("reversi", {}, (
        ("square(8)", "square(4)"), ("{d5, e4}", "{b3, c2}"), ("{d4, e5}", "{b2, c3}"),
    )),
    "amazons": Base("amazons", {}, (
        ("square(10)", "square(3)"), ("{a4, d1, g1, j4}", "{a1}"), ("{a7, d10, g10, j7}", "{c3}"),
    )),
}  # fmt: skip

OPERATORS = {  # a pattern in a rule line, and what becomes of it
    "negated": (r"(require|when|if) (?!not |possible|else)([^,:\n]+?)(?=,? \"|: |:$|$)",
                r"\1 not (\2)"),
    "one more": (r"(?<=[ (])(\d+)(?=[ ):,]|$)", lambda m: str(int(m[1]) + 1)),
    "one less": (r"(?<=[ (])([1-9]\d*)(?=[ ):,]|$)", lambda m: str(int(m[1]) - 1)),
    "corners too": (r"neighbours\((\w+)\)", r"neighbours(\1, directions)"),
    "corners only": (r"neighbours\((\w+)\)", r"neighbours(\1, diagonal)"),
    "strictly": (r"<=", "<"),
    "or level": (r"(?<= )>(?= )", ">="),
    "theirs": (r"\bmine\b", "enemy"),
    "some": (r"\bwithin\b", "meets"),
    "either": (r"\band\b(?! [bw]\w* *$)", "or"),
    "the other": (r"\bmover\b", "opponent"),
    "fewest": (r"\bmost\b", "fewest"),
    "loses": (r"\bwins\b", "loses"),
    "south": (r"\bnorth\b", "south"),
    "no else": (r" else \w+$", ""),
    "no second": (r", \w+( if possible| else \w+)?$", ""),
    "no rest": (r"(wins), else [\w ]+$", r"\1"),
    "no line": (r"^ +- (?!drop|place$).*$", ""),
}  # fmt: skip
SECTIONS = "players|setup|state|define|chance|actions|opening|turn|after turn|end"
RULES = re.compile(rf"^({SECTIONS}):.*\n(?:(?: .*)?\n)*", re.M)


@dataclass(frozen=True)
class Mutant:
    """A base with one mistake in it."""

    base: str
    operator: str
    place: int  # in the text
    text: str = field(repr=False)

    def __str__(self) -> str:
        line = BASES[self.base].text().count("\n", 0, self.place) + 1
        return f"{self.base}, line {line}, {self.operator}, {self.place}"


def mutants() -> Iterator[Mutant]:
    """Every base with every mistake, whether it can be played or not."""
    for name, base in BASES.items():
        text = base.text()
        for section in RULES.finditer(text):
            for operator, (pattern, new) in OPERATORS.items():
                for match in re.finditer(pattern, section[0], re.M):
                    start, end = (section.start() + i for i in match.span())
                    changed = match.expand(new) if isinstance(new, str) else new(match)
                    yield Mutant(name, operator, start, text[:start] + changed + text[end:])


def write(folder: Path, name: str, text: str) -> Path:
    """A rule file."""
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return path


def play_mutant(mutant: Mutant, folder: Path) -> Game | None:
    """The game of a mutant, None where its rules are wrong in form."""
    try:
        options = BASES[mutant.base].options
        return load_game(str(write(folder, f"{mutant.base}-wrong", mutant.text)), **options)
    except GdlError:
        return None


def base_game(name: str, folder: Path) -> Game:
    """A base as it should be."""
    return load_game(str(write(folder, name, BASES[name].text())), **BASES[name].options)


# ---- brute force -------------------------------------------------------------------------------


class Tired(Exception):
    """The brute force has looked at as many pairs of states as it may."""


class BruteForce:
    """Compares two games sequence by sequence, each as often as it occurs."""

    def __init__(self, a: Game, b: Game, most: int):
        self.starts = a.start("reference"), b.start("reference")
        self.variables = set(self.starts[0].variables) & set(self.starts[1].variables)
        self.most = most

    def shortest(self) -> tuple[int | None, int, bool]:
        """The fewest moves after which the games disagree (None: not found), up to which depth all
        sequences were looked at, and whether there are no longer ones.
        """
        depth = 0
        self.left = self.most
        try:
            while True:
                self.is_deeper = False
                if self.disagree(*self.starts, depth):
                    return depth, depth, False
                if not self.is_deeper:
                    return None, depth, True
                depth += 1
        except Tired:
            return None, depth - 1, False

    def disagree(self, a: State, b: State, depth: int) -> bool:
        """Whether some sequence of exactly `depth` moves leads to a disagreement."""
        mine, yours = self.choices(a), self.choices(b)
        if depth == 0:
            self.left -= 1
            if self.left < 0:
                raise Tired
            self.is_deeper |= bool(mine)
            return self.look(a) != self.look(b) or mine != yours
        return any(self.disagree(a.play(text), b.play(text), depth - 1) for text in mine)

    def choices(self, state: State) -> dict[str, float]:
        """What may be done, and how likely it is."""
        if state.is_chance:
            return {move.text: round(share, 9) for move, share in state.chance}
        return {move.text: 0.0 for move in state.moves()}

    def look(self, state: State) -> Any:
        """What a player sees of a state."""
        stored = {n: v for n, v in state.variables.items() if n in self.variables}
        colours = [state.colour_of(seat) for seat in range(state.game.seats)]
        acting = (state.is_chance, state.seat, state.colour)
        return state.result, acting, state.pieces(), state.supply, stored, colours


class ByPositions(BruteForce):
    """The same where moves have no names: each must be matched by one that leads to the like."""

    def shortest(self) -> tuple[int | None, int, bool]:
        """As `BruteForce.shortest`; a move that none matches counts where it is made."""
        self.left = self.most
        depth = 0
        try:
            while self.are_alike(*self.starts, depth):
                depth += 1
        except Tired:
            return None, depth - 2, False
        return max(depth - 1, 0), depth, False

    def are_alike(self, a: State, b: State, depth: int) -> bool:
        """Whether nothing within so many moves tells two states apart."""
        self.left -= 1
        if self.left < 0:
            raise Tired
        if self.look(a) != self.look(b):
            return False
        if depth == 0:
            return True
        mine, yours = ([s.play(t) for t in self.choices(s)] for s in (a, b))
        return all(any(self.are_alike(x, y, depth - 1) for y in yours) for x in mine) and all(
            any(self.are_alike(x, y, depth - 1) for x in mine) for y in yours
        )
