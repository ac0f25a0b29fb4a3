"""From the bytes of a state to the position and the turn of the reference engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, reduce
from operator import or_
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import NUMBER
from interpreter.board.position import Piece, Position
from interpreter.board.values import Key
from interpreter.native.ir.layout.interface import STEP_BITS, Interface, Packing
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.layout.set_ups import unrolled
from interpreter.native.ir.layout.steps import listed_steps
from interpreter.native.ir.layout.stored_values import Place, variable_value
from interpreter.reference.engine import Node, Reference, SetUp
from interpreter.reference.ways.simultaneous import CHOOSING, Chosen

STEP_MASK = (1 << STEP_BITS) - 1
MAX_BOARDS = 2_000  # that are remembered
MAX_VALUES = 10_000  # of a variable that are remembered


class Decoding:
    """Makes positions of the reference engine from bytes."""

    def __init__(
        self, engine: Reference, interface: Interface, offsets: Mapping[str, int], size: int
    ):
        self.engine = engine
        self.interface = interface
        rules, numbers = engine.rules, interface.numbers
        self.layout = Layout(rules.topology, rules.codes, numbers, listed_steps(engine))
        self.size = size
        self.places = {n: Place(interface.fields[n], at) for n, at in offsets.items()}
        self.menus = {s.number: s for s in interface.menus}
        self.steps = {s.number: s for s in interface.steps}
        self.set_ups: list[SetUp] = [  # what is left of the set-up at each deal
            part.todo for part in unrolled(engine) if isinstance(part.statement, model.Deal)
        ]
        self.empty = (None,) * len(engine.rules.all_cells)
        self.pieces: dict[tuple[Any, ...], Piece] = {}
        names = ("own", "unowned", "kind", *(f"with_{name}" for name in interface.attributes))
        self.on_board = [place.extent for n in names if (place := self.places.get(n)) is not None]
        self.boards: dict[bytes, tuple[Piece | None, ...]] = {}
        self.decoded: dict[str, dict[Any, Any]] = {}  # of each variable, by what is stored

    def values(self, name: str, state: bytes) -> list[Any]:
        return self.places[name].read(state)

    def number(self, name: str, state: bytes) -> int:
        """The value of a field that has one entry, a number or a set."""
        place = self.places[name]
        if place.field.is_set:
            return int.from_bytes(state[place.extent], "little")
        value: int = place.entries.unpack_from(state, place.offset)[0]
        return value

    @cached_property
    def blank(self) -> Position:
        """The position before the set-up, which others are made from."""
        return self.engine.blank()

    def position(self, state: bytes, heard: Any, history: Mapping[Any, int]) -> Position:
        rules, layout = self.engine.rules, self.layout
        last = self.number("last", state)
        return self.blank.changed(
            board=self.board(state),
            under=tuple(self.under(state)),
            supply=self.supply(state),
            variables=tuple(self.variable(v, state) for v in rules.variables),
            marks=tuple(self.variable(v, state) for v in rules.marks),
            colours=tuple(self.values("colour_of", state)),
            seat=self.number("seat", state),
            next_seat=self.number("next_seat", state),
            turns=self.number("turns", state),
            passes=self.number("passes", state),
            last=None if last < 0 else layout.cells[last],
            refused=self.refused(state),
            heard=heard,
            history=history,
        )

    def occupied(self, state: bytes) -> frozenset[int]:
        """The cells with a piece."""
        mask = reduce(or_, (mask for _, mask in self.owned(state)), 0)
        return frozenset(self.layout.cells[code] for code in bits_of(mask))

    def owned(self, state: bytes) -> Iterator[tuple[int, int]]:
        """Each owner with the cells of its pieces."""
        if "own" in self.interface.fields:
            yield from enumerate(self.values("own", state))
        if "unowned" in self.interface.fields:
            yield -1, self.number("unowned", state)

    def board(self, state: bytes) -> tuple[Piece | None, ...]:
        """The piece on each cell; many positions in a row have the same ones."""
        key = b"".join([state[place] for place in self.on_board])
        board = self.boards.get(key)
        if board is None:
            if len(self.boards) >= MAX_BOARDS:
                self.boards.clear()
            board = self.boards[key] = self.decoded_board(state)
        return board

    def decoded_board(self, state: bytes) -> tuple[Piece | None, ...]:
        """The same, of a board that is not known yet."""
        fields, layout = self.interface.fields, self.layout
        kinds = self.values("kind", state) if "kind" in fields else None
        planes = {n: self.values(f"with_{n}", state) for n in self.interface.attributes}
        board: list[Piece | None] = list(self.empty)
        for owner, mask in self.owned(state):
            for code in bits_of(mask):
                kind = 0
                if kinds is not None:
                    kind = next(k for k, cells in enumerate(kinds) if cells >> code & 1)
                values = tuple(
                    sum((plane >> code & 1) << i for i, plane in enumerate(planes[name]))
                    for name in self.engine.rules.codes.attribute_names[kind]
                )
                board[layout.cells[code]] = self.piece(kind, owner, values)
        return tuple(board)

    def under(self, state: bytes) -> Iterator[tuple[Piece, ...]]:
        """The pieces below the top of each pile; nothing on a board without piles."""
        most = self.engine.model.board.pile
        if most is None:
            return
        layout, heights = self.layout, self.values("height", state)
        entries = self.values("pile", state) if "pile" in self.interface.fields else None
        for code in layout.cell_codes:
            below = max(0, heights[code] - 1)
            numbers = [1] * below
            if entries is not None:
                numbers = entries[code * most : code * most + below]
            yield tuple(layout.pieces[number - 1] for number in numbers)

    def piece(self, kind: int, owner: int, places: tuple[int, ...]) -> Piece:
        """The piece with the values of these places among those of each attribute."""
        key = (kind, owner, places)
        if key not in self.pieces:
            names = self.engine.rules.codes.attribute_names[kind]
            attributes = self.interface.attributes
            values = (attributes[n][p] for n, p in zip(names, places, strict=True))
            self.pieces[key] = Piece(kind, owner, tuple(values))
        return self.pieces[key]

    def supply(self, state: bytes) -> tuple[int, ...]:
        """How many pieces each pool has."""
        pools = self.engine.rules.pools
        if "bag" in self.interface.fields:
            bag, codes = self.number("bag", state), self.layout.piece_codes
            return tuple(bag >> codes[p] & 1 for p in pools)
        return tuple(self.values("supply", state)) if pools else ()

    def variable(self, variable: Any, state: bytes) -> tuple[Any, ...]:
        """The value of a variable under each index."""
        stored = self.values(f"v_{variable.name}", state)
        known = self.decoded.setdefault(variable.name, {})
        try:
            return tuple([known[s] for s in stored])
        except KeyError:
            values = tuple(variable_value(self.layout, variable, s) for s in stored)
        if len(known) > MAX_VALUES:
            known.clear()
        known.update(zip(stored, values, strict=True))
        return values

    def refused(self, state: bytes) -> frozenset[Any]:
        """The attempts of this turn that failed."""
        attempts = set()
        for step in self.interface.refusing:
            for place in bits_of(self.number(step.refused, state)):
                codes = []
                for parameter in reversed(step.parameters):
                    place, rest = divmod(place, parameter.size)
                    codes.append(rest)
                attempts.add((step.name, tuple(self.args(step.parameters, codes[::-1]))))
        return frozenset(attempts)

    def pending(self, state: bytes) -> tuple[Any, ...]:
        """What remains of the turn, as the reference engine has it."""
        items = self.menus[self.number("menu", state)].pending
        return tuple(self.pending_item(state, item) for item in items)

    def pending_item(self, state: bytes, item: Any) -> Any:
        """An item of what remains, as the reference engine has it."""
        match item:
            case ("left", number):
                return number, self.number(f"left_{number}", state)
            case (word, number) if word == CHOOSING:
                return CHOOSING, number, self.chosen(state)
            case ("or", *ways):
                return "or", *(tuple(self.pending_item(state, i) for i in way) for way in ways)
        return item

    def chosen(self, state: bytes) -> Chosen:
        """What the seats have chosen so far, where all choose at once."""
        decided = self.number("decided", state)
        moves = self.values("chosen", state)[:decided]
        return tuple(self.unpacked(move - 1) if move else None for move in moves)

    def unpacked(self, packed: int) -> Key:
        """The action and the arguments of a packed move."""
        step = self.steps[packed & STEP_MASK]
        rest, codes = packed >> STEP_BITS, []
        for parameter in step.parameters:
            codes.append(rest & ((1 << parameter.bits) - 1))
            rest >>= parameter.bits
        return step.name, tuple(self.args(step.parameters, codes))

    def node(self, state: bytes, heard: Any, history: Mapping[Any, int]) -> Node:
        """The whole situation, for the reference engine."""
        position = self.position(state, heard, history)
        if self.number("over", state):
            return Node(position, result=self.result(state), ended_by=self.ended_by(state))
        menu = self.menus[self.number("menu", state)]
        if menu.deal is not None:
            return Node(position, setup=self.set_ups[menu.deal], chance=True)
        return Node(position, self.pending(state), chance=menu.is_chance)

    def result(self, state: bytes) -> tuple[float, ...]:
        """What each seat gets in a game that is over."""
        result, given = self.engine.outcomes.results.of_units, self.values("result", state)
        return tuple(result(given[colour]) for colour in self.values("colour_of", state))

    def ended_by(self, state: bytes) -> Any:
        """The line that ended the game; None where there is none."""
        number = self.number("ended", state)
        return self.engine.model.ends[number - 1].span if number else None

    def args(self, parameters: tuple[Packing, ...], codes: list[int]) -> Iterator[Any]:
        """The values of parameters from their codes, each counted from 0."""
        layout = self.layout
        for parameter, code in zip(parameters, codes, strict=True):
            if parameter.sets is not None:
                chosen = layout.decode(parameter.type, parameter.sets[code])
                yield from sorted(chosen) if parameter.is_pair else [chosen]
            elif parameter.type == NUMBER:
                yield code + parameter.low + parameter.offset
            else:
                yield layout.decode(parameter.type, code + parameter.low)
