"""Agents choose the moves of seats that no person plays: a text such as `uct:1000` enters
`make_agent`, and an `Agent` leaves.

`agent` says what an agent is, `specs` reads the texts, `programs` loads what users wrote.  `search`
decides what searches: the engine, where it has searches of its own (`native`), or else the plain
Python of `tree` and `alphabeta`; its agent searches in several guesses at what is hidden.
"""

from interpreter.agents.agent import Agent, AgentFailed, RandomAgent, Watcher
from interpreter.agents.specs import MAKERS, is_program, is_timed, make_agent

__all__ = [
    "MAKERS", "Agent", "AgentFailed", "RandomAgent", "Watcher", "is_program", "is_timed",
    "make_agent",
]  # fmt: skip
