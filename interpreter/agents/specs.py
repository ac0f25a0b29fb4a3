"""The texts that name agents, and the agents made from them.

    random   flat:500   uct:1000   uct:20x   uct:2s   uct:1000,c=0.7   alphabeta:depth=6
    uct:200,net=hex.onnx   my_agent.py:Greedy

Before the colon stands the kind of agent, after it the budget: a number counts simulations
(playouts, or positions of `alphabeta`), `20x` asks for 20 of them for each legal move of the
position, `2s` is the time for each move, and `name=value` is a setting of that kind of agent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any

from gdl.source.nearest import nearest
from interpreter.agents.agent import Agent, RandomAgent
from interpreter.agents.network import network_of
from interpreter.agents.programs import load_program, program_hash
from interpreter.agents.request import MAX_BATCH, Request
from interpreter.agents.search import SearchAgent
from interpreter.process.arguments import MAX_COUNT, MAX_THREADS, short

TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)", re.ASCII)
EACH = re.compile(r"(\d+(?:_\d+)*(?:\.\d+)?)[xX×]", re.ASCII)
WHOLE = re.compile(r"\d+(?:_\d+)*", re.ASCII)


Sort = type[int] | type[float] | type[str]
Value = int | float | str


@dataclass(frozen=True)
class Kind:
    """A kind of search: its default number of simulations, its settings, and example texts."""

    simulations: int
    settings: Mapping[str, Sort]
    examples: tuple[str, ...]


NET = "net"  # the file of a network
UNGUIDED = ("amaf", "decisive", "minimax", "threads")  # settings of a search by random games alone
THREADS: Mapping[str, Sort] = {"threads": int}
NODES: Mapping[str, Sort] = {"nodes": int}
WORLDS: Mapping[str, Sort] = {"worlds": int}
LEAST_SETTING = {"amaf": 0, "decisive": 0}  # of the settings that are whole numbers; else 1
MOST = {"threads": MAX_THREADS, "decisive": 1, "minimax": 1, "batch": MAX_BATCH}  # else MAX_COUNT
KINDS = {
    "flat": Kind(1000, {**THREADS, **WORLDS}, ("flat:500", "flat:20x", "flat:2s")),
    "uct": Kind(
        1000,
        {
            "c": float, "amaf": int, "decisive": int, "minimax": float, **THREADS, **NODES,
            **WORLDS, NET: str, "batch": int,
        },
        ("uct:1000", "uct:20x", "uct:2s", "uct:1000,c=0.7"),
    ),
    "alphabeta": Kind(
        20_000,
        {"depth": int, **NODES, **WORLDS},
        ("alphabeta:depth=6", "alphabeta:5000", "alphabeta:2s"),
    ),
}


@dataclass
class Parts:
    """The budget and the settings after the colon."""

    simulations: int | None = None
    each: float | None = None  # simulations for each legal move
    seconds: float | None = None
    settings: dict[str, Value] = field(default_factory=dict)

    def whole(self, name: str, usual: int) -> int:
        """A setting that is a whole number."""
        return int(self.settings.get(name, usual))


def make_random(detail: str) -> Agent:
    """The random agent, which has no settings."""
    if detail:
        raise ValueError(f"the agent is called `random`, without `:{detail}`")
    return RandomAgent()


def make_search(name: str, detail: str) -> Agent:
    """An agent that searches."""
    kind, parts = KINDS[name], read(name, detail)
    limits = (parts.simulations, parts.each, parts.seconds)
    if limits == (None, None, None) and "depth" not in parts.settings:
        parts.simulations = kind.simulations
    net = parts.settings.get(NET)
    check_guided(name, parts)
    request = Request(
        name,
        simulations=parts.simulations,
        each=parts.each,
        seconds=parts.seconds,
        depth=parts.whole("depth", 0) or None,
        exploration=float(parts.settings.get("c", Request.exploration)),
        amaf=parts.whole("amaf", Request.amaf),
        decisive=bool(parts.settings.get("decisive", Request.decisive)),
        minimax=float(parts.settings.get("minimax", Request.minimax)),
        nodes=parts.whole("nodes", 0) or None,
        threads=parts.whole("threads", Request.threads),
        evaluator=None if net is None else network_of(str(net)),
        batch=parts.whole("batch", Request.batch),
    )
    return SearchAgent(text_of(name, parts), request, parts.whole("worlds", SearchAgent.worlds))


def check_guided(name: str, parts: Parts) -> None:
    """Raise ValueError for settings that do nothing with a network, or without one."""
    is_guided = NET in parts.settings
    idle = [key for key in (UNGUIDED if is_guided else ("batch",)) if key in parts.settings]
    if idle:
        why = f"where `{NET}` guides it" if is_guided else f"without `{NET}`"
        raise ValueError(f"`{idle[0]}` of `{name}` does nothing {why}")


MAKERS: dict[str, Callable[[str], Agent]] = {
    "random": make_random,
    **{name: partial(make_search, name) for name in KINDS},
}
"""For each kind of agent what makes it of the words behind the colon."""


def make_agent(spec: str) -> Agent:
    """The agent of a text such as `random`, `uct:1000` or `my_agent.py:Greedy`.

    Raises ValueError, with a hint, if it names no agent, and TypeError if it is not a text.
    """
    if not isinstance(spec, str):
        raise TypeError(f"an agent is named by a text such as `uct:1000`, not {short(spec)}")
    spec = spec.strip()
    kind, _, detail = spec.partition(":")
    maker = MAKERS.get(kind.strip().lower())
    if maker is not None:
        return maker(detail.strip())
    if is_program(spec):
        return load_program(spec)
    near = nearest(kind.lower(), MAKERS)
    meant = f"{near}:{detail.strip()}" if near in KINDS and detail.strip() else near
    hint = f"did you mean `{meant}`?" if near else f"there is {', '.join(MAKERS)}"
    raise ValueError(f"there is no agent `{spec}`; {hint}")


def is_program(spec: str) -> bool:
    """Whether a text names a class or function of a Python file or module: `file.py:Name`."""
    where, _, name = spec.strip().rpartition(":")
    first = spec.partition(":")[0].strip().lower()
    if not where or first in MAKERS or not name.isidentifier():
        return False
    return "." in where or "/" in where or nearest(first, MAKERS) is None


def file_of(spec: str) -> str | None:
    """What an agent needs a file for that it names: `a program` or `a network`; None without one.

    What strangers write must not read files, so such agents have to be trusted.
    """
    if network_in(spec) is not None:
        return "a network"
    return "a program" if is_program(spec) else None


def network_in(spec: str) -> str | None:
    """The file of the network that guides an agent; None without one."""
    kind, _, detail = spec.partition(":")
    given = settings_in(detail) if kind.strip().lower() in KINDS else ()
    return next((value for key, value in given if key == NET), None)


def file_hash(spec: str) -> str:
    """A short hash of the file of a program, without its imports, or of a network.

    Raises ValueError if it cannot be loaded.
    """
    net = network_in(spec)
    return program_hash(spec) if net is None else network_of(net).hash


def is_timed(spec: str) -> bool:
    """Whether an agent has a time limit, so that a seed may not repeat its games.

    Raises ValueError, with a hint, for an invalid budget.
    """
    kind, _, detail = spec.partition(":")
    name = kind.strip().lower()
    return name in KINDS and read(name, detail.strip()).seconds is not None


# ---- the text after the colon ------------------------------------------------------------------


def words_in(detail: str) -> list[str]:
    """The words of the text after the colon."""
    return [word for word in re.split(r"\s*,\s*|\s+", detail) if word]


def settings_in(detail: str) -> list[tuple[str, str]]:
    """The names and the values of the settings among them."""
    pairs = (word.partition("=") for word in words_in(detail))
    return [(key, value) for key, is_setting, value in pairs if is_setting]


def read(name: str, detail: str) -> Parts:
    """The budget and the settings of a search, parsed from the text after the colon.

    Raises ValueError, with a hint.
    """
    parts = Parts()
    for word in words_in(detail):
        for key, value in settings_in(word):
            if key in parts.settings:
                raise ValueError(f"`{key}` is set twice")
            parts.settings[key] = setting(name, key, value)
        if "=" in word:
            continue
        if time := TIME.fullmatch(word):
            parts.seconds = float(time[1]) / (1000 if time[2] == "ms" else 1)
        elif each := EACH.fullmatch(word):
            parts.each = float(each[1])
        elif WHOLE.fullmatch(word):
            parts.simulations = int(word)
        else:
            raise ValueError(f"`{name}` cannot take `{word}`; {example(name)}")
    for number in (parts.simulations, parts.each, parts.seconds):
        if number is not None and not 0 < number <= MAX_COUNT:
            raise ValueError(f"`{name}` needs something to do; {example(name)}")
    return parts


def setting(name: str, key: str, value: str) -> Value:
    """The value of a setting.  Raises ValueError, with a hint."""
    settings = KINDS[name].settings
    if key not in settings:
        near = nearest(key, settings)
        *others, last = (f"`{known}`" for known in settings)
        known = f"{', '.join(others)} and {last}" if others else last
        hint = f"did you mean `{near}`?" if near else f"it has {known}"
        raise ValueError(f"`{name}` has no `{key}`; {hint}")
    kind = settings[key]
    if kind is str:
        if not value:
            raise ValueError(f"`{key}` of `{name}` is a file; write `{key}=FILE`")
        return value
    try:
        number: Any = kind(value)
    except ValueError:
        number = math.nan
    least, most = LEAST_SETTING.get(key, 1) if kind is int else 0, MOST.get(key, MAX_COUNT)
    if not least <= number <= most:
        sort = f"a {'whole ' if kind is int else ''}number from {least}"
        sort += f" to {most}" if key in MOST or number > most else ""
        raise ValueError(f"`{key}` of `{name}` is {sort}, not `{value}`")
    made: Value = number
    return made


def example(name: str) -> str:
    """A hint with example texts of a kind of search."""
    *others, last = (f"`{text}`" for text in KINDS[name].examples)
    return f"write for example {', '.join(others)} or {last}"


def text_of(name: str, parts: Parts) -> str:
    """The canonical text of a search with this budget and these settings."""
    words = [] if parts.simulations is None else [str(parts.simulations)]
    words += [] if parts.each is None else [f"{Decimal(str(parts.each)).normalize():f}x"]
    words += [] if parts.seconds is None else [f"{Decimal(f'{parts.seconds:g}'):f}s"]
    words += [
        f"{key}={value:g}" if isinstance(value, float) else f"{key}={value}"
        for key, value in parts.settings.items()
    ]
    return f"{name}:{','.join(words)}"
