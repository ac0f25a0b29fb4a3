"""States as bytes, and back to positions of the reference engine.

A state is the C structure that the generated text declares; a `Place` says where a field is.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from gdl import model
from gdl.types import FLAG, NUMBER, SetType
from interpreter.native.interface import Interface, Packing, Stored
from interpreter.native.lowering.layout import Layout
from interpreter.native.set_ups import unrolled
from interpreter.native.terms import NO_NUMBER
from interpreter.reference.engine import Engine, Node, SetUp
from interpreter.reference.position import Piece, Position


class NotEncodable(Exception):
    """A position that the native engine cannot hold; the reference engine goes on with it."""


def field_value(layout: Layout, variable: Any, value: Any) -> Any:
    """A value of a variable of the reference engine as a field has it.

    Raises NotEncodable for a set of sets that the field has no bits for.
    """
    type = variable.type
    if isinstance(type, SetType):
        if isinstance(type.element, SetType):
            sets = layout.family(variable.domain).sets
            masks = [layout.mask(s) for s in value]
            if not set(masks) <= set(sets):
                raise NotEncodable(variable.name)
            return sum(1 << sets.index(m) for m in masks)
        return layout.encode(type, value)
    if value is None:
        return NO_NUMBER if type == NUMBER else -1
    if type == NUMBER:
        return value
    return int(value) if type == FLAG else layout.encode(type, value)


def variable_value(layout: Layout, variable: Any, stored: Any) -> Any:
    """What `field_value` was made from."""
    type = variable.type
    if isinstance(type, SetType):
        if isinstance(type.element, SetType):
            sets = layout.family(variable.domain).sets
            return frozenset(layout.cells_of(sets[place]) for place in bits(stored))
        return layout.decode(type, stored)
    if type == NUMBER:
        return None if stored == NO_NUMBER else stored
    return None if stored < 0 else layout.decode(type, stored)


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class Place:
    """Where a field is in the bytes: one entry has so many bytes; a set is one long number."""

    field: Stored
    offset: int

    @property
    def size(self) -> int:
        """The bytes of all its entries."""
        return self.field.entry_bytes * self.field.count

    def read(self, state: bytes) -> list[Any]:
        """All entries."""
        field = self.field
        if field.is_set:
            starts = range(self.offset, self.offset + self.size, field.entry_bytes)
            return [int.from_bytes(state[a : a + field.entry_bytes], "little") for a in starts]
        return list(struct.unpack_from(field.format(field.count), state, self.offset))

    def write(self, state: bytearray, name: str, values: list[Any]) -> None:
        """Set all entries of the field of that name.

        Raises NotEncodable for numbers that do not fit in.
        """
        field = self.field
        try:
            if field.is_set:
                data = b"".join(v.to_bytes(field.entry_bytes, "little") for v in values)
            else:
                whole = field.storage != "double"
                wanted = [whole_number(v) if whole else float(v) for v in values]
                data = struct.pack(field.format(field.count), *wanted)
        except (struct.error, OverflowError) as error:
            raise NotEncodable(name) from error
        state[self.offset : self.offset + self.size] = data


def whole_number(value: Any) -> int:
    """A whole number.  Raises NotEncodable for a fraction."""
    if value != int(value):
        raise NotEncodable(str(value))
    return int(value)


class Coding:
    """Makes positions of the reference engine from bytes, and bytes from them."""

    def __init__(
        self, engine: Engine, interface: Interface, offsets: Mapping[str, int], size: int
    ):
        self.engine = engine
        self.interface = interface
        self.layout = Layout(engine.rules.topology, engine.rules.codes, interface.numbers)
        self.size = size
        self.places = {n: Place(interface.fields[n], at) for n, at in offsets.items()}
        self.stages = {s.number: s for s in interface.stages}
        self.set_ups = self._set_ups()
        self.empty = (None,) * len(engine.rules.all_cells)
        self.pieces: dict[tuple[Any, ...], Piece] = {}

    # ---- fields ----

    def values(self, name: str, state: bytes) -> list[Any]:
        """The entries of a field."""
        return self.places[name].read(state)

    def number(self, name: str, state: bytes) -> int:
        """The value of a field that has one entry, a number."""
        found: int = self.places[name].read(state)[0]
        return found

    # ---- from bytes ----

    def position(self, state: bytes, heard: Any, history: Mapping[Any, int]) -> Position:
        """The position of a state."""
        rules, layout = self.engine.rules, self.layout
        last = self.number("last", state)
        found = self.engine.blank()
        return found.changed(
            board=self.board(state),
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
        fields = self.interface.fields
        planes = self.values("own", state) if "own" in fields else []
        if "unowned" in fields:
            planes = [*planes, self.number("unowned", state)]
        cells = self.layout.cells
        return frozenset(cells[code] for code in bits(reduce(or_, planes, 0)))

    def board(self, state: bytes) -> tuple[Piece | None, ...]:
        """The piece on each cell."""
        fields, layout = self.interface.fields, self.layout
        owners = list(enumerate(self.values("own", state))) if "own" in fields else []
        if "unowned" in fields:
            owners.append((-1, self.number("unowned", state)))
        kinds = self.values("kind", state) if "kind" in fields else None
        planes = {n: self.values(f"with_{n}", state) for n in self.interface.attributes}
        board: list[Piece | None] = list(self.empty)
        for owner, mask in owners:
            for code in bits(mask):
                kind = 0
                if kinds is not None:
                    kind = next(k for k, cells in enumerate(kinds) if cells >> code & 1)
                values = tuple(
                    sum((plane >> code & 1) << i for i, plane in enumerate(planes[name]))
                    for name in self.engine.rules.codes.attribute_names[kind]
                )
                board[layout.cells[code]] = self.piece(kind, owner, values)
        return tuple(board)

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
        return tuple(variable_value(self.layout, variable, s) for s in stored)

    def refused(self, state: bytes) -> frozenset[Any]:
        """The attempts of this turn that failed."""
        found = set()
        for step in self.interface.refusing:
            for place in bits(self.number(step.refused, state)):
                codes = []
                for parameter in reversed(step.parameters):
                    place, rest = divmod(place, parameter.size)
                    codes.append(rest)
                found.add((step.name, self.args(step.parameters, codes[::-1])))
        return frozenset(found)

    def pending(self, state: bytes) -> tuple[Any, ...]:
        """What remains of the turn, as the reference engine has it."""
        items = self.stages[self.number("stage", state)].pending
        return tuple(self.pending_item(state, item) for item in items)

    def pending_item(self, state: bytes, item: Any) -> Any:
        """An item of what remains, as the reference engine has it."""
        match item:
            case ("left", number):
                return number, self.number(f"left_{number}", state)
            case ("or", *ways):
                return "or", *(tuple(self.pending_item(state, i) for i in way) for way in ways)
        return item

    def node(self, state: bytes, heard: Any, history: Mapping[Any, int]) -> Node:
        """The whole situation, for the reference engine."""
        position = self.position(state, heard, history)
        if self.number("over", state):
            return Node(position, result=self.result(state), ended_by=self.ended_by(state))
        stage = self.stages[self.number("stage", state)]
        if stage.deal is not None:
            return Node(position, setup=self.set_ups[stage.deal], chance=True)
        return Node(position, self.pending(state), chance=stage.is_chance)

    def result(self, state: bytes) -> tuple[float, ...]:
        """The share of each seat of a game that is over."""
        colours, winners = self.values("colour_of", state), self.number("winners", state)
        won = [winners >> c & 1 for c in colours]
        share = 1.0 if sum(won) == 1 else 0.5
        return tuple(share if w else 0.0 for w in won)

    def ended_by(self, state: bytes) -> Any:
        """The line that ended the game; None where there is none."""
        number = self.number("ended", state)
        return self.engine.game.ends[number - 1].span if number else None

    # ---- moves ----

    def args(self, parameters: tuple[Packing, ...], codes: list[int]) -> tuple[Any, ...]:
        """The values of parameters from their codes, each counted from 0."""
        found: list[Any] = []
        layout = self.layout
        for parameter, code in zip(parameters, codes, strict=True):
            if parameter.sets is not None:
                cells = layout.cells_of(parameter.sets[code])
                found += sorted(cells) if parameter.is_pair else [cells]
            elif parameter.type == NUMBER:
                found.append(code + parameter.low + parameter.offset)
            else:
                found.append(layout.decode(parameter.type, code + parameter.low))
        return tuple(found)

    def codes(
        self, parameters: tuple[Packing, ...], args: tuple[Any, ...]
    ) -> list[int] | None:
        """The codes of the values of parameters; None for what they cannot have."""
        given, found = list(args), []
        layout = self.layout
        for parameter in parameters:
            if parameter.sets is not None:
                cells = frozenset(given[:2]) if parameter.is_pair else given[0]
                mask = layout.mask(cells)
                if mask not in parameter.sets:
                    return None
                code = parameter.sets.index(mask)
            elif parameter.type == NUMBER:
                code = int(given[0]) - parameter.low - parameter.offset
            else:
                code = layout.encode(parameter.type, given[0]) - parameter.low
            if not 0 <= code < parameter.size:
                return None
            found.append(code)
            given = given[2 if parameter.is_pair else 1 :]
        return None if given else found

    # ---- the set-up ----

    def _set_ups(self) -> list[SetUp]:
        """What is left of the set-up at each deal, as the reference engine has it."""
        parts = unrolled(self.engine)
        return [part.todo for part in parts if isinstance(part.statement, model.Deal)]

    # ---- to bytes ----

    def encode(self, node: Node) -> tuple[bytes, int | None]:
        """The bytes of a situation, and the point of its turn, from which C finds the menu.

        The point is None where the bytes are complete; what `seen` compares is not among them.
        Raises NotEncodable.
        """
        state = bytearray(self.size)
        position = node.position
        self.write_position(state, position)
        if node.result is not None:
            self.write_over(state, node)
        elif node.setup:
            if node.setup not in self.set_ups:
                raise NotEncodable("setup")
            number = self.set_ups.index(node.setup)
            dealing = next(s.number for s in self.stages.values() if s.deal == number)
            self.write(state, "stage", [dealing])
        else:
            point = self.write_pending(state, node.pending)
            return bytes(state), point
        return bytes(state), None

    def write(self, state: bytearray, name: str, values: list[Any]) -> None:
        """Set the entries of a field."""
        self.places[name].write(state, name, values)

    def write_position(self, state: bytearray, position: Position) -> None:
        """All that the rules remember."""
        rules, layout = self.engine.rules, self.layout
        self.write_board(state, position)
        self.write_supply(state, position.supply)
        pairs = [*zip(rules.variables, position.variables, strict=True),
                 *zip(rules.marks, position.marks, strict=True)]  # fmt: skip
        for variable, values in pairs:
            stored = [field_value(self.layout, variable, v) for v in values]
            self.write(state, f"v_{variable.name}", stored)
        colours = list(position.colours)
        self.write(state, "colour_of", colours)
        self.write(state, "seat_of", [colours.index(c) for c in range(len(colours))])
        self.write(state, "mover", [colours[position.seat]])
        self.write(state, "seat", [position.seat])
        self.write(state, "next_seat", [position.next_seat])
        self.write(state, "passes", [position.passes])
        self.write(state, "turns", [position.turns])
        last = -1 if position.last is None else layout.cell_codes[position.last]
        self.write(state, "last", [last])
        self.write_refused(state, position)

    def write_supply(self, state: bytearray, supply: tuple[int, ...]) -> None:
        """What is off the board: a set where there is one each, or the number in each pool."""
        pools = self.engine.rules.pools
        if "bag" in self.interface.fields:
            if max(supply) > 1:
                raise NotEncodable("supply")
            held = zip(pools, supply, strict=True)
            codes = self.layout.piece_codes
            self.write(state, "bag", [sum(1 << codes[p] for p, n in held if n)])
        elif pools:
            self.write(state, "supply", list(supply))

    def write_board(self, state: bytearray, position: Position) -> None:
        """The pieces as bit planes."""
        fields, codes = self.interface.fields, self.layout.cell_codes
        names = {"own", "unowned", "kind", *(f"with_{a}" for a in self.interface.attributes)}
        masks: dict[str, list[int]] = {
            name: [0] * place.field.count for name, place in self.places.items() if name in names
        }
        for cell, piece in enumerate(position.board):
            if piece is None:
                continue
            bit = 1 << codes[cell]
            if piece.owner >= 0:
                masks["own"][piece.owner] |= bit
            else:
                masks["unowned"][0] |= bit
            if "kind" in fields:
                masks["kind"][piece.kind] |= bit
            for name, value in self.engine.rules.named_attributes(piece).items():
                number = self.interface.attributes[name].index(value)
                for plane in bits(number):
                    masks[f"with_{name}"][plane] |= bit
        for name, values in masks.items():
            self.write(state, name, values)

    def compared(self, seen: model.Seen, board: Any, things: tuple[Any, ...]) -> bytes:
        """A state that holds what one `seen` compares, and nothing else.

        Raises NotEncodable for what is worked out from more than the board.
        """
        state = bytearray(self.size)
        if board is not None:
            pieces = tuple(None if p is None else Piece(*p) for p in board)
            self.write_board(state, self.engine.blank().changed(board=pieces))
        for thing, value in zip(seen.things, things, strict=True):
            match thing:
                case model.Ask(name="mover", args=()):
                    self.write(state, "mover", [value])
                case model.Ask(name="supply"):
                    self.write_supply(state, value)
                case model.Stored(name=name, index=()):
                    place, _ = self.engine.rules.variable_place(name)
                    variable = self.engine.rules.variables[place]
                    if variable.index_types:
                        raise NotEncodable(name)
                    stored = field_value(self.layout, variable, value)
                    self.write(state, f"v_{name}", [stored])
                case _:
                    raise NotEncodable("history")
        return bytes(state)

    def write_refused(self, state: bytearray, position: Position) -> None:
        """The attempts of this turn that failed."""
        for name, args in position.refused:
            steps = [s for s in self.interface.refusing if s.name == name]
            if not steps:
                raise NotEncodable("refused")
            for step in steps:
                codes = self.codes(step.parameters, args)
                if codes is None:
                    raise NotEncodable("refused")
                place = 0
                for parameter, code in zip(step.parameters, codes, strict=True):
                    place = place * parameter.size + code
                mask = self.number(step.refused, state) | 1 << place  # type: ignore[arg-type]
                self.write(state, step.refused, [mask])

    def write_over(self, state: bytearray, node: Node) -> None:
        """How the game ended."""
        assert node.result is not None
        seats = zip(node.position.colours, node.result, strict=True)
        self.write(state, "over", [1])
        self.write(state, "winners", [sum(1 << c for c, share in seats if share)])
        spans = [end.span for end in self.engine.game.ends]
        self.write(state, "ended", [spans.index(node.ended_by) + 1 if node.ended_by else 0])
        if self.result(bytes(state)) != node.result:
            raise NotEncodable("result")

    def write_pending(self, state: bytearray, pending: tuple[Any, ...]) -> int:
        """What remains of the turn: the numbers of rounds that are left, and the point."""
        rounds: dict[int, int] = {}
        point = self.interface.points.get(items_of(pending, rounds))
        if point is None:
            raise NotEncodable("pending")
        for number, left in rounds.items():
            self.write(state, f"left_{number}", [left])
        return point


def items_of(pending: tuple[Any, ...], rounds: dict[int, int]) -> tuple[Any, ...]:
    """The items of what remains as points have them; `rounds` gets how many rounds are left.

    Raises NotEncodable for ways on with different numbers of rounds of the same repetition.
    """
    items: list[Any] = []
    for item in pending:
        match item:
            case ("or", *ways):
                items.append(("or", *(items_of(way, rounds) for way in ways)))
            case (number, left):
                if rounds.setdefault(number, left) != left:
                    raise NotEncodable("pending")
                items.append(("left", number))
            case _:
                items.append(item)
    return tuple(items)
