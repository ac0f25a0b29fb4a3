"""Rule texts to syntax."""

from __future__ import annotations

from typing import Any

import pytest

from gdl import Report, Source, Span
from gdl.syntax import nodes as syntax
from gdl.syntax.parser import parse
from gdl.yaml.reader import Text


def read(value: str, start: str = "expr") -> tuple[Any, list[str]]:
    """The node of a text, and the codes of what is wrong with it."""
    source = Source("case.yaml", value)
    text = Text(value, Span(source, 0, len(value)), tuple(range(len(value) + 1)))
    report = Report()
    return parse(text, start, report), [d.code for d in report.diagnostics]


def shape(node: Any) -> str:
    """An expression with all its brackets."""
    match node:
        case (
            syntax.Binary(left=left, op=op, right=right)
            | syntax.Relation(left=left, op=op, right=right)
        ):
            return f"({shape(left)} {op.text} {shape(right)})"
        case syntax.Unary(op=op, operand=operand):
            return f"({op.text} {shape(operand)})"
        case syntax.Choose(yes=yes, condition=condition, no=no):
            return f"({shape(yes)} if {shape(condition)} else {shape(no)})"
    return str(node.span.text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a or b and not c", "(a or (b and (not c)))"),
        ("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"),
        ("a | b & c", "(a | (b & c))"),
        ("1..n - 1", "(1 .. (n - 1))"),
        ("a - b within c | d", "((a - b) within (c | d))"),
        ("some a & b", "(some (a & b))"),
        ("not a = b", "(not (a = b))"),
        ("a not in b and c != d", "((a not in b) and (c != d))"),
        ("-a mod b", "((- a) mod b)"),
        ("1 if a else 2 if b else 3", "(1 if a else (2 if b else 3))"),
    ],
)
def test_what_binds_tighter(text: str, wanted: str) -> None:
    node, codes = read(text)
    assert not codes and shape(node) == wanted


@pytest.mark.parametrize(
    ("text", "start", "code"),
    [
        ("", "turn", "empty-rule"),
        ("put stone on", "statement", "rule-ends-early"),
        ("plaec stone on at", "statement", "unknown-verb"),
        ("lfit at", "statement", "misspelt-keyword"),
        ("a == b", "expr", "foreign-sign"),
        ("f(a", "expr", "open-bracket"),
        ("a)", "expr", "stray-bracket"),
        ("f()", "expr", "empty-brackets"),
        ('require a, "no', "statement", "open-quote"),
        ("2b", "expr", "digit-first"),
        ("a b", "expr", "unexpected-word"),
        ("x" * 20_000, "expr", "rule-too-long"),
        ("- " * 100 + "x", "expr", "rule-too-deep"),
        ("9" * 5000, "expr", "number-too-large"),
    ],
)
def test_one_code_for_each_mistake(text: str, start: str, code: str) -> None:
    node, codes = read(text, start)
    assert node is None and codes == [code]


def test_spans_are_exact() -> None:
    node, _ = read("count(mine) + row[a1]")
    assert node.span.text == "count(mine) + row[a1]"
    assert (node.left.span.text, node.right.args[0].span.text) == ("count(mine)", "a1")
