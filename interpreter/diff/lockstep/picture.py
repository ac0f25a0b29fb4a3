"""Positions by meaning: what both games have of a state, in the words and the order of A."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from gdl.vocabulary.types import COLOUR, KIND, PIECE, SetType, Type, WordType
from interpreter.board.position import Piece as PieceCode
from interpreter.board.position import Position
from interpreter.board.values import Piece, Pile
from interpreter.diff.rules.correspondence import Correspondence, is_plain
from interpreter.diff.rules.findings import Fact, line_of
from interpreter.drawing.text.values import value_text

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State

Stored = tuple[str, Any]  # the name of a variable and its indices


class Picture(NamedTuple):
    """A position: two states with equal pictures are the same position."""

    result: tuple[float, ...] | None  # by seat, once the game is over
    acting: tuple[str, str] | None  # the seat and its colour, or ("chance", "")
    colours: tuple[str, ...]  # by seat
    pieces: tuple[Piece | Pile | None, ...]  # by cell
    supply: tuple[int, ...]  # by pool that both games have
    variables: tuple[Any, ...]  # that both games have, one value for each index


@dataclass(frozen=True)
class Frame:
    """The cells, pools and variables of a picture: the same for both games, in the order of A."""

    cells: tuple[str, ...]
    pools: tuple[Piece, ...]
    stored: tuple[Stored, ...]


class Reader:
    """Makes pictures of the states of one game."""

    def __init__(self, game: Game, words: Correspondence, is_first: bool):
        self.game = game
        self.rules = game.reference.rules
        same = {name: name for name in (*game.players, *game.codes.kind_names)}
        self.colours = same if is_first else words.colours
        self.kinds = same if is_first else words.kinds
        self.words = {} if is_first else words.words
        self.seats = tuple(range(game.seats)) if is_first else words.seats
        self.attributes = words.attributes
        self.colour_names = tuple(self.colours[c] for c in game.players)
        self.known: dict[PieceCode, Piece] = {}
        self.pools = {self.pool(p): i for i, p in enumerate(self.rules.pools)}
        self.stored = dict(self._stored(words.variables))

    def _stored(self, names: frozenset[str]) -> Iterator[tuple[Stored, tuple[int, int]]]:
        """The place of each shared variable's value under each index."""
        for place, variable in enumerate(self.rules.variables):
            for key, index in variable.keys.items():
                types = zip(variable.index_types, key, strict=True)
                indices = tuple(self.value(t, k) for t, k in types)
                if variable.name in names:
                    yield (variable.name, indices), (place, index)

    def look(self, frame: Frame) -> None:
        """Fix what pictures show; called once, before the first picture."""
        self.cells = [self.rules.topology.index[c] for c in frame.cells]
        self.supplies = [self.pools[p] for p in frame.pools]
        self.values = [
            (*self.stored[s], self.rules.variables[self.stored[s][0]].type) for s in frame.stored
        ]
        self.by_seat = [self.seats.index(seat) for seat in range(len(self.seats))]

    def picture(self, state: State) -> Picture:
        """The picture of a state."""
        node = state.node
        position, result = node.position, node.result
        return Picture(
            None if result is None else tuple(result[s] for s in self.by_seat),
            self.acting(state),
            tuple(self.colour_names[position.colours[s]] for s in self.by_seat),
            tuple(self.standing(position, c) for c in self.cells),
            tuple(position.supply[i] for i in self.supplies),
            tuple(self.value(t, position.variables[v][i]) for v, i, t in self.values),
        )

    def acting(self, state: State) -> tuple[str, str] | None:
        """The seat that acts and its colour, or chance; None if the game is over."""
        if state.is_over:
            return None
        if state.seat is None:
            return ("chance", "")
        colour = self.colour_names[state.node.colours[state.seat]]
        return (f"seat {self.seats[state.seat] + 1}", colour)

    def standing(self, position: Position, cell: int) -> Piece | Pile | None:
        """The piece on a cell, or the pieces if there are several."""
        pile = position.pile(cell)
        if len(pile) < 2:
            return self.on(position.board[cell])
        return tuple(self.known.get(code) or self.piece(code) for code in pile)

    def on(self, code: PieceCode | None) -> Piece | None:
        """The piece on a cell, cached by its code."""
        return None if code is None else self.known.get(code) or self.piece(code)

    def piece(self, code: PieceCode) -> Piece:
        """A piece in the words of A, with the attributes that both games have."""
        types = self.game.codes.attribute_types
        named = self.rules.named_attributes(code).items()
        kept = {n: self.value(types[n], v) for n, v in sorted(named) if n in self.attributes}
        owner = None if code.owner < 0 else self.colour_names[code.owner]
        self.known[code] = Piece(self.kinds[self.game.codes.kind_names[code.kind]], owner, kept)
        return self.known[code]

    def pool(self, code: PieceCode) -> Piece:
        """The pieces of a pool: all of a kind and owner, or of supply `each` a single piece."""
        piece = self.piece(code)
        is_single = isinstance(self.rules.pool_key(code), PieceCode)
        return piece if is_single else Piece(piece.kind, piece.colour)

    def value(self, type: Type, value: Any) -> Any:
        """A value in the words of A."""
        if value is None or is_plain(type):
            return value
        if isinstance(type, SetType):
            return frozenset(self.value(type.element, v) for v in value)
        if type == PIECE:
            return self.piece(value)
        word = self.game.codes.text(type, value)
        if type == COLOUR:
            return self.colours[word]
        if isinstance(type, WordType):
            return self.words.get(type, {}).get(word, word)
        return self.kinds[word] if type == KIND else word


