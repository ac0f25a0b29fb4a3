"""Nothing is played twice: what becomes of the games of a study that is asked for others."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.commands import invoke
from support.studies import InProcess, carried_out, reports, study

from interpreter.process.arguments import USUAL_MOVES
from interpreter.study.plan.study import FORMAT, StudyError
from interpreter.study.play.games import play_text as play_for_real
from interpreter.study.store.contents import TABLES, VIEWS
from interpreter.study.store.store import read_store

pytestmark = pytest.mark.usefixtures("without_charts")

GAMES = 12  # of each pairing
RULES = """game: Race
players: White, Black
board: square(2)
pieces: stone
state:
  steps: 0..60
actions:
  short: add 1 to steps
  long: add {most} to steps
turn: short or long
end:
  - when steps >= 20: mover wins
"""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """The games that are played: the agents of each, and the options of its rules."""
    games: list[tuple[str, str]] = []

    def play(text: str) -> str:
        batch = json.loads(text)
        what = json.dumps(json.loads(batch["rules"])["options"])
        games.extend([(" vs ".join(batch["agents"]), what)] * batch["count"])
        return play_for_real(text)

    monkeypatch.setattr("interpreter.study.run.run.play_text", play)
    monkeypatch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
    yield games


def sizes(*values: int, **rest: Any) -> Any:
    vary = {"size": [str(value) for value in values]}
    return study("squ", vary=vary, **({"games": GAMES, "detailed": 4} | rest))


@pytest.fixture(scope="module")
def of_three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a study of boards of size 3."""
    folder = tmp_path_factory.mktemp("three")
    carried_out(sizes(3), folder)
    return folder / "study.sqlite"


