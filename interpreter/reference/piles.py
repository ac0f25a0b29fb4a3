"""Statements about pieces on a board with piles, and moves at once, as functions of a position; and
what changes a piece.

Where a statement is refused, each gives the reason in words, or None where a value does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import SetType
from interpreter.board.position import Piece, Position
from interpreter.reference.basis.functions import Frame
from interpreter.reference.effort import CELLS_A_ROUND, ROUNDS_A_STATEMENT
from interpreter.reference.rules import Rules

Changed = Position | str | None
Change = Callable[[Position, Frame], Changed]
Taken = Callable[[tuple[int, ...], Piece, int], tuple[int, ...] | None]
Pile = tuple[Piece, ...]
TOO_FEW = "there are not so many pieces on the cell"
TOO_HIGH = "no more than {} on a cell"


class Piles:
    """Makes the functions of one game."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.function = rules.expressions.function
        self.most = rules.model.board.pile or 1
        self.too_high = TOO_HIGH.format(self.most)

    def put(
        self, node: model.Put, piece: Callable[[Position, Frame], Piece | None], taken: Taken
    ) -> Change:
        """`put`: a piece on top of what stands on each cell, or under it."""
        place = self.function(node.place)

        def put(position: Position, frame: Frame) -> Changed:
            new, cells = piece(position, frame), place(position, frame)
            if new is None or cells is None:
                return None
            supply = taken(position.supply, new, len(cells))
            piles = {c: joined(position.pile(c), (new,), node.under) for c in cells}
            if supply is None:
                return None
            charge(self.rules, piles)
            if self.is_too_high(piles):
                return self.too_high
            last = max(cells) if cells else position.last
            return position.with_piles(piles, supply=supply, last=last)

        return put

    def is_too_high(self, piles: dict[int, Pile]) -> bool:
        """Whether a pile has more pieces than may stand on a cell."""
        return any(len(pile) > self.most for pile in piles.values())

    def count(self, node: model.Lift | model.Remove | model.Move) -> Callable[..., int | None]:
        """A function for how many pieces of a pile are taken; None where it has not so many."""
        wanted = None if node.count is None else self.function(node.count)

        def count(position: Position, frame: Frame, pile: Pile) -> int | None:
            number = len(pile) if wanted is None else wanted(position, frame)
            if number is None or number != int(number) or not 0 <= number <= len(pile):
                return None
            return int(number)

        return count

    def take_off(self, node: model.Lift | model.Remove, to_supply: bool) -> Change:
        """`lift` and `remove`: the whole pile of each cell, or so many pieces of it."""
        place, count, pool_of = self.function(node.place), self.count(node), self.rules.pool_of

        def take_off(position: Position, frame: Frame) -> Changed:
            cells, supply = place(position, frame), list(position.supply)
            if cells is None:
                return None
            piles = {}
            for cell in cells:
                pile = position.pile(cell)
                number = count(position, frame, pile)
                if number is None:
                    return TOO_FEW
                gone, piles[cell] = parted(pile, number, node.below)
                for piece in gone if to_supply else ():
                    pool = pool_of.get(self.rules.pool_key(piece))
                    if pool is not None:
                        supply[pool] += 1
            charge(self.rules, piles)
            return position.with_piles(piles, supply=tuple(supply))

        return take_off

    def move(self, node: model.Move) -> Change:
        """`move`: the pile of a cell or those of a set in order, or so many pieces of a pile."""
        start, end, count = self.function(node.start), self.function(node.end), self.count(node)
        of_set, is_counted = isinstance(node.start.type, SetType), node.count is not None

        def move(position: Position, frame: Frame) -> Changed:
            given, to = start(position, frame), end(position, frame)
            if given is None or to is None:
                return None
            for cell in sorted(given) if of_set else (given,):
                number = count(position, frame, position.pile(cell))
                if number is None or (number == 0 and not is_counted):
                    return TOO_FEW if is_counted else None
                if number:
                    moved = self.carry(position, cell, to, number, node)
                    if not isinstance(moved, Position):
                        return moved
                    position = moved
            return position

        return move

    def carry(
        self, position: Position, start: int, end: int, number: int, node: model.Move
    ) -> Changed:
        """The position after some pieces, at least one, have moved between two cells."""
        if start == end:
            return position.changed(last=end)
        gone, left = parted(position.pile(start), number, node.below)
        piles = {start: left, end: joined(position.pile(end), gone, node.under)}
        charge(self.rules, piles)
        if self.is_too_high(piles):
            return self.too_high
        return position.with_piles(piles, last=end)

    def swap(self, node: model.Swap) -> Change:
        """`swap`: two piles exchange their cells."""
        first, second = self.function(node.first), self.function(node.second)

        def swap(position: Position, frame: Frame) -> Changed:
            a, b = first(position, frame), second(position, frame)
            if a is None or b is None or position.board[a] is None or position.board[b] is None:
                return None
            piles = {a: position.pile(b), b: position.pile(a)}
            charge(self.rules, piles)
            return position.with_piles(piles)

        return swap

    def set_piece(
        self, node: model.SetPiece, change: Callable[[Piece, Any], Piece | None]
    ) -> Change:
        """`set` of the owner, kind or an attribute of the pieces at one level of piles."""
        assert node.level is not None
        place, value, level = map(self.function, (node.place, node.value, node.level))

        def set_piece(position: Position, frame: Frame) -> Changed:
            cells, new = place(position, frame), value(position, frame)
            at = level(position, frame)
            if cells is None or new is None or at is None:
                return None
            piles = {}
            for cell in cells:
                piece, pile = position.piece_at(cell, at), list(position.pile(cell))
                changed = None if piece is None else change(piece, new)
                if changed is None:
                    return None
                pile[int(at) - 1] = changed
                piles[cell] = tuple(pile)
            charge(self.rules, piles)
            return position.with_piles(piles)

        return set_piece


