"""Explains why a rule text does not parse, in words that help the author.

Lark says where its parser stopped and what it would have accepted there.  `explain` turns that into
one diagnostic: a misspelt keyword (found by trying similar ones), an operator of another language,
an open bracket or quote, a foreign phrase, or else what was expected.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

from lark.exceptions import UnexpectedInput, UnexpectedToken

from gdl.source.diagnostics import Report
from gdl.source.nearest import distance
from gdl.syntax.errors.conditions import bad_filter, chained, conditional_value
from gdl.syntax.errors.expected import expected
from gdl.syntax.errors.idioms import foreign_phrase, repeated
from gdl.syntax.errors.pointers import (
    case_without_if,
    cases_of_turn,
    note_sign,
    number_of_players,
    pointer,
    ranked_expression,
)
from gdl.syntax.errors.repair import MAX_TEXT, PAIRS, READING, TOKEN, Fault
from gdl.syntax.errors.split_names import new_name_apart, split_name
from gdl.syntax.errors.statement_lists import headless, statements_in_one
from gdl.syntax.errors.wrapping import (
    missing_brackets,
    missing_comma,
    missing_for,
    missing_sign,
    quantified,
    second_for,
)
from gdl.vocabulary.keywords import KEYWORDS, SHAPES, VERBS
from gdl.yaml.reader import Text

FOREIGN = {
    "==": "=", "<>": "!=", "=>": ">=", "=<": "<=", "≤": "<=", "≥": ">=", "≠": "!=", "&&": "and",
    "||": "or", "!": "not", "//": "div", "/": "div", "%": "mod", "×": "*", "−": "-", "–": "-",
    "“": '"', "”": '"', "'": '"', "∈": "in", ":": "in", ";": ",", "^": "&",
}  # fmt: skip
RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "in", "within", "meets", "touches")
LEADING_ON = (*RELATIONS, *"and or not if + - * | & ..".split())  # no rule ends with one of these
EMPTY = re.compile(r"[A-Za-z_]\w*\s*([(\[])\s*[)\]]")
DIGIT_FIRST = re.compile(r"(\d+)([A-Za-z_]\w*)")
MAX_BACK = 12  # words before the fault that are searched for the mistake
WHOLE = sys.maxsize  # how far the parser gets if nothing is wrong


def explain(
    error: UnexpectedInput,
    text: Text,
    start: str,
    progress: Callable[[str, str], int],
    report: Report,
) -> None:
    """Report why a text does not parse; `progress` tells how far any other text parses."""
    what, example = SHAPES[start]
    if not text.value.strip():
        report.add("empty-rule", text.span, what=what, example=example)
        return
    fault = Fault(text, start, offset(error, text.value), progress, report)
    is_short = len(text.value) <= MAX_TEXT and report.guesses >= READING * len(text.value)
    rules = RULES if is_short else CHEAP
    if not any(rule(fault) for rule in rules):
        unexpected(error, fault)


def unexpected(error: UnexpectedInput, fault: Fault) -> None:
    """Report the word at the fault, with what could have stood there."""
    value, start, at = fault.value, fault.start, fault.at
    what, example = SHAPES[start]
    token = TOKEN.match(value, at)
    if token is None:
        end = len(value.rstrip())
        span = fault.text.part(max(0, end - 1), end)
        last = fault.tokens[-1][0]
        missing = f"something is missing after `{last}`; {fault.example}"
        hint = missing if last in LEADING_ON else pointer(fault)
        fault.report.add("rule-ends-early", span, what=what, example=example, hint=hint)
        return
    code = "unknown-verb" if is_verbless(value, start) else "unexpected-word"
    if code == "unknown-verb":
        token = TOKEN.match(value, leading(value))
        assert token is not None
    sign = token.group()
    fault.report.add(
        code, fault.text.part(*token.span()), word=sign, what=what, example=example,
        hint=relation_hint(value, at, start, sign) or pointer(fault),
        wanted=expected(error, value[:at], start), verbs=", ".join(VERBS),
    )  # fmt: skip


def relation_hint(value: str, at: int, start: str, sign: str) -> str | None:
    """The hint on why a relation cannot stand where it does, or None if that is not clear."""
    if sign not in RELATIONS:
        return None
    before = value[:at]
    nearby = re.split(r"\b(?:and|or|if|for)\b|,", re.sub(r"\([^()]*\)", "", before))[-1]
    if any(token.group() in RELATIONS for token in TOKEN.finditer(nearby)):
        return f"relations do not chain; write `a {sign} b and b {sign} c`"
    if start == "turn" and " or " in before and re.search(r"\belse\b", value[at:]):
        return "one or the other by a condition are cases, each on a line below `turn:`: " + (
            "`if b or c: a` and `else: d`"
        )
    if start == "turn" and " or " in before:
        return "a condition with `or` needs round brackets, `a if (b or c)`"
    return None


def offset(error: UnexpectedInput, value: str) -> int:
    """The offset at which the parser stopped; the length of the text when it ended too early."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(value)
    place = error.pos_in_stream
    return len(value) if place is None else place


def leading(value: str) -> int:
    """The offset of the first character that is not a blank."""
    return len(value) - len(value.lstrip())


def is_verbless(value: str, start: str) -> bool:
    """Whether a text should be a statement, but does not begin with a verb."""
    first = TOKEN.match(value, leading(value))
    return start == "statement" and first is not None and first.group() not in VERBS


