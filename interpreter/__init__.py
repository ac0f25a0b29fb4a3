"""Plays games from their rules: boards, engines, game objects, agents, front ends.

    from interpreter import load_game
    game = load_game("squ", size=8)
    state = game.start()
    state = state.play(state.moves()[0])
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` itself takes a while, in which the command cannot heed Ctrl-C
    from typing import Any

    from gdl.diagnostics import GdlError
    from interpreter.game import Game
    from interpreter.loading import list_games, load_game
    from interpreter.state import State
    from interpreter.values import IllegalMove, Move, Piece, View

STARTED = time.time()  # seconds since 1970: when this process began to import the program
HOMES = {
    "Game": "interpreter.game",
    "GdlError": "gdl.diagnostics",
    "IllegalMove": "interpreter.values",
    "Move": "interpreter.values",
    "Piece": "interpreter.values",
    "State": "interpreter.game",
    "View": "interpreter.values",
    "list_games": "interpreter.loading",
    "load_game": "interpreter.loading",
}
__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: networkx alone takes 0.15 s."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(HOMES[name]), name)
