"""The JSON schema of rule files, for editors that know YAML but not the rule language.

It says which headings and entries there are and what shape each has.  The rules themselves are
texts; of some of them it says how they begin.  It refuses nothing that the language accepts.
"""

from __future__ import annotations

from typing import Any

from gdl.syntax.boards import BOARD_ENTRIES
from gdl.syntax.outline import HEADINGS, NEEDED, PIECE_ENTRIES
from gdl.vocabulary.keywords import BLOCK_WORDS, OF_ENDS, SHAPES, VERBS
from gdl.vocabulary.meanings import ENTRY_MEANINGS, HEADING_MEANINGS, Meaning
from gdl.vocabulary.notation import FORMATS

Schema = dict[str, Any]

NAME = "[A-Za-z_][A-Za-z0-9_]*"
NUMBER = r"-?[0-9]+(\.[0-9]+)?"
ANY = r"[\s\S]*"
NO_LABELS = (*VERBS, *BLOCK_WORDS, *OF_ENDS)
PATTERNS = {  # of the texts whose form is easily said, by the start symbols of the grammar
    "name": NAME,
    "path": rf"{NAME}(\s+{NAME})*",
    "track": rf"[A-Za-z_]{ANY}",
    "point": rf"(({NUMBER}|\({ANY}\))\s*|{NAME}(\s+|(?=[(-])))({NUMBER}|{NAME}|\({ANY}\))",
    "owner": NAME,
    "player": rf"{NAME}(\s+if\b{ANY})?",
    "action_head": rf"{NAME}\s*(\({ANY}\))?",
    "define_head": rf"{NAME}\s*(\({ANY}\))?",
    "stored_head": rf"{NAME}\s*(\[{ANY}\])?",
    "seen_head": rf"{NAME}\s*(\[{ANY}\])?",
    "statement": rf"({NAME}\s*,\s*)?(({'|'.join(VERBS)})\b{ANY}|{NAME}\s*(\({ANY}\))?)",
    "block": rf"(if|for|repeat|else\s+if)\b{ANY}|else",
    "turn_case": rf"(if|else\s+if)\b{ANY}|else",
    "turn": rf"[A-Za-z_(]{ANY}",
    "label": rf"((before|after)\s+)?(?!({'|'.join(NO_LABELS)})\b){NAME}",
    "end_head": rf"({NAME}\s*,\s*)?(when|as\s+soon\s+as)\b{ANY}",
    "result": rf'{ANY}\b(wins|loses|draw|ranks\s+first|gets\b{ANY})(\s*,\s*"[^"]*")?',
}
WORDS = ["string", "number", "boolean"]  # as YAML may read a text that is a number or `true`
LEFT_OUT = "removed"  # in place of anything that a base has
EMPTY = rf"^\s*({LEFT_OUT})?\s*$"
STATEMENTS = {"$ref": "#/definitions/statements"}


def rules_schema() -> Schema:
    """The schema of rule files."""
    headings = {name.replace("_", " "): described(SECTIONS[name], name) for name in HEADINGS}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Rules of a board game",
        "description": "A rule file, or one that changes another, which it `extends`.",
        "type": "object",
        "properties": headings,
        "additionalProperties": False,
        "anyOf": [{"required": ["extends"]}, {"required": list(NEEDED)}],
        "definitions": {"statements": statements()},
    }


def described(section: Schema, name: str) -> Schema:
    """The schema of what stands under a heading, with its meaning."""
    return {"description": said(HEADING_MEANINGS[name.replace("_", " ")])} | section


def said(meaning: Meaning) -> str:
    """A meaning and its example, as editors show them."""
    return f"{meaning.text}; for example `{meaning.example}`"


# ---- texts -------------------------------------------------------------------------------------


def pattern(start: str) -> str:
    """What a text with a start symbol of the grammar looks like; `removed` fits everywhere."""
    return rf"^\s*({PATTERNS[start]}|{LEFT_OUT})\s*$"


def names(start: str) -> str:
    """What a list of names on one line looks like."""
    one = PATTERNS[start].replace(ANY, "[^,]*")
    return rf"^\s*{one}\s*(,\s*{one}\s*)*$"


def text(start: str) -> Schema:
    """A rule text with a start symbol of the grammar."""
    what, example = SHAPES[start]
    form: Schema = {"description": f"{what}; for example `{example}`"}
    if start in PATTERNS:
        return form | {"type": "string", "pattern": pattern(start)}
    return form | {"type": WORDS}


def key(start: str) -> Schema:
    """The names of the entries of a map."""
    return {"pattern": pattern(start)}


# ---- maps and lists ----------------------------------------------------------------------------


def map_of(head: str, value: Schema, in_place: str = EMPTY) -> Schema:
    """A map, possibly empty or removed; `in_place` is what a text in its place looks like."""
    return {
        "type": ["object", "string", "null"], "pattern": in_place, "propertyNames": key(head),
        "additionalProperties": value,
    }  # fmt: skip


