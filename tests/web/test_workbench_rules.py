"""Rules that the workbench writes: variants that extend a file, and positions as set-ups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gdl.source.library import NoSuchGame
from gdl.source.spans import Source
from interpreter.api.library import library
from interpreter.api.loading import game_of
from interpreter.web.workbench.bench import Bench, checked_game
from interpreter.web.workbench.rule_files import RuleFiles
from interpreter.web.workbench.set_up import set_up_of
from interpreter.web.workbench.variant import (
    base_name,
    variant_text,
    with_defaults,
    with_heading,
    written,
)


def variant(folder: Path, file: str, change: Any, **options: Any) -> str:
    """The text of a variant, after a check that it means what the changed text means."""
    files = RuleFiles(folder)
    saved = files.saved(file)
    edited = files.edited(file, change(saved.text))
    game, note = checked_game(edited, options)
    assert note is None
    wanted = with_defaults(edited, game.model, game.options)
    text = variant_text("Mine", Path(saved.name).stem, saved, wanted)
    assert text is not None
    own = game_of(files.edited("./mine.yaml", text), library(), {})
    assert own.rules_hash == game.rules_hash
    return text


def test_a_variant_holds_only_what_was_changed(tmp_path: Path) -> None:
    text = variant(tmp_path, "tic-tac-toe", lambda t: t.replace("lines(3)", "lines(2)"))
    assert text == (
        "game: Mine\nextends: tic-tac-toe\nend:\n"
        '  - when any(l within mine for l in lines(2)): mover wins, "three in a row"\n'
        '  - when no empty: draw, "the board is full"\n'
    )


def test_options_become_defaults_with_their_domain(tmp_path: Path) -> None:
    text = variant(tmp_path, "hex", lambda t: t, size=5, pie=True)
    assert text == (
        "game: Mine\nextends: hex\noptions:\n"
        "  size: 2..26 = 5, published 9, 11, 13, 14, 19\n  pie: flag = true\n"
    )


def test_an_option_of_the_base_gets_a_line_of_its_own(tmp_path: Path) -> None:
    text = variant(tmp_path, "misere-squ", lambda t: t, size=5)
    assert text.startswith("game: Mine\nextends: misere-squ\n")
    assert "options:\n  size: 2..64 = 5, published 8, 10\n" in text


def test_only_the_changed_entries_of_a_nested_heading_are_written(tmp_path: Path) -> None:
    text = variant(tmp_path, "hex", lambda t: t.replace("goal: row(size)", "goal: row(1)"))
    assert text == "game: Mine\nextends: hex\nplayers:\n  Red:\n    goal: row(1)\n"


def test_what_is_deleted_is_removed_in_the_variant(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(TINY + "define:\n  spare: count(empty)\n")
    text = variant(tmp_path, "./base.yaml", lambda t: TINY)
    assert "define: removed\n" in text


def test_a_variant_names_its_base_from_its_own_folder() -> None:
    assert base_name("hex", "./more/my-hex.yaml") == "hex"
    assert base_name("./more/mine.yaml", "./more/other.yaml") == "mine"
    assert base_name("./more/mine.yaml", "./other.yaml") == "more/mine"
    assert base_name("./mine.yaml", "./more/other.yaml") == "mine"  # cannot be said: not found


TINY = (
    "game: Tiny\nplayers: A, B\nboard: square(3)\npieces: man\n"
    "actions:\n  place(at in empty): put man on at\nturn: place\nend:\n  - when no empty: draw\n"
)


@pytest.mark.parametrize("title", ["A: b", "# no", "yes", "'quoted'", "<b>x</b>", "{a}", "Ünï 2"])
def test_any_title_is_written_so_that_it_is_read_again(title: str) -> None:
    source = Source("./x.yaml", TINY.replace("Tiny", written(title)))
    assert game_of(source, library(), {}).title == title


def test_a_heading_is_replaced_added_and_left_out() -> None:
    source = Source("./x.yaml", TINY)
    lines = ["  - put man of B on {a1, b2}"]
    added = with_heading(source, "setup", lines)
    assert "setup:\n  - put man of B on {a1, b2}\nactions:" in added.text
    assert with_heading(added, "setup", lines).text == added.text
    assert with_heading(added, "setup", None).text == TINY


# ---- positions ----


def bench_of(file: str, moves: list[str], **options: Any) -> Bench:
    bench = Bench()
    loaded = bench.load(RuleFiles(Path()).saved(file), options, moves)
    assert loaded.stopped is None
    return bench


def test_a_position_is_said_as_a_set_up() -> None:
    bench = bench_of("tic-tac-toe", ["place a1", "place b2", "place c3"])
    made = set_up_of(bench.state(), bench.edited, library())
    assert made is not None
    assert made.text == (
        "setup:\n  - put mark of Cross on {a1, c3}\n  - put mark of Nought on b2\n"
        "  - set next to Nought\n"
    )


def test_after_an_opening_the_variant_has_none() -> None:
    bench = bench_of("squ", ["drop a1", "drop b2", "drop c3"], size=5)
    made = set_up_of(bench.state(), bench.edited, library())
    assert made is not None and made.after_opening and made.text.endswith("opening: removed\n")


def test_what_cannot_be_said_is_not_said() -> None:
    bench = bench_of("quarto", [])
    bench.let_play("random", None)
    assert set_up_of(bench.state(), bench.edited, library()) is None


# ---- files ----


@pytest.mark.parametrize(
    "name",
    ["../x.yaml", "./../x.yaml", "./a/../../x.yaml", "/etc/passwd", "./x.txt", "./x\0.yaml", "x",
     "./link/x.yaml", ""],
)  # fmt: skip
def test_no_file_outside_the_folder_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    (tmp_path / "x.yaml").write_text("secret: 1")
    (folder / "link").symlink_to(tmp_path)
    with pytest.raises(NoSuchGame):
        RuleFiles(folder).saved(name)


def test_files_of_the_folder_and_bundled_ones_are_found(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "x.yaml").write_text(TINY)
    files = RuleFiles(tmp_path)
    assert files.saved("./sub/x.yaml").text == TINY
    assert files.saved("squ").text.startswith("game: SQU")
    assert "game: My game" in files.saved(None).text
