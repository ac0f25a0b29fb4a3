"""Splits a text with several statements, or with a block, into the list that is meant.

`put stone on at; set next to mover` is two items of a list, `if c then remove c` is the block
`if c: remove c`.  Every part that is offered parses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gdl.source.diagnostics import WRITE
from gdl.source.wording import in_letters
from gdl.syntax.errors.repair import TOKEN, Fault, depths
from gdl.vocabulary.keywords import VERBS

Reads = Callable[[str, str], bool]  # whether a text matches a start symbol
Lines = tuple[str, ...]  # the lines of one item; those after the first stand under it

HEADS = ("if", "for", "when", "unless")
LINKS = re.compile(r"(?:\s|[;,.&-]|\b(?:then|do|and|afterwards)\b)+$")
STARTS = ("statement", "definition")
BLOCK = (
    "a block has a `:`, not `then`, after its condition, and behind it a statement, like "
    "`if a = b: remove a`, or on the lines below several, each after a `- `"
)
INDENT = "    "  # of the statements of a block, relative to its item


def statements_in_one(fault: Fault) -> bool:
    """Report a text that holds several statements, or a block without its `:`."""
    if fault.start not in STARTS:
        return False
    items = Splitter(fault).items(fault.value)
    if items is None or (fault.start == "statement" and items == [(fault.value,)]):
        return False
    shown = "`" + "`, then `".join(line.strip() for line in as_lines(items)) + "`"
    place = Place.of(fault)
    suggestion = place.list_of(items) if fault.is_bare else None
    code = "several-statements" if len(items) > 1 else "list-wanted"
    if len(items) == 1 and fault.start == "statement":
        block = "\n".join(items[0])
        if fault.is_bare and place.is_item and len(items[0]) == 1:
            words = " ".join(fault.value.split())
            fault.report.add(
                "foreign-phrase", fault.text.span, words=words, candidates=(block,), offer=WRITE,
                hint=BLOCK,
            )  # fmt: skip
            return True
        code = "foreign-phrase"
        hint = f"a block stands in a list of statements: {shown}"
    elif len(items) == 1:
        hint = f"what does something is a list of statements, on the lines below: {shown}"
    else:
        hint = f"begin each with `- ` on a line of its own: {shown}"
    fault.report.add(
        code, fault.text.span, hint=hint, suggestion=suggestion, count=in_letters(len(items)),
        words=" ".join(fault.value.split()), example=items[0][0],
    )  # fmt: skip
    return True


def headless(fault: Fault) -> bool:
    """Report a text that begins like a block, but from which nothing can be offered."""
    first = TOKEN.match(fault.value.strip())
    if fault.start != "statement" or first is None or first[0] not in HEADS:
        return False
    words = " ".join(fault.value.split())
    fault.report.add("foreign-phrase", fault.text.span, words=words, hint=BLOCK)
    return True


def as_lines(items: list[Lines]) -> Iterator[str]:
    """The lines of a list that begins in the first column."""
    for first, *rest in items:
        yield f"- {first}"
        yield from (f"  {line}" for line in rest)


@dataclass(frozen=True)
class Place:
    """Where a text stands in its file, and thus how to lay out a list that replaces it."""

    column: int
    is_item: bool  # whether a `- ` stands before it
    is_below: bool  # whether it begins a line of its own

    @classmethod
    def of(cls, fault: Fault) -> Place:
        """The place of a text."""
        span = fault.text.span
        before = span.source.line(span.line)[: span.column - 1]
        if not before.strip():
            return cls(len(before), False, True)
        if not before.strip(" -"):
            return cls(before.rindex("-"), True, False)
        return cls(len(before) - len(before.lstrip(" -")) + 2, False, False)

    def list_of(self, items: list[Lines]) -> str:
        """The list, laid out to replace the text."""
        indent = "\n" + " " * self.column
        text = indent.join(as_lines(items))
        if self.is_item:
            return text.removeprefix("- ")
        return text if self.is_below else indent + text


class Splitter:
    """Splits texts into statements and blocks."""

    def __init__(self, fault: Fault):
        self.fault = fault
        self.tries = fault.tries

    def reads(self, value: str, start: str) -> bool:
        """Whether a part parses, as long as tries are left."""
        self.tries -= 1
        return self.tries > 0 and self.fault.reads(value, start)

    def is_statement(self, value: str) -> bool:
        """Whether a part is a statement and not just a name."""
        return not re.fullmatch(r"\w+", value) and self.reads(value, "statement")

    def items(self, value: str) -> list[Lines] | None:
        """The items that a text holds, in order; None if it cannot be split."""
        value = value.strip()
        first = TOKEN.match(value)
        if first is not None and first[0] in HEADS:
            return self.block(value)
        if self.is_statement(value):
            return [(value,)]
        for at in breaks(value):
            head = LINKS.sub("", value[:at]).strip()
            if self.is_statement(head):
                rest = self.items(value[at:])
                if rest is not None:
                    return [(head,), *rest]
        return self.conditional(value)

    def block(self, value: str) -> list[Lines] | None:
        """The block meant by `if c then a`, `for c in S do a` or `if c: a else b`; or None."""
        tokens = list(TOKEN.finditer(value))
        for token in tokens[2:]:
            begun = value[: token.start()].strip()
            head = LINKS.sub("", begun.rstrip(":")).strip()
            if not self.reads(as_head(head), "block"):
                continue
            rest = value[token.start() :].strip().lstrip(":").strip()
            body, _, other = rest.partition(" else ")
            inside = self.part(LINKS.sub("", body), is_linked=head != begun)
            otherwise = self.part(other.lstrip(": ")) if other else []
            if inside is not None and otherwise is not None:
                lines = under(as_head(head), inside)
                return [(*lines, *(under("else", otherwise) if otherwise else ()))]
        return None

    def part(self, value: str, is_linked: bool = True) -> list[Lines] | None:
        """The items after the head of a block; after a `then` a name may stand alone."""
        is_name = re.fullmatch(r"\w+", value) and self.reads(value, "statement")
        return [(value,)] if is_linked and is_name else self.items(value)

    def conditional(self, value: str) -> list[Lines] | None:
        """The block meant by `a if c` or `a if c else b` with statements a and b; or None."""
        tokens = list(TOKEN.finditer(value))
        for token, depth in zip(tokens, depths(tokens), strict=True):
            if token[0] not in HEADS or depth or not token.start():
                continue
            statement = LINKS.sub("", value[: token.start()]).strip()
            head, _, other = value[token.start() :].partition(" else ")
            if not self.is_statement(statement) or not self.reads(as_head(head), "block"):
                continue
            otherwise = self.other_way(statement, other.strip()) if other else []
            if otherwise is not None:
                lines = under(as_head(head), [(statement,)])
                return [(*lines, *(under("else", otherwise) if otherwise else ()))]
        return None

    def other_way(self, statement: str, other: str) -> list[Lines] | None:
        """The items that follow `else`, or the statement with its end replaced by what does, as in
        `tell all "a" if c else "b"`; or None.
        """
        if items := self.items(other):
            return items
        ends = [token.start() for token in TOKEN.finditer(statement)][:0:-1]
        ways = (self.items(f"{statement[:end]}{other}") for end in ends)
        return next((items for items in ways if items and len(items) == 1), None)


def breaks(value: str) -> Iterator[int]:
    """Where another statement may begin: at a verb, after a `;`, at a block after a link."""
    tokens = list(TOKEN.finditer(value))
    before = ""
    for token, depth in zip(tokens, depths(tokens), strict=True):
        is_head = token[0] in HEADS and before in (";", ",", "then", "and")
        if token.start() and not depth and (token[0] in VERBS or is_head or before == ";"):
            yield token.start()
        before = token[0]


def as_head(head: str) -> str:
    """The head of a block with `if` in place of `when` or `unless`."""
    head = re.sub(r"^when\b", "if", head.strip())
    return re.sub(r"^unless\b (.*)$", r"if not (\1)", head)


def under(head: str, items: list[Lines]) -> Lines:
    """The lines of a block; one line if it holds a single plain statement."""
    if len(items) == 1 and len(items[0]) == 1 and not re.match(r"(if|for)\b", items[0][0]):
        return (f"{head}: {items[0][0]}",)
    return (f"{head}:", *(f"{INDENT[2:]}{line}" for line in as_lines(items)))
