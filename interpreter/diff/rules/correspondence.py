"""How the words of two games correspond: colours, seats, kinds, cells, attributes, variables.

B is read in the words of A.  Colours, kinds, cells, attributes and variables match by name.  If
moves are matched by positions, names may differ: colours then match by seat, and kinds, and words
that an attribute or a variable lists, that only one game names by order of declaration.  What only
one game has is not compared; `notes` say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gdl.vocabulary.types import FLAG, NUMBER, ListType, SetType, Type, WordType
from interpreter.diff.rules.findings import Fact, line_of
from interpreter.diff.rules.lines import players_span

if TYPE_CHECKING:
    from interpreter.api.game import Game

MAX_NAMED = 8  # cells in one message


@dataclass(frozen=True)
class Correspondence:
    """Two games, and which words of B stand for which of A.

    `colours` and `kinds` map names of B to names of A, `seats` seats of B to seats of A, `words`
    the words of a list of B to those of A, where some have other names; `attributes` and
    `variables` are those that both have, with values of the same sort.
    """

    a: Game
    b: Game
    colours: Mapping[str, str]
    kinds: Mapping[str, str]
    words: Mapping[WordType, Mapping[str, str]]
    seats: tuple[int, ...]
    attributes: frozenset[str]
    variables: frozenset[str]
    notes: tuple[str, ...]


def unlike(a: Game, b: Game, is_renamed: bool) -> tuple[Fact, ...]:
    """Differences before the first move: players and cells."""
    return (*unlike_players(a, b, is_renamed), *unlike_cells(a, b))


def unlike_players(a: Game, b: Game, is_renamed: bool) -> Iterator[Fact]:
    """Different numbers of seats, or different colours."""
    lines = line_of(players_span(a.model)), line_of(players_span(b.model))
    if a.seats != b.seats:
        yield Fact("players", f"A has {a.seats} seats, B has {b.seats}", *lines)
    elif set(a.players) != set(b.players) and not is_renamed:
        both = f"A is played by {', '.join(a.players)}, B by {', '.join(b.players)}"
        yield Fact("players", f"{both} (`--same-moves` matches colours by seat)", *lines)


def unlike_cells(a: Game, b: Game) -> Iterator[Fact]:
    """Cells that only one board has."""
    lines = line_of(a.model.board.span), line_of(b.model.board.span)
    for name, one, other in (("A", a, b), ("B", b, a)):
        more = [c for c in one.board.cells if c not in set(other.board.cells)]
        if more:
            named = ", ".join(more[:MAX_NAMED]) + (" …" if len(more) > MAX_NAMED else "")
            cells = "1 cell" if len(more) == 1 else f"{len(more)} cells"
            yield Fact("board", f"only the board of {name} has {cells}: {named}", *lines)


def correspond(a: Game, b: Game, is_renamed: bool) -> Correspondence:
    """How two games with the same cells and number of seats correspond."""
    by_name = set(a.players) == set(b.players)
    colours = {c: c if by_name else a.players[i] for i, c in enumerate(b.players)}
    mine, yours = a.codes.kind_names, b.codes.kind_names
    kinds = in_order(mine, yours) if is_renamed else {kind: kind for kind in yours}
    words = words_in_order(a, b) if is_renamed else {}
    notes: list[str] = []
    attributes = shared(attribute_types(a), attribute_types(b), "attribute", notes)
    variables = shared(variable_types(a), variable_types(b), "variable", notes)
    if colours != {c: c for c in a.players} or kinds != {k: k for k in mine}:
        notes += renamed("colour", colours) + renamed("kind", kinds)
    notes += [note for names in words.values() for note in renamed("word", names)]
    if a.players != b.players and by_name:
        notes.append("the colours are in another order; seats are matched by their colours")
    seats = tuple(a.players.index(colours[c]) for c in b.players)
    return Correspondence(a, b, colours, kinds, words, seats, attributes, variables, tuple(notes))


def in_order(a: Sequence[str], b: Sequence[str]) -> dict[str, str]:
    """For each name of B that of A: the same name, or else the next one left in order."""
    left = [name for name in a if name not in b]
    names = {}
    for name in b:
        is_common = name in a or not left
        names[name] = name if is_common else left.pop(0)
    return names


def words_in_order(a: Game, b: Game) -> dict[WordType, dict[str, str]]:
    """For each list of words of B that has other words than that of A: the words of A.

    The lists are those of attributes and variables that both games have.  A list of B that stands
    for two lists of A, or for one that is longer or shorter, is left alone.
    """
    found: dict[WordType, set[WordType]] = {}
    for types in (attribute_types, variable_types):
        mine, yours = types(a), types(b)
        for name in yours:
            if name in mine and sorts(mine[name]) == sorts(yours[name]):
                pairs = zip(word_types(mine[name]), word_types(yours[name]), strict=True)
                for one, other in pairs:
                    found.setdefault(other, set()).add(one)
    alone = {b: next(iter(lists)) for b, lists in found.items() if len(lists) == 1}
    return {
        other: in_order(one.words, other.words)
        for other, one in alone.items()
        if len(one.words) == len(other.words) and set(one.words) != set(other.words)
    }


def word_types(types: Any) -> Iterator[WordType]:
    """The lists of words in a type, or in several."""
    for each in types if isinstance(types, tuple) else (types,):
        each = each.element if isinstance(each, SetType) else each
        if isinstance(each, WordType):
            yield each


def renamed(what: str, names: Mapping[str, str]) -> list[str]:
    """Notes on names of B that stand for another name of A."""
    return [f"the {what} {b} of B is taken for {a} of A" for b, a in names.items() if a != b]


def attribute_types(game: Game) -> Mapping[str, Type]:
    """The type of each attribute."""
    return game.codes.attribute_types


def variable_types(game: Game) -> Mapping[str, Any]:
    """The types of each variable's value and indices."""
    return {v.name: (v.type, *v.index_types) for v in game.reference.rules.variables}


def shared(
    a: Mapping[str, Any], b: Mapping[str, Any], what: str, notes: list[str]
) -> frozenset[str]:
    """The names that both have for values of the same sort; the others are added to `notes`."""
    names = set()
    for name in (*a, *(n for n in b if n not in a)):
        if name not in a or name not in b:
            owner = "A" if name in a else "B"
            notes.append(f"only {owner} has the {what} {name}; it is not compared")
        elif sorts(a[name]) != sorts(b[name]):
            notes.append(f"the {what} {name} holds values of two sorts; it is not compared")
        else:
            names.add(name)
    return frozenset(names)


def sorts(types: Any) -> Any:
    """The sort of values of a type, whatever words it lists."""
    if isinstance(types, tuple):
        return tuple(sorts(t) for t in types)
    if isinstance(types, SetType):
        return ("set", sorts(types.element))
    return "word" if isinstance(types, WordType) else types.name


def is_plain(type: Type) -> bool:
    """Whether values of a type mean the same in both games without translation."""
    return type in (NUMBER, FLAG) or isinstance(type, ListType)
