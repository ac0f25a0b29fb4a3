"""Plays games from their rules: boards, engines, game objects, agents, front ends.

    from interpreter import load_game
    game = load_game("squ", size=8)
    state = game.start()
    state = state.play(state.moves()[0])
"""

from __future__ import annotations

from gdl.diagnostics import GdlError
from interpreter.game import Game, IllegalMove, Move, Piece, State, View
from interpreter.loading import list_games, load_game

__all__ = [
    "Game",
    "GdlError",
    "IllegalMove",
    "Move",
    "Piece",
    "State",
    "View",
    "list_games",
    "load_game",
]
