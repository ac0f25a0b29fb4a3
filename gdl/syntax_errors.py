"""Why a rule text is not in the language, in words that help.

Lark says where its parser stopped and what it would have taken there.  `explain` turns that into
one diagnostic: a misspelt keyword (found by trying the near ones), a sign of another language, an
open bracket or quote, or else what was expected.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

from lark.exceptions import UnexpectedInput, UnexpectedToken

from gdl.diagnostics import Report
from gdl.nearest import distance
from gdl.yaml_reader import Text

VERBS = tuple((
    "require try put lift remove move swap set add take play weight tell"
).split())
KEYWORDS = VERBS + tuple(
    (
    "if else for in not and or some no within meets touches true false none to of with on "
    "from mod div possible while up times at will when as soon wins loses draw most fewest "
    "published each nothing"
).split()
)
RESERVED = frozenset(
    (
    "if else for in not and or some no within meets touches true false none to of with on "
    "mod div"
).split()
)
FOREIGN = {
    "==": "=",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "&&": "and",
    "||": "or",
    "!": "not",
    "/": "div",
    "%": "mod",
    "×": "*",
    "−": "-",
    "–": "-",
    "“": '"',
    "”": '"',
    "'": '"',
    "∈": "in",
    ":": "in",
    ";": ",",
    "^": "&",
}
SHAPES = {
    "name": ("a name", "size"),
    "names": ("a list of names", "man, king"),
    "players": ("the list of colours", "Red, Blue, Green if players = 3"),
    "player": ("a colour", "Blue if players = 3"),
    "stored": ("a domain with its start", "0..9 = 0"),
    "definition": ("an expression", "c for c in empty if c + south not in empty"),
    "path": ("a line of points", "a1 d1 g1"),
    "point": ("a place", "3 2.5"),
    "supply": ("a supply", "9"),
    "owner": ("an owner", "none"),
    "action_head": ("the head of an action", "drop(at in empty)"),
    "define_head": ("the head of a definition", "score(p)"),
    "stored_head": ("the head of a variable", "coins[p in colours]"),
    "seen_head": ("the head of what is shown", "hand[p]"),
    "shown": ("what is shown", "pieces(viewer)"),
    "extends": ("the name of a rule file", "tic-tac-toe"),
    "statement": ("a statement", "put disc on at"),
    "block": ("a block", "for c in cells"),
    "turn": ("a turn", "move, shoot else pass"),
    "turn_case": ("a case of the turn", "if some supply"),
    "end_head": ("a line of the end", "when no empty"),
    "result": ("a result", "mover wins"),
    "expr": ("an expression", "count(mine) + 1"),
}
TOKEN = re.compile(r'"[^"]*"|\d*[A-Za-z_]\w*|\d+(?:\.\d+)?|\.\.|[<>!]=|\S')
RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "in", "within", "meets", "touches")
EMPTY = re.compile(r"[A-Za-z_]\w*\s*([(\[])\s*[)\]]")
DIGIT_FIRST = re.compile(r"(\d+)([A-Za-z_]\w*)")
PAIRS = {"(": ")", "[": "]", "{": "}"}
LOOK_BACK = 12  # words before the fault in which the mistake is looked for
READING = 30  # comparisons of letters that take as long as reading one character of a rule
TRIED = 40_000  # characters that are parsed to find it
WHOLE = sys.maxsize  # how far the parser gets when nothing is wrong


def explain(
    error: UnexpectedInput, text: Text, start: str, progress: Callable[[str], int], report: Report
) -> None:
    """Report why a text does not parse; `progress` says how far a changed text would."""
    value = text.value
    if not value.strip():
        what, example = SHAPES[start]
        report.add("empty-rule", text.span, what=what, example=example)
        return
    at = fault(error, value)
    for rule in (digit_first, empty_brackets, misspelt_keyword, foreign_sign, open_quote, brackets):
        if rule(text, start, at, progress, report):
            return
    what, example = SHAPES[start]
    token = TOKEN.match(value, at)
    if token is None:
        end = len(value.rstrip())
        report.add("rule-ends-early", text.part(max(0, end - 1), end), what=what, example=example)
        return
    code = "unknown-verb" if is_verbless(value, start, at) else "unexpected-word"
    if code == "unknown-verb":
        token = TOKEN.match(value, leading(value))
        assert token is not None
    sign = token.group()
    report.add(
        code, text.part(*token.span()), word=sign, what=what, example=example,
        hint=relation_hint(value[:at], start, sign), wanted=expected(error), verbs=", ".join(VERBS),
    )  # fmt: skip


def relation_hint(before: str, start: str, sign: str) -> str | None:
    """Why a relation cannot stand after `before`, where that is plain."""
    if sign not in RELATIONS:
        return None
    nearby = re.split(r"\b(?:and|or|if|for)\b|,", re.sub(r"\([^()]*\)", "", before))[-1]
    if any(token.group() in RELATIONS for token in TOKEN.finditer(nearby)):
        return f"relations do not chain; write `a {sign} b and b {sign} c`"
    if start == "turn" and " or " in before:
        return "a condition with `or` needs round brackets, `a if (b or c)`"
    return None


def fault(error: UnexpectedInput, value: str) -> int:
    """The offset at which the parser stopped; the length of the text when it ended too early."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(value)
    place = error.pos_in_stream
    return len(value) if place is None else place


def leading(value: str) -> int:
    """The offset of the first character that is not a blank."""
    return len(value) - len(value.lstrip())


