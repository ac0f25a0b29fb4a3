"""The sketches of docs/design parse with the project's grammar.

Nothing here is played: the test shows that a sketch uses no name that neither it nor the language
declares.  `python tests/test_sketches.py` writes the table of sizes in
docs/design/sketches/README.md anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark, Token, Tree

from gdl import Source
from gdl.source.diagnostics import Report
from gdl.syntax.grammar import GRAMMAR, STARTS
from gdl.vocabulary.builtins import BUILTINS
from gdl.yaml.reader import Entry, List, Map, Node, Text, read

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "design" / "sketches"
SKETCHES = sorted(FOLDER.glob("*.yaml"))
BUILT_IN = set(BUILTINS)
MOST_NAMES = 110  # that the reference page may have
FOR_PEOPLE = ("game", "designer", "year", "notes", "looks")
ENTRIES = {"board", "refusal"}  # what `sees` and `seen` may also name
STARTS_OF_BOARD = {"points": "point", "letters": "letters"}
TOKEN = re.compile(r'"[^"]*"|\w+(?:\.\d+)?|\.\.|[<>!]=|\S')
CELL = re.compile(r"[a-z]{1,2}\d+")
DECLARING = (  # nodes whose first child is a name that it declares
    "name", "player", "action_head", "define_head", "stored_head", "bind", "bind_pair", "step",
    "let", "named", "named_after_turn", "named_after_action", "at_line", "before_line",
    "after_line",
)  # fmt: skip


@cache
def parser() -> Lark:
    """A parser for each kind of rule text."""
    text = GRAMMAR.read_text("utf-8")
    return Lark(text, parser="lalr", start=list(STARTS), maybe_placeholders=True)


# ---- what stands where -------------------------------------------------------------------------


class Sketch:
    """Every rule text of a file with its start symbol, and the numbers of tokens."""

    def __init__(self, path: Path):
        report = Report()
        root = read(Source(path.name, path.read_text("utf-8")), report)
        assert root is not None, "\n".join(d.render() for d in report.diagnostics)
        self.leaves: list[tuple[str, Text]] = []
        self.own_words = 0  # headings, entries with a fixed name, marks of drawings
        self.base: Path | None = None
        for entry in root.entries:
            if entry.key.value not in FOR_PEOPLE:
                self.own_words += 1
                getattr(self, entry.key.value.replace(" ", "_"))(entry.value)

    def leaf(self, start: str) -> Callable[[Node], None]:
        def add(node: Node) -> None:
            assert isinstance(node, Text), f"a text is wanted ({start})"
            self.leaves.append((start, node))

        return add

    def map_of(self, node: Node, head: str, value: Callable[[Node], None]) -> None:
        for entry in entries(node):
            self.leaf(head)(entry.key)
            if is_removed(entry.value):
                self.own_words += 1
            else:
                value(entry.value)

    def extends(self, node: Node) -> None:
        assert isinstance(node, Text)
        self.base = FOLDER / f"{node.value}.yaml"

    def options(self, node: Node) -> None:
        self.map_of(node, "name", self.leaf("stored"))

    def facts(self, node: Node) -> None:
        self.map_of(node, "name", self.leaf("definition"))

    def players(self, node: Node) -> None:
        if isinstance(node, Text):
            self.leaf("players")(node)
        else:
            self.map_of(node, "player", self.facts)

    def words(self, node: Node) -> None:
        for entry in entries(node):
            self.leaf("name")(entry.key)
            if isinstance(entry.value, Text):
                self.leaf("names")(entry.value)
            else:
                self.map_of(entry.value, "name", self.facts)

    def board(self, node: Node) -> None:
        if isinstance(node, Text):
            return self.leaf("expr")(node)
        for entry in entries(node):
            self.own_words += 1
            key, value = entry.key.value, entry.value
            if key in ("cells", "pile"):
                self.leaf("expr")(value)
            elif key in ("squares", "hexes"):
                self.drawing(value)
            elif key == "lines":
                assert isinstance(value, List)
                for item in value.items:
                    self.leaf("path")(item)
            else:
                self.map_of(value, "name", self.leaf(STARTS_OF_BOARD.get(key, "path")))
        return None

    def drawing(self, node: Node) -> None:
        """A drawn board: marks with one blank between them."""
        assert isinstance(node, Text)
        for row in node.value.splitlines():
            assert re.fullmatch(r" ?[-.A-Za-z]( [-.A-Za-z])*", row), row
            self.own_words += len(row.split())

    def pieces(self, node: Node) -> None:
        if isinstance(node, Text):
            self.leaf("names")(node)
        else:
            self.map_of(node, "name", self.kind)

    def kind(self, node: Node) -> None:
        for entry in entries(node):
            key = entry.key.value
            self.own_words += key in ("owner", "supply", "with")
            if key == "with":
                self.map_of(entry.value, "name", self.leaf("domain"))
            elif key in ("owner", "supply"):
                self.leaf(key)(entry.value)
            else:
                self.leaf("name")(entry.key)
                self.leaf("definition")(entry.value)

    def state(self, node: Node) -> None:
        self.map_of(node, "stored_head", self.leaf("stored"))

    marks = state

    def define(self, node: Node) -> None:
        def defined(value: Node) -> None:
            (self.leaf("definition") if isinstance(value, Text) else self.body)(value)

        self.map_of(node, "define_head", defined)

    def actions(self, node: Node) -> None:
        self.map_of(node, "action_head", self.body)

    chance = actions

    def body(self, node: Node) -> None:
        """Statements: one text, a list, or changes to the list of the base by name."""
        if isinstance(node, Text):
            self.leaf("statement")(node)
        elif isinstance(node, Map):
            self.map_of(node, "label", self.body)
        else:
            for item in node.items:
                if isinstance(item, Text):
                    self.leaf("statement")(item)
                else:
                    self.map_of(item, "block", self.body)

    setup = after_turn = body

    def sees(self, node: Node) -> None:
        self.map_of(node, "seen_head", self.leaf("shown"))

    def questions(self, node: Node) -> None:
        self.map_of(node, "action_head", self.leaf("expr"))

    def parts(self, node: Node) -> None:
        self.map_of(node, "name", self.leaf("turn"))

    def opening(self, node: Node) -> None:
        assert isinstance(node, List)
        for item in node.items:
            self.leaf("turn")(item)

    def turn(self, node: Node) -> None:
        if isinstance(node, Text):
            self.leaf("turn")(node)
        else:
            self.map_of(node, "turn_case", self.leaf("turn"))

    def end(self, node: Node) -> None:
        if isinstance(node, Map):
            return self.map_of(node, "label", self.end)
        assert isinstance(node, List)
        for item in node.items:
            self.map_of(item, "end_head", self.leaf("result"))
        return None

    def tokens(self) -> int:
        """Words, numbers and signs, without what is only for people and without YAML's marks."""
        return self.own_words + sum(len(TOKEN.findall(text.value)) for _, text in self.leaves)


