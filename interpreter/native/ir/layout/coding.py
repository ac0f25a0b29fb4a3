"""States as bytes, and back to positions of the reference engine.

A state is the C structure that the generated text declares; a `Place` says where a field is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import NUMBER
from interpreter.board.position import Piece, Position
from interpreter.native.ir.layout.decoding import Decoding
from interpreter.native.ir.layout.interface import STEP_BITS, PackedMenu, PackedStep, Packing
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.layout.stored_values import NotEncodable, field_value
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.reference.engine import Node
from interpreter.reference.ways.simultaneous import CHOOSING, Chosen, choosing


class Coding(Decoding):
    """Makes positions of the reference engine from bytes, and bytes from them."""

    def codes(self, parameters: tuple[Packing, ...], args: tuple[Any, ...]) -> list[int] | None:
        """The codes of the values of parameters; None for what they cannot have."""
        given, result = list(args), []
        layout = self.layout
        for parameter in parameters:
            if parameter.sets is not None:
                chosen = frozenset(given[:2]) if parameter.is_pair else given[0]
                try:
                    code = parameter.sets.index(layout.encode(parameter.type, chosen))
                except (NotNative, ValueError):  # it is not among them, or has numbers as none has
                    return None
            elif parameter.type == NUMBER:
                code = int(given[0]) - parameter.low - parameter.offset
            else:
                code = layout.encode(parameter.type, given[0]) - parameter.low
            if not 0 <= code < parameter.size:
                return None
            result.append(code)
            given = given[2 if parameter.is_pair else 1 :]
        return None if given else result

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
            dealing = next(s.number for s in self.menus.values() if s.deal == number)
            self.write(state, "menu", [dealing])
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
        for name in ("seat", "next_seat", "passes", "turns"):
            self.write(state, name, [getattr(position, name)])
        last = -1 if position.last is None else layout.cell_codes[position.last]
        self.write(state, "last", [last])
        self.write_refused(state, position)

    def write_supply(self, state: bytearray, supply: tuple[int, ...]) -> None:
        """What is off the board: a set where there is one each, or the number in each pool."""
        pools = self.engine.rules.pools
        if "bag" in self.interface.fields:
            if max(supply) > 1:
                raise NotEncodable("supply")
            pairs = zip(pools, supply, strict=True)
            codes = self.layout.piece_codes
            self.write(state, "bag", [sum(1 << codes[p] for p, n in pairs if n)])
        elif pools:
            self.write(state, "supply", list(supply))

    def write_board(self, state: bytearray, position: Position) -> None:
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
                for plane in bits_of(number):
                    masks[f"with_{name}"][plane] |= bit
        for name, values in masks.items():
            self.write(state, name, values)
        if "height" in fields:
            self.write_piles(state, position)

    def write_piles(self, state: bytearray, position: Position) -> None:
        """The heights of all piles, and their pieces where these differ."""
        layout, most = self.layout, self.engine.model.board.pile or 1
        heights = [0] * layout.size
        entries = [0] * (layout.size * most)
        for cell, code in enumerate(layout.cell_codes):
            pile = position.pile(cell)
            heights[code] = len(pile)
            numbers = [layout.piece_codes[piece] + 1 for piece in pile]
            entries[code * most : code * most + len(pile)] = numbers
        self.write(state, "height", heights)
        if "pile" in self.interface.fields:
            self.write(state, "pile", entries)

    def compared(self, seen: model.Seen, board: Any, things: tuple[Any, ...]) -> bytes:
        """A state that holds what one `seen` compares, and nothing else.

        Raises NotEncodable for what is computed from more than the board.
        """
        state = bytearray(self.size)
        if board is not None:
            tops, under = board if self.engine.model.board.pile is not None else (board, ())
            pieces = tuple(None if p is None else Piece(*p) for p in tops)
            piles = tuple(tuple(Piece(*p) for p in pile) for pile in under)
            self.write_board(state, self.engine.blank().changed(board=pieces, under=piles))
        if seen.turn_number is not None:
            self.write(state, "turns", [things[-1]])
            things = things[:-1]
        for thing, value in zip(seen.things, things, strict=True):
            match thing:
                case model.BuiltinCall(name="mover", args=()):
                    self.write(state, "mover", [value])
                case model.BuiltinCall(name="supply"):
                    self.write_supply(state, value)
                case model.Stored(name=name, index=()):
                    place, _ = self.engine.rules.variable_place(name)
                    variable = self.engine.rules.variables[place]
                    values = value if variable.index_types else (value,)
                    stored = [field_value(self.layout, variable, v) for v in values]
                    self.write(state, f"v_{name}", stored)
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
        assert node.result is not None
        units = map(self.engine.outcomes.results.in_units, node.result)
        given = dict(zip(node.position.colours, units, strict=True))
        self.write(state, "over", [1])
        self.write(state, "result", [given[colour] for colour in sorted(given)])
        spans = [end.span for end in self.engine.model.ends]
        self.write(state, "ended", [spans.index(node.ended_by) + 1 if node.ended_by else 0])
        if self.result(bytes(state)) != node.result:
            raise NotEncodable("result")

    def write_pending(self, state: bytearray, pending: tuple[Any, ...]) -> int:
        """What remains of the turn: the numbers of rounds that are left, and the point."""
        rounds: dict[int, int] = {}
        items = tuple(items_of(pending, rounds))
        point = self.interface.points.get(items)
        if point is None:
            raise NotEncodable("pending")
        for number, left in rounds.items():
            self.write(state, f"left_{number}", [left])
        round_ = choosing(pending)
        if round_ is not None:
            menu = next(m for m in self.menus.values() if m.pending == items)
            self.write_choices(state, menu, round_[1])
        return point

    def write_choices(self, state: bytearray, menu: PackedMenu, chosen: Chosen) -> None:
        """What the seats have chosen from a menu so far."""
        packed: list[int] = []
        for key in chosen:
            steps = (self.steps[n] for n in menu.steps if key is not None)
            moves = [self.packed(s, key[1]) for s in steps if key and s.name == key[0]]
            found = [move + 1 for move in moves if move is not None]
            if key is not None and not found:
                raise NotEncodable("pending")
            packed.append(found[0] if found else 0)
        self.write(state, "decided", [len(packed)])
        self.write(state, "chosen", packed + [0] * (len(self.engine.model.colours) - len(packed)))

    def packed(self, step: PackedStep, args: tuple[Any, ...]) -> int | None:
        """A move of a step as one number; None for arguments that the step cannot have."""
        codes = self.codes(step.parameters, args)
        if codes is None:
            return None
        packed, shift = step.number, STEP_BITS
        for parameter, code in zip(step.parameters, codes, strict=True):
            packed |= code << shift
            shift += parameter.bits
        return packed


def items_of(pending: tuple[Any, ...], rounds: dict[int, int]) -> Iterator[Any]:
    """The items of what remains as points have them; `rounds` gets how many rounds are left.

    Raises NotEncodable for ways on with different numbers of rounds of the same repetition.
    """
    for item in pending:
        match item:
            case ("or", *ways):
                yield "or", *(tuple(items_of(way, rounds)) for way in ways)
            case (word, number, _) if word == CHOOSING:
                yield CHOOSING, number
            case (number, left) if number != "most":
                if rounds.setdefault(number, left) != left:
                    raise NotEncodable("pending")
                yield "left", number
            case _:
                yield item
