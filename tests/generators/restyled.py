"""Writes a rule file in another style: the same rules with other blanks, quotes, line breaks,
indentation and comments.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random

from gdl import Source
from gdl.source.diagnostics import Report
from gdl.yaml.reader import Entry, List, Map, Node, Text, read

DRAWN = ("squares", "hexes")  # drawings of boards, which are written in lines of their own
FOR_PEOPLE = ("game", "designer", "year", "notes", "looks", "notation", "extends")
TOKEN = re.compile(r'"[^"]*"|\d+(?:\.\d+)?|\w+|\.\.|!=|<=|>=|\S')
PLACE = re.compile(r"\s*-?[\d.]+\s+-?[\d.]+\s*")  # of a point: a sign stands at its number
COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)


def tree(text: str) -> Map | None:
    """The tree of a file; None if it cannot be read."""
    return read(Source("a file", text), Report())


def texts(node: Node) -> list[Text]:
    """All texts of a tree."""
    if isinstance(node, Text):
        return [node]
    if isinstance(node, List):
        return [text for item in node.items for text in texts(item)]
    return [text for e in node.entries for text in (e.key, *texts(e.value))]


def comments_of(text: str) -> Counter[str]:
    """The comments of a file."""
    root = tree(text)
    assert root is not None
    rest = list(text.replace("\ufeff", " "))
    for each in texts(root):
        start, end = each.span.start, each.span.end
        rest[start:end] = ["\n" if sign == "\n" else "." for sign in rest[start:end]]
    found = COMMENT.findall("".join(rest))
    return Counter(comment.replace("\t", " ").rstrip() for comment in found)


def restyled(text: str, chance: Random, with_comments: bool = True) -> str:
    """The rules of a file in a random style, with new comments and blank lines, or with none."""
    root = tree(text)
    assert root is not None
    lines = Restyler(chance, with_comments).map(root, 0, is_top=True)
    return chance.choice(("\n", "\r\n")).join(lines) + chance.choice(("", "\n", "\n\n \n"))


class Restyler:
    """Writes the nodes of one file as lines."""

    def __init__(self, chance: Random, with_comments: bool):
        self.chance = chance
        self.with_comments = with_comments
        self.count = 0
        self.deepest = 9  # where a comment may begin; after a block, not where it continues

    def is_drawn(self, share: float) -> bool:
        return self.chance.random() < share

    def blanks(self, least: int = 0) -> str:
        return " " * max(least, self.chance.choice((0, 0, 0, 1, 1, 1, 2, 3)))

    def comment(self) -> str:
        self.count += 1
        sign = self.chance.choice(("#", "# ", "#  ", "##"))
        return f"{sign}{self.chance.choice(('', 'a: b', '- x', 'one two   '))}{self.count}"

    def above(self) -> list[str]:
        """Comments and blank lines."""
        lines = []
        while self.with_comments and self.is_drawn(0.25):
            indent = " " * self.chance.randint(0, self.deepest)
            lines.append(self.chance.choice(("", "   ", indent + self.comment())))
        return lines

    def beside(self) -> str:
        """A comment at the end of a line, or only blanks."""
        if self.with_comments and self.is_drawn(0.2):
            return f"{' ' * self.chance.randint(1, 30)}{self.comment()}"
        return self.blanks()

    def map(self, node: Map, column: int, is_top: bool = False) -> list[str]:
        lines = []
        for entry in node.entries:
            lines += self.above()
            is_rule = not is_top and self.is_rule
            if is_top:
                self.is_rule = entry.key.value not in FOR_PEOPLE
            lines += self.entry(entry, column, is_rule)
        return lines

    def entry(self, entry: Entry, column: int, has_rule_key: bool) -> list[str]:
        key = self.spaced(entry.key.value) if has_rule_key else entry.key.value
        if self.is_drawn(0.1):
            key = self.chance.choice((f"'{key}'", json.dumps(key)))
        head = f"{' ' * column}{key}{self.blanks()}:"
        value = entry.value
        if isinstance(value, Text):
            if entry.key.value in DRAWN:
                return self.literal(head, value.value.strip().split("\n"), column)
            return self.text(head, value, column)
        least = 0 if isinstance(value, List) else 1
        inner = column + self.chance.randint(least, 5)
        below = self.map(value, inner) if isinstance(value, Map) else self.list(value, inner)
        return [head + self.beside(), *below]

    def list(self, node: List, column: int) -> list[str]:
        lines = []
        for item in node.items:
            lines += self.above()
            dash, gap = f"{' ' * column}-", self.chance.randint(1, 4)
            if isinstance(item, Text):
                lines += self.text(dash, item, column)
                continue
            assert isinstance(item, Map)
            inner = self.map(item, column + 1 + gap)
            if inner[0].lstrip() and not inner[0].lstrip().startswith("#") and self.is_drawn(0.7):
                inner[0] = dash + inner[0][column + 1 :]
                lines += inner
            else:
                lines += [dash + self.beside(), *inner]
        return lines

    def text(self, head: str, text: Text, column: int) -> list[str]:
        """The lines of a text after its heading or its dash."""
        self.deepest = 9
        if not text.value:
            return [head + self.beside()]
        rows = text.value.strip().split("\n")
        if not self.is_rule and len(rows) > 1:
            return self.literal(head, rows, column)
        parts = self.parts(text.value) if self.is_rule else [text.value.strip()]
        return self.styled(head, parts, column)

    def literal(self, head: str, rows: list[str], column: int) -> list[str]:
        """Lines that keep their breaks and blanks."""
        indent = self.chance.randint(1, 5)
        self.deepest = column
        header = f"{self.blanks(1)}|{self.chance.choice(('', '-', '+'))}"
        return [head + header + self.beside(),
                *(" " * (column + indent) * bool(row) + row for row in rows)]  # fmt: skip

    def styled(self, head: str, parts: list[str], column: int) -> list[str]:
        """The parts of a rule, each with the blanks after it, in one of YAML's styles."""
        whole = "".join(parts).rstrip()
        style = self.chance.choice(("plain", "plain", "plain", "lines", "'", '"', ">", "|"))
        is_plain = not re.search(r": |:$| #|^[\[\]{},&*!|>'\"%@`#?-]", whole)
        if style in ("plain", "lines") and not is_plain:
            style = ">"
        if style == ">" and not (is_plain or self.is_rule):
            style = "'"  # such a block stays one, as its author may prefer it to quotes
        indent = " " * (column + self.chance.randint(1, 5))
        rows = self.rows(parts)
        if style == "lines" and any(re.match(r"[\w-]+:", row) for row in rows):
            style = "plain"  # on a line of its own it would be an entry without its blank
        if style in (">", "|") and not (style == "|" and not self.is_rule):
            self.deepest = column
            return [f"{head} {style}{self.chance.choice(('', '-', '+'))}{self.beside()}",
                    *(indent + row for row in rows)]  # fmt: skip
        if style == "lines":
            *others, last = rows if self.is_drawn(0.5) else [whole]
            first = [head] if self.is_drawn(0.5) else [f"{head} {others.pop(0)}"] if others else []
            lines = [*first, *(indent + row for row in others)]
            last = indent + last if lines else f"{head} {last}"
            return [*lines, last + self.beside()]
        if style == "'":
            whole = "'" + whole.replace("'", "''") + "'"
        elif style == '"':
            whole = json.dumps(whole, ensure_ascii=self.is_drawn(0.5))
        elif not is_plain:
            whole = json.dumps(whole)
        return [f"{head} {self.blanks()}{whole}{self.beside()}"]

    def rows(self, parts: list[str]) -> list[str]:
        """The parts on several lines, broken where blanks may stand."""
        rows = [""]
        for part in parts:
            if rows[-1] and rows[-1][-1] == " " and self.is_drawn(0.15):
                rows[-1] = rows[-1].rstrip()
                rows.append("")
            rows[-1] += part
        return [*rows[:-1], rows[-1].rstrip()]

    def spaced(self, value: str) -> str:
        return "".join(self.parts(value)).rstrip()

    def parts(self, value: str) -> list[str]:
        """The tokens of a rule, each with random blanks after it."""
        tokens = value.split() if PLACE.fullmatch(value) else TOKEN.findall(value)
        parts = []
        for token, after in zip(tokens, [*tokens[1:], ""]):
            apart = token[-1:].isalnum() and (after[:1].isalnum() or after[:1] == "-" != after)
            parts.append(token + self.blanks(int(apart)))
        return parts
