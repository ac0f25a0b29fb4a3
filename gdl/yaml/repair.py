"""Guesses what is meant by a line that YAML cannot hold, such as blocks written on one line.

In: the words of one line.  Out: what could stand there instead, or a hint.
"""

from __future__ import annotations

import re

from gdl.vocabulary.keywords import VERBS
from gdl.vocabulary.synonyms import with_signs

_BLOCK = re.compile(r"(?:if|for|repeat|when|as soon as)\b[^:\n]*: ")
_HEAD = re.compile(r"([^:\n]+): +(\S.*)$")
_ELSE = re.compile(r"\s+(else\b[^:\n]*: .*)$")
_VALUED = re.compile(
    r"(\w+(?:\([^()]*\))?): +(if|when|unless|for) +([^:]+?): +(\S[^:]*?)"
    r"(?:,?\s+(?:else|otherwise):? +([^:]+?))?\s*$"
)
_CONDITIONS = re.compile(r"(when|as soon as|if|else if) ([^:\n]+): +([^:\n]+): +(\S.*)$")
_RELATION = re.compile(r"[=<>]|\b(?:in|within|meets|touches|some|no|not|any|all|stuck)\b")
_KIND = r" *[A-Za-z_]\w*(?: *: *(?:\d+|each))? *"
_CHANGED_END = re.compile(r"((?:(?:before|after) )?\w+): ((?:when|as soon as) \S[^:]*: .*)")
_SUPPLIES = re.compile(rf"pieces *: +({_KIND}(?:,{_KIND})*)")
_QUANTIFIED = re.compile(
    r"(?:(exists|there is(?: an?)?|some|any)|for ?all|for every|all|every|each) (\w+) in (\S.*)"
)
_TURN_OF = re.compile(r" *turn *: +\w+ *: +(\S.*)")
_LAMBDA = re.compile(r" *(\w+)(?:\(([\w, ]*)\))? *:(?:.*\s)?lambda +([\w, ]+): +(\S.*)")
_TERNARY = re.compile(r"(?:[^:]*: +)?(\S.*?) *\? *(\S.*?) *: +(\S.*)")
_MAX_LINE = 500  # characters; longer lines are not examined
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_INNERMOST = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")


def unfolded(line: str) -> list[str] | None:
    """The lines to write for a line with nested blocks, the first without indentation and `- `.

    `for c in mine: if c in corners: remove c` becomes `for c in mine:` and, below it,
    `- if c in corners: remove c`.  None for a line that cannot be taken apart like that.
    """
    head = _HEAD.match(line) if len(line) <= _MAX_LINE else None
    if head is None or '"' in line:
        return None
    other = _ELSE.search(head[2]) if re.match(r"(?:if|else)\b", head[1]) else None
    body = head[2][: other.start()] if other else head[2]
    inner = unfolded(body) if _BLOCK.match(body) else None
    if inner is not None:
        first, *rest = inner
        dash = "" if head[1] == "turn" else "- "
        lines = [f"{head[1]}:", f"  {dash}{first}", *(f"  {' ' * len(dash)}{r}" for r in rest)]
    elif ": " in body:
        return None
    else:
        lines = [f"{head[1]}: {body}"]
    if other is not None:
        lines += unfolded(other[1]) or [other[1]]
    return lines


def valued(line: str) -> str | None:
    """`name: a if c else b` for a definition `name: if c: a else: b`; likewise with `for`.

    An unknown other value becomes `…`.  None if statements are meant, or for other lines.
    """
    match = _VALUED.match(line) if len(line) <= _MAX_LINE else None
    if match is None or any(re.match(rf"{verb}\b", match[4]) for verb in VERBS):
        return None
    head, word, condition, yes, no = match.groups()
    if word == "for":
        return None if no or re.search(r"\w\(", yes) else f"{head}: {yes} for {condition}"
    condition = f"not ({condition})" if word == "unless" else condition
    return f"{head}: {yes} if {condition} else {no or '…'}"


