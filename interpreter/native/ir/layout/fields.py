"""The fields of a native state: what the rules remember, as bit planes and small numbers."""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.model.analysis import performed
from gdl.model.ranges import Bounds
from gdl.model.results import results_of
from gdl.source.frozen import frozen
from gdl.vocabulary.types import NUMBER, SetType
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, set_type
from interpreter.native.ir.terms import INT, LARGEST, NO_NUMBER, REAL, Term, Type, read
from interpreter.native.ir.terms.quoting import is_identifier
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.reference.rules import Rules
from interpreter.reference.rules import Variable as RuleVariable


@frozen
class Field:
    """A field of the state: the type of its entries, how many, and how they are stored.

    All numbers in it are from `low` to `high`.  Sets are of `codes` codes, or as many as there is
    room for if that is 0, and have no others than `may_have`, if that is not 0.
    """

    name: str
    type: Type
    sizes: tuple[int, ...] = ()
    storage: str = ""  # the C type of a number
    nullable: bool = False
    low: int = NO_NUMBER
    codes: int = 0
    may_have: int = 0
    high: int = LARGEST

    @property
    def indices(self) -> list[tuple[Term, ...]]:
        """The index of each entry, of a field with one index or none."""
        return [(t.number(i),) for i in range(self.sizes[0])] if self.sizes else [()]


@frozen
class AttributePlanes:
    """An attribute of pieces: its values in order, and the planes that number them in binary."""

    values: tuple[object, ...]
    planes: int


