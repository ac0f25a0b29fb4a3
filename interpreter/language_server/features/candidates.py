"""The names that can stand where the grammar expects one, by what a name is there.

In: the project, the rule text with the cursor, and the role of a name at that place.  Out: names
with their sorts, in no order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gdl.check.expressions.scope import WORDS
from gdl.check.statements import LISTENERS
from gdl.syntax.boards import BOARD_ENTRIES
from gdl.syntax.outline import PIECE_ENTRIES
from gdl.vocabulary.builtins import BUILTIN_MOVES, BUILTINS, DIRECTION_NAMES, GIVING_WAY
from gdl.vocabulary.meanings import ENTRY_MEANINGS
from gdl.vocabulary.notation import FIELDS
from gdl.vocabulary.types import Type
from gdl.yaml.changes import PLACES as PLACES_OF_LINES
from interpreter.language_server.reading.knowledge import Knowledge
from interpreter.language_server.reading.leaves import Leaf
from interpreter.language_server.reading.names import GLOBAL, Occurrence, is_cell
from interpreter.language_server.reading.project import Project, is_taken

PLACES = ("next", "owner", "kind")  # what statements can change besides names of the file
BROUGHT = {"option", "colour", "kind", "word", WORDS, "variable", "definition", "fact", "attribute",
           "direction", "cell"}  # fmt: skip
DECLARING = frozenset(
    ("binder names player players action_head define_head stored_head name").split()
)
MAX_CELLS = 4096


@dataclass(frozen=True)
class Candidate:
    """A word that can stand at the cursor; `sort` says what it is."""

    name: str
    sort: str


@dataclass(frozen=True)
class Names:
    """The names that are in sight of a rule text."""

    project: Project
    leaf: Leaf
    mark: str  # the word at the cursor, which is no name
    knowledge: Knowledge
    sights: dict[str, str]  # the local names in sight, with their scopes
    local_types: dict[str, Type]  # of local names, as far as they are known

    def with_role(self, role: str) -> Iterator[Candidate]:
        """The names that can stand in a role."""
        name = role.strip("_").partition("_plus")[0].partition("_star")[0]
        plain = ("looks", "notation", "extends")
        if self.leaf.heading in plain or name in ("path", "track", "attribute", "seen_head"):
            yield from getattr(self, f"in_{name if name != 'name' else self.leaf.heading}")()
        elif self.leaf.start in ("piece_entry", "board_entry"):
            yield from self.entries()
        elif name in DECLARING:
            yield from self.to_declare()
        elif hasattr(self, f"in_{name}"):
            yield from getattr(self, f"in_{name}")()
        else:
            yield from self.in_word()

    # ---- what the file declares ----

    def declared(self, *sorts: str) -> Iterator[Candidate]:
        """The names of the files that are of some sorts."""
        for name, place in self.project.declared.items():
            sort = place.name.sort
            if sort in sorts and name != self.mark and not (sort == "cell" and is_cell(name)):
                yield Candidate(name, sort)

    def locals(self) -> Iterator[Candidate]:
        """The local names in sight, those of the text itself included."""
        own = [n.name for n in self.project.main.names
               if n.leaf is self.leaf and n.declares and n.scope != GLOBAL]  # fmt: skip
        for name in dict.fromkeys([*reversed(own), *reversed(self.sights)]):
            if name != self.mark:
                yield Candidate(name, "parameter")

    def performed(self) -> frozenset[str]:
        """The definitions that are lists of statements, as far as they are known."""
        known = self.knowledge
        lists = {n for n in known.parameters if n not in known.results}
        return frozenset(lists)

    def unknown(self) -> Iterator[Occurrence]:
        """The names that are used and not declared anywhere."""
        for file in self.project.files:
            for name in file.names:
                free = name.scope == GLOBAL and name.name not in self.project.declared
                if free and name.name != self.mark and not is_taken(name.name):
                    yield name

    # ---- by role ----

    def in_word(self) -> Iterator[Candidate]:
        """A value."""
        yield from self.locals()
        performed = self.performed()
        yield from (c for c in self.declared(*BROUGHT) if c.name not in performed)
        yield from self.builtins()
        if self.leaf.heading == "sees":
            for name in self.project.same_scope(f"action {self.project.about(self.leaf)}"):
                yield Candidate(name, "parameter")
        if self.leaf.heading in ("options", "state", "pieces", "marks"):
            yield from self.to_declare()
        for symbol in list(self.knowledge.symbols.values())[:MAX_CELLS]:
            if symbol.sort in ("cell", "direction"):
                yield Candidate(symbol.name, symbol.sort)
        yield from (Candidate(n.name, "unknown") for n in self.unknown() if n.leaf is self.leaf)

    def builtins(self) -> Iterator[Candidate]:
        """The built-in names that can be part of a value here."""
        is_board = self.leaf.heading == "board"
        for name, row in BUILTINS.items():
            if row.form == "action" or (row.form == "board" and not is_board):
                continue
            if name in GIVING_WAY and name in self.project.declared:
                continue
            if name == "viewer" and self.leaf.heading != "sees":
                continue
            if name == "here" and self.leaf.heading != "pieces":
                continue
            yield Candidate(name, "built-in")
        if any(t.value in ("seen", "board") for t in self.leaf.tokens):
            yield Candidate("board", "built-in")

    def in_act(self) -> Iterator[Candidate]:
        """An action in a turn."""
        yield from self.declared("action", "chance", "part")
        yield Candidate("all", "keyword")
        yield from (Candidate(name, "move") for name in BUILTIN_MOVES)
        yield from self.unknown_calls()

    def in_perform(self) -> Iterator[Candidate]:
        """A statement that is a name: a definition, in the set-up a chance action."""
        performed = self.performed()
        known = set(self.knowledge.results)
        for candidate in self.declared("definition"):
            if candidate.name in performed or candidate.name not in known:
                yield candidate
        if self.leaf.heading == "setup":
            yield from self.declared("chance")

    def in_line(self) -> Iterator[Candidate]:
        """The name of a line of the base that is changed."""
        scope = next((n.scope for n in self.project.main.names if n.leaf is self.leaf), "")
        for name in self.project.same_scope(scope):
            yield Candidate(name, "line")
        if not self.leaf.text.value.partition(self.mark)[0].strip():
            yield from (Candidate(place, "keyword") for place in PLACES_OF_LINES)

    in_at_line = in_before_line = in_after_line = in_line

    def in_place(self) -> Iterator[Candidate]:
        """The target of `set`, `add` or `take`."""
        yield from self.declared("variable", "mark", "attribute")
        yield from (Candidate(name, "built-in") for name in PLACES)
        if self.leaf.heading == "setup":
            yield Candidate("turns", "built-in")

    def in_rank(self) -> Iterator[Candidate]:
        """What is compared at the end."""
        yield from self.declared("definition", "variable")

    def in_attribute(self) -> Iterator[Candidate]:
        """An attribute in a `put`."""
        yield from self.declared("attribute")

    def in_listener(self) -> Iterator[Candidate]:
        """Who is told something."""
        yield from (Candidate(name, "listener") for name in LISTENERS)

    def in_owner(self) -> Iterator[Candidate]:
        """Who owns a kind."""
        yield from self.declared("colour")

    def in_path(self) -> Iterator[Candidate]:
        """A cell of a path."""
        yield from self.declared("cell")
        for symbol in list(self.knowledge.symbols.values())[:MAX_CELLS]:
            if symbol.sort == "cell":
                yield Candidate(symbol.name, "cell")
        cells = {n.name for n in self.project.main.names if is_cell(n.name)} - {self.mark}
        yield from (Candidate(name, "cell") for name in sorted(cells))

    def in_track(self) -> Iterator[Candidate]:
        """A cell of a track, or the direction in which it goes on."""
        yield from self.in_path()
        yield from (Candidate(name, "built-in") for name in BUILTINS if name in DIRECTION_NAMES)

    def in_looks(self) -> Iterator[Candidate]:
        """What is drawn."""
        yield from self.declared("colour", "kind", "word")
        yield from (Candidate(name, "entry") for name in ENTRY_MEANINGS["looks"])
        names = (s.name for s in self.knowledge.symbols.values() if s.sort == "direction")
        yield from (Candidate(name, "direction") for name in names)

    def in_notation(self) -> Iterator[Candidate]:
        """What is written: pieces, colours, variables, actions, options and words of positions."""
        yield from self.declared("kind", "colour", "variable", "attribute", "action", "option")
        yield from (Candidate(name, "entry") for name in (*ENTRY_MEANINGS["notation"], *FIELDS))

    def in_extends(self) -> Iterator[Candidate]:
        """A file; the caller knows which there are."""
        return iter(())

    def in_seen_head(self) -> Iterator[Candidate]:
        """What `sees` is about."""
        yield from (Candidate(name, "entry") for name in ENTRY_MEANINGS["sees"])
        yield from self.declared("variable", "attribute", "action", "chance")

    # ---- declarations ----

    def entries(self) -> Iterator[Candidate]:
        """The entries of a kind of piece or of the board."""
        words = PIECE_ENTRIES if self.leaf.heading == "pieces" else BOARD_ENTRIES
        yield from (Candidate(word, "entry") for word in words)

    def to_declare(self) -> Iterator[Candidate]:
        """Names that wait for a declaration, and those of the extended file to be replaced."""
        if self.leaf.heading == "pieces" and self.leaf.part == "fact":
            yield from self.entries()
        if self.leaf.part in ("fact", "attribute"):
            yield from self.declared(self.leaf.part)
        yield from (Candidate(n.name, "unknown") for n in self.unknown())
        for file in self.project.files[1:]:
            for name in file.names:
                same = name.leaf is not None and name.leaf.heading == self.leaf.heading
                if same and name.declares:
                    yield Candidate(name.name, name.sort)

    def unknown_calls(self) -> Iterator[Candidate]:
        """Names that are used elsewhere as if they were declared."""
        yield from (Candidate(n.name, "unknown") for n in self.unknown())
