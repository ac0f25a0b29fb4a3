"""What the grammar lets stand next after the beginning of a rule text.

The states of the parser know it: which keywords can follow, whether a name can, and what a name
would be there: a value, an action of a turn, the target of `set`, …
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput

from gdl.source.limits import MAX_RULE
from gdl.syntax.grammar import lark_parser
from gdl.vocabulary.keywords import KEYWORDS

ROLES = {  # what a name is before a sign that alone can follow it
    "EQUAL": "attribute", "STRING": "listener", "IN": "binder", "COMMA": "binder",
    "RBRACE": "binder",
}  # fmt: skip


@dataclass(frozen=True)
class Expecting:
    """What can stand next."""

    keywords: tuple[str, ...]
    role: str | None  # of a name: "word", "act", "perform", "place", "rank" …; None: no name can
    before: tuple[Token, ...]  # the tokens so far
    is_certain: bool = True  # whether the beginning parses


@cache
def spelling(terminal: str) -> str | None:
    """The keyword that a terminal of the grammar stands for, or None."""
    pattern = next((t.pattern for t in lark_parser().terminals if t.name == terminal), None)
    word = getattr(pattern, "value", "")
    return word if word in KEYWORDS else None


def expecting(beginning: str, start: str) -> Expecting:
    """What can stand after a text that begins with the start symbol `start`."""
    parser, tokens = fed(beginning, start)
    if parser is None:
        return Expecting(KEYWORDS, "word", tokens, is_certain=False)
    accepted: set[str] = parser.accepts()
    words = sorted({w for t in accepted if (w := spelling(t))}, key=KEYWORDS.index)
    role = role_of_name(parser) if "NAME" in accepted else None
    if tokens and tokens[-1].type == "LET":
        role = "binder"
    return Expecting(tuple(words), role, tokens)


def tokens_of(text: str, start: str) -> tuple[Token, ...]:
    """The tokens of a text up to its first fault."""
    return fed(text, start)[1]


def fed(text: str, start: str) -> tuple[Any, tuple[Token, ...]]:
    """A parser that has read a text, or None where it does not parse; and the tokens so far."""
    parser = lark_parser().parse_interactive(text[:MAX_RULE], start=start)
    tokens: list[Token] = []
    try:
        for token in parser.iter_parse():
            tokens.append(token)
    except UnexpectedInput:
        return None, tuple(tokens)
    return parser, tuple(tokens)


def role_of_name(parser: Any) -> str:
    """What a name is after what the parser has read: what it would be reduced to."""
    after = parser.copy(deepcopy_values=False)
    after.feed_token(Token("NAME", "x"))
    state = after.parser_state
    actions = state.parse_conf.parse_table.states[state.state_stack[-1]]
    for action, rule in actions.values():
        if action.name == "Reduce":
            return str(rule.alias or rule.origin.name)
    return next((ROLES[sign] for sign in ROLES if sign in actions), "word")
