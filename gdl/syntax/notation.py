"""Reads the section `notation`: maps of plain texts, which no grammar describes."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.syntax.leaves import Leaves
from gdl.syntax.rule_file import NotationEntry
from gdl.yaml.reader import Map, Node, Text


class Notations(Leaves):
    """Has the method for the heading `notation`."""

    def notation(self, node: Node) -> tuple[NotationEntry, ...]:
        return tuple(self.notation_entries(node, (), "position: board mover"))

    def notation_entries(
        self, node: Node, above: tuple[Text, ...], example: str
    ) -> Iterator[NotationEntry]:
        """The texts under a key, each with the keys above it."""
        for entry in self.entries(node, example):
            if isinstance(entry.value, Map):
                yield from self.notation_entries(entry.value, (*above, entry.key), example)
            elif text := self.text(entry.value, "plain words", example):
                yield NotationEntry(above, entry.key, text)
