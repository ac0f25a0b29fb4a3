"""The state that all parts of the checker share: what is declared, and access to what is not yet.

`Context` holds the names and what is known of the board.  Definitions, variables and facts are
checked when they are first needed, by its subclass `Checker`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

from gdl.check.expressions.scope import Frame, Scope, Symbols
from gdl.model import nodes as model
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.syntax.rule_file import DefineEntry, Fact
from gdl.vocabulary.lattice import Lattice

CELL_NAME = re.compile(r"[a-z]{1,2}\d+")


class Context(ABC):
    """The state of one run of the checker."""

    def __init__(self, report: Report, symbols: Symbols, has_sees: bool, is_boardless: bool):
        self.report = report
        self.symbols = symbols
        self.has_sees = has_sees
        self.is_boardless = is_boardless  # whether the file has no heading `board`
        self._is_board_missed = False  # whether that has been reported
        self.lattice: Lattice | None = None
        self.directions: tuple[str, ...] = ()
        self.board_extent = ""
        self.pile: int | None = None  # how many pieces may stand on a cell
        self.cell_number: int | None = None  # None where computed holes are not yet known
        self.holes: frozenset[str] = frozenset()  # cells cut out of the board, if named
        self.has_board = False  # whether the cells are known
        self.kinds: dict[str, model.Kind] = {}
        self.colours: tuple[str, ...] = ()
        self.frames: list[Frame] = []
        self.entries: dict[str, DefineEntry] = {}
        self.stored: dict[str, tuple[syntax.Head, syntax.Stored]] = {}  # variables and marks
        self.fact_entries: dict[str, tuple[str, list[tuple[str, Fact]]]] = {}
        self.actions: dict[str, model.Action] = {}
        self.constants: dict[str, Any] = {}  # values of definitions that are constant
        self.parts: dict[str, syntax.Turn] = {}  # the turns that have names

    @abstractmethod
    def definition(
        self, name: syntax.Name, given: tuple[model.Expr, ...]
    ) -> model.Definition | None:
        """A definition called with arguments; None after an error."""

    @abstractmethod
    def variable(self, name: str) -> model.Variable | None:
        """A variable or a mark; None after an error."""

    @abstractmethod
    def fact(self, name: syntax.Name) -> model.Fact | None:
        """A fact of players, of kinds or of words; None after an error."""

    def miss_board(self, span: Span, word: str, meant: tuple[str, ...] = ()) -> bool:
        """Whether a word of the board stands in a file without one; the first is reported, with
        what may be `meant` there.
        """
        if self.is_boardless and not self._is_board_missed:
            self._is_board_missed = True
            self.report.add(
                "needs-board", span, word=word, candidates=meant,
                offer="what belongs to no cell is kept in a variable: `{}`",
            )  # fmt: skip
        return self.is_boardless

    def scope(self, place: str = "rule") -> Scope:
        """A fresh scope with a frame of its own."""
        self.frames.append(Frame())
        return Scope(self.frames[-1], self.symbols, place=place)

    def parameters(self, name: str) -> int:
        """How many parameters a definition has."""
        return len(self.entries[name].head.names)

    def indices(self, name: str) -> int:
        """How many indices a variable has."""
        return sum(len(b.names) for b in self.stored[name][0].binders)

    def may_be_none(self, name: str) -> bool:
        """Whether a variable may hold no value."""
        variable = self.variable(name)
        return variable is None or variable.or_none

    @property
    def has_squares(self) -> bool:
        """Whether the board is known to be made of squares."""
        return self.lattice is not None and self.lattice.is_square

    def looks_like_cell(self, word: str) -> bool:
        """Whether an unknown word was probably meant as a cell of the board."""
        return self.lattice is not None and CELL_NAME.fullmatch(word) is not None

    def lies_beyond(self, word: str) -> bool:
        """Whether a word looks like a cell with a column or a row that the board does not have."""
        return (
            self.lattice is not None and self.looks_like_cell(word)
            and not self.lattice.reaches(word)
        )  # fmt: skip