def conditions_joined(line: str) -> tuple[str, str | None] | None:
    """The hint for a line with a `:` between two conditions, and the line that is meant, if known.

    `when a: b > c: draw` is meant as `when a and b > c: draw`.
    """
    head = _CONDITIONS.match(line) if len(line) <= _MAX_LINE and '"' not in line else None
    if head is None:
        return None
    word, first, second, rest = head.groups()
    said = f"the `:` ends the condition after `{word}`; between conditions stands `and`"
    if not _RELATION.search(second):
        return said, None
    if each := _QUANTIFIED.fullmatch(first):
        aggregate = "any" if each[1] else "all"
        meant = f"{word} {aggregate}({second} for {each[2]} in {each[3]}): {rest}"
        return f"a condition on the elements of a set is written with `for`: `{meant}`", meant
    parts = [f"({part})" if re.search(r"\bor\b", part) else part for part in (first, second)]
    meant = f"{word} {' and '.join(parts)}: {rest}"
    return f"{said}: `{meant}`", meant


def said_of(line: str) -> str | None:
    """The hint for a line with two `:` that no other line can simply replace; None for others."""
    if len(line) > _MAX_LINE:
        return None
    if of := _TURN_OF.match(line):
        return (
            f"players take turns in the order of `players`, so `turn: {of[1]}` is that of each; "
            "what only some do is a case, like `if mover = …: move`, on a line below `turn:`"
        )
    if made := _LAMBDA.match(line):
        name, first, others, value = made.groups()
        head = ", ".join(filter(None, (first, others.strip())))
        return f"a definition has its parameters in its head: `{name}({head}): {value.strip()}`"
    if choice := _TERNARY.fullmatch(line):
        condition, yes, no = (part.strip() for part in choice.groups())
        return f"a value that depends on a condition is written `{yes} if {condition} else {no}`"
    return None


def supplies(line: str) -> list[str] | None:
    """The lines meant by `pieces: man, king: 2`, not indented; None for other lines."""
    head = _SUPPLIES.fullmatch(line) if len(line) <= _MAX_LINE else None
    if head is None:
        return None
    lines = ["pieces:"]
    for kind in head[1].split(","):
        name, _, supply = kind.partition(":")
        lines += [f"  {name.strip()}:", *([f"    supply: {supply.strip()}"] if supply else [])]
    return lines


def changed_end(line: str) -> list[str] | None:
    """The lines meant by `full: when no empty: draw`, not indented; None for other lines."""
    head = _CHANGED_END.fullmatch(line) if len(line) <= _MAX_LINE else None
    return None if head is None else [f"{head[1]}:", f"  - {head[2]}"]


def open_bracket(words: str) -> str | None:
    """The innermost bracket that is still open at the end of some words, or None."""
    opened = []
    for sign in words:
        if sign in _CLOSING:
            opened.append(sign)
        elif opened and sign == _CLOSING[opened[-1]]:
            opened.pop()
    return opened[-1] if opened else None


def without_brackets(words: str) -> tuple[int, str] | None:
    """The length of the bracketed part that begins the words, and what to write for it; or None."""
    if len(words) > _MAX_LINE:
        return None
    opening, closing = words[0], _CLOSING[words[0]]
    ends = [i for i, sign in enumerate(words, 1) if sign == closing]
    closed = (e for e in ends if words[:e].count(opening) == words[:e].count(closing))
    end = next(closed, None)
    if end is None:
        return None
    inside, rest = with_signs(words[1 : end - 1]).strip(), words[end:].strip()
    if not inside or re.search(r":(\s|$)", inside):
        return None
    if opening == "[":
        return None if rest else (end, inside)
    own = outside_brackets(inside)
    is_several = "," in own or " for " in own
    return end, inside if is_several and not rest else f"({words[:end]})"


def outside_brackets(words: str) -> str:
    """The words without those that stand in brackets."""
    bare = _INNERMOST.sub("", words)
    return bare if bare == words else outside_brackets(bare)


def follows_items(text: str, column: int) -> bool:
    """Whether a line that begins in `column` after `text` follows list items, not headings."""
    items = False
    for line in reversed(text.split("\n")):
        words = line.lstrip(" ")
        if not words or words.startswith("#") or len(line) - len(words) > column:
            continue
        if len(line) - len(words) < column:
            break
        if not re.match(r"-(\s|$)", words):
            return False  # a heading, with its list in the same column
        items = True
    return items
