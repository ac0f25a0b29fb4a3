"""Mistakes that show only on the actual board: sets that are empty, too many copies of a shape."""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.model.analysis import everything, free_slots
from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_COPIED
from gdl.source.wording import grouped
from interpreter.reference.rules import Rules

REGIONS = (
    "lines", "blocks", "row", "column", "links", "sides", "corners", "centre", "directions",
    "orthogonal", "diagonal",
)  # fmt: skip


def check_on_board(game: model.Game, rules: Rules, report: Report) -> None:
    """Report regions that are empty, and shapes that `copies` cannot take."""
    for part in everything(game):
        if isinstance(part, model.BuiltinCall) and part.name in REGIONS:
            if not free_slots(part) and not rules.reads.of(part):
                check_region(part, rules, report)
        elif isinstance(part, model.BuiltinCall) and part.name == "copies":
            check_shape(part.args[0], rules, report)


def check_shape(shape: model.Expr, rules: Rules, report: Report) -> None:
    """Report a shape without cells or with too many copies, also of those that a fact gives."""
    given = [shape]
    if isinstance(shape, model.FactValue):
        given = list(rules.model.facts[shape.name].values.values())
    for one in given:
        if not free_slots(one) and not rules.reads.of(one):
            count = len(rules.fixed(one)) * len(rules.all_cells)
            if not count:
                report.add("no-such-set", one.span, word=one.span.text,
                           hint="a shape has at least one cell")  # fmt: skip
            elif count > MAX_COPIED:
                shown = f"up to {grouped(count)}"
                report.add("too-many", one.span, count=shown, things="cells of copies",
                           most=grouped(MAX_COPIED))  # fmt: skip


def check_region(part: model.BuiltinCall, rules: Rules, report: Report) -> None:
    """Report a region of the board that is empty or contains an empty set."""
    region, word = rules.fixed(part), part.span.text
    if region and frozenset() not in region:
        return
    hint = None
    if region:
        hint = f"one of its sets has lost all its cells; list those of `{word}` that you mean"
    elif not part.args:
        hint = f"this board has no {word}; list the cells or directions that you mean"
    report.add("no-such-set", part.span, word=word, hint=hint)
