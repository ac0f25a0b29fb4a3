"""The folder that is served: what is written into it, and what is said of what is not."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from time import monotonic
from types import SimpleNamespace

import pytest
from starlette.requests import Request

from interpreter.process import files, locking
from interpreter.process.files import digest_on_disk
from interpreter.web.api import Service
from interpreter.web.games.folder import MAX_DEPTH, Folder, InTheWay, NoGame, title_in

TEXT = "game: X\n"


def refusal(root: Path, name: str) -> str:
    """Why a file is not written."""
    with pytest.raises(NoGame) as told:
        Folder(root).save(name, TEXT, False)
    assert told.value.code == "bad-name"
    return told.value.message


@pytest.mark.parametrize("folder", ["_x", ".x", "node_modules"])
def test_what_is_not_listed_is_not_written(tmp_path: Path, folder: str) -> None:
    (tmp_path / "more" / folder).mkdir(parents=True)
    told = refusal(tmp_path, f"more/{folder}/new.yaml")
    assert told == f"no rule files are kept in a folder called `{folder}`"
    assert not [*tmp_path.rglob("*.yaml")]


@pytest.mark.parametrize("name", ["a/../b.yaml", "a/./b.yaml", "a//b.yaml", "/b.yaml"])
def test_a_way_round_is_told_as_such(tmp_path: Path, name: str) -> None:
    (tmp_path / "a").mkdir()
    assert refusal(tmp_path, name) == "a file is named by its folders alone, as in `more/mine.yaml`"


def test_a_file_is_written_as_deep_as_files_are_listed(tmp_path: Path) -> None:
    deep = "/".join("abcdefgh"[:MAX_DEPTH])
    (tmp_path / deep / "z").mkdir(parents=True)
    id, _ = Folder(tmp_path).save(f"{deep}/new.yaml", TEXT, False)
    assert Folder(tmp_path).files() == [id]
    told = refusal(tmp_path, f"{deep}/z/new.yaml")
    assert told == f"rule files are kept at most {MAX_DEPTH} folders down"


@pytest.mark.parametrize("folder", ["a" * 300, "a/" * 600])
def test_a_path_that_is_too_long_is_told_as_such(tmp_path: Path, folder: str) -> None:
    assert refusal(tmp_path, f"{folder}/new.yaml") == "the name is too long"


def test_of_two_new_files_of_one_name_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the first is written while the second is about to be."""
    path, is_synced = tmp_path / "new.yaml", os.fsync

    def meanwhile(handle: int) -> None:
        path.write_text("game: First\n", "utf-8")
        is_synced(handle)

    monkeypatch.setattr(files.os, "fsync", meanwhile)
    with pytest.raises(InTheWay) as told:
        Folder(tmp_path).save("new.yaml", TEXT, False)
    assert told.value.code == "exists" and told.value.digest
    assert path.read_text("utf-8") == "game: First\n" and [*tmp_path.iterdir()] == [path]


def test_of_two_changes_of_one_text_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another server on the folder has just compared the digest for the first: what it
    holds is a lock of the system, which two of one process do not share either.
    """
    folder, another, told = Folder(tmp_path), Folder(tmp_path), list[str]()
    _, known = folder.save("mine.yaml", TEXT, False)

    def second() -> None:
        try:
            another.save("mine.yaml", "game: Second\n", True, known)
        except InTheWay as error:
            told.append(error.code)

    other = Thread(target=second)

    def compared(path: Path) -> str | None:
        digest = digest_on_disk(path)
        if not other.ident:
            other.start()
            other.join(0.2)
        return digest

    monkeypatch.setattr(files, "digest_on_disk", compared)
    folder.save("mine.yaml", "game: First\n", True, known)
    other.join()
    assert told == ["changed"]
    assert (tmp_path / "mine.yaml").read_text("utf-8") == "game: First\n"


@pytest.mark.skipif(os.name == "nt", reason="how locks are asked for")
def test_another_process_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = "import fcntl, os, sys; fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)"
    code = f"{holds}; print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(tmp_path)]
    monkeypatch.setattr(locking, "PATIENCE", 0.05)
    with Popen(command, stdin=PIPE, stdout=PIPE) as other:
        assert other.stdout and other.stdout.readline()
        with pytest.raises(NoGame) as told:
            Folder(tmp_path).save("new.yaml", TEXT, False)
        other.communicate()
    why = "another process keeps writing in its folder"
    assert told.value.message == f"`new.yaml` cannot be written: {why}"
    Folder(tmp_path).save("new.yaml", TEXT, False)
    assert [path.name for path in tmp_path.iterdir()] == ["new.yaml"]


def test_saves_that_wait_take_one_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever keeps the folder keeps no other request waiting, and each save only for its time."""
    monkeypatch.setattr(locking, "PATIENCE", 0.3)
    running: list[int] = []

    async def run(work: Callable[[], object]) -> object:
        running.append(running[-1] + 1 if running else 1)
        try:
            return await asyncio.to_thread(work)
        finally:
            running.append(running[-1] - 1)

    data = json.dumps({"name": "new.yaml", "text": TEXT}).encode()

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": data, "more_body": False}

    scope = {"type": "http", "headers": [(b"content-type", b"application/json")]}
    games, workers = SimpleNamespace(folder=Folder(tmp_path)), SimpleNamespace(run=run)
    service = Service(games, None, workers)  # type: ignore[arg-type]

    async def saves() -> list[object]:
        asked = (service.save(Request(scope, receive)) for _ in range(9))
        return await asyncio.gather(*asked, return_exceptions=True)

    begun = monotonic()
    with locking.alone_in(tmp_path):
        told = asyncio.run(saves())
    assert [type(one) for one in told] == [NoGame] * 9, told
    assert max(running) == 1 and monotonic() - begun < 2


def test_a_file_system_without_locks_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(handle: int) -> bool:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locking, "taken", no_locks)
    assert Folder(tmp_path).save("new.yaml", TEXT, False)[0] == "./new.yaml"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("game: A: b  # no\nturn: [\n", "A: b"),
        ("# of mine\ngame: 'Ünï # 2'\r\n", "Ünï # 2"),
        ('game: "Two" # words\n', "Two"),
        ("game: >\n  Folded\n", None),
        ('game: "A\\tB"\n', None),
        ("extends: chess\n", None),
        ("game:\nplayers: game: x\n", None),
    ],
)
def test_a_file_with_mistakes_says_what_its_game_is_called(
    tmp_path: Path, text: str, title: str | None
) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(text.encode())
    assert title_in(path) == title
