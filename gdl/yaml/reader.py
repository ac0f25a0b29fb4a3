"""Reads the YAML around the rules.

In: a `Source`.  Out: a tree of maps, lists and texts, or None with the reasons in the report.
Every scalar is a text that maps each of its characters to its place in the file, through quotes,
escapes, folded lines and indentation, so that the stages that read the rule inside a text can mark
the exact words.  `gdl.yaml.faults` decides which YAML is refused.

Tabs may not indent; elsewhere a tab is read as a blank.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from itertools import chain, islice

from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_BYTES, MAX_DEPTH, MAX_ERRORS
from gdl.source.spans import Source, Span
from gdl.source.wording import grouped
from gdl.yaml.faults import FaultFinder, Stop, tight_colon


@dataclass(frozen=True)
class Text:
    """A scalar: its value, its place without quotes, and the place of each character.

    `offsets[i]` is the place of `value[i]` in the source; the last offset is the end.
    """

    value: str
    span: Span
    offsets: tuple[int, ...] = field(repr=False)

    def part(self, start: int, end: int) -> Span:
        """The span of `value[start:end]` in the source."""
        source = self.span.source
        first = self.offsets[start]
        if start >= end:
            return Span(source, first, first)
        last, after = self.offsets[end - 1], self.offsets[end]
        if source.text[last] == self.value[end - 1]:  # not an escape: one character, or `''`
            doubled = source.text.startswith("''", last) and after > last + 1
            after = last + 1 + doubled
        return Span(source, first, after)


@dataclass(frozen=True)
class Entry:
    """A heading and what stands under it."""

    key: Text
    value: Node


@dataclass(frozen=True)
class Map:
    """Headings in the order of the file; no two are equal."""

    entries: tuple[Entry, ...]
    span: Span

    def get(self, name: str) -> Node | None:
        """What stands under a heading, or None without that heading."""
        return next((e.value for e in self.entries if e.key.value == name), None)


@dataclass(frozen=True)
class List:
    """List items in the order of the file; `names` are those of its lines where it was changed by
    name, and else the lines say them.
    """

    items: tuple[Node, ...]
    span: Span
    names: tuple[str | None, ...] | None = None


Node = Text | Map | List


def read(source: Source, report: Report) -> Map | None:
    """The map of a file; None, with at least one error reported, if it cannot be used."""
    if not _check_text(source, report):
        return None
    finder = FaultFinder(source, source.text.replace("\t", " "), report)
    builder = _Builder(finder)
    try:
        for event in finder.events():
            builder.take(event)
        builder.check_root()
    except Stop:
        return None
    except MarkedYAMLError as error:
        finder.explain(error)
    except (YAMLError, ValueError, LookupError, OverflowError) as error:  # a safeguard
        report.add("yaml-syntax", Span(source, 0, 0), problem=str(error))
        return None
    if finder.faults > finder.readable or not isinstance(builder.root, Map):
        return None
    return builder.root


# ---- the characters of the file ----

_REFUSED = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    "|\r(?!\n)"
)
_ODD_INDENT = re.compile("^[ \t]*([\xa0\u2000-\u200b\u202f\u3000])", re.MULTILINE)
_TAB_INDENT = re.compile(r"^ *(\t[ \t]*)(?=\S)", re.MULTILINE)


def _check_text(source: Source, report: Report) -> bool:
    """Whether the size and the characters of a file are allowed; report any that are not."""
    text = source.text
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        report.add("yaml-size", Span(source, 0, 0), most=grouped(MAX_BYTES))
        return False
    bom = text.startswith("\ufeff")
    characters = chain(_REFUSED.finditer(text, bom), _ODD_INDENT.finditer(text, bom))
    wrong = list(islice(characters, MAX_ERRORS))
    tabs = list(islice(_TAB_INDENT.finditer(text), MAX_ERRORS))
    for match in wrong:
        span = Span(source, match.end() - 1, match.end())
        report.add("yaml-character", span, name=_name(span.text))
    for match in tabs:
        span = Span(source, match.start(1), match.end(1))
        report.add("yaml-tab", span, suggestion=match[1].replace("\t", "  "))
    return not wrong and not tabs


def _name(char: str) -> str:
    name = "carriage return" if char == "\r" else unicodedata.name(char, "control character")
    return f"{name.lower()}, U+{ord(char):04X}"


# ---- the tree ----


@dataclass
class _Open:
    """A map or a list that is still being read."""

    start: int
    is_map: bool
    nodes: list[Node] = field(default_factory=list)  # of a map: key, value, key, value
    lines: dict[str, int] = field(default_factory=dict)  # the first line of each heading

    @property
    def awaits_key(self) -> bool:
        """Whether the next node is a heading."""
        return self.is_map and len(self.nodes) % 2 == 0


class _Builder:
    """Builds the tree from the events, without recursion."""

    def __init__(self, finder: FaultFinder) -> None:
        self.finder = finder
        self.source = finder.source
        self.stack: list[_Open] = []
        self.root: Node | None = None

    def take(self, event: Event) -> None:
        """Add the next event to the tree."""
        if isinstance(event, ScalarEvent):
            self._scalar(event)
        elif isinstance(event, CollectionStartEvent):
            self._open(event)
        elif isinstance(event, CollectionEndEvent):
            self._close()
        elif isinstance(event, DocumentStartEvent) and self.root:
            raise Stop  # its `---` has been reported

    def check_root(self) -> None:
        """Report a file that holds nothing, or no headings."""
        if self.finder.faults > self.finder.readable:
            return
        if self.root is None or (isinstance(self.root, Text) and not self.root.value):
            self.finder.fault("yaml-empty", 0, 0)
        elif not isinstance(self.root, Map):
            span = self.root.span
            self.finder.fault("yaml-top-level", span.start, self.finder.line_end(span.start))

    def _open(self, event: CollectionStartEvent) -> None:
        start = _start(event)
        if len(self.stack) >= MAX_DEPTH:
            self.finder.fault("yaml-depth", start, start + 1, depth=MAX_DEPTH)
            raise Stop
        self.stack.append(_Open(start, isinstance(event, MappingStartEvent)))

    def _close(self) -> None:
        done = self.stack.pop()
        end = done.nodes[-1].span.end if done.nodes else done.start
        span = Span(self.source, done.start, max(end, done.start))
        if done.is_map:
            pairs = zip(done.nodes[::2], done.nodes[1::2], strict=False)
            self._add(Map(tuple(Entry(k, v) for k, v in pairs if isinstance(k, Text)), span))
        else:
            self._add(List(tuple(done.nodes), span))

    def _scalar(self, event: ScalarEvent) -> None:
        offsets = _offsets(self.finder, event)
        span = Span(self.source, offsets[0], offsets[-1])
        text = Text(event.value, span, offsets)
        if event.style == '"':
            self._check_escapes(text)
        if not event.style:
            self._check_tight(text)
        self._add(text)

    def _check_escapes(self, text: Text) -> None:
        """Refuse escapes for characters that the file itself may not hold."""
        for match in _REFUSED.finditer(text.value):
            span = text.part(*match.span())
            self.finder.fault("yaml-escape", span.start, span.end, word=span.text)

    def _check_tight(self, text: Text) -> None:
        """Refuse `size:8` on a line of its own under a heading."""
        tight = tight_colon(text.value)
        top = self.stack[-1] if self.stack else None
        if tight and top and top.is_map and not top.awaits_key:
            span = text.part(*tight)
            if text.span.line > top.nodes[-1].span.line:
                self.finder.fault("yaml-missing-blank", span.start, span.end, suggestion=": ")

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if isinstance(node, Text) and top.awaits_key:
            self._check_key(top, node)
        top.nodes.append(node)

    def _check_key(self, top: _Open, key: Text) -> None:
        start, end = key.span.start, key.span.end
        if not key.value:
            self.finder.fault("yaml-missing-key", start, self.finder.line_end(start))
        elif key.value == "<<":
            self.finder.fault("yaml-merge", start, end)
        elif key.value in top.lines:
            line = top.lines[key.value]
            self.finder.fault("yaml-duplicate-key", start, end, key=key.value, line=line)
        top.lines.setdefault(key.value, key.span.line)


# ---- where the characters of a scalar stand ----

Chars = list[tuple[str, int]]  # each character of a value and its offset

_PIECES = {
    "": re.compile(r"(?P<blank>[ \r\n]+)|(?P<char>.)"),
    "'": re.compile(r"(?P<blank>[ \r\n]+)|(?P<escape>'')|(?P<char>.)"),
    '"': re.compile(
        r"(?P<blank>[ \r\n]+)|(?P<join>\\\r?\n[ \r\n]*)"
        r"|(?P<escape>\\(?:x..|u.{4}|U.{8}|.))|(?P<char>.)"
    ),
}


def _start(event: Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: Event) -> int:
    return event.end_mark.index if event.end_mark else 0


def _offsets(finder: FaultFinder, event: ScalarEvent) -> tuple[int, ...]:
    """The offset of each character of the scalar, and the offset where it ends."""
    start, end = _content(finder, event)
    if event.style in ("|", ">"):
        chars = _block(finder, start, end, event.style == ">")[: len(event.value)]
    else:
        chars = _flow(finder.text, start, end, event.style or "", event.value)
        end = end if event.value or event.style else start
    if "".join(char for char, _ in chars) != event.value:  # never observed; then an approximation
        return tuple(min(start + i, end) for i in range(len(event.value) + 1))
    offsets = [offset for _, offset in chars]
    if event.style in ("|", ">"):
        end = offsets[-1] + 1 if offsets else start
    return (*offsets, end)


def _content(finder: FaultFinder, event: ScalarEvent) -> tuple[int, int]:
    """Where the raw scalar begins, after tag and anchor, and where it ends, without quotes."""
    start, end = _start(event), _end(event)
    style = event.style
    if style in ("'", '"'):
        return finder.text.find(style, start, end) + 1, end - 1
    if style in ("|", ">"):
        return finder.text.find(style, start, end), end
    return start, end


def _flow(text: str, start: int, end: int, style: str, value: str) -> Chars:
    """The characters of a plain or a quoted scalar."""
    chars: Chars = []
    for piece in _PIECES[style].finditer(text, start, end):
        at, raw = piece.start(), piece[0]
        if piece.lastgroup == "char":
            chars.append((raw, at))
        elif piece.lastgroup == "escape":
            chars.append((value[len(chars) : len(chars) + 1], at))
        else:
            breaks = [at + i for i, char in enumerate(raw) if char == "\n"]
            if piece.lastgroup == "join" or len(breaks) > 1:
                chars += [("\n", i) for i in breaks[1:]]
            elif breaks:
                chars.append((" ", at))
            else:
                chars += [(" ", at + i) for i in range(len(raw))]
    return chars


def _block(finder: FaultFinder, start: int, end: int, folded: bool) -> Chars:
    """The characters of a literal or a folded scalar, with all the line breaks at its end."""
    rows = _rows(finder.text, start, end)
    indent = _block_indent(finder, start, rows)
    chars: Chars = []
    blanks: Chars = []  # the breaks of the empty lines since the last full line
    full: tuple[int, int] | None = None  # where that line begins and ends
    for first, last in rows:
        if last - first <= indent:
            blanks.append(("\n", last))
            continue
        at = first + indent
        if full:
            fold = folded and finder.text[full[0]] != " " and finder.text[at] != " "
            chars += _break(full[1], fold, bool(blanks))
        chars += blanks
        chars += [(finder.text[i], i) for i in range(at, last)]
        full, blanks = (at, last), []
    return chars + (_break(full[1], False, False) if full else []) + blanks


def _break(at: int, fold: bool, before_blanks: bool) -> Chars:
    """What a line break inside a block becomes: itself, a blank, or nothing."""
    if not fold:
        return [("\n", at)]
    return [] if before_blanks else [(" ", at)]


def _rows(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where each line after the header of a block begins, and where it ends without its break."""
    rows = []
    while (first := text.find("\n", start, end) + 1) > 0:
        stop = text.find("\n", first, end)
        start = stop if stop >= 0 else end
        rows.append((first, start - (text[start - 1] == "\r" and start > first)))
    return rows


def _block_indent(finder: FaultFinder, start: int, rows: list[tuple[int, int]]) -> int:
    """The number of blanks at the start of each line that are indentation and not text."""
    least = finder.block_indents.get(start, 1)
    digit = next((c for c in finder.text[start + 1 : start + 3] if c.isdecimal()), None)
    if digit:
        return least + int(digit) - 1
    for first, last in rows:
        row = finder.text[first:last]
        least = max(least, len(row) - len(row.lstrip(" ")))
        if row.strip(" "):
            break
    return least
