"""Diagnostics: what is wrong with a rule file, where, and what would put it right.

A `Diagnostic` is data; `render` makes the text for people and `as_json` the form for programs.
The wording comes from `gdl.source.messages`.  A `Report` collects the diagnostics of one run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gdl.source.limits import MAX_ERRORS, MAX_GUESSES, MAX_NAME
from gdl.source.messages import MESSAGES
from gdl.source.nearest import WIDTH, is_alike, near
from gdl.source.printable import in_one_line, printable
from gdl.source.spans import Span
from gdl.source.wording import clip

DID_YOU_MEAN = "did you mean `{}`?"
WRITE = "write `{}`"
MAX_MESSAGE = 600  # characters shown of a message or a hint
MAX_PART = 80  # characters shown of a long line: before, within and after the marked words


@dataclass(frozen=True)
class Diagnostic:
    """One message about a rule file: its code, its place and its wording."""

    code: str
    severity: str  # "error", "warning" or "note"
    message: str
    span: Span
    hint: str | None = None
    suggestion: str | None = None  # the text to replace the span with
    candidates: tuple[str, ...] = ()  # texts that could replace it, the likeliest first
    otherwise: str | None = None  # the hint if no candidate helps
    says_values: bool = False  # whether the message already names the values of the options
    is_guess: bool = False  # whether the hint names what may be meant

    def advising(self, suggestion: str) -> Diagnostic:
        """This diagnostic with another suggestion."""
        hint = (self.hint or "").replace(f"`{self.suggestion}`", f"`{suggestion}`")
        return replace(self, suggestion=suggestion, hint=hint)

    def without_suggestion(self) -> Diagnostic:
        """This diagnostic without its suggestion and candidates, which do not help."""
        return replace(
            self, suggestion=None, hint=self.otherwise, candidates=(), is_guess=False
        )

    @property
    def is_error(self) -> bool:
        """Whether this keeps the file from being played."""
        return self.severity == "error"

    @property
    def is_placed(self) -> bool:
        """Whether a line of the file is at fault, and not what the game was asked for."""
        return MESSAGES[self.code].is_placed

    def render(self) -> str:
        """The message, the source line with carets under the marked words, and the hint.

        The text has no control or invisible characters, whatever the file holds.
        """
        headline = f"{self.severity}[{self.code}]: {printable(clip(self.message, MAX_MESSAGE))}"
        if not self.is_placed:
            hint = f"  = hint: {printable(clip(self.hint, MAX_MESSAGE))}" if self.hint else ""
            return f"{headline}\n{hint}".rstrip()
        before, marked, after = map(printable, excerpt(self.span))
        number = str(self.span.line)
        gutter = " " * len(number)
        rows = [
            headline,
            f"{gutter}--> {in_one_line(str(self.span))}",
            f"{gutter} |",
            f"{number} | {before}{marked}{after}".rstrip(),
            f"{gutter} | {' ' * len(before)}{'^' * max(1, len(marked))}",
        ]
        if self.hint:
            rows.append(f"{gutter} = hint: {printable(clip(self.hint, MAX_MESSAGE))}")
        return "\n".join(rows)

    def as_json(self) -> dict[str, object]:
        """The diagnostic as plain data; lines and columns are counted from 1."""
        span = self.span
        return {
            "code": self.code, "severity": self.severity, "message": self.message,
            "file": span.source.name, "line": span.line, "column": span.column,
            "end_line": span.end_line, "end_column": span.end_column, "hint": self.hint,
            "suggestion": self.suggestion,
        }  # fmt: skip


def excerpt(span: Span) -> tuple[str, str, str]:
    """The first line of a span in three parts: before the marked words, the words, and the rest.

    Of a long line, only the surroundings of the marked words are kept.
    """
    line = span.source.line(span.line) if span.source.text else ""
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    before, marked, after = line[:start].ljust(start), line[start:end], line[end:]
    if len(line) > 2 * MAX_PART:
        before = before if len(before) <= MAX_PART else f"… {before[-MAX_PART:]}"
        marked = clip(marked, MAX_PART)
        after = after if len(after) <= MAX_PART else f"{after[:MAX_PART]} …"
    return before, marked, after


def did_you_mean(suggestion: str) -> str:
    """The hint that offers a suggestion."""
    return DID_YOU_MEAN.replace("{}", suggestion)


class GdlError(Exception):
    """A rule file that cannot be played; `diagnostics` holds everything found, sorted by place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n\n".join(d.render() for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[GdlError], tuple[tuple[Diagnostic, ...]]]:
        return GdlError, (self.diagnostics,)


