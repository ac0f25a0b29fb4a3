"""Says what could have stood where a rule text fails, in few words and with nothing left out.

Operators that can stand in the same places, such as `+` and `*`, are represented by one of them.
"""

from __future__ import annotations

from lark.exceptions import UnexpectedInput

from gdl.syntax.errors.repair import PAIRS
from gdl.vocabulary.keywords import KEYWORDS

VALUE = frozenset({"NAME", "NUMBER", "LPAR", "LBRACE", "TRUE", "FALSE", "NONE"})
CONDITION = frozenset({"NOT", "SOME", "NO"})
RELATIONS = frozenset(
    "EQUAL UNEQUAL LESSTHAN AT_MOST MORETHAN AT_LEAST IN WITHIN MEETS TOUCHES NOT".split()
)
OPERATORS = frozenset("UNION MEET RANGE PLUS MINUS TIMES MOD DIV".split())
CLOSING = {"RPAR": "(", "RSQB": "[", "RBRACE": "{"}
WORDS = {
    "COMMA": "`,`", "NAME": "a name", "NUMBER": "a number", "SIGNED": "a number",
    "STRING": "a message in double quotes", "LPAR": "`(`", "LSQB": "`[`", "LBRACE": "`{`",
    "RPAR": "`)`", "RSQB": "`]`", "RBRACE": "`}`", "EQUAL": "`=`", "MINUS": "`-`",
    "ROUNDS": "`times`", "$END": "the end",
}  # fmt: skip
PHRASES = {  # keywords that begin a phrase, by the start symbol of the text
    ("turn", "UP"): "`up to 3 times`",
    ("turn", "WHILE"): "`while possible`",
    ("turn", "AT"): "`at will`",
    ("end_head", "AS"): "`as soon as`",
}
FIRST = (",", "or", "else", "and", "if", "for", "up", "while", "at", "of", "with", "on", "to")


def expected(error: UnexpectedInput, before: str, start: str) -> str:
    """What could have stood at the fault; `before` is the text up to the fault."""
    names = getattr(error, "accepts", None) or getattr(error, "expected", None)
    left = set(names or getattr(error, "allowed", None) or ())
    left -= {name for name, sign in CLOSING.items() if not is_open(before, sign)}
    if CLOSING.keys() & left or any(is_open(before, sign) for sign in PAIRS):
        left -= {"$END"}
    shown = []
    if "PLUS" in left:  # after a value
        if RELATIONS & left - {"EQUAL"}:
            shown.append("a relation such as `=`")
            left -= RELATIONS
        shown.append("an operator such as `+`")
        left -= OPERATORS
    elif left >= VALUE:
        what = "a condition or another expression" if left >= CONDITION else "an expression"
        shown.append(what)
        left -= VALUE | CONDITION | {"MINUS"}
    words = sorted((n for n in left if n in WORDS or n.lower() in KEYWORDS), key=rank)
    shown[:0] = [PHRASES.get((start, n)) or WORDS.get(n) or f"`{n.lower()}`" for n in words]
    return ", ".join(shown) or "something else"


def rank(name: str) -> tuple[int, str]:
    """The sort key of a terminal: names and joining words first, brackets and the end last."""
    if name == "NAME":
        return -1, name
    word = "," if name == "COMMA" else name.lower()
    if word in FIRST:
        return FIRST.index(word), word
    return len(FIRST) + (name in WORDS) + (name == "$END"), word


def is_open(text: str, sign: str) -> bool:
    """Whether a bracket is still open at the end of a text."""
    return text.count(sign) > text.count(PAIRS[sign])
