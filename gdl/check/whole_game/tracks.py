"""Warns of steps along tracks that cross themselves: where two passes disagree there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gdl.model import nodes as model
from gdl.model.analysis import everything, walk
from gdl.source.diagnostics import Report
from gdl.vocabulary.types import DIRECTION


def check_tracks(game: model.Game, report: Report) -> None:
    """Report, once for each track, a step along it that does not exist on some cell of it."""
    forked = {name: cell for name, path in game.board.tracks.items() if (cell := fork(path))}
    for part in everything(game) if forked else ():
        if isinstance(part, model.StepTo):
            for name in sorted(forked.keys() & set(named_ways(game, part.step))):
                report.add("track-crosses", part.span, word=name, cell=forked.pop(name))


def fork(path: tuple[str, ...]) -> str | None:
    """The first cell of a track that it passes more than once, and leaves or reaches differently.

    It is enough to look at single steps: passes that part further on do so at some cell.
    """
    is_circuit = len(path) > 1 and path[0] == path[-1]
    cells = path[:-1] if is_circuit else path
    around: dict[str, set[tuple[str | None, str | None]]] = {}
    for place, cell in enumerate(cells):
        before, after = cells[place - 1], cells[(place + 1) % len(cells)]
        ends = (before if place or is_circuit else None,
                after if place + 1 < len(cells) or is_circuit else None)  # fmt: skip
        around.setdefault(cell, set()).add(ends)
    return next((cell for cell, ways in around.items() if len(ways) > 1), None)


def named_ways(game: model.Game, step: model.Expr) -> Iterator[str]:
    """The directions that a step names, itself or through facts and definitions."""
    waiting: list[model.Expr] = [step]
    seen: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, model.Value) and part.type == DIRECTION:
                yield str(part.value)
            elif isinstance(part, model.FactValue | model.Apply) and part.name not in seen:
                seen.add(part.name)
                waiting += expressions(game.facts if isinstance(part, model.FactValue) else
                                       game.definitions, part.name)  # fmt: skip


def expressions(
    of: Mapping[str, model.Fact] | Mapping[str, model.Definition], name: str
) -> list[model.Expr]:
    """What a fact or a definition says."""
    said = of.get(name)
    if isinstance(said, model.Fact):
        return list(said.values.values())
    return [said.body] if said is not None and isinstance(said.body, model.Expr) else []
