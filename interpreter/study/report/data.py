"""The results as data for programs: JSON and CSV, the same bytes for the same results."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from io import StringIO
from math import isfinite
from typing import TYPE_CHECKING, Any

from interpreter.study.report.verdict import findings
from interpreter.study.results.results import Difference, Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.study.results.results import Results, Row

FORMAT = 3  # of the JSON; it grows when a reader of the old one would go wrong
COLUMNS = (
    "pairing", "metric", "title", "unit", "primary", "null", "variant",
    "value", "low", "high", "count", "kind",
    "difference", "difference_low", "difference_high", "p", "p_corrected", "marked", "p_least",
)  # fmt: skip


def to_data(results: Results) -> dict[str, Any]:
    """The results as plain data; what is no number becomes None.

    The positions of games are left out: their moves say as much in a hundredth of the room.
    """
    verdict = strict(findings(results))
    data: dict[str, Any] = {"format": FORMAT, "verdict": verdict, **strict(results)}
    for pairing in data["pairings"]:
        for sample in pairing["samples"]:
            del sample["start"]
            for step in sample["steps"]:
                del step["position"]
    for apart in data["rules"]:
        del apart["before"], apart["after"]
    return data


def to_json(results: Results) -> str:
    """The results as one line of strict JSON."""
    text = json.dumps(to_data(results), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return f"{text}\n"


def strict(value: Any) -> Any:
    """A value as plain data, without infinities and NaN, which JSON does not have."""
    if is_dataclass(value):
        return {field.name: strict(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: strict(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [strict(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def to_csv(results: Results) -> str:
    """A line for each row and variant; a share is between 0 and 1, what is not measured empty."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(all_lines(results))
    return out.getvalue()


def all_lines(results: Results) -> Iterator[tuple[Any, ...]]:
    """What `COLUMNS` name, for each row and variant."""
    titles = [variant.title for variant in results.variants]
    tables = [(pairing.title, pairing.rows) for pairing in results.pairings]
    tables += [("ladder", results.ladder), ("elo", results.elo), ("solved", results.solved)]
    tables += [("whole", results.whole)]
    for title, rows in tables:
        for row in rows:
            yield from ((title, *line) for line in lines(row, titles))


def lines(row: Row, titles: list[str]) -> Iterator[tuple[Any, ...]]:
    """What is told of a row, for each variant."""
    nulls = row.nulls or (None,) * len(titles)
    columns = zip(titles, nulls, row.estimates, row.differences, strict=True)
    for title, null, estimate, apart in columns:
        numbers = strict([*numbers_of(estimate, Estimate), *numbers_of(apart, Difference)])
        yield row.metric, row.title, row.unit, row.is_primary, null, title, *numbers


def numbers_of(figure: Any, kind: type[Estimate] | type[Difference]) -> list[Any]:
    """The fields of an estimate or a difference in their order; none where it is missing."""
    return [getattr(figure, field.name, None) for field in fields(kind)]
