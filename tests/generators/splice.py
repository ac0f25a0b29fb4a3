"""Writes mutants of bundled games that are likely to be games again.

A change keeps the shape of a rule: a name gives way to one that is used in the same way, a line
moves or is grafted from another game, a turn is repeated, the board is another one.  `mutate.py`
makes the changes that do not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

from generators.mutate import CHANGES as COARSE
from support.diagnosing import bundled

TOKEN = re.compile(r"\w+|[!<>]=|\.\.|[^\w\s]|\s+")
ROLES = tuple(
    frozenset(words.split(" "))
    for words in (
        "cells empty mine enemy pieces corners sides",
        "orthogonal diagonal directions",
        "north south east west",
        "northeast northwest southeast southwest",
        "= != < <= > >=",
        "and or",
        "+ -",
        "| &",
        "any all",
        "min max",
        "some no",
        "within meets",
        "mover opponent",
        "true false",
        "add take",
        "and else or ,",
    )
)
POSTFIXES = (
    "if possible", "while possible", "at will", "up to 2 times", "up to 3 times",
    "at will up to 2 times", ", single",
)  # fmt: skip
BOARDS = (
    "square(2)", "square(3)", "square(4)", "square(5)", "square(4) - corners", "rectangle(4, 3)",
    "rectangle(1, 7)", "rectangle(5, 2)", "hexagon(2)", "hexagon(3)", "hexagon(3) - corners",
    "rhombus(3)", "rhombus(4)", "triangle(3)", "triangle(4)", "square(9)", "rectangle(13, 5)",
)  # fmt: skip
SMALL = {"size": 4, "side": 3}  # of a board, where the rules allow it
Change = Callable[[str, random.Random], str]


@cache
def small_games() -> dict[str, str]:
    """The texts of the bundled games by name, with options that give small boards."""
    return {name: with_small_board(text) for name, text in bundled().items()}


def with_small_board(text: str) -> str:
    """A game with the smallest board that its option allows and that is not trivial."""

    def smaller(match: re.Match[str]) -> str:
        size = max(int(match["low"]), SMALL[match["name"]])
        return f"{match['head']}{size}"

    return re.sub(
        r"^(?P<head>  (?P<name>size|side): (?P<low>\d+)\.\.\d+ = )\d+", smaller, text, flags=re.M
    )


def same_role(text: str, chance: random.Random) -> str:
    """One word or sign gives way to one that is used in the same way."""
    tokens = TOKEN.findall(text)
    places = [(i, role) for i, token in enumerate(tokens) for role in ROLES if token in role]
    if not places:
        return text
    place, role = chance.choice(places)
    tokens[place] = chance.choice(sorted(role - {tokens[place]}))
    return "".join(tokens)


def other_name(text: str, chance: random.Random) -> str:
    """One name gives way to another that the text uses."""
    tokens = TOKEN.findall(text)
    names = [i for i, token in enumerate(tokens) if re.fullmatch(r"[a-z_]\w*", token)]
    tokens[chance.choice(names)] = tokens[chance.choice(names)]
    return "".join(tokens)


def near_number(text: str, chance: random.Random) -> str:
    """One number becomes a little larger or smaller."""
    matches = list(re.finditer(r"\b\d+\b", text))
    if not matches:
        return text
    place = chance.choice(matches)
    number = max(0, int(place[0]) + chance.choice((-1, 1, 1, 2, -2)))
    return text[: place.start()] + str(number) + text[place.end() :]


def rule_lines(lines: list[str]) -> list[int]:
    """The places of the lines that are one entry of a list."""
    return [i for i, line in enumerate(lines) if re.match(r" +- \S", line)]


def without_rule(text: str, chance: random.Random) -> str:
    """One rule of a list is left out, or stands twice."""
    lines = text.split("\n")
    places = rule_lines(lines)
    if places:
        place = chance.choice(places)
        lines[place : place + 1] = [lines[place]] * chance.choice((0, 2))
    return "\n".join(lines)


def swapped_rules(text: str, chance: random.Random) -> str:
    """Two rules of one list change places."""
    lines = text.split("\n")
    places = [i for i in rule_lines(lines) if i + 1 in rule_lines(lines)]
    if places:
        place = chance.choice(places)
        lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return "\n".join(lines)


def grafted_rule(text: str, chance: random.Random) -> str:
    """A rule of another game stands before one that is indented in the same way."""
    lines = text.split("\n")
    other = chance.choice(list(small_games().values())).split("\n")
    rule = chance.choice(rule_lines(other) or [0])
    indent = len(other[rule]) - len(other[rule].lstrip())
    places = [i for i in rule_lines(lines) if lines[i].startswith(" " * indent + "-")]
    if places:
        lines.insert(chance.choice(places), other[rule])
    return "\n".join(lines)


def grafted_section(text: str, chance: random.Random) -> str:
    """What stands under a heading comes from another game that has that heading."""
    parts = re.split(r"^(?=[a-z])", text, flags=re.M)
    other = re.split(r"^(?=[a-z])", chance.choice(list(small_games().values())), flags=re.M)
    headings = {part.split(":")[0]: part for part in other}
    shared = [i for i, part in enumerate(parts) if part.split(":")[0] in headings]
    place = chance.choice(shared)
    parts[place] = headings[parts[place].split(":")[0]]
    return "".join(parts)


def other_turn(text: str, chance: random.Random) -> str:
    """A turn is repeated, optional, or doubled."""
    match = re.search(r"^turn: (?!>)(.+)$", text, re.M)
    if not match:
        return text
    turn = match[1]
    postfix = chance.choice(POSTFIXES)
    forms = (f"({turn}) {postfix}", f"{turn}, ({turn})", f"({turn}) {postfix} else ({turn})")
    return text[: match.start(1)] + chance.choice(forms) + text[match.end(1) :]


def other_board(text: str, chance: random.Random) -> str:
    """The game is played on another board."""
    return re.sub(r"^board: .*$", f"board: {chance.choice(BOARDS)}", text, flags=re.M)


FINE: tuple[Change, ...] = (
    same_role, same_role, same_role, other_name, near_number, near_number, without_rule,
    swapped_rules, grafted_rule, grafted_section, other_turn, other_board,
)  # fmt: skip


def mutants(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many mutants, each with the name of its game and the changes; one in eight is coarse."""
    for number in range(seed, seed + count):
        chance = random.Random(number)
        name = chance.choice(list(small_games()))
        text = small_games()[name]
        changes = chance.choices(FINE, k=chance.choice((1, 1, 2, 3)))
        if chance.random() < 0.125:
            changes.append(chance.choice(COARSE))
        for change in changes:
            text = change(text, chance)
        yield f"{name} {number}: {', '.join(c.__name__ for c in changes)}", text
