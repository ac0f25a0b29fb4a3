"""`interpreter.compare`: studies and their reports in Python."""

from __future__ import annotations

import csv
import json
import math
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support.commands import environment, invoke
from support.studies import InProcess

import interpreter
from interpreter import GdlError, StudyError, compare
from interpreter.study.plan.study import StudyError as Home

pytestmark = pytest.mark.usefixtures("without_charts")

LADDER = "uct:2,4"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("study")


@pytest.fixture(scope="module", autouse=True)
def _in_process() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
        yield


@pytest.fixture(scope="module")
def report(folder: Path) -> Any:
    return compare(
        "squ", vary={"size": [3, 4]}, agents=["random", "uct:3"], ladder=LADDER, games=25,
        seed=3, margin=0.05, pace=30, probes=5, out=folder,
    )  # fmt: skip


def test_it_is_the_study_of_the_command(report: Any, tmp_path: Path) -> None:
    words = ["--vary", "size=3,4", "--agents", "random,uct:3", "--ladder", LADDER, "--games", "25"]
    words += ["--seed", "3", "--margin", "5%", "--pace", "30s", "--probes", "5"]
    done = invoke("compare", "squ", *words, "--out", str(tmp_path / "out"))
    assert done.exit_code == 0 and str(report).strip() in done.output
    for name in ("report.csv", "report.json", "report.html"):
        assert (tmp_path / "out" / name).read_bytes() == (report.folder / name).read_bytes()
    assert report.to_json() == (report.folder / "report.json").read_text("utf-8")


