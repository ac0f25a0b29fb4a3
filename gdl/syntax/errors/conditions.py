"""Reports faulty conditions in expressions: of a value that depends on one, of a filtered set.

`if c then a else b` is written `a if c else b`, and the `if` of a `for` takes one condition:
relations joined with `and` and `or`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gdl.syntax.errors.repair import PAIRS, TOKEN, Fault, depths
from gdl.vocabulary.keywords import VERBS

CHAINED = ("=", "<", "<=", ">", ">=")
BETWEEN = ("and", "or", "if", "else", "for", "&", "|", ",")
RELATION = re.compile(r"[=<>]|\b(?:in|within|meets|touches|some|no|not|any|all)\b")
JOINED = "two conditions are joined with `and`: `{}`"
STARTED = "a condition is joined with `if`: `{}`"
SEVERAL = "several variables of one `for` have a comma between them: `{}`"
ANDED = "`,` stands before another variable, `&` between sets that have elements in common: `{}`"
NAMED = "a condition names what it is about: `{}`"
ONCE = "what is made stands before the `for` only: `{}`"
FILTERS = (
    "after a `for` the `if` keeps those for which its condition holds, `c for c in S if a = b and "
    "c in T`; nothing stands behind the condition"
)
NO_ELSE = (
    "after a `for` the `if` keeps those for which its condition holds, and takes no `else`; a "
    "choice between two stands in round brackets: `(a if condition else b) for c in S`"
)
SUBJECT = re.compile(r"\b(if|and|or) (not )?(in|on|at|inside|within|meets|touches) ")
LINKS = re.compile(r"(?:\s|[,:]|\bthen\b)+$")


# ---- the filter of a `for` -----------------------------------------------------------------------


def bad_filter(fault: Fault) -> bool:
    """Report a `for` whose variables or condition are written in a foreign way."""
    if not any(t[0] == "for" for t in fault.tokens):
        return False
    otherwise = of_filter(fault.value)
    return any(offered(fault, ways(fault), offer, otherwise) for ways, offer in WAYS)


def chained(fault: Fault) -> bool:
    """Report `a < b < c`, and offer it with `and`."""
    sign = TOKEN.match(fault.value, fault.at)
    middle = next((m for m, new in apart(fault) if fault.reads(new)), None)
    if sign is None or middle is None:
        return False
    right = f"and {middle} {sign[0]}"
    offer = f"relations do not chain; for `{sign[0]}` write `{{}}`"
    fault.report.add(
        "unexpected-word", fault.text.part(*sign.span()), word=sign[0], wanted="`and`",
        what="a chain", example="a < b and b < c", hint=offer.replace("{}", right), offer=offer,
        candidates=(right,) if fault.is_plain else (),
    )  # fmt: skip
    return True


def offered(fault: Fault, ways: Iterator[str], offer: str, otherwise: str | None = None) -> bool:
    """Offer the first of `ways` that parses in place of the whole text; False if none does."""
    right = next((c.strip() for c in ways if fault.reads(c)), None)
    if right is None:
        return False
    fault.report.add(
        "foreign-phrase", fault.text.span, words=" ".join(fault.value.split()), offer=offer,
        candidates=(right,) if fault.is_plain else (),
        hint=otherwise or (fault.example if fault.is_plain else offer.replace("{}", right)),
    )  # fmt: skip
    return True


def apart(fault: Fault) -> Iterator[tuple[str, str]]:
    """The middle of a chain of two relations, and the text with the two joined by `and`."""
    value, at = fault.value, fault.at
    before = [t for t in zip(fault.tokens, depths(fault.tokens), strict=True) if t[0].start() < at]
    sign = TOKEN.match(value, at)
    if sign is None or sign[0] not in CHAINED or not before:
        return
    level = sum(t[0] in PAIRS for t, _ in before) - sum(t[0] in PAIRS.values() for t, _ in before)
    for token, depth in reversed(before):
        if depth == level and token[0] in CHAINED:
            middle = value[token.end() : at].strip()
            yield middle, f"{value[:at].rstrip()} and {middle} {value[at:]}"
        if depth < level or (depth == level and token[0] in (*CHAINED, *BETWEEN)):
            return


def with_commas(fault: Fault) -> Iterator[str]:
    """The text with a comma in place of each `for` that follows another."""
    tokens = fault.tokens
    value, seen = fault.value, dict[int, str]()
    cut: list[tuple[int, int]] = []
    for i, (token, depth) in enumerate(zip(tokens, depths(tokens), strict=True)):
        if token[0] in PAIRS.values():
            seen = {d: word for d, word in seen.items() if d <= depth}
        if token[0] == "for" and seen.get(depth) == "for":
            linked = i > 0 and tokens[i - 1][0] in (",", "and")
            cut.append((tokens[i - 1].start() if linked else token.start(), token.end()))
        if token[0] in ("for", "if"):
            seen[depth] = token[0]
    for begin, end in reversed(cut):
        value = f"{value[:begin].rstrip()},{value[end:]}"
    if cut:
        yield value


def with_binder(fault: Fault) -> Iterator[str]:
    """The text with a comma for an `and` before another variable of a `for`, and `&` for one
    between two sets.
    """
    for match in re.finditer(r"\bfor (\w+) in ([^,:]*?) and ((\w+) in\b)?", fault.value):
        at = match.end(2)
        if match[3] is None:
            yield f"{fault.value[:at]} & {fault.value[at:][5:]}"
        elif match[4] != match[1]:
            yield f"{fault.value[:at]}, {fault.value[at:][5:]}"


def with_if(fault: Fault) -> Iterator[str]:
    """The texts with `if` in place of an `and`, `&` or comma that follows the set of a `for`."""
    pairs = list(zip(fault.tokens, depths(fault.tokens), strict=True))
    for sign in ("and", "&", ","):
        for i, (token, depth) in enumerate(pairs):
            words = [t[0] for t, d in pairs[:i] if d == depth and t[0] in ("for", "if")]
            if token[0] == sign and words[-1:] == ["for"]:
                before, after = fault.value[: token.start()], fault.value[token.end() :]
                yield f"{before.rstrip()} if {after.lstrip()}"


def with_and(fault: Fault) -> Iterator[str]:
    """The texts with `and` at the fault, or replacing a sign before it, in a filter."""
    value, at = fault.value, fault.at
    for token in fault.tokens:
        begin, end = token.span() if token[0] in ("&", ",", ";") else (at, at)
        filters = re.search(r"\bfor\b.*\bif\b(.*)$", value[:begin])
        is_here = token.start() == at or (token.start() < at and end > begin)
        if is_here and filters and RELATION.search(filters[1]) and RELATION.search(value[end:]):
            yield f"{value[:begin].rstrip()} and {value[end:].lstrip()}"


def with_subject(fault: Fault) -> Iterator[str]:
    """The text with the variable of its only `for` put before relations that lack a left side."""
    names = re.findall(r"\bfor (\w+) in\b", fault.value)
    if len(names) != 1:
        return

    def subject(match: re.Match[str]) -> str:
        word, denied, relation = match.groups()
        if relation in ("meets", "touches", "within"):
            return f"{word} {denied or ''}{names[0]} {relation} "
        return f"{word} {names[0]} {denied or ''}in "

    if SUBJECT.search(fault.value):
        yield SUBJECT.sub(subject, fault.value)


def without_then(fault: Fault) -> Iterator[str]:
    """The text `c for c in S if condition then c` without its end."""
    match = re.match(r"(.+?) (for .+?),? then (.+)$", fault.value.strip())
    if match and match[1] == match[3]:
        yield f"{match[1]} {match[2]}"


WAYS: tuple[tuple[Callable[[Fault], Iterator[str]], str], ...] = (
    (with_commas, SEVERAL), (with_binder, ANDED), (with_if, STARTED), (with_subject, NAMED),
    (with_and, JOINED), (without_then, ONCE),
)  # fmt: skip


def of_filter(value: str) -> str | None:
    """The hint for an `if` after a `for` if no repair can be offered; None for other texts."""
    match = re.search(r"\bfor\b.*?\bif\b(.*)$", value)
    if match is None:
        return None
    return NO_ELSE if re.search(r"\b(?:else|otherwise)\b", match[1]) else FILTERS


# ---- a value that depends on a condition ---------------------------------------------------------


def conditional_value(fault: Fault) -> bool:
    """Report a definition such as `if c then a else b`, or one that lacks the other value."""
    if fault.start != "definition":
        return False
    value = re.sub(r"\s*,\s*else\b", " else", fault.value.strip())
    shown = value if fault.reads(value) else chosen(fault, value) or one_value(fault, value)
    if shown is None:
        return False
    offer = "a value that depends on a condition is written `{}`"
    if "…" not in shown:
        return offered(fault, iter([shown]), offer)
    fault.report.add(
        "foreign-phrase", fault.text.span, words=" ".join(fault.value.split()),
        hint=f"{offer.replace('{}', shown)}, with what it is otherwise{of_those(shown)}",
    )  # fmt: skip
    return True


def chosen(fault: Fault, value: str) -> str | None:
    """`a if c else b` for `if c then a else b`, with `else …` if b is missing; else None."""
    first, *tokens = TOKEN.finditer(value)
    if first[0] not in ("if", "when") or len(tokens) < 2:
        return None
    for token in tokens:
        condition = LINKS.sub("", value[first.end() : token.start()]).strip()
        if not condition or not fault.reads(condition, "expr"):
            continue
        rest = value[token.start() :].lstrip(" :,")
        rest = re.sub(r"^then\b[ :,]*", "", rest)
        parts = re.split(r"[\s,;]*\b(?:else|otherwise)\b[\s:,]*", rest, maxsplit=1)
        yes = as_part(fault, parts[0])
        no = "…" if len(parts) < 2 else chosen(fault, parts[1]) or as_part(fault, parts[1])
        if yes is not None and no is not None:
            return f"{yes} if {condition} else {no}"
    return None


def one_value(fault: Fault, value: str) -> str | None:
    """`a if c else …` for `a if c`; None for other texts."""
    for match in re.finditer(r"\b(if|when|unless)\b", value):
        yes, condition = as_part(fault, value[: match.start()]), value[match.end() :].strip()
        if yes is None or " for " in yes or not fault.reads(condition, "expr"):
            continue
        return f"{yes} if {f'not ({condition})' if match[1] == 'unless' else condition} else …"
    return None


def of_those(shown: str) -> str:
    """What to add to the hint if the condition of `S if condition else …` names a variable."""
    match = re.match(r"(.+) if (.*?\b([a-z])\b(?!\().*) else …$", shown)
    if match is None:
        return ""
    of, condition, name = match.groups()
    return f"; those of a set for which it holds are `{name} for {name} in {of} if {condition}`"


def as_part(fault: Fault, value: str) -> str | None:
    """A value as it can stand in an expression, perhaps as a set; None if it cannot."""
    value = value.strip(" ,;")
    first = TOKEN.match(value)
    if first is None or first[0] in VERBS:
        return None
    return next((v for v in (value, f"({{{value}}})") if fault.reads(v, "expr")), None)
