"""Runs the stages that turn a rule file into its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from gdl.check import Constraints, check_rules
from gdl.lint import check_usage
from gdl.model import nodes as model
from gdl.source.diagnostics import Diagnostic, Report
from gdl.source.library import Library
from gdl.source.limits import MAX_GUESSES
from gdl.source.spans import Source
from gdl.suggestions import choose_suggestions
from gdl.syntax import read_outline
from gdl.syntax.rule_file import RuleFile
from gdl.yaml import read_extended


def read_rules(source: Source, library: Library, report: Report) -> RuleFile | None:
    """The sections of a rule file merged with its bases; None if the YAML cannot be used."""
    return read_with_sources(source, library, report)[0]


def read_with_sources(
    source: Source, library: Library, report: Report
) -> tuple[RuleFile | None, tuple[Source, ...]]:
    """The sections of a rule file, and the files that they come from: itself, then its bases."""
    sources = [source]

    def find(name: str, referrer: Source) -> Source | None:
        base = library.base(name, referrer)
        sources.extend(() if base is None else (base,))
        return base

    root = read_extended(source, find, library.names, report)
    return (None if root is None else read_outline(root, report)), tuple(sources)


@dataclass(frozen=True)
class RulesRead:
    """A rule file that was read once and can be checked with different values of its options."""

    source: Source
    library: Library
    file: RuleFile | None  # None if the YAML cannot be used
    findings: tuple[Diagnostic, ...]  # reported while reading
    sources: tuple[Source, ...]  # the file, then its bases

    @property
    def characters(self) -> int:
        """The length of all rule texts: a measure of how much there is to check."""
        return 0 if self.file is None else self.file.characters

    def check(self, values: Mapping[str, Any], report: Report) -> model.Game | None:
        """The model with the options set to `values`; after errors None, with suggestions tried."""
        game = self.check_once(values, report)
        if game is None:
            again = partial(check_again, self.library, values)
            choose_suggestions(self.source, self.characters, again, report)
        return game

    def check_once(self, values: Mapping[str, Any], report: Report) -> model.Game | None:
        """The same, but with suggestions that have not been tried."""
        report.take(self.findings)
        if self.file is None:
            return None
        constraints = Constraints(self.file, values)
        if apart := constraints.finding():
            report.take((apart,))
            return None
        game, symbols = check_rules(self.file, Path(self.source.name).stem, values, report)
        if not report.has_errors:
            check_usage(game, symbols, self.file, report)
        if report.has_errors:
            return None
        return replace(game, sources=self.sources, declared=constraints.marked(game.declared))


def read_source_rules(source: Source, library: Library, guesses: int = MAX_GUESSES) -> RulesRead:
    """Read a rule file; `guesses` limits the effort spent on suggestions."""
    report = Report(guesses)
    file, sources = read_with_sources(source, library, report)
    return RulesRead(source, library, file, report.diagnostics, sources)


def load_model(
    source: Source, library: Library, values: Mapping[str, Any], report: Report
) -> model.Game | None:
    """The model of a rule file with its options set to `values`; None after an error."""
    return read_source_rules(source, library).check(values, report)


def check_again(library: Library, values: Mapping[str, Any], source: Source) -> Report:
    """Check a changed file without looking for suggestions, and return the diagnostics."""
    report = Report(guesses=0)
    read_source_rules(source, library, guesses=0).check_once(values, report)
    return report