class Fields:
    """The fields of one game."""

    def __init__(self, rules: Rules, layout: Layout):
        self.rules = rules
        self.layout = layout
        self.model = rules.model
        self.all: dict[str, Field] = {}
        self.attributes: dict[str, AttributePlanes] = {}
        self.colours = len(self.model.colours)
        self.results = results_of(self.model, Bounds(self.model, layout.size))
        owners = {owner for of_kind in rules.owners_of_kinds for owner in of_kind}
        has_cells = bool(layout.every_cell)
        self.has_unowned = has_cells and -1 in owners
        self.has_owned = has_cells and bool(owners - {-1})
        self.has_kinds = has_cells and len(self.model.kinds) > 1
        self.pile = self.model.board.pile
        if has_cells:
            self._pieces()
        self._supply()
        for variable in (*rules.variables, *rules.marks):
            self._variable(variable)
        self._seats()

    def add(
        self, name: str, type: Type, *sizes: int, low: int = 0, high: int = 127,
        nullable: bool = False, codes: int = 0, may_have: int = 0,
    ) -> None:  # fmt: skip
        """Declare a field; `low` and `high` say between which numbers it lies.

        Its name is an identifier of the C text, and so is no other text that a file gives.
        """
        assert is_identifier(name), name
        storage = f"Set{type.size}" if type.is_set else (
            "double" if type == REAL else number_type(low, high)
        )  # fmt: skip
        self.all[name] = Field(name, type, sizes, storage, nullable, low, codes, may_have, high)

    def _pieces(self) -> None:
        cells = self.layout.cell_set
        if self.has_owned:
            self.add("own", cells, self.colours)
        if self.has_unowned:
            self.add("unowned", cells)
        if self.has_kinds:
            self.add("kind", cells, len(self.model.kinds))
        for name in self.rules.codes.attribute_types:
            domains = [k.attributes[name] for k in self.model.kinds if name in k.attributes]
            values = tuple(sorted({v for d in domains for v in self.rules.fixed(d)}))
            planes = max(1, (len(values) - 1).bit_length())
            self.attributes[name] = AttributePlanes(values, planes)
            self.add(f"with_{name}", cells, planes)
        if self.pile is not None:
            # how many stand on each cell, and which, each as its code and one, 0 for none: of a
            # cell the lowest comes first; where all pieces are alike, the numbers say everything
            pieces, size = len(self.layout.pieces), self.layout.size
            self.add("height", INT, size, high=self.pile)
            if pieces > 1:
                self.add("pile", INT, size * self.pile, high=pieces)

    def _supply(self) -> None:
        """Pieces of which there is one each are a set, if none becomes another one and none is
        counted; else there is a number for each pool.
        """
        pools = self.rules.pools
        changes = any(isinstance(s, model.SetPiece) for s in performed(self.model))
        self.single = frozenset(
            number for number, kind in enumerate(self.model.kinds) if kind.supply == "each"
        )
        self.has_bag = bool(pools) and not changes and {p.kind for p in pools} <= self.single
        if self.has_bag:
            self.add("bag", set_type(len(self.layout.pieces)))
        elif pools:
            room = self.layout.size * (self.pile or 1)
            most = sum(self.rules.full_supply()) + room  # all of one pool
            limit = LARGEST // (1 + changes)  # what comes to be in a supply takes a move each
            if most > limit:
                places = {k.supply: k.span for k in self.model.kinds if isinstance(k.supply, int)}
                span = places[max(places)]
                raise NotNative("large-supply", span, name=f"{limit:,}", count=most)
            if changes:
                most = LARGEST  # pieces of which there is no end may become some of a pool
            self.add("supply", INT, len(pools), high=most)

    def _variable(self, variable: RuleVariable) -> None:
        sizes = (len(variable.keys),) if variable.index_types else ()
        name, nullable = f"v_{variable.name}", variable.model.or_none
        type = variable.type
        if isinstance(type, SetType):
            if nullable:
                raise NotNative("set-or-none", variable.model.span, name=variable.name)
            codes, may_have = self.codes_of(variable), 0
            if not any(isinstance(v, frozenset) for v in variable.domain):
                may_have = self.layout.encode(type, variable.domain)
            self.add(name, set_type(codes), *sizes, codes=codes, may_have=may_have)
        elif type == NUMBER:
            values = variable.numbers
            if not (isinstance(values, range) or all(n == int(n) for n in values)):
                self.add(name, REAL, *sizes, nullable=nullable)
            else:
                low, high = (int(values[0]), int(values[-1])) if values else (0, 0)
                low = NO_NUMBER if nullable else low
                self.add(name, INT, *sizes, low=low, high=high, nullable=nullable)
        else:
            size = self.layout.size_of(type)
            self.add(name, INT, *sizes, low=-1, high=size, nullable=nullable)

    def codes_of(self, variable: RuleVariable) -> int:
        """How many codes the elements have of a variable that holds a set."""
        assert isinstance(variable.type, SetType)
        inner = variable.type.element
        if isinstance(inner, SetType):
            return len(variable.domain)
        try:
            return self.layout.size_of(inner)
        except LookupError as error:
            raise NotNative("set-of-these", variable.model.span) from error

    def _seats(self) -> None:
        self.add("colour_of", INT, self.colours)
        self.add("seat_of", INT, self.colours)
        for name in ("mover", "seat", "next_seat", "over"):
            self.add(name, INT)
        low, high = map(self.results.in_units, (self.results.least, self.results.greatest))
        self.add("result", INT, self.colours, low=min(0, low), high=high)
        for name in ("ended", "menu"):
            self.add(name, INT, high=32767)
        self.add("last", INT, low=-1, high=self.layout.size, nullable=True)
        self.add("passes", INT, high=LARGEST)
        self.add("turns", INT, high=LARGEST)
        self.add("seen_count", INT, high=LARGEST)

    def read(self, name: str, *index: Term) -> Term:
        field = self.all[name]
        return read(name, field.type, *index, nullable=field.nullable)


def number_type(low: int, high: int) -> str:
    """The smallest C type that holds whole numbers from low to high.

    Raises NotNative where none does.
    """
    for bits in (8, 16):
        if low >= -(1 << bits - 1) and high < 1 << bits - 1:
            return f"int{bits}_t"
    if not NO_NUMBER <= low <= high <= LARGEST:
        raise NotNative("large-number")
    return "int32_t"
