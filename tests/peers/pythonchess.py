"""Chess and its variants on python-chess (python-chess.readthedocs.io)."""

from __future__ import annotations

import re

import chess.variant
from peers.walking import CHANCE

CELLS = re.compile(r"\b[a-h][1-8]\b")
DROP = re.compile(r"drop \w+-(\w+)\S* (\w+)")
STARTS = {str(number) for number in range(960)}
PIECES = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n", "king": "k"}


class Chess:
    """A game under the laws of FIDE; a draw that may be claimed is taken to be claimed."""

    def __init__(self, variant: str = "chess"):
        self.board = chess.variant.find_variant(variant)()

    def name(self, text: str) -> str:
        if text.startswith("castle"):
            rank = "1" if self.board.turn else "8"
            return f"e{rank}{'g' if text.endswith('east') else 'c'}{rank}"
        return "".join(CELLS.findall(text)) + PIECES.get(text.split()[-1], "")

    def names(self) -> set[str]:
        return {move.uci() for move in self.board.legal_moves}

    def seat(self) -> int:
        return 0 if self.board.turn else 1

    def chances(self) -> dict[str, float]:
        return {}  # nothing is left to chance

    def play(self, name: str) -> None:
        self.board.push_uci(name)

    def result(self) -> list[float] | None:
        board = self.board
        outcome = board.outcome()
        if outcome and outcome.winner is not None:
            return [float(outcome.winner), float(not outcome.winner)]
        drawn = outcome or board.halfmove_clock >= 100 or board.is_repetition(3)
        return [0.5, 0.5] if drawn else None

    def gave_up(self) -> bool:
        return False


def dropped(text: str) -> str:
    """`N@d5` for `drop White-knight-false d5`; nothing for other moves."""
    found = DROP.fullmatch(text)
    return f"{PIECES.get(found[1], 'p').upper()}@{found[2]}" if found else ""


class Crazyhouse(Chess):
    """Captured pieces are dropped."""

    def __init__(self) -> None:
        super().__init__("crazyhouse")

    def name(self, text: str) -> str:
        return dropped(text) or super().name(text)


class Chess960(Chess):
    """Chance chooses the start, by Scharnagl's number; castling is written as king takes rook."""

    def __init__(self, position: int):
        self.board = chess.Board(chess960=True)
        self.is_begun = False
        assert position == len(STARTS)

    def name(self, text: str) -> str:
        if not self.is_begun:
            return text.split()[1]
        if not text.startswith("castle"):
            return super().name(text)
        king = self.board.king(self.board.turn)
        assert king is not None
        home = self.board.castling_rights & chess.BB_RANKS[chess.square_rank(king)]
        rooks = list(chess.scan_forward(home))
        rook = rooks[-1] if text.endswith("east") else rooks[0]
        return chess.square_name(king) + chess.square_name(rook)

    def names(self) -> set[str]:
        return super().names() if self.is_begun else STARTS

    def seat(self) -> int:
        return super().seat() if self.is_begun else CHANCE

    def chances(self) -> dict[str, float]:
        return dict.fromkeys(STARTS, 1 / len(STARTS))

    def play(self, name: str) -> None:
        if self.is_begun:
            return super().play(name)
        self.board = chess.Board.from_chess960_pos(int(name))
        self.is_begun = True
        return None
