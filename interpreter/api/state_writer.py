"""A state as JSON, readable and writable by people; `state_reader` reads it.

    {"board": {"a1": {"kind": "stone", "colour": "Black"}}, "seat": 1, "turn": 4, "passes": 0,
     "colours": ["Black", "White"], "variables": {"record": 2}}

On a board with piles, several pieces on a cell are a list, the lowest first.
What is left out is as at the start; the supply is then what is not on the board, and the turn is
about to begin.
"""

from __future__ import annotations

from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.vocabulary.types import FLAG, NUMBER, ListType, SetType, Type
from interpreter.api.game_base import GameBase
from interpreter.api.snapshot import Snapshot
from interpreter.board.codes import ordered
from interpreter.board.position import Piece
from interpreter.board.values import Pile
from interpreter.reference.engine import Node
from interpreter.reference.rules import Variable


def write_state(state: Snapshot) -> dict[str, Any]:
    """A state as plain data."""
    position, game = state.node.position, state.game
    data = {"game": game.name, "options": game.options, **write_present(state)}
    if position.history:
        data["history"] = [[plain(k), n] for k, n in position.history.items()]
    if any(position.heard):
        data["heard"] = [list(told) for told in position.heard]
    return data


def write_present(state: Snapshot) -> dict[str, Any]:
    """What there is in a state as plain data: nothing of its game, nor of what was before."""
    position, node, game = state.node.position, state.node, state.game
    writer = Writer(game)
    data: dict[str, Any] = {
        "board": {c: pile_data(p) for c, p in state.piles().items()},
        "supply": list(position.supply),
        "colours": [game.players[c] for c in position.colours],
        "seat": position.seat,
        "next": position.next_seat,
        "turn": position.turns,
        "passes": position.passes,
        "last": None if position.last is None else game.board.cells[position.last],
        "variables": writer.variables(game.reference.rules.variables, position.variables),
        "marks": writer.variables(game.reference.rules.marks, position.marks),
        "pending": plain(node.pending),
        "result": node.result,
    }
    if node.chance:
        data["chance"] = True
    if node.setup:
        data["setup"] = writer.setup(node)
    if position.refused:
        data["refused"] = [[name, plain(args)] for name, args in sorted(position.refused)]
    return data


def pile_data(pile: Pile) -> Any:
    """The pieces on a cell as plain data: one alone, several as a list, lowest first."""
    data = [piece_data(piece) for piece in pile]
    return data if data[1:] else data[0]


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

    def __init__(self, game: GameBase):
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

    def setup(self, node: Node) -> list[Any]:
        """What is left of the set-up: the number of each statement, and its frame."""
        numbers = {id(s): n for n, s in enumerate(setup_statements(self.game))}
        return [[numbers[id(s)], [frame_data(v) for v in frame]] for s, frame in node.setup]


def setup_statements(game: GameBase) -> list[model.Statement]:
    """Every statement of the set-up, also those in blocks."""
    parts = [part for statement in game.model.setup for part in walk(statement)]
    return [part for part in parts if isinstance(part, model.Statement)]


def frame_data(value: Any) -> Any:
    """A value of a frame as JSON, from which `state_reader.frame_value` makes the same."""
    return {"piece": plain(value)} if isinstance(value, Piece) else plain(value)