class Report:
    """Collects the diagnostics of one run: of each severity, the first `MAX_ERRORS`."""

    def __init__(self, guesses: int = MAX_GUESSES) -> None:
        """`guesses` limits the effort spent on suggestions, in letter comparisons."""
        self._found: dict[tuple[str, Span], Diagnostic] = {}
        self._counts = {"error": 0, "warning": 0, "note": 0}
        self.guesses = guesses

    def add(
        self,
        code: str,
        span: Span,
        *,
        hint: str | None = None,
        suggestion: str | None = None,
        candidates: tuple[str, ...] = (),
        offer: str = DID_YOU_MEAN,
        is_guess: bool = False,
        **values: object,
    ) -> None:
        """Add the message `code` with its values filled in; at most one per code and span.

        With candidates for the words of the span, the hint is `offer` with the likeliest in place
        of `{}`; `hint`, or that of the message, remains for the case that none helps.  `is_guess`:
        it names what may be meant.
        """
        message = MESSAGES[code]
        if (code, span) in self._found or self._counts[message.severity] >= MAX_ERRORS:
            return
        self._counts[message.severity] += 1
        plain = hint or (message.hint.format(**values) if message.hint else None)
        if candidates:
            suggestion, hint = candidates[0], offer.replace("{}", candidates[0])
        self._found[code, span] = Diagnostic(
            code,
            message.severity,
            message.headline.format(**values),
            span,
            hint or plain,
            suggestion,
            candidates,
            plain if candidates else None,
            is_guess=is_guess or bool(candidates),
        )

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add the diagnostics of another report."""
        for diagnostic in diagnostics:
            self._counts[diagnostic.severity] += 1
            self._found[diagnostic.code, diagnostic.span] = diagnostic

    def near(self, word: str, *groups: Iterable[str]) -> tuple[str, ...]:
        """The names that a misspelt word may stand for; none once the effort is spent."""
        if len(word) > MAX_NAME:
            return ()
        lists = [list(group) for group in groups]
        alike = (name for names in lists for name in names if is_alike(word, name))
        letters = len(word) * sum(min(len(name), WIDTH) for name in alike)
        cost = letters + sum(map(len, lists))
        return near(word, *lists) if self.may_guess(cost) else ()

    def may_guess(self, cost: int) -> bool:
        """Whether `cost` letter comparisons are left for suggestions; if so, spend them.

        If not, none are spent, so that something cheaper may still be tried.
        """
        if cost > self.guesses:
            return False
        self.guesses -= cost
        return True

    def advise(self, diagnostic: Diagnostic, suggestion: str | None) -> None:
        """Give a diagnostic another suggestion, or none."""
        key = (diagnostic.code, diagnostic.span)
        self._found[key] = (
            diagnostic.without_suggestion() if suggestion is None
            else diagnostic.advising(suggestion)
        )  # fmt: skip

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, sorted by file, place and code."""
        key = lambda d: (d.span.source.name, d.span.start, d.span.end, d.code)  # noqa: E731
        return tuple(sorted(self._found.values(), key=key))

    @property
    def errors(self) -> int:
        """The number of errors."""
        return self._counts["error"]

    @property
    def has_errors(self) -> bool:
        """Whether there is an error, so that the file cannot be played."""
        return self.errors > 0

    @property
    def is_full_of_warnings(self) -> bool:
        """Whether the limit is reached and further warnings are dropped."""
        return self._counts["warning"] >= MAX_ERRORS

    def raise_errors(self) -> None:
        """Raise GdlError if there is an error."""
        if self.has_errors:
            raise GdlError(self.diagnostics)
