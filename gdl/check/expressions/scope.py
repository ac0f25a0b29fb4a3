"""Names: those that a file declares, and those bound around an expression.

`Symbols` holds every declared name of a game, each once; a `Scope` holds the variables bound around
an expression.  Both record uses, so that names that are never used can be reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gdl.check.expressions.unknown import Unknowns
from gdl.source.diagnostics import Report
from gdl.source.nearest import nearest
from gdl.source.spans import Span
from gdl.source.wording import a_sort
from gdl.syntax.nodes import Name
from gdl.vocabulary.builtins import BUILTINS, GIVING_WAY
from gdl.vocabulary.keywords import RESERVED
from gdl.vocabulary.looks import SHAPES
from gdl.vocabulary.types import Type, WordType

WORDS = "set of words"
"""The sort of a name under `words`."""
DRAWN_SO = (
    "choose another name; a piece is drawn in this shape where an entry of `looks` says so, like "
    "`tile: {}`"
)
VALUES_OF = (
    "of the piece on a cell it is `{0}[c]`; to name the set of its values, declare them under "
    "`words` and write that name here, and under `with` as the values of `{0}`"
)


@dataclass(frozen=True)
class Symbol:
    """A declared name: what sort of thing it is, and its type where it is a value."""

    name: str
    sort: str  # option colour kind cell direction word variable mark attribute definition fact …
    span: Span
    type: Type
    value: int | float | bool | str | None = None


def report_attribute(attribute: Symbol, span: Span, report: Report) -> None:
    """Report an attribute without brackets; what is a set of words needs a name of its own."""
    is_of_words = isinstance(attribute.type, WordType)
    hint = VALUES_OF.format(attribute.name) if is_of_words else None
    report.add("square-brackets", span, word=attribute.name, example="c", hint=hint)


@dataclass
class Symbols:
    """The declared names of a game."""

    report: Report
    unknowns: Unknowns
    table: dict[str, Symbol] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)  # built-in names that the file tries to declare
    acts: set[str] = field(default_factory=set)  # the actions that turns name
    used_variables: set[Span] = field(default_factory=set)
    given_up: frozenset[str] = GIVING_WAY  # built-in names that the file may declare itself
    lets: dict[Span, str] = field(default_factory=dict)  # what each `let` calls its value

    def declare(
        self, name: Name, sort: str, type: Type, value: int | float | bool | str | None = None
    ) -> bool:
        """Add a name and return whether it was free; if not, that is reported."""
        if not self.is_free(name, sort):
            self.unknowns.broken.add(name.text)
            return False
        self.table[name.text] = Symbol(name.text, sort, name.span, type, value)
        return True

    def is_free(self, name: Name, sort: str = "") -> bool:
        """Whether a name can be declared; if not, the reason is reported."""
        old = self.table.get(name.text)
        if name.text in RESERVED:
            self.report.add("reserved-name", name.span, word=name.text)
        elif name.text in BUILTINS and name.text not in self.given_up:
            self.taken.add(name.text)
            hint = DRAWN_SO.format(name.text) if name.text in SHAPES and sort == "kind" else None
            self.report.add(
                "built-in-name", name.span, word=name.text, meaning=BUILTINS[name.text].meaning,
                hint=hint,
            )  # fmt: skip
        elif old is not None:
            is_cell = old.sort == "cell"
            where = "the board" if is_cell else old.span.line_for(name.span.source)
            self.report.add(
                "duplicate-name", name.span, word=name.text, sort=a_sort(old.sort), where=where
            )
        else:
            return True
        return False

    def are_new(self, words: Sequence[str]) -> bool:
        """Whether the words of a list are new.

        Those that no set can list, such as moves and what play changes, are meant to be new words
        if another word of the list is the name of nothing.
        """
        has_unknown = any(w not in self.table and w not in BUILTINS for w in words)
        meant = [w for w in words if self.is_no_value(w)] if has_unknown else []
        return all(self.is_new(word) or word in meant for word in words)

    def is_new(self, word: str) -> bool:
        """Whether a listed word is not the name of something else."""
        symbol = self.table.get(word)
        if symbol is None:
            return word not in BUILTINS or word in self.given_up
        return symbol.sort == "word"

    def is_no_value(self, word: str) -> bool:
        """Whether no set can list a name: that of a move or a variable, or a built-in one that
        takes arguments or is read in play.
        """
        if (builtin := BUILTINS.get(word)) is None:
            return self.is_move(word) or self.is_a("variable", word)
        return bool(builtin.reads) or not builtin.stands_alone

    def is_move(self, word: str) -> bool:
        """Whether a name is that of a move or of a part of a turn."""
        return any(self.is_a(sort, word) for sort in ("action", "chance", "part"))

    def slip(self, words: tuple[str, ...]) -> tuple[int, str, WordType] | None:
        """Where a list of words differs in one place from a list that stands elsewhere, if the word
        there is a misspelt one of that list; the word that is meant, and the type of that list.
        """
        new = [i for i, word in enumerate(words) if word not in self.table]
        old = {self.table[word].type for word in words if word in self.table}
        type = next(iter(old)) if len(new) == len(old) == 1 else None
        if not isinstance(type, WordType) or len(type.words) != len(words):
            return None
        missing = [word for word in type.words if word not in words]
        meant = nearest(words[new[0]], missing)
        return None if meant is None or len(missing) > 1 else (new[0], meant, type)

    def is_a(self, sort: str, name: str) -> bool:
        """Whether a name is one of a sort; this does not count as a use."""
        return name in self.table and self.table[name].sort == sort

    def undoubled(self, word: str) -> tuple[str, ...]:
        """The cell that is meant by a name in which a letter stands twice, such as `dd1`."""
        cell = word[1:]
        return (cell,) if cell[:1] == word[0] and self.is_a("cell", cell) else ()

    def find(self, name: str) -> Symbol | None:
        """The symbol of a name, marked as used."""
        symbol = self.table.get(name)
        if symbol is not None:
            self.used.add(name)
        return symbol

    def names(self, *sorts: str) -> Iterator[str]:
        """The declared names of some sorts (of every sort if none is given)."""
        for symbol in self.table.values():
            if not sorts or symbol.sort in sorts:
                yield symbol.name

    def unused(self) -> tuple[Symbol, ...]:
        """The declared names that no rule uses; cells are not declared one by one."""
        return tuple(s for s in self.table.values() if s.name not in self.used and s.sort != "cell")


@dataclass(frozen=True)
class Bound:
    """A variable bound in a scope."""

    name: str
    slot: int
    type: Type
    span: Span


class Frame:
    """Numbers the slots of one rule."""

    def __init__(self) -> None:
        self.size = 0

    def slot(self) -> int:
        """A new slot of this rule."""
        self.size += 1
        return self.size - 1


@dataclass(frozen=True)
class Scope:
    """The variables bound around an expression, and the place of its rule."""

    frame: Frame
    symbols: Symbols
    bound: tuple[Bound, ...] = ()
    place: str = "rule"  # "sees", where `viewer` may stand, "setup", "chance", "turn", "domain" …

    def bind(self, name: Name, type: Type) -> tuple[Scope, int]:
        """This scope with one more variable; a name that is taken is reported."""
        if any(b.name == name.text for b in self.bound):
            self.symbols.report.add("bound-twice", name.span, word=name.text)
        else:
            self.symbols.is_free(name)
        slot = self.frame.slot()
        bound = Bound(name.text, slot, type, name.span)
        return Scope(self.frame, self.symbols, (*self.bound, bound), self.place), slot

    def bind_here(self, type: Type, span: Span) -> tuple[Scope, int]:
        """This scope with `here`, the cell of a kind's fact; `span` is the place of the fact."""
        slot = self.frame.slot()
        bound = Bound("here", slot, type, span)
        return Scope(self.frame, self.symbols, (*self.bound, bound), self.place), slot

    def find(self, name: str) -> Bound | None:
        """The variable bound under a name, marked as used."""
        for bound in reversed(self.bound):
            if bound.name == name:
                self.symbols.used_variables.add(bound.span)
                return bound
        return None

    def is_free(self, name: str) -> bool:
        """Whether a variable bound in this scope may take a name."""
        taken = name in RESERVED or name in BUILTINS or name in self.symbols.table
        return not taken and all(b.name != name for b in self.bound)
