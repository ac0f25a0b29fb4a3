"""Where a name is declared, where else it stands, and the same file with another name.

A rename changes the file, those that it extends and those that extend it, as far as they may be
changed; names in messages and notes stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gdl.source.limits import MAX_NAME
from gdl.source.spans import Source
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.keywords import RESERVED
from interpreter.language_server.reading.knowledge import Knowledge
from interpreter.language_server.reading.leaves import Reading
from interpreter.language_server.reading.names import GLOBAL, Occurrence, is_cell
from interpreter.language_server.reading.project import File, Place, Project

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class CannotRename(Exception):
    """A name cannot be changed; the message says why."""


@dataclass(frozen=True)
class Edit:
    """Characters of a file that are replaced."""

    file: File
    start: int
    end: int
    new: str


def definition(project: Project, offset: int) -> list[Place]:
    """Where the name at an offset is declared; the declaration that counts comes first."""
    name = project.at(offset)
    return [] if name is None else project.declarations(name)


def references(project: Project, offset: int, with_declaration: bool = True) -> list[Place]:
    """Where the name at an offset stands, in the file and those that it extends."""
    name = project.at(offset)
    if name is None or not is_own(project, name):
        return []
    return [p for p in project.same(name) if with_declaration or not p.name.declares]


def is_own(project: Project, name: Occurrence) -> bool:
    """Whether a name is declared in the files; the others belong to the language."""
    return bool(project.declarations(name))


def renamable(project: Project, offset: int, knowledge: Knowledge) -> Occurrence:
    """The name at an offset, if it can be changed.  Raises CannotRename."""
    name = project.at(offset)
    if name is None:
        raise CannotRename("there is no name here")
    if not is_own(project, name):
        if name.name in BUILTINS:
            raise CannotRename(f"`{name.name}` is built in")
        if is_cell(name.name) or name.name in knowledge.symbols:
            raise CannotRename(f"`{name.name}` is a name of the board")
        raise CannotRename(f"`{name.name}` is not declared")
    if project.declarations(name)[0].name.sort == "cell" and is_cell(name.name):
        raise CannotRename(f"the name `{name.name}` says where the cell is drawn")
    return name


def rename(projects: Iterable[Project], offset: int, new: str, knowledge: Knowledge) -> list[Edit]:
    """The edits that give the name at an offset of the first project another name.

    The other projects are the files that extend it.  Raises CannotRename.
    """
    first, *others = projects
    name = renamable(first, offset, knowledge)
    if new == name.name:
        return []
    check_new_name(new, knowledge)
    files = {file.source.name: file for project in (first, *others) for file in project.files}
    edits: dict[tuple[str, int], Edit] = {}
    for file in files.values():
        for other in file.names:
            if other.name == new and conflicts(other, name, file):
                raise CannotRename(f"`{new}` is already a name in {place_of(file, other)}")
            if other.name == name.name and other.scope == name.scope:
                edits[file.source.name, other.start] = Edit(file, other.start, other.end, new)
    for file in files.values():
        check_meaning(file, [e for e in edits.values() if e.file is file], name)
    return list(edits.values())


def check_meaning(file: File, edits: list[Edit], name: Occurrence) -> None:
    """Raise CannotRename if the names of a file would stand for other things after some edits."""
    source, starts, at, text = file.source, {e.start for e in edits}, 0, ""
    for edit in sorted(edits, key=lambda e: e.start):
        text += source.text[at : edit.start] + edit.new
        at = edit.end
    if not edits:
        return
    new = edits[0].new
    changed = File(Reading(Source(source.name, text + source.text[at:]), file.reading.is_lenient))
    scopes = {f"{what} {name.name}": f"{what} {new}" for what in ("action", "lines of")}
    expected = [
        (new if n.start in starts else n.name, n.declares,
         scopes.get(n.scope, n.scope) if name.scope == GLOBAL else n.scope)
        for n in file.names
    ]  # fmt: skip
    if expected != [(n.name, n.declares, n.scope) for n in changed.names]:
        raise CannotRename(f"with the name `{new}` the rules would mean something else")


def conflicts(other: Occurrence, name: Occurrence, file: File) -> bool:
    """Whether a name that is there already could be taken for the renamed one, or hide it."""
    if GLOBAL in (other.scope, name.scope):
        if name.scope != GLOBAL and other.scope == GLOBAL:
            return other.declares or shares_entry(other, name, file)
        return True
    return meet(other.scope, name.scope, file)


def meet(one: str, other: str, file: File) -> bool:
    """Whether two scopes of a file are the same, or one of them lies in the other."""
    within = {one: {one}, other: {other}}
    for name in file.names:
        if name.declares and name.scope in within:
            within[name.scope] |= name.within
    return one in within[other] or other in within[one]


def shares_entry(other: Occurrence, name: Occurrence, file: File) -> bool:
    """Whether two names stand in the same entry of a file, so that their scopes may overlap."""
    places = [n for n in file.names if n.name == name.name and n.scope == name.scope]
    groups = {(n.leaf.heading, n.leaf.entry) for n in places if n.leaf is not None}
    return other.leaf is not None and (other.leaf.heading, other.leaf.entry) in groups


def check_new_name(new: str, knowledge: Knowledge) -> None:
    """Raise CannotRename for what cannot be a new name."""
    if not NAME.fullmatch(new) or len(new) > MAX_NAME:
        raise CannotRename(
            f"a name has at most {MAX_NAME:d} letters, digits and `_`, and begins with no digit"
        )
    if new in RESERVED or new in BUILTINS or new in ("board", "removed", "refusal"):
        raise CannotRename(f"`{new}` is a word of the language")
    if new in knowledge.symbols:
        raise CannotRename(f"`{new}` is already the name of a {knowledge.symbols[new].sort}")


def place_of(file: File, name: Occurrence) -> str:
    """The line of a name."""
    stem = re.split(r"[/\\]", file.source.name)[-1]
    return f"line {file.source.place(name.start)[0]} of {stem}"
