"""The page of a study that is being played, and the study file that plays it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest
from support import sample_results
from support.studies import InProcess, Silent

from interpreter.api.library import library
from interpreter.study import live
from interpreter.study.plan.metrics import sequential_keys
from interpreter.study.plan.parsing import (
    ladder_of,
    pairing_of,
    question_of,
    variant_of,
    variants_of,
)
from interpreter.study.plan.recipe import recipe
from interpreter.study.plan.study import Stated, Study, StudyError
from interpreter.study.plan.study_file import planned, read_study
from interpreter.study.report.page import Running, to_html
from interpreter.study.results.results import RulesApart
from interpreter.study.run.run import Runner
from interpreter.study.store.store import open_store

pytestmark = pytest.mark.usefixtures("without_charts")


class Saying(Silent):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


def small(games: int = 60) -> Study:
    variants = variants_of(["tic-tac-toe", "misere-tic-tac-toe"], {}, {})
    return Study("small", variants, (pairing_of("random"),), games=games, detailed=games)


def test_a_page_is_written_while_a_study_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "FIRST_SECONDS", 0.0)
    study, bar = small(), Saying()
    made: list[str] = []
    with closing(open_store(tmp_path / "study.sqlite")) as store:
        store.begin(study)
        with live.LivePage(study, store, tmp_path, bar) as page:  # type: ignore[arg-type]

            class Waiting:
                """Waits for the page that was begun."""

                def show(
                    self, done: int, total: int, seconds_left: tuple[float, float] | None
                ) -> None:
                    page.show(done, total, seconds_left)
                    if page.writing is not None and not made:
                        page.writing.join()
                        made.append((tmp_path / "report.html").read_text())

            Runner(study, store, Waiting(), InProcess).run()
    assert "This study is being played: " in made[0] and "of 120 games are there" in made[0]
    assert bar.said == [f"{tmp_path / 'report.html'} shows the report so far, and follows"]


def test_a_page_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    study, bar = small(games=10), Saying()
    with closing(open_store(tmp_path / "study.sqlite")) as store:
        store.begin(study)
        Runner(study, store, Silent(), InProcess).run()
        page: Any = live.LivePage(study, store, tmp_path / "missing" / "folder", bar)  # type: ignore[arg-type]
        page.write(live.copied(store), Running(10, 20, 0.0, 20.0), 0.0)
    assert len(bar.said) == 1 and "cannot follow" in bar.said[0] and page.due == float("inf")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The page of a small study that was played, which is due at once."""
    monkeypatch.setattr(live, "FIRST_SECONDS", 0.0)
    study = small(games=10)
    with closing(open_store(tmp_path / "study.sqlite")) as store:
        store.begin(study)
        Runner(study, store, Silent(), InProcess).run()
        yield live.LivePage(study, store, tmp_path, Saying())  # type: ignore[arg-type]


def shown(page: Any, times: int = 3) -> list[str]:
    """What is said while it is shown so often."""
    for _ in range(times):
        page.show(10, 20, None)
        if page.writing is not None:
            page.writing.join()
    return list(page.bar.said)


