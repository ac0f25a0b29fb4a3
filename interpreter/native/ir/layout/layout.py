"""How cells and other values are numbered in bit sets.

On a lattice the code of a cell is its place on a grid of rows of equal length, so that a step in a
direction is a shift and a mask on every shape of board.  The order of the codes is the order of the
cells.  On a custom graph the codes are the numbers of the cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from itertools import pairwise
from operator import or_
from typing import Any

from gdl.source.frozen import frozen
from gdl.vocabulary.types import (
    CELL,
    CELLS,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NUMBER,
    PIECE,
    UNKNOWN,
    VECTOR,
    SetType,
)
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import Codes, ordered
from interpreter.board.position import Piece
from interpreter.board.topology import Topology
from interpreter.native.ir.layout.steps import Step
from interpreter.native.ir.terms import Table, Type
from interpreter.native.ir.terms.refusal import NotNative

Sets = frozenset[frozenset[Any]]
WORD = 64
LARGE = 16 * WORD  # bits
DENSE = 3  # times as many bits as elements, or fewer: then all bits are looked at
SMALL = 16  # codes of a board on which all sets of cells can be listed
BYTE = 255  # the most cells of a group whose size a byte can hold
MAX_ON_STACK = 1 << 17  # bytes of one array of sets: a thread has 512 KiB or more for all
LEAST_NUMBERS = 256  # that a set of numbers can hold, however small the board
MAX_NUMBERS = 4096  # that one can hold


def set_type(size: int) -> Type:
    """The type of sets of so many codes."""
    return Type("set", max(1, -(-size // WORD)))


def fit_stack(count: int, sets: Type) -> bool:
    """Whether so many sets can be a local array of a C function."""
    return count * sets.size * WORD // 8 <= MAX_ON_STACK


def bits_of(mask: int) -> list[int]:
    """The places of the bits of a set."""
    length = mask.bit_length()
    if length > LARGE or length < DENSE * mask.bit_count():  # each change below copies all of them
        return [place for place, bit in enumerate(f"{mask:b}"[::-1]) if bit == "1"]
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


@frozen
class Family:
    """A fixed set of sets, in order, as bits; an element's code is its place.

    `member` is the type of each: sets of cells, of numbers, of colours, of words and the like.
    """

    sets: tuple[int, ...]
    member: SetType = CELLS

    @property
    def type(self) -> Type:
        """The type of its subsets."""
        return set_type(len(self.sets))


@frozen
class Shift:
    """A step on the grid: the cells where it stays on the board, and by how many bits it shifts."""

    source: int
    bits: int


class Layout:
    """The codes of one board and of the values of one game; `numbers` must fit into sets, and
    `steps` are those that have codes.
    """

    def __init__(
        self, topology: Topology, codes: Codes, numbers: tuple[int, int] = (0, 0),
        steps: tuple[Step, ...] = (),
    ):  # fmt: skip
        self.topology = topology
        self.codes = codes
        self.steps = steps
        self.step_codes = {step: code for code, step in enumerate(steps)}
        low, high = numbers
        self.numbers = range(low, max(len(topology.cells), LEAST_NUMBERS - 1, high) + 1)
        self.cell_codes = self._grid() or tuple(range(len(topology.cells)))
        self.size = max(self.cell_codes, default=-1) + 1
        self.cells = {code: cell for cell, code in enumerate(self.cell_codes)}
        self.cell_set = set_type(self.size)
        self.every_cell = self.mask(range(len(topology.cells)))
        self.relations: dict[str, tuple[Any, ...]] = {}
        self.families: dict[tuple[SetType, Sets], Family] = {}
        self.family_members: dict[tuple[SetType, Sets], tuple[frozenset[Any], ...]] = {}

    def _grid(self) -> tuple[int, ...] | None:
        """The places of the cells on a grid; None without one, or where it mixes their order."""
        places = self.topology.coordinates
        self.stride = 0
        if not places:
            return None
        left, bottom = (min(place[i] for place in places.values()) for i in (0, 1))
        width = max(x for x, _ in places.values()) - left + 1
        rows = {
            stride: tuple(
                (places[c][1] - bottom) * stride + places[c][0] - left for c in range(len(places))
            )
            for stride in (width, width + 1)
        }
        further = len(self.topology.cells) - len(places)  # these have no place and are the last
        if any(a >= b for a, b in pairwise(rows[width])):
            return None
        # with a free column a step never leads from one row into the next, if that costs nothing:
        # no more words, nor that sets cannot be listed or sizes of groups be bytes any more
        sizes = [max(codes) + 1 + further for codes in rows.values()]
        is_free = len({(set_type(size), size <= SMALL, size <= BYTE) for size in sizes}) == 1
        self.stride = width + 1 if is_free else width
        codes = rows[self.stride]
        return codes + tuple(range(codes[-1] + 1, codes[-1] + 1 + further))

    def mask(self, cells: Any) -> int:
        return reduce(or_, (1 << self.cell_codes[cell] for cell in cells), 0)

    def family(self, member: RuleType, sets: Iterable[frozenset[Any]]) -> Family:
        """The family of all that a variable holding sets of sets may have.

        That of a domain, a frozen set, is made once: each value that is decoded asks for it.
        Raises NotNative for sets of what has no codes.
        """
        if not isinstance(member, SetType) or not self.has_families(member):
            raise NotNative("sets-of-steps")
        if not isinstance(sets, frozenset):
            return Family(tuple(self.encode(member, s) for s in ordered(sets, member)), member)
        if (member, sets) not in self.families:
            self.families[member, sets] = self.family(member, iter(sets))
        return self.families[member, sets]

    def has_families(self, member: RuleType) -> bool:
        """Whether values of a type are sets that can be members of a family."""
        if not isinstance(member, SetType) or member.element == VECTOR:
            return False
        return member.element in (NUMBER, UNKNOWN) or self.is_code(member.element)

    def members(self, family: Family) -> tuple[frozenset[Any], ...]:
        """The sets of a family as the reference engine has them, in order."""
        return tuple(self.decode(family.member, bits) for bits in family.sets)

    def members_of(self, member: SetType, domain: Sets) -> tuple[frozenset[Any], ...]:
        """The sets of the family of a domain, in its order; made once, as that is."""
        if (member, domain) not in self.family_members:
            self.family_members[member, domain] = self.members(self.family(member, domain))
        return self.family_members[member, domain]

    # ---- values of all types ----

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece that there can be, in order; a piece's code is its place."""
        return tuple(ordered(self.codes.all_pieces(), PIECE))

    @cached_property
    def piece_codes(self) -> dict[Piece, int]:
        return {piece: i for i, piece in enumerate(self.pieces)}

    def size_of(self, type: RuleType) -> int:
        """How many codes the values of a type have; LookupError where that is not known."""
        if type == PIECE:
            return len(self.pieces)
        sizes = {CELL: self.size, NUMBER: len(self.numbers), FLAG: 2, VECTOR: len(self.steps),
                 UNKNOWN: 0}  # of what nothing is said, there is nothing: `{}`  # fmt: skip
        if type in sizes:
            return sizes[type]
        names = self.codes.names(type)
        if names is None:
            raise LookupError(str(type))
        return len(names)

    def encode(self, type: RuleType, value: Any) -> int:
        """The code of a value of the reference engine; of a set, its bits; -1 for None.

        Raises NotNative for a step that has no code, and for a number that no set can hold.
        """
        if isinstance(type, SetType):
            if type.element == CELL:
                return self.mask(value or ())
            bits = 0
            if type.element == NUMBER and any(n not in self.numbers for n in value or ()):
                is_whole = all(n == int(n) for n in value)
                wanted = (int(min(value)), int(max(value))) if is_whole else None
                raise NotNative("set-of-numbers", numbers=wanted)
            for item in value or ():
                bits |= 1 << (self.encode(type.element, item) - self.offset(type.element))
            return bits
        if value is None:
            return -1
        if type == CELL:
            return int(self.cell_codes[value])
        if type == PIECE:
            return self.piece_codes[value]
        if type != VECTOR:
            return int(value)
        if value not in self.step_codes:
            raise NotNative("steps")
        return self.step_codes[value]

    def decode(self, type: RuleType, code: int) -> Any:
        """The value of a code, as the reference engine has it."""
        if isinstance(type, SetType):
            if type.element == CELL:
                return frozenset(self.cells[bit] for bit in bits_of(code))
            offset = self.offset(type.element)
            return frozenset(self.decode(type.element, bit + offset) for bit in bits_of(code))
        if type == CELL:
            return self.cells[code]
        if type == PIECE:
            return self.pieces[code]
        if type == VECTOR:
            return self.steps[code]
        return bool(code) if type == FLAG else code

    def offset(self, type: RuleType) -> int:
        """What is added to the place of a bit to give the value."""
        return self.numbers[0] if type == NUMBER else 0

    def is_code(self, type: RuleType) -> bool:
        """Whether a type's values are small numbers that a bit set can hold."""
        of_all_games = (CELL, COLOUR, DIRECTION, KIND, PIECE, FLAG, VECTOR)
        return type in of_all_games or hasattr(type, "words")

    # ---- steps and neighbours ----

    def shift(self, dx: int, dy: int) -> Shift:
        places = self.topology.coordinates
        at = {place: cell for cell, place in places.items()}
        source = self.mask(c for c, (x, y) in places.items() if (x + dx, y + dy) in at)
        return Shift(source, dy * self.stride + dx)

    def adjacency(self, directions: tuple[int, ...] | None, joined: bool) -> tuple[str, Table]:
        """The name and the table of a neighbour relation; `joined` makes it hold both ways."""
        topology = self.topology
        if joined:
            rows = topology.both_ways(directions)
            if directions is not None:
                directions = tuple(
                    sorted({d for one in directions for d in (one, topology.opposite[one])})
                )
        else:
            rows = tuple(topology.neighbours(c, directions) for c in range(len(topology.cells)))
        values = [0] * self.size
        for cell, near in enumerate(rows):
            values[self.cell_codes[cell]] = self.mask(near)
        return self.relation(tuple(values), self._shifts(directions))

    def relation(
        self, near: tuple[int, ...], shifts: tuple[Shift, ...] | None = None
    ) -> tuple[str, Table]:
        """The name and the table of a relation that has for each code a set of cells."""
        for name, (_, table) in self.relations.items():
            if table.values == near:
                return name, table
        name = f"near{len(self.relations)}"
        table = Table(self.cell_set, (self.size,), near, name)
        self.relations[name] = (shifts, table)
        return name, table

    def _shifts(self, directions: tuple[int, ...] | None) -> tuple[Shift, ...] | None:
        """A neighbour relation as shifts; None where steps are no shifts."""
        ways = self.topology.orthogonal if directions is None else directions
        offsets = self.topology.offsets
        if not self.stride or not ways or any(d >= len(offsets) for d in ways):
            return None
        return tuple(self.shift(*offsets[d]) for d in ways)

