"""Chess and its variants on python-chess (python-chess.readthedocs.io)."""

from __future__ import annotations

import re

import chess.variant

CELLS = re.compile(r"\b[a-h][1-8]\b")
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