def parted(pile: Pile, number: int, below: bool) -> tuple[Pile, Pile]:
    """So many pieces from the top of a pile or from below, and those that are left."""
    if below:
        return pile[:number], pile[number:]
    left = len(pile) - number
    return pile[left:], pile[:left]


def joined(pile: Pile, more: Pile, under: bool) -> Pile:
    """A pile with more pieces on top of it or under it, in their order."""
    return (*more, *pile) if under else (*pile, *more)


def charge(rules: Rules, piles: dict[int, Pile]) -> None:
    """Deduct what making these piles costs, if the effort is limited."""
    rules.spend(sum(map(len, piles.values())) // CELLS_A_ROUND)


def at_once(rules: Rules, node: model.MoveAtOnce) -> Change:
    """`move … for …`: all pieces are lifted, then all are set down, in the order of the rounds."""
    rounds = rules.expressions.rounds(node)
    start, end = rules.expressions.function(node.start), rules.expressions.function(node.end)
    most = rules.model.board.pile

    def move(position: Position, frame: Frame) -> Changed:
        pairs = [(start(position, frame), end(position, frame)) for _ in rounds(position, frame)]
        rules.spend(ROUNDS_A_STATEMENT * len(pairs))
        starts, ends = {a for a, _ in pairs}, {b for _, b in pairs}
        if None in starts | ends or len(starts) < len(pairs):
            return None
        if any(position.board[a] is None for a in starts):
            return None
        if not pairs:
            return position
        last = pairs[-1][1]
        if most is not None:
            piles: dict[int, Pile] = dict.fromkeys(starts, ())
            for a, b in pairs:
                piles[b] = piles.get(b, position.pile(b)) + position.pile(a)
            charge(rules, piles)
            if any(len(pile) > most for pile in piles.values()):
                return TOO_HIGH.format(most)
            return position.with_piles(piles, last=last)
        if len(ends) < len(pairs):
            return "two pieces would go to one cell"
        board = list(position.board)
        for a in starts:
            board[a] = None
        for a, b in pairs:
            board[b] = position.board[a]
        return position.changed(board=tuple(board), last=last)

    return move


def piece_change(rules: Rules, what: str) -> Callable[[Piece, Any], Piece | None]:
    """A function that changes the owner, kind or attribute of a piece; None if impossible."""
    attributes = rules.codes.attribute_names
    owners = rules.owners_of_kinds

    def owner(piece: Piece, new: Any) -> Piece | None:
        return piece._replace(owner=new) if new in owners[piece.kind] else None

    def kind(piece: Piece, new: Any) -> Piece | None:
        values = rules.turned(piece, new)
        if values is None or piece.owner not in owners[new]:
            return None
        return piece._replace(kind=new, attributes=values)

    def attribute(piece: Piece, new: Any) -> Piece | None:
        if what not in attributes[piece.kind]:
            return None
        value = rules.hold_attribute(what, new)
        if value is None:
            return None
        at = attributes[piece.kind].index(what)
        values = (*piece.attributes[:at], value, *piece.attributes[at + 1 :])
        return piece._replace(attributes=values)

    return {"owner": owner, "kind": kind}.get(what, attribute)
