"""A game made ready: its names, its engines and its moves, without the states."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from functools import cached_property
from typing import Any, Protocol

from gdl.model import nodes as model
from gdl.model.analysis import (
    everything,
    has_simultaneous_choices,
    piece_parts,
    secret_marks,
)
from gdl.model.canonical import rules_hash
from gdl.model.fold import Scalar
from gdl.model.results import Results
from gdl.source.diagnostics import Diagnostic, Report
from interpreter.board.codes import Codes
from interpreter.board.position import Piece as PieceCode
from interpreter.board.values import UNKNOWN, Board, Key, Move, Piece, Pile
from interpreter.engine.choice import ReferenceEngine, check_engine, native_engine, requested_engine
from interpreter.engine.protocol import Engine
from interpreter.explain.first_move import why_no_move
from interpreter.reference.board_checks import check_on_board
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Reference

MAX_KEPT = 16  # states that remember what their moves lead to
MAX_MOVES_KNOWN = 200_000  # moves that are made only once


class Forgetful(Protocol):
    """A state that keeps what its moves lead to."""

    def forget(self) -> None: ...


class GameBase:
    """What states need of their game.

    Raises GdlError when the rules cannot be played on the board that they name, and OutOfEffort
    where only so much effort may be spent on finding out.
    """

    def __init__(
        self,
        rules: model.Game,
        warnings: tuple[Diagnostic, ...] = (),
        effort: Effort | None = None,
    ):
        self.model = rules
        self.warnings = warnings
        report = Report()
        self.reference = Reference(rules, report, effort)
        if not report.has_errors:
            check_on_board(rules, self.reference.rules, report)
        report.raise_errors()
        start, turn = self.reference.start(), rules.turn[0][1].span
        if start.is_over:
            report.add("no-first-move", turn, hint=why_no_move(self.reference, start, turn))
        self.warnings += report.diagnostics
        self._recent: deque[Forgetful] = deque(maxlen=MAX_KEPT)
        self._known_moves: dict[Key, Move] = {}
        self._known_pieces: dict[PieceCode, Piece] = {}
        self.codes: Codes = self.reference.rules.codes
        self._reference_engine = ReferenceEngine(self.reference)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.model, self.warnings)

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v}" for k, v in self.options.items())
        return f"<Game {self.name}{' ' if options else ''}{options}>"

    @property
    def name(self) -> str:
        """The name of the rule file."""
        return self.model.name

    @property
    def title(self) -> str:
        """The name of the game for people."""
        return self.model.title

    @property
    def options(self) -> dict[str, Scalar]:
        """The value of every option."""
        return dict(self.model.options)

    @property
    def players(self) -> tuple[str, ...]:
        """The colours in the order of play."""
        return self.model.colours

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.model.colours)

    @property
    def results(self) -> Results:
        """Whether results are win shares or points, and between which numbers they lie."""
        return self.reference.outcomes.results

    @property
    def zero_sum(self) -> bool:
        """Whether the results of all seats always have the same sum, so that others pay for what a
        seat gets.
        """
        return self.results.is_zero_sum

    @cached_property
    def board(self) -> Board:
        """The board."""
        topology = self.reference.rules.topology
        return Board(topology.cells, topology.graph)

    @cached_property
    def rules_hash(self) -> str:
        """A short hash of rules and options: it changes with all that matters in play."""
        return rules_hash(self.model)

    @cached_property
    def exchanges_colours(self) -> bool:
        """Whether a rule gives seats other colours, as a pie rule does."""
        return any(isinstance(part, model.Play) for part in everything(self.model))

    @cached_property
    def has_simultaneous_choices(self) -> bool:
        """Whether all choose at once in some turn."""
        return has_simultaneous_choices(self.model)

    @cached_property
    def secret_marks(self) -> frozenset[str]:
        """The marks that may reveal what `sees` hides."""
        return secret_marks(self.model)

    @cached_property
    def hidden_parts(self) -> tuple[str, ...]:
        """What `sees` hides of pieces that it shows: `kind`, or attributes."""
        return tuple(name for name in piece_parts(self.model) if name in self.model.sees)

    @cached_property
    def shared_attributes(self) -> tuple[str, ...]:
        """The attributes that pieces of every kind have."""
        first, *others = (kind.attributes for kind in self.model.kinds)
        return tuple(name for name in first if all(name in other for other in others))

    def without(self, part: str, piece: Piece) -> Piece:
        """A piece of which the kind, or an attribute, is unknown.

        Without its kind it has no attributes that tell of it: only those that all kinds have.
        """
        had = piece.attributes
        if part == "kind":
            return Piece(UNKNOWN, piece.colour, {n: had[n] for n in self.shared_attributes})
        kept = {name: UNKNOWN if name == part else value for name, value in had.items()}
        return Piece(piece.kind, piece.colour, kept)

    def start_pieces(self) -> dict[str, Pile]:
        """The pieces on the board at the start, before chance, by cell, the lowest first."""
        start = self.reference.start().position
        piles = ((cell, start.pile(index)) for index, cell in enumerate(self.board.cells))
        return {cell: tuple(map(self.piece, pile)) for cell, pile in piles if pile}

    def keep(self, state: Forgetful) -> None:
        """Let a state keep what its moves lead to, and an older one forget it.

        A whole game of states with all their successors would fill the memory of a machine.
        """
        if len(self._recent) == MAX_KEPT:
            self._recent[0].forget()  # what comes now pushes it out
        self._recent.append(state)

    @cached_property
    def _native_engine(self) -> Engine | str:
        """The native engine of this game, or why there is none."""
        return native_engine(self.reference)

    def engine(self, name: str | None = None) -> Engine:
        """The engine of that name, else the one that BOARDWRIGHT_ENGINE names, else the native one
        where it can be had.

        Raises ValueError for an engine that there is not, and for the native one where that cannot
        be had.
        """
        name = requested_engine() if name is None else check_engine(name)
        if name == "reference":
            return self._reference_engine
        if not isinstance(self._native_engine, str):
            return self._native_engine
        if name == "native":
            raise ValueError(self._native_engine)
        return self._reference_engine

    @property
    def why_reference(self) -> str | None:
        """Why the reference engine plays although nobody asked for it; None where it does not."""
        if requested_engine() == "reference" or not isinstance(self._native_engine, str):
            return None
        return self._native_engine

    def moves_of(self, keys: Collection[Key]) -> list[Move]:
        """The move of each key."""
        known = self._known_moves
        try:
            return [known[key] for key in keys]
        except KeyError:
            return list(map(self.move, keys))

    def move(self, key: Key) -> Move:
        """The move of an action and its parameters."""
        known = self._known_moves.get(key)
        if known is None:
            name, args = key
            text = " ".join([name, *self.words(name, args)])
            known = Move(text, name, key, self.rules_hash)
            if len(self._known_moves) > MAX_MOVES_KNOWN:
                self._known_moves.clear()
            self._known_moves[key] = known
        return known

    def piece(self, piece: PieceCode) -> Piece:
        """A piece as people see it, from its codes."""
        known = self._known_pieces.get(piece)
        if known is None:
            known = self._known_pieces[piece] = self._made_piece(piece)
        return known

    def _made_piece(self, piece: PieceCode) -> Piece:
        codes = self.codes
        attributes = {
            name: codes.decode(codes.attribute_types[name], value)
            for name, value in self.reference.rules.named_attributes(piece).items()
        }
        colour = None if piece.owner < 0 else self.players[piece.owner]
        return Piece(codes.kind_names[piece.kind], colour, attributes)

    def words(self, action: str, args: tuple[Any, ...]) -> list[str]:
        """The parameters of a move as words."""
        known = self.reference.turns.actions.get(action)
        types = known.types if known else ()
        return [self.codes.text(t, a) for t, a in zip(types, args, strict=True)]
