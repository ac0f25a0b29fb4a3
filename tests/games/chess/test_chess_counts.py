"""How many sequences of moves there are from positions that chess programs are tried with.

The numbers are those of the Chess Programming Wiki ("Perft Results"), on which all programs agree.
"""

from __future__ import annotations

import pytest
from support.fen import from_fen

from interpreter import load_game

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINNED = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
MIRRORED = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
PROMOTED = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
QUIET = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
COUNTS = {
    START: [20, 400, 8_902, 197_281, 4_865_609],
    KIWIPETE: [48, 2_039, 97_862, 4_085_603],
    PINNED: [14, 191, 2_812, 43_238, 674_624],
    MIRRORED: [6, 264, 9_467, 422_333],
    PROMOTED: [44, 1_486, 62_379, 2_103_487],
    QUIET: [46, 2_079, 89_890, 3_894_594],
}
QUICK = 100_000
ROWS = [
    pytest.param(fen, depth, count, marks=[pytest.mark.slow] if count > QUICK else [])
    for fen, counts in COUNTS.items()
    for depth, count in enumerate(counts, 1)
]


@pytest.mark.parametrize(("fen", "depth", "count"), ROWS)
def test_perft(fen: str, depth: int, count: int) -> None:
    assert from_fen(load_game("chess"), fen).perft(depth) == count
