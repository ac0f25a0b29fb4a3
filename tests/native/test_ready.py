"""What a game finds in the cache: its library and the record of its interface."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.native.build import cache
from interpreter.native.build.compilers import find_compiler
from interpreter.native.build.flags import SUFFIX
from interpreter.native.ir.layout.interface import identity
from interpreter.native.program import program
from interpreter.native.program.program import program_of
from interpreter.native.runtime import libraries as ready
from interpreter.native.runtime.library import NativeLibrary

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
GAME = "tic-tac-toe"
RULES = """\
game: Marked
players: Red, Blue
board: square(3)
pieces: stone
actions:
  place(c in empty):
    - put stone on c
turn: place
end:
  - when no empty: draw
"""


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
        names.append(engine.model.name)
        return program_of(engine)

    monkeypatch.setattr(program, "program_of", watch)
    return names


def playouts(name: str = GAME, **options):
    return load_game(name, **options).playouts(20, seed=1)


def kinds(folder: Path) -> list[str]:
    """The endings of the files in a cache folder."""
    return [path.suffix for path in folder.iterdir() if path.is_file()]


def test_a_game_is_lowered_once(folder: Path, lowered: list[str]) -> None:
    assert playouts() == playouts()
    assert lowered == [GAME]
    assert sorted(kinds(folder)) == sorted((cache.RECORD, SUFFIX))


@pytest.mark.usefixtures("usual_level")
def test_the_optimised_library_is_of_the_text_of_the_first_one(
    folder: Path, lowered: list[str]
) -> None:
    library = NativeLibrary(load_game(GAME).reference)
    assert not library.is_optimised
    library.optimise()
    assert library.is_optimised and lowered == [GAME]
    assert sorted(kinds(folder)) == sorted((cache.RECORD, SUFFIX) * 2)


@pytest.mark.parametrize(
    "name", ["squ", "cropa", "phantom-tic-tac-toe", "quardo-touch", "royal-game-of-ur", "go"]
)
def test_a_record_holds_the_interface(name: str) -> None:
    engine = load_game(name).reference
    ready.ready(engine)
    again = load_game(name).reference
    found = ready.from_cache(again, identity(again.model))
    assert found is not None and found.interface == program_of(engine).plan.interface


@pytest.mark.parametrize("suffix", [cache.RECORD, SUFFIX])
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


def renamed(path: Path, data: bytes) -> Path:
    """A file with other contents under the name that fits them, in place of the file."""
    start = path.name.rpartition("-")[0]
    path.unlink()
    other = path.with_name(f"{start}-{hashlib.sha256(data).hexdigest()[:16]}{path.suffix}")
    other.write_bytes(data)
    other.chmod(0o600)
    return other


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\0", b"\xff\xfe", b"{}", b"[" * 100_000, b"../../x-" + b"0" * 32, b"x" * 1000,
        b"cos\nsystem\n(S'touch planted'\ntR.", "another",
    ],
    ids=range(9),
)  # fmt: skip
def test_a_record_with_another_content_is_made_again(
    folder: Path, lowered: list[str], data: bytes | str
) -> None:
    """Its name fits the content, so that only the content can tell."""
    expected, _ = playouts(), playouts("hex", size=3)
    (record,) = folder.glob(f"{GAME}-*{cache.RECORD}")
    (other,) = folder.glob(f"hex-*{SUFFIX}")
    held = other.name.rpartition("-")[0].encode() if data == "another" else data
    wrong = renamed(record, held if isinstance(held, bytes) else held.encode())
    assert playouts() == expected and playouts() == expected
    assert lowered == [GAME, "hex", GAME]
    assert not wrong.exists()


@pytest.mark.parametrize("kind", ["empty", "another"])
def test_a_library_with_another_content_is_built_again(
    folder: Path, tmp_path: Path, kind: str
) -> None:
    expected, _ = playouts(), playouts("hex", size=3)
    (path,) = folder.glob(f"{GAME}-*{SUFFIX}")
    if kind == "empty":
        source, target = tmp_path / "empty.c", tmp_path / "empty.so"
        source.write_text("int nothing;\n")
        subprocess.run(["cc", "-shared", "-o", target, source], check=True)
        renamed(path, target.read_bytes())
    else:
        (other,) = folder.glob(f"hex-*{SUFFIX}")
        renamed(path, other.read_bytes())
    program = f"from interpreter import load_game; print(load_game({GAME!r}).playouts(20, seed=1))"
    for _ in range(2):  # another process, where no library is loaded
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert (done.stdout, done.stderr) == (f"{expected}\n", "")


def test_nothing_in_the_cache_is_a_pickle(folder: Path) -> None:
    playouts()
    for path in folder.parent.rglob("*"):
        if path.is_file() and path.suffix != SUFFIX:
            path.read_text("utf-8")
            with pytest.raises((pickle.UnpicklingError, ValueError, LookupError, EOFError)):
                pickle.loads(path.read_bytes())


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


def test_the_hash_covers_all_modules_that_make_a_library() -> None:
    program = (
        "import sys, interpreter.native.program.program, interpreter.native.runtime.engine\n"
        "ours = ('gdl.', 'interpreter.')\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith(ours)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert len(done.stdout.split()) > 200
    assert set(done.stdout.split()) <= set(ready.sources(ready.PACKAGES))


def test_files_that_change_meanwhile_leave_no_record(
    folder: Path, lowered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready, "STARTED", 0)
    assert playouts() == playouts()
    assert lowered == [GAME] * 2 and kinds(folder) == [SUFFIX]


def test_what_lies_about_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / ".#lock.py").symlink_to("nobody@nowhere.1")
    (tmp_path / "one.py").write_text("a = 1\n")
    assert [Path(path).name for path in ready.sources((tmp_path,))] == ["one.py"]


def test_a_wrong_compiler_is_not_what_keeps_a_game_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    path = tmp_path / "telling.yaml"
    odd = "put stone on c\n    - require first(x(d) for d in mine, e in mine) > 0"
    path.write_text(RULES.replace("put stone on c", odd))
    assert "cannot play telling: there is no native" in (load_game(str(path)).why_reference or "")
    path.write_text(RULES)
    assert "`no-such-compiler` cannot be run" in (load_game(str(path)).why_reference or "")


def test_other_marks_are_other_fields_but_no_other_rules(
    tmp_path: Path, lowered: list[str]
) -> None:
    path = tmp_path / "marked.yaml"
    libraries = []
    for marks in ("", "marks:\n  shown: subsets(cells)\n"):
        path.write_text(RULES + marks)
        game = load_game(str(path))
        libraries.append((game.rules_hash, game.playouts(20, seed=1)))
    assert libraries[0] == libraries[1]
    assert lowered == ["marked"] * 2


def test_without_room_in_the_cache_the_record_is_private(
    folder: Path, lowered: list[str]
) -> None:
    folder.parent.mkdir()
    folder.write_text("a file where the folder should be")
    assert playouts() == playouts()
    assert lowered == [GAME]
    private = cache.PRIVATE[0]
    assert sorted(kinds(private)) == sorted((cache.RECORD, SUFFIX))
    cache.remove_private(private, os.getpid())
    assert not private.exists()
