"""Which files a file may name: those beside it or below its folder, bundled games, no others."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from support.commands import invoke
from support.studies import InProcess

from gdl.source.library import NoSuchGame, OutOfReach
from interpreter.api.library import library
from interpreter.api.loading import load_game

pytestmark = pytest.mark.usefixtures("without_charts")

MINE = "game: Mine\nextends: tic-tac-toe\nend:\n  - when no empty: draw\n"
SECRET = "game: Secret\nplayers: hunter2\nturn: pass pass\n"
VICTIM = "secret"


@pytest.fixture(autouse=True)
def stranger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a stranger's files, from which ours is out of reach."""
    monkeypatch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
    (tmp_path / f"{VICTIM}.yaml").write_text(SECRET)
    (tmp_path / "ours.yaml").write_text(MINE)
    folder = tmp_path / "stranger"
    (folder / "below").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def outside(name: str) -> list[str]:
    """Ways to write a file outside, as `extends` and as the others do."""
    up = Path.cwd().parent
    os.symlink(up / f"{name}.yaml", "link.yaml")
    os.symlink(up, "folder")
    return [
        f"../{name}",
        f"{up}/{name}",
        f"below/../../{name}",
        "link",
        f"folder/{name}",
        f"./../{name}",
        f"../stranger/../{name}",
    ]


def test_extends_reaches_no_file_outside() -> None:
    for name in outside(VICTIM):
        Path("mine.yaml").write_text(f"game: Mine\nextends: {name}\n")
        for command in ("check", "show", "play", "dump"):
            done = invoke(command, "mine.yaml")
            assert done.exit_code == 1 and "out-of-reach" in done.output, name
            assert "hunter2" not in done.output


def test_it_is_not_told_whether_there_is_a_file_outside() -> None:
    said = set()
    for name in (f"../{VICTIM}", "../nothing", "/etc/passwd", "/nowhere/at/all"):
        Path("mine.yaml").write_text(f"extends: {name}\n")
        said.add(invoke("check", "mine.yaml").output.replace(name, "").replace("^", ""))
    assert len(said) == 1


@pytest.mark.parametrize(
    "name", ["x" * 5000, "a/" * 3000, "\u00e9" * 200, ".", "..", "below", "a b"]
)
def test_names_that_are_none(name: str) -> None:
    Path("mine.yaml").write_text(f"extends: {name}\n")
    done = invoke("check", "mine.yaml")
    assert done.exit_code == 1 and ("unknown-file" in done.output or "out-of-reach" in done.output)


def test_a_circle_of_links_is_no_file() -> None:
    os.symlink("b.yaml", "a.yaml")
    os.symlink("a.yaml", "b.yaml")
    Path("mine.yaml").write_text("extends: a\n")
    assert invoke("check", "mine.yaml").exit_code == 1


def test_extends_reaches_files_beside_and_below_and_back() -> None:
    Path("base.yaml").write_text(MINE)
    Path("below/base.yaml").write_text(MINE)
    os.symlink("below/base.yaml", "linked.yaml")
    for name in (
        "base",
        "below/base",
        "linked",
        "./base",
        "below/../base",
        "../stranger/base",
        str(Path("base").absolute()),
    ):
        Path("mine.yaml").write_text(f"game: Mine\nextends: {name}\n")
        assert invoke("check", "mine.yaml").exit_code == 0, name


def test_a_base_reaches_no_further_than_its_own_folder() -> None:
    Path("base.yaml").write_text(MINE)
    Path("below/middle.yaml").write_text("extends: ../base\n")
    Path("mine.yaml").write_text("extends: below/middle\n")
    assert "out-of-reach" in invoke("check", "mine.yaml").output


def test_what_the_user_allows_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.yaml").write_text("game: Mine\nextends: ../ours\n")
    assert invoke("check", "mine.yaml", "--allow", "..").exit_code == 0
    assert invoke("check", "mine.yaml", "--allow", "../ours.yaml").exit_code == 0
    assert invoke("check", "mine.yaml", "--allow", "below").exit_code == 1
    assert invoke("show", "mine.yaml", "--allow", "below", "--allow", "..").exit_code == 0
    assert "BOARDWRIGHT_ALLOW" not in os.environ
    monkeypatch.setenv("BOARDWRIGHT_ALLOW", "..")
    assert load_game("mine.yaml").title == "Mine"
    assert invoke("check", "mine.yaml", "--allow", "below").exit_code == 0


def test_a_path_with_the_separator_allows_nothing_else() -> None:
    os.mkdir(f"a{os.pathsep}..")
    assert invoke("check", "squ", "--allow", f"a{os.pathsep}..").exit_code == 2


