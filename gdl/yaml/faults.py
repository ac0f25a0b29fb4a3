"""Restricts YAML to the part that rule files may use, and reports everything else.

In: the text of a file.  Out: PyYAML's events, with a diagnostic for whatever goes beyond our small
part of YAML: maps, lists and texts.  `FaultFinder` is PyYAML's loader with overridden scanner
steps: a step that meets a flow collection, an anchor and the like reports it and reads the words
as plain text, so that the rest of the file is still examined.  Where that is impossible it raises
`Stop`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from yaml.error import Mark, MarkedYAMLError
from yaml.events import CollectionStartEvent, Event, ScalarEvent
from yaml.parser import Parser, ParserError
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import KeyToken, ScalarToken, ValueToken

from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_ERRORS, MAX_NODES
from gdl.source.spans import Source, Span
from gdl.source.wording import grouped
from gdl.yaml.repair import (
    changed_end,
    conditions_joined,
    follows_items,
    open_bracket,
    said_of,
    supplies,
    unfolded,
    valued,
    without_brackets,
)

MAX_WORDS = 500  # characters before a `:` that are examined
_IN = "a parameter and its set are joined by ` in`"
_FOR = "what holds for each element of a set is written `condition for c in S`, without a `:`"

_ANCHOR = re.compile(r"&[A-Za-z0-9_-]+(?=\s|$)")
_ALIAS = re.compile(r"\*[A-Za-z0-9_-]+(?=\s|$)")
_TAG = re.compile(r"!(!?[A-Za-z0-9_-]+)?(?=\s|$)")
_BLOCK_HEADER = re.compile(r"[|>]([+-]?[1-9]?|[1-9][+-])(?: *| +#[^\n]*)(?=\r?\n|$)")
_AFTER_QUOTE = re.compile(r" *(\r?\n|$|:(?=\s|$))| +#")
_HEADING = re.compile(r"[ -]*[A-Za-z_][\w, ]*(\([^\n]*\))? *$")
_PARAMETERS = re.compile(r"[A-Za-z_]\w*\((?:[^()\n]|\([^()\n]*\))*\)")
_TIGHT_COLON = re.compile(r"[A-Za-z_]\w*(\([^\n:]*\))?(:)(?=[^\s/])")
_GOES_ON = re.compile(r"(?:and|or|else|then|to|in|of|on|with|within|meets|touches)\b|[^\w(]")
_HEADING_IN_LIST = "a heading among list items"
_NAME = re.compile(r"[A-Za-z_]\w*")
_NOTE = re.compile(r"(?:^|[ \t])#", re.MULTILINE)
_ESCAPE = re.compile(r"\\(x\w{0,2}|u\w{0,4}|U\w{0,8}|[^xuU\n]?)")


class Stop(Exception):
    """The rest of the file cannot be read; the reason has been reported."""


class FaultFinder(Reader, Scanner, Parser):
    """PyYAML's reader, scanner and parser for one text without tabs."""

    def __init__(self, source: Source, text: str, report: Report) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        self.source = source
        self.text = text
        self.report = report
        self.faults = 0
        self.readable = 0  # of these, those after which the text still says what is meant
        self.scalar: ScalarToken | None = None  # the last one scanned
        self.block_indents: dict[int, int] = {}  # of block scalars, by the offset of `|` or `>`

    def events(self) -> Iterator[Event]:
        """The events of the file in order.  Raises Stop beyond `MAX_NODES` nodes."""
        count = 0
        while self.check_event():
            count += self.check_event(ScalarEvent, CollectionStartEvent)
            if count > MAX_NODES:
                start = self.peek_event().start_mark.index  # type: ignore[no-untyped-call]
                self.fault("yaml-long", start, start + 1, most=grouped(MAX_NODES))
                raise Stop
            yield self.get_event()  # type: ignore[no-untyped-call]

    # ---- reporting ----

    def fault(
        self,
        code: str,
        start: int,
        end: int,
        *,
        hint: str | None = None,
        suggestion: str | None = None,
        **values: Any,
    ) -> None:
        """Report the characters from `start` to `end`.  Raises Stop after `MAX_ERRORS` faults."""
        span = Span(self.source, start, end)
        self.report.add(code, span, hint=hint, suggestion=suggestion, **values)
        self.faults += 1
        if self.faults >= MAX_ERRORS:
            raise Stop

    def line_end(self, start: int) -> int:
        """The offset where a line ends, without trailing blanks."""
        end = self.text.find("\n", start)
        words = self.text[start : end if end >= 0 else len(self.text)]
        return start + max(1, len(words.rstrip()))

    def explain(self, error: MarkedYAMLError) -> None:
        """Report an error that PyYAML raised, unless it may follow from an earlier fault."""
        if self.faults:
            return
        mark = error.problem_mark or error.context_mark
        at = min(mark.index, len(self.text)) if mark else 0
        if isinstance(error, ParserError) and "expected <block end>" in str(error.problem):
            self._explain_block(error, at)
        elif isinstance(error, ParserError) and "<document start>" in str(error.problem):
            self._explain_second_root(at)
        elif isinstance(error, ParserError) and "found '?'" in str(error.problem):
            self.fault("yaml-mixed", at, self.line_end(at), what=_HEADING_IN_LIST)
        else:
            problem = str(error.problem or error.context or "it is not complete")
            self.fault("yaml-syntax", at, self.line_end(at), problem=problem)

    def _explain_block(self, error: ParserError, at: int) -> None:
        in_list = "sequence" in str(error.context) or "collection" in str(error.context)
        same_column = error.context_mark and error.context_mark.column == self._column(at)
        if self._explain_note(at):
            return
        if same_column:
            what = _HEADING_IN_LIST if in_list else "a list item among headings"
            self.fault("yaml-mixed", at, self.line_end(at), what=what)
        else:
            self.fault("yaml-indent", at, self.line_end(at))

    def _explain_second_root(self, at: int) -> None:
        if not self._explain_note(at):
            self.fault("yaml-indent", at, self.line_end(at))

    def _explain_note(self, at: int) -> bool:
        """Report a note that separates a rule from its next line; return whether there is one."""
        before = self.text[: self._line_start(at)].rstrip()
        start = before.rfind("\n") + 1
        note = _NOTE.search(before, start)
        if note is None or not (self.tokens and isinstance(self.tokens[0], ScalarToken)):
            return False
        if note.end() - 1 > start + self._indentation(start) >= start + self._column(at):
            return False  # the line with the note was the last of its rule
        self.fault("yaml-comment", note.end() - 1, len(before))
        return True

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _indentation(self, line_start: int) -> int:
        line = self.text[line_start : self.line_end(line_start)]
        return len(line) - len(line.lstrip(" "))

    def _column(self, at: int) -> int:
        return at - self._line_start(at)

    # ---- leaves that begin with a character that YAML keeps for itself ----

    def _reserved(self, code: str = "yaml-reserved") -> None:
        at = self.index
        self.fault(code, at, at + 1, mark=self.text[at])
        self.fetch_plain()

    def _flow(self) -> None:
        at = self.index
        mended = without_brackets(self.text[at : self.line_end(at)])
        if mended is None:
            return self._reserved("yaml-flow")
        length, words = mended
        hint = f"write `{words}{self.text[at + length : self.line_end(at)]}`"
        mark = self.text[at]
        self.fault("yaml-flow", at, at + length, hint=hint, suggestion=words, mark=mark)
        self.readable += mark == "{"
        return self.fetch_plain()

    fetch_flow_sequence_start = _flow
    fetch_flow_mapping_start = _flow
    fetch_flow_sequence_end = _reserved
    fetch_flow_mapping_end = _reserved
    fetch_flow_entry = _reserved

    def check_plain(self) -> bool:
        """Accept any character at the start of a text, but report those not allowed there."""
        if not super().check_plain():
            self.fault("yaml-reserved", self.index, self.index + 1, mark=self.text[self.index])
        return True

    def _word(self, form: re.Pattern[str], code: str, otherwise: Callable[[], None]) -> None:
        word = form.match(self.text, self.index)
        if word is None:
            self._reserved()
        else:
            self.fault(code, word.start(), word.end(), word=word[0])
            otherwise()

    def fetch_anchor(self) -> None:
        """Refuse `&name`."""
        self._word(_ANCHOR, "yaml-anchor", super().fetch_anchor)

    def fetch_alias(self) -> None:
        """Refuse `*name`."""
        self._word(_ALIAS, "yaml-alias", self.fetch_plain)

    def fetch_tag(self) -> None:
        """Refuse `!name`."""
        self._word(_TAG, "yaml-tag", super().fetch_tag)

    def fetch_block_scalar(self, style: str) -> None:
        """Read a text after `|` or `>`; other uses of these characters are refused."""
        if _BLOCK_HEADER.match(self.text, self.index) is None or not self._has_block():
            return self._reserved()
        self.block_indents[self.index] = max(self.indent + 1, 1)
        super().fetch_block_scalar(style)
        return None

    def _has_block(self) -> bool:
        """Whether a line with a text follows that is indented further than the heading."""
        lines = self.text[self.line_end(self.index) :].split("\n")
        following = next((line for line in lines if line.strip(" \r")), "")
        return len(following) - len(following.lstrip(" ")) > self.indent

    # ---- documents ----

    def fetch_directive(self) -> None:
        """Refuse `%YAML` and the like."""
        end = self.line_end(self.index)
        self.fault("yaml-document", self.index, end, mark=self.text[self.index : end])
        self._skip_line()

    def fetch_document_indicator(self, TokenClass: type) -> None:
        """Refuse `---` and `...`."""
        mark = self.text[self.index : self.index + 3]
        self.fault("yaml-document", self.index, self.index + 3, mark=mark)
        super().fetch_document_indicator(TokenClass)

    def _skip_line(self) -> None:
        end = self.text.find("\n", self.index)
        self.forward((end if end >= 0 else len(self.text)) - self.index)

    # ---- texts ----

    def fetch_plain(self) -> None:
        """Read a text without quotes."""
        super().fetch_plain()
        self.scalar = self.tokens[-1]

    def fetch_flow_scalar(self, style: str) -> None:
        """Read a text in quotes; report words that follow it."""
        start = self.index
        try:
            super().fetch_flow_scalar(style)
        except (ScannerError, ValueError, OverflowError) as error:
            self._bad_quote(start, error)
        self.scalar = self.tokens[-1]
        if _AFTER_QUOTE.match(self.text, self.index) is None:
            self._words_after_quote(start)

    def _bad_quote(self, start: int, error: Exception) -> None:
        if isinstance(error, ScannerError) and "escape" not in str(error.problem):
            self.fault("yaml-quote", start, self.line_end(start))
        else:
            at = self.text.rindex("\\", start, self.index)
            word = (_ESCAPE.match(self.text, at) or [""])[0]
            self.fault("yaml-escape", at, at + len(word), word=word)
        raise Stop

    def _words_after_quote(self, start: int) -> None:
        if "\n" in self.text[start : self.index]:  # its closing quote opens another text
            self.fault("yaml-quote", start, self.line_end(start))
            raise Stop
        self.fault("yaml-quoted-part", start, self.line_end(start))
        self._skip_line()

    # ---- headings ----

    def fetch_key(self) -> None:
        """Refuse `? heading`."""
        self.fault("yaml-key", self.index, self.index + 1)
        raise Stop

    def fetch_block_entry(self) -> None:
        """Read the `-` of a list item, which must be the first thing on its line."""
        if self.allow_simple_key:
            return super().fetch_block_entry()
        self.fault("yaml-list", self.index, self.index + 1)
        return self.fetch_plain()

    def fetch_value(self) -> None:
        """Read the `:` after a heading."""
        if self.possible_simple_keys:
            return super().fetch_value()
        if self.allow_simple_key:
            self.fault("yaml-missing-key", self.index, self.line_end(self.index))
        else:
            self._colon_inside()
        return self._skip_line()

    def _colon_inside(self) -> None:
        """Report a `: ` after words that cannot be a heading."""
        line_start = self._line_start(self.index)
        begun = self.scalar.start_mark if self.scalar else None
        if (
            self._blocks_inside(line_start) or self._colon_in_brackets(line_start)
            or self._colons(line_start) or (begun and self._heading_on_lines(begun.index))
        ):  # fmt: skip
            return
        if begun is None or begun.index >= line_start or self._not_heading(line_start):
            self.fault("yaml-colon", self.index, self.index + 1)
            return
        column = self._indentation(line_start)
        if column == begun.column:
            self._missing_colon(begun)
        else:
            self.fault("yaml-indent", line_start + column, self.index)
        raise Stop

    def _heading_on_lines(self, start: int) -> bool:
        """Report a heading with parameters that ends on a later line, and offer it on one."""
        words = " ".join(self.text[start : self.index].split())
        if "\n" not in self.text[start : self.index] or not _PARAMETERS.fullmatch(words):
            return False
        hint = f"a heading with its parameters stands on one line: `{words}:`"
        self.fault("yaml-colon", self.index, self.index + 1, hint=hint)
        return True

    def _blocks_inside(self, line_start: int) -> bool:
        """Report blocks that stand on one line, and offer them on several."""
        end = self.line_end(line_start)
        indent = re.match(r" *(?:- +)*", self.text[line_start:end])
        start = line_start + (indent.end() if indent else 0)
        if self._value_inside(start, end):
            return True
        lines = unfolded(self.text[start:end])
        if lines is None or len(lines) < 2:
            return False
        shown = "`, then `".join(line.strip() for line in lines)
        hint = f"begin each on a line of its own, indented further: `{shown}`"
        suggestion = ("\n" + " " * (start - line_start)).join(lines)
        self.fault("yaml-colon", start, end, hint=hint, suggestion=suggestion)
        return True

    def _value_inside(self, start: int, end: int) -> bool:
        """Report a definition that is written as a block, and offer it as an expression."""
        headings = re.findall(r"^\w[^:\n]*", self.text[:start], re.MULTILINE)
        value = valued(self.text[start:end])
        if headings[-1:] != ["define"] or value is None:
            return False
        hint = f"a value that depends on a condition is written `{value}`"
        if " for " in value:
            hint = f"a set is written with its elements first: `{value}`"
        self.fault("yaml-colon", start, end, hint=hint, suggestion=None if "…" in value else value)
        return True

    def _colons(self, line_start: int) -> bool:
        """Report a second `:` in a line whose meaning is clear, and offer that."""
        end = self.line_end(line_start)
        indent = re.match(r" *(?:- +)*", self.text[line_start:end])
        start = line_start + (indent.end() if indent else 0)
        joined = conditions_joined(self.text[start:end])
        lines = supplies(self.text[start:end])
        changed = changed_end(self.text[start:end])
        if joined is not None:
            hint, suggestion = joined
        elif lines is not None:
            shown = "`, then `".join(line.strip() for line in lines[1:])
            hint = (
                f"each kind stands on a line of its own, and its supply below it, indented "
                f"further: `{shown}`"
            )
            suggestion = ("\n" + " " * (start - line_start)).join(lines)
        elif changed is not None:
            hint = f"what a line is changed to is a list, on a line below: `{changed[1].strip()}`"
            suggestion = ("\n" + " " * (start - line_start)).join(changed)
        elif (said := said_of(self.text[start:end])) is not None:
            hint, suggestion = said, None
        else:
            return False
        self.fault("yaml-colon", start, end, hint=hint, suggestion=suggestion)
        return True

    def _colon_in_brackets(self, line_start: int) -> bool:
        """Report a `: ` inside brackets, which YAML takes for the end of a heading."""
        words = self.text[line_start : self.line_end(line_start)]
        at = words.find(": ")
        if not 0 <= at < MAX_WORDS or open_bracket(words[:at]) is None or '"' in words:
            return False
        start = line_start + at
        if re.fullmatch(r" *\w+\((?:.*, *)?\w+", words[:at]):
            self.fault("yaml-colon", start, start + 1, hint=_IN, suggestion=" in")
        else:
            self.fault("yaml-colon", start, start + 1, hint=_FOR)
        return True

    def _not_heading(self, line_start: int) -> bool:
        return _HEADING.match(self.text[line_start : self.index]) is None

    def _missing_colon(self, mark: Mark) -> None:
        start = mark.index
        end = self.line_end(start)
        tight = _TIGHT_COLON.match(self.text, start, end)
        if self.text.startswith("//", start):
            note = f"# {self.text[start + 2 : end].strip()}".strip()
            self.fault("foreign-sign", start, end, suggestion=note, sign="//", right=note)
        elif follows_items(self.text[: self._line_start(start)], mark.column):
            goes_on = _GOES_ON.match(self.text, start) is not None
            suggestion = None if goes_on else f"- {self.text[start:end]}"
            item = f"write `{suggestion}`, or " if suggestion else ""
            self.fault("yaml-missing-dash", start, end, suggestion=suggestion, item=item)
        elif tight:
            self.fault("yaml-missing-blank", tight.start(2), tight.end(2), suggestion=": ")
        else:
            word = _NAME.fullmatch(self.text[start:end].rstrip())
            suggestion = f"{word[0]}:" if word else None
            bare = f"a name without a rule is written `{suggestion}`; else "
            bare = bare if word else ""
            self.fault("yaml-missing-colon", start, end, suggestion=suggestion, bare=bare)

    def stale_possible_simple_keys(self) -> None:
        """Drop a possible heading whose line has ended; report one that is required."""
        key = self.possible_simple_keys.get(0)
        if key is not None and key.line != self.line:
            self.remove_possible_simple_key()

    def remove_possible_simple_key(self) -> None:
        """Drop a possible heading; report a required one and read it as if a `:` followed it."""
        key = self.possible_simple_keys.pop(0, None)
        if key is None or not key.required:
            return
        self._missing_colon(key.mark)
        at = key.token_number - self.tokens_taken
        mark = self.get_mark()
        self.tokens.insert(at, KeyToken(key.mark, key.mark))
        while at < len(self.tokens) and not isinstance(self.tokens[at], ScalarToken):
            at += 1
        self.tokens.insert(at + 1, ValueToken(mark, mark))


def tight_colon(text: str) -> tuple[int, int] | None:
    """The place of the `:` in a text such as `size:8`, meant as heading and rule; or None."""
    tight = _TIGHT_COLON.match(text)
    return tight.span(2) if tight else None