def test_asked_again_it_plays_nothing(
    report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hired(*given: object) -> Any:
        raise AssertionError("there is nothing to play")

    monkeypatch.setattr("interpreter.study.driver.hired", hired)
    shutil.copy(report.folder / "study.sqlite", tmp_path)
    again = compare(
        "squ", vary={"size": (3, 4)}, agents="random", games=20, seed=3, probes=5,
        out=tmp_path,
    )  # fmt: skip
    assert again.results.pairings[0].games == (20, 20)
    assert set(again.games["agents"]) == {"random"}


def test_the_verdict(report: Any) -> None:
    data = json.loads(report.to_json())
    assert list(report.verdict) == [finding["text"] for finding in data["verdict"]]
    assert report.verdict[0] in repr(report) and str(report.folder) in repr(report)
    assert report.tables["verdict"]["text"] == list(report.verdict)


# ---- tables ------------------------------------------------------------------------------------


def test_columns_have_one_length_and_one_type(report: Any) -> None:
    assert set(report.tables) == {"metrics", "verdict", "elo", "games", "pairs"}
    for table in report.tables.values():
        assert isinstance(table, Mapping) and len({len(column) for column in table.values()}) == 1
        for name, column in table.items():
            kinds = {type(value) for value in column} - {type(None)}
            assert len(kinds) <= 1 and kinds <= {str, int, float, bool}, (name, kinds)
            assert all(math.isfinite(v) for v in column if isinstance(v, float))


def test_metrics_are_those_of_the_csv(report: Any) -> None:
    with (report.folder / "report.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(report.metrics) == list(rows[0])
    for name, column in report.metrics.items():
        assert len(column) == len(rows)
        for own, row in zip(column, rows, strict=True):
            text = row[name]
            same = float(text) == own if isinstance(own, float) else str(own or "") == text
            assert same or (own in (None, 0, False) and text in ("", "0", "False")), (name, row)


def test_the_strength_of_agents(report: Any) -> None:
    elo = report.tables["elo"]
    assert elo["agent"] == ["uct:2", "uct:2", "uct:4", "uct:4"]
    assert elo["elo"][:2] == [0, 0] and elo["count"][2:] == [25, 25]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_are_taken_as_they_are(report: Any, library: str) -> None:
    """Neither is needed, and both are large: the test runs where they are installed."""
    frames = pytest.importorskip(library)
    for table in report.tables.values():
        frame = frames.DataFrame(table)
        assert list(frame.columns) == list(table)
        assert frame.shape == (len(next(iter(table.values()))), len(table))


# ---- questions ---------------------------------------------------------------------------------


def test_games_by_views(report: Any) -> None:
    games = report.games
    assert len(games["number"]) == 2 * 3 * 25 and set(games["variant"]) == {"size=3", "size=4"}
    assert set(games["agents"]) == {"random", "uct:3", "uct:4 vs uct:2"}
    for result, drawn in zip(games["result"], games["drawn"], strict=True):
        assert drawn == ("1" not in result.split())


def test_views_agree_with_the_report(report: Any) -> None:
    totals = report.query("SELECT * FROM totals WHERE agents = 'random' ORDER BY variant")
    metrics = report.metrics
    known = {
        (variant, key): value
        for agents, key, variant, value in zip(
            *(metrics[n] for n in ("pairing", "metric", "variant", "value")), strict=True
        )
        if agents == "random"
    }
    for row, variant in enumerate(totals["variant"]):
        assert totals["games"][row] == totals["finished"][row] == 25
        for key in ("drawn", "turns"):
            metric = "draws" if key == "drawn" else key
            assert totals[key][row] == pytest.approx(known[variant, metric])
    seats = report.query(
        "SELECT variant, avg(score) AS score FROM scores WHERE agents = ? AND seat = 1 "
        "GROUP BY variant ORDER BY variant", "random"
    )  # fmt: skip
    wanted = [known[variant, "score-1"] for variant in seats["variant"]]
    assert seats["score"] == pytest.approx(wanted)


def test_agents_that_change_seats(report: Any) -> None:
    first = report.query(
        "SELECT variant, avg(score) AS score FROM scores WHERE agent = 'uct:4' GROUP BY variant"
    )
    shares = [e.value for e in report.results.ladder[0].estimates]
    assert first["score"] == pytest.approx(shares)


def test_measurements_in_sql(report: Any) -> None:
    found = report.query(
        "SELECT avg(json_extract(unpacked(facts), '$.figures.branching')) AS mean FROM facts "
        "JOIN variants USING (variant) JOIN pairings USING (pairing) "
        "WHERE title = 'size=3' AND agents = 'uct:3'"
    )
    (row,) = (r for r in report.results.pairings[1].rows if r.metric == "branching")
    assert found["mean"] == pytest.approx([row.estimates[0].value])


def test_questions_change_nothing(report: Any) -> None:
    for statement in ("DELETE FROM games", "DROP VIEW played", "no question"):
        with pytest.raises(sqlite3.Error):
            report.query(statement)
    assert len(report.games["number"]) == 150


# ---- what is seen ------------------------------------------------------------------------------


class Tags(HTMLParser):
    """The elements of a text, and the addresses that it names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.names.append(tag)
        self.open.append(tag)
        assert not {"src", "href", "onclick"} & {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_notebook_shows_the_verdict(report: Any) -> None:
    text = report._repr_html_()
    tags = Tags(text)
    assert not tags.open and "script" not in tags.names and tags.names.count("table") == 3
    assert text.startswith('<div class="boardwright-report">')
    style = text[text.index("<style>") + 7 : text.index("</style>")]
    rules = [line for line in style.strip().splitlines() if line]
    for rule in rules:  # nothing else in the notebook is changed
        chosen = rule.split("{")[0].split(",")
        assert all(part.strip().startswith(".boardwright-report") for part in chosen)
    assert report.verdict[0] in text


def test_names_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        'study: "<b>$x$"\nvariants:\n  - "<img src=x>$a_b$": squ size=3\n  - squ size=4\n'
    )
    report = compare(tmp_path / "s.yaml", games=12, out=tmp_path / "out")
    text = report._repr_html_()
    assert "<img" not in text and "&lt;img" in text
    for number, figure in enumerate(report.figures.values()):
        figure.savefig(tmp_path / f"{number}.svg")
    assert "$a_b$" not in str(report.figures["random: lengths"].axes[0].get_title())


def test_figures_are_those_of_matplotlib(report: Any, tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    figures = report.figures
    names = {f"{a}: {f}" for a in ("random", "uct:3") for f in ("shares", "lengths", "branching")}
    assert set(figures) == {*names, "uct:3: advantage", "elo"}
    for number, figure in enumerate(figures.values()):
        assert isinstance(figure, Figure)
        figure.savefig(tmp_path / f"{number}.png")
        assert (tmp_path / f"{number}.png").stat().st_size > 1000
    (axes,) = figures["random: lengths"].axes
    assert [axes.get_xlabel(), axes.get_ylabel()] == ["length of a game, turns", "games, %"]
    (axes,) = figures["elo"].axes
    assert [label.get_text() for label in axes.get_xticklabels()] == ["uct:2", "uct:4"]
    figures["elo"].axes[0].set_title("mine")
    assert report.figures["elo"].axes[0].get_title() == "Strength"


# ---- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"games": 0}, "`games` is a whole number from 1"),
        ({"agents": "uctt:5"}, "did you mean `uct:5`?"),
        ({"metrics": ["darws"]}, "draws"),
        ({"margin": 2}, "`margin` is a part of the whole"),
        ({"vary": {"size": []}}, "there is nothing to compare"),
        ({"pace": -1}, "`pace` is the time for a turn"),
    ],
    ids=str,
)
def test_what_cannot_be_compared(tmp_path: Path, given: Any, message: str) -> None:
    assert StudyError is Home
    with pytest.raises(ValueError, match=r".") as error:
        compare("squ", out=tmp_path / "out", **given)
    assert message in str(error.value) and not (tmp_path / "out").exists()


def test_rules_that_cannot_be_played(tmp_path: Path) -> None:
    with pytest.raises(GdlError):
        compare("squ", options={"size": 1000}, out=tmp_path)
    with pytest.raises(StudyError, match="nothing to compare"):
        compare(out=tmp_path)


def test_options_and_flags(tmp_path: Path) -> None:
    report = compare("hex", options={"size": 3, "pie": True}, games=10, out=tmp_path)
    assert dict(report.results.variants[0].options) == {"size": 3, "pie": True}


def test_a_program_without_a_guard_gets_one_message(tmp_path: Path) -> None:
    """The processes that play import the program, which would begin the study again."""
    program = tmp_path / "mine.py"
    text = "from interpreter import compare\ncompare('squ', options={{'size': 3}}, games=5{})\n"
    program.write_text(text.format(", workers=1"))
    done = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, env=environment(), capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode != 0 and 'under `if __name__ == "__main__":`' in done.stderr


def test_importing_is_quick() -> None:
    words = [sys.executable, "-X", "importtime", "-c", "import interpreter"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment())
    assert "matplotlib" not in done.stderr and "interpreter.study" not in done.stderr
    assert {"compare", "StudyReport", "StudyError"} <= set(interpreter.__all__)
