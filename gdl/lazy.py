"""Imports the public names of a package when they are first used, so that start-up stays fast."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing `typing` itself is slow
    from collections.abc import Callable, Mapping
    from types import ModuleType
    from typing import Any


def lazy_exports(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Make the `__getattr__` of a package; `homes` maps public names to their defining modules."""

    def export(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(imported(homes[name]), name)

    return export


def imported(home: str) -> ModuleType:
    """A module; what is imported with it stays, so that looking for garbage would only take time.
    """
    if home in sys.modules:
        return import_module(home)  # which waits where another thread is importing it
    with import_module("gdl.collecting").rarely_collected():
        return import_module(home)
