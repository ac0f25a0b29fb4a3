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

Choice = list[list[str]]  # the steps of each option


def warn_of_mixed(tree: Tree[Token], text: Text, report: Report) -> None:
    """Report each choice in which several steps stand without brackets, with its `else`."""
    for turn in tree.find_data("turn_else"):
        if any(is_mixed(choice) for choice in turn.children if isinstance(choice, Tree)):
            start, end = balanced(text.value, turn.meta.start_pos, turn.meta.end_pos)
            choices = [choice_of(part) for part in split(text.value[start:end], "else")]
            read = " else ".join(map(as_read, choices))
            report.add("mixed-turn", text.part(start, end), read=read, other=otherwise(choices))


def is_mixed(choice: Tree[Token]) -> bool:
    """Whether a choice has several options and one of these several steps."""
    orders = [o for o in choice.children if isinstance(o, Tree)]
    return len(choice.children) > 1 and any(len(o.children) > 1 for o in orders)


def choice_of(part: str) -> Choice:
    """The options of a choice, each with its steps."""
    return [list(split(option, ",")) for option in split(part, "or")]


def as_read(options: Choice) -> str:
    """A choice with brackets around the steps of each option, where it has several options."""
    several = len(options) > 1
    return " or ".join(bracketed(", ".join(o), len(o) if several else 1) for o in options)


def otherwise(choices: list[Choice]) -> str:
    """What else may be meant, in words: `a, b or c` also as one of three."""
    other = " else ".join(ordered(options) for options in choices)
    mixed = [options for options in choices if len(options) > 1 and max(map(len, options)) > 1]
    if not all(is_list(options) for options in mixed):
        return f"`{other}`"
    one = (listed(options) if options in mixed else as_read(options) for options in choices)
    return f"`{other}`, or `{' else '.join(one)}` to choose one"


def ordered(options: Choice) -> str:
    """A choice as it would be if `or` bound tighter; nothing changes where it has one kind."""
    steps = in_turn(options)
    several = len(steps) > 1
    return ", ".join(bracketed(" or ".join(s), len(s) if several else 1) for s in steps)


def is_list(options: Choice) -> bool:
    """Whether all options but the first have one step, as in `a, b or c`."""
    return all(len(option) == 1 for option in options[1:])


def listed(options: Choice) -> str:
    """All steps of a choice, one of which is chosen."""
    return " or ".join(step for option in options for step in option)


def in_turn(options: Choice) -> list[list[str]]:
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
