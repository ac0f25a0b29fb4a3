"""What the checker knows of a file: its names with their types, and the types of its expressions.

A file with mistakes gives as much as could be checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from gdl.check import check_rules
from gdl.check.expressions.scope import Symbol
from gdl.loader import read_rules
from gdl.model import nodes as model
from gdl.source.diagnostics import GdlError, Report
from gdl.source.library import Library
from gdl.source.spans import Source
from gdl.vocabulary.types import UNKNOWN, Type

MAX_NODES = 50_000  # of a model that are visited for their types


@dataclass(frozen=True)
class Knowledge:
    """The declared names of a game, and the types of what stands at some places of the file."""

    symbols: Mapping[str, Symbol]
    types: Mapping[tuple[int, int], Type]  # by start and end
    starts: Mapping[int, Type]  # of the shortest expression that begins there
    parameters: Mapping[str, tuple[Type, ...]]  # of the definitions
    results: Mapping[str, Type]  # of definitions that are expressions, of facts and of variables

    def type_at(self, start: int, end: int) -> Type | None:
        """The type of the expression at a place; None if it is unknown."""
        found = self.types.get((start, end))
        return None if found in (None, UNKNOWN) else found

    def type_of(self, name: str) -> Type | None:
        """The type of a name of the file; None if it has none or is unknown."""
        if name in self.results:
            return self.results[name]
        symbol = self.symbols.get(name)
        return None if symbol is None or symbol.type == UNKNOWN else symbol.type


NOTHING = Knowledge({}, {}, {}, {}, {})


def known(source: Source, library: Library) -> Knowledge:
    """What the checker finds out about a file and those that it extends."""
    report = Report(guesses=0)
    try:
        file = read_rules(source, library, report)
    except GdlError:
        return NOTHING
    if file is None:
        return NOTHING
    game, symbols = check_rules(file, Path(source.name).stem, {}, report)
    types: dict[tuple[int, int], Type] = {}
    shortest: dict[int, tuple[int, Type]] = {}
    for node in nodes_of(game):
        if node.span.source == source and node.type != UNKNOWN:
            start, end = node.span.start, node.span.end
            types.setdefault((start, end), node.type)
            if start not in shortest or end < shortest[start][0]:
                shortest[start] = end, node.type
    definitions = game.definitions.values()
    results = {d.name: d.body.type for d in definitions if not isinstance(d.body, tuple)}
    results |= {f.name: f.type for f in game.facts.values()}
    results |= {v.name: v.type for v in (*game.variables, *game.marks)}
    return Knowledge(
        dict(symbols.table), types, {s: t for s, (_, t) in shortest.items()},
        {d.name: d.types for d in definitions},
        {name: type for name, type in results.items() if type != UNKNOWN},
    )  # fmt: skip


def nodes_of(game: model.Game) -> list[Any]:
    """The nodes of a model that have a type and a place."""
    found: list[Any] = []
    seen: set[int] = set()
    stack: list[Any] = [game]
    while stack and len(seen) < MAX_NODES:
        node = stack.pop()
        if isinstance(node, Mapping):
            stack += node.values()
        elif isinstance(node, tuple):
            stack += node
        elif is_dataclass(node) and not isinstance(node, Source) and id(node) not in seen:
            seen.add(id(node))
            if hasattr(node, "type") and hasattr(node, "span"):
                found.append(node)
            stack += [getattr(node, field.name) for field in fields(node)
                      if field.name not in ("span", "type", "sources")]  # fmt: skip
    return found
