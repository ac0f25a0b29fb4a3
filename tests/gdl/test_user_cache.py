"""The user's cache folder: where it is, and what in it is believed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lark import Lark

from gdl.source import user_cache as caching
from gdl.source.user_cache import (
    Refused,
    cache_folder,
    check_folder,
    find_record,
    home,
    keep_record,
    make_folder,
    read_own,
)
from gdl.syntax import grammar

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files have no owner and mode")
NOBODY = 65_534


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("BOARDWRIGHT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "one" / "two")


# ---- where it is ----


@pytest.mark.skipif(sys.platform != "linux", reason="each system has a place of its own")
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "{home}/.cache/boardwright"),
        ({"XDG_CACHE_HOME": "/far"}, "/far/boardwright"),
        ({"XDG_CACHE_HOME": "near"}, "{home}/.cache/boardwright"),  # as that standard wants it
        ({"BOARDWRIGHT_CACHE": "/far"}, "/far"),
        ({"BOARDWRIGHT_CACHE": "~/near"}, "{home}/near"),
        ({"BOARDWRIGHT_CACHE": ""}, "{home}/.cache/boardwright"),
    ],
)
def test_the_folder(
    variables: dict[str, str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(cache_folder()) == expected.format(home=tmp_path)


@pytest.mark.parametrize("named", ["~nobody-of-this-name/x", "near", "./near", "../near", "."])
def test_a_folder_without_a_full_path_is_refused(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder beside a file of a stranger is no place for programs."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", named)
    with pytest.raises(Refused, match="BOARDWRIGHT_CACHE must name a folder by its full path"):
        cache_folder()


@pytest.mark.parametrize("value", ["", None])
def test_without_home_the_system_knows_it(
    value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pwd

    if value is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", value)
    assert str(home()) == pwd.getpwuid(os.getuid()).pw_dir


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")
    monkeypatch.setattr(caching, "registered_home", lambda: "")
    with pytest.raises(Refused, match="there is no home folder"):
        cache_folder()


# ---- whose it is ----


def test_folders_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        made = make_folder(tmp_path / "one" / "two")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (made, made.parent)] == [0o700] * 2


def another_user(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a path belong to somebody else, or this process be somebody else's."""
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: NOBODY)


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702, 0o770, 0o1777])
def test_a_folder_that_others_may_write_to_is_refused(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    with pytest.raises(Refused, match="others may write to this; run `chmod go-w` on it"):
        check_folder(folder)
    with pytest.raises(Refused):
        make_folder(folder)


def test_a_folder_of_another_user_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_user(folder, monkeypatch)
    with pytest.raises(Refused, match="this belongs to another user"):
        check_folder(folder)


def test_a_folder_that_others_may_exchange_is_refused(folder: Path) -> None:
    folder.parent.chmod(0o777)
    with pytest.raises(Refused, match="everybody may write to this folder"):
        check_folder(folder)
    folder.parent.chmod(0o1777)  # as /tmp
    assert check_folder(folder) == folder


def test_where_a_link_leads_counts(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert check_folder(link) == folder
    folder.chmod(0o777)
    with pytest.raises(Refused):
        check_folder(link)


def test_a_file_is_no_folder(folder: Path) -> None:
    (folder / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        check_folder(folder / "file")
    with pytest.raises(OSError, match="Not a directory"):
        make_folder(folder / "file" / "more")


# ---- files ----


def exposed(path: Path) -> None:
    path.chmod(0o666)


def linked(path: Path) -> None:
    path.rename(path.with_suffix(".true"))
    path.symlink_to(path.with_suffix(".true"))


def piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folded(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("change", [exposed, linked, piped, folded, Path.unlink])
def test_a_file_that_is_not_ones_own_is_as_if_it_were_not_there(
    folder: Path, change: Callable[[Path], None]
) -> None:
    path = folder / "one"
    keep_record(path, b"data")
    assert find_record(path) == b"data"
    change(path)
    with pytest.raises(OSError, match=r"."):
        read_own(path)
    assert find_record(path) is None


def test_a_file_of_another_user_is_as_if_it_were_not_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "one"
    keep_record(path, b"data")
    another_user(path, monkeypatch)
    with pytest.raises(Refused):
        read_own(path)
    assert find_record(path) is None


@pytest.mark.parametrize("held", [b"", b"data", b"0" * 64, b"0" * 64 + b"data", b"\xff" * 100])
def test_a_damaged_record_is_none(folder: Path, held: bytes) -> None:
    path = folder / "one"
    keep_record(path, b"data")
    path.write_bytes(held)
    assert find_record(path) is None


# ---- the parser's tables ----


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Path]]:
    """The records in a cache folder of its own; the parser is made anew each time it is asked for.
    """
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    return lambda: sorted((tmp_path / "cache").glob("grammar-*.json"))


def parsed() -> str:
    tree = grammar.lark_parser.__wrapped__().parse("add 2 * (n + 1) to coins[mover]", "statement")
    return str(tree.pretty())


def test_the_tables_are_kept_and_read(
    tables: Callable[[], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = parsed()
    (path,) = tables()
    assert path.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(grammar, "made", None)  # not made anew
    assert parsed() == first


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"{}", b"[1]", b'{"data":{},"memo":{}}', b"[" * 100_000,
     b'{"data":{"parser":{"parser":{"tokens":{},"states":{"x":{}}}}},"memo":{}}',
     b'{"data":{"parser":{"parser":{"tokens":{},"states":{}}}},"memo":{"1":{}}}'],
    ids=range(8),
)  # fmt: skip
def test_tables_of_another_shape_are_made_anew(
    tables: Callable[[], list[Path]], data: bytes
) -> None:
    """With a checksum that fits, so that only the shape can tell."""
    first = parsed()
    (path,) = tables()
    keep_record(path, data)
    assert parsed() == first
    assert b"Rule" in (find_record(path) or b"")


def test_another_grammar_has_other_tables_and_old_ones_go(
    tables: Callable[[], list[Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.lark"
    monkeypatch.setattr(grammar, "GRAMMAR", other)
    monkeypatch.setattr(grammar, "OPTIONS", {"parser": "lalr", "start": ["all"]})
    for number in range(grammar.MAX_RECORDS + 3):
        other.write_text(f'all: "{number}"\n')
        parser: Lark = grammar.lark_parser.__wrapped__()
        assert parser.parse(str(number)).data == "all"
        assert len(tables()) == min(number + 1, grammar.MAX_RECORDS)


@pytest.mark.parametrize("named", ["~nobody-of-this-name/x", "near", "/dev/null/x"])
def test_without_a_folder_the_parser_is_made_all_the_same(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOARDWRIGHT_CACHE", named)
    assert "add" in parsed()
    assert list(tmp_path.iterdir()) == []


# ---- other folders of the user ----


@pytest.mark.parametrize("value", ["", "near"])
def test_a_match_is_kept_beside_no_empty_home(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from interpreter.terminal.match_files import state_folder

    monkeypatch.setenv("HOME", value)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(caching, "registered_home", lambda: str(tmp_path))
    if value:
        with pytest.raises(OSError, match="home"):
            state_folder()
    else:
        assert state_folder() == tmp_path / ".local/state/boardwright"
