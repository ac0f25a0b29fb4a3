"""The words of one rule text, and the blanks between them.

In: a text and its start symbol of the grammar.  Out: its tokens, or pieces that are joined to
lines.  A piece says what a line break before it costs, if one is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from gdl.syntax.grammar import lark_parser

OPENING = {"LPAR", "LSQB", "LBRACE"}
CLOSING = {"RPAR", "RSQB", "RBRACE"}
OPERANDS = CLOSING | {"NAME", "NUMBER", "TRUE", "FALSE", "NONE"}  # a `-` after them subtracts
LISTED = ("track", "point")  # of which the parts have no signs between them
TIGHT = {"RANGE", "TIMES"}  # operators without blanks around them
BEFORE = {  # what a line break before a word costs
    "ELSE": 1, "IF": 3, "FOR": 3, "OR": 4, "AND": 5, "ON": 10, "TO": 10, "FROM": 10, "WITH": 10,
    "OF": 11,
}  # fmt: skip
AFTER = {"COMMA": 2, "UNION": 7, "MEET": 8, "PLUS": 12, "MINUS": 12}  # and after a sign
ELSEWHERE = 45
DEPTH = 15  # what a break costs more for each bracket around it


@dataclass(frozen=True)
class Piece:
    """A part of a line; `cost` is that of a line break before it, None where there is no blank."""

    text: str
    cost: int | None = None


def tokens(text: str, start: str) -> list[Token]:
    """The tokens of a text that parses."""
    return list(lark_parser().parse_interactive(text, start=start).exhaust_lexer())


def pieces(text: str, start: str) -> list[Piece]:
    """The pieces of a rule text that parses."""
    made: list[Piece] = []
    depth = 0
    before: Token | None = None
    is_sign = False  # whether `before` is a `-` that negates
    for token in tokens(text, start):
        depth -= token.type in CLOSING
        cost = None
        is_listed = start in LISTED and not depth and token.type == "LPAR"
        if before is not None and not is_sign and (is_listed or is_apart(before, token)):
            cost = break_cost(before, token) + DEPTH * depth
        made.append(Piece(str(token), cost))
        depth += token.type in OPENING
        is_sign = token.type == "MINUS" and (before is None or before.type not in OPERANDS)
        before = token
    return made


def is_apart(left: Token, right: Token) -> bool:
    """Whether a blank stands between two tokens."""
    if left.type in OPENING or right.type in CLOSING or right.type == "COMMA":
        return False
    if left.type in TIGHT or right.type in TIGHT:
        return False
    return not (left.type == "NAME" and right.type in ("LPAR", "LSQB"))


def break_cost(left: Token, right: Token) -> int:
    """What a line break between two tokens costs, outside of brackets."""
    return min(AFTER.get(left.type, ELSEWHERE), BEFORE.get(right.type, ELSEWHERE))
