"""Orders what can be typed by how likely it is.

What fits the words before the cursor comes first: a set after `in`, a colour after `of`, a
direction after `+`.  Then what is local comes before what the file declares, and that before
what is built in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from lark import Token

from gdl.check.expressions.scope import WORDS
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.types import (
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NUMBER,
    PIECE,
    PIECES,
    UNKNOWN,
    SetType,
    Type,
)
from interpreter.language_server.features.candidates import Candidate, Names
from interpreter.language_server.reading.expecting import Expecting

SET, CELL = "set", "cell"
AFTER = {  # the sorts of value that are likely after a word, as names of types or SET
    **dict.fromkeys(["in", "within", "meets", "touches", "&", "|", "some", "no", "-"], (SET,)),
    **dict.fromkeys(["lift", "remove", "on", "move", "swap"], (CELL, SET)),
    **dict.fromkeys(["of", "play"], (COLOUR.name,)),
    **dict.fromkeys(["<", ">", "<=", ">=", "..", "*", "mod", "div", "weight", "add"],
                    (NUMBER.name,)),
    **dict.fromkeys(["if", "when", "as soon as", "and", "or", "not", "require", "try"],
                    (FLAG.name,)),
    "put": (KIND.name, PIECE.name), "+": (DIRECTION.name, NUMBER.name),
}  # fmt: skip
NAMED = {COLOUR.name, KIND.name, PIECE.name}  # what is mostly called by a name of the file
SORTS = ("parameter", "attribute", "variable", "mark", "definition", "fact", "action", "chance",
         "part", "move", "colour", "kind", "word", WORDS, "option", "direction", "listener",
         "entry", "unknown", "built-in", "keyword", "cell")  # fmt: skip


def rank(
    candidates: Iterable[Candidate], names: Names, expected: Expecting, uses: Counter[str]
) -> list[Candidate]:
    """The candidates in order, the likeliest first."""
    wanted = wanted_after(expected.before, names)
    return sorted(
        candidates,
        key=lambda c: (
            unlikely(c, wanted, names) if wanted else 0,
            SORTS.index(c.sort) if c.sort in SORTS else len(SORTS),
            -uses[c.name],
        ),
    )


def wanted_after(before: Sequence[Token], names: Names) -> tuple[str, ...]:
    """What is likely after some words; empty if anything is."""
    if not before:
        return {"result": (COLOUR.name,), "block": ()}.get(names.leaf.start, ())
    last = str(before[-1])
    if last in ("=", "!=", "to") and len(before) > 1:
        name = next((str(t) for t in reversed(before[:-1]) if t.type == "NAME"), "")
        type = type_of(name, names)
        return () if type is None else (kind_of(type),)
    if last in ("(", ",") and len(before) > 1:
        return wanted_by_call(before, names)
    return AFTER.get(last, ())


def wanted_by_call(before: Sequence[Token], names: Names) -> tuple[str, ...]:
    """What the call that is open at the end of some words takes next."""
    depth, commas = 0, 0
    for at in range(len(before) - 1, -1, -1):
        sign = str(before[at])
        depth += (sign in ")]}") - (sign in "([{")
        commas += sign == "," and depth == 0
        if depth < 0:
            row = BUILTINS.get(str(before[at - 1])) if at else None
            if row is None or commas >= len(row.params):
                return ()
            return tuple(kind_of(type) for type in row.params[commas].types)
    return ()


def kind_of(type: Type) -> str:
    """A type as `AFTER` names it."""
    return SET if isinstance(type, SetType) and type != PIECES else type.name


def type_of(name: str, names: Names) -> Type | None:
    """The type of a name, if it is known."""
    row = BUILTINS.get(name)
    if row is not None:
        return None if row.result == UNKNOWN else row.result
    return names.knowledge.type_of(name)


def unlikely(candidate: Candidate, wanted: tuple[str, ...], names: Names) -> int:
    """0 for a candidate of a wanted sort, 2 for one of another, 1 if its sort is not known."""
    if candidate.sort in ("parameter", "unknown"):
        type = names.local_types.get(candidate.name)
        if type is None:
            return int(set(wanted) <= NAMED)
    elif candidate.sort == "keyword":
        is_first = candidate.name in ("not", "some", "no") and FLAG.name in wanted
        return 0 if is_first else 2
    else:
        sort = {"colour": COLOUR.name, "kind": KIND.name, "cell": CELL}.get(candidate.sort)
        if sort is not None:
            return 0 if sort in wanted else 2
        type = type_of(candidate.name, names)
        if type is None:
            return 1
    return 0 if kind_of(type) in wanted else 2
