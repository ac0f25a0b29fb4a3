"""Pieces that the set-up loses: its statements are carried out, and each `put` is watched.

A `put` counts wherever it stands: in the set-up itself, in its loops, in definitions that it
performs.
"""

from __future__ import annotations

from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.source.diagnostics import Report
from interpreter.board.position import Position
from interpreter.reference.basis.functions import Frame
from interpreter.reference.engine import Reference
from interpreter.reference.statements import Effect, Outcome, Refusal, Statements

MAX_CELLS = 4  # that are named in a message


def report_overwritten(engine: Reference, report: Report) -> None:
    """Report each `put` of the set-up that replaces pieces which the set-up has put there."""
    if engine.model.board.pile is not None:
        return  # what comes stands on what is there
    statements = WatchedPuts(engine.rules)
    position, frame = engine.blank().changed(seat=0), engine.rules.frame()
    for statement in engine.model.setup:
        if any(isinstance(part, model.Deal) for part in walk(statement)):
            break  # what follows depends on chance
        result = statements.function(statement)(position, frame)
        if isinstance(result, Refusal):
            break
        position = result
    for put, lost in statements.lost.items():
        names = [engine.rules.topology.cells[cell] for cell in sorted(lost)]
        shown = [*names[:MAX_CELLS], *(["…"] if len(names) > MAX_CELLS else [])]
        report.add("overwritten", put.span, cells=", ".join(shown))


class WatchedPuts(Statements):
    """Statements that keep the cells where each `put` replaced a piece by a different one."""

    def __init__(self, rules: Any):
        super().__init__(rules)
        self.lost: dict[model.Put, set[int]] = {}

    def make_put(self, node: model.Put) -> Effect:
        """The function of a `put`, watched."""
        plain = super().make_put(node)

        def put(position: Position, frame: Frame) -> Outcome:
            result = plain(position, frame)
            if isinstance(result, Position):
                boards = zip(position.board, result.board, strict=True)
                lost = {cell for cell, (old, new) in enumerate(boards) if old not in (None, new)}
                if lost:
                    self.lost.setdefault(node, set()).update(lost)
            return result

        return put
