"""The YAML of a rule file to its sections, every rule text parsed.

`outline` takes the map that `gdl.yaml_reader` read (with `extends` already merged) and gives a
`RuleFile`: the sections of a rule sheet with syntax nodes in them.  It knows which heading holds
what shape of YAML and which start symbol of the grammar stands where, and nothing of meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from gdl import syntax
from gdl.diagnostics import WRITE, Report
from gdl.end_lines import end_without_colon, without_colon
from gdl.keywords import SHAPES, VERBS
from gdl.limits import MAX_ENTRIES, MAX_RULES
from gdl.parser import parse, parses
from gdl.pointers import used_colours
from gdl.source import Source, Span
from gdl.synonyms import headings_meant
from gdl.wording import grouped
from gdl.yaml_reader import Entry, List, Map, Node, Text

T = TypeVar("T")
WORD = re.compile(r"[A-Za-z_]\w*")
DECLARING = (  # start symbols of texts that declare names
    "name", "names", "players", "player", "stored", "definition", "path", "action_head",
    "define_head", "stored_head",
)  # fmt: skip
PIECE_ENTRIES = {  # what is known of a kind, and what may stand under it
    "owner": re.compile(r"none"),
    "supply": re.compile(r"each|\d+"),
    "with": re.compile(r""),
}
BOARD_ENTRIES = ("cells", "lines", "points", "tracks")
CHOICE = re.compile(r"(.* (?:to|on|of) )(.+?) *\? *(.+?) *")  # of `set n to c ? 1 : 0`
EXAMPLES = {"points": "centre: 3 2.5", "tracks": "onward: a1 b1 c1"}
Body = tuple[syntax.Statement, ...]


@dataclass(frozen=True)
class Fact:
    """A constant of a player or a kind."""

    name: syntax.Name
    value: syntax.Definition


@dataclass(frozen=True)
class PlayerEntry:
    """A colour, when it takes part, and its facts."""

    name: syntax.Name
    condition: syntax.Expr | None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class BoardEntry:
    """The board: a constructor expression or lines of points, with named tracks."""

    span: Span
    cells: syntax.Expr | None = None
    lines: tuple[syntax.Path, ...] = ()
    points: tuple[tuple[syntax.Name, syntax.Point], ...] = ()
    tracks: tuple[tuple[syntax.Name, syntax.Path], ...] = ()
    is_broken: bool = False  # whether some of it could not be read


@dataclass(frozen=True)
class PieceEntry:
    """A kind of piece."""

    name: syntax.Name
    owner: syntax.Owner | None = None
    supply: syntax.Expr | syntax.Each | None = None
    attributes: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class DefineEntry:
    """A definition: an expression or statements."""

    head: syntax.Head
    body: syntax.Definition | Body

    @property
    def is_performed(self) -> bool:
        """Whether it is a list of statements."""
        return isinstance(self.body, tuple)


@dataclass(frozen=True)
class RuleFile:
    """The sections of a rule file; what the file leaves out is empty or None."""

    span: Span
    title: str = ""
    about: dict[str, str] = field(default_factory=dict)  # designer, year, notes
    looks: tuple[tuple[Text, str], ...] = ()
    options: tuple[tuple[syntax.Name, syntax.Stored], ...] = ()
    players: tuple[PlayerEntry, ...] = ()
    board: BoardEntry | None = None
    pieces: tuple[PieceEntry, ...] = ()
    setup: Body = ()
    state: tuple[tuple[syntax.Head, syntax.Stored], ...] = ()
    marks: tuple[tuple[syntax.Head, syntax.Stored], ...] = ()
    define: tuple[DefineEntry, ...] = ()
    chance: tuple[tuple[syntax.Head, Body], ...] = ()
    actions: tuple[tuple[syntax.Head, Body], ...] = ()
    sees: tuple[tuple[syntax.Head, syntax.Shown], ...] = ()
    questions: tuple[tuple[syntax.Head, syntax.Expr], ...] = ()
    opening: tuple[syntax.Turn, ...] = ()
    turn: tuple[tuple[syntax.Expr | None, syntax.Turn], ...] = ()
    after_turn: Body = ()
    end: tuple[tuple[syntax.EndHead, syntax.Result], ...] = ()
    broken: frozenset[str] = frozenset()  # words of declarations that cannot be read
    characters: int = 0  # of all rule texts


HEADINGS = (
    "game designer year notes looks extends options players board pieces setup state marks "
    "define chance actions sees questions opening turn after_turn end"
).split()
NEEDED = {
    "game": "game: My game",
    "players": "players: White, Black",
    "board": "board: square(8)",
    "turn": "turn: place",
}


def heading(text: str) -> str:
    """The name under which a heading is known here."""
    return text.strip().replace(" ", "_")


def outline(root: Map, report: Report) -> RuleFile:
    """The sections of a rule file; what cannot be read is reported and left out."""
    reader = Outline(report)
    found: dict[str, Any] = {}
    present = {heading(e.key.value): e.key.span.source for e in root.entries}
    for entry in root.entries[: reader.most(root.entries)]:
        name = known_heading(entry, present, reader)
        if name is None:
            continue
        value = getattr(reader, name)(entry.value)
        if name in ("designer", "year", "notes"):
            found.setdefault("about", {})[name] = value
        elif name == "game":
            found["title"] = value
        elif name != "extends" and value is not None:
            found[name] = value
    missing = [name for name in NEEDED if name not in present]
    if missing:
        what = "the heading {} is" if len(missing) == 1 else "the headings {} are"
        report.add(
            "missing-heading", head_span(root),
            what=what.format(" and ".join(f"`{name}`" for name in missing)),
            example=" and ".join(f"`{NEEDED[name]}`" for name in missing),
        )  # fmt: skip
    return RuleFile(span=head_span(root), broken=frozenset(reader.broken),
                    characters=reader.characters, **found)  # fmt: skip


def known_heading(entry: Entry, present: dict[str, Source], reader: Outline) -> str | None:
    """The heading of an entry; a misspelt one is reported and read as the one that is near."""
    key = entry.key
    name = heading(key.value)
    if name in HEADINGS and "_" not in key.value:
        return name
    known = [h.replace("_", " ") for h in HEADINGS]
    free = [h for h in known if present.get(heading(h)) != key.span.source]
    near = headings_meant(key.value)
    meant = tuple(h for h in near if h in free)
    found = meant or reader.report.near(key.value, free)
    span, candidates = key.span, found or reader.report.near(key.value, known)
    if found and (word := odd_word(key.value, found[0])):
        span, candidates = key.part(*word), (found[0].split()[key.value[: word[0]].count(" ")],)
    hint = f"such rules stand under `{'` or `'.join(near)}`"
    hint = hint if near else f"the headings are {', '.join(known)}"
    reader.report.add("unknown-heading", span, word=span.text, candidates=candidates, hint=hint)
    if not found or (heading(found[0]) in present and isinstance(entry.value, Map)):
        reader.give_up(entry.value)
        return None
    present[heading(found[0])] = key.span.source
    return heading(found[0])


def odd_word(given: str, wanted: str) -> tuple[int, int] | None:
    """Where the one word stands that keeps a heading of several words from being another."""
    words = list(re.finditer(r"\S+", given))
    pairs = zip(words, wanted.split(), strict=False)
    odd = [match for match, right in pairs if match[0] != right]
    several = len(words) == len(wanted.split()) > 1
    return odd[0].span() if several and len(odd) == 1 else None


def head_span(root: Map) -> Span:
    """The first key of the file itself (not of its base), where what is missing is reported."""
    own = (e.key.span for e in root.entries if e.key.span.source == root.span.source)
    return next(own, root.span)


class Outline:
    """A method for each heading, from its YAML to its section."""

    def __init__(self, report: Report):
        self.report = report
        self.broken: set[str] = set()
        self.characters = 0  # of all rule texts so far

    # ---- shapes of YAML ----

    def leaf(self, node: Node, start: str) -> Any:
        """The syntax node of a text."""
        what, example = SHAPES[start]
        text = self.text(node, what, example)
        made = None if text is None or self.is_too_much(text) else parse(text, start, self.report)
        if made is None and start in DECLARING:
            self.give_up(node)
        return made

    def is_too_much(self, text: Text) -> bool:
        """Whether more rule texts stand here than are read; it is reported once."""
        before, self.characters = self.characters, self.characters + len(text.value)
        if before <= MAX_RULES < self.characters:
            self.report.add("rules-too-long", text.span, most=grouped(MAX_RULES))
        return self.characters > MAX_RULES

    def text(self, node: Node, what: str, example: str) -> Text | None:
        """The node as a text."""
        if isinstance(node, Text):
            return node
        self.report.add("text-wanted", first_words(node), what=what, example=example)
        return None

    def give_up(self, node: Node) -> None:
        """Remember the words of what cannot be read: they may have been declared by it."""
        if isinstance(node, Text):
            self.broken |= set(WORD.findall(node.value))
        elif isinstance(node, List):
            for item in node.items:
                self.give_up(item)
        else:
            for entry in node.entries:
                self.give_up(entry.key)
                self.give_up(entry.value)

    def most(self, things: tuple[Entry, ...] | tuple[Node, ...]) -> int:
        """How many entries or items are read; more are reported."""
        if len(things) > MAX_ENTRIES:
            first = things[MAX_ENTRIES]
            span = first.key.span if isinstance(first, Entry) else first_words(first)
            self.report.add("too-many-entries", span, most=grouped(MAX_ENTRIES))
        return MAX_ENTRIES

    def entries(self, node: Node, example: str) -> Iterator[Entry]:
        """The entries of a map."""
        if isinstance(node, Map):
            for entry in node.entries[: self.most(node.entries)]:
                if not self.is_message(entry.key):
                    yield entry
        elif isinstance(node, Text) and (line := heading_line(node)):
            self.report.add("yaml-missing-colon", line)
            self.give_up(node)
        elif not (isinstance(node, Text) and not node.value):
            self.report.add("map-wanted", first_words(node), example=example)
            self.give_up(node)

    def is_message(self, key: Text) -> bool:
        """Whether a key is a rule that was cut in two by a `: ` in its message; it is reported."""
        if key.value.count('"') % 2 == 0:
            return False
        end = key.span.end
        self.report.add("yaml-colon", Span(key.span.source, end, end + 1))
        return True

    def items(self, node: Node, example: str) -> Iterator[Node]:
        """The items of a list."""
        if isinstance(node, List):
            yield from node.items[: self.most(node.items)]
        elif not (isinstance(node, Text) and not node.value):
            self.report.add("list-wanted", first_words(node), example=example)
            self.give_up(node)

    def map_of(
        self, node: Node, head: str, value: Callable[[Node], T], example: str
    ) -> tuple[tuple[Any, T], ...]:
        """Pairs of a parsed key and what `value` makes of what stands under it."""
        pairs = []
        for entry in self.entries(node, example):
            key, content = self.leaf(entry.key, head), value(entry.value)
            if key is not None and content is not None:
                pairs.append((key, content))
            elif content is None:
                self.give_up(entry.key)
        return tuple(pairs)

    def plain(self, node: Node) -> str:
        """Text for people, not rules."""
        text = self.text(node, "plain words", "White moves first.")
        return text.value.strip() if text else ""

    # ---- headings for people ----

    game = designer = year = notes = extends = plain

    def looks(self, node: Node) -> tuple[tuple[Text, str], ...]:
        return tuple((e.key, self.plain(e.value)) for e in self.entries(node, "Black: black"))

    # ---- declarations ----

    def stored(self, node: Node) -> Any:
        return self.leaf(node, "stored")

    def definition(self, node: Node) -> Any:
        return self.leaf(node, "definition")

    def options(self, node: Node) -> Any:
        return self.map_of(node, "name", self.stored, "size: 2..19 = 9")

    def players(self, node: Node) -> Any:
        node = self.on_one_line(node, "players", "players")
        if isinstance(node, Text):
            parsed = self.leaf(node, "players")
            if parsed is None and node.value.strip().isdigit():
                self.broken |= set(used_colours(node.span.source.text))  # the number hides them
            return parsed and tuple(PlayerEntry(p.name, p.condition) for p in parsed.players)
        pairs = self.map_of(node, "player", self.facts, "White:")
        return tuple(PlayerEntry(p.name, p.condition, facts) for p, facts in pairs)

    def facts(self, node: Node) -> tuple[Fact, ...]:
        pairs = self.map_of(node, "name", self.definition, "goal: row(8)")
        return tuple(Fact(name, value) for name, value in pairs)

    def board(self, node: Node) -> BoardEntry:
        span = first_words(node)
        if isinstance(node, Text):
            cells = self.leaf(node, "expr")
            return BoardEntry(span, cells, is_broken=cells is None)
        parts: dict[str, Any] = {}
        before = self.report.errors
        for entry in self.entries(node, "cells: square(8)"):
            name = self.board_entry(entry)
            if name == "cells":
                parts[name] = self.leaf(entry.value, "expr")
            elif name == "lines":
                lines = [self.leaf(i, "path") for i in self.items(entry.value, "- a1 a2 a3")]
                parts[name] = tuple(line for line in lines if line is not None)
            elif name is not None:
                start = "point" if name == "points" else "path"
                read = partial(self.leaf, start=start)
                parts[name] = self.map_of(entry.value, "name", read, EXAMPLES[name])
        return BoardEntry(span, **parts, is_broken=self.report.errors > before)

    def board_entry(self, entry: Entry) -> str | None:
        """The key of an entry of the board; one that is misspelt is read as the one near to it."""
        key = entry.key.value
        if key in BOARD_ENTRIES:
            return key
        found = self.report.near(key, BOARD_ENTRIES)
        hint = f"known are {', '.join(BOARD_ENTRIES)}"
        self.report.add("unknown-entry", entry.key.span, word=key, candidates=found, hint=hint)
        if not found:
            self.give_up(entry.value)
        return found[0] if found else None

    def on_one_line(self, node: Node, name: str, start: str) -> Node:
        """What stands under a heading; names that are written as a list are reported, and read as
        the one text that is meant."""
        items = node.items if isinstance(node, List) else ()
        words = ", ".join(item.value.strip() for item in items if isinstance(item, Text))
        if not items or len(words.split(",")) != len(items) or parses(words, start) <= len(words):
            return node
        source, last = items[0].span.source, items[-1].span.end
        first = source.text.rfind("-", 0, items[0].span.start)
        span = Span(source, first, last)
        indent = "" if span.column > 1 else "  "
        is_plain = re.search(r"[\"'#]", Span(span.source, first, last + 1).text) is None
        self.report.add(
            "text-wanted", span, what=SHAPES[start][0], example=words,
            hint=f"write `{name}: {words}`", suggestion=indent + words if is_plain else None,
        )  # fmt: skip
        return Text(words, span, (first, *range(last - len(words) + 1, last + 1)))

    def pieces(self, node: Node) -> Any:
        node = self.on_one_line(node, "pieces", "names")
        if isinstance(node, Text):
            parsed = self.leaf(node, "names")
            return parsed and tuple(PieceEntry(name) for name in parsed.names)
        pairs = [
            (self.leaf(entry.key, "name"), entry.value)
            for entry in self.entries(node, "man:")
        ]
        return tuple(self.piece(name, value) for name, value in pairs if name is not None)

    def piece(self, name: syntax.Name, node: Node) -> PieceEntry:
        parts: dict[str, Any] = {}
        facts = []
        present = {e.key.value for e in node.entries} if isinstance(node, Map) else set()
        for entry in self.entries(node, "supply: 9"):
            key = self.piece_entry(entry, present)
            if key in ("owner", "supply"):
                parts[key] = self.leaf(entry.value, key)
            elif key == "with":
                parts["attributes"] = self.facts(entry.value)
            else:
                fact, value = self.leaf(entry.key, "name"), self.definition(entry.value)
                if fact is not None and value is not None:
                    facts.append(Fact(fact, value))
                else:
                    self.give_up(entry.key)
        return PieceEntry(name, facts=tuple(facts), **parts)

    def piece_entry(self, entry: Entry, present: set[str]) -> str:
        """The key of an entry; one that is misspelt, by what stands under it, is reported."""
        key, value = entry.key.value, entry.value
        if key in PIECE_ENTRIES:
            return key
        for meant in self.report.near(key, [e for e in PIECE_ENTRIES if e not in present]):
            plain = value.value.strip() if isinstance(value, Text) else ""
            if isinstance(value, Map) if meant == "with" else PIECE_ENTRIES[meant].fullmatch(plain):
                self.report.add("unknown-entry", entry.key.span, word=key, candidates=(meant,))
                return meant
        return key

    def state(self, node: Node) -> Any:
        return self.map_of(node, "stored_head", self.stored, "record: 0..9 = 0")

    marks = state

    def define(self, node: Node) -> tuple[DefineEntry, ...]:
        pairs = self.map_of(node, "define_head", self.defined, "score(p): count(pieces(p))")
        return tuple(DefineEntry(head, body) for head, body in pairs)

    def defined(self, node: Node) -> Any:
        return self.definition(node) if isinstance(node, Text) else self.body(node)

    # ---- statements ----

    def actions(self, node: Node) -> Any:
        return self.map_of(node, "action_head", self.body, "place(at in empty): put stone on at")

    chance = actions

    def setup(self, node: Node) -> Body:
        return self.body(node)

    after_turn = setup

    def body(self, node: Node) -> Body:
        """A text is a body of one statement; a list holds statements and blocks."""
        if isinstance(node, Text):
            statement = self.leaf(node, "statement")
            return () if statement is None else (statement,)
        return tuple(
            statement
            for item in self.items(node, "- put stone on at")
            for statement in self.statements(item)
        )

    def statements(self, item: Node) -> Body:
        if isinstance(item, Map):
            return self.blocks(item)
        if isinstance(item, Text):
            return self.body(item)
        what, example = SHAPES["statement"]
        self.report.add("text-wanted", first_words(item), what=what, example=example)
        return ()

    def blocks(self, item: Map) -> Body:
        """The `if`, `else` and `for` blocks of one item."""
        made: list[syntax.Statement] = []
        branches: list[tuple[syntax.Expr | None, Body]] = []
        is_open = False  # whether an `else` may follow
        for entry in item.entries:
            if self.is_message(entry.key) or self.is_statement(entry):
                continue
            head, body = self.leaf(entry.key, "block"), self.body(entry.value)
            if isinstance(head, syntax.IfHead):
                if head.is_else and not is_open:
                    self.else_alone(head)
                elif head.is_else and branches:
                    made.pop()
                else:
                    branches = []
                branches.append((head.condition, body))
                made.append(syntax.If(head.span, tuple(branches)))
                is_open = head.condition is not None
            elif isinstance(head, syntax.ForHead):
                made.append(syntax.For(head.span, head.binders, head.condition, body))
                is_open = False
            else:
                is_open = True  # what was meant by the head cannot be known
            branches = branches if is_open and head is not None else []
        return tuple(made)

    def is_statement(self, entry: Entry) -> bool:
        """Whether a key is a statement that was cut in two by a `: `; it is reported."""
        key, value = entry.key, entry.value
        first = WORD.match(key.value)
        if first is None or first[0] not in VERBS:
            return False
        colon = Span(key.span.source, key.span.end, key.span.end + 1)
        chosen, span = CHOICE.fullmatch(key.value), key.span.to(value.span)
        if meant := without_colon(span, parses, self.report):
            self.report.add("yaml-colon", span, candidates=meant, offer=WRITE)
            return True
        if chosen is None or not isinstance(value, Text):
            self.report.add("yaml-colon", colon, hint="a statement holds no `:`; leave it out")
            return True
        begin, condition, yes = chosen.groups()
        right = f"{begin}{yes} if {condition} else {value.value}"
        self.report.add("yaml-colon", span, candidates=(right,), offer=WRITE)
        return True

    def else_alone(self, head: syntax.IfHead) -> None:
        """Report an `else` without an `if`: perhaps one that is an item of its own."""
        span, words = head.span, head.span.text
        line = span.source.line(span.line)
        dash = re.match(r" *- $", line[: span.column - 1])
        if dash is None:
            self.report.add("else-without-if", span)
        else:
            whole = Span(span.source, span.start - 2, span.end)
            self.report.add(
                "else-without-if", whole, candidates=(f"  {words}",),
                offer="it stands in the column of its `if`, with no `-` before it: `else`",
            )  # fmt: skip

    # ---- what is seen ----

    def sees(self, node: Node) -> Any:
        return self.map_of(
            node, "seen_head", lambda n: self.leaf(n, "shown"), "board: pieces(viewer)"
        )

    def questions(self, node: Node) -> Any:
        return self.map_of(
            node, "action_head", lambda n: self.leaf(n, "expr"), "touch(c in cells): piece[c]"
        )

    # ---- play ----

    def opening(self, node: Node) -> tuple[syntax.Turn, ...]:
        turns = [self.leaf(item, "turn") for item in self.items(node, "- place")]
        return tuple(turn for turn in turns if turn is not None)

    def turn(self, node: Node) -> Any:
        if isinstance(node, Text):
            turn = self.leaf(node, "turn")
            return None if turn is None else ((None, turn),)
        if isinstance(node, List):
            self.leaf(node, "turn")
            return None
        pairs = self.map_of(
            node, "turn_case", lambda n: self.leaf(n, "turn"), "if some supply: place"
        )
        if pairs and pairs[0][0].is_else and first_words(node) == pairs[0][0].span:
            self.report.add("else-without-if", pairs[0][0].span)
        return tuple((head.condition, turn) for head, turn in pairs)

    def end(self, node: Node) -> Any:
        pairs = [
            pair
            for item in self.items(node, "- when no empty: draw")
            for pair in self.end_line(item)
        ]
        return tuple(pairs)

    def end_line(self, item: Node) -> tuple[tuple[syntax.EndHead, syntax.Result], ...]:
        if isinstance(item, Text):
            if not end_without_colon(item, parses, self.report):
                self.report.add("map-wanted", item.span, example="- when no empty: draw")
            return ()
        return self.map_of(
            item, "end_head", lambda n: self.leaf(n, "result"), "when no empty: draw"
        )


def heading_line(text: Text) -> Span | None:
    """The first line of a text where it was meant as a heading: a list follows it."""
    source, start = text.span.source, text.span.start
    lines = source.text[start : text.span.end].split("\n")
    is_heading = len(lines) > 1 and re.fullmatch(r"\w+ *(\(.*\))? *\r?", lines[0])
    if not is_heading or not lines[1].lstrip().startswith("- "):
        return None
    return Span(source, start, start + len(lines[0].rstrip()))


def first_words(node: Node) -> Span:
    """Where a node begins, short enough to point at."""
    if isinstance(node, Text):
        return node.span
    if isinstance(node, Map) and node.entries:
        return node.entries[0].key.span
    if isinstance(node, List) and node.items:
        return first_words(node.items[0])
    return node.span
