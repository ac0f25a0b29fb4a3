"""Turns that mix `,` and `or` without brackets: the tree of a turn → a warning.

`a, b or c` is a, b or else c, while a rule sheet that says so often means a, then b or c.  Both are
games, so only brackets tell a reader which one is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from lark import Token, Tree

from gdl.source.diagnostics import Report
from gdl.yaml.reader import Text

OPENING, CLOSING = "({[", ")}]"


def warn_of_mixed(tree: Tree[Token], text: Text, report: Report) -> None:
    """Report each choice in which several steps stand without brackets."""
    for choice in tree.find_data("turn_choice"):
        is_mixed = any(isinstance(o, Tree) and len(o.children) > 1 for o in choice.children)
        if is_mixed and len(choice.children) > 1:
            start, end = balanced(text.value, choice.meta.start_pos, choice.meta.end_pos)
            options = [list(split(o, ",")) for o in split(text.value[start:end], "or")]
            read = " or ".join(bracketed(", ".join(o), len(o)) for o in options)
            report.add("mixed-turn", text.part(start, end), read=read, other=otherwise(options))


def otherwise(options: list[list[str]]) -> str:
    """What else may be meant, in words: `a, b or c` also as one of three."""
    other = ", ".join(bracketed(" or ".join(s), len(s)) for s in in_turn(options))
    steps = [step for option in options for step in option]
    is_list = len(steps) == len(options[0]) + len(options) - 1
    return f"`{other}`" + (f", or `{' or '.join(steps)}` to choose one" if is_list else "")


def in_turn(options: list[list[str]]) -> list[list[str]]:
    """The steps if `or` bound tighter: what may be done first, second and so on."""
    steps = [[step] for step in options[0]]
    for first, *rest in options[1:]:
        steps[-1].append(first)
        steps += [[step] for step in rest]
    return steps


def bracketed(part: str, count: int) -> str:
    """A part of a turn, in brackets where it is made of several."""
    return f"({part})" if count > 1 else part


def balanced(value: str, start: int, end: int) -> tuple[int, int]:
    """A part of a text with the brackets that belong to its first and its last element."""
    depths = [level for _, level in levels(value[start:end])]
    for _ in range(-min(0, *depths)):
        start = max(value.rfind(bracket, 0, start) for bracket in OPENING)
    for _ in range(depths[-1] - min(0, *depths)):
        end = min(i for b in CLOSING if (i := value.find(b, end)) >= 0) + 1
    return start, end


def levels(value: str) -> Iterator[tuple[int, int]]:
    """Each place of a text, and how many brackets are open after it."""
    level = 0
    for place, letter in enumerate(value):
        level += (letter in OPENING) - (letter in CLOSING)
        yield place, level


def split(value: str, word: str) -> Iterator[str]:
    """The parts of a text between the commas, or between the words `or`, outside of brackets."""
    open_at = dict(levels(value))
    pattern = re.escape(word) if word == "," else rf"\b{word}\b"
    cuts = [m.span() for m in re.finditer(pattern, value) if open_at[m.start()] == 0]
    for (_, start), (end, _) in pairwise([(0, 0), *cuts, (len(value), len(value))]):
        yield " ".join(value[start:end].split())