def digit_first(fault: Fault) -> bool:
    """Report a word at the fault that begins with digits, perhaps a cell written backwards."""
    token = next((t for t in fault.tokens if t.start() <= fault.at < t.end()), None)
    match = token and DIGIT_FIRST.fullmatch(token[0])
    if not token or not match:
        return False
    turned = match[2] + match[1]
    changed = fault.value[: token.start()] + turned + fault.value[token.end() :]
    fault.report.add(
        "digit-first", fault.text.part(*token.span()), word=token[0],
        candidates=(turned,) if len(match[2]) <= 2 and fault.reads(changed) else (),
    )  # fmt: skip
    return True


def empty_brackets(fault: Fault) -> bool:
    """Report brackets after a name with nothing between them."""
    match = next((m for m in EMPTY.finditer(fault.value) if m.end() - 1 == fault.at), None)
    if match is None:
        return False
    fault.report.add("empty-brackets", fault.text.part(match.start(1), match.end()), word=match[0])
    return True


def misspelt_keyword(fault: Fault) -> bool:
    """Report the word up to the fault for which a similar keyword helps most, if one helps."""
    value, at = fault.value, fault.at
    best: tuple[int, re.Match[str] | None] = (at, None)  # how far it parses, and the word changed
    helpful: list[str] = []
    for token, keyword in repairs(fault):
        changed = value[: token.start()] + keyword + value[token.end() :]
        got = fault.progress(changed, fault.start)
        got = WHOLE if got > len(changed) else got + len(token[0]) - len(keyword)
        if got < WHOLE and (distance(token[0], keyword) > 1 or token[0] in KEYWORDS):
            continue  # a keyword that helps only in part must be very near
        if got > best[0] and (got == WHOLE or got > at + len(token[0])):
            best, helpful = (got, token), [keyword]
        elif got == best[0] and best[1] and token.span() == best[1].span():
            helpful.append(keyword)
    if best[1] is None:
        return False
    token = best[1]
    fault.report.add(
        "misspelt-keyword", fault.text.part(*token.span()), word=token[0],
        candidates=tuple(helpful), hint=pointer(fault) or fault.example,
    )  # fmt: skip
    return True


def repairs(fault: Fault) -> Iterator[tuple[re.Match[str], str]]:
    """Pairs of a word, at or before the fault, and a similar keyword to try in its place.

    Each pair costs a parse of the whole text, so they end when the effort is spent.
    """
    report = fault.report
    tokens = [t for t in fault.tokens if t.start() <= fault.at and t[0][0].isalpha()]
    fixed = [t for t in tokens if t[0] in KEYWORDS and t.start() != fault.at]
    tries = fault.tries
    for token in reversed(tokens[-MAX_BACK:]):
        for keyword in () if token in fixed else report.near(token[0], KEYWORDS):
            tries -= 1
            if tries < 0 or not report.may_guess(READING * len(fault.value)):
                return
            yield token, keyword


def foreign_sign(fault: Fault) -> bool:
    """Report a sign of another language at the fault: `==`, `&&`, a curly quote."""
    value = fault.value
    for begin in (fault.at, fault.at - 1):
        for length in (2, 1):
            end = begin + length
            sign = value[max(0, begin) : end]
            if len(sign) < length or begin < 0 or sign not in FOREIGN:
                continue
            right = spaced(FOREIGN[sign], value[:begin], value[end:])
            changed = value[:begin] + right + value[end:]
            if fault.progress(changed, fault.start) <= end:
                continue  # there is more wrong here than the sign
            fault.report.add(
                "foreign-sign", fault.text.part(begin, end), sign=sign, right=right.strip(),
                suggestion=right,
            )  # fmt: skip
            return True
    return False


def spaced(word: str, before: str, after: str) -> str:
    """A word with blanks where it would run into the words around it."""
    if not word.isalpha():
        return word
    return " " * before[-1:].isalnum() + word + " " * (not after[:1].isspace())


def open_quote(fault: Fault) -> bool:
    """Report a message whose quote is never closed."""
    place = fault.value.rfind('"')
    if fault.value.count('"') % 2 == 0:
        return False
    fault.report.add("open-quote", fault.text.part(place, len(fault.value)))
    return True


def brackets(fault: Fault) -> bool:
    """Report a bracket that is never closed, or that closes nothing."""
    opened: list[re.Match[str]] = []
    for token in fault.tokens:
        sign = token.group()
        if sign in PAIRS:
            opened.append(token)
        elif sign in PAIRS.values():
            if not opened or PAIRS[opened[-1].group()] != sign:
                fault.report.add("stray-bracket", fault.text.part(*token.span()), sign=sign)
                return True
            opened.pop()
    if not opened:
        return False
    sign = opened[-1].group()
    span = fault.text.part(*opened[-1].span())
    fault.report.add("open-bracket", span, sign=sign, closing=PAIRS[sign])
    return True


CHEAP = (empty_brackets, digit_first, misspelt_keyword, foreign_sign, open_quote, brackets)
RULES = (
    split_name, empty_brackets, chained, quantified, second_for, bad_filter, missing_brackets,
    missing_for, conditional_value, number_of_players, missing_comma, missing_sign,
    statements_in_one, repeated, ranked_expression, cases_of_turn, note_sign, foreign_phrase,
    new_name_apart, digit_first, misspelt_keyword, foreign_sign, open_quote, brackets,
    case_without_if, headless,
)  # fmt: skip
