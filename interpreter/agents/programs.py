"""Agents that users write: a class or a function of a Python file or module.

`my_agent.py:Greedy` names a class whose constructor needs no arguments and whose
`choose(state, rng)` returns a legal move, or a function `(state, rng)` that does.  Errors in it are
reported as errors of that program, with file and line.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from gdl.source.nearest import nearest
from interpreter.agents.agent import AgentFailed
from interpreter.board.values import IllegalMove, Move

if TYPE_CHECKING:
    from interpreter.api.state import State


class ProgramAgent:
    """An agent that users wrote; `name` is the text that loads it."""

    def __init__(self, name: str, decide: Callable[[State, random.Random], Any]):
        self.name = name
        self.decide = decide

    def choose(self, state: State, rng: random.Random) -> Move:
        """The move that the program returns.

        Raises AgentFailed if the program fails or its move is not legal.
        """
        try:
            given = self.decide(state, rng)
        except Exception as error:
            raise AgentFailed(f"the agent `{self.name}` failed: {reason(error)}") from error
        try:
            return state.legal(given if isinstance(given, Move) else str(given))
        except IllegalMove as error:
            text = f"the agent `{self.name}` chose `{given}`, which is not legal: {error.message}"
            raise AgentFailed(text) from error


def load_program(spec: str) -> ProgramAgent:
    """The agent of a text such as `my_agent.py:Greedy` or `my_package.agents:Greedy`.

    Raises ValueError, with the reason, if it cannot be loaded.
    """
    where, _, name = spec.rpartition(":")
    module = load(where, spec)
    if not hasattr(module, name):
        near = nearest(name, [n for n in vars(module) if not n.startswith("_")])
        hint = f"; did you mean `{near}`?" if near else ""
        raise ValueError(f"`{where}` has no `{name}`{hint}")
    made = getattr(module, name)
    if isinstance(made, type):
        try:
            made = made()
        except Exception as error:
            raise ValueError(f"`{spec}` cannot be made: {reason(error)}") from error
    decide = getattr(made, "choose", made)
    if not callable(decide):
        raise ValueError(f"`{spec}` has no `choose(state, rng)`, and is no function either")
    return ProgramAgent(spec, decide)


def program_hash(spec: str) -> str:
    """A short hash of the file that defines an agent; its imports are not included.

    Raises ValueError if it cannot be loaded.
    """
    file = load(spec.rpartition(":")[0], spec).__file__
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""


def load(where: str, spec: str) -> ModuleType:
    """The module at a path or with a name.

    Raises ValueError if it cannot be loaded.
    """
    path = Path(os.path.expanduser(where))
    is_file = path.suffix == ".py" or os.sep in where
    if is_file and not os.path.isfile(path):
        raise ValueError(f"there is no file `{where}`, which the agent `{spec}` would be in")
    try:
        with current_folder_importable():
            return load_file(path) if is_file else importlib.import_module(where)
    except ModuleNotFoundError as error:
        if error.name is not None and (where == error.name or where.startswith(f"{error.name}.")):
            raise ValueError(f"there is no agent or module `{where}` for `{spec}`") from error
        raise ValueError(f"`{where}` cannot be loaded: {reason(error)}") from error
    except Exception as error:
        raise ValueError(f"`{where}` cannot be loaded: {reason(error)}") from error


def load_file(path: Path) -> ModuleType:
    """The module of a file, loaded again at every call."""
    spec = importlib.util.spec_from_file_location(f"agent_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module here
    spec.loader.exec_module(module)
    return module


@contextmanager
def current_folder_importable() -> Iterator[None]:
    """Make modules of the current folder importable, after all others."""
    before = list(sys.path)
    sys.path.append(os.getcwd())
    try:
        yield
    finally:
        sys.path[:] = before


def reason(error: Exception) -> str:
    """An error in the code of a user: type, message, file and line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if not f.filename.startswith((os.path.dirname(__file__), "<frozen"))]
    place = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({Path(error.filename or '').name}:{error.lineno})"
    return f"{type(error).__name__}: {error}{place}"
