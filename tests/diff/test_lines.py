"""Which rule lines differ, and how they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.mutants import write
from support.quick import each

from interpreter import Game, list_games, load_game
from interpreter.diff.report import change_lines
from interpreter.diff.rules.findings import Change
from interpreter.diff.rules.lines import changes

SIMPLE = """game: Simple
options:
  size: 2..5 = 3
players: White, Black
board: square(size)
pieces:
  man:
    supply: 4
  king:
state:
  count_of[p in colours]: 0..9
  holder: colours or none
define:
  near(c): neighbours(c) & empty
  clean(s):
    - for c in s if c in mine:
        - remove c
actions:
  place(at in empty):
    - require at != a1, "not there"
    - put man on at
    - if count(mine) > 3:
        - clean(row(1))
      else:
        - add 1 to count_of[mover]
  move(start in mine, there in near(start)): move start to there
turn:
  if some supply: place
  else: move
after turn:
  - set holder to mover
end:
  - when any(l within mine for l in lines(3)): mover wins
  - when turns = 50: draw
"""


def game(folder: Path, name: str, *edits: tuple[str, str], **options: int) -> Game:
    text = SIMPLE
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return load_game(str(write(folder, name, text)), **options)


def shown(folder: Path, *edits: tuple[str, str]) -> list[tuple[str, str, str, str]]:
    """The changes that edits make: heading, entry, and both lines with their numbers."""
    differences = changes(game(folder, "a"), game(folder, "b", *edits))
    return [(c.section, c.name, line(c, "a"), line(c, "b")) for c in differences]


def line(change: Change, side: str) -> str:
    side_line = change.a if side == "a" else change.b
    return "" if side_line is None else f"{side_line.number} {side_line.text}"


def test_what_does_not_count(tmp_path: Path) -> None:
    same = [
        ("near(c): neighbours(c) & empty", "near(cell): neighbours(cell)   &  empty  # a note"),
        ("clean(s):\n    - for c in s if c in mine:\n        - remove c",
         "clean(t):\n    - for d in t if d in mine: remove d"),
        ("place(at in empty):", "place(where in empty):"), ("at != a1", "where != a1"),
        ("put man on at", "put man on where"), ('"not there"', '"another message"'),
        ("any(l within mine for l in lines(3))", "any(three within mine for three in lines(3))"),
        ("game: Simple\n", "game: Another name\nnotes: words\n"),
        ("turn:\n  if some supply: place\n  else: move\n", ""),
        ("players: White", "turn:\n  if some supply: place\n  else: move\nplayers: White"),
    ]  # fmt: skip
    assert shown(tmp_path, *same) == []


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("at != a1", "at != b1", [("actions", "place", '20 require at != a1, "not there"',
                               '20 require at != b1, "not there"')]),
    ('    - require at != a1, "not there"\n', "",
     [("actions", "place", '20 require at != a1, "not there"', "")]),
    ("        - add 1 to count_of[mover]", "        - add 2 to count_of[mover]",
     [("actions", "place", "25 add 1 to count_of[mover]", "25 add 2 to count_of[mover]")]),
    ("count(mine) > 3", "count(mine) > 4",
     [("actions", "place", "22 if count(mine) > 3:", "22 if count(mine) > 4:")]),
    ("remove c", "lift c", [("define", "clean", "17 remove c", "17 lift c")]),
    ("neighbours(c) & empty", "neighbours(c) - mine",
     [("define", "near", "14 near(c): neighbours(c) & empty", "14 near(c): neighbours(c) - mine")]),
    ("colours or none", "colours", [("state", "holder", "12 holder: colours or none",
                                     "12 holder: colours")]),
    ("  - when turns = 50: draw\n", "",
     [("end", "", "34 when turns = 50: draw", "")]),
    ("  else: move\n", "  else if some mine: move\n  else: place\n", [
        ("turn", "", "", "29 else if some mine: move"),
        ("turn", "", "29 else: move", "30 else: place"),
    ]),
    ("White, Black", "Black, White",
     [("players", "", "4 players: White, Black", "4 players: Black, White")]),
    ("board: square(size)", "board: square(size) - {c3}",
     [("board", "", "5 board: square(size)", "5 board: square(size) - {c3}")]),
])  # fmt: skip
def test_a_line(tmp_path: Path, old: str, new: str, wanted: list[tuple[str, ...]]) -> None:
    assert shown(tmp_path, (old, new)) == wanted


def test_options(tmp_path: Path) -> None:
    """Another value is one difference, not one of every line that reads it."""
    differences = changes(game(tmp_path, "a"), game(tmp_path, "b", size=4))
    assert [(c.section, c.name, line(c, "a"), line(c, "b")) for c in differences] == [
        ("options", "size", "3 size = 3", "3 size = 4")
    ]


def test_another_default_is_no_difference_where_the_values_are_the_same(tmp_path: Path) -> None:
    other = ("size: 2..5 = 3", "size: 2..9 = 4"), ("turns = 50", "turns = 40")
    differences = changes(game(tmp_path, "a", size=4), game(tmp_path, "b", *other, size=4))
    assert [c.section for c in differences] == ["end"]
    differences = changes(game(tmp_path, "a"), game(tmp_path, "b", *other))
    assert [c.section for c in differences] == ["options", "end"]


@pytest.mark.parametrize("type, values", [
    ("flag", ("false", "true")), ("Plain, Rich", ("Plain", "Rich")),
])  # fmt: skip
def test_an_option_is_said_once_as_files_have_it(
    type: str, values: tuple[str, str], tmp_path: Path
) -> None:
    option = ("size: 2..5 = 3", f"size: 2..5 = 3\n  quick: {type} = {{}}")
    pair = [
        game(tmp_path, name, (option[0], option[1].format(value)))
        for name, value in zip("ab", values, strict=True)
    ]
    assert [(line(c, "a"), line(c, "b")) for c in changes(pair[0], pair[1])] == [
        (f"4 quick = {values[0]}", f"4 quick = {values[1]}")
    ]


def test_a_variant_differs_where_it_says_so(tmp_path: Path) -> None:
    base = game(tmp_path, "base")
    text = "game: Variant\nextends: base\nactions:\n  place(at in empty): put king on at\n"
    variant = load_game(str(write(tmp_path, "variant", text)))
    differences = changes(base, variant)
    assert {(c.section, c.name) for c in differences} == {("actions", "place")}
    assert [line(c, "b") for c in differences if c.b] == ["4 place(at in empty): put king on at"]


def test_names_of_another_scope_are_not_mixed_up(tmp_path: Path) -> None:
    """The outer variable or the inner one: it matters which."""
    first = ("neighbours(c) & empty", "d for d in empty if d in neighbours(c)")
    other = ("neighbours(c) & empty", "d for d in empty if c in neighbours(c)")
    a, b = game(tmp_path, "a", first), game(tmp_path, "b", other)
    assert [(c.section, c.name) for c in changes(a, b)] == [("define", "near")]


def test_lines_of_one_name_belong_together(tmp_path: Path) -> None:
    ends = "when any(l within mine for l in lines(3)): mover wins\n  - when turns = 50: draw"
    named = ends.replace("when any", "row, when any").replace("when turns", "long, when turns")
    other = ends.replace("when any", "long, when any").replace("mover wins", "draw")
    other = other.replace("when turns = 50: draw", "row, when turns = 50: mover loses")
    assert shown(tmp_path, (ends, named)) == []
    games = game(tmp_path, "a", (ends, named)), game(tmp_path, "b", (ends, other))
    pairs = [(c.a and c.a.text[:4], c.b and c.b.text[:4]) for c in changes(*games)]
    assert ("row,", "row,") in pairs or ("long", "long") in pairs
    assert not {("row,", "long"), ("long", "row,")} & set(pairs)
    base = write(tmp_path, "base", SIMPLE.replace(ends, named))
    text = "extends: base\nend:\n  row:\n    - when turns = 7: draw\n"
    variant = load_game(str(write(tmp_path, "variant", text)))
    (change,) = changes(load_game(str(base)), variant)
    assert change.a is not None and change.a.text.startswith("row, when any")
    assert change.b is not None and change.b.text == "when turns = 7: draw"


@pytest.mark.parametrize("name", each(4, list_games()))
def test_a_bundled_game_equals_itself(name: str) -> None:
    assert changes(load_game(name), load_game(name)) == ()


def test_names_of_values_and_of_turns(tmp_path: Path) -> None:
    """Another name of a value is no difference; a part is compared where it stands."""
    base = ("        - clean(row(1))", "        - let n = count(mine)\n        - clean(row(n - 3))")
    case = "turn:\n  if some supply: {}"
    parts = (case.format("place"), "parts:\n  begin: place\n" + case.format("begin"))
    old = game(tmp_path, "a", base, parts)
    renamed = (base[0], base[1].replace(" n ", " m ").replace("(n", "(m"))
    assert not changes(old, game(tmp_path, "b", renamed, parts))
    other = (parts[0], parts[1].replace("begin: place", "begin: place if possible"))
    (change,) = changes(old, game(tmp_path, "c", base, other))
    assert (change.section, change.name) == ("parts", "begin")
    assert line(change, "b").endswith("begin: place if possible")


def test_an_action_that_only_one_file_has_is_shown_once(tmp_path: Path) -> None:
    gone = SIMPLE[SIMPLE.index("  place(at") : SIMPLE.index("  move(start")]
    here = game(tmp_path, "a")
    lacking = game(tmp_path, "b", (gone, ""), ("if some supply: place\n  else: move", "move"))
    told = [text for text in change_lines(changes(here, lacking)) if "place(at" in text]
    assert told == ["    only in A  a.yaml:19: place(at in empty): (and 6 more lines)"]
