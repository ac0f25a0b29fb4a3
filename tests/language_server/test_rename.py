"""A renamed name keeps the meaning of the file, and renamed back it is the same file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.commands import gdl
from support.diagnosing import GAMES, bundled
from support.quick import each

from gdl.source.spans import Source
from interpreter.api.library import library
from interpreter.checking.check import check_source
from interpreter.language_server.features.navigation import (
    CannotRename,
    definition,
    references,
    rename,
)
from interpreter.language_server.reading.knowledge import known
from interpreter.language_server.reading.names import GLOBAL, Occurrence
from interpreter.language_server.reading.project import Project, read_project

NEW = "renamed_1"
FEW = 4  # names of each game in the quick run
DIFF = ("--states", "300", "--games", "5", "--seconds", "10", "--same-moves")


def project_of(name: str, text: str | None = None) -> Project:
    """A bundled game, or another text in its place."""
    source = Source(str(GAMES / f"{name}.yaml"), text or bundled()[name])
    return read_project(source, library().base)


def names_of(project: Project) -> list[Occurrence]:
    """The names that the file itself declares, in an order of chance."""
    names = [n for n in project.main.names if n.declares and n.sort != "cell"]
    names += [p.name for p in project.declared.values()
              if p.name.sort == "word" and p.file is project.main]  # fmt: skip
    random.Random(1).shuffle(names)
    return names


def renamed(project: Project, offset: int, new: str) -> str:
    """The text of the file with a name changed."""
    knowledge = known(project.main.source, library())
    edits = [e for e in rename([project], offset, new, knowledge) if e.file is project.main]
    text = project.main.source.text
    for edit in sorted(edits, key=lambda e: -e.start):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def found_at_once(name: str, text: str) -> list[tuple[str, int]]:
    """What reading and checking a text shows: codes and lines."""
    source = Source(str(GAMES / f"{name}.yaml"), text)
    return [(d.code, d.span.line) for d in next(check_source(source, library()))]


def check_name(name: str, project: Project, occurrence: Occurrence) -> str:
    """Rename a name there and back, and return the text between."""
    text = project.main.source.text
    changed = renamed(project, occurrence.start, NEW)
    assert changed != text
    if len(project.files) == 1:
        assert found_at_once(name, changed) == found_at_once(name, text)
        back = project_of(name, changed)
        first = next(n for n in back.main.names if n.name == NEW)
        assert renamed(back, first.start, occurrence.name) == text
    return changed


@pytest.mark.parametrize("name", each(12, bundled()))
def test_a_name_can_be_changed_and_changed_back(name: str) -> None:
    project = project_of(name)
    for occurrence in names_of(project)[:FEW]:
        check_name(name, project, occurrence)


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
def test_a_renamed_game_plays_alike(name: str, tmp_path: Path) -> None:
    project = project_of(name)
    for occurrence in names_of(project)[:FEW]:
        file = tmp_path / f"{name}.yaml"
        file.write_text(check_name(name, project, occurrence), "utf-8")
        if len(project.files) > 1:
            continue
        run = gdl("diff", name, str(file), *DIFF, cwd=tmp_path)
        assert run.status == 0, (occurrence, run.out, run.err)


def test_a_renamed_game_plays_alike_by_gdl_diff(tmp_path: Path) -> None:
    project = project_of("reversi")
    name = next(n for n in names_of(project) if n.sort == "definition")
    file = tmp_path / "reversi.yaml"
    file.write_text(check_name("reversi", project, name), "utf-8")
    assert gdl("diff", "reversi", str(file), *DIFF, cwd=tmp_path).status == 0


@pytest.mark.parametrize("name", bundled())
def test_every_use_leads_to_a_declaration(name: str) -> None:
    project = project_of(name)
    for occurrence in project.main.names:
        places = definition(project, occurrence.start)
        for place in places:
            source = place.file.source
            assert source.text[place.name.start : place.name.end] == occurrence.name
        if occurrence.scope != GLOBAL or occurrence.name in project.declared:
            assert places
            where = [
                (p.file.source.name, p.name.start) for p in references(project, occurrence.start)
            ]
            assert (project.main.source.name, occurrence.start) in where
            assert (places[0].file.source.name, places[0].name.start) in where


def apply(text: str, new: str, name: str = "case") -> str:
    """A text with the name before its `|` changed."""
    offset = text.index("|")
    return renamed(project_of(name, text[:offset] + text[offset + 1 :]), offset, new)


BASE = "extends: tic-tac-toe\n"


def test_looks_and_sees_are_changed_too() -> None:
    text = "players: A|nn, Bob\nlooks:\n  Ann: red\nsetup:\n  - put man of Ann on a1\n"
    assert apply(text, "Eve").count("Eve") == 3
    text = "actions:\n  hide(a|t in cells): put man on at\nsees:\n  hide: at\n"
    assert apply(text, "there") == text.replace("|", "").replace("(at", "(there").replace(
        "on at", "on there"
    ).replace(": at", ": there")


def test_messages_and_notes_are_not_changed() -> None:
    text = "notes: best is best\ndefine:\n  be|st: 3\nend:\n  - when best = 3: draw\n"
    changed = apply(text + 'setup:\n  - require best = 3, "not best"\n', "most_of")
    assert "notes: best is best" in changed and '"not best"' in changed
    assert changed.count("most_of") == 3


def test_variables_of_two_loops_are_different_names() -> None:
    first, second = "any(|c in empty for c in cells)", "any(c in mine for c in cells)"
    changed = apply(f"define:\n  a: {first} and {second}\n", "d")
    assert changed == f"define:\n  a: any(d in empty for d in cells) and {second}\n"


LINES_OF_BASE = (
    "game: Base\nplayers: White, Black\nboard: square(3)\npieces: stone\nactions:\n"
    "  place(at in cells):\n    - free, require at in empty\n    - put stone on at\nturn: place\n"
    "end:\n  - free, when no empty: draw\n"
)
LINES_CHANGED = (
    "extends: base\nactions:\n  place(at in cells):\n    before free:\n      - require turns < 9\n"
    "end:\n  free: removed\n  last:\n    - when turns = 8: draw\n"
)


def test_names_of_lines_belong_to_their_lists() -> None:
    base = Source("base.yaml", LINES_OF_BASE)
    project = read_project(Source("variant.yaml", LINES_CHANGED), lambda name, _: base)
    knowledge = known(base, library())
    offset = LINES_CHANGED.index("free")
    (place,) = definition(project, offset)
    assert place.name.start == LINES_OF_BASE.index("free") and place.file.source is base
    edits = rename([project], offset, "vacant", knowledge)
    assert sorted((e.file.source.name, e.start) for e in edits) == [
        ("base.yaml", LINES_OF_BASE.index("free")), ("variant.yaml", offset),
    ]  # fmt: skip
    action = rename([project], LINES_CHANGED.index("place"), "drop", knowledge)
    assert len(action) == 3  # the heads in both files, and the turn


def test_the_base_is_changed_with_the_file_that_extends_it() -> None:
    project = project_of("case", f"{BASE}actions:\n  place(at in cells): put mark on at\n")
    offset = project.main.source.text.index("place")
    edits = rename([project], offset, "lay", known(project.main.source, library()))
    assert {Path(e.file.source.name).name for e in edits} == {"case.yaml", "tic-tac-toe.yaml"}


@pytest.mark.parametrize(
    ("text", "new", "why"),
    [
        ("define:\n  a|b: 3\n", "1a", "letters"),
        ("define:\n  a|b: 3\n", "", "letters"),
        ("define:\n  a|b: 3\n", "a" * 100, "letters"),
        ("define:\n  a|b: 3\n", "empty", "word of the language"),
        ("define:\n  a|b: 3\n", "if", "word of the language"),
        ("define:\n  a|b: 3\n  c: 4\n", "c", "already"),
        ("define:\n  a|b: 3\n  c(d): d\n", "d", "already"),
        ("define:\n  c(a|b, d): d\n", "d", "already"),
        ("define:\n  c(a|b): d\n  d: 4\n", "d", "already"),
        ("define:\n  c: count(em|pty)\n", "free", "built in"),
        ("board: square(3)\ndefine:\n  c: a|1\n", "free", "board"),
        ("# not|hing\ngame: A\n", "free", "no name"),
        ("board:\n  lines:\n    - a|1 b1\n", "free", "drawn"),
        ("define:\n  a|b: 3\nend:\n  - when ab = 3: ab wins\n", "most", "something else"),
    ],
)
def test_what_cannot_be_renamed_is_refused(text: str, new: str, why: str) -> None:
    with pytest.raises(CannotRename, match=why):
        apply(text, new)


def test_a_let_is_a_name_of_its_list() -> None:
    text = """extends: tic-tac-toe
