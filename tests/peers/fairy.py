"""Chess variants and more on pyffish, the Python module of Fairy-Stockfish."""

from __future__ import annotations

import re
from collections import Counter
from typing import ClassVar

import pyffish
from peers.pythonchess import PIECES, dropped

CELLS = re.compile(r"\b[a-z]\d+\b")


class Fairy:
    """A game of Fairy-Stockfish, with its own rules of repetition and the fifty moves.

    Every call of pyffish sets up its tables anew, which takes longer than a hundred moves.  So
    it is asked for the legal moves of each position, and for more only where that may matter.
    """

    EVERY = 16  # moves after which a position is written down
    recurs_across_captures = False

    def __init__(self, variant: str):
        self.variant = variant
        self.fen = self.first = pyffish.start_fen(variant)
        self.moves: list[str] = []  # since the position `fen`
        self.line: list[str] = []  # since the position `first`, before which nothing can recur
        self.turn = 0
        self.known: list[str] | None = None  # the legal moves, if they have been asked for
        self.seen: Counter[frozenset[str]] = Counter()  # the legal moves of each position so far
        self.ended: list[float] | None = None  # not asked yet

    def name(self, text: str) -> str:
        if text.startswith("castle"):
            rank = 8 if self.turn else 1
            return f"e{rank}{'g' if text.endswith('east') else 'c'}{rank}"
        return "".join(CELLS.findall(text)) + PIECES.get(text.split()[-1], "")

    def legal(self) -> list[str]:
        if self.known is None:
            self.known = pyffish.legal_moves(self.variant, self.fen, self.moves)
        return self.known

    def names(self) -> set[str]:
        return set(self.legal())

    def seat(self) -> int:
        return self.turn

    def chances(self) -> dict[str, float]:
        return {}  # nothing is left to chance

    def play(self, name: str) -> None:
        self.moves.append(name)
        self.line.append(name)
        self.known = self.ended = None
        self.turn = 1 - self.turn
        if len(self.moves) == self.EVERY:
            self.write_down()

    def write_down(self) -> None:
        """Take the position that the game has come to as `fen`."""
        self.fen, self.moves = pyffish.get_fen(self.variant, self.fen, self.moves), []
        if self.clock() == 0 and not self.recurs_across_captures:
            self.first, self.line = self.fen, []

    def clock(self) -> int:
        """The moves of both sides without a capture up to the position `fen`."""
        return int(self.fen.split()[-2])

    def heavy(self) -> int:
        """The pawns, rooks and queens of the position `fen`."""
        return sum(letter in "prq" for letter in self.fen.split()[0].lower())

    def result(self) -> list[float] | None:
        if self.ended is None:
            self.ended = self.end()
        return self.ended or None

    def end(self) -> list[float]:
        """The shares of the seats, or an empty list.

        A game that has ended at once has no legal moves.
        """
        over, value, stuck = False, 0, not self.names()
        if stuck:
            over, value = pyffish.is_immediate_game_end(self.variant, self.fen, self.moves)
        if not over and (self.may_be_claimed() or stuck):
            over, value = pyffish.is_optional_game_end(self.variant, self.first, self.line)
        if not over and stuck:
            over, value = True, pyffish.game_result(self.variant, self.fen, self.moves)
        if not over and self.is_bare():
            over = all(pyffish.has_insufficient_material(self.variant, self.fen, self.moves))
        return self.shares(value) if over else []

    def may_be_claimed(self) -> bool:
        """Whether the position may be here for the third time, always with the same legal moves, or
        be the hundredth without a capture.  To be asked once in each position."""
        names = frozenset(self.names())
        self.seen[names] += 1
        return self.seen[names] >= 3 or self.clock() + len(self.moves) >= 100

    def is_bare(self) -> bool:
        """Whether all pawns, rooks and queens are gone, with which nobody is too weak to mate.

        A move takes one at most, and one more if it promotes.
        """
        fewer = sum(1 + (len(move) > 4) for move in self.moves)
        if self.heavy() > fewer:
            return False
        if self.moves:
            self.write_down()
        return self.heavy() == 0

    def shares(self, value: int) -> list[float]:
        """What the seats get, from a value for the one to move."""
        mine = 0.5 if value == 0 else 1.0 if value > 0 else 0.0
        return [mine, 1 - mine] if self.seat() == 0 else [1 - mine, mine]

    def gave_up(self) -> bool:
        return False


class Cells(Fairy):
    """Ataxx: a piece that grows is dropped, `P@b2`, and a pass moves a piece nowhere."""

    def name(self, text: str) -> str:
        if text == "pass":
            return "pass"
        return ("P@" if text.startswith("grow") else "") + super().name(text)

    def names(self) -> set[str]:
        self.passes = [m for m in self.legal() if m[:2] == m[2:4]]
        return {"pass" if m in self.passes else m for m in self.legal()}

    def play(self, name: str) -> None:
        super().play(self.passes[0] if name == "pass" else name)


class Dropping(Fairy):
    """Crazyhouse."""

    def name(self, text: str) -> str:
        return dropped(text) or super().name(text)


class Shogi(Fairy):
    """Shogi and its small forms: promotions end with a `+`; positions recur across captures too.

    A dropped pawn that mates is listed, but who drops it loses: that is what forbids it.
    """

    LETTERS: ClassVar = {"knight": "N"}
    recurs_across_captures = True

    def __init__(self, variant: str):
        super().__init__(variant)
        rows = self.fen.split()[0].partition("[")[0].split("/")
        self.kings = [self.find("K", rows), self.find("k", rows)]

    @staticmethod
    def find(piece: str, rows: list[str]) -> str:
        """The cell of the only piece of a kind."""
        for y, row in enumerate(reversed(rows), 1):
            if (x := re.sub(r"\d+", lambda n: "." * int(n[0]), row).find(piece)) >= 0:
                return f"{chr(ord('a') + x)}{y}"
        raise AssertionError("a side has no king")

    def name(self, text: str) -> str:
        action, *words = text.split()
        if action == "drop":
            kind = words[0].split("-")[1]
            return f"{self.LETTERS.get(kind, kind[0].upper())}@{words[1]}"
        return "".join(words) + "+" * (action == "promote")

    def legal(self) -> list[str]:
        if self.known is None:
            checking = f"P@{self.before_king()}"
            if checking in super().legal() and self.loses(checking):
                self.known.remove(checking)
        return self.known

    def end(self) -> list[float]:
        over, value, stuck = False, 0, not self.names()
        if self.may_be_claimed() or stuck:
            over, value = pyffish.is_optional_game_end(self.variant, self.first, self.line)
        if not over and stuck:
            over, value = True, pyffish.game_result(self.variant, self.fen, self.moves)
        return self.shares(value) if over else []

    def before_king(self) -> str:
        """The cell from which a pawn of the side to move would give check."""
        column, row = self.kings[1 - self.turn][0], int(self.kings[1 - self.turn][1:])
        return f"{column}{row + 1 if self.turn else row - 1}"

    def loses(self, name: str) -> bool:
        """Whether a pawn may not be dropped so."""
        if pyffish.legal_moves(self.variant, self.fen, [*self.moves, name]):
            return False
        return bool(pyffish.game_result(self.variant, self.fen, [*self.moves, name]) > 0)

    def play(self, name: str) -> None:
        if name.startswith(king := self.kings[self.turn]):
            self.kings[self.turn] = name[len(king) :]
        super().play(name)


class Mates(Fairy):
    """Xiangqi: only the ends by mate and by stalemate are compared, not those by repetition."""

    def end(self) -> list[float]:
        return [] if self.names() else super().end()

    def gave_up(self) -> bool:
        return False
