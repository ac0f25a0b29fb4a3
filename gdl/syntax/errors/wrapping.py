"""Offers brackets that are missing: around `x if c else y`, and around `x for x in S if c`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from gdl.syntax.errors.conditions import of_filter
from gdl.syntax.errors.repair import PAIRS, READING, Fault, depths
from gdl.vocabulary.keywords import KEYWORDS, RESERVED

CONDITIONS = re.compile(r"\b(if|where|when|with|such that|so that|provided that|provided)\s+")
LEADING = ("not", "some", "no", "true", "false", "none")  # keywords that begin an expression
INSIDE = r"(?:[^()]|\([^()]*\))+?"  # with no bracket of its own left open
QUANTIFIED = (  # `all(a if b for c in S)`, `all(c in S if a)`
    (rf"\b(any|all|count)\(({INSIDE}) if ({INSIDE}) for (\w+ in {INSIDE})\)",
     r"\1(\2 for \4 if \3)"),
    (rf"\b(any|all|count)\((\w+) in ({INSIDE}) (?:if|where) ({INSIDE})\)",
     r"\1(\4 for \2 in \3)"),
)  # fmt: skip
HOLDS_FOR = (
    "what holds for each element of a set stands before `for`, and after `if` which elements "
    "count: `{}`"
)
LEVEL = r"(?:[^][(){}]|\([^()]*\)|\[[^][]*\]|\{[^{}]*\})+?"  # with no bracket left open or closed
SECOND_FOR = re.compile(  # `x for a in A if c for b in B`, `x for a in A for b in B`
    rf"\bfor (\w+ in {LEVEL})(?: if ({LEVEL}))? for (\w+ in {LEVEL})"
    rf"(?: if ({LEVEL}))?(?= for |[])}}:]|$)"
)
ONE_FOR = "several variables stand after one `for`, with commas between them: `{}`"
STEP = r"(?:\d+\*)?(?:north|south)?(?:east|west)?"
ELEMENT = rf"(?=\w)(?:{STEP}|[a-z]{{1,2}}\d+|\d+)(?: ?\+ ?[\w*]+)*(?![\w(])"
ELEMENTS = re.compile(rf"(?<![\w.*]){ELEMENT}")
LITERAL = re.compile(ELEMENT)
LITERAL_ENDS = re.compile(rf"(?<![\w.]){ELEMENT}$")
COMMAS = "a comma stands between elements: `{}`"
BETWEEN = {("number", "("): "*", ("]", "["): ", "}  # what stands in place of `][`, or is missing
LOOKUPS = re.compile(r"\w+\[[^][]*\]\[[^][]*\]")
MAX_CHOICES = 5  # ways to set the brackets that are offered
NAMES = "cdxyzuvw"  # for a new variable
BRACKETS = (
    ("if", "(", "`x if c else y` stands in round brackets here: `{}`"),
    ("for", "{", "a set made with `for` stands in braces here: `{}`"),
)
SETS = (
    "action_head", "stored_head", "block", "expr", "definition", "domain", "statement", "end_head",
)  # fmt: skip


def missing_brackets(fault: Fault) -> bool:
    """Report a conditional expression or a set that needs brackets around it."""
    for keyword, opening, offer in BRACKETS:
        changed = list(wrapped(fault, keyword, opening))[:MAX_CHOICES]
        if fault.offer(changed, offer, "brackets-missing", of_filter(fault.value)):
            return True
    return False


def wrapped(fault: Fault, keyword: str, opening: str) -> Iterator[str]:
    """The texts with brackets around a part that holds the keyword, the widest part first."""
    value, tokens, depth = fault.value, fault.tokens, depths(fault.tokens)
    here = [i for i, t in enumerate(tokens) if t[0] == keyword]
    if not here or (keyword == "if" and not any(t[0] == "else" for t in tokens)):
        return
    middle, tries = here[0], fault.tries
    pairs = [
        (i, j) for i in range(middle) for j in range(middle + 1, len(tokens))
        if can_begin(tokens, i) and can_end(tokens, j) and is_balanced(depth, i, j, tokens)
        and (i or keyword == "if" or fault.start != "definition")
    ]  # fmt: skip
    for i, j in sorted(pairs, key=lambda pair: pair[0] - pair[1]):
        begin, end = tokens[i].start(), tokens[j].end()
        inside = f"{opening}{value[begin:end]}{PAIRS[opening]}"
        changed = value[:begin] + inside + value[end:]
        tries -= 1
        if tries < 0:
            return
        if fault.reads(changed) and fault.reads(inside, "expr"):
            yield changed


def can_begin(tokens: list[re.Match[str]], i: int) -> bool:
    """Whether a part may begin with token `i`, given the token before it."""
    before = tokens[i - 1][0] if i else ","
    return (tokens[i][0] not in RESERVED or tokens[i][0] in LEADING) and (
        before in KEYWORDS or not (before[-1].isalnum() or before[-1] in ")]}")
    )


def can_end(tokens: list[re.Match[str]], j: int) -> bool:
    """Whether a part may end with token `j`, given the token after it."""
    last, after = tokens[j][0], tokens[j + 1][0] if j + 1 < len(tokens) else ","
    is_value = last[-1].isalnum() and (last not in RESERVED or last in LEADING)
    return (is_value or last in ")]}") and (after in KEYWORDS or not after[0].isalnum())


def is_balanced(depth: list[int], i: int, j: int, tokens: list[re.Match[str]]) -> bool:
    """Whether the brackets from token `i` to token `j` are balanced."""
    closes = tokens[j][0] in PAIRS.values()
    return depth[i] == depth[j] == min(depth[i : j + 1]) and (
        not closes or any(tokens[k][0] in PAIRS and depth[k] == depth[j] for k in range(i, j))
    )


def quantified(fault: Fault) -> bool:
    """Report an `any`, `all` or `count` with its condition or its `for` in the wrong place."""
    value = fault.value
    for pattern, meant in QUANTIFIED:
        for m in re.finditer(pattern, value):
            made = value[: m.start()] + m.expand(meant) + value[m.end() :]
            if fault.reads(made):
                return fault.offer([made], HOLDS_FOR, part=m.span())
    return False


def second_for(fault: Fault) -> bool:
    """Report a second `for` within the same brackets, and offer one for all variables."""
    made, parts = fault.value, list[int]()
    while m := SECOND_FOR.search(made):
        parts += [m.start(), len(fault.value) - len(made) + m.end()]
        conditions = [c for c in (m[2], m[4]) if c]
        if len(conditions) > 1:
            conditions = [f"({c})" if " or " in c else c for c in conditions]
        tail = f" if {' and '.join(conditions)}" if conditions else ""
        made = f"{made[: m.start()]}for {m[1]}, {m[3]}{tail}{made[m.end() :]}"
    if not parts or not fault.reads(made):
        return False
    return fault.offer([made], ONE_FOR, part=(min(parts), max(parts)))


def missing_comma(fault: Fault) -> bool:
    """Report directions, cells or numbers without a comma between them, and offer them with one."""
    value, at = fault.value, fault.at
    begin = max((t.start() for t in ELEMENTS.finditer(value, 0, at)), default=at)
    while at < len(value):
        before, after = value[:at].rstrip(), value[at:]
        last, element = LITERAL_ENDS.search(before), LITERAL.match(after)
        if not last or not element or last[0].isdigit() != element[0].isdigit():
            return False  # `2 north` lacks a sign
        rest = len(after) - element.end()
        value = f"{before}, {after}"
        if not fault.report.may_guess(READING * len(value)):
            return False
        at = fault.progress(value, fault.start)
    if at == fault.at:
        return False
    words, right = fault.value[begin : len(fault.value) - rest], value[begin : len(value) - rest]
    fault.report.add(
        "foreign-phrase", fault.text.part(begin, begin + len(words)), words=words,
        candidates=(right,) if fault.is_plain else (), offer=COMMAS,
        hint=COMMAS.replace("{}", right),
    )  # fmt: skip
    return True


def missing_sign(fault: Fault) -> bool:
    """Report `2(c - 2)` and `mark[p][c]`, and offer `2*(c - 2)` and `mark[p, c]`."""
    made, places, here = "", 0, []
    for before, after in pairwise(fault.tokens):
        kind = "number" if before[0].isdigit() else before[0]
        if (sign := BETWEEN.get((kind, after[0]))) is not None:
            dropped = len(before[0]) if kind == "]" else 0
            here.append(after.start())
            made += fault.value[places : before.end() - dropped] + sign
            places = after.end() if kind == "]" else after.start()
    changed = made + fault.value[places:]
    if fault.at not in here or not fault.reads(changed):
        return False
    part = next((m.span() for m in LOOKUPS.finditer(fault.value)), None)
    if len(here) > 1:
        part = fault.tokens[0].start(), fault.tokens[-1].end()
    return fault.offer([changed], part=part)


def missing_for(fault: Fault) -> bool:
    """Report `c in S if condition` in place of a set, and offer `{c for c in S if condition}`."""
    if fault.start not in SETS:
        return False
    plain = [new for new in with_if(fault) if fault.reads(new)]
    if fault.offer(plain[:1], "a condition is joined with `{}`"):
        return True
    made = [
        braced for new in with_if(fault)
        for braced in wrapped(replace(fault, text=replace(fault.text, value=new)), "for", "{")
    ]  # fmt: skip
    offer = "a set made with `for` stands in braces here, and its condition follows `if`: `{}`"
    if fault.offer(made[:MAX_CHOICES], offer):
        return True
    changed = [new for new in filtered(fault) if fault.reads(new)]
    offer = "a set of those for which a condition holds is written with `for`: `{}`"
    return fault.offer(changed[:MAX_CHOICES], offer)


def with_if(fault: Fault) -> Iterator[str]:
    """The texts with `if` in place of another word that introduces a condition."""
    for match in CONDITIONS.finditer(fault.value):
        if match[1] != "if":
            yield fault.value[: match.start()] + f"if {fault.value[match.end() :]}"


def filtered(fault: Fault) -> Iterator[str]:
    """The texts with a filtered set written with `for`, in each way that may be meant."""
    value = fault.value
    for match in CONDITIONS.finditer(value):
        before = value[: match.start()].rstrip()
        binder = re.search(r"(?:\b(?:all|each|every) )?(\w+)\s+in\s+(?!.*\bin\b)(.+)$", before)
        if binder is None:
            continue
        name, of = binder[1], binder[2]
        lead = value[: binder.start()]
        for end in ends(fault, match.end()):
            condition, rest = value[match.end() : end], value[end:]
            if fault.start == "action_head":
                new = next(n for n in NAMES if not re.search(rf"\b{n}\b", value))
                changed = re.sub(rf"\b{name}\b", new, condition)
                yield f"{lead}{name} in {{{new} for {new} in {of} if {changed}}}{rest}"
            else:
                yield f"{lead.removesuffix('{')}{{{name} for {name} in {of} if {condition}}}{rest}"
                yield f"{lead}{name} for {name} in {of} if {condition}{rest}"


def ends(fault: Fault, begin: int) -> list[int]:
    """The offsets where a condition that begins at `begin` may end, the last first."""
    after = [t.end() for t in fault.tokens if t.start() >= begin]
    return after[::-1][: fault.tries]
