"""Matches: the states that a game went through and who sits where, without input or output.

A game and its seats enter `Match`; moves of people, agents and chance take it from state to state.
"""

from interpreter.matches.match import Match, Ply, Refused

__all__ = ["Match", "Ply", "Refused"]
