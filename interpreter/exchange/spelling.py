"""Moves as a format writes them, and back.

What stands for a move is made of the words under `moves` in the rule file.  To read a text is to
write every legal move in each of its ways and to see which of them it is, so whatever is read can
be written, and the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import clip, grouped
from gdl.vocabulary.types import CELL, KIND, PIECE
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.position import Piece
from interpreter.board.values import Move
from interpreter.exchange.faults import ExchangeError
from interpreter.exchange.pieces import Cells
from interpreter.exchange.records import FORMATS, format_of
from interpreter.reference.actions import binder_types

MAX_LISTED = 30  # legal moves, in a message
NO_MOVE = ("--", "Z0", "null", "0000", "@@@@")  # which programs write where a side does not move
OMITTED = re.compile(r"(?<![0-9])[-:=()]|[-:=()](?![0-9])")
LEFT_OUT, COLUMN, ROW, WHOLE = LEVELS = range(4)
"""How much of an optional parameter is written."""
Way = tuple[model.MoveWord, ...]
KEPT = 4  # games whose spelling is remembered
MAX_KNOWN = 100_000  # moves of a game whose texts are remembered


@dataclass(frozen=True)
class Texts:
    """All that may stand for a move: how it is first written at each of the levels where it does
    not capture, all its ways, and these without signs.
    """

    levels: tuple[str, ...]
    ways: frozenset[str]
    bare: frozenset[str]


@lru_cache(maxsize=KEPT)
def spelling_of(game: Game, name: str) -> Spelling:
    """How the moves of a game are written in a format, which has a name as in a rule file.

    Raises ExchangeError as `format_of` does.
    """
    return Spelling(game, format_of(game, name), FORMATS[name])


class Spelling:
    """How the moves of a game are written in a format."""

    def __init__(self, game: Game, format: model.Format, name: str):
        self.game = game
        self.format = format
        self.name = name  # of the format, for messages
        self.types = {
            action.name: tuple(t for b in action.binders for t in binder_types(b))
            for action in game.model.actions.values()
        }
        self.looked_at = {
            name: tuple({w.number for way in ways for w in way if self.is_looked_at(name, w)})
            for name, ways in format.moves.items()
        }
        self.known: dict[tuple[Any, ...], Texts] = {}

    def is_looked_at(self, action: str, word: model.MoveWord) -> bool:
        """Whether a word says which kind of piece stands on a cell."""
        return word.says == "kind" and self.types[action][word.number] == CELL

    @cached_property
    def cells(self) -> Cells:
        """How cells are written."""
        return Cells(self.game, self.format.cells)

    # ---- writing ----

    def write(self, state: State, move: Move) -> str:
        """The text of a legal move.

        Raises ExchangeError for a move that the rule file does not say how to write.
        """
        self.require(move.action)
        way = self.format.moves[move.action][0]
        takes = self.captures(state, move)
        if not any(word.is_optional and word.number >= 0 for word in way):
            return self.text(state, move, way, LEFT_OUT, takes)
        told = self.texts(state, move).levels
        others = [self.texts(state, other).levels for other in state.moves()
                  if other != move and self.is_written(other)]  # fmt: skip
        rivals = [other for other in others if other[LEFT_OUT] == told[LEFT_OUT]]
        for level in LEVELS:
            if all(other[level] != told[level] for other in rivals):
                break
        return self.text(state, move, way, level, takes)

    def write_one(self, state: State, move: Move) -> str:
        """The text of a legal move, which stands for no other one.

        Raises ExchangeError for a move that the rule file does not say how to write, or not so that
        it is told from others.
        """
        text = self.write(state, move)
        meant = self.read(state, text)
        if meant != move:
            said = meant if isinstance(meant, str) else f"`{text}` stands for `{meant}`"
            raise ExchangeError(
                f"{said}; `moves` under `{self.name.lower()}` in `notation` of {self.game.title} "
                f"has to tell `{move}` from others"
            )
        return text

    def require(self, action: str) -> None:
        """Raise ExchangeError for an action that the rule file does not say how to write."""
        if action not in self.format.moves:
            raise ExchangeError(
                f"the rules of {self.game.title} do not say how `{action}` is written in "
                f"{self.name}; add it to `moves` under `{self.name.lower()}` in `notation`"
            )

    def is_written(self, move: Move) -> bool:
        """Whether the rule file says how to write a move."""
        return move.action in self.format.moves

    def text(
        self, state: State, move: Move, way: Way, level: int, takes: bool, small: bool = False
    ) -> str:
        """A move in one of its ways, with so much of optional parameters; `small` is for kinds that
        are chosen.
        """
        words = (
            (self.is_choice(move, word) and small, self.word(state, move, word, level, takes))
            for word in way
        )
        return "".join(text.lower() if is_small else text for is_small, text in words)

    def word(
        self, state: State, move: Move, word: model.MoveWord, level: int, takes: bool
    ) -> str:
        """One word of the text of a move."""
        if word.says == "then":
            return ""
        if word.number < 0:
            return word.text if takes or not word.is_optional else ""
        type, code = self.types[move.action][word.number], move.key[1][word.number]
        if word.says != "value":
            return "" if word.is_optional and not takes else self.part(state, word.says, type, code)
        if not word.is_optional or level == WHOLE:
            return self.value(type, code)
        if level == LEFT_OUT:
            return ""
        if type != CELL:
            return self.value(type, code)
        return self.cells.column(code) if level == COLUMN else self.cells.row(code)

    def part(self, state: State, says: str, type: Any, code: Any) -> str:
        """The column or row of a cell, or the kind of a piece."""
        if says == "column":
            return self.cells.column(code)
        if says == "row":
            return self.cells.row(code)
        piece = state.node.position.board[code] if type == CELL else code
        if piece is None:
            return ""
        return self.letter(piece.kind if isinstance(piece, Piece) else piece)

    def value(self, type: Any, code: Any) -> str:
        """The value of a parameter."""
        if type == CELL:
            return self.cells.text(code)
        if type == KIND:
            return self.letter(code)
        if type == PIECE:
            return self.letter(code.kind)
        text = self.game.codes.text(type, code)
        return self.format.letters.get(text, text)

    def letter(self, kind: int) -> str:
        """The letter of a kind: that of its first owner if the format has no other.

        Raises ExchangeError for a kind without one.
        """
        name = self.game.codes.kind_names[kind]
        if name in self.format.letters:
            return self.format.letters[name]
        letters = self.game.model.notation.letters.get(name)
        if letters is None:
            raise ExchangeError(f"the rules of {self.game.title} have no letter for a {name}; add "
                                "it to `letters` in `notation`")  # fmt: skip
        return letters[0]

    @staticmethod
    def captures(state: State, move: Move) -> bool:
        """Whether fewer pieces are on the board after a move."""
        return pieces(state.play(move)) < pieces(state)

    # ---- reading ----

    def read(self, state: State, *texts: str) -> Move | str:
        """The legal move that the first of some texts stands for, or the first of the others that
        stands for any; or what is wrong with the first.
        """
        moves = state.moves()
        every = [(move, self.texts(state, move)) for move in moves if self.is_written(move)]
        for text in texts:
            fitting = self.fitting(state, every, text)
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                return f"`{text}` may be {' or '.join(f'`{move}`' for move in fitting)}"
        some = [move for move in moves if self.is_written(move)][:MAX_LISTED]
        known = [text for text in (self.write(state, move) for move in some) if text]
        return complaint(state, texts[0], known, len(moves) - len(known))

    def fitting(self, state: State, every: list[tuple[Move, Texts]], text: str) -> list[Move]:
        """The moves that a text may stand for."""
        fitting = [move for move, texts in every if text in texts.ways]
        if not fitting and (bare := bare_text(text)):
            fitting = [move for move, texts in every if bare in texts.bare]
        if len(fitting) > 1:
            return [move for move in fitting if self.write(state, move) == text] or fitting
        return fitting

    def texts(self, state: State, move: Move) -> Texts:
        """All that may stand for a move, which depends on its parameters and on the pieces that its
        words look at.
        """
        values, board = move.key[1], state.node.position.board
        key = move.key, *(board[values[number]] for number in self.looked_at[move.action])
        known = self.known.get(key)
        if known is None:
            way = self.format.moves[move.action][0]
            ways = frozenset(self.ways(state, move))
            known = Texts(
                tuple(self.text(state, move, way, level, False) for level in LEVELS),
                ways, frozenset(map(bare_text, ways)),
            )  # fmt: skip
            if len(self.known) == MAX_KNOWN:
                self.known.clear()
            self.known[key] = known
        return known

    def ways(self, state: State, move: Move) -> Iterator[str]:
        """All texts that stand for a move, also those that say more or less than is needed."""
        for way in self.format.moves[move.action]:
            levels = LEVELS if any(w.is_optional and w.number >= 0 for w in way) else (LEFT_OUT,)
            takes = (False, True) if any(w.is_optional for w in way) else (False,)
            small = (False, True) if any(self.is_choice(move, w) for w in way) else (False,)
            for level, with_capture, in_small in product(levels, takes, small):
                yield self.text(state, move, way, level, with_capture, in_small)

    def is_choice(self, move: Move, word: model.MoveWord) -> bool:
        """Whether a word is a kind that is chosen, such as that of a promotion, whose letter some
        programs write small.
        """
        return word.says == "value" and self.types[move.action][word.number] == KIND


def complaint(state: State, text: str, known: Sequence[str], others: int | bool) -> str:
    """What is wrong with a text that stands for nothing legal; `others` are legal beside those that
    are known, how many if that is no flag.
    """
    if not state.moves():
        return "the game is over" if state.is_over else "it is up to chance what happens"
    more = f" and {'' if others is True else grouped(others) + ' '}more" if others else ""
    what = "says that nobody moves" if text in NO_MOVE else "is no legal move here"
    return f"`{clip(text)}` {what}; legal are {', '.join(known)}{more}"


def bare_text(text: str) -> str:
    """A text without signs that not every program writes: `Ng1-f3` and `e8(Q)` are `Ng1f3` and
    `e8Q`.  Signs between numbers stay, since they tell `1-21` from `12-1`.
    """
    return OMITTED.sub("", text)


def pieces(state: State) -> int:
    """The number of pieces on the board."""
    position = state.node.position
    return sum(len(position.pile(cell)) for cell in state.occupied)
