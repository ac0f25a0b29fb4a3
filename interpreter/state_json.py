"""A state as JSON, readable and writable by people, and back.

    {"board": {"a1": {"kind": "stone", "colour": "Black"}}, "seat": 1, "turn": 4, "passes": 0,
     "colours": ["Black", "White"], "variables": {"record": 2}}

What is left out is as at the start; the supply is then what is not on the board, and the turn is
about to begin.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gdl.types import CELL, FLAG, NUMBER, ListType, SetType, Type
from interpreter.codes import ordered
from interpreter.reference.engine import Engine, Node
from interpreter.reference.position import Piece, Position
from interpreter.reference.rules import Variable

if TYPE_CHECKING:
    from interpreter.game import Game, State

KEYS = (
    "game options board supply colours seat next turn passes last variables marks pending setup "
    "chance result history refused heard"
).split()


# ---- writing -----------------------------------------------------------------------------------


def write_state(state: State) -> dict[str, Any]:
    """A state as plain data."""
    position, node, game = state.node.position, state.node, state.game
    writer = Writer(game)
    data: dict[str, Any] = {
        "game": game.name,
        "options": game.options,
        "board": {c: piece_data(p) for c, p in state.pieces().items()},
        "supply": list(position.supply),
        "colours": [game.players[c] for c in position.colours],
        "seat": position.seat,
        "next": position.next_seat,
        "turn": position.turns,
        "passes": position.passes,
        "last": None if position.last is None else game.board.cells[position.last],
        "variables": writer.variables(game.engine.rules.variables, position.variables),
        "marks": writer.variables(game.engine.rules.marks, position.marks),
        "pending": node.pending,
        "result": node.result,
    }
    if node.chance:
        data["chance"] = True
    if node.setup:
        data["setup"] = writer.setup_number(node)
    if position.history:
        data["history"] = [[plain(k), n] for k, n in position.history.items()]
    if position.refused:
        data["refused"] = [[name, plain(args)] for name, args in sorted(position.refused)]
    if any(position.heard):
        data["heard"] = position.heard
    return data


def piece_data(piece: Any) -> dict[str, Any]:
    """A piece as plain data; what it has not is left out."""
    data: dict[str, Any] = {"kind": piece.kind}
    if piece.colour is not None:
        data["colour"] = piece.colour
    if piece.attributes:
        data["attributes"] = dict(piece.attributes)
    return data


def plain(value: Any) -> Any:
    """Codes as JSON: a set is {"set": […]}, a tuple a list."""
    if isinstance(value, frozenset):
        return {"set": sorted((plain(v) for v in value), key=repr)}
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    return value


class Writer:
    """Writes the values of variables."""

    def __init__(self, game: Game):
        self.game = game
        self.codes = game.codes

    def variables(self, variables: tuple[Variable, ...], values: Any) -> dict[str, Any]:
        return {v.name: self.variable(v, cells) for v, cells in zip(variables, values, strict=True)}

    def variable(self, variable: Variable, cells: tuple[Any, ...]) -> Any:
        written = [self.value(variable.type, cell) for cell in cells]
        if not variable.index_types:
            return written[0]
        return {
            " ".join(
                self.codes.text(t, k) for t, k in zip(variable.index_types, key, strict=True)
            ): value
            for key, value in zip(variable.keys, written, strict=True)
        }

    def value(self, type: Type, value: Any) -> Any:
        if value is None or type in (NUMBER, FLAG):
            return value
        if isinstance(type, SetType):
            return [self.value(type.element, v) for v in ordered(value, type.element)]
        if isinstance(type, ListType):
            return list(value)
        return self.codes.text(type, value)

    def setup_number(self, node: Node) -> int:
        """How many chances of the set-up are left."""
        return len(node.setup)


# ---- reading -----------------------------------------------------------------------------------


def read_state(game: Game, text: str) -> Node:
    """The node of a JSON text.

    Raises ValueError in plain words.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ValueError(f"this is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise ValueError("a state is a JSON object")
    unknown = [key for key in data if key not in KEYS]
    if unknown:
        raise ValueError(f"a state has no entry {unknown[0]!r}; it has {', '.join(KEYS)}")
    try:
        return Reader(game, data).node()
    except (KeyError, TypeError, IndexError, AttributeError, LookupError) as error:
        raise ValueError(f"this is no state of {game.name}: {error}") from error


class Reader:
    """Reads one state."""

    def __init__(self, game: Game, data: Mapping[str, Any]):
        self.game = game
        self.data = data
        self.codes = game.codes
        self.engine: Engine = game.engine
        self.start = game._start

    def node(self) -> Node:
        data = self.data
        if data.get("setup"):
            return self.set_up_node()
        position = self.position()
        if data.get("result") is not None:
            return Node(position, result=tuple(float(r) for r in data["result"]))
        if "pending" in data:
            pending = as_codes(data["pending"])
            return Node(position, pending, chance=self.engine.is_chance(position, pending))
        last_seat = (position.seat - 1) % self.game.seats
        before = position.changed(seat=last_seat, next_seat=position.seat)
        if "history" not in data:  # the position itself has been at the end of a turn
            before = self.engine.remember(before.changed(history={}))
        node = self.engine.begin_turn(before)
        if "next" in data and node.result is None:
            return Node(node.position.changed(next_seat=position.next_seat), node.pending)
        return node

    def set_up_node(self) -> Node:
        """A situation in the set-up: the chances before it have been decided."""
        waiting = [self.start]
        while waiting:
            node = waiting.pop()
            if len(node.setup) == self.data["setup"]:
                return Node(self.position(node.position), setup=node.setup, chance=True)
            for led in list(self.engine.moves(node).values())[:1]:
                waiting.append(self.engine.set_up(led, node.setup[1:]))
        raise KeyError("setup")

    def position(self, base: Position | None = None) -> Position:
        data, rules = self.data, self.engine.rules
        base = base or self.start.position
        seats = [self.game.players.index(c) for c in data.get("colours", ())]
        colours = tuple(seats) if seats else base.colours
        if sorted(colours) != list(range(self.game.seats)):
            raise KeyError("colours must name each colour once")
        seat = int(data.get("seat", base.seat))
        if not 0 <= seat < self.game.seats:
            raise KeyError(f"there is no seat {seat}")
        board = self.board() if "board" in data else base.board
        last = data.get("last")
        return base.changed(
            board=board,
            supply=self.supply(board),
            colours=colours,
            seat=seat,
            next_seat=int(data.get("next", (seat + 1) % self.game.seats)),
            turns=int(data.get("turn", base.turns)),
            passes=int(data.get("passes", base.passes)),
            last=None if last is None else rules.topology.index[last],
            variables=self.variables(rules.variables, base.variables, "variables"),
            marks=self.variables(rules.marks, base.marks, "marks"),
            history={as_codes(k): n for k, n in data["history"]} if "history" in data else (
                base.history
            ),
            refused=frozenset((n, as_codes(a)) for n, a in data.get("refused", ())),
            heard=tuple(tuple(h) for h in data.get("heard", base.heard)),
        )  # fmt: skip

    def board(self) -> tuple[Piece | None, ...]:
        board: list[Piece | None] = [None] * len(self.game.board.cells)
        for cell, piece in self.data["board"].items():
            if cell not in self.engine.rules.topology.index:
                raise KeyError(f"there is no cell {cell}")
            board[self.engine.rules.topology.index[cell]] = self.piece(piece)
        return tuple(board)

    def piece(self, data: Mapping[str, Any]) -> Piece:
        kind = self.codes.kind_names.index(data["kind"])
        names = self.codes.attribute_names[kind]
        given = data.get("attributes", {})
        values = tuple(self.value(self.codes.attribute_types[n], given[n]) for n in names)
        colour = data.get("colour")
        return Piece(kind, -1 if colour is None else self.game.players.index(colour), values)

    def supply(self, board: tuple[Piece | None, ...]) -> tuple[int, ...]:
        """As it is written, or what is not on the board."""
        rules = self.engine.rules
        if "supply" in self.data:
            supply = tuple(int(n) for n in self.data["supply"])
            if len(supply) != len(rules.pools):
                raise KeyError(f"the supply has {len(rules.pools)} numbers")
            return supply
        left = list(rules.full_supply())
        for piece in board:
            pool = None if piece is None else rules.pool_of.get(rules.pool_key(piece))
            if pool is not None:
                left[pool] = max(0, left[pool] - 1)
        return tuple(left)

    def variables(self, variables: tuple[Variable, ...], base: Any, where: str) -> Any:
        given = self.data.get(where, {})
        unknown = set(given) - {v.name for v in variables}
        if unknown:
            raise KeyError(f"there is no variable {min(unknown)}")
        return tuple(
            self.cells(variable, given[variable.name]) if variable.name in given else cells
            for variable, cells in zip(variables, base, strict=True)
        )

    def cells(self, variable: Variable, data: Any) -> tuple[Any, ...]:
        if not variable.index_types:
            return (variable.hold(self.value(variable.type, data)),)
        by_key = {self.key(variable, k): self.value(variable.type, v) for k, v in data.items()}
        return tuple(variable.hold(by_key[key]) for key in variable.keys)

    def key(self, variable: Variable, text: str) -> tuple[Any, ...]:
        words = text.split()
        return tuple(
            self.codes.parse(t, w) for t, w in zip(variable.index_types, words, strict=True)
        )

    def value(self, type: Type, data: Any) -> Any:
        if data is None or type in (NUMBER, FLAG):
            return data
        if isinstance(type, SetType):
            return frozenset(self.value(type.element, v) for v in data)
        if isinstance(type, ListType):
            return tuple(data)
        if type == CELL and data not in self.engine.rules.topology.index:
            raise KeyError(f"there is no cell {data}")
        return self.codes.parse(type, data)


def as_codes(data: Any) -> Any:
    """What `plain` wrote."""
    if isinstance(data, dict):
        return frozenset(as_codes(v) for v in data["set"])
    return tuple(as_codes(v) for v in data) if isinstance(data, list) else data
