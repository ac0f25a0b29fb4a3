"""What a game stores on cells or between them, as plain drawings, from what one seat may see.

`decorations` reads a `View` and nothing else of a state.  How something is drawn follows from its
type unless `looks` says it: see `form_of_stored`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.model.analysis import everything
from gdl.vocabulary.types import (
    CELL,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NUMBER,
    PIECE,
    SetType,
    Type,
    WordType,
)
from interpreter.api.state import start_of
from interpreter.board.codes import element
from interpreter.drawing.scene.fills import fill_of, word_fill
from interpreter.drawing.scene.forms import Form, form_of, known_looks
from interpreter.drawing.scene.looks import Said, said
from interpreter.drawing.text.symbols import ARROWS
from interpreter.drawing.text.tables import WIDTH, status_lines
from interpreter.drawing.text.values import value_text

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import View

PAIR = 2
MIDDLE = ("count", "text", "dot", "piece")
"""The forms that stand in the middle of their cells."""
WRITTEN = ("count", "text")
WITH_TEXT = (*WRITTEN, "piece")
CORNERS = ("se", "nw", "ne", "sw")
CARDS = "cards"
"""The form that lies beside the board (`interpreter.drawing.scene.hands`)."""


@dataclass(frozen=True)
class Decoration:
    """Something stored, as it is drawn.

    `count`, `text`, `dot` and `piece` stand in the middle of the cells; `tint` and `outline` are
    on each cell; a `line` goes through the cells, a `wall` along the edge between.  A `tint` that
    is stored for a set of cells fills what lies between their middles (`is_amid`).
    """

    form: str
    cells: tuple[str, ...]
    of: str  # the name of the variable or mark
    label: str  # in words, with its cells
    text: str = ""  # what a count, a text or a word says; the id of the look of a piece
    fill: str | None = None
    corner: str = ""  # of its cell, where it shares it: "se", "nw", "ne" or "sw"
    colour: str | None = None  # that it is, or that it belongs to
    is_amid: bool = False
    told: str = ""  # in words, for somebody who knows of which cells it is told


@dataclass(frozen=True)
class DrawnPosition:
    """What is on the board of a state, as it is drawn."""

    pieces: Mapping[str, Form] = field(default_factory=dict)  # by cell
    stored: tuple[Decoration, ...] = ()
    small: Mapping[str, Form] = field(default_factory=dict)  # the pieces of `stored`, by look


def drawn_position(state: State) -> DrawnPosition:
    """The whole position, whatever is hidden from seats."""
    game, stored = state.game, all_decorations(state)
    pieces = {cell: form_of(game, piece) for cell, piece in state.piles().items()}
    looks = {mark.text for mark in stored if mark.form == "piece"}
    known = known_looks(game).values() if looks else ()
    small = {look: form_of(game, piece) for look, piece in known if look in looks}
    return DrawnPosition(pieces, stored, small)


def decorations(game: GameBase, view: View) -> tuple[Decoration, ...]:
    """What is drawn on the board besides the pieces, for the seat that a view belongs to."""
    shown = {**view.variables, **view.marks}
    return apart(
        [
            drawn
            for variable in (*game.model.variables, *game.model.marks)
            if variable.name in shown
            for drawn in Stored(game, variable).drawn(shown[variable.name])
        ],
        view.pieces.keys(),
    )


def all_decorations(state: State) -> tuple[Decoration, ...]:
    """The same, whatever is hidden from seats."""
    view = replace(
        state.view(0), pieces=state.pieces(), hidden=frozenset(), variables=state.variables,
        marks=state.marks,
    )  # fmt: skip
    return decorations(state.game, view)


def apart(drawn: Sequence[Decoration], occupied: Container[str]) -> tuple[Decoration, ...]:
    """The same, with what stands in the middle of a cell moved to its corners if something else
    is there.
    """
    counts = Counter(mark.cells for mark in drawn if mark.form in MIDDLE)
    taken: Counter[tuple[str, ...]] = Counter()
    placed = []
    for mark in drawn:
        cells = mark.cells
        is_shared = counts[cells] > 1 or (len(cells) == 1 and cells[0] in occupied)
        if mark.form in MIDDLE and is_shared:
            placed.append(replace(mark, corner=CORNERS[taken[cells] % len(CORNERS)]))
            taken[cells] += 1
        else:
            placed.append(mark)
    return tuple(placed)


def drawn_names(game: GameBase) -> frozenset[str]:
    """The variables and marks that are drawn on the board (or not at all, if `looks` says so);
    what remains is to be written beside it.
    """
    every = (*game.model.variables, *game.model.marks)
    return frozenset(v.name for v in every if Stored(game, v).form not in ("", CARDS))


def undrawn_names(game: GameBase) -> frozenset[str]:
    """The variables and marks that `looks` leaves out, on the board and beside it."""
    return frozenset(n for n in drawn_names(game) if said(game.model.looks, n).form == "nothing")


def shown_supply(game: GameBase, supply: Mapping[str, int]) -> dict[str, int]:
    """The pieces of a supply that are worth showing: those of kinds that come to the board, or all
    where a rule asks for the supply.  Cards that are only kept in variables are off it for ever.
    """
    if not game.board.cells:
        return {}
    pools = game.reference.rules.pools
    coming = kinds_coming(game.model)
    shown = {game.codes.piece_text(p) for p in pools if game.piece(p).kind in coming}
    return {text: count for text, count in supply.items() if text in shown}


def kinds_coming(rules: model.Game) -> frozenset[str]:
    """The kinds of piece that a statement may put on the board, or whose supply a rule reads."""
    found: set[str] = set()
    for part in everything(rules):
        match part:
            case model.Put(piece=model.Value(type=of, value=str(kind))) if of == KIND:
                found.add(kind)
            case model.Put() | model.Lift() | model.BuiltinCall(name="supply"):
                return frozenset(kind.name for kind in rules.kinds)
    return frozenset(found)


def values_beside(game: GameBase, width: int = WIDTH) -> Callable[[State], str]:
    """What tells of any state of a game the variables that are not drawn on a board, in lines of
    some width, whatever is hidden from seats.
    """
    drawn, start = drawn_names(game), start_of(game).variables

    def told(state: State) -> str:
        values = {name: value for name, value in state.variables.items() if name not in drawn}
        return "\n".join(status_lines(values, start, width))

    return told


class Stored:
    """How one variable or mark of a game is drawn."""

    def __init__(self, game: GameBase, variable: model.Variable):
        self.game, self.variable = game, variable
        self.said: Said = said(game.model.looks, variable.name)
        self.index = index_types(variable)
        self.form = form_of_stored(self.index, variable.type, self.said)
        self.order = {cell: i for i, cell in enumerate(game.board.cells)}

    def drawn(self, value: Any) -> Iterator[Decoration]:
        """The drawings of a value, as a `View` has it."""
        if self.form in ("", "nothing", CARDS):
            return
        entries = value.items() if self.index else [((), value)]
        for key, one in entries:
            keys = () if not self.index else key if len(self.index) > 1 else (key,)
            yield from self.entry(keys, one)

    def entry(self, keys: tuple[Any, ...], value: Any) -> Iterator[Decoration]:
        """The drawings of one entry."""
        colour = next((k for t, k in zip(self.index, keys, strict=True) if t == COLOUR), None)
        pairs = zip(self.index, keys, strict=True)
        places = [cell for t, k in pairs for cell in self.cells_in(t, k)]
        make = partial(self.make, colour=colour)
        if not places:
            for cells in self.sets_in(self.variable.type, value):
                yield make(cells, text=self.said.sign or self.variable.name)
        elif self.is_worth(value):
            more = self.cells_in(self.variable.type, value)
            steps = self.steps(places, value) if self.variable.type == DIRECTION else ()
            made = make(tuple([*places, *more, *steps]), text=self.text(value), value=value)
            yield replace(made, is_amid=max(map(places_in, self.index)) == PAIR)

    def make(
        self, cells: tuple[str, ...], text: str = "", value: Any = None, colour: str | None = None
    ) -> Decoration:
        """One drawing."""
        of_value = value if self.variable.type == COLOUR else colour
        fill = self.said.fill or (self.colour_fill(of_value) if of_value else self.word_fill(value))
        where = "–".join(cells)
        says = "" if value is None or value is True else f" {value_text(value)}"
        owner = f" of {colour}" if colour else ""
        return Decoration(
            self.form, cells, self.variable.name, f"{self.variable.name}{owner}, {where}{says}",
            text if self.form in WITH_TEXT or self.is_word else "", fill, colour=of_value,
            told=f"{self.variable.name}{owner}{says}",
        )  # fmt: skip

    # ---- values ----

    def cells_in(self, type: Type, value: Any) -> tuple[str, ...]:
        """The cells that a key or a value names, in the order of the board."""
        if value is None:
            return ()
        if type == CELL:
            return (value,)
        if isinstance(type, SetType) and type.element == CELL:
            return tuple(sorted(value, key=self.order.__getitem__))
        return ()

    def sets_in(self, type: Type, value: Any) -> Iterator[tuple[str, ...]]:
        """The sets of cells that a value without cells among its indices holds."""
        if value is None:
            return
        if isinstance(type, SetType) and isinstance(type.element, SetType):
            parts = (self.cells_in(type.element, part) for part in value)
            yield from sorted(filter(None, parts), key=lambda c: [self.order[n] for n in c])
        elif cells := self.cells_in(type, value):
            yield from (
                [cells]
                if self.form in ("line", "wall", "tint", "outline")
                else ((cell,) for cell in cells)
            )

    def is_worth(self, value: Any) -> bool:
        """Whether a value on a cell is drawn: no zero, no `no`, nothing that does not exist."""
        if isinstance(self.variable.type, WordType):
            return value is not None and (
                self.variable.or_none or value != self.variable.type.words[0]
            )
        return value is not None and value is not False and value != 0 and value != frozenset()

    def text(self, value: Any) -> str:
        """What is written."""
        type = self.variable.type
        if type == PIECE:
            known = known_looks(self.game).get(value)
            return known[0] if known else ""
        if type == DIRECTION:
            return ARROWS.get(value, str(value))
        if type == FLAG:
            return self.said.sign or self.variable.name
        sign = said(self.game.model.looks, value).sign if isinstance(value, str) else ""
        return sign or value_text(value)

    def steps(self, places: list[str], value: Any) -> tuple[str, ...]:
        """The cell to which a stored direction leads, for a line or a wall."""
        if self.form not in ("line", "wall") or value is None:
            return ()
        topology = self.game.reference.rules.topology
        way = ((topology.directions.index(value), 1),)
        there = topology.step(topology.index[places[-1]], way)
        return () if there is None else (topology.cells[there],)

    def word_fill(self, value: Any) -> str | None:
        """The fill for a word; what is written has the colour of all writing."""
        type = self.variable.type
        if not isinstance(type, WordType) or value is None or self.form in WRITTEN:
            return None
        return word_fill(value, type.words, self.game.model.looks)

    @property
    def is_word(self) -> bool:
        """Whether it is one of the words of the game."""
        return isinstance(self.variable.type, WordType)

    def colour_fill(self, colour: str) -> str:
        """The fill of a colour."""
        return fill_of(colour, self.game.players, self.game.model.looks)


def index_types(variable: model.Variable) -> tuple[Type, ...]:
    """The types of the indices of a variable."""
    return tuple(element(binder.domain.type) for binder in variable.index)


def form_of_stored(index: tuple[Type, ...], type: Type, entry: Said) -> str:
    """How something stored is drawn: as `looks` says, else by its type; empty if it has no place
    on the board and is written.
    """
    places = sum(map(places_in, index))
    inside = places_in(type)
    if not places and not inside:
        beside = CARDS if content(type) == PIECE else ""
        return entry.form if entry.form in ("nothing", CARDS) else beside
    if entry.form:
        return entry.form
    if entry.sign:
        return "text"
    if not places:
        if isinstance(type, SetType) and isinstance(type.element, SetType):
            return "line"
        return "outline"
    if type == FLAG:
        return "line" if places > 1 else "dot"
    if type == COLOUR:
        return "line" if places > 1 else "tint"
    if inside:
        return "line"
    return {NUMBER: "count", PIECE: "piece"}.get(type, "text")


def content(type: Type) -> Type:
    """The type of the elements of a set, else the type itself."""
    return type.element if isinstance(type, SetType) else type


def places_in(type: Type) -> int:
    """How many cells a value of a type names: 0, 1, or 2 for more."""
    if type == CELL:
        return 1
    return PAIR if isinstance(type, SetType) and places_in(type.element) else 0
