"""The base of a report: named by its title or its number, and nothing is played for another one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interpreter.study.driver import FILE, completed, opened
from interpreter.study.plan.parsing import base_of, variants_of
from interpreter.study.plan.recipe import recipe
from interpreter.study.plan.study import StudyError
from interpreter.study.plan.study_file import read_study, study_of
from interpreter.study.report.page import to_html
from interpreter.study.report.table import report_text
from interpreter.study.results.results import Results
from interpreter.study.results.summary import results_of

pytestmark = pytest.mark.usefixtures("without_charts")

NOTHING = dict.fromkeys(
    ("games", "seed", "detailed", "probes", "until", "test", "metrics", "moves", "solve", "margin",
     "pace", "base", "ladder", "trust")
)  # fmt: skip
SIZES = {"size": ["3", "4", "5"]}


class Counting:
    """Counts the games that are played for a study."""

    def __init__(self) -> None:
        self.played = 0

    def show(self, done: int, total: int, seconds_left: tuple[float, float] | None) -> None:
        """Anything that is shown was asked for."""
        self.played += 1


def asked(**more: Any) -> Any:
    """A study of three sizes of a game."""
    given = {**NOTHING, "vary": SIZES, "agents": ["random"], "games": 40, **more}
    return study_of(["squ"], {}, given)


def reported(folder: Path, **more: Any) -> tuple[Results, int, list[Any]]:
    """The results of a study, how often playing was heard of, and all that is stored."""
    study, heard = asked(**more), Counting()
    with opened(study, folder, None) as store:
        completed(study, store, heard, 1, None)
        found = results_of(study, store)
    with closing(sqlite3.connect(folder / FILE)) as base:
        return found, heard.played, [*base.iterdump()]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The same study with its first variant as the base, and then with the second one."""
    folder = tmp_path_factory.mktemp("base")
    return reported(folder), reported(folder, base="size=4")


def test_another_base_plays_and_stores_nothing(three: Any) -> None:
    (first, played, stored), (second, again, kept) = three
    assert played and not again and stored == kept
    assert (first.base, second.base) == (0, 1)
    rows = zip(first.pairings[0].rows, second.pairings[0].rows, strict=True)
    for one, other in rows:
        assert one.estimates == other.estimates and one.differences[0] is None
        assert other.differences[1] is None
        if one.differences[1] is not None:
            assert other.differences[0].value == pytest.approx(-one.differences[1].value)
    assert replace(first.pairs, apart=()) == replace(second.pairs, apart=())
    assert [p.differences for p in first.pairs.apart] == [
        p.differences for p in second.pairs.apart
    ]


def test_the_report_tells_what_the_base_is(three: Any) -> None:
    _, (results, _, _) = three
    text = " ".join(report_text(results).split())
    assert "size=3 plays differently from size=4" in text
    assert "differences from size=4, of shares in points" in text
    assert "All pairs – " in text and "size=5 less size=3" in text
    assert {apart.variant for apart in results.rules} == {0, 2}
    page = to_html(results)
    assert "size=3, compared with size=4" in page and "size=5 less size=4" in page
    assert "size=3: difference" in page and "size=4: difference" not in page
    assert 'base: size=4' in results.recipe


def test_a_base_is_a_title_or_a_number() -> None:
    variants = variants_of(["squ"], SIZES, {})
    assert [base_of(text, variants) for text in (None, "size=4", " 3 ", "1")] == [0, 1, 2, 0]
    named = variants_of(["squ", "hex"], {}, {})
    assert [base_of(text, named) for text in ("hex", "Hex", "squ")] == [1, 1, 0]
    numbered = tuple(replace(v, title=str(4 - n)) for n, v in enumerate(variants, 1))
    assert base_of("1", numbered) == 2  # a title comes before a number
    for wrong in ("size=40", "0", "4", "", "-1"):
        with pytest.raises(StudyError, match="`base` is the title of a variant or its number"):
            base_of(wrong, variants)
    with pytest.raises(StudyError, match="did you mean `size=4`"):
        base_of("size=44", variants)


def test_a_study_file_names_its_base_and_is_written_with_it(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text("variants:\n  - squ size=3\n  - larger: squ size=4\nbase: larger\n")
    assert read_study(path).settings == {"base": "larger"}
    study = study_of([str(path)], {}, {**NOTHING, "vary": {}, "agents": []})
    assert study.base == 1 and "base: larger" in recipe(study)
    path.write_text(recipe(study))
    assert study_of([str(path)], {}, {**NOTHING, "vary": {}, "agents": []}).base == 1
    assert study.key == replace(study, base=0).key and "base" not in study.settings
