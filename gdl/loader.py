"""The way from a rule file to its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from gdl import model
from gdl.checker import check
from gdl.diagnostics import Report
from gdl.extends import read_extended
from gdl.library import Library
from gdl.outline import RuleFile, outline
from gdl.source import Source
from gdl.trial import choose_suggestions


def read_rules(source: Source, library: Library, report: Report) -> RuleFile | None:
    """The sections of a rule file, with what it extends; None when the YAML cannot be used."""
    root = read_extended(source, library.base, library.names, report)
    return None if root is None else outline(root, report)


def load_model(
    source: Source, library: Library, values: Mapping[str, Any], report: Report
) -> model.Game | None:
    """The checked model of a rule file with its options at `values`; None after an error."""
    game = check_once(source, library, values, report)
    if game is None:
        choose_suggestions(source, partial(check_again, library, values), report)
    return game


def check_again(library: Library, values: Mapping[str, Any], source: Source) -> Report:
    """What is found in a changed file."""
    report = Report()
    check_once(source, library, values, report)
    return report


def check_once(
    source: Source, library: Library, values: Mapping[str, Any], report: Report
) -> model.Game | None:
    """The checked model, with the suggestions as they are first thought of."""
    sources = [source]

    def find(name: str, asker: Source) -> Source | None:
        found = library.base(name, asker)
        sources.extend(() if found is None else (found,))
        return found

    root = read_extended(source, find, library.names, report)
    file = None if root is None else outline(root, report)
    if file is None:
        return None
    game = check(file, Path(source.name).stem, values, report)
    return None if game is None else replace(game, sources=tuple(sources))