def list_of(item: Schema) -> Schema:
    """A list, possibly empty or removed."""
    return {"type": ["array", "string", "null"], "items": item, "pattern": EMPTY}


def entries(heading: str, forms: dict[str, Schema]) -> dict[str, Schema]:
    """The entries with fixed names under a heading, with their meanings."""
    return {n: f | {"description": said(ENTRY_MEANINGS[heading][n])} for n, f in forms.items()}


def changed(list_: Schema, lines: Schema) -> Schema:
    """A list, or changes to the lines of the base by their names."""
    return list_ | {
        "type": [*list_["type"], "object"], "propertyNames": key("label"),
        "additionalProperties": lines, "minProperties": 1,
        "items": {"if": TAKEN_OUT, "then": {}, "else": list_["items"]},
    }  # fmt: skip


def statements() -> Schema:
    """One statement, or a list of statements and blocks, or changes to one."""
    block = {
        "type": ["string", "object"], "pattern": pattern("statement"), "minProperties": 1,
        "propertyNames": key("block"), "additionalProperties": STATEMENTS,
    }  # fmt: skip
    plain = text("statement") | {"type": ["string", "array"], "items": block}
    return changed(plain, STATEMENTS)


def pieces() -> Schema:
    """The kinds, each with its entries and facts."""
    forms = {"owner": text("owner"), "supply": text("supply"), "with": ATTRIBUTES}
    assert set(forms) == set(PIECE_ENTRIES)
    kind = {
        "type": ["object", "string", "null"], "pattern": EMPTY,
        "properties": entries("pieces", forms), "propertyNames": key("name"),
        "additionalProperties": text("definition"),
    }  # fmt: skip
    return map_of("name", kind, names("name"))


def listed_words() -> Schema:
    """Words: a list of them, or each with its facts."""
    form = map_of("name", FACTS, names("name"))
    return map_of("name", form | {"type": ["object", "string"]})


def board() -> Schema:
    """A shape, or a map with cells, lines, a drawing, points, tracks and the height of piles."""
    forms = {
        "cells": text("expr"), "lines": list_of(text("path")),
        "squares": PLAIN, "hexes": PLAIN, "letters": map_of("name", text("letters")),
        "points": map_of("name", text("point")),
        "tracks": map_of("name", text("track")), "pile": text("expr"),
    }  # fmt: skip
    assert set(forms) == set(BOARD_ENTRIES)
    return {
        "type": ["string", "object"], "properties": entries("board", forms),
        "additionalProperties": False,
    }  # fmt: skip


def notation() -> Schema:
    """Letters, positions, and two formats with their tags."""
    texts = {"type": ["object", "string", "null"], "additionalProperties": PLAIN}
    formats = {
        name: {
            "type": ["object", "string", "null"],
            "properties": {
                entry: texts if entry in ("letters", "moves") else PLAIN for entry in known
            },
            "additionalProperties": PLAIN,
        }
        for name, known in FORMATS.items()
    }  # fmt: skip
    forms: dict[str, Schema] = {"letters": texts, "position": PLAIN, **formats}
    return {"type": ["object", "string", "null"], "properties": entries("notation", forms)}


PLAIN: Schema = {"type": [*WORDS, "null"]}
TAKEN_OUT: Schema = {  # an item of a list: a line of the base that is left out
    "type": "object", "propertyNames": key("name"), "maxProperties": 1, "minProperties": 1,
    "additionalProperties": {"type": "string", "pattern": rf"^\s*{LEFT_OUT}\s*$"},
}  # fmt: skip
FACTS = map_of("name", text("definition"))
ATTRIBUTES = map_of("name", text("domain"))
DEFINED = changed(
    text("definition") | {"type": [*WORDS, "array"], "items": {"type": ["string", "object"]}},
    STATEMENTS,
)
END_LINE: Schema = {
    "type": "object", "propertyNames": key("end_head"), "additionalProperties": text("result"),
}  # fmt: skip
SECTIONS: dict[str, Schema] = {
    "game": PLAIN, "designer": PLAIN, "year": PLAIN, "notes": PLAIN,
    "looks": {"type": ["object", "string", "null"]},
    "notation": notation(),
    "extends": {"type": ["string", "number"]},
    "options": map_of("name", text("stored")),
    "players": map_of("player", FACTS, names("player")),
    "board": board(),
    "words": listed_words(),
    "pieces": pieces(),
    "setup": STATEMENTS,
    "state": map_of("stored_head", text("stored")),
    "marks": map_of("stored_head", text("stored")),
    "define": map_of("define_head", DEFINED),
    "chance": map_of("action_head", STATEMENTS),
    "actions": map_of("action_head", STATEMENTS),
    "sees": map_of("seen_head", text("shown")),
    "questions": map_of("action_head", text("expr")),
    "parts": map_of("name", text("turn")),
    "opening": list_of(text("turn")),
    "turn": map_of("turn_case", text("turn"), pattern("turn")),
    "after_turn": STATEMENTS,
    "end": changed(list_of(END_LINE), list_of(END_LINE)),
}  # fmt: skip