def readers(words: Correspondence) -> tuple[Frame, Reader, Reader]:
    """What is compared, and the readers of states of A and of B."""
    a, b = Reader(words.a, words, True), Reader(words.b, words, False)
    pools = tuple(p for p in a.pools if p in b.pools)
    frame = Frame(words.a.board.cells, pools, tuple(s for s in a.stored if s in b.stored))
    a.look(frame)
    b.look(frame)
    return frame, a, b


# ---- differences -------------------------------------------------------------------------------


def unlike_pictures(
    frame: Frame, a: Picture, b: Picture, states: tuple[State, State]
) -> list[Fact]:
    """The differences of two pictures, in words; the end of a game comes first."""
    facts = [*unlike_ends(a, b, states)]
    if a.acting != b.acting and a.result is None and b.result is None:
        facts.append(Fact("acting", f"{acting(a)} acts in A, {acting(b)} in B"))
    if a.colours != b.colours:
        colours = f"{', '.join(a.colours)} in A, {', '.join(b.colours)} in B"
        facts.append(Fact("colours", f"the seats play {colours}"))
    return [*facts, *unlike_pieces(frame, a, b), *unlike_variables(frame, a, b)]


def unlike_pieces(frame: Frame, a: Picture, b: Picture) -> Iterator[Fact]:
    """The cells and the supplies that differ."""
    for cell, one, other in zip(frame.cells, a.pieces, b.pieces, strict=True):
        if one != other:
            yield Fact("piece", f"on {cell}: {piece_text(one)} in A, {piece_text(other)} in B")
    for pool, left, right in zip(frame.pools, a.supply, b.supply, strict=True):
        if left != right:
            counts = f"{left} {piece_text(pool)} in A, {right} in B"
            yield Fact("supply", f"off the board: {counts}")


def unlike_variables(frame: Frame, a: Picture, b: Picture) -> Iterator[Fact]:
    """The variables that differ."""
    for (name, indices), left, right in zip(frame.stored, a.variables, b.variables, strict=True):
        if left != right:
            where = f"[{', '.join(value_text(i) for i in indices)}]" if indices else ""
            values = f"{stored_text(left)} in A, {stored_text(right)} in B"
            yield Fact("variable", f"{name}{where} is {values}")


def unlike_ends(a: Picture, b: Picture, states: tuple[State, State]) -> Iterator[Fact]:
    """The difference if only one game is over, or both are with different results."""
    if a.result == b.result:
        return
    line, other = (None if s.ended_by is None else line_of(s.ended_by) for s in states)
    if a.result is not None and b.result is not None:
        text = f"A ends: {result_text(a)}; B ends: {result_text(b)}"
        yield Fact("result", text, line, other)
    elif a.result is not None:
        yield Fact("over", f"A is over ({result_text(a)}), B goes on", line, other)
    else:
        yield Fact("over", f"B is over ({result_text(b)}), A goes on", line, other)


def result_text(picture: Picture) -> str:
    """A result in words."""
    assert picture.result is not None
    if not set(picture.result) <= {0, 0.5, 1}:
        pairs = zip(picture.colours, picture.result, strict=True)
        return ", ".join(f"{colour} gets {points:.6g}" for colour, points in pairs)
    ahead = [c for c, share in zip(picture.colours, picture.result, strict=True) if share]
    if len(ahead) == 1:
        return f"{ahead[0]} wins"
    return "a draw" if len(ahead) == len(picture.result) else f"{' and '.join(ahead)} share the win"


def acting(picture: Picture) -> str:
    """The seat that acts, in words."""
    assert picture.acting is not None
    seat, colour = picture.acting
    return f"{seat} ({colour})" if colour else seat


def piece_text(piece: Piece | Pile | None) -> str:
    """A piece in words, or the pieces on a cell from the top, those that are alike as a number."""
    if piece is None:
        return "nothing"
    if isinstance(piece, tuple):
        runs = ((text, len([*same])) for text, same in groupby(map(piece_text, reversed(piece))))
        return " on ".join(f"{count} × {text}" if count > 1 else text for text, count in runs)
    words = [piece.colour or "", piece.kind, *(value_text(v) for v in piece.attributes.values())]
    return " ".join(word for word in words if word)


def stored_text(value: Any) -> str:
    """A value of a variable in words."""
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(stored_text, value))) + "}"
    return piece_text(value) if isinstance(value, Piece) else value_text(value)