@pytest.fixture(scope="module")
def of_both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study of boards of sizes 3 and 4."""
    folder = tmp_path_factory.mktemp("both")
    carried_out(sizes(3, 4), folder)
    return folder


@pytest.fixture
def begun(tmp_path: Path, of_three: Path) -> Path:
    """A folder in which that study was played."""
    shutil.copy(of_three, tmp_path)
    return tmp_path


def anew(tmp_path: Path, whole: Any) -> dict[str, bytes]:
    """The reports of a study that has no game yet."""
    carried_out(whole, tmp_path / "anew")
    return reports(tmp_path / "anew")


Played = list[tuple[str, str]]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (lambda: sizes(3, 4, 5), {("random", '{"size": 5}'): GAMES}),
        (lambda: sizes(5, 4), {("random", '{"size": 5}'): GAMES}),
        (lambda: sizes(4, 3), {}),
        (lambda: sizes(4), {}),
        (lambda: sizes(3, 4, games=GAMES + 5),
         {("random", '{"size": 3}'): 5, ("random", '{"size": 4}'): 5}),
        (lambda: sizes(3, 4, agents="uct:2,random"),
         {("uct:2", '{"size": 3}'): GAMES, ("uct:2", '{"size": 4}'): GAMES}),
        (lambda: sizes(3, 4, ladder="uct:2,3"),
         {("uct:3 vs uct:2", '{"size": 3}'): GAMES,
          ("uct:3 vs uct:2", '{"size": 4}'): GAMES}),
    ],
    ids=["a variant", "another variant", "another order", "fewer", "games", "an agent", "a rung"],
)  # fmt: skip
def test_only_what_is_new_is_played(
    tmp_path: Path, of_both: Path, played: Played, more: Callable[[], Any],
    expected: dict[Any, int],
) -> None:  # fmt: skip
    """The report is the one of a study that began with all of it."""
    shutil.copytree(of_both, tmp_path / "out")
    carried_out(more(), tmp_path / "out")
    assert {game: played.count(game) for game in played} == expected
    now = reports(tmp_path / "out")
    assert now == anew(tmp_path, more())


def test_rungs_are_added_to_a_ladder(tmp_path: Path, played: Played) -> None:
    carried_out(sizes(3, ladder="uct:2,4"), tmp_path / "out")
    played.clear()
    carried_out(sizes(3, ladder="uct:2,4,8"), tmp_path / "out")
    assert {agents for agents, _ in played} == {"uct:8 vs uct:4"} and len(played) == GAMES


def test_what_was_left_out_comes_back(tmp_path: Path, of_both: Path, played: Played) -> None:
    shutil.copytree(of_both, tmp_path / "out")
    before = reports(tmp_path / "out")
    carried_out(sizes(4), tmp_path / "out")
    carried_out(sizes(3, 4), tmp_path / "out")
    assert not played and reports(tmp_path / "out") == before


def test_perfect_play_is_kept_with_its_variant(tmp_path: Path) -> None:
    words = ("--solve", "--games", "5", "--out", str(tmp_path / "out"))
    assert invoke("compare", "tic-tac-toe", "misere-tic-tac-toe", *words).exit_code == 0
    done = invoke("compare", "misere-tic-tac-toe", "tic-tac-toe", *words, "--json")
    assert done.exit_code == 0
    base = sqlite3.connect(tmp_path / "out" / "study.sqlite")
    assert base.execute("SELECT count(*) FROM solved").fetchone() == (2,)


# ---- what has changed ----------------------------------------------------------------------------


def compare(*words: str) -> Any:
    return invoke("compare", *words, "--games", "15", "--out", "out")


def test_changed_rules_are_named_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    """Only the variant that changed is played again."""
    monkeypatch.chdir(tmp_path)
    race, other = Path("race.yaml"), Path("other.yaml")
    race.write_text(RULES.format(most=3))
    other.write_text(RULES.format(most=2))
    assert compare("race.yaml", "other.yaml").exit_code == 0
    first = reports(Path("out"))
    played.clear()

    race.write_text(RULES.format(most=3) + "\n# a remark changes nothing\n")
    done = compare("race.yaml", "other.yaml")
    assert not played and "changed" not in done.stderr and reports(Path("out")) == first

    race.write_text(RULES.format(most=4))
    done = compare("race.yaml", "other.yaml")
    assert done.exit_code == 0 and len(played) == 15
    assert done.stderr.startswith(
        "race.yaml: the rules have changed since 15 games were played\n"
        "  actions, long\n"
        "    was   race.yaml:9: long: add 3 to steps\n"
        "    now   race.yaml:9: long: add 4 to steps\n"
        "what was played by them is set aside in the study, and counts again if they come back\n"
    )
    assert "changed" not in compare("race.yaml", "other.yaml").stderr  # it is told once
    played.clear()

    race.write_text(RULES.format(most=3))
    done = compare("race.yaml", "other.yaml")
    assert not played and reports(Path("out")) == first
    assert "now   race.yaml:9: long: add 3 to steps" in done.stderr


def test_games_of_earlier_rules_are_no_part_of_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    monkeypatch.chdir(tmp_path)
    for most in (3, 4):
        Path("race.yaml").write_text(RULES.format(most=most))
        assert compare("race.yaml").exit_code == 0
    base = sqlite3.connect("out/study.sqlite")
    assert base.execute("SELECT count(*) FROM games").fetchone() == (30,)
    assert base.execute("SELECT variant, games FROM totals").fetchall() == [("race.yaml", 15)]
    done = invoke("record", "out", "race.yaml", "3", "--allow", "race.yaml")
    assert done.exit_code == 0, done.output


def test_an_option_that_changed_in_a_study_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    monkeypatch.chdir(tmp_path)
    for size in (3, 4):
        Path("s.yaml").write_text(f"variants:\n  - board: squ size={size}\ngames: 10\n")
        done = invoke("compare", "s.yaml", "--out", "out")
    assert "board: the rules have changed since 10 games were played" in done.stderr
    assert "size = 3" in done.stderr and "size = 4" in done.stderr


def test_a_program_that_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "def play(state, rng):\n    return state.moves()[{}]\n"
    for number in (0, -1):
        Path("mine.py").write_text(text.format(number))
        words = ("--size", "3", "--agents", "random,mine.py:play", "--out", "out", "--games", "5")
        done = invoke("compare", "squ", *words)
        assert done.exit_code == 0, done.output
    assert "mine.py:play: the program has changed since 5 games were played" in done.stderr
    assert sorted(agents for agents, _ in played) == ["mine.py:play"] * 10 + ["random"] * 5


def test_rules_of_then_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    """The file may come from anybody: the change is told all the same."""
    monkeypatch.chdir(tmp_path)
    Path("race.yaml").write_text(RULES.format(most=3))
    assert compare("race.yaml").exit_code == 0
    for texts in ("[]", '{"files": [["a", "no rules"]], "options": {}}', "\x1b[2J"):
        with sqlite3.connect("out/study.sqlite") as base:
            base.execute("UPDATE variants SET texts = ?, rules = 'x'", (texts,))
        base.close()
        done = compare("race.yaml")
        assert done.exit_code == 0 and "\x1b" not in done.output
        assert "race.yaml: the rules have changed since" in done.stderr


def test_another_engine_is_another_study(begun: Path) -> None:
    """Going on would silently play everything again, perhaps a thousand times slower."""
    with sqlite3.connect(begun / "study.sqlite") as base:
        (own,) = base.execute("SELECT engine FROM variants").fetchone()
        other = {"native": "reference", "reference": "native"}[own]
        base.execute("UPDATE variants SET engine = ?", (other,))
    base.close()
    with pytest.raises(StudyError, match=f"size=3 was played by the {other} engine"):
        carried_out(sizes(3), begun)


@pytest.mark.parametrize(
    ("other", "what"),
    [({"seed": 2}, "seed"), ({"detailed": 5}, "detailed"), ({"probes": 3}, "probes"),
     ({"most_moves": USUAL_MOVES - 1}, "most moves")],
)  # fmt: skip
def test_what_makes_another_study(begun: Path, other: dict[str, int], what: str) -> None:
    with pytest.raises(StudyError, match=rf"another study \(different: {what}\)"):
        carried_out(sizes(3, **other), begun)


def test_a_file_of_the_first_version(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "study.sqlite") as base:
        base.execute("CREATE TABLE cells (variant INTEGER)")
    base.close()
    with pytest.raises(StudyError, match="by another version of this program"):
        carried_out(sizes(3), tmp_path)


@pytest.mark.parametrize("change", [
    "DROP VIEW scores", "DROP TABLE solved", "CREATE TABLE more (x)",
    "ALTER TABLE games ADD COLUMN more", "CREATE VIEW v AS SELECT 1", "DROP TABLE games",
])  # fmt: skip
@pytest.mark.parametrize("number", [FORMAT - 1, FORMAT + 1])
def test_a_file_of_another_version(begun: Path, change: str, number: int) -> None:
    """Its tables are not damaged: they are those of that version."""
    with sqlite3.connect(begun / "study.sqlite") as base:
        if "games" in change:
            base.execute("DROP VIEW played")
        base.execute(change)
        base.execute("UPDATE study SET settings = json_set(settings, '$.format', ?)", (number,))
    base.close()
    with pytest.raises(StudyError, match="by another version of this program"):
        carried_out(sizes(3), begun)
    with pytest.raises(StudyError, match="by another version of this program"):
        read_store(begun / "study.sqlite")


def test_other_tables_have_another_format() -> None:
    """Files of other tables would be told to be damaged if the format were still the same."""
    texts = json.dumps([TABLES, VIEWS], sort_keys=True)
    known = {9: "4bd6c0a092f5c008"}
    assert known == {FORMAT: hashlib.sha256(texts.encode()).hexdigest()[:16]}, "raise FORMAT"


def test_without_a_folder_the_games_are_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    monkeypatch.chdir(tmp_path)
    for vary in ("size=3", "size=3,4"):
        played.clear()
        assert invoke("compare", "squ", "--vary", vary, "--games", "10").exit_code == 0
    assert played == [("random", '{"size": 4}')] * 10
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_is_named_from_another_folder_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[tuple[str, str]]
) -> None:
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "race.yaml").write_text(RULES.format(most=2))
    for folder, name in (("g", "race.yaml"), (".", "g/race.yaml")):
        monkeypatch.chdir(tmp_path / folder)
        carried_out(study(name, games=GAMES), tmp_path / "out")
        with closing(read_store(tmp_path / "out" / "study.sqlite")) as store:
            (cell,) = store.cells()
        assert (len(played), cell.file) == (GAMES, name)
