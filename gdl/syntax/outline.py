"""Turns the YAML of a rule file into its sections, and parses every rule text.

`read_outline` takes the map that `gdl.yaml` read, with `extends` already merged, and returns a
`RuleFile`.  It knows which shape of YAML belongs under each heading and which start symbol of the
grammar each text has, but nothing about meaning.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

from gdl.source.diagnostics import WRITE, Report
from gdl.source.spans import Source, Span
from gdl.syntax import nodes as syntax
from gdl.syntax.boards import Boards
from gdl.syntax.errors.end_lines import end_without_colon, without_colon
from gdl.syntax.errors.pointers import used_colours
from gdl.syntax.leaves import WORD, first_words
from gdl.syntax.named_lines import NamedLines
from gdl.syntax.notation import Notations
from gdl.syntax.parser import parses
from gdl.syntax.playing import playing_of
from gdl.syntax.rule_file import (
    AttributeEntry,
    Body,
    DefineEntry,
    Fact,
    PieceEntry,
    PlayerEntry,
    RuleFile,
    WordEntry,
    WordsEntry,
)
from gdl.vocabulary.keywords import SHAPES, VERBS
from gdl.vocabulary.synonyms import headings_meant
from gdl.yaml.changes import is_taken_out
from gdl.yaml.reader import Entry, List, Map, Node, Text

PIECE_ENTRIES = {  # the entries of a kind, and what a text under each looks like
    "owner": re.compile(r"none"),
    "supply": re.compile(r"each|\d+"),
    "with": re.compile(r""),
}
CHOICE = re.compile(r"(.* (?:to|on|of) )(.+?) *\? *(.+?) *")  # the key of `set n to c ? 1 : 0`
CASES = "cases are lines below `turn` without `-`, as `if some supply: place` and `else: slide`"
HEADINGS = (
    "game designer year notes looks notation extends options players board words pieces setup "
    "state marks define chance actions sees questions parts opening turn after_turn end"
).split()
NEEDED = {
    "game": "game: My game",
    "players": "players: White, Black",
    "turn": "turn: place",
}


def heading(text: str) -> str:
    """A heading as a Python name: `after_turn` for `after turn`."""
    return text.strip().replace(" ", "_")


def read_outline(root: Map, report: Report, reader: Outline | None = None) -> RuleFile:
    """The sections of a rule file; what cannot be read is reported and left out.

    `reader` is what reads the texts, for callers that want to know more about them.
    """
    reader = reader or Outline(report)
    sections: dict[str, Any] = {}
    present = {heading(e.key.value): e.key.span.source for e in root.entries}
    for entry in root.entries[: reader.most(root.entries)]:
        name = known_heading(entry, present, reader)
        if name is None:
            continue
        value = getattr(reader, name)(entry.value)
        if name in ("designer", "year", "notes"):
            sections.setdefault("about", {})[name] = value
        elif name == "game":
            sections["title"] = value
        elif name != "extends" and value is not None:
            sections[name] = value
    missing = [name for name in NEEDED if name not in present]
    if missing:
        what = "the heading {} is" if len(missing) == 1 else "the headings {} are"
        report.add(
            "missing-heading", head_span(root),
            what=what.format(" and ".join(f"`{name}`" for name in missing)),
            example=" and ".join(f"`{NEEDED[name]}`" for name in missing),
        )  # fmt: skip
    file = RuleFile(span=head_span(root), broken=frozenset(reader.broken),
                    line_names=reader.line_names, characters=reader.characters,
                    **sections)  # fmt: skip
    return replace(file, playing=playing_of(file))


def known_heading(entry: Entry, present: dict[str, Source], reader: Outline) -> str | None:
    """The heading of an entry, or None; an unknown one is reported and read as what it may mean."""
    key = entry.key
    name = heading(key.value)
    if name in HEADINGS and "_" not in key.value:
        return name
    known = [h.replace("_", " ") for h in HEADINGS]
    free = [h for h in known if present.get(heading(h)) != key.span.source]
    near = headings_meant(key.value)
    meant = tuple(h for h in near if h in free)
    names = meant or reader.report.near(key.value, free)
    span, candidates = key.span, names or reader.report.near(key.value, known)
    if names and (word := odd_word(key.value, names[0])):
        span, candidates = key.part(*word), (names[0].split()[key.value[: word[0]].count(" ")],)
    hint = f"such rules stand under `{'` or `'.join(near)}`"
    hint = hint if near else f"the headings are {', '.join(known)}"
    reader.report.add("unknown-heading", span, word=span.text, candidates=candidates, hint=hint)
    if not names or (heading(names[0]) in present and isinstance(entry.value, Map)):
        reader.give_up(entry.value)
        return None
    present[heading(names[0])] = key.span.source
    return heading(names[0])


def odd_word(given: str, wanted: str) -> tuple[int, int] | None:
    """The place of the only word in which a heading differs from another of several words."""
    words = list(re.finditer(r"\S+", given))
    pairs = zip(words, wanted.split(), strict=False)
    odd = [match for match, right in pairs if match[0] != right]
    several = len(words) == len(wanted.split()) > 1
    return odd[0].span() if several and len(odd) == 1 else None


def head_span(root: Map) -> Span:
    """The first key of the file itself (not of its base), where missing headings are reported."""
    own = (e.key.span for e in root.entries if e.key.span.source == root.span.source)
    return next(own, root.span)


class Outline(Boards, NamedLines, Notations):
    """Has a method for each heading, which turns the YAML under it into its section."""

    # ---- headings for people ----

    game = designer = year = notes = extends = Boards.plain

    def looks(self, node: Node) -> tuple[tuple[Text, Text], ...]:
        entries = self.entries(node, "Black: black")
        texts = ((e.key, self.text(e.value, "plain words", "black")) for e in entries)
        return tuple((key, text) for key, text in texts if text is not None)

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
                self.broken |= set(used_colours(node.span.source.text))  # not unknown names
            return parsed and tuple(PlayerEntry(p.name, p.condition) for p in parsed.players)
        pairs = self.map_of(node, "player", self.facts, "White:")
        return tuple(PlayerEntry(p.name, p.condition, facts) for p, facts in pairs)

    def facts(self, node: Node) -> tuple[Fact, ...]:
        pairs = self.map_of(node, "name", self.definition, "goal: row(8)")
        return tuple(Fact(name, value) for name, value in pairs)

    def on_one_line(self, node: Node, name: str, start: str) -> Node:
        """The node under a heading; names written as a list are reported and read as one text."""
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

    def words(self, node: Node) -> tuple[WordsEntry, ...]:
        pairs = self.map_of(node, "name", self.listed_words, "suit: clubs, diamonds")
        return tuple(WordsEntry(name, words or ()) for name, words in pairs)

    def listed_words(self, node: Node) -> tuple[WordEntry, ...] | None:
        """The words of an entry: a list of them, or a map from each to its facts."""
        node = self.on_one_line(node, "words", "names")
        if isinstance(node, Text):
            parsed = self.leaf(node, "names")
            return parsed and tuple(WordEntry(name) for name in parsed.names)
        words: list[WordEntry] = []
        for entry in self.entries(node, "rock:"):
            is_shared = "," in entry.key.value
            if is_shared:
                each = "` and `".join(f"{word.strip()}:" for word in entry.key.value.split(","))
                self.report.add("words-together", entry.key.span, each=each)
            key = self.leaf(entry.key, "names" if is_shared else "name")
            facts = self.facts(entry.value)
            if key is not None:
                words += (WordEntry(name, facts) for name in (key.names if is_shared else [key]))
        return tuple(words)

    def pieces(self, node: Node) -> Any:
        node = self.on_one_line(node, "pieces", "names")
        if isinstance(node, Text):
            parsed = self.leaf(node, "names")
            return parsed and tuple(PieceEntry(name) for name in parsed.names)
        pairs = [
            (self.leaf(entry.key, "name"), entry.value) for entry in self.entries(node, "man:")
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
                parts["attributes"] = self.attributes(entry.value)
            else:
                fact, value = self.leaf(entry.key, "name"), self.definition(entry.value)
                if fact is not None and value is not None:
                    facts.append(Fact(fact, value))
                else:
                    self.give_up(entry.key)
        return PieceEntry(name, facts=tuple(facts), **parts)

    def attributes(self, node: Node) -> tuple[AttributeEntry, ...]:
        read = partial(self.leaf, start="domain")
        pairs = self.map_of(node, "name", read, "promoted: flag = false")
        return tuple(AttributeEntry(name, domain) for name, domain in pairs)

    def piece_entry(self, entry: Entry, present: set[str]) -> str:
        """The key of an entry of a kind; one that is misspelt, by its value, is reported."""
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
        """The statements of a body: a text is one statement, a list holds statements and blocks."""
        if isinstance(node, Text):
            return self.named((self.leaf(node, "statement"),))
        if self.changes(node, self.body):
            return ()
        names = self.names(node)
        return tuple(
            statement
            for item, name in zip(self.items(node, "- put stone on at"), names, strict=False)
            for statement in self.named(self.statements(item), name)
        )

    def statements(self, item: Node) -> Body:
        if is_taken_out(item) and self.changes(item, self.body):
            return ()
        if isinstance(item, Map):
            return self.blocks(item)
        if isinstance(item, Text):
            return self.body(item)
        what, example = SHAPES["statement"]
        self.report.add("text-wanted", first_words(item), what=what, example=example)
        return ()

    def blocks(self, item: Map) -> Body:
        """The `if`, `else`, `for` and `repeat` blocks of one item."""
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
            elif isinstance(head, syntax.RepeatHead):
                made.append(syntax.RepeatWhile(head.span, head.times, head.condition, body))
                is_open = False
            else:
                is_open = True  # the head is unknown and may have been an `if`
            branches = branches if is_open and head is not None else []
        return tuple(made)

    def is_statement(self, entry: Entry) -> bool:
        """Whether a key is a statement that was cut in two by a `: `; if so, report it."""
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
        """Report an `else` without an `if`; it may only be wrongly written as a list item."""
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

    def parts(self, node: Node) -> Any:
        return self.map_of(node, "name", partial(self.leaf, start="turn"), "hops: hop, hop at will")

    def opening(self, node: Node) -> tuple[syntax.Turn, ...]:
        turns = [self.leaf(item, "turn") for item in self.items(node, "- place")]
        return tuple(turn for turn in turns if turn is not None)

    def turn(self, node: Node) -> Any:
        if isinstance(node, Text):
            turn = self.leaf(node, "turn")
            return None if turn is None else ((None, turn),)
        if isinstance(node, List):
            what, example = SHAPES["turn"]
            hint = CASES if any(isinstance(item, Map) for item in node.items) else None
            self.report.add("text-wanted", first_words(node), what=what, example=example, hint=hint)
            return None
        pairs = self.map_of(
            node, "turn_case", lambda n: self.leaf(n, "turn"), "if some supply: place"
        )
        if pairs and pairs[0][0].is_else and first_words(node) == pairs[0][0].span:
            self.report.add("else-without-if", pairs[0][0].span)
        return tuple((head.condition, turn) for head, turn in pairs)

    def end(self, node: Node) -> Any:
        if self.changes(node, self.end):
            return ()
        names = self.names(node)
        made = []
        for item, name in zip(self.items(node, "- when no empty: draw"), names, strict=False):
            for head, result in self.end_line(item):
                name = head.name.text if head.name else name
                if name is not None:
                    self.line_names[head.span] = name
                made.append((head, result))
        return tuple(made)

    def end_line(self, item: Node) -> tuple[tuple[syntax.EndHead, syntax.Result], ...]:
        if is_taken_out(item) and self.changes(item, self.end):
            return ()
        if isinstance(item, Text):
            if not end_without_colon(item, parses, self.report):
                self.report.add("map-wanted", item.span, example="- when no empty: draw")
            return ()
        return self.map_of(
            item, "end_head", lambda n: self.leaf(n, "result"), "when no empty: draw"
        )
