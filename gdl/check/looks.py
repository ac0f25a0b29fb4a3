"""Checks the entries of `looks`: what each name can be drawn as.

They come last, since whether something has a place on the board follows from its type.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.expressions.scope import Symbols
from gdl.model import nodes as model
from gdl.model.analysis import Reads
from gdl.source.diagnostics import Report
from gdl.syntax.rule_file import RuleFile
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.looks import BOARD, BOARD_FORMS, FORMS, SHAPES, is_colour
from gdl.vocabulary.types import CELL, COLOUR, DIRECTION, NUMBER, PIECE, UNKNOWN, SetType, Type
from gdl.yaml.reader import Text

PIECES = ("colour", "kind", "word", "direction")
STORED = ("variable", "mark")
SETS = ("definition", "fact")
CARDS = "cards"
ZONE_FORMS = ("tint", "outline", "dot", "edge", "nothing")


def looks(file: RuleFile, symbols: Symbols) -> dict[str, str]:
    """The entries of `looks` by name; unknown names are reported.

    An entry of a base may have lost its name in the file that extends it.
    """
    known = [*symbols.names(*PIECES, *STORED, *SETS), BOARD]
    absent = {player.name.text for player in file.players}
    for key, _ in file.looks:
        is_own = key.span.source == file.span.source
        if is_own and key.value not in known and key.value not in absent:
            region = region_hint(key.value)
            symbols.report.add(
                "unknown-look", key.span, word=key.value,
                hint=region or hint_of(known, "known are"),
                candidates=() if region else symbols.report.near(key.value, known),
            )  # fmt: skip
        symbols.find(key.value)
    return {key.value: value.value.strip() for key, value in file.looks}


def check_looks(game: model.Game, file: RuleFile, symbols: Symbols) -> None:
    """Report words that say nothing, and forms that cannot draw what they stand for."""
    reads = Reads(game)
    for key, value in file.looks:
        symbol = symbols.find(key.value)
        sort = symbol.sort if symbol else BOARD if key.value == BOARD else "colour"
        is_own = key.span.source == file.span.source
        if not is_own and sort not in (*PIECES, *STORED, *SETS):
            continue
        if sort in SETS and not is_set(game, key.value, reads):
            symbols.report.add("look-set", key.span, word=key.value)
            continue
        counted = None
        for word, start in words(value.value):
            if counted == "":
                counted = word
                check_count(symbols.report, game, key.value, word, value, start)
                continue
            if word == CARDS and sort in STORED and CARDS in forms_of(game, key.value):
                counted = ""
            if sort == BOARD and game.board.shape == "none":
                symbols.report.add("needs-board", key.span, word=BOARD)
            elif sort == BOARD:
                check_board_word(symbols.report, word, value, start)
            else:
                check_word(symbols.report, game, key.value, sort, word, value, start)


def check_word(
    report: Report, game: model.Game, name: str, sort: str, word: str, value: Text, start: int
) -> None:
    """Report one word of an entry if it says nothing there."""
    span = value.part(start, start + len(word))
    forms = () if sort in PIECES else tuple(forms_of(game, name)) if sort in STORED else ZONE_FORMS
    shapes = tuple(SHAPES) if sort in PIECES else ()
    is_character = len(word) == 1 and word.isprintable() and sort not in SETS
    if is_colour(word) or is_character or word in (*forms, *shapes):
        return
    if word in FORMS and sort not in PIECES:
        hint = hint_of(forms, "it can be drawn with")
        report.add("look-form", span, word=word, name=name, hint=hint)
        return
    others = [*shapes, *forms]
    says = "a colour such as `red` or `#1f77b4`" + ("" if sort in SETS else ", one character")
    report.add(
        "look-word", span, word=word, name=name, hint=f"known are {says}, {', '.join(others)}",
        candidates=report.near(word, others),
    )  # fmt: skip


def check_count(
    report: Report, game: model.Game, name: str, word: str, value: Text, start: int
) -> None:
    """Report a word after `cards` that is no variable by which the cards are counted."""
    every = {v.name: v for v in (*game.variables, *game.marks)}
    cards, index = every[name], index_of(every[name])
    rows = index if isinstance(cards.type, SetType) or len(index) < 2 else index[:-1]
    known = [v.name for v in game.variables if v.type == NUMBER and index_of(v) == rows]
    if word not in known:
        report.add(
            "look-count", value.part(start, start + len(word)), word=word, name=name,
            hint=hint_of(known, "known are") if known else None,
            candidates=report.near(word, known),
        )  # fmt: skip


def check_board_word(report: Report, word: str, value: Text, start: int) -> None:
    """Report one word of the entry for the board if it says nothing there."""
    if word in BOARD_FORMS:
        return
    report.add(
        "look-word", value.part(start, start + len(word)), word=word, name=BOARD,
        hint=hint_of(list(BOARD_FORMS), "it can be drawn with"),
        candidates=report.near(word, BOARD_FORMS),
    )  # fmt: skip


def words(text: str) -> Iterator[tuple[str, int]]:
    """The words of a text, each with its place."""
    at = 0
    for word in text.split():
        at = text.index(word, at)
        yield word, at
        at += len(word)


def region_hint(name: str) -> str | None:
    """What to write for a region of the board, which is built in and has no entry of its own."""
    builtin = BUILTINS.get(name)
    if builtin is None or builtin.reads or not builtin.stands_alone or not places(builtin.result):
        return None
    return f"name it under `define`, as in `the_{name}: {name}`, and write that name here"


def hint_of(words: tuple[str, ...] | list[str], before: str) -> str:
    """A hint that lists what there is."""
    return f"{before} {', '.join(words)}"


# ---- what can be drawn how ---------------------------------------------------------------------


def is_set(game: model.Game, name: str, reads: Reads) -> bool:
    """Whether a definition or a fact of the players is a set of cells that stays the same."""
    definition, fact = game.definitions.get(name), game.facts.get(name)
    if fact is not None:
        bodies = tuple(fact.values.values())
        return fact.of == "player" and places(fact.type) > 0 and not any(map(reads.of, bodies))
    if definition is None or not isinstance(definition.body, model.Expr):
        return False
    is_by_colour = definition.types in ((), (COLOUR,), (UNKNOWN,))
    return is_by_colour and places(definition.body.type) > 0 and not reads.of(definition.body)


def forms_of(game: model.Game, name: str) -> Iterator[str]:
    """The forms that can draw a variable or a mark."""
    variable = next((v for v in (*game.variables, *game.marks) if v.name == name), None)
    if variable is None:
        return
    index = index_of(variable)
    outside, inside = sum(map(places, index)), places(variable.type)
    if outside and variable.type == NUMBER:
        yield "count"
    if outside or inside:
        yield from ("text", "dot", "tint", "outline")
    if outside + inside > 1 or (outside and variable.type == DIRECTION):
        yield from ("line", "wall")
    if outside and variable.type == PIECE:
        yield "piece"
    if not outside and not inside:
        yield CARDS
    yield "nothing"


def index_of(variable: model.Variable) -> list[Type]:
    """The types of the indices of a variable."""
    return [inner(binder.domain.type) for binder in variable.index]


def inner(type: Type) -> Type:
    """The type of a set's elements."""
    return type.element if isinstance(type, SetType) else UNKNOWN


def places(type: Type) -> int:
    """How many cells a value of a type names: 0, 1, or 2 for more."""
    if type == CELL:
        return 1
    return 2 if isinstance(type, SetType) and places(type.element) else 0
