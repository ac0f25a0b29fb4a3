"""What is announced of secrets: parameters of actions that everybody hears, and entries of `sees`
that ask whose turn it is in place of who looks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gdl.check.expressions.coercion import element
from gdl.model import nodes as model
from gdl.model.analysis import free_slots, reached, walk
from gdl.model.fold import NotConstant, fold
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.vocabulary.types import COLOUR


def check_heard(game: model.Game, report: Report) -> None:
    """Warn where everybody hears a parameter that is then kept where `sees` hides it, or that
    decides what is kept there.

    Where `sees` has an entry for the action, its author has decided what is heard of it; and what
    is also kept where everybody sees it is no secret, nor is what decides on something there.
    """
    for action in game.actions.values():
        if action.name in game.sees:
            continue
        named = [(s, n) for b in action.binders for s, n in zip(b.slots, b.names, strict=True)]
        kept = tuple(dict.fromkeys(Heard(game).kept(action.body, {s: {n} for s, n in named})))
        open_ = {k.word for k in kept if k.place not in game.sees and not k.is_decided}
        secret = [k for k in kept if k.place in game.sees and not k.is_decided]
        told = open_ | {k.word for k in kept if k.place not in game.sees or k in secret}
        decided = {k.word: k for k in reversed(kept) if k.is_decided and k.word not in told}
        for found in (*(k for k in secret if k.word not in open_), *decided.values()):
            how = "and it decides what is kept in" if found.is_decided else "kept in"
            how = f"{how} `{found.place}`"
            report.add("secret-heard", found.span, action=action.name, word=found.word, how=how)


def check_kept_open(game: model.Game, report: Report) -> None:
    """Warn where `sees` hides a parameter from those who hear of an action in vain, since it is
    then kept where everybody sees it.
    """
    for action in game.actions.values():
        if action.name not in game.sees:
            continue
        heard = game.sees[action.name].heard
        named = [(s, n) for b in action.binders for s, n in zip(b.slots, b.names, strict=True)]
        names = {s: {n} for i, (s, n) in enumerate(named) if i not in heard}
        kept = dict.fromkeys(Heard(game).kept(action.body, names))
        seen = [k for k in kept if not k.is_decided and is_open(game, k.place)]
        for found in {k.word: k for k in reversed(seen)}.values():
            report.add(
                "secret-open", found.span, action=action.name, word=found.word, place=found.place,
                entry=entry_of(game, found.place),
            )  # fmt: skip


def is_open(game: model.Game, place: str) -> bool:
    """Whether `sees` hides nothing of a variable; or of the board and of all pieces on it."""
    if any(variable.name == place for variable in game.variables):
        return place not in game.sees
    parts = {name for kind in game.kinds for name in kind.attributes}
    return game.sees.keys().isdisjoint({"board", "kind", *parts})


def entry_of(game: model.Game, place: str) -> str:
    """What `sees` may say of a variable, or of the board or its pieces, to hide it from others."""
    index = next((v.index for v in game.variables if v.name == place), None)
    if index is None:
        return "board: pieces(viewer)" if place == "board" else f"{place}[c]: owner[c] = viewer"
    names = [name for binder in index for name in binder.names]
    own = [b.names[0] for b in index if element(b.domain.type) == COLOUR]
    head = f"{place}[{', '.join(names)}]" if names else place
    return f"{head}: {own[0]} = viewer" if own else f"{head}: nothing"


Names = Mapping[int, Collection[str]]  # the parameters that the value in a slot tells


@dataclass(frozen=True)
class Kept:
    """Where a parameter is kept, and in what; or where it decides what is kept there."""

    span: Span
    word: str
    place: str
    is_decided: bool = False


@dataclass(frozen=True)
class Heard:
    """Follows parameters through the statements and definitions of an action.

    A value tells a parameter where it is the parameter, a part of the choice between several
    values, a set with it as an element, or worked out from it and constants.
    """

    game: model.Game
    results: dict[Any, Any] = field(default_factory=dict)  # of definitions, by what they are given

    def kept(
        self,
        statements: Iterable[model.Statement],
        names: Names,
        deciding: frozenset[str] = frozenset(),
    ) -> Iterator[Kept]:
        """The places where parameters are kept, in statements on which some decide."""
        known = dict(names)
        for node in statements:
            match node:
                case model.Let(slot=slot, value=value):
                    known[slot] = self.told(value, known)
                case model.If(branches=branches):
                    tested = deciding
                    for condition, body in branches:
                        if condition is not None:
                            tested |= self.tested(condition, known)
                        yield from self.kept(body, known, tested)
                case model.For(body=body) | model.RepeatWhile(body=body):
                    yield from self.kept(body, known, deciding)
                case model.Perform(name=name, args=args):
                    definition = self.game.definitions[name]
                    assert isinstance(definition.body, tuple)
                    inner = self.given(definition, args, known)
                    key = name, tuple(inner.values()), deciding
                    if key not in self.results:
                        found = self.kept(definition.body, inner, deciding)
                        self.results[key] = tuple(dict.fromkeys(found))
                    yield from self.results[key]
                case _:
                    for place, value in stored(node):
                        told = self.told(value, known)
                        yield from (Kept(node.span, name, place) for name in sorted(told))
                        by = deciding | self.pointing(node, known)
                        yield from (Kept(node.span, n, place, True) for n in sorted(by - told))

    def pointing(self, node: model.Statement, names: Names) -> frozenset[str]:
        """The parameters that say which value of a variable is set.

        Not where it becomes less or nothing: there what was hidden is laid open.
        """
        match node:
            case model.SetVariable(value=model.Arithmetic(op="-") | model.SetOperation(op="-")):
                return frozenset()
            case model.SetVariable(index=index, value=value) if not is_nothing(value):
                return frozenset().union(*(self.told(part, names) for part in index))
        return frozenset()

    def tested(self, condition: model.Expr, names: Names) -> frozenset[str]:
        """The parameters that a condition compares with constants."""
        match condition:
            case model.Not(operand=inner):
                return self.tested(inner, names)
            case model.And(left=one, right=other) | model.Or(left=one, right=other):
                return self.tested(one, names) | self.tested(other, names)
            case model.Relation(left=one, right=other):
                for value, with_ in ((one, other), (other, one)):
                    if is_constant(with_):
                        return self.told(value, names)
        return frozenset()

    def given(
        self, definition: model.Definition, args: Sequence[model.Expr], names: Names
    ) -> Names:
        """What the parameters of a definition tell."""
        told = [self.told(arg, names) for arg in args]
        return dict(zip(definition.slots, told, strict=True))

    def told(self, value: model.Expr, names: Names) -> frozenset[str]:
        """The parameters that a value tells."""
        match value:
            case model.Local(slot=slot):
                return frozenset(names.get(slot, ()))
            case model.Negative(operand=inner) | model.Opposite(operand=inner):
                return self.told(inner, names)
            case model.Choose(yes=one, no=other) | model.SetOperation(
                op="|", left=one, right=other
            ):
                return self.told(one, names) | self.told(other, names)
            case model.Arithmetic(left=inner, right=model.Value()) | model.Arithmetic(
                left=model.Value(), right=inner
            ):
                return self.told(inner, names)
            case model.Display(items=items):
                return frozenset().union(*(self.told(item, names) for item in items))
            case model.Aggregate(default=model.Expr() as default):
                return self.told(default, names)
            case model.Apply(name=name, args=args):
                definition = self.game.definitions[name]
                if isinstance(definition.body, model.Expr):
                    given = self.given(definition, args, names)
                    key = name, tuple(given.values())
                    if key not in self.results:
                        self.results[key] = self.told(definition.body, given)
                    told: frozenset[str] = self.results[key]
                    return told
        return frozenset()


def is_constant(expr: model.Expr) -> bool:
    """Whether an expression has the same value in every position."""
    try:
        fold(expr)
    except NotConstant:
        return False
    return True


def is_nothing(expr: model.Expr) -> bool:
    """Whether an expression is none, false or zero."""
    return isinstance(expr, model.Value) and not expr.value


def stored(node: model.Statement) -> Iterator[tuple[str, model.Expr]]:
    """What a statement keeps where, by names that `sees` may have."""
    match node:
        case model.SetMark():
            pass
        case model.SetVariable(name=name, value=value):
            yield name, value
        case model.SetPiece(what=what, value=value):
            yield what, value
        case model.Put(piece=piece, attributes=attributes, place=place):
            yield "kind", piece
            yield "board", place
            yield from attributes
        case model.Move(end=end):
            yield "board", end


def check_sight(game: model.Game, report: Report) -> None:
    """Warn where an entry of `sees` asks what is the mover's and nowhere asks who looks."""
    for shown in game.sees.values():
        if shown.expr is None:
            continue
        asks = any(is_word(part, "viewer") for part in reached(game, (shown.expr,)))
        if not asks and any(map(is_of_mover, walk(shown.expr))):
            text = " ".join(shown.expr.span.text.split())
            fixed = re.sub(r"\bmine\b", "pieces(viewer)", re.sub(r"\bmover\b", "viewer", text))
            report.add("seen-by-mover", shown.expr.span, word=shown.name, fixed=fixed)


def is_of_mover(part: object) -> bool:
    """Whether a part of a condition asks whether something is the mover's."""
    match part:
        case model.Relation(op="=", left=one, right=other):
            sides = ((one, other), (other, one))
            return any(is_word(a, "mover") and free_slots(b) for a, b in sides)
        case model.BuiltinCall(name="pieces", args=(of,)):
            return is_word(of, "mover")
    return is_word(part, "mine")


def is_word(part: object, name: str) -> bool:
    """Whether a part of the rules is such a built-in word."""
    return isinstance(part, model.BuiltinCall) and part.name == name