def entries(node: Node) -> tuple[Entry, ...]:
    if isinstance(node, Text):
        assert not node.value, f"entries are wanted, not {node.value!r}"
        return ()
    assert isinstance(node, Map)
    return node.entries


def is_removed(node: Node) -> bool:
    return isinstance(node, Text) and node.value == "removed"


# ---- names -------------------------------------------------------------------------------------


def names(sketch: Sketch) -> tuple[set[str], set[str]]:
    """The names that a sketch declares (with its base), and those that it uses."""
    declared, used = names(Sketch(sketch.base)) if sketch.base else (set(), set())
    for start, text in sketch.leaves:
        tree = parser().parse(text.value, start=start)
        if start in ("definition", "domain"):
            declared |= set_of_words(tree) - BUILT_IN
        for node in tree.iter_subtrees():
            first = [c for c in node.children if isinstance(c, Token) and c.type == "NAME"]
            count = 2 if node.data == "bind_pair" else 1 if node.data in DECLARING else 0
            count = len(first) if node.data in ("names", "path", "letters") else count
            declared |= {str(name) for name in first[:count]}
            used |= {str(name) for name in first[count:]}
            if node.data == "stored":
                declared |= set_of_words(node) - BUILT_IN
    return declared, used


def set_of_words(tree: Tree[Token]) -> set[str]:
    """The words of a written-out list of several, which a domain may declare."""
    items = next((t for t in tree.iter_subtrees() if t.data in ("items", "set_items")), None)
    words = [c for c in items.children if isinstance(c, Tree) and c.data == "word"] if items else []
    return {str(word.children[0]) for word in words} if len(words) > 1 else set()


# ---- tests -------------------------------------------------------------------------------------


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", SKETCHES, ids=name_of)
def test_every_text_of_a_sketch_parses_and_uses_known_names(path: Path) -> None:
    declared, used = names(Sketch(path))
    unknown = {n for n in used - declared - BUILT_IN - ENTRIES if not CELL.fullmatch(n)}
    assert not unknown
    assert not (declared & BUILT_IN) - {"first", "last"}  # which say where a change goes


def test_the_reference_stays_short() -> None:
    assert len(BUILT_IN) <= MOST_NAMES


def table() -> Iterator[str]:
    yield "| sketch | lines | rule texts | tokens |"
    yield "|---|---|---|---|"
    for path in SKETCHES:
        sketch = Sketch(path)
        lines = sum(1 for line in path.read_text("utf-8").splitlines() if line.strip())
        yield f"| [{path.stem}]({path.name}) | {lines} | {len(sketch.leaves)} | {sketch.tokens()} |"


def readme() -> tuple[str, str]:
    """The page of the sketches, and what it would be with a new table."""
    text = (FOLDER / "README.md").read_text("utf-8")
    return text, re.sub(r"(\|[^\n]*\n)+", lambda _: "\n".join(table()) + "\n", text, count=1)


def test_the_table_of_sizes_is_up_to_date() -> None:
    old, new = readme()
    assert old == new, "write it by `python tests/test_sketches.py`"


if __name__ == "__main__":
    (FOLDER / "README.md").write_text(readme()[1], "utf-8")
