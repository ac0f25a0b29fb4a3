"""What a node of an engine says, in the words of the game."""

from __future__ import annotations

from typing import Any

from gdl.model import nodes as model
from gdl.source.printable import printable
from gdl.source.spans import Span
from gdl.source.wording import clip
from interpreter.api.game_base import GameBase
from interpreter.board.values import Piece, Pile

MAX_REASON = 600  # characters of what a line of `end` says


def end_text(end: model.End) -> str | None:
    """The text of a line of `end` as it may be shown, in one line; None if it has none."""
    said = end.message
    return clip(printable(" ".join(said.split())), MAX_REASON) if said else None


class Snapshot:
    """Who acts, how it stands and what there is; nothing here depends on the engine."""

    __slots__ = ("__dict__", "game", "node")

    game: GameBase
    node: Any  # a `Situation`

    # ---- who acts, how it stands ----

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.node.is_over)

    @property
    def is_chance(self) -> bool:
        """Whether nature acts next."""
        return self.node.chance and not self.is_over

    @property
    def seat(self) -> int | None:
        """The seat that acts, from 0; None when the game is over or nature acts."""
        node = self.node
        return None if node.is_over or node.chance else node.seat

    @property
    def colour(self) -> str | None:
        """The colour that acts."""
        seat = self.seat
        return None if seat is None else self.colour_of(seat)

    def colour_of(self, seat: int) -> str:
        """The colour that a seat plays."""
        colour: int = self.node.colours[seat]
        return self.game.players[colour]

    @property
    def turn(self) -> int:
        """The number of complete turns so far."""
        turns: int = self.node.turns
        return turns

    @property
    def result(self) -> list[float] | None:
        """What each seat gets: 1 for the winner, 0.5 for a shared win or a draw, 0 for a loss, or
        what its place is worth; points where the rules give points.  None until the game is over.
        """
        result = self.node.result
        return None if result is None else list(result)

    @property
    def shares(self) -> tuple[float, ...] | None:
        """The result as numbers from 0 to 1: where it lies between `game.results.least` and
        `greatest`.  None until the game is over.
        """
        result = self.node.result
        return None if result is None else tuple(map(self.game.results.share, result))

    @property
    def wins(self) -> tuple[float, ...] | None:
        """The win share of each seat, by points where the rules give points; None until the game
        is over.
        """
        result = self.node.result
        return None if result is None else self.game.results.wins(result)

    @property
    def ended_by(self) -> Span | None:
        """The line of `end` that ended the game; None while it goes on, where nobody could go on,
        and for a state that was read from JSON.
        """
        span: Span | None = self.node.ended_by
        return span

    @property
    def ended_because(self) -> str | None:
        """The text of the line that ended the game, such as `the board is full`; None without one.

        It is one line of at most `MAX_REASON` visible characters, whatever the file holds.
        """
        by = self.ended_by
        return next((end_text(end) for end in self.game.model.ends if end.span == by), None)

    @property
    def scores(self) -> dict[str, Any] | None:
        """What the rules count, per colour; None when they rank nothing."""
        scores = self.game.reference.scores(self.node.position)
        if scores is None:
            return None
        return {self.game.players[c]: score for c, score in scores.items()}

    # ---- what there is ----

    @property
    def occupied(self) -> frozenset[int]:
        """The numbers of the cells with a piece, in the order of `board.cells`."""
        cells: frozenset[int] = self.node.occupied
        return cells

    def at(self, cell: str) -> Piece | None:
        """The piece on a cell.

        Raises KeyError for a cell that the board does not have.
        """
        index = self.game.reference.rules.topology.index
        if cell not in index:
            raise KeyError(f"there is no cell {cell}")
        piece = self.node.position.board[index[cell]]
        return None if piece is None else self.game.piece(piece)

    def pieces(self) -> dict[str, Piece]:
        """The pieces on the board by cell."""
        board = zip(self.game.board.cells, self.node.position.board, strict=True)
        return {cell: self.game.piece(piece) for cell, piece in board if piece is not None}

    def piles(self) -> dict[str, Pile]:
        """All pieces on each occupied cell, lowest first; one each on a board without piles."""
        position, piece = self.node.position, self.game.piece
        return {
            cell: tuple(map(piece, position.pile(index)))
            for index, cell in enumerate(self.game.board.cells)
            if position.board[index] is not None
        }

    @property
    def supply(self) -> dict[str, int]:
        """The pieces off the board by text, and how many of each."""
        rules = self.game.reference.rules
        counts = zip(rules.pools, self.node.position.supply, strict=True)
        return {self.game.codes.piece_text(p): n for p, n in counts if n}

    @property
    def variables(self) -> dict[str, Any]:
        """The state variables; one with indices is a dict."""
        return self._stored(self.game.reference.rules.variables, self.node.position.variables)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks, which are for people and which no rule reads."""
        return self._stored(self.game.reference.rules.marks, self.node.position.marks)

    def _stored(self, variables: Any, values: Any) -> dict[str, Any]:
        codes = self.game.codes
        stored: dict[str, Any] = {}
        for variable, cells in zip(variables, values, strict=True):
            decoded = [codes.decode(variable.type, cell) for cell in cells]
            if not variable.index_types:
                stored[variable.name] = decoded[0]
                continue
            stored[variable.name] = {}
            for key, value in zip(variable.keys, decoded, strict=True):
                types = zip(variable.index_types, key, strict=True)
                names = tuple(codes.decode(t, k) for t, k in types)
                stored[variable.name][names[0] if len(names) == 1 else names] = value
        return stored
