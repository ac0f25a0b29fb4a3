"""The TextMate grammar of rule files, which colours words without understanding them.

VS Code, JetBrains and others read it.  Each heading begins a part, which ends at the next heading:
texts for people, turns, declarations with entries of fixed names, or other rules.
"""

from __future__ import annotations

from typing import Any

from gdl.syntax.boards import BOARD_ENTRIES
from gdl.syntax.outline import HEADINGS, PIECE_ENTRIES
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.drawn import DRAWN
from gdl.vocabulary.keywords import KEYWORDS, VERBS

Rule = dict[str, Any]

SCOPE = "boardwright"
FOR_PEOPLE = ("game", "designer", "year", "notes", "looks", "notation", "extends")
TURNS = ("turn", "opening", "parts")
DECLARING = ("pieces", "board")
CONSTANTS = ("true", "false", "none", "each", "nothing")
OPERATORS = ("not", "and", "or", "in", "within", "meets", "touches", "some", "no", "mod", "div")
BLOCKS = ("if", "else", "for", "repeat")
PHRASES = (r"at\s+will", r"up\s+to", r"as\s+soon\s+as")  # of words that may be names elsewhere
IN_PHRASES = ("at", "will", "up", "as", "soon")
NAME = "[A-Za-z_][A-Za-z0-9_]*"
ENDS_KEY = r"\s*:(?=\s|$)"
NEXT_HEADING = "^(?=[A-Za-z\"'])"


def rules_grammar() -> Rule:
    """The grammar, as editors read it."""
    rules = [name.replace("_", " ") for name in HEADINGS]
    rules = [name for name in rules if name not in (*FOR_PEOPLE, *TURNS, *DECLARING)]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Boardwright rules",
        "scopeName": f"source.{SCOPE}",
        "patterns": [
            include("comment"),
            block(),
            section(FOR_PEOPLE, "comment", "message", "quoted", "key", "plain"),
            section(TURNS, "comment", "words"),
            section(DECLARING, "comment", "drawing", "entry", "key", "words"),
            section(rules, "comment", "key", "verb", "words"),
        ],
        "repository": repository(),
    }


def repository() -> Rule:
    """The rules that several parts share."""
    return {
        "comment": matched("comment.line.number-sign", r"(?:^|(?<=\s))#.*$"),
        "message": matched("string.quoted.double", r'"(?:[^"\\]|\\.)*"'),
        "quoted": matched("string.quoted.single", "'(?:[^']|'')*'"),
        "plain": matched("string.unquoted", r"[^\s#:\"'](?:[^#]|(?<!\s)#)*?(?=\s+#|\s*$)"),
        "key": captured(rf"^\s+(?!(?:{'|'.join(BLOCKS)})\b)({NAME})"
                        rf"(?=\s*(?:[\[(].*[\])])?{ENDS_KEY})",
                        "entity.name.function"),
        "entry": captured(rf"^\s+({'|'.join([*PIECE_ENTRIES, *BOARD_ENTRIES])}){ENDS_KEY}",
                          "keyword.other.entry"),
        "drawing": drawing(),
        "verb": matched("keyword.other.verb",
                        rf"(?:(?<=[:-]\s)|^\s+){words(*VERBS)}(?!\s*[(:=\[])"),
        "words": {"patterns": [
            include("message"),
            matched("keyword.operator.block", r"(?<=[:-]\s)[|>][-+0-9]*(?=\s*(?:#.*)?$)"),
            matched("keyword.control", r"(?<=:\s)removed(?=\s*(?:#.*)?$)"),
            matched("keyword.control", rf"\b(?:{'|'.join(PHRASES)})\b"),
            matched("constant.language", words(*CONSTANTS)),
            matched("keyword.operator.word", words(*OPERATORS)),
            matched("keyword.control", words(*control_words())),
            matched("support.function", words(*built_ins())),
            matched("constant.numeric", r"\b[0-9]+(?:\.[0-9]+)?\b"),
            matched("keyword.operator", r"\.\.|!=|<=|>=|[-+*=<>|&]"),
        ]},
    }  # fmt: skip


def control_words() -> list[str]:
    """The keywords that are neither verbs nor constants nor operators, and stand by themselves."""
    others = {*VERBS, *CONSTANTS, *OPERATORS, *IN_PHRASES}
    return [word for word in KEYWORDS if word not in others]


def built_ins() -> list[str]:
    """The built-in names that may stand in rules, in alphabetical order."""
    return sorted(BUILTINS)


def section(headings: tuple[str, ...] | list[str], *rules: str) -> Rule:
    """The part under any of some headings."""
    return {
        "begin": rf"^({'|'.join(headings)}){ENDS_KEY}",
        "beginCaptures": {"1": {"name": f"keyword.control.heading.{SCOPE}"}},
        "end": NEXT_HEADING,
        "patterns": [include(rule) for rule in rules],
    }


def block() -> Rule:
    """A text for people on the lines after `|` or `>`."""
    return {
        "begin": rf"^({'|'.join(FOR_PEOPLE)})\s*:\s+([|>][-+0-9]*)\s*(#.*)?$",
        "beginCaptures": {
            "1": {"name": f"keyword.control.heading.{SCOPE}"},
            "2": {"name": f"keyword.operator.block.{SCOPE}"},
            "3": {"name": f"comment.line.number-sign.{SCOPE}"},
        },
        "end": r"^(?=\S)",
        "contentName": f"string.unquoted.block.{SCOPE}",
    }


def drawing() -> Rule:
    """A drawn board: the deeper lines after `|`."""
    return {
        "begin": rf"^\s+({'|'.join(DRAWN)})\s*:\s+([|>][-+0-9]*)\s*(#.*)?$",
        "beginCaptures": {
            "1": {"name": f"keyword.other.entry.{SCOPE}"},
            "2": {"name": f"keyword.operator.block.{SCOPE}"},
            "3": {"name": f"comment.line.number-sign.{SCOPE}"},
        },
        "end": r"^(?!\s*(?:[-.A-Za-z](?: [-.A-Za-z])*)?\s*$)",
        "contentName": f"string.unquoted.block.{SCOPE}",
    }


def matched(name: str, pattern: str) -> Rule:
    """What matches a pattern gets a scope."""
    return {"name": f"{name}.{SCOPE}", "match": pattern}


def captured(pattern: str, name: str) -> Rule:
    """What the first group of a pattern matches gets a scope."""
    return {"match": pattern, "captures": {"1": {"name": f"{name}.{SCOPE}"}}}


def include(name: str) -> Rule:
    """The rule of the repository with a name."""
    return {"include": f"#{name}"}


def words(*names: str) -> str:
    """Any of some whole words."""
    return rf"\b(?:{'|'.join(names)})\b"
