"""Where things that are no cells stand on the board, and whose a colour is for who looks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from gdl.vocabulary.types import COLOUR, PIECE, Type
from interpreter.api.game_base import GameBase
from interpreter.board.position import Piece
from interpreter.board.topology import Topology
from interpreter.spaces.records import Ahead, SeenPiece, Site

Cells = frozenset[int]


def each_cell(topology: Topology) -> Site:
    """The site that stands for the cells themselves."""
    return Site("", tuple(range(len(topology.cells))))


def sites(topology: Topology, sets: Collection[Cells]) -> list[Site]:
    """Sites for sets of cells such as links: one for each form that they have.

    A set begins on its first cell.  Sets have the same form if one is the other moved over the
    lattice; off a lattice, the sets that begin on a cell are numbered.
    """
    forms: dict[Any, dict[int, Cells]] = defaultdict(dict)
    begun: dict[int, int] = defaultdict(int)
    for cells in sorted(filter(None, sets), key=sorted):
        first = min(cells)
        form: Any = form_of(topology, cells)
        if form is None:
            form = begun[first]
            begun[first] += 1
        forms[form][first] = cells
    count = range(len(topology.cells))
    return [
        Site(form_name(form), tuple(map(begins.get, count)))
        for form, begins in sorted(forms.items(), key=lambda item: form_key(item[0]))
    ]


def form_of(topology: Topology, cells: Cells) -> tuple[tuple[int, int], ...] | None:
    """The steps from the first of some cells to all of them; None where one is off the lattice."""
    places = topology.coordinates
    if not all(cell in places for cell in cells):
        return None
    x, y = places[min(cells)]
    return tuple(sorted((places[cell][0] - x, places[cell][1] - y) for cell in cells))


def form_key(form: Any) -> tuple[Any, ...]:
    """How forms are ordered: those of a lattice first."""
    return (1, form) if isinstance(form, int) else (0, len(form), form)


def form_name(form: Any) -> str:
    """The name of a form: the steps from the first cell, or a number."""
    if isinstance(form, int):
        return f"set {form + 1}"
    return " ".join(f"{x:+d}{y:+d}" for x, y in form if (x, y) != (0, 0)) or "itself"


@dataclass(frozen=True)
class Viewpoint:
    """The colours of the seats in the order of play, that of the viewer first."""

    colours: tuple[int, ...]

    def absolute(self, value: Any, cell: int) -> Any:
        """The code of a value of a record, on a cell; None where a site has nothing there."""
        if isinstance(value, Ahead):
            return self.colours[value.seats]
        if isinstance(value, Site):
            return value.codes[cell]
        if isinstance(value, SeenPiece):
            owner = -1 if value.owner is None else self.colours[value.owner.seats]
            return Piece(value.kind, owner, tuple(self.absolute(v, cell) for v in value.attributes))
        return value


def relative(game: GameBase, type: Type, value: Any) -> list[Any]:
    """What a code stands for in records: as many values as there are seats that may be meant."""
    if type == COLOUR:
        return [Ahead(seats) for seats in range(game.seats)]
    if type != PIECE:
        return [value]
    owners = [None] if value.owner < 0 else [Ahead(seats) for seats in range(game.seats)]
    return [SeenPiece(value.kind, owner, value.attributes) for owner in owners]


def relatives(game: GameBase, type: Type, values: Collection[Any]) -> list[Any]:
    """The values of records for some codes, each once: what is the viewer's own comes first."""
    found = dict.fromkeys(one for value in values for one in relative(game, type, value))
    return sorted(found, key=order_of) if type in (COLOUR, PIECE) else list(found)


def order_of(value: Ahead | SeenPiece) -> tuple[Any, ...]:
    """Own colours and pieces first, those of nobody last."""
    if isinstance(value, Ahead):
        return (value.seats,)
    owner = value.owner
    return (owner is None, 0 if owner is None else owner.seats, value.kind, value.attributes)
