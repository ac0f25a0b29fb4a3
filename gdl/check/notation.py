"""Checks the section `notation`, and makes its part of the model.

It comes last, since what can be written of something follows from its type.  What a base says of
names that the file does not have any more is left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container

from gdl.check.expressions.coercion import element
from gdl.check.expressions.scope import Symbols
from gdl.check.looks import hint_of, words
from gdl.check.positions import PositionReader, Wrong
from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold_domain
from gdl.source.spans import Span
from gdl.syntax.rule_file import NotationEntry, RuleFile
from gdl.vocabulary.builtins import DIRECTION_NAMES
from gdl.vocabulary.notation import (
    CELLS,
    FORMATS,
    NO_MOVE,
    NOTHING,
    OR,
    PARTS,
    PLACES,
    REMARKS,
    RESERVED,
    RESULTS,
    SECTIONS,
    TAG,
    THEN,
    WHITE,
)
from gdl.vocabulary.types import CELL, COLOUR, FLAG, KIND, NUMBER, PIECE, UNKNOWN, SetType, Type
from gdl.yaml.reader import Text

LETTERED = ("kind", "colour", "variable", "attribute")
VALUES = ("kind", "colour", "word")  # and directions
PART = re.compile(rf"({'|'.join(PARTS)})[\[(](\w+)[\])]")
BRACKETS = re.compile(r"(\w+)[\[(](\w+)[\])]")
PARTS_OF_WORDS = re.compile(rf"(?:{BRACKETS.pattern}|\w+|.)\??")
FITTING = {"kind": (CELL, PIECE, KIND), "column": (CELL,), "row": (CELL,)}
PUNCTUATION = "/[]"  # of the board in a position
NONE = "none"  # the word of the language for what is not there
MAX_WORDS = 40  # of a way of writing a move


def use_names(file: RuleFile, symbols: Symbols) -> None:
    """Mark what the section names as used."""
    for entry in file.notation:
        for text in (entry.key.value, entry.value.value):
            for word in re.findall(r"\w+", text):
                symbols.find(word)


def asked_by_notation(file: RuleFile) -> dict[str, Type]:
    """The definitions that the section asks, and what of."""
    asked = {"check": COLOUR, "cells": CELL}
    return {
        entry.value.value.strip(): asked[entry.key.value.strip()]
        for entry in file.notation
        if entry.path in (("sgf",), ("pgn",)) and entry.key.value.strip() in asked
    }


def notation(game: model.Game, file: RuleFile, symbols: Symbols) -> model.Notation:
    """What the section of a file says; mistakes are reported."""
    return Reader(game, file, symbols).read() if file.notation else model.NOTHING_WRITTEN


class Format:
    """What has been read of a format."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.cells = "names"
        self.check: str | None = None
        self.letters: dict[str, str] = {}
        self.moves: dict[str, tuple[tuple[model.MoveWord, ...], ...]] = {}
        self.white: str | None = None

    def made(self) -> model.Format:
        """The part of the model."""
        return model.Format(
            self.tags, self.cells, self.check, self.letters, self.moves, self.white
        )


