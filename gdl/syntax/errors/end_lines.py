"""Finds out what is meant by a line of the end without a `:`, and by a statement with one.

`when no empty then draw` and `draw when no empty` are both meant as `when no empty: draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gdl.source.diagnostics import WRITE, Report
from gdl.source.spans import Span
from gdl.syntax.errors.idioms import idiomatic
from gdl.syntax.errors.repair import MAX_TEXT, TOKEN, Fault
from gdl.syntax.errors.statement_lists import LINKS
from gdl.yaml.reader import Text

HEADS = ("when", "if", "once", "whenever", "as", "after")
MAX_WAYS = 12  # ways to split a line that are tried
MAX_TEXTS = 40  # texts tried for each part


def end_without_colon(text: Text, progress: Callable[[str, str], int], report: Report) -> bool:
    """Report a line of the end that lacks its `:`, and offer it with one, or one that is a text as
    it stands and no item of a list; False for others.
    """
    if len(text.value) > MAX_TEXT:
        return False
    for condition, result in list(parts(text.value))[:MAX_WAYS]:
        head = in_language(text, condition, "end_head", progress)
        outcome = head and in_language(text, result, "result", progress)
        if head and outcome and f"{head}: {outcome}" == text.value:
            report.add("list-wanted", text.span, example=f"- {text.value}")
            return True
        if head and outcome:
            fault = Fault(text, "end_head", 0, progress, report)
            line, whole = f"{head}: {outcome}", (0, len(text.value))
            otherwise = WRITE.format(line)  # also where there are more mistakes in it
            return fault.offer([line], WRITE, "end-without-colon", otherwise, whole)
    return False


def parts(value: str) -> Iterator[tuple[str, str]]:
    """Pairs of a condition and a result, for each place where the line may be split."""
    tokens = list(TOKEN.finditer(value))
    for token in tokens[1:]:
        before, after = value[: token.start()], value[token.start() :]
        if token[0] in HEADS:
            yield after, LINKS.sub("", before).strip()
        elif tokens[0][0] in HEADS:
            yield LINKS.sub("", before.strip().rstrip(":=->")).strip(), after


def in_language(
    text: Text, part: str, start: str, progress: Callable[[str, str], int]
) -> str | None:
    """The part, or a version of it with foreign phrases replaced, that parses; else None."""
    if not part.strip():
        return None
    if progress(part, start) > len(part):
        return part
    unreported = Fault(Text(part, text.span, text.offsets[: len(part) + 1]), start, 0, progress,
                       Report())  # fmt: skip
    texts, _ = idiomatic(unreported, MAX_TEXTS)
    return texts[0] if texts else None


def without_colon(
    span: Span, progress: Callable[[str, str], int], report: Report
) -> tuple[str, ...]:
    """What a statement that was cut in two by a `: ` may mean; empty if nothing is known."""
    words = " ".join(span.text.split())
    if len(words) > MAX_TEXT or not report.may_guess(0):
        return ()
    text = Text(words, span, (span.start,) * (len(words) + 1))
    return tuple(idiomatic(Fault(text, "statement", 0, progress, Report()), MAX_TEXTS)[0])
