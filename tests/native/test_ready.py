"""What a game finds in the cache: its library and the record of its interface."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.native import cache, program, ready
from interpreter.native.compilers import find_compiler
from interpreter.native.program import program_of

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
GAME = "tic-tac-toe"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; no private folder is there."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "PRIVATE", [])
    return tmp_path / "cache" / "native"


@pytest.fixture
def lowered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were lowered, as they are."""
    names: list[str] = []

    def watch(engine):
        names.append(engine.game.name)
        return program_of(engine)

    monkeypatch.setattr(program, "program_of", watch)
    return names


def playouts(name: str = GAME, **options):
    return load_game(name, **options).playouts(20, seed=1)


def test_a_game_is_lowered_once(folder: Path, lowered: list[str]) -> None:
    assert playouts() == playouts()
    assert lowered == [GAME]
    assert sorted(path.suffix for path in folder.iterdir()) == [".record", ".so"]


@pytest.mark.parametrize(
    "name", ["squ", "cropa", "phantom-tic-tac-toe", "quardo-touch", "royal-game-of-ur", "go"]
)
def test_a_record_holds_the_interface(name: str) -> None:
    engine = load_game(name).engine
    ready.ready(engine)
    found = ready.from_cache(load_game(name).engine)
    assert found is not None and found[1] == program_of(engine).plan.interface


@pytest.mark.parametrize("suffix", [".record", ".so"])
@pytest.mark.parametrize("damage", ["gone", "cut"])
def test_what_is_missing_or_damaged_is_made_again(
    folder: Path, lowered: list[str], suffix: str, damage: str
) -> None:
    before = playouts()
    (path,) = folder.glob(f"*{suffix}")
    whole = path.read_bytes()
    path.unlink()
    if damage == "cut":
        path.write_bytes(whole[:-1])
    assert playouts() == before and playouts() == before
    assert lowered == [GAME] * 2
    assert path.read_bytes()[-1:] == whole[-1:]


def test_other_options_are_other_rules(lowered: list[str]) -> None:
    playouts("hex", size=4)
    playouts("hex", size=5)
    playouts("hex", size=4)
    assert lowered == ["hex"] * 2


def test_another_program_lowers_anew(
    lowered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    playouts()
    monkeypatch.setattr(ready, "program_hash", lambda: "another")
    playouts()
    assert lowered == [GAME] * 2


def test_the_hash_of_the_program_reads_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready, "PACKAGES", (tmp_path,))
    compute = ready.program_hash.__wrapped__
    (tmp_path / "one.py").write_text("a = 1\n")
    first = compute()
    (tmp_path / "notes.txt").write_text("not read\n")
    assert compute() == first
    (tmp_path / "one.py").write_text("a = 2\n")
    assert compute() != first


@pytest.mark.skipif(os.name != "posix", reason="a folder in the place of a file")
def test_a_record_that_cannot_be_kept_is_no_fault(folder: Path, lowered: list[str]) -> None:
    folder.parent.mkdir()
    folder.write_text("a file where the folder should be")
    assert playouts() == playouts()
    assert lowered == [GAME] * 2
