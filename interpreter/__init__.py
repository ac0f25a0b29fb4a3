"""Plays games from their rules: boards, engines, game objects, agents, front ends.

    from interpreter import load_game
    game = load_game("squ", size=8)
    state = game.start()
    state = state.play(state.moves()[0])
"""

from __future__ import annotations

import interpreter.process.start_time
from gdl.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing `typing` takes a while, and Ctrl-C is not handled yet
    from gdl.source.diagnostics import GdlError
    from interpreter.api.game import Game
    from interpreter.api.loading import list_games, load_game
    from interpreter.api.state import State
    from interpreter.board.values import IllegalMove, Move, Piece, View
    from interpreter.study.compare import compare
    from interpreter.study.notebook.report import StudyReport
    from interpreter.study.plan.study import StudyError

HOMES = {
    "Game": "interpreter.api.game",
    "GdlError": "gdl.source.diagnostics",
    "IllegalMove": "interpreter.board.values",
    "Move": "interpreter.board.values",
    "Piece": "interpreter.board.values",
    "State": "interpreter.api.state",
    "StudyError": "interpreter.study.plan.study",
    "StudyReport": "interpreter.study.notebook.report",
    "View": "interpreter.board.values",
    "compare": "interpreter.study.compare",
    "list_games": "interpreter.api.loading",
    "load_game": "interpreter.api.loading",
}
__all__ = list(HOMES)
__getattr__ = lazy_exports(__name__, HOMES)  # importing networkx alone takes 0.15 s
