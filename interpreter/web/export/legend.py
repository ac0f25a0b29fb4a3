"""The legend of an exported page: what the numbers of the WebAssembly mean, and where they are.

A program and its game enter, plain data leave, which the page's script reads (`legend.ts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gdl.source.wording import names_as_words
from gdl.vocabulary.types import CELL, NUMBER, SetType, Type
from interpreter.api.game import Game
from interpreter.api.snapshot import end_text
from interpreter.api.wording import UNDECIDED
from interpreter.board.codes import number_text
from interpreter.board.position import Piece
from interpreter.board.values import code_text
from interpreter.drawing.text.tables import is_listed
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.ir.layout.interface import Packing
from interpreter.native.ir.plan import StepPlan
from interpreter.native.program.program import Program
from interpreter.process.version import program_version

if TYPE_CHECKING:
    from interpreter.reference.rules import Variable

Named = str | list[str] | dict[str, list[str]] | None
"""A value that a move names: a word, the words of a set, a pair of cells, a hole of the board."""


class Legend:
    """The legend of one game."""

    def __init__(self, game: Game, program: Program):
        self.game, self.plan = game, program.plan
        self.interface = program.plan.interface
        self.rules, self.codes = game.reference.rules, game.codes
        self.layout = program.plan.layout
        self.coding = Coding(game.reference, self.interface, {}, 0)
        self.lists: dict[str, int] = {}  # of values that a move names, by their representation
        self.listed: list[list[Named]] = []

    def all(self) -> dict[str, Any]:
        """All but the drawings."""
        game, results = self.game, self.game.results
        options = [[name, option_text(value)] for name, value in game.options.items()]
        return {
            "title": game.title, "name": game.name, "players": list(game.players),
            "options": options, "version": program_version(), "hash": game.rules_hash,
            "fields": self.fields(), "cells": list(game.board.cells),
            "codes": list(self.layout.cell_codes), "forms": self.forms(), "lists": self.listed,
            "actions": self.actions(), "ends": self.ends(), "undecided": UNDECIDED,
            "points": [results.least, results.greatest] if results.are_points else None,
        }  # fmt: skip

    def fields(self) -> dict[str, list[Any]]:
        """The fields of the state in the order of their names."""
        stored = ((name, self.interface.fields[name]) for name in self.interface.names)
        return {name: [field.storage, field.words, field.count] for name, field in stored}

    # ---- moves ----

    def forms(self) -> dict[str, list[Any]]:
        """By the number of each step: its action, and where the words of its parameters are."""
        made = {}
        for step in self.plan.ordered_steps:
            types = self.types(step)
            parts = []
            for parameter in step.parameters:
                count = 2 if parameter.packing.is_pair else 1
                mine, types = types[:count], types[count:]
                values = [self.named(parameter.packing, mine, code)
                          for code in range(parameter.packing.size)]  # fmt: skip
                parts.append([self.kept(values), parameter.packing.bits])
            made[str(step.number)] = [step.step.name, parts]
        return made

    def types(self, step: StepPlan) -> list[Type]:
        """The types of the parameters of a step."""
        action = self.game.reference.turns.actions.get(step.step.name)
        return list(action.types) if action else []

    def named(self, packing: Packing, types: list[Type], code: int) -> Named:
        """The words of a value of a parameter."""
        if packing.type == CELL and packing.sets is None:
            if code + packing.low not in self.layout.cells:
                return None
        values = tuple(self.coding.args((packing,), [code]))
        if packing.is_pair:
            return {"pair": [self.codes.text(t, v) for t, v in zip(types, values, strict=True)]}
        if isinstance(types[0], SetType):
            parts = sorted(values[0])
            return [self.codes.text(types[0].element, part) for part in parts]
        return self.codes.text(types[0], values[0])

    def kept(self, values: list[Named]) -> int:
        """The number of a list, each kept once."""
        key = repr(values)
        if key not in self.lists:
            self.lists[key] = len(self.listed)
            self.listed.append(values)
        return self.lists[key]

    def actions(self) -> dict[str, dict[str, Any]]:
        """The types of the words of each action."""
        turns = self.game.reference.turns.actions
        return {
            name: {"types": [str(t) for t in action.types], "line": None}
            for name, action in turns.items()
        }

    def ends(self) -> list[dict[str, Any]]:
        """The lines that end the game, in the order of the numbers that states have for them."""
        return [
            {"line": end.span.line, "text": code_text(end.span).strip("`"), "said": end_text(end)}
            for end in self.game.model.ends
        ]

    # ---- pieces ----

    def kinds(self) -> list[list[str]]:
        """For each kind the fields of its attributes."""
        return [[f"with_{name}" for name in names] for names in self.codes.attribute_names]

    def piece_key(self, piece: Piece) -> str:
        """A piece as the page finds it in a state: kind, owner and the numbers of attributes."""
        attributes = self.interface.attributes  # none in a game without a board
        names = [n for n in self.codes.attribute_names[piece.kind] if n in attributes]
        values = self.rules.named_attributes(piece)
        numbers = (attributes[name].index(values[name]) for name in names)
        return ",".join(map(str, (piece.kind, piece.owner, *numbers)))

    def pools(self, looks: Mapping[Piece, str]) -> dict[str, Any]:
        """What is off the board: the field, and what each of its entries counts."""
        is_bag = "bag" in self.interface.fields
        field = "bag" if is_bag else "supply" if self.rules.pools else None
        if not self.game.board.cells:
            field = None  # without a board it never changes
        codes = self.layout.piece_codes if is_bag else {}
        text = self.codes.piece_text
        return {"field": field, "pools": [
            {"look": looks[piece], "text": text(piece), "code": codes.get(piece, 0)}
            for piece in self.rules.pools
        ]}  # fmt: skip

    # ---- stored values ----

    def stored(self) -> Iterator[tuple[Variable, dict[str, Any]]]:
        """Every variable and mark, and what the page must know to read it."""
        for variable in (*self.rules.variables, *self.rules.marks):
            yield variable, {
                "name": variable.name, "label": names_as_words(variable.name),
                "field": f"v_{variable.name}", "meaning": self.meaning(variable),
                "keys": self.keys(variable), "listed": is_listed(self.indices(variable)),
                "drawn": None,
            }  # fmt: skip

    def keys(self, variable: Variable) -> list[list[str]] | None:
        """The words of each index of a variable; None for one that has no index."""
        if not variable.index_types:
            return None
        types = variable.index_types
        return [
            [self.codes.text(t, k) for t, k in zip(types, key, strict=True)]
            for key in variable.keys
        ]

    def indices(self, variable: Variable) -> dict[Any, None]:
        """The indices of a variable as views have them: numbers, words, or several of these."""
        if variable.index_types == (NUMBER,):
            return {number: None for (number,) in variable.keys}
        words = self.keys(variable) or []
        return {tuple(key) if len(key) > 1 else key[0]: None for key in words}

    def meaning(self, variable: Variable) -> dict[str, Any]:
        """How the entries of a variable read."""
        kind = variable.type
        if isinstance(kind, SetType):
            if isinstance(kind.element, SetType):
                return {"is": "count"}
            return {"is": "set", "texts": self.texts(kind.element)}
        return {"is": "number"} if kind == NUMBER else {"is": "code", "texts": self.texts(kind)}

    def texts(self, kind: Type) -> list[str | None]:
        """The words of the values of a type by their codes; None for a hole of the board."""
        if kind == NUMBER:
            return [number_text(number) for number in self.layout.numbers]
        size = self.layout.size_of(kind)
        holes = () if kind != CELL else range(size)
        return [
            None if code in holes and code not in self.layout.cells
            else self.codes.text(kind, self.layout.decode(kind, code))
            for code in range(size)
        ]  # fmt: skip


def option_text(value: Any) -> str:
    """The value of an option in words."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)