actions:
  place(at in empty):
    - let n = count(mine)
    - if n > 1:
        - let m = n
        - require m < 9
    - require n < 9
    - put mark on at
  other(at in empty):
    - let n = count(enemy)
    - require n < 3
"""
    new = renamed(project_of("case", text), text.index("n = count(mine)"), NEW)
    assert new.count(NEW) == 4
    assert "let n = count(enemy)\n    - require n < 3" in new


def test_a_let_in_a_repetition_is_renamed_with_its_uses() -> None:
    text = """extends: tic-tac-toe
state:
  most: 0..9
actions:
  place(at in empty):
    - put mark on at
    - repeat up to most times while at + north in empty:
        - let there = at + north
        - put mark on there
"""
    new = renamed(project_of("case", text), text.index("at in empty"), NEW)
    assert new.count(NEW) == 4
    new = renamed(project_of("case", text), text.index("most: 0"), NEW)
    assert f"repeat up to {NEW} times" in new


def test_variables_of_a_move_at_once_are_local_names() -> None:
    head = "define:\n  c: a1\nactions:\n  push(d in directions):\n"
    moved = "    - move {0} to {0} + d for {0} in mine if {0} + d in empty\n"
    other = "    - move c to {c}\n    - move c to c + d for c in enemy\n".replace("{c}", "c + d")
    text = head + moved.format("c") + other
    new = renamed(project_of("case", text), text.index("c in mine"), NEW)
    assert new == head + moved.format(NEW) + other
    new = renamed(project_of("case", text), text.index("c: a1"), NEW)
    assert new == text.replace("c: a1", f"{NEW}: a1").replace(
        "    - move c to c + d\n", f"    - move {NEW} to {NEW} + d\n"
    )
    new = renamed(project_of("case", text), text.index("d in directions"), "way")
    assert new.count("+ way") == 4 and "+ d" not in new


def test_variables_of_gets_are_local_names() -> None:
    line = "{0} gets total({0}) + n from {1} for {0} in colours, {1} in colours if {0} != {1}"
    text = "define:\n  total(p): 1\n  n: 2\n  q: 3\nend:\n  - when q = n: {}, \"over\"\n"
    given = text.format(line.format("p", "q"))
    new = renamed(project_of("case", given), given.index("p gets"), NEW)
    assert new == text.format(line.format(NEW, "q"))
    new = renamed(project_of("case", given), given.index("q in colours"), NEW)
    assert new == text.format(line.format("p", NEW))
    new = renamed(project_of("case", given), given.index("q: 3"), NEW)
    assert new == given.replace("q: 3", f"{NEW}: 3").replace("when q", f"when {NEW}")


def test_an_option_is_renamed_where_points_and_tracks_follow_it(tmp_path: Path) -> None:
    text = (
        "extends: tic-tac-toe\noptions:\n  long: 2..9 = 4\nboard:\n"
        "  cells: rectangle(long, 2) | {bank}\n  points:\n    bank: (long + 1) long\n"
        "  tracks:\n    onward: a1 (long - 1)*east bank north long*west\n"
    )
    project = project_of("tic-tac-toe-long", text)
    changed = renamed(project, text.index("long"), NEW)
    assert changed == text.replace("long", NEW)