def test_records_reach_no_file_outside() -> None:
    for name in outside(VICTIM):
        for text in (f"{name}.yaml", name):
            if text == "link":
                continue  # a bundled name that there is not
            Path("game.txt").write_text(f"game: {text}\nresult: open\n")
            for words in (("replay", "game.txt"), ("play", "tic-tac-toe", "--load", "game.txt")):
                done = invoke(*words)
                assert done.exit_code == 1 and "lies outside" in done.output, text
                assert "hunter2" not in done.output


def test_records_read_only_rule_files_by_path() -> None:
    Path("notes").write_text(SECRET)
    for text in ("/etc/passwd", "/etc/hostname", "../ours", "~/x"):
        Path("game.txt").write_text(f"game: {text}\nresult: open\n")
        assert invoke("replay", "game.txt").exit_code == 1


def test_a_record_of_a_file_that_the_user_names() -> None:
    ours = Path("../ours.yaml").resolve()
    Path("game.txt").write_text(f"game: {ours}\n\n1. place b2\nresult: open\n")
    assert invoke("replay", "game.txt").exit_code == 1
    assert invoke("replay", "game.txt", "--allow", str(ours)).exit_code == 0
    done = invoke("play", str(ours), "--load", "game.txt", "--seat", "random", "--seat", "random")
    assert done.exit_code == 0 and "game.txt" not in done.output
    Path("ours.yaml").write_text(MINE)  # beside the record it is found without a word
    assert invoke("replay", "game.txt").exit_code == 0


def test_studies_reach_no_file_outside() -> None:
    for name in outside(VICTIM):
        Path("study.yaml").write_text(f"variants:\n  - {name}.yaml\n")
        done = invoke("compare", "study.yaml", "--out", "out")
        assert (
            done.exit_code == 1 and "lies outside" in done.output and "hunter2" not in done.output
        )
    Path("below/ours.yaml").write_text(MINE)
    Path("study.yaml").write_text("variants:\n  - below/ours.yaml\n  - tic-tac-toe\ngames: 2\n")
    assert invoke("compare", "study.yaml", "--out", "out").exit_code == 0


def test_study_databases_reach_no_file_outside() -> None:
    assert invoke("compare", "tic-tac-toe", "--games", "2", "--out", "out").exit_code == 0
    up = Path.cwd().parent
    for file in (f"{up}/{VICTIM}.yaml", f"../{VICTIM}.yaml", "/etc/passwd", "out/../../ours.yaml"):
        base = sqlite3.connect("out/study.sqlite")
        with base:
            base.execute("UPDATE variants SET file = ?", (file,))
        base.close()
        done = invoke("record", "out", "tic-tac-toe", "1")
        assert (
            done.exit_code == 1 and "lies outside" in done.output and "hunter2" not in done.output
        )


def test_a_game_of_a_study_of_our_own_file() -> None:
    Path("ours.yaml").write_text(MINE)
    Path("study.yaml").write_text("variants:\n  - Ours: ours.yaml\n")
    assert invoke("compare", "study.yaml", "--games", "2", "--out", "out").exit_code == 0
    done = invoke("record", "out", "Ours", "1")
    assert done.exit_code == 1 and "--allow ours.yaml" in done.output
    done = invoke("record", "out", "Ours", "1", "--allow", "ours.yaml", "--save", "game.txt")
    assert done.exit_code == 0, done.output
    assert invoke("replay", "game.txt").exit_code == 0


def test_a_file_that_the_command_names_needs_no_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("ours.yaml").write_text(MINE)
    assert invoke("compare", "ours.yaml", "--games", "2", "--out", "out/study").exit_code == 0
    done = invoke("record", "out/study", "ours.yaml", "1")
    assert done.exit_code == 0, done.output
    Path("theirs.yaml").write_text(MINE)
    other = invoke("record", "out/study", "theirs.yaml", "1")
    assert other.exit_code == 2 and "no variant `theirs.yaml`" in other.output
    monkeypatch.chdir("out")
    assert invoke("record", "study", "../ours.yaml", "1").output == done.output
    for more in ((), ("--allow", "..")):
        lost = invoke("record", "study", "ours.yaml", "1", *more)
        assert lost.exit_code == 1 and "in which the study was begun" in lost.output
    Path("ours.yaml").write_text(MINE.replace("draw", "mover wins"))
    other = invoke("record", "study", "ours.yaml", "1")
    assert other.exit_code == 1 and "have changed" in other.output
    nowhere = invoke("record", ".", "ours.yaml", "1")
    assert nowhere.exit_code == 2 and "there is one in study" in nowhere.output


def test_the_errors_of_the_library(tmp_path: Path) -> None:
    with pytest.raises(OutOfReach):
        library().named("../ours.yaml", Path())
    with pytest.raises(NoSuchGame):
        library().named("nothing.yaml", Path())
    assert library().named("tic-tac-toe", Path("/nowhere")).name == "tic-tac-toe.yaml"
