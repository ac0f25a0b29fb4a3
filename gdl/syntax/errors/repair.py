"""A rule text that does not parse, and the means to test and offer repairs of it.

A repair changes the whole text, tests whether the result parses, and offers the part that differs.
So nothing is offered that would itself be refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from gdl.source.diagnostics import WRITE, Report
from gdl.vocabulary.keywords import SHAPES
from gdl.yaml.reader import Text

TOKEN = re.compile(r'"[^"]*"|\d*[A-Za-z_]\w*|\d+(?:\.\d+)?|\.\.|[<>!]=|\S')
PAIRS = {"(": ")", "[": "]", "{": "}"}
MAX_TEXT = 500  # characters; for longer texts only cheap repairs are tried
READING = 30  # letter comparisons that take as long as parsing one character of a rule
MAX_PARSED = 40_000  # characters that are parsed to find one mistake


@dataclass(frozen=True)
class Fault:
    """A text, the start symbol that it should match, and the offset at which it fails.

    `progress` takes any text and start symbol, and gives the offset of the first fault, or more
    than the length of the text.
    """

    text: Text
    start: str
    at: int
    progress: Callable[[str, str], int]
    report: Report

    @property
    def value(self) -> str:
        """The words of the text."""
        return self.text.value

    @cached_property
    def tokens(self) -> list[re.Match[str]]:
        """The words and signs of the text."""
        return list(TOKEN.finditer(self.value))

    @property
    def tries(self) -> int:
        """How many texts of this length may be parsed to find the mistake."""
        return MAX_PARSED // (len(self.value) + 1)

    def reads(self, value: str, start: str | None = None) -> bool:
        """Whether another text parses; False, without trying, once the effort is spent."""
        if not self.report.may_guess(READING * len(value)):
            return False
        return bool(value.strip()) and self.progress(value, start or self.start) > len(value)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the file holds exactly these words, not changed by escapes or doubled quotes."""
        return self.text.span.text.split() == self.value.split()

    @cached_property
    def is_bare(self) -> bool:
        """Whether the file holds exactly these words, with no quotes or `>-` around them."""
        span = self.text.span
        before = span.source.text[: span.start].rstrip()
        is_marked = re.search(r"(?:^|\s)[|>][+-]?\d?$", before) is not None
        return self.is_plain and not is_marked and before[-1:] not in ("'", '"')

    @property
    def example(self) -> str:
        """A hint that shows what such a text looks like."""
        what, example = SHAPES[self.start]
        return f"{what} is written like `{example}`"

    def offer(
        self,
        changed: list[str],
        offer: str = WRITE,
        code: str = "foreign-phrase",
        otherwise: str | None = None,
        part: tuple[int, int] | None = None,
    ) -> bool:
        """Report the part in which the text and the changed ones differ; False if there are none.

        `otherwise` is the hint if none of the replacements helps; `part` is reported instead, where
        the part that differs would say too little.
        """
        if not changed:
            return False
        begin, end = part or self.difference(changed)
        words, *rest = self.pieces(begin, end, changed)
        words, right = " ".join(words.split()), tuple(dict.fromkeys(rest))
        span = self.text.part(begin, end)
        if f"`{right[0]}`: `{{}}`" in offer:  # the hint already names the replacement
            offer = offer.replace(": `{}`", "").replace(f"`{right[0]}`", "`{}`")
        if self.is_plain:
            hint = otherwise or self.example
            self.report.add(code, span, words=words, candidates=right, offer=offer, hint=hint)
        else:
            self.report.add(code, span, words=words, hint=offer.replace("{}", right[0]))
        return True

    def difference(self, changed: list[str]) -> tuple[int, int]:
        """The part of the text, in whole words, outside which all changed texts agree with it.

        The part and its replacements begin and end with a word or a sign.
        """
        value = self.value
        begin = min(common(value, c) for c in changed)
        rest = min(common(value[begin:][::-1], c[begin:][::-1]) for c in changed)
        end = len(value) - rest
        for token in self.tokens:
            if token.start() < begin < token.end():
                begin = token.start()
            if token.start() < end < token.end():
                end = token.end()
        while not self.is_whole(begin, end, changed):
            ragged = [p for p in self.pieces(begin, end, changed) if p != p.lstrip() or not p]
            before = [t.start() for t in self.tokens if t.start() < begin]
            after = [t.end() for t in self.tokens if t.end() > end]
            if before and (ragged or not after):
                begin = before[-1]
            else:
                end = after[0] if after else len(value)
        words, *right = self.pieces(begin, end, changed)
        if all(r.startswith(words) or r.endswith(words) for r in right):
            end = min((t.end() for t in self.tokens if t.start() >= end), default=end)
        if self.start == "statement" and self.tokens[0].end() < end and begin == 0:
            end = self.tokens[-1].end()  # verb and object differ: report the whole
        return self.closed(begin, end, changed)

    def closed(self, begin: int, end: int, changed: list[str]) -> tuple[int, int]:
        """The part, extended by the brackets that it and all its replacements leave unmatched."""
        for opening, closing in PAIRS.items():
            while True:
                open_here = {p.count(opening) - p.count(closing)
                             for p in self.pieces(begin, end, changed)}  # fmt: skip
                before = [t.start() for t in self.tokens if t.start() < begin]
                after = [t.end() for t in self.tokens if t.end() > end]
                if min(open_here) > 0 and after:
                    end = after[0]
                elif max(open_here) < 0 and before:
                    begin = before[-1]
                else:
                    break
        return begin, end

    def pieces(self, begin: int, end: int, changed: list[str]) -> list[str]:
        """A part of the text, and what replaces it in each changed text."""
        rest = len(self.value) - end
        return [self.value[begin:end], *(c[begin : len(c) - rest] for c in changed)]

    def is_whole(self, begin: int, end: int, changed: list[str]) -> bool:
        """Whether a part and its replacements are not empty and have no blanks around them."""
        if (begin, end) == (0, len(self.value)):
            return True
        return all(p and p == p.strip() for p in self.pieces(begin, end, changed))


def common(a: str, b: str) -> int:
    """The length of the common beginning of two texts."""
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def depths(tokens: list[re.Match[str]]) -> list[int]:
    """For each token the number of brackets around it; a bracket does not count for itself."""
    depths, depth = [], 0
    for token in tokens:
        depth -= token[0] in PAIRS.values()
        depths.append(depth)
        depth += token[0] in PAIRS
    return depths
