"""Studies of what was changed in the workbench: played in a process, shown, refused clearly."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from support.page import Server, served

from interpreter.web.studies import changes
from interpreter.web.studies.changes import folder_name
from interpreter.web.studies.player import answer_of, play
from interpreter.web.studies.sizes import SIZES, Size
from interpreter.web.workbench.rule_files import RuleFiles

SAVED = RuleFiles(Path()).saved("tic-tac-toe").text
EDITED = SAVED.replace("when no empty: draw", "when no empty: mover loses")
LONG = 120  # seconds, after which a test gives up


def shown(server: Server, address: str) -> str:
    """The page of a study when it is no longer played."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        page: str = server.get(address)
        if "study-running" not in page:
            return page
        assert "games are there" in page or "This study begins" in page
        time.sleep(0.2)
    raise AssertionError("the study has no end")


def begun(server: Server, text: str, status: int = 201, **more: Any) -> Any:
    """The answer to the wish for a study."""
    data = {"file": "tic-tac-toe", "text": text, "size": "small", **more}
    return server.post("/api/studies", data, status)


def test_a_study_is_begun_shown_and_listed(tmp_path: Path) -> None:
    with served(tmp_path / "data", tmp_path) as server:
        answer = begun(server, EDITED)
        assert answer["address"] == f"/studies/{answer['folder']}/report.html"
        page = shown(server, answer["address"])
        assert "<h1>Tic-tac-toe: what was changed</h1>" in page
        assert "edited plays differently from saved" in page
        assert "mover loses" in page and str(tmp_path) not in page
        (entry,) = server.get("/api/studies")["studies"]
        assert entry["folder"] == answer["folder"] and entry["done"] is None
        games = server.games()
        assert not any("changes-" in name for name in games)


def test_a_file_that_was_not_changed_is_studied_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SIZES, "small", Size(("random",), 20))
    monkeypatch.chdir(tmp_path)
    job = {"file": "tic-tac-toe", "text": SAVED, "options": {}, "size": "small", "name": "study"}
    said: list[dict[str, Any]] = []
    assert answer_of(tmp_path, job, said.append) == {}
    assert said == [{"versions": 1}]
    page = (tmp_path / "study" / "report.html").read_text()
    assert "<h1>Tic-tac-toe</h1>" in page and "what was changed" not in page
    assert "study.yaml in the folder study, which is in that of your rule files" in page
    assert [p.name for p in (tmp_path / "study" / ".rules").iterdir()] == ["tic-tac-toe-saved.yaml"]


@pytest.mark.parametrize(
    ("text", "total", "said"),
    [
        (SAVED, "0 of 600 games", "The rules as they are saved: 200 games of random play and"),
        (f"# A comment.\n{SAVED}", "0 of 600 games", "The rules as they are saved:"),
        (EDITED, "0 of 1,200 games", "in the editor: 200 games of random play and"),
    ],
)
def test_the_page_says_what_will_be_played(
    tmp_path: Path, text: str, total: str, said: str
) -> None:
    with served(tmp_path / "data", tmp_path) as server:
        address = begun(server, text, size="large")["address"]
        page = server.get(address)
        assert "This study begins;" in page and "The rules are being read" in page
        end = time.monotonic() + LONG
        while "The rules are being read" in (page := server.get(address)):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert total in page and said in page


def test_what_cannot_be_played_is_told_in_place_of_the_report(tmp_path: Path) -> None:
    with served(tmp_path / "data", tmp_path) as server:
        for text, why in (("game: [", ""), (SAVED + "x: y", "")):
            page = shown(server, begun(server, text)["address"])
            assert "Not played" in page and why in page


@pytest.mark.parametrize(
    ("data", "status"),
    [({"size": "huge"}, 400), ({"text": 3}, 400), ({"file": "../x.yaml"}, 404),
     ({"file": "no-such-game"}, 404), ({"options": []}, 400)],
)  # fmt: skip
def test_a_wrong_wish_is_refused(tmp_path: Path, data: dict[str, Any], status: int) -> None:
    with served(tmp_path / "data", tmp_path) as server:
        error = begun(server, **{"text": EDITED, "status": status, **data})
        assert error["message"]
        assert [*tmp_path.glob("changes-*")] == []


def test_no_more_than_a_few_are_played_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MAX_PLAYED", 1)
    with served(tmp_path / "data", tmp_path) as server:
        begun(server, EDITED, size="large")
        begun(server, EDITED, size="large")  # of the same file: begins anew
        error = begun(server, "game: x", 429, file="hex")
        assert error["code"] == "busy"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / folder_name("tic-tac-toe")).symlink_to(tmp_path / "elsewhere")
    with served(tmp_path / "data", folder) as server:
        assert begun(server, EDITED, 403)["code"] == "bad-name"
    assert [*(tmp_path / "elsewhere").iterdir()] == []


def test_files_that_are_extended_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SIZES, "small", Size(("random",), 20))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.yaml").write_text(SAVED)
    (tmp_path / "mine.yaml").write_text("game: Mine\nextends: own\n")
    text = "game: Mine\nextends: own\nend:\n  - when no empty: mover loses\n"
    said: list[dict[str, Any]] = []
    job = {"file": "./mine.yaml", "text": text, "options": {}, "size": "small", "name": "study"}
    play(tmp_path, job, said.append)
    assert said == [{"versions": 2}]
    rules = tmp_path / "study" / ".rules"
    assert sorted(p.name for p in rules.iterdir()) == [
        "mine-edited.yaml", "mine-saved.yaml", "own.yaml"
    ]  # fmt: skip
    assert "mine-edited.yaml" in (tmp_path / "study" / "report.html").read_text()
    (tmp_path / "mine.yaml").unlink()
    assert answer_of(tmp_path, job, said.append) == {"failed": "there is no file `mine.yaml`"}


def test_each_file_has_a_folder_of_its_own() -> None:
    files = (None, "squ", "./squ.yaml", "./a b.yaml", "./a-b.yaml", "./sub/a-b.yaml")
    names = [folder_name(file) for file in files]
    assert len(set(names)) == len(files) and names[1] == folder_name("squ")
    assert all(name.startswith("changes-") and "/" not in name for name in names)
