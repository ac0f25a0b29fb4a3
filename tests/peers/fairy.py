"""Chess variants and more on pyffish, the Python module of Fairy-Stockfish."""

from __future__ import annotations

import re
from typing import ClassVar

import pyffish
from peers.pythonchess import PIECES, dropped

CELLS = re.compile(r"\b[a-z]\d+\b")


class Fairy:
    """A game of Fairy-Stockfish, with its own rules of repetition and the fifty moves."""

    def __init__(self, variant: str, fen: str = ""):
        self.variant, self.fen = variant, fen or pyffish.start_fen(variant)
        self.moves: list[str] = []  # since the last capture or pawn move
        self.turn = 0
        self.ended: list[float] | None = None  # not asked yet

    def name(self, text: str) -> str:
        if text.startswith("castle"):
            rank = 8 if self.turn else 1
            return f"e{rank}{'g' if text.endswith('east') else 'c'}{rank}"
        return "".join(CELLS.findall(text)) + PIECES.get(text.split()[-1], "")

    def names(self) -> set[str]:
        return set(pyffish.legal_moves(self.variant, self.fen, self.moves))

    def seat(self) -> int:
        return self.turn

    def chances(self) -> dict[str, float]:
        return {}  # nothing is left to chance

    def play(self, name: str) -> None:
        self.moves.append(name)
        self.ended = None
        self.turn = 1 - self.turn
        fen = pyffish.get_fen(self.variant, self.fen, self.moves)
        if fen.split()[-2] == "0":
            self.fen, self.moves = fen, []

    def result(self) -> list[float] | None:
        if self.ended is None:
            self.ended = self.end()
        return self.ended or None

    def end(self) -> list[float]:
        """The shares of the seats, or an empty list."""
        over, value = pyffish.is_immediate_game_end(self.variant, self.fen, self.moves)
        if not over:
            over, value = pyffish.is_optional_game_end(self.variant, self.fen, self.moves)
        if not over and not self.names():
            over, value = True, pyffish.game_result(self.variant, self.fen, self.moves)
        if not over and all(pyffish.has_insufficient_material(self.variant, self.fen, self.moves)):
            over, value = True, 0
        if not over:
            return []
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
        listed = pyffish.legal_moves(self.variant, self.fen, self.moves)
        self.passes = [m for m in listed if m[:2] == m[2:4]]
        return {"pass" if m in self.passes else m for m in listed}

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

    def name(self, text: str) -> str:
        action, *words = text.split()
        if action == "drop":
            kind = words[0].split("-")[1]
            return f"{self.LETTERS.get(kind, kind[0].upper())}@{words[1]}"
        return "".join(words) + "+" * (action == "promote")

    def names(self) -> set[str]:
        return {name for name in super().names() if not self.loses(name)}

    def loses(self, name: str) -> bool:
        """Whether a pawn may not be dropped so."""
        moves = [*self.moves, name]
        if name[:2] != "P@" or pyffish.legal_moves(self.variant, self.fen, moves):
            return False
        return bool(pyffish.game_result(self.variant, self.fen, moves) > 0)

    def play(self, name: str) -> None:
        self.moves.append(name)
        self.ended = None
        self.turn = 1 - self.turn


class Mates(Fairy):
    """Xiangqi: only the ends by mate and by stalemate are compared, not those by repetition."""

    def end(self) -> list[float]:
        return [] if self.names() else super().end()

    def gave_up(self) -> bool:
        return False
