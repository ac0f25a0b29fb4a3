"""Agents choose the moves of seats that no person plays: a text such as `uct:1000` enters
`make_agent`, and an `Agent` leaves.

`agent` defines the protocol, `specs` parses the texts, `programs` loads agents that users wrote.
`search` picks the implementation: the searches of the native engine (`native`) if there are any, or
else plain Python (`tree`, `alphabeta`); with an `evaluator`, such as the `network` of a file, the
`guided` one.  Where things are hidden it searches determinizations.
"""

from interpreter.agents.agent import Agent, AgentFailed, RandomAgent, Watcher
from interpreter.agents.specs import MAKERS, file_of, is_program, is_timed, make_agent

__all__ = [
    "MAKERS", "Agent", "AgentFailed", "RandomAgent", "Watcher", "file_of", "is_program",
    "is_timed", "make_agent",
]  # fmt: skip
