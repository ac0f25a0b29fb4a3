"""Codes, the small numbers that engines use for values, and back to the words of the rules.

The code of a cell is its index in `topology.cells`, that of a direction in `topology.directions`;
colours, kinds and words are numbered in the order of declaration.  Numbers and flags stand for
themselves; a set is a frozenset, a list a tuple.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import TRUTH, show
from gdl.vocabulary.types import (
    CELL,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NUMBER,
    PIECE,
    VECTOR,
    ListType,
    SetType,
    Type,
    WordType,
)
from interpreter.board.ordered_set import OrderedSet
from interpreter.board.position import Piece
from interpreter.board.topology import Moves, Topology

MAX_TEXTS = 10_000  # of pieces that are kept


class Codes:
    """Encodes and decodes the values of one game."""

    def __init__(self, game: model.Game, topology: Topology):
        self.model = game
        self.topology = topology
        self.canonical = CanonicalSteps(topology).of
        self.kinds = game.kinds
        self.kind_names = tuple(k.name for k in game.kinds)
        self.attribute_names = tuple(tuple(k.attributes) for k in game.kinds)
        self.attribute_types = {
            name: element(domain.type) for k in game.kinds for name, domain in k.attributes.items()
        }
        self.has_one_kind = len(game.kinds) == 1
        self.finders: dict[Type, Callable[[str], Any]] = {}
        self.piece_texts: dict[Piece, str] = {}  # of the first that were asked for

    def encode(self, type: Type, value: Any) -> Any:
        """The code of a constant of the model, which has names for cells, colours and the like."""
        if value is None or type in (NUMBER, FLAG):
            return value
        if type == CELL:
            return self.topology.index[value]
        if type == DIRECTION:
            return self.topology.directions.index(value)
        if type == COLOUR:
            return self.model.colours.index(value)
        if type == KIND:
            return self.kind_names.index(value)
        if isinstance(type, WordType):
            return type.words.index(value)
        return value

    def decode(self, type: Type, value: Any) -> Any:
        """The value of a code for people and programs: names for codes, also within sets, which
        keep the fixed order.
        """
        if value is None:
            return None
        if isinstance(type, SetType):
            return OrderedSet(self.decode(type.element, v) for v in ordered(value, type.element))
        if isinstance(type, ListType):
            return tuple(value)
        return self.text(type, value) if type not in (NUMBER, FLAG) else value

    def text(self, type: Type, value: Any) -> str:
        """A value in the words of the rules."""
        if value is None:
            return "none"
        if isinstance(type, SetType):
            parts = (self.text(type.element, v) for v in ordered(value, type.element))
            return "{" + ",".join(parts) + "}"
        if isinstance(type, ListType):
            return " ".join(number_text(v) for v in value)
        if type == PIECE:
            return self.piece_text(value)
        if type == FLAG:
            return show(value)
        if type == VECTOR:
            return self.step_text(value)
        names = self.names(type)
        return names[value] if names is not None else number_text(value)

    def names(self, type: Type) -> tuple[str, ...] | None:
        """The words of a type in order, or None for numbers."""
        if type == CELL:
            return self.topology.cells
        if type == DIRECTION:
            return self.topology.directions
        if type == COLOUR:
            return self.model.colours
        if type == KIND:
            return self.kind_names
        return type.words if isinstance(type, WordType) else None

    def piece_text(self, piece: Piece) -> str:
        """A piece in one word: owner, kind (not the only one if it has attributes), attributes."""
        text = self.piece_texts.get(piece)
        if text is None:
            text = self.named_piece(piece)
            if len(self.piece_texts) < MAX_TEXTS:
                self.piece_texts[piece] = text
        return text

    def named_piece(self, piece: Piece) -> str:
        """A piece in one word, made anew."""
        attributes = [
            self.text(self.attribute_types[name], value)
            for name, value in zip(self.attribute_names[piece.kind], piece.attributes, strict=True)
        ]
        owner = [self.model.colours[piece.owner]] if piece.owner >= 0 else []
        kind = [] if self.has_one_kind and attributes else [self.kind_names[piece.kind]]
        return "-".join(owner + kind + attributes)

    def step_text(self, step: Any) -> str:
        """A step in its canonical form: `2*north+east`."""
        names = self.topology.directions
        parts = (names[d] if n == 1 else f"{n}*{names[d]}" for d, n in as_moves(step) or ())
        return "+".join(parts)

    def step_of(self, text: str) -> Any:
        """The step of a text such as `north+northeast`, in whatever form."""
        parts = (part.rpartition("*") for part in text.split("+"))
        find = self.topology.directions.index
        return self.canonical(tuple((find(d), int(n or 1)) for n, _, d in parts))

    def parse(self, type: Type, text: str) -> Any:
        """The value that a text stands for.

        Raises ValueError or KeyError when it stands for none.
        """
        if isinstance(type, SetType):
            inner = text.strip("{}")
            parts = inner.split(",") if inner else []
            find = self.finder(type.element)
            return frozenset(find(part.strip()) for part in parts)
        return self.finder(type)(text)

    def finder(self, type: Type) -> Callable[[str], Any]:
        """The function from texts to values of a type, made once; a lookup takes constant time."""
        if type not in self.finders:
            self.finders[type] = self.make_finder(type)
        return self.finders[type]

    def make_finder(self, type: Type) -> Callable[[str], Any]:
        """A function from texts, in any letter case, to values; raises ValueError or KeyError."""
        if type == VECTOR:
            return self.step_of
        words = self.words(type)
        if words is None:
            return lambda text: float(text) if "." in text else int(text)
        lowered = {text.lower(): value for text, value in reversed(words.items())}
        return lambda text: words[text] if text in words else lowered[text.lower()]

    def words(self, type: Type) -> dict[str, Any] | None:
        """The texts of all values of a type, each with its value; None for numbers."""
        if type == FLAG:
            return dict(TRUTH)
        if type == PIECE:
            return {self.piece_text(piece): piece for piece in sorted(self.all_pieces())}
        names = self.names(type)
        return None if names is None else {name: number for number, name in enumerate(names)}

    all_pieces: Callable[[], frozenset[Piece]]  # set by the engine, which knows the attributes


class CanonicalSteps:
    """Gives steps that lead from each cell to the same one the same form, so that they are equal.

    On a lattice that is a multiple of one direction, or else of two that lead across an edge.  On
    tracks, where every single step must exist, only steps along the same one that follow one
    another are joined; and not where it crosses itself: a step of three may be known where the
    first of them is not.
    """

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.known: dict[Moves, Moves] = {}

    def of(self, moves: Moves) -> Moves:
        """The canonical form of a step, which may be written in any way."""
        if moves not in self.known:
            is_flat = all(d < len(self.topology.offsets) for d, _ in moves)
            self.known[moves] = self.on_lattice(moves) if is_flat else self.on_tracks(moves)
        return self.known[moves]

    def on_lattice(self, moves: Moves) -> Moves:
        ways = self.topology.offsets
        dx, dy = (sum(times * ways[d][axis] for d, times in moves) for axis in (0, 1))
        for d, (x, y) in enumerate(ways):
            times = max(abs(dx), abs(dy))
            if times and (dx, dy) == (times * x, times * y):
                return ((d, times),)
        if dx == dy == 0:
            return ((0, 0),)
        forms: list[Moves] = []
        for a, b in combinations(self.topology.orthogonal, 2):
            (ax, ay), (bx, by) = ways[a], ways[b]
            if area := ax * by - ay * bx:
                n, m = (dx * by - dy * bx) // area, (ax * dy - ay * dx) // area
                is_whole = (n * ax + m * bx, n * ay + m * by) == (dx, dy)
                forms += [((a, n), (b, m))] if is_whole and n > 0 and m > 0 else []
        return min(forms, key=lambda form: sum(times for _, times in form), default=moves)

    def on_tracks(self, moves: Moves) -> Moves:
        joined: list[tuple[int, int]] = []
        for d, times in moves:
            way, far = (d, times) if times >= 0 else (self.topology.opposite[d], -times)
            if joined and joined[-1][0] == way and self.topology.most_ways(way) <= 1:
                far += joined.pop()[1]
            if far:
                joined.append((way, far))
        return tuple(joined) or ((0, 0),)


def element(type: Type) -> Type:
    """The type of a set's elements."""
    assert isinstance(type, SetType)
    return type.element


def number_text(value: Any) -> str:
    """A number as the language writes it."""
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


def ordered(values: Any, type: Type) -> list[Any]:
    """The elements of a set in the fixed order."""
    return sorted(values, key=sort_key(type))


def sort_key(type: Type) -> Callable[[Any], Any] | None:
    """The sort key for values of a type: sets by their elements; None for all others."""
    if not isinstance(type, SetType):
        return None
    inner = sort_key(type.element)
    return lambda value: sorted(value) if inner is None else sorted(map(inner, value))


def as_moves(step: Any) -> tuple[tuple[int, int], ...] | None:
    """A step as pairs (direction, times)."""
    if step is None or isinstance(step, tuple):
        return step
    return ((step, 1),)


def nearest_number(numbers: Sequence[Any], value: Any) -> Any:
    """The nearest of some sorted numbers, the lower of two at equal distance; None without any."""
    after = bisect_left(numbers, value)
    return min(numbers[max(0, after - 1) : after + 1], key=lambda n: abs(n - value), default=None)