def test_an_unexpected_error_ends_the_page_and_is_told_once(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def broken(*_: object) -> str:
        made.append(1)
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(live, "to_html", broken)
    said = shown(page)
    assert len(made) == 1 and len(said) == 1, "no page is promised that there is not"
    assert said[0].endswith("something went wrong here (ZeroDivisionError: a mistake)")


def test_a_large_study_is_not_copied(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_BYTES", 1_000)
    (said,) = shown(page)
    assert "too many games" in said and page.writing is None


def test_a_copy_that_fails_does_not_end_the_study(page: Any) -> None:
    page.store.close()
    (said,) = shown(page)
    assert "cannot follow" in said and page.writing is None


def test_copies_and_pages_take_a_small_share_of_the_time(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(live, "monotonic", lambda: clock[0])
    whole = live.copied

    def slow(store: Any) -> Any:
        clock[0] += 10.0
        return whole(store)

    monkeypatch.setattr(live, "copied", slow)
    page.due = 0.0
    shown(page, 1)
    assert page.due == clock[0] + 200.0


def test_the_end_waits_for_no_page_that_takes_long(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LAST_SECONDS", 0.05)
    go_on = Event()
    monkeypatch.setattr(live, "results_of", lambda *_: go_on.wait(60) and "late")
    with page:
        page.show(10, 20, None)
    assert page.writing.is_alive() and page.writing.daemon
    go_on.set()
    page.writing.join()
    assert not page.path.exists()


def test_the_end_waits_for_the_part_that_is_drawn(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LAST_SECONDS", 0.0)
    begun, drawn = Event(), Event()

    def draw(*_: Any) -> str:
        begun.set()
        sleep(0.3)
        drawn.set()
        return "late"

    monkeypatch.setattr(live, "to_html", draw)
    with page:
        page.show(10, 20, None)
        assert begun.wait(60)
    assert drawn.is_set() and not page.path.exists()


def test_a_page_that_is_no_longer_wanted_ends_before_its_next_part() -> None:
    results, made = sample_results.two(), 0

    def is_wanted() -> bool:
        nonlocal made
        made += 1
        return made < 3

    page = to_html(results, Running(340, 2000, 1e9, 20.0, is_wanted))
    assert page.count("<section") == 2 < to_html(results).count("<section")


def test_a_finished_page_does_not_say_that_it_is_played() -> None:
    results = sample_results.two()
    running = to_html(results, Running(340, 2000, 1e9, 20.0))
    assert '<meta name="study-running" content="340 of 2000">' in running
    finished = to_html(results)
    assert '"study-running"' not in finished and "This study is being played" not in finished


def test_the_study_file_of_a_report_plays_the_same_games(tmp_path: Path) -> None:
    variants = (*variants_of(["squ"], {"size": ["3", "4"]}, {}),)
    study = Study(
        "Sizes", variants, (pairing_of("random"), pairing_of("uct:10 vs uct:5")),
        ladder_of("uct:5,10,20"), games=60, seed=7, probes=20,
        question=question_of("win-1 5%", sequential_keys()), stated=Stated(0.03, 0.05, 30),
    )  # fmt: skip
    again = read_again(study, tmp_path)
    assert (again.games, again.question, again.stated) == (60, study.question, study.stated)


def read_again(study: Study, folder: Path, trust: bool = False) -> Study:
    """The study that the file offered for another one is, which must play the same games."""
    path = folder / "study.yaml"
    path.write_text(recipe(study))
    text = read_study(path)
    text.runs_programs = trust
    again = planned(text)
    assert again.title == study.title and again.settings == study.settings
    assert again.all_pairings == study.all_pairings and again.ladder == study.ladder
    titles = [[(v.title, v.game.rules_hash) for v in one.variants] for one in (again, study)]
    assert titles[0] == titles[1]
    return again


@pytest.mark.parametrize("title", ["A: b", "A # b", "# a", '"A"', "it's", "- a", " a ", "a\\b:"])
def test_any_title_of_a_study_is_read_back(title: str, tmp_path: Path) -> None:
    read_again(replace(small(), title=title), tmp_path)


@pytest.mark.parametrize("ladder", ["reference", "reference:4x", "uct:5,10,20", "uct:0.5x,1x"])
def test_any_ladder_is_read_back(ladder: str, tmp_path: Path) -> None:
    read_again(replace(small(), ladder=ladder_of(ladder)), tmp_path)


def test_variants_with_signs_in_their_names_are_read_back(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    rules = library().find("tic-tac-toe").read_text()
    files = [str(folder / name) for name in ("it's one.yaml", "don't.yaml", "two # 2.yaml")]
    for file in files:
        Path(file).write_text(rules)
    variants = (
        *variants_of(files, {}, {}), variant_of("squ: small", "squ", {"size": "3"}),
        variant_of("small #2", files[0], {}),
    )  # fmt: skip
    read_again(replace(small(), variants=variants), tmp_path)


def test_a_study_file_with_programs_says_what_it_needs(tmp_path: Path) -> None:
    program = tmp_path / "an agent.py"
    program.write_text("def choose(state, random):\n    return state.moves()[0]\n")
    study = replace(small(), pairings=(pairing_of(f"{program}:choose", runs_programs=True),))
    assert "--trust" in recipe(study).splitlines()[0]
    read_again(study, tmp_path, trust=True)
    with pytest.raises(StudyError, match="--trust"):
        read_again(study, tmp_path)


def test_equal_rules_that_were_proved_count_as_alike() -> None:
    results = sample_results.two()
    proved = RulesApart(1, (), "equal-proved", "all 10 pairs of positions were compared")
    assert not results.are_alike(0, 1)
    assert type(results)(**{**vars(results), "rules": (proved,)}).are_alike(0, 1)
