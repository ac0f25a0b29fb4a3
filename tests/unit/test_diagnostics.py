"""How findings are collected and shown."""

from __future__ import annotations

import pickle

import pytest

from gdl import GdlError, Report, Source, Span

SOURCE = Source("a.yaml", "end:\n  - when emty: draw\n")
PLACE = Span(SOURCE, 14, 18)


def report() -> Report:
    made = Report()
    made.add("unknown-name", PLACE, word="emty", candidates=("empty", "mine"))
    return made


def test_render() -> None:
    assert report().diagnostics[0].render() == (
        "error[unknown-name]: nothing is called `emty`\n"
        " --> a.yaml:2:10\n"
        "  |\n"
        "2 |   - when emty: draw\n"
        "  |          ^^^^\n"
        "  = hint: did you mean `empty`?"
    )


def test_json() -> None:
    assert report().diagnostics[0].as_json() == {
        "code": "unknown-name", "severity": "error", "message": "nothing is called `emty`",
        "file": "a.yaml", "line": 2, "column": 10, "end_line": 2, "end_column": 14,
        "hint": "did you mean `empty`?", "suggestion": "empty",
    }  # fmt: skip


def test_another_suggestion() -> None:
    made = report()
    made.advise(made.diagnostics[0], "mine")
    assert made.diagnostics[0].suggestion == "mine"
    assert made.diagnostics[0].hint == "did you mean `mine`?"


def test_findings_are_sorted_and_told_once() -> None:
    made = report()
    made.add("unknown-name", PLACE, word="emty")
    made.add("unused-name", Span(SOURCE, 0, 3), word="end", sort="kind")
    assert [d.code for d in made.diagnostics] == ["unused-name", "unknown-name"]
    assert made.has_errors
    with pytest.raises(GdlError) as error:
        made.raise_errors()
    assert pickle.loads(pickle.dumps(error.value)).diagnostics == made.diagnostics
