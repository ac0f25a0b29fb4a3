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


def test_the_place_is_one_line_whatever_the_name_of_the_file() -> None:
    made = Report()
    made.add("unknown-name", Span(Source("e\x1b[31m\n.yaml", SOURCE.text), 14, 18), word="emty")
    assert made.diagnostics[0].render().splitlines()[1] == " --> e\\u001b[31m\\u000a.yaml:2:10"


@pytest.mark.parametrize("length", [1, 90, 5000])
def test_of_a_long_line_only_the_surroundings_are_shown(length: int) -> None:
    before, word, after = "b" * 5000, "w" * length, "a" * 5000
    source = Source("a.yaml", before + word + after)
    made = Report()
    made.add("unknown-name", Span(source, 5000, 5000 + length), word=word)
    rows = made.diagnostics[0].render().splitlines()
    assert all(len(row) < 700 for row in rows)
    marked = rows[3][rows[4].index("^") : rows[4].rindex("^") + 1]
    assert marked.strip("w") in ("", " … ")
    assert rows[3].count("…") == (2 if marked == word else 3)


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


def test_a_guess_that_is_too_dear_leaves_the_cheap_ones() -> None:
    made = Report(guesses=100)
    assert not made.may_guess(101)
    assert made.guesses == 100 and made.near("emty", ("empty",)) == ("empty",)
    assert made.may_guess(made.guesses) and not made.may_guess(1)
    assert made.near("emty", ("empty",)) == ()
