"""The report of a study as an object of Python."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from interpreter.study.notebook.plots import figures_of
from interpreter.study.notebook.tables import (
    TableColumns,
    columns,
    elo_columns,
    finding_columns,
    metric_columns,
    pair_columns,
)
from interpreter.study.report.charts.markup import macros
from interpreter.study.report.charts.numbers import counts_text
from interpreter.study.report.data import to_json
from interpreter.study.report.html_table import row_table
from interpreter.study.report.table import report_text
from interpreter.study.report.verdict import Finding, by_topic, findings
from interpreter.study.store.contents import unpacked_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from interpreter.study.results.results import Results

STYLE = """<style>
.boardwright-report { max-width: 60em }
.boardwright-report dt { font-weight: 600; margin-top: .5em }
.boardwright-report dd { margin: 0 0 0 1em }
.boardwright-report .wide { overflow-x: auto }
.boardwright-report table { border-collapse: collapse; margin: .8em 0 }
.boardwright-report caption { text-align: left; font-weight: 600 }
.boardwright-report th, .boardwright-report td { padding: .15em .6em; text-align: right }
.boardwright-report th[scope=row], .boardwright-report th[scope=rowgroup] { text-align: left }
.boardwright-report small { opacity: .75 }
.boardwright-report .spot { display: inline-block; width: .7em; height: .7em; margin-right: .4em }
</style>"""


@dataclass(frozen=True, repr=False)
class StudyReport:
    """What a study found.

    Tables are columns, a list for each name, which `pandas.DataFrame` and `polars.DataFrame` take
    as they are.  Shares are between 0 and 1; what is not known is None.
    """

    results: Results
    folder: Path  # with report.html, report.json, report.csv and study.sqlite

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The answers of the verdict, each with its topic and its variants."""
        return findings(self.results)

    @property
    def verdict(self) -> tuple[str, ...]:
        """The sentences of the verdict."""
        return tuple(finding.text for finding in self.findings)

    @property
    def tables(self) -> Mapping[str, TableColumns]:
        """All tables by name: `metrics`, `verdict`, `pairs`, `elo`, `games`."""
        return {
            "metrics": self.metrics,
            "verdict": finding_columns(self.results, self.findings),
            "pairs": pair_columns(self.results),
            "elo": elo_columns(self.results),
            "games": self.games,
        }

    @property
    def metrics(self) -> TableColumns:
        """A row for each metric, pairing and variant, with the columns of report.csv."""
        return metric_columns(self.results)

    @property
    def games(self) -> TableColumns:
        """A row for each game of the variants and agents that the study in the folder was last
        asked for, with the columns of the view `played`.
        """
        return self.query("SELECT * FROM played ORDER BY variant, agents, number")

    def query(self, sql: str, *values: object) -> TableColumns:
        """What a question in SQL to study.sqlite gives, which is only read.

        `values` take the places of `?`; `unpacked(facts)` is the JSON text of measurements.
        Raises sqlite3.Error for what is no question, or would change the file.
        """
        address = f"{(self.folder / 'study.sqlite').resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as base:
            base.create_function("unpacked", 1, unpacked_text, deterministic=True)
            rows = base.execute(sql, values)
            return columns([name for name, *_ in rows.description or ()], rows)

    @property
    def figures(self) -> Mapping[str, Figure]:
        """Figures of matplotlib by name, such as `random: lengths`; made anew at each call."""
        return figures_of(self.results)

    def to_json(self) -> str:
        """The text of report.json."""
        return to_json(self.results)

    def __str__(self) -> str:
        """What `gdl compare` prints."""
        return report_text(self.results)

    def __repr__(self) -> str:
        """The verdict, with where the rest is."""
        lines = [f"{topic}: {' '.join(texts)}" for topic, texts in by_topic(self.findings)]
        return "\n".join([self.results.title, *lines, f"report: {self.folder / 'report.html'}"])

    def _repr_html_(self) -> str:
        """The verdict and the primary metrics, for notebooks; all texts are escaped."""
        results, parts = self.results, macros("parts.html")
        body = parts.verdict(by_topic(self.findings))
        for pairing in results.pairings:
            if rows := [row for row in pairing.rows if row.is_primary]:
                caption = f"{pairing.title}: {counts_text(pairing.games)}"
                body += row_table(rows, results.titles, caption, results.base)
        if results.elo:
            body += row_table(results.elo, results.titles, "Strength of the agents of the ladder")
        page = parts.paragraph(f"All figures: {self.folder / 'report.html'}")
        return str(Markup('<div class="boardwright-report">{}{}{}</div>').format(
            Markup(STYLE), body, page
        ))  # fmt: skip

