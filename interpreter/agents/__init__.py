"""The players that are no people: `make_agent` makes one of a text such as `uct:1000`.

`agent` says what an agent is, `specs` reads the texts, `programs` loads what users wrote.  `search`
is the one place that decides who searches: the native engine, which `native` asks, or else the
plain Python of `flat`, `tree` and `alphabeta`.  `determinise` guesses what is hidden, and
`searching` brings it all together into an agent.
"""

from interpreter.agents.agent import Agent, AgentFailed, RandomAgent, Watcher
from interpreter.agents.specs import MAKERS, is_program, is_timed, make_agent

__all__ = [
    "MAKERS", "Agent", "AgentFailed", "RandomAgent", "Watcher", "is_program", "is_timed",
    "make_agent",
]  # fmt: skip
