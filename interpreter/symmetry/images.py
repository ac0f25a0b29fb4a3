"""The images of moves and of positions under a symmetry of the board.

A cell goes to its image, and what is made of cells and directions goes with them: sets of cells
such as links and blocks, steps, the attributes of pieces, and variables.  All other values stay as
they are, among them numbers and words that may stand for a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gdl.vocabulary.types import CELL, DIRECTION, PIECE, VECTOR, SetType, Type
from interpreter.board.codes import as_moves

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Key

Symmetry = tuple[int, ...]  # the image of each cell, by number


class NoImage(Exception):
    """Something that a symmetry of the board carries to nothing."""


class Images:
    """The images of values under a symmetry of the board; raises NoImage where one has none."""

    def __init__(self, game: GameBase, cells: Symmetry):
        self.game = game
        self.cells = cells
        self.directions = direction_images(game, cells)
        self.known: dict[Any, Any] = {None: None}  # of what may stand on a cell

    def of(self, type: Type, value: Any) -> Any:
        """The image of a code."""
        if value is None:
            return value
        if isinstance(type, SetType):
            return frozenset(self.of(type.element, part) for part in value)
        if type == CELL:
            return self.cells[value]
        if type == DIRECTION or (type == VECTOR and isinstance(value, int)):
            if value not in self.directions:
                raise NoImage
            return self.directions[value]
        if type == VECTOR:
            moves = as_moves(value) or ()
            return self.game.codes.canonical(tuple((self.of(DIRECTION, d), n) for d, n in moves))
        if type == PIECE:
            return value._replace(attributes=self.attributes(value))
        return value

    def attributes(self, piece: Any) -> tuple[Any, ...]:
        """The images of the attributes of a piece."""
        codes = self.game.codes
        named = zip(codes.attribute_names[piece.kind], piece.attributes, strict=True)
        return tuple(self.of(codes.attribute_types[name], part) for name, part in named)

    def key(self, key: Key) -> Key:
        """The image of a move."""
        name, args = key
        action = self.game.reference.turns.actions.get(name)
        types = action.types if action else ()
        return name, tuple(map(self.of, types, args))

    def placed(self, state: State) -> Any:
        """The image of what `placed` gives."""
        board = state.node.position.by_cell
        image: list[Any] = [None] * len(board)
        for cell, there in enumerate(board):
            if there not in self.known:
                self.known[there] = self.standing(there, bool(state.node.position.under))
            image[self.cells[cell]] = self.known[there]
        return tuple(image), tuple(map(self.variable, *placed_variables(state)))

    def standing(self, there: Any, is_pile: bool) -> Any:
        """The image of a piece, or of a pile."""
        return tuple(self.of(PIECE, piece) for piece in there) if is_pile else self.of(PIECE, there)

    def variable(self, variable: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The image of all values of a variable."""
        image: list[Any] = [None] * len(values)
        for key, place in variable.keys.items():
            at = variable.keys.get(tuple(map(self.of, variable.index_types, key)))
            if at is None:
                raise NoImage
            image[at] = self.of(variable.type, values[place])
        return tuple(image)


def placed(state: State) -> Any:
    """What a position has at places: the pieces on each cell, and the variables that tell of cells
    or directions.
    """
    return state.node.position.by_cell, tuple(placed_variables(state)[1])


def placed_variables(state: State) -> tuple[list[Any], list[Any]]:
    """The variables that tell of cells or directions, and their values."""
    variables = state.game.reference.rules.variables
    pairs = [
        (variable, values)
        for variable, values in zip(variables, state.node.position.variables, strict=True)
        if any(map(is_place, (*variable.index_types, variable.type)))
    ]
    return [variable for variable, _ in pairs], [values for _, values in pairs]


def is_place(type: Type) -> bool:
    """Whether values of a type are made of cells or directions, or may be."""
    if isinstance(type, SetType):
        return is_place(type.element)
    return type in (CELL, DIRECTION, VECTOR, PIECE)


def direction_images(game: GameBase, symmetry: Symmetry) -> Mapping[int, int]:
    """The images of the directions whose image is one everywhere."""
    topology = game.reference.rules.topology
    images = {}
    for d in range(len(topology.directions)):
        steps = [
            (symmetry[a], symmetry[b]) for a in range(len(topology.cells))
            if (b := topology.step(a, ((d, 1),))) is not None
        ]  # fmt: skip
        for e in range(len(topology.directions)):
            if steps and all(topology.step(a, ((e, 1),)) == b for a, b in steps):
                images[d] = e
                break
    return images
