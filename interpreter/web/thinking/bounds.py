"""Which agents may play at a table, and how long they may think.

A browser names agents by their texts.  Programs are refused: they would run with all rights of the
server.  So are networks: a browser reads no files of the server.  Threads, memory and time of
searches are bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.agents import Agent, file_of
from interpreter.agents.search import SearchAgent
from interpreter.matches.match import PERSON, Refused, seated

MAX_SECONDS = 60.0  # of thinking about one move
MAX_NODES = 1_000_000  # positions that a search keeps
MAX_SPEC = 100  # characters of an agent's text


def bounded_agent(spec: str) -> Agent | None:
    """The agent of a text, bounded; None for a person.

    Raises Refused.
    """
    if len(spec) > MAX_SPEC:
        raise Refused(f"the name of an agent has at most {MAX_SPEC} characters")
    if what := file_of(spec):
        who = "programs" if what == "a program" else "networks"
        raise Refused(f"{who} cannot play on the page; `gdl play` lets them")
    agent = seated(spec)
    return None if agent is None else bounded(agent)


def bounded(agent: Agent) -> Agent:
    """An agent that does not think longer or remember more than the server can bear."""
    if not isinstance(agent, SearchAgent):
        return agent
    request = agent.request
    seconds = min(request.seconds or MAX_SECONDS, MAX_SECONDS)
    nodes = min(request.nodes or MAX_NODES, MAX_NODES)
    agent.request = replace(request, seconds=seconds, nodes=nodes, threads=1)
    return agent


def seats_of(specs: Sequence[str], seats: int) -> tuple[str, ...]:
    """The texts of those who sit at a table.  Raises Refused."""
    if len(specs) != seats:
        raise Refused(f"the game has {seats} seats, and {len(specs)} are taken")
    made = [bounded_agent(spec) for spec in specs]
    return tuple(PERSON if agent is None else agent.name for agent in made)
