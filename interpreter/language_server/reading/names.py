"""The names of one file: where each is declared and used, and which of them mean the same thing.

Names of a file mean the same everywhere; parameters and variables of `for` belong to a scope.  In
a rule that does not parse, each word counts as a use of the name in scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from gdl.check.expressions.context import CELL_NAME
from gdl.check.expressions.scope import WORDS
from gdl.syntax import nodes as syntax
from gdl.vocabulary.keywords import KEYWORDS
from gdl.yaml.changes import PLACES
from interpreter.language_server.reading.leaves import Leaf, Reading

WORD = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\S')
HEADS = {  # what the head of an entry declares, by its heading
    "state": "variable", "marks": "mark", "define": "definition", "actions": "action",
    "chance": "chance", "questions": "question",
}  # fmt: skip
PARTS = {"tracks": "direction", "points": "cell", "letters": "definition"}  # under `board`
GLOBAL = ""
LINES = "lines of "  # how the scopes of the names of lines begin
Locals = dict[str, str]  # the local names in sight, with their scopes
NOTHING_SEEN: Locals = {}


@dataclass(frozen=True)
class Occurrence:
    """A name where it stands."""

    name: str
    start: int
    end: int
    declares: bool
    sort: str  # "action", "parameter" …; of a use "", of a word that a domain may declare "word"
    scope: str = GLOBAL
    leaf: Leaf | None = None
    within: frozenset[str] = frozenset()  # of a declaration: the scopes of the local names in sight


def occurrences(reading: Reading) -> tuple[Occurrence, ...]:
    """All names of a file where they stand, in order."""
    finder = Finder(reading)
    for leaf in reading.leaves:
        finder.take(leaf)
    found = {(o.start, o.end): o for o in finder.found}
    return tuple(sorted(found.values(), key=lambda o: o.start))


class Finder:
    """Collects occurrences leaf by leaf, and keeps the local names in sight."""

    def __init__(self, reading: Reading):
        self.reading = reading
        self.found: list[Occurrence] = []
        self.leaf: Leaf = reading.leaves[0] if reading.leaves else None  # type: ignore[assignment]
        self.group = ("", 0)  # heading and entry of the last leaf
        self.entry: Locals = {}  # declared by the head of the entry
        self.blocks: list[tuple[int, Locals]] = []  # the column of each open `for`, what it binds
        self.about = ""  # under `sees`: the action that the entry is about
        self.head = ""  # the name of the action or the definition to which statements belong

    def take(self, leaf: Leaf) -> None:
        """Add the names of the next leaf."""
        self.leaf = leaf
        if (leaf.heading, leaf.entry) != self.group:
            if leaf.heading != self.group[0] or leaf.start.endswith("_head"):
                self.head = ""
            self.group, self.entry, self.blocks = (leaf.heading, leaf.entry), {}, []
        column = leaf.text.span.column
        while self.blocks and self.blocks[-1][0] >= column:
            self.blocks.pop()
        if leaf.start in ("piece_entry", "board_entry", "extends"):
            return
        if leaf.node is None:
            self.broken(leaf)
        elif hasattr(self, f"take_{leaf.start}"):
            getattr(self, f"take_{leaf.start}")(leaf.node)
        else:
            self.walk(leaf.node, self.locals)

    @property
    def locals(self) -> Locals:
        """The local names in sight at the present leaf."""
        merged = dict(self.entry)
        for _, bound in self.blocks:
            merged |= bound
        return merged

    # ---- notes ----

    def note(
        self, name: syntax.Name | syntax.Word, declares: bool, sort: str, scope: str,
        seen: Locals = NOTHING_SEEN,
    ) -> None:  # fmt: skip
        """Add a name where it stands."""
        span, within = name.span, frozenset(seen.values())
        self.found.append(
            Occurrence(name.text, span.start, span.end, declares, sort, scope, self.leaf, within)
        )

    def use(self, name: syntax.Name | syntax.Word, seen: Locals, sort: str = "") -> None:
        """Add a use of a local name, if it is in sight, or of one of the file."""
        scope = seen.get(name.text, GLOBAL)
        self.note(name, False, sort if scope == GLOBAL else "", scope)

    def bind(self, name: syntax.Name, seen: Locals, scope: str, sort: str) -> Locals:
        """Add a local name, and return what is in sight with it."""
        self.note(name, True, sort, scope, seen)
        return seen | {name.text: scope}

    def place(self) -> str:
        """A scope for what the next node binds."""
        return f"{self.reading.source.name}#{len(self.found)}"

    # ---- keys and declarations ----

    def take_name(self, name: syntax.Name) -> None:
        """The key of an entry."""
        heading, part = self.leaf.heading, self.leaf.part
        if heading in ("looks", "notation"):
            self.use(name, {name.text: f"action {part}"} if part else {})
        else:
            sort = {
                "options": "option", "players": "fact", "pieces": part or "kind", "parts": "part",
                "words": part or WORDS,
            }.get(heading, PARTS.get(part, "cell"))  # fmt: skip
            self.note(name, True, sort, GLOBAL)

    def take_names(self, node: syntax.Names) -> None:
        sort = "word" if self.leaf.heading == "words" else "kind"
        for name in node.names:
            self.note(name, True, sort, GLOBAL)

    def take_players(self, node: syntax.Players) -> None:
        for player in node.players:
            self.take_player(player)

    def take_player(self, node: syntax.Player) -> None:
        self.note(node.name, True, "colour", GLOBAL)
        if node.condition is not None:
            self.walk(node.condition, {})

    def take_path(self, node: syntax.Path) -> None:
        for name in node.points:
            self.note(name, True, "cell", GLOBAL)

    def take_track(self, node: syntax.Track) -> None:
        for part in node.parts:
            if isinstance(part, syntax.Name):
                self.note(part, False, "", GLOBAL)
            else:
                self.walk(part.times, {})
                self.note(part.direction, False, "", GLOBAL)

    def take_letters(self, node: syntax.Letters) -> None:
        """Letters of a drawing are no names."""

    def take_owner(self, node: syntax.Owner) -> None:
        if node.name is not None:
            self.use(node.name, {})

    def take_stored(self, node: syntax.Stored) -> None:
        seen = self.locals
        for item in node.domain:
            self.walk(item, seen, "word")
        for part in (node.start, *node.published):
            if part is not None:
                self.walk(part, seen)

    def take_domain(self, node: syntax.Domain) -> None:
        self.walk(node.values, self.locals, "word")
        if node.start is not None:
            self.walk(node.start, self.locals)

    def take_action_head(self, node: syntax.Head) -> None:
        name, heading = node.name, self.leaf.heading
        self.note(name, True, HEADS[heading], GLOBAL)
        self.head = name.text
        is_action = heading in ("actions", "chance")
        scope = f"action {name.text}" if is_action else self.place()
        self.entry = self.binders(node.binders, {}, scope, "parameter")
        for parameter in node.names:
            self.entry = self.bind(parameter, self.entry, scope, "parameter")

    take_stored_head = take_define_head = take_action_head

    def take_seen_head(self, node: syntax.Head) -> None:
        self.use(node.name, {})
        self.about = node.name.text
        scope = self.place()
        for name in node.names:
            self.entry = self.bind(name, self.entry, scope, "parameter")

    def take_shown(self, node: syntax.Shown) -> None:
        """What is shown: of an action, parameters of it."""
        items = node.items
        if items is None:
            return
        words = items.items if isinstance(items, syntax.Display) else (items,)
        if self.about not in ("board", "supply", "refusal") and not self.entry:
            for word in words:
                if isinstance(word, syntax.Word):
                    self.note(word, False, "heard", f"action {self.about}")
                else:
                    self.walk(word, self.locals)
        else:
            self.walk(items, self.locals)

    def lines(self) -> str:
        """The scope of the names of lines: each belongs to the list of one entry or heading."""
        return f"{LINES}{self.head or self.leaf.heading}"

    def take_statement(self, node: Any) -> None:
        """A statement; a `let` is in sight up to the end of its list."""
        if isinstance(node, syntax.Named):
            self.note(node.name, True, "line", self.lines())
            node = node.statement
        seen = self.locals
        if not isinstance(node, syntax.Let):
            self.walk(node, seen)
            return
        self.walk(node.value, seen)
        inner = self.bind(node.name, seen, self.place(), "variable of `let`")
        self.blocks.append((self.leaf.text.span.column - 1, inner))

    def take_end_head(self, node: syntax.EndHead) -> None:
        if node.name is not None:
            self.note(node.name, True, "line", self.lines())
        self.walk(node.condition, self.locals)

    def take_label(self, node: syntax.Label) -> None:
        """The key of a change by name."""
        if node.name.text not in PLACES:
            self.note(node.name, False, "", self.lines())

    def take_block(self, node: Any) -> None:
        seen = self.locals
        if isinstance(node, syntax.ForHead):
            inner = self.binders(node.binders, seen, self.place(), "variable of `for`")
            if node.condition is not None:
                self.walk(node.condition, inner)
            self.blocks.append((self.leaf.text.span.column, inner))
        elif isinstance(node, syntax.RepeatHead):
            self.walk((node.times, node.condition), seen)
        elif node.condition is not None:
            self.walk(node.condition, seen)

    # ---- expressions ----

    def binders(
        self, binders: Iterable[syntax.Bind], seen: Locals, scope: str, sort: str
    ) -> Locals:
        """What is in sight after some binders, each of which sees those before it."""
        for binder in binders:
            self.walk(binder.domain, seen)
            for name in binder.names:
                seen = self.bind(name, seen, scope, sort)
        return seen

    def walk(self, node: Any, seen: Locals, sort: str = "") -> None:
        """Add the names in a node; `sort` is what a word that stands alone may declare."""
        if isinstance(node, syntax.Word):
            self.use(node, seen, sort)
        elif isinstance(node, syntax.Comprehension | syntax.MoveAtOnce | syntax.Gets):
            inner = self.binders(node.binders, seen, self.place(), "variable of `for`")
            for part in parts(node):
                if part is not node.binders:
                    self.walk(part, inner)
        elif isinstance(node, syntax.Step):
            inner = self.bind(node.name, seen, self.place(), "variable of a step")
            self.walk(node.target, inner)
        elif isinstance(node, syntax.Display):
            for item in node.items:
                self.walk(item, seen, sort)
        elif isinstance(node, syntax.Unary | syntax.Binary | syntax.Relation | syntax.Tell):
            for part in parts(node):
                if not isinstance(part, syntax.Name):
                    self.walk(part, seen)
        elif isinstance(node, syntax.Name):
            self.use(node, seen)
        else:
            for part in parts(node):
                self.walk(part, seen)

    # ---- what does not parse ----

    def broken(self, leaf: Leaf) -> None:
        """Add each word of a text that does not parse."""
        words = list(WORD.finditer(leaf.text.value))
        seen, scope = self.locals, self.place()
        bound = {
            m[0]
            for n, m in enumerate(words[:-1])
            if words[n + 1][0] == "in"
            and m[0].isidentifier()
            and n
            and words[n - 1][0] in ("for", ",", "(", "}")
        }
        is_head = leaf.start.endswith("_head")
        for number, match in enumerate(words):
            name = match[0]
            if not name.isidentifier() or name in KEYWORDS:
                continue
            word = syntax.Name(leaf.text.part(*match.span()), name)
            if is_head and number == 0:
                self.note(word, True, HEADS.get(leaf.heading, ""), GLOBAL)
            elif name in bound and name not in seen:
                seen = self.bind(word, seen, scope, "parameter" if is_head else "variable of `for`")
            else:
                self.use(word, seen)
        if is_head:
            self.entry = seen
        elif leaf.start == "block":
            self.blocks.append((leaf.text.span.column, seen))


def parts(node: Any) -> Iterator[Any]:
    """The nodes and tuples directly in a node or a tuple."""
    values = node if isinstance(node, tuple) else (
        [getattr(node, f.name) for f in fields(node)] if is_dataclass(node) else []
    )  # fmt: skip
    for value in values:
        if isinstance(value, tuple | syntax.Node):
            yield value


def is_cell(name: str) -> bool:
    """Whether a name has the form of a cell of a board of squares or hexes."""
    return CELL_NAME.fullmatch(name) is not None
