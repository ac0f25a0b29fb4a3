"""Whole turns as one word, such as several captures in draughts.

An action with `then` in its way of writing is put together with those before it in the turn: what
stands before `then` is written once, what stands after it for each, or for the last alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.api.state import State
from interpreter.board.values import Move
from interpreter.exchange.spelling import MAX_LISTED, WHOLE, Spelling, bare_text, complaint

MAX_LOOKED = 2_000  # moves that are tried to find the turn that a word stands for
TOO_MANY = "there are too many ways through this turn to find it"


@dataclass(frozen=True)
class Turn:
    """The moves of a turn, each with the state before it, and the state after the last."""

    made: tuple[tuple[State, Move], ...]
    after: State

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(move for _, move in self.made)


class TooMany(Exception):
    """There are more ways through a turn than are looked at."""


class Turns:
    """Whole turns as a format writes them."""

    def __init__(self, spelling: Spelling):
        self.spelling = spelling
        self.moves = spelling.format.moves
        self.alternatives = range(max(map(len, self.moves.values())))

    # ---- writing ----

    def write(self, turn: Turn) -> str:
        """The text of a turn: short, if no other turn is written so.

        Raises ExchangeError as `Spelling.write` does.
        """
        for move in turn.moves:
            self.spelling.require(move.action)
        short, whole = self.text(turn, 0, True), self.text(turn, 0, False)
        try:
            others = [other for other in self.turns(turn.made[0][0], short)
                      if other.moves != turn.moves]  # fmt: skip
        except TooMany:
            return whole
        return whole if any(self.text(other, 0, True) == short for other in others) else short

    def text(self, turn: Turn, number: int, is_short: bool) -> str:
        """A turn in the way with a number; with the last of successive actions alone, or all."""
        words: list[str] = []
        before = None
        for state, move in turn.made:
            head, tail = self.parts(state, move, number)
            if head is None or before != move.action:
                words += [head or "", tail]
            elif is_short:
                words[-1] = tail
            else:
                words.append(tail)
            before = move.action
        return "".join(words)

    def parts(self, state: State, move: Move, number: int) -> tuple[str | None, str]:
        """What stands before `then` in a way, None where there is none, and what after it."""
        ways = self.moves[move.action]
        way = ways[min(number, len(ways) - 1)]
        at = next((n for n, word in enumerate(way) if word.says == "then"), -1)
        takes = any(word.is_optional for word in way) and self.spelling.captures(state, move)
        head, tail = (
            self.spelling.text(state, move, part, WHOLE, takes)
            for part in (way[: max(at, 0)], way[at + 1 :])
        )
        return (head if at >= 0 else None), tail

    # ---- reading ----

    def read(self, state: State, *texts: str) -> tuple[Move, ...] | str:
        """The moves of the turn that the first of some texts stands for, or the first of the others
        that stands for any; or what is wrong with the first.
        """
        try:
            for text in texts:
                found = self.found(state, text)
                if found and all(turn.after == found[0].after for turn in found):
                    return found[0].moves
                if found:
                    which = " or ".join(f"`{self.text(turn, 0, False)}`" for turn in found)
                    return f"`{text}` may be {which}"
        except TooMany:
            return TOO_MANY
        return complaint(state, texts[0], *self.known(state))

    def found(self, state: State, text: str) -> list[Turn]:
        """The turns that a text stands for, first of all as their whole text."""
        turns = list(self.turns(state, text))
        return self.fitting(turns, text, False) or self.fitting(turns, text, True)

    def fitting(self, turns: Sequence[Turn], text: str, is_short: bool) -> list[Turn]:
        """The turns that are written so, whole or short."""
        bare = bare_text(text)
        return [turn for turn in turns if any(
            bare == bare_text(self.text(turn, number, is_short)) for number in self.alternatives
        )]  # fmt: skip

    def known(self, state: State) -> tuple[list[str], bool]:
        """Some legal turns, for a message, and whether there are more."""
        known: list[str] = []
        try:
            for turn in self.turns(state, None):
                if len(known) == MAX_LISTED:
                    return known, True
                known.append(self.text(turn, 0, False))
        except TooMany:
            return known, True
        return known, False

    def turns(self, state: State, text: str | None) -> Iterator[Turn]:
        """The whole turns from a state, in the order of its moves; only those that a text may stand
        for, whose beginning it is.

        Raises TooMany.
        """
        open_turns = [Turn((), state)]
        looked = 0
        while open_turns:
            turn = open_turns.pop()
            here = turn.after
            if turn.made and (here.turn != state.turn or here.is_over or here.is_chance):
                yield turn
                continue
            for move in reversed(here.moves()):
                if move.action not in self.moves or not (
                    turn.made or text is None or self.begins(here, move, text)
                ):
                    continue
                looked += 1
                if looked > MAX_LOOKED:
                    raise TooMany
                open_turns.append(Turn((*turn.made, (here, move)), here.play(move)))

    def begins(self, state: State, move: Move, text: str) -> bool:
        """Whether a text may begin with a move."""
        bare = bare_text(text)
        for number in self.alternatives:
            head, tail = self.parts(state, move, number)
            if bare.startswith(bare_text(tail if head is None else head)):
                return True
        return False