def is_verbless(value: str, start: str, at: int) -> bool:
    """Whether a statement was meant that does not begin with a verb."""
    first = TOKEN.match(value, leading(value))
    return start == "statement" and first is not None and first.group() not in VERBS


def digit_first(
    text: Text, start: str, at: int, progress: Callable[[str], int], report: Report
) -> bool:
    """A word at the fault that begins with digits: perhaps a cell, written the wrong way round."""
    token = next((t for t in TOKEN.finditer(text.value) if t.start() <= at < t.end()), None)
    match = token and DIGIT_FIRST.fullmatch(token[0])
    if not token or not match:
        return False
    turned = (match[2] + match[1],) if len(match[2]) <= 2 else ()
    report.add("digit-first", text.part(*token.span()), word=token[0], candidates=turned)
    return True


def empty_brackets(
    text: Text, start: str, at: int, progress: Callable[[str], int], report: Report
) -> bool:
    """Brackets after a name with nothing between them."""
    match = next((m for m in EMPTY.finditer(text.value) if m.end() - 1 == at), None)
    if match is None:
        return False
    report.add("empty-brackets", text.part(match.start(1), match.end()), word=match[0])
    return True


def misspelt_keyword(
    text: Text, start: str, at: int, progress: Callable[[str], int], report: Report
) -> bool:
    """Try the near keywords in the place of each word up to the fault; the one that helps most."""
    value = text.value
    best: tuple[int, re.Match[str] | None] = (at, None)  # how far one gets, with which word changed
    helpful: list[str] = []
    for token, keyword in repairs(value, at, report):
        changed = value[: token.start()] + keyword + value[token.end() :]
        got = progress(changed)
        got = WHOLE if got > len(changed) else got + len(token[0]) - len(keyword)
        if got < WHOLE and distance(token[0], keyword) > 1:
            continue  # what helps only a little must at least be very near
        if got > best[0] and (got == WHOLE or got > at + len(token[0])):
            best, helpful = (got, token), [keyword]
        elif got == best[0] and best[1] and token.span() == best[1].span():
            helpful.append(keyword)
    if best[1] is None:
        return False
    token = best[1]
    report.add(
        "misspelt-keyword", text.part(*token.span()), word=token[0], candidates=tuple(helpful)
    )
    return True


def repairs(value: str, at: int, report: Report) -> Iterator[tuple[re.Match[str], str]]:
    """Words at the fault and before it, each with the keywords that are near to it.

    Each is tried by reading the whole text, for as long as that may take.
    """
    tokens = [t for t in TOKEN.finditer(value) if t.start() <= at and t[0][0].isalpha()]
    fixed = [t for t in tokens if t[0] in KEYWORDS and t.start() != at]
    tries = TRIED // (len(value) + 1)
    for token in reversed(tokens[-LOOK_BACK:]):
        for keyword in () if token in fixed else report.near(token[0], KEYWORDS):
            tries -= 1
            if tries < 0 or not report.may_guess(READING * len(value)):
                return
            yield token, keyword


def foreign_sign(
    text: Text, start: str, at: int, progress: Callable[[str], int], report: Report
) -> bool:
    """A sign of another language at the fault: `==`, `&&`, a curly quote."""
    for begin in (at, at - 1):
        for length in (2, 1):
            sign = text.value[max(0, begin) : begin + length]
            if len(sign) == length and begin >= 0 and sign in FOREIGN:
                report.add(
                    "foreign-sign", text.part(begin, begin + length), sign=sign,
                    right=FOREIGN[sign], suggestion=FOREIGN[sign],
                )  # fmt: skip
                return True
    return False


def open_quote(
    text: Text, start: str, at: int, progress: Callable[[str], int], report: Report
) -> bool:
    """A message whose quote is never closed."""
    place = text.value.rfind('"')
    if text.value.count('"') % 2 == 0:
        return False
    report.add("open-quote", text.part(place, len(text.value)))
    return True


def brackets(
    text: Text, start: str, at: int, progress: Callable[[str], int], report: Report
) -> bool:
    """A bracket that is not closed, or closes what is not open."""
    opened: list[re.Match[str]] = []
    for token in TOKEN.finditer(text.value):
        sign = token.group()
        if sign in PAIRS:
            opened.append(token)
        elif sign in PAIRS.values():
            if not opened or PAIRS[opened[-1].group()] != sign:
                report.add("stray-bracket", text.part(*token.span()), sign=sign)
                return True
            opened.pop()
    if not opened:
        return False
    sign = opened[-1].group()
    report.add("open-bracket", text.part(*opened[-1].span()), sign=sign, closing=PAIRS[sign])
    return True


FRIENDLY = {
    "NAME": "a name",
    "NUMBER": "a number",
    "SIGNED": "a number",
    "STRING": "a message in double quotes",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "LBRACE": "{",
    "RBRACE": "}",
    "COMMA": ",",
    "EQUAL": "=",
    "$END": "the end",
}


def expected(error: UnexpectedInput) -> str:
    """A few of the things that could have stood at the fault."""
    names = getattr(error, "accepts", None) or getattr(error, "expected", None)
    names = names or getattr(error, "allowed", None) or ()
    plain = [FRIENDLY[n] for n in FRIENDLY if n in names]
    words = sorted(n.lower() for n in names if n.lower() in KEYWORDS)
    shown = [w if w[1:] else f"`{w}`" for w in plain] + [f"`{w}`" for w in words]
    return ", ".join(shown[:6]) if shown else "something else"
