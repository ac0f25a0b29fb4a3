"""A game → the records of its planes, in the documented order.

The files of games come from strangers: records are made one by one, and no more than fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product
from typing import Any

from gdl.model.analysis import read_in_play
from gdl.vocabulary.types import CELL, CELLS, FLAG, NUMBER, PIECE, Type
from interpreter.api.game_base import GameBase
from interpreter.board.codes import element, ordered
from interpreter.board.position import Piece
from interpreter.reference.rules import Variable
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.records import (
    Ahead,
    AttributePlane,
    ChoicePlane,
    ChosenPlane,
    ColourPlane,
    Has,
    HeightPlane,
    HiddenPlane,
    Is,
    LastPlane,
    NotShown,
    PassesPlane,
    PiecePlane,
    Plane,
    Reading,
    Scaled,
    SeenPiece,
    Site,
    SupplyPlane,
    TurnPlane,
    VariablePlane,
)
from interpreter.spaces.sites import each_cell, relatives, sites

Named = tuple[str, Any]  # a value of a record, with its name


class Listing:
    """Makes the records of one game.

    `left_out` are names of variables, marks and attributes that are not shown, `levels` is how many
    pieces of a pile are, from the top; `actions` are those of which the steps chosen so far are.
    """

    def __init__(
        self, game: GameBase, history: int, levels: int | None, left_out: frozenset[str],
        actions: ActionSpace | None,
    ):  # fmt: skip
        self.game = game
        self.actions = actions
        self.model = game.model
        self.rules = game.reference.rules
        self.codes = game.codes
        self.history = history
        self.left_out = left_out
        most = self.model.board.pile or 1
        self.levels = most if levels is None else min(levels, most)
        self.each = each_cell(self.rules.topology)

    def records(self) -> Iterator[Plane]:
        """All planes, in the order of the page docs/bridges.md."""
        if self.each.codes:
            for age in range(self.history):
                yield from self.of_board(age)
        for variables, is_mark in ((self.rules.marks, True), (self.rules.variables, False)):
            for variable in variables:
                yield from self.of_variable(variable, is_mark)
        yield from self.of_supply()
        yield from self.of_turn()
        if self.game.has_simultaneous_choices:
            yield from self.of_choices()
        if self.actions is not None and self.actions.steps:
            yield from self.of_steps(self.actions)

    # ---- names ----

    def who(self, seats: int) -> str:
        """A seat as the viewer speaks of it."""
        if not seats:
            return "own"
        return "opponent" if self.game.seats == 2 else f"seat +{seats}"

    def of_whom(self, owner: Ahead | None) -> str:
        """Whose a piece is, before its kind; nothing is said of pieces of nobody."""
        return "" if owner is None else f"{self.who(owner.seats)} "

    def name(self, type: Type, value: Any) -> str:
        """A value of a record in words."""
        if isinstance(value, Ahead):
            return self.who(value.seats)
        if isinstance(value, Site):
            return value.name
        if isinstance(value, SeenPiece):
            piece = Piece(value.kind, -1, value.attributes)
            return self.of_whom(value.owner) + self.codes.piece_text(piece)
        return self.codes.text(type, value)

    # ---- the board ----

    def of_board(self, age: int) -> Iterator[Plane]:
        """The pieces, their attributes and what is hidden, at one time."""
        when = f", {age} turn{'s' if age > 1 else ''} ago" if age else ""
        pile = self.model.board.pile
        if pile is not None:
            yield HeightPlane(f"height{when}", age, pile)
        if pile is None or not self.is_one_piece:
            for level in range(self.levels):
                where = f", {level} below the top{when}" if level else when
                yield from self.of_level(age, level, where)
        if "board" in self.model.sees:
            yield HiddenPlane(f"hidden{when}", age)

    @property
    def is_one_piece(self) -> bool:
        """Whether all pieces are alike, so that only their number counts."""
        kinds = self.model.kinds
        return not kinds or (
            len(kinds) == 1 and len(kinds[0].owners) == 1 and not kinds[0].attributes
        )

    def of_level(self, age: int, level: int, where: str) -> Iterator[Plane]:
        """The pieces on top, or so many below."""
        names = [kind.name for kind in self.model.kinds]
        owners: list[Ahead | None] = []
        if any(owner is not None for kind in self.model.kinds for owner in kind.owners):
            owners += [Ahead(seats) for seats in range(self.game.seats)]
        if any(None in kind.owners for kind in self.model.kinds):
            owners.append(None)
        hides_kind = "kind" in self.game.hidden_parts
        for owner in owners:
            whose = self.of_whom(owner)
            for number, kind in enumerate(self.model.kinds):
                if any((one is None) == (owner is None) for one in kind.owners):
                    yield PiecePlane(f"{whose}{names[number]}{where}", age, level, owner, number)
            if hides_kind:
                yield PiecePlane(f"{whose}piece not shown{where}", age, level, owner, None)
        for attribute, type in self.codes.attribute_types.items():
            if attribute not in self.left_out:
                for name, reading in self.of_attribute(attribute, type):
                    yield AttributePlane(f"{name}{where}", age, level, attribute, type, reading)

    def of_attribute(self, attribute: str, type: Type) -> Iterator[tuple[str, Reading]]:
        """What is shown of an attribute, with names."""
        of = next(k.attributes[attribute] for k in self.model.kinds if attribute in k.attributes)
        values = self.rules.fixed(of)
        if type == NUMBER:
            yield attribute, scaled(values)
        elif type == FLAG:
            yield attribute, Is(True)
        else:
            for value in relatives(self.game, type, ordered(values, type)):
                yield f"{attribute} {self.name(type, value)}", Is(value)
        if attribute in self.game.hidden_parts:
            yield f"{attribute} not shown", NotShown()

    # ---- variables and marks ----

    def of_variable(self, variable: Variable, is_mark: bool) -> Iterator[Plane]:
        """The planes of a variable: for each of its indices those of its value."""
        shown = self.model.sees.get(variable.name)
        is_never = variable.name in self.game.secret_marks if is_mark else (
            shown is not None and shown.expr is None
        )  # fmt: skip
        if is_never or variable.name in self.left_out:
            return
        for words, key in self.keys(variable):
            index = f"[{', '.join(words)}]" if words else ""
            is_free = bool(self.each.codes) and not any(isinstance(k, Site) for k in key)
            for words_of_value, reading in self.of_value(variable, is_free):
                name = f"{variable.name}{index}{words_of_value}"
                yield VariablePlane(name, variable.name, is_mark, key, reading)
            if shown is not None:
                name = f"{variable.name}{index} not shown"
                yield VariablePlane(name, variable.name, is_mark, key, NotShown())

    def keys(self, variable: Variable) -> Iterator[tuple[list[str], tuple[Any, ...]]]:
        """The indices of a variable in words and as records have them.

        The first index of cells, or of sets of cells, becomes sites; colours are seats.
        """
        columns: list[list[Named]] = []
        has_site = False
        for place, type in enumerate(variable.index_types):
            values = list(dict.fromkeys(key[place] for key in variable.keys))
            if type in (CELL, CELLS) and not has_site:
                has_site = True
                found = [self.each] if type == CELL else sites(self.rules.topology, values)
                columns.append([(site.name, site) for site in found])
            else:
                columns.append([
                    (self.name(type, value), value) for value in relatives(self.game, type, values)
                ])  # fmt: skip
        for pairs in product(*columns):
            yield [name for name, _ in pairs if name], tuple(value for _, value in pairs)

    def of_value(self, variable: Variable, is_free: bool) -> Iterator[tuple[str, Reading]]:
        """What is shown of a value, with names; if `is_free`, its cells are shown where they are.
        """
        type, domain = variable.type, variable.domain
        if variable.holds_subsets:
            inner = element(type)
            for name, value in self.values(inner, domain, is_free):
                yield f" has{name}", Has(value)
        elif type == NUMBER:
            yield "", scaled(domain)
        elif type == FLAG:
            yield "", Is(True)
        elif type == CELLS and is_free:
            yield "", Has(self.each)
        else:
            for name, value in self.values(type, domain, is_free):
                yield name, Is(value)
        if variable.model.or_none and type in (NUMBER, FLAG):
            yield " none", Is(None)

    def values(self, type: Type, domain: Collection[Any], is_free: bool) -> Iterator[Named]:
        """The values that something is compared with."""
        if is_free and type == CELL:
            yield "", self.each
        elif is_free and type == CELLS:
            yield from ((f" {site.name}", site) for site in sites(self.rules.topology, domain))
        elif isinstance(domain, range):
            yield from ((f" {self.codes.text(type, value)}", value) for value in domain)
        else:
            for value in relatives(self.game, type, ordered(domain, type)):
                yield f" {self.name(type, value)}", value

    # ---- the rest ----

    def of_supply(self) -> Iterator[Plane]:
        """The pieces off the board, a plane for each pool."""
        entry = self.model.sees.get("supply")
        if (entry is not None and entry.expr is None) or "supply" in self.left_out:
            return
        full: Counter[Any] = Counter()  # of all owners, since pieces may change sides
        for piece, count in zip(self.rules.pools, self.rules.full_supply(), strict=True):
            full[piece.kind, piece.attributes] += count
        for seen in relatives(self.game, PIECE, self.rules.pools):
            most = max(1, full[seen.kind, seen.attributes])
            yield SupplyPlane(f"supply of {self.name(PIECE, seen)}", seen, most)

    def of_turn(self) -> Iterator[Plane]:
        """Who the viewer is, who acts, and what else the rules ask about the turn."""
        if not self.model.sees:
            read = read_in_play(self.model)
            if "last" in read and self.each.codes:
                yield LastPlane("last")
            if "passes" in read:
                yield PassesPlane("passes", self.game.seats)
        if self.game.seats > 1:
            for number, colour in enumerate(self.game.players):
                yield ColourPlane(f"the viewer is {colour}", number)
            for seats in range(self.game.seats):
                yield TurnPlane(f"{self.who(seats)} to act", seats)

    def of_choices(self) -> Iterator[Plane]:
        """Who has chosen while all choose at once."""
        for seats in range(self.game.seats):
            yield ChosenPlane(f"{self.who(seats)} has chosen", seats)

    def of_steps(self, actions: ActionSpace) -> Iterator[Plane]:
        """What the viewer has chosen of a move that is chosen in steps."""
        is_free = bool(self.each.codes)
        for number, action in enumerate(actions.actions):
            yield ChoicePlane(f"chosen: {action.name}", number, None, None)
            for place, domain in enumerate(action.domains):
                for name, value in self.values(domain.type, domain.values, is_free):
                    reading = Has(value) if domain.chosen_singly else Is(value)
                    words = f"chosen: {action.name}, parameter {place + 1}{name}"
                    yield ChoicePlane(words, number, place, reading)


def scaled(numbers: Collection[Any]) -> Scaled:
    """How numbers are scaled: by the largest, or by their places where they are no plain range."""
    if not numbers:
        return Scaled(1.0)
    low, high = min(numbers), max(numbers)
    is_range = high - low + 1 == len(numbers) and all(n == int(n) for n in numbers)
    if isinstance(numbers, range) or is_range:
        return Scaled(float(max(abs(low), abs(high), 1)))
    return Scaled(float(len(numbers)), tuple(sorted(numbers)))
