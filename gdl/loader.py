"""The way from a rule file to its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from gdl import model
from gdl.checker import check
from gdl.diagnostics import Diagnostic, Report
from gdl.extends import read_extended
from gdl.library import Library
from gdl.limits import MAX_GUESSES
from gdl.outline import RuleFile, outline
from gdl.source import Source
from gdl.trial import choose_suggestions


def read_rules(source: Source, library: Library, report: Report) -> RuleFile | None:
    """The sections of a rule file, with what it extends; None when the YAML cannot be used."""
    return read_with_sources(source, library, report)[0]


def read_with_sources(
    source: Source, library: Library, report: Report
) -> tuple[RuleFile | None, tuple[Source, ...]]:
    """The sections of a rule file, and all files that they are from, it first."""
    sources = [source]

    def find(name: str, asker: Source) -> Source | None:
        found = library.base(name, asker)
        sources.extend(() if found is None else (found,))
        return found

    root = read_extended(source, find, library.names, report)
    return (None if root is None else outline(root, report)), tuple(sources)


@dataclass(frozen=True)
class RulesRead:
    """A rule file that has been read, to be checked with options at these and those values."""

    source: Source
    library: Library
    file: RuleFile | None  # None where the YAML cannot be used
    found: tuple[Diagnostic, ...]  # while it was read
    sources: tuple[Source, ...]  # the file, and what it extends

    @property
    def characters(self) -> int:
        """How much there is to check."""
        return 0 if self.file is None else self.file.characters

    def check(self, values: Mapping[str, Any], report: Report) -> model.Game | None:
        """The checked model with the options at `values`; None after an error."""
        game = self.check_once(values, report)
        if game is None:
            again = partial(check_again, self.library, values)
            choose_suggestions(self.source, self.characters, again, report)
        return game

    def check_once(self, values: Mapping[str, Any], report: Report) -> model.Game | None:
        """The checked model, with the suggestions as they are first thought of."""
        report.take(self.found)
        if self.file is None:
            return None
        game = check(self.file, Path(self.source.name).stem, values, report)
        return None if game is None else replace(game, sources=self.sources)


def read_source_rules(
    source: Source, library: Library, guesses: int = MAX_GUESSES
) -> RulesRead:
    """Read a rule file; `guesses` may be spent on what mistakes may stand for."""
    report = Report(guesses)
    file, sources = read_with_sources(source, library, report)
    return RulesRead(source, library, file, report.diagnostics, sources)


def load_model(
    source: Source, library: Library, values: Mapping[str, Any], report: Report
) -> model.Game | None:
    """The checked model of a rule file with its options at `values`; None after an error."""
    return read_source_rules(source, library).check(values, report)


def check_again(library: Library, values: Mapping[str, Any], source: Source) -> Report:
    """What is found in a changed file, without suggestions in their turn."""
    report = Report(guesses=0)
    read_source_rules(source, library, guesses=0).check_once(values, report)
    return report
