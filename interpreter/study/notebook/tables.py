"""Tables of a report as columns: a list for each name, all of one length and each of one type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.study.report.data import COLUMNS, all_lines, strict

if TYPE_CHECKING:
    from interpreter.study.report.verdict import Finding
    from interpreter.study.results.results import Results

TableColumns = dict[str, list[Any]]
WHOLE = ("count",)
TEXTS = ("pairing", "metric", "title", "unit", "variant", "kind")
FLAGS = ("primary", "marked")


def columns(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> TableColumns:
    """The columns of rows."""
    made = [*rows]
    return {name: [row[place] for row in made] for place, name in enumerate(names)}


def metric_columns(results: Results) -> TableColumns:
    """The figures of report.csv: a row for each metric, pairing and variant."""
    made = columns(COLUMNS, all_lines(results))
    numbers = set(COLUMNS) - {*WHOLE, *TEXTS, *FLAGS}
    return {n: [*map(number, c)] if n in numbers else c for n, c in made.items()}


def number(value: float | None) -> float | None:
    """A number that is never a whole one, so that a column has one type."""
    return None if value is None else float(value)


def elo_columns(results: Results) -> TableColumns:
    """How strong the agents of the ladder are: a row for each agent and variant."""
    rows = [
        (variant.title, row.title, *map(number, strict([e.value, e.low, e.high])), e.count)
        for row in results.elo
        for variant, e in zip(results.variants, row.estimates, strict=True) if e is not None
    ]  # fmt: skip
    return columns(("variant", "agent", "elo", "low", "high", "count"), rows)


def finding_columns(results: Results, found: Iterable[Finding]) -> TableColumns:
    """The sentences of the verdict, with what they are about; variants are joined by commas."""
    titles = [variant.title for variant in results.variants]
    rows = [
        (f.topic, f.answer, f.text, ", ".join(titles[v] for v in f.variants), f.agents)
        for f in found
    ]
    return columns(("topic", "answer", "text", "variants", "agents"), rows)


def pair_columns(results: Results) -> TableColumns:
    """All pairs of more than two variants: a row for each pair and primary metric."""
    titles = [variant.title for variant in results.variants]
    pairs = results.pairs
    rows = [] if pairs is None else [
        (titles[pair.first], titles[pair.other], metric,
         *map(number, strict([apart.value, apart.low, apart.high, apart.p, apart.corrected])),
         apart.is_marked)
        for pair in pairs.apart
        for metric, apart in zip(pairs.metrics, pair.differences, strict=True) if apart is not None
    ]  # fmt: skip
    names = ("first", "other", "metric", "difference", "low", "high", "p", "p_corrected", "marked")
    return columns(names, rows)
