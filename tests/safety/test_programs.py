"""A file from a stranger starts no program: only the command line does."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from support.commands import invoke
from support.studies import InProcess

pytestmark = pytest.mark.usefixtures("without_charts")

STUDY = "study: Mine\nvariants:\n  - tic-tac-toe\ngames: 4\nagents: {agents}\n"
RECORD = "game: tic-tac-toe\nseats: {agents}, random\n\n1. place b2\nresult: open\n"
PLACES = ("{spec}", "random, {spec}", "random vs {spec}", "{spec} vs random", "random|{spec}")


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
    monkeypatch.chdir(tmp_path)


def planted(folder: Path, name: str) -> Path:
    """A program that leaves a trace when it is loaded; gives the trace."""
    (folder / f"{name}.py").write_text(
        f"open({str(folder / 'trace')!r}, 'w').close()\n"
        "def play(state, rng):\n    return state.moves()[0]\n"
    )
    return folder / "trace"


@pytest.mark.parametrize(
    "spec", ["planted.py:play", "./planted.py:play", "planted:play", "{folder}/planted.py:play"]
)
@pytest.mark.parametrize("place", PLACES)
def test_a_study_starts_no_program(tmp_path: Path, spec: str, place: str) -> None:
    trace = planted(tmp_path, "planted")
    agents = place.format(spec=spec.format(folder=tmp_path))
    Path("mine.yaml").write_text(STUDY.format(agents=agents))
    done = invoke("compare", "mine.yaml", "--out", "out")
    assert done.exit_code in (1, 2) and not trace.exists()
    if "planted:" not in spec:  # a word with a colon may be a misspelt agent too
        assert "is a program" in done.stderr and "--trust" in done.stderr


def test_a_ladder_starts_no_program(tmp_path: Path) -> None:
    trace = planted(tmp_path, "planted")
    for ladder in ("planted.py:play,5", "planted.py:1,2", "./planted.py:play:1,2"):
        Path("mine.yaml").write_text(STUDY.format(agents="random") + f"ladder: {ladder}\n")
        assert invoke("compare", "mine.yaml", "--trust", "--out", "out").exit_code == 2
        assert not trace.exists()


def test_whoever_trusts_a_study_says_so(tmp_path: Path) -> None:
    trace = planted(tmp_path, "planted")
    Path("mine.yaml").write_text(STUDY.format(agents="planted.py:play"))
    assert invoke("compare", "mine.yaml", "--trust", "--out", "out").exit_code == 0
    assert trace.exists()


def test_agents_of_the_command_line_may_be_programs(tmp_path: Path) -> None:
    trace = planted(tmp_path, "planted")
    Path("mine.yaml").write_text(STUDY.format(agents="other.py:play"))
    done = invoke("compare", "mine.yaml", "--agents", "planted.py:play", "--out", "out")
    assert done.exit_code == 0 and trace.exists()


def test_a_record_starts_no_program(tmp_path: Path) -> None:
    trace = planted(tmp_path, "planted")
    Path("game.txt").write_text(RECORD.format(agents="planted.py:play"))
    assert invoke("replay", "game.txt").exit_code == 0
    done = invoke("play", "tic-tac-toe", "--load", "game.txt")
    assert done.exit_code == 1 + 1 and "is a program" in done.stderr
    assert not trace.exists()


def test_a_study_database_starts_no_program(tmp_path: Path) -> None:
    trace = planted(tmp_path, "planted")
    words = ("compare", "tic-tac-toe", "--games", "4", "--out", "out")
    assert invoke(*words).exit_code == 0
    with sqlite3.connect("out/study.sqlite") as base:
        base.execute("UPDATE pairings SET agents = 'planted.py:play'")
    base.close()
    assert invoke("record", "out", "tic-tac-toe", "1").exit_code == 0
    invoke(*words)
    assert not trace.exists()
