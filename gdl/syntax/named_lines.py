"""Names of lines: of statements and of lines of `end`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.syntax.leaves import Leaves, first_words
from gdl.syntax.rule_file import Body
from gdl.yaml.changes import PLACES, is_change, name_of, names_of
from gdl.yaml.reader import List, Map, Node, Text


class NamedLines(Leaves):
    """Keeps the names of lines; they mean nothing in play."""

    def __init__(self, report: Report):
        super().__init__(report)
        self.line_names: dict[Span, str] = {}

    def names(self, node: Node) -> tuple[str | None, ...]:
        """The name of each item of a list; names that cannot be are reported."""
        if not isinstance(node, List):
            return ()
        seen: set[str] = set()
        before = None
        for item, name in zip(node.items, names_of(node), strict=True):
            own = name_of(item)
            if name is not None:
                span = own[1] if own else first_words(item)
                if name in PLACES:
                    self.report.add("reserved-name", span, word=name)
                elif name in seen and (own or before != name):
                    self.report.add("line-twice", span, word=name)
                seen.add(name)
            before = name
        return names_of(node)

    def named(self, statements: Iterable[Any], name: str | None = None) -> Body:
        """Statements without the names that their texts say; `name` is that of their line."""
        made = []
        for statement in statements:
            if isinstance(statement, syntax.Named):
                name, statement = statement.name.text, statement.statement
            if statement is not None:
                made.append(statement)
                if name is not None:
                    self.line_names[statement.span] = name
        return tuple(made)

    def changes(self, node: Node, value: Callable[[Node], Any]) -> bool:
        """Whether a node changes lines by name; no list is left for it, which is reported, and what
        it says is read all the same.
        """
        if not is_change(node) or not isinstance(node, Map):
            return False
        self.report.add("nothing-to-change", node.entries[0].key.span)
        for entry in node.entries:
            self.leaf(entry.key, "label")
            if not (isinstance(entry.value, Text) and entry.value.value.strip() == "removed"):
                value(entry.value)
        return True
