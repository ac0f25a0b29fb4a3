"""Records and positions as other programs write them: SGF, PGN, and FEN and its kin.

A game whose rules have the section `notation`, and a text or a record, enter; a record or a text
leaves.  `sgf` and `pgn` read and write games, `positions` reads and writes positions; `spelling`
says how moves are written, `records` turns moves into records.  A text that cannot be read raises
ExchangeError, with its place.
"""

from __future__ import annotations

from gdl.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from interpreter.exchange.faults import ExchangeError
    from interpreter.exchange.pgn import read_pgn, write_pgn
    from interpreter.exchange.positions import position_from, position_text
    from interpreter.exchange.sgf import read_sgf, write_sgf

HOMES = {
    "ExchangeError": "interpreter.exchange.faults",
    "position_from": "interpreter.exchange.positions",
    "position_text": "interpreter.exchange.positions",
    "read_pgn": "interpreter.exchange.pgn",
    "read_sgf": "interpreter.exchange.sgf",
    "write_pgn": "interpreter.exchange.pgn",
    "write_sgf": "interpreter.exchange.sgf",
}
__all__ = list(HOMES)
__getattr__ = lazy_exports(__name__, HOMES)
