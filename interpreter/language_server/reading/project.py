"""A file with the files that it extends, and the names of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gdl.source.diagnostics import GdlError
from gdl.source.limits import MAX_EXTENDED
from gdl.source.spans import Source
from gdl.vocabulary.builtins import BUILTINS, GIVING_WAY
from gdl.vocabulary.keywords import RESERVED
from gdl.yaml.reader import Entry, Text
from interpreter.language_server.reading.leaves import Leaf, Reading
from interpreter.language_server.reading.names import GLOBAL, Occurrence, is_cell, occurrences

Finder = Callable[[str, Source], "Source | None"]  # takes a file name and the file that names it


@dataclass(frozen=True)
class File:
    """One file of a project."""

    reading: Reading

    @property
    def source(self) -> Source:
        """The text with its name."""
        return self.reading.source

    @cached_property
    def names(self) -> tuple[Occurrence, ...]:
        """All names where they stand."""
        return occurrences(self.reading)

    @property
    def base(self) -> str | None:
        """The name under `extends`."""
        entries = self.reading.root.entries  # the rule texts, which `leaves` parses, are not needed
        return next(filter(None, map(base_in, entries)), None)


@dataclass(frozen=True)
class Place:
    """An occurrence and the file in which it stands."""

    file: File
    name: Occurrence


@dataclass(frozen=True)
class Project:
    """A file, then its bases."""

    files: tuple[File, ...]

    @property
    def main(self) -> File:
        """The file that is edited."""
        return self.files[0]

    @cached_property
    def declared(self) -> dict[str, Place]:
        """The names of the files, each with the declaration that counts."""
        places: dict[str, Place] = {}
        for file in self.files:
            for name in file.names:
                if name.declares and name.scope == GLOBAL:
                    places.setdefault(name.name, Place(file, name))
        for file in self.files:  # words are declared by the domains that hold them
            for name in file.names:
                if name.sort == "word" and not is_taken(name.name):
                    places.setdefault(name.name, Place(file, name))
        return places

    def at(self, offset: int) -> Occurrence | None:
        """The name at an offset of the file that is edited."""
        touching = (n for n in self.main.names if n.start <= offset <= n.end)
        return min(touching, key=lambda n: n.end == offset, default=None)

    def same(self, name: Occurrence) -> Iterator[Place]:
        """Everything that means the same as a name, in all files, itself included."""
        for file in self.files:
            for other in file.names:
                if other.name == name.name and other.scope == name.scope:
                    yield Place(file, other)

    def same_scope(self, scope: str) -> list[str]:
        """The names that a scope declares, in any of the files."""
        names = (n.name for f in self.files for n in f.names if n.scope == scope and n.declares)
        return list(dict.fromkeys(names))

    def about(self, leaf: Leaf) -> str:
        """The name in the head of the entry to which a rule text belongs."""
        for other in self.main.reading.leaves:
            if (other.heading, other.entry) == (leaf.heading, leaf.entry):
                return str(other.text.value.partition("(")[0].partition("[")[0].strip())
        return ""

    def declarations(self, name: Occurrence) -> list[Place]:
        """Where a name is declared: first the declaration that counts."""
        if name.scope == GLOBAL:
            first = self.declared.get(name.name)
            rest = [p for p in self.same(name) if p.name.declares]
            return ([first] if first else []) + [p for p in rest if p != first]
        return [place for place in self.same(name) if place.name.declares]


def base_in(entry: Entry) -> str:
    """The file that an entry says is extended; nothing for one that says something else."""
    is_extends = entry.key.value.strip() == "extends"
    return entry.value.value.strip() if is_extends and isinstance(entry.value, Text) else ""


def is_taken(name: str) -> bool:
    """Whether a name cannot be declared: it is a word of the language, or a cell."""
    return name in BUILTINS.keys() - GIVING_WAY or name in RESERVED or is_cell(name)


def read_project(source: Source, find: Finder, is_lenient: bool = False) -> Project:
    """A file and those that it extends, as far as they can be found."""
    files = [File(Reading(source, is_lenient))]
    while (name := files[-1].base) and len(files) < MAX_EXTENDED:
        try:
            base = find(name, files[-1].source)
        except GdlError:
            break
        if base is None or any(base.name == f.source.name for f in files):
            break
        files.append(File(Reading(base)))
    return Project(tuple(files))
