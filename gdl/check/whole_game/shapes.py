"""Check that play changes no shape of `copies`, so that engines can list all copies before play."""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.model.analysis import Reads, everything
from gdl.source.diagnostics import Report


def check_shapes(game: model.Game, report: Report) -> None:
    """Report shapes that depend on more than variables of rules, such as parameters."""
    reads = Reads(game)
    for part in everything(game):
        if isinstance(part, model.BuiltinCall) and part.name == "copies":
            shape = part.args[0]
            if reads.of(shape):
                report.add("fixed-set-wanted", shape.span, word=shape.span.text)