class Reader:
    """Reads the entries one by one."""

    def __init__(self, game: model.Game, file: RuleFile, symbols: Symbols):
        self.game = game
        self.file = file
        self.symbols = symbols
        self.letters: dict[str, tuple[str, ...]] = {}
        self.signs: dict[str, tuple[str, str]] = {}
        self.position: tuple[model.PositionWord, ...] = ()
        self.formats: dict[str, Format] = defaultdict(Format)
        self.reported: set[Span] = set()
        self.variables = {v.name: v for v in game.variables}

    def read(self) -> model.Notation:
        """The section."""
        for entry in sorted(self.file.notation, key=lambda e: e.path != ("letters",)):
            self.entry(entry)
        formats = {name: format.made() for name, format in self.formats.items()}
        return model.Notation(
            self.letters, self.signs, self.position, formats.get("sgf"), formats.get("pgn")
        )

    def entry(self, entry: NotationEntry) -> None:
        """One entry, by where it stands."""
        key = entry.key.value.strip()
        match entry.path:
            case () if key == "position":
                self.read_position(entry)
            case ("letters",):
                self.letter(entry, key)
            case ("sgf" | "pgn" as format,) if key == "cells":
                also = ", or a definition that gives a cell, its only parameter, a number"
                if self.is_known(entry, (*CELLS, *self.asked_of(CELL, NUMBER)), also):
                    self.formats[format].cells = entry.value.value.strip()
            case ("pgn",) if key == WHITE:
                if self.is_known(entry, tuple(self.symbols.names("colour"))):
                    self.formats["pgn"].white = entry.value.value.strip()
            case ("pgn",) if key == "check":
                self.check(entry)
            case ("sgf" | "pgn" as format,) if key in RESERVED[format]:
                self.wrong(entry, entry.value.span, f"{format.upper()} itself uses this tag")
            case ("sgf" | "pgn" as format,) if TAG.fullmatch(key):
                self.formats[format].tags[key] = entry.value.value.strip()
            case ("pgn", "letters"):
                if key not in (known := (*self.symbols.names(*VALUES), *sorted(DIRECTION_NAMES))):
                    self.unknown(entry, known)
                else:
                    self.pgn_letter(entry, key, entry.value.value.strip())
            case ("sgf" | "pgn" as format, "moves"):
                self.move(format, entry, key)
            case _:
                self.misplaced(entry)

    def pgn_letter(self, entry: NotationEntry, key: str, text: str) -> None:
        """What stands for a kind or another value in PGN."""
        if text == NONE:
            self.wrong(entry, entry.value.span, f"`{NOTHING}` writes nothing", NOTHING)
        else:
            self.formats["pgn"].letters[key] = "" if text == NOTHING else text

    # ---- what is reported ----

    def is_own(self, entry: NotationEntry) -> bool:
        """Whether an entry stands in the file itself, not in one that it extends."""
        return entry.key.span.source == self.file.span.source

    def misplaced(self, entry: NotationEntry) -> None:
        """Report the first of the keys of an entry that does not belong where it stands."""
        first, *rest = (*entry.above, entry.key)
        if first.value.strip() not in FORMATS:
            self.unknown(entry, SECTIONS, first)
        else:
            known, key = FORMATS[first.value.strip()], (rest or [first])[0]
            hint = f"{hint_of(known, 'known are')}, and tags with a capital, such as `Event`"
            is_white = key.value.strip()[:1] in "Ww"  # else it may as well be another tag
            near = known if is_white else tuple(k for k in known if k != WHITE)
            self.unknown(entry, near, key, hint)

    def unknown(
        self, entry: NotationEntry, known: tuple[str, ...], key: Text | None = None,
        hint: str | None = None,
    ) -> None:  # fmt: skip
        """Report a key that says nothing here, once; the hint is by default what is known."""
        key = key or entry.key
        if self.is_own(entry) and key.span not in self.reported:
            self.reported.add(key.span)
            word = key.value.strip()
            self.symbols.report.add(
                "unknown-notation", key.span, word=word, hint=hint or hint_of(known, "known are"),
                candidates=self.symbols.report.near(word, known),
            )  # fmt: skip

    def wrong(self, entry: NotationEntry, span: Span, wanted: str, *known: str) -> None:
        """Report a text that cannot stand there, and what can."""
        if self.is_own(entry):
            self.symbols.report.add(
                "notation-text", span, word=span.text, name=entry.key.value.strip(), hint=wanted,
                candidates=self.symbols.report.near(span.text, known),
            )  # fmt: skip

    def name(self, entry: NotationEntry, *sorts: str) -> bool:
        """Whether the key of an entry names something of some sorts."""
        known = tuple(self.symbols.names(*sorts))
        if entry.key.value.strip() in known:
            return True
        self.unknown(entry, known)
        return False

    def is_known(self, entry: NotationEntry, known: tuple[str, ...], also: str = "") -> bool:
        """Whether the text of an entry is one of some words; `also` says what may stand there
        beside them.
        """
        if entry.value.value.strip() in known:
            return True
        self.wrong(entry, entry.value.span, hint_of(known, "known are") + also, *known)
        return False

    def asked_of(self, parameter: Type, value: Type) -> tuple[str, ...]:
        """The definitions whose only parameter is of a type, and their value of another."""
        return tuple(d.name for d in self.game.definitions.values()
                     if d.types in ((parameter,), (UNKNOWN,)) and isinstance(d.body, model.Expr)
                     and d.body.type == value)  # fmt: skip

    # ---- letters ----

    def letter(self, entry: NotationEntry, key: str) -> None:
        """The letters of a kind, a colour or a variable, or the sign of an attribute."""
        if not self.name(entry, *LETTERED):
            return
        given = tuple(word for word, _ in words(entry.value.value))
        symbol = self.symbols.find(key)
        match symbol.sort if symbol else "":
            case "attribute":
                self.sign(entry, key, given)
            case "variable":
                self.letters_of_variable(entry, key, given)
            case "colour":
                self.some_letters(entry, key, given, 1)
            case _:
                owners = next(k.owners for k in self.game.kinds if k.name == key)
                self.some_letters(entry, key, given, len(owners))

    def sign(self, entry: NotationEntry, key: str, given: tuple[str, ...]) -> None:
        """The sign of an attribute that is a flag: one character that means nothing else."""
        domains = [k.attributes[key] for k in self.game.kinds if key in k.attributes]
        if any(element(domain.type) != FLAG for domain in domains):
            self.wrong(entry, entry.key.span, "only an attribute that is a flag has a sign")
            return
        others = "".join((*PUNCTUATION, *(a + b for k, (a, b) in self.signs.items() if k != key)))
        is_sign = len(given) == 2 and len(given[0]) == 1 and given[1] in PLACES
        if not is_sign or given[0].isalnum() or given[0] in others:
            hint = "a sign that means nothing else, as in `+ before` or `~ after`"
            self.wrong(entry, entry.value.span, hint)
            return
        self.signs[key] = (given[0], "") if given[1] == "before" else ("", given[0])

    def some_letters(
        self, entry: NotationEntry, key: str, given: tuple[str, ...], wanted: int
    ) -> None:
        """One letter for each of several owners; no two of pieces, or of colours, are equal."""
        sort = "kind" if self.symbols.is_a("kind", key) else "colour"
        others = [w for k, of in self.letters.items() if k != key for w in of
                  if self.symbols.is_a(sort, k)]  # fmt: skip
        for word, start in words(entry.value.value):
            if len(word) != 1 or not word.isalpha() or word in others:
                span = entry.value.part(start, start + len(word))
                hint = "a piece or a colour has one letter that no other has"
                apart = (" ".join(word),) if word.isalpha() and len(word) == wanted > 1 else ()
                self.wrong(entry, span, hint, *apart)
                return
        if len(given) != wanted or len(set(given)) != wanted:
            each = "stands a letter" if wanted == 1 else f"stand {wanted} different letters"
            self.wrong(entry, entry.value.span, f"here {each}, one for each owner")
            return
        self.letters[key] = given

    def letters_of_variable(
        self, entry: NotationEntry, key: str, given: tuple[str, ...]
    ) -> None:
        """A letter for each value that a variable can hold or have in it, index by index."""
        letters = tuple(given[0]) if len(given) == 1 else ()
        wanted = self.values_of(self.variables[key])
        is_right = letters and len(set(letters)) == len(letters) and all(map(str.isalpha, letters))
        if not is_right or len(letters) != (wanted or len(letters)):
            count = f"{wanted} " if wanted else ""
            hint = f"here stand {count}letters in one word, one for each value, as in `KQkq`"
            self.wrong(entry, entry.value.span, hint)
            return
        self.letters[key] = letters

    def values_of(self, variable: model.Variable) -> int | None:
        """How many letters a variable needs, if that is known without the board."""
        domain = variable.domain
        is_subsets = isinstance(domain, model.BuiltinCall) and domain.name == "subsets"
        count = 1
        try:
            for binder in variable.index:
                count *= len(self.game.colours if element(binder.domain.type) == COLOUR
                             else fold_domain(binder.domain))  # fmt: skip
            if variable.type != FLAG:
                of = domain.args[0] if is_subsets else domain  # type: ignore[attr-defined]
                count *= len(fold_domain(of))
        except NotConstant:
            return None
        return count

    # ---- positions ----

    def read_position(self, entry: NotationEntry) -> None:
        """The words of a position; none if one of them is wrong."""
        has_pgn = any(e.path[:1] == ("pgn",) for e in self.file.notation)
        words = PositionReader(self.variables, self.letters, has_pgn)
        try:
            self.position = words.read(entry.value.value)
        except Wrong as found:
            span = entry.value.part(found.start, found.end)
            self.wrong(entry, span, found.hint, *found.known)

    # ---- moves ----

    def check(self, entry: NotationEntry) -> None:
        """The definition that says whether a colour is in check."""
        name, fitting = entry.value.value.strip(), self.asked_of(COLOUR, FLAG)
        if name in fitting:
            self.formats["pgn"].check = name
            return
        hint = "a definition with a colour as its only parameter says whether that is in check"
        self.wrong(entry, entry.value.span, hint, *fitting)

    def move(self, format: str, entry: NotationEntry, key: str) -> None:
        """How an action is written."""
        actions = [a.name for a in self.game.actions.values() if not a.is_chance]
        if key not in actions and key not in ("pass", "done"):
            self.unknown(entry, (*actions, "pass", "done"))
            return
        action = self.game.actions.get(key)
        parameters: dict[str, tuple[int, Type]] = {}
        for binder in action.binders if action else ():
            for name in binder.names:
                type = element(binder.domain.type)
                one = element(type) if isinstance(type, SetType) else type
                parameters[name] = (len(parameters), one if len(binder.names) > 1 else type)
        ways: list[list[model.MoveWord]] = [[]]
        for word, start in words(entry.value.value):
            if word == OR:
                ways.append([])
            for part in PARTS_OF_WORDS.finditer(word) if word not in (OR, NOTHING) else ():
                span = entry.value.part(start + part.start(), start + part.end())
                made = self.word(entry, span, part[0], parameters)
                if made is None:
                    return
                ways[-1].append(made)
        if max(map(len, ways)) > MAX_WORDS or len(ways) > MAX_WORDS:
            self.wrong(entry, entry.value.span, f"at most {MAX_WORDS} words")
            return
        if reason := self.why_not_together(format, ways):
            self.wrong(entry, entry.value.span, reason)
            return
        if format == "pgn" and any(is_no_move(way) for way in ways):
            self.wrong(entry, entry.value.span, "in PGN a move is no result of a game and has none "
                       f"of {' '.join(NO_MOVE)}")  # fmt: skip
            return
        self.formats[format].moves[key] = tuple(map(tuple, ways))

    def why_not_together(self, format: str, ways: list[list[model.MoveWord]]) -> str:
        """Why `then` cannot stand in some ways of writing a move; empty if it can."""
        for way in ways:
            says = [word.says for word in way]
            if THEN not in says:
                continue
            if format != "pgn":
                return "only PGN puts the actions of a turn together with `then`"
            if says.count(THEN) > 1 or says[-1] == THEN or any(word.is_optional for word in way):
                return "`then` stands once, before something, and without `?`"
        return ""

    def word(
        self, entry: NotationEntry, span: Span, word: str, parameters: dict[str, tuple[int, Type]]
    ) -> model.MoveWord | None:
        """One word of the text of a move."""
        if word == THEN:
            return model.MoveWord(THEN, THEN)
        plain = word.removesuffix("?") if len(word) > 1 else word
        is_optional = plain != word
        says, name = "value", plain
        if part := PART.fullmatch(plain):
            says, name = part.groups()
        if part is None and (hint := why_no_word(plain, parameters)):
            self.wrong(entry, span, *hint)
            return None
        if name in parameters:
            number, type = parameters[name]
            if says == "value" or type in FITTING[says]:
                return model.MoveWord(says, plain, number, is_optional)
        if part is None:
            return model.MoveWord("text", plain, -1, is_optional)
        fitting = [n for n, (_, t) in parameters.items() if t in FITTING[says]]
        wanted = " or a ".join(map(str, FITTING[says]))
        known = " or ".join(fitting) or f"a parameter that is a {wanted}"
        self.wrong(entry, span, f"between the brackets stands {known}")
        return None


def why_no_word(word: str, parameters: Container[str]) -> tuple[str, ...]:
    """Why a word cannot stand in the text of a move, and what may be meant; empty if it can."""
    brackets = BRACKETS.fullmatch(word)
    if brackets and brackets[2] in parameters:
        meant = (f"{part}({brackets[2]})" for part in PARTS)
        return f"before brackets stands {', '.join(PARTS[:-1])} or {PARTS[-1]}", *meant
    if word in PARTS and word not in parameters:
        return (f"after `{word}` stands a parameter in brackets, as in `{word}(start)`",)
    if word == "?":
        return ("`?` stands right behind the word that may be left out, as in `start?`",)
    return ()


def is_no_move(way: list[model.MoveWord]) -> bool:
    """Whether PGN reads a way of writing a move as something else."""
    fixed = [word.text for word in way if word.says == "text"]
    whole = "".join(fixed) if len(fixed) == len(way) else ""
    is_result = whole in RESULTS or (whole and not whole.strip(REMARKS))
    return bool(is_result) or any(mark in text for text in fixed for mark in NO_MOVE)
