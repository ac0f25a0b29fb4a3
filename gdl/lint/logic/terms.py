"""Expressions of the model as terms, for `gdl.lint.logic.proofs`.

In a term, a variable of a rule is replaced by the term that it stands for, and definitions are
expanded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import count
from typing import Any

from gdl.lint.logic.proofs import MOVER, Term
from gdl.model import nodes as model
from gdl.model.analysis import Reads, content
from gdl.model.ranges import Bounds
from gdl.source.limits import MAX_CELLS, MAX_FORMULAS
from gdl.vocabulary.types import CELL, COLOUR

TOTAL = frozenset(  # built-ins that have a value whenever their arguments do, on most boards
    "cells corners count sides row column x y directions orthogonal diagonal north northeast east "
    "southeast south southwest west northwest neighbours links lines blocks copies leaps "
    "subsets flag empty pieces mine enemy alike supply groups reach sight colours seats seat mover "
    "opponent after next viewer here turns passes stuck height".split()
)
Env = Mapping[int, Term]  # for each slot the term that it stands for


class TooMuch(Exception):
    """The rules are too long to be checked."""


class Terms:
    """Makes the terms of one game."""

    def __init__(self, game: model.Game, reads: Reads):
        self.game = game
        self.reads = reads
        self.variables = {v.name: v for v in (*game.variables, *game.marks)}
        self.bounds = Bounds(game, MAX_CELLS)  # without the domains of variables of rules
        self.read: dict[Hashable, frozenset[str]] = {}  # what the values of terms depend on
        self.numbers = count()
        self.steps = 0
        further = game.board.further  # such points are in no row
        self.total = TOTAL - {"x", "y"} if further else TOTAL

    def fresh(self, head: str = "any") -> Term:
        """A new term for something of which nothing is known."""
        return (head, next(self.numbers))

    def spend(self) -> None:
        """Count a step.  Raises TooMuch beyond `MAX_FORMULAS`."""
        self.steps += 1
        if self.steps > MAX_FORMULAS:
            raise TooMuch

    def term(self, expr: model.Expr, env: Env, depth: int = 0) -> Term:
        """The term of an expression.  Raises TooMuch."""
        self.spend()
        match expr:
            case model.Value(value=value):
                return "Value", type(value).__name__, value
            case model.Local(slot=slot):
                return env.get(slot, ("slot", slot))
            case model.Apply(name=name, args=args):
                body, inner = self.body(name, [self.term(a, env, depth) for a in args])
                return self.term(body, inner, depth)
            case model.BuiltinCall(name="viewer"):
                return MOVER
            case model.BuiltinCall(name="mine", args=args):
                return "BuiltinCall", "pieces", (MOVER, *(self.term(a, env, depth) for a in args))
            case model.BuiltinCall(name="supply", args=args):
                given = tuple(self.term(a, env, depth) for a in args)
                is_whose = any(a.type == COLOUR for a in args)
                return "BuiltinCall", "supply", given if is_whose else (MOVER, *given)
            case model.FactValue(name=name, of=of) if of.type != CELL:
                return "FactOf", name, self.term(of, env, depth)
            case model.Binds():
                return self.binding(expr, env, depth)
        kind: Any = type(expr)
        parts = [getattr(expr, name) for name in content(kind)]
        return type(expr).__name__, *(self.part(part, env, depth) for part in parts)

    def part(self, value: Any, env: Env, depth: int) -> Hashable:
        """The term of anything that a node may hold."""
        if isinstance(value, model.Expr):
            return self.term(value, env, depth)
        if isinstance(value, tuple):
            return tuple(self.part(v, env, depth) for v in value)
        if isinstance(value, model.Binds):
            return self.binding(value, env, depth)
        held: Hashable = value
        return held

    def binding(self, node: model.Binds, env: Env, depth: int) -> Term:
        """The term of a node that binds variables; its depth tells nested ones apart."""
        inner, below, heads = dict(env), depth, []
        for slots, domain in node.heads:
            heads.append((len(slots), self.part(domain, inner, below)))
            for slot in slots:
                inner[slot], below = ("bound", below), below + 1
        kind: Any = type(node)
        names = [name for name in content(kind) if name not in model.BINDING]
        places = [(inner, below) if name in node.inside else (env, depth) for name in names]
        parts = [self.part(getattr(node, n), *at) for n, at in zip(names, places, strict=True)]
        return kind.__name__, depth, tuple(heads), *parts

    def body(self, name: str, args: list[Term]) -> tuple[model.Expr, dict[int, Term]]:
        """The body of a definition, and the terms that its parameters stand for."""
        definition = self.game.definitions[name]
        assert isinstance(definition.body, model.Expr)
        return definition.body, dict(zip(definition.slots, args, strict=True))

    def reads_of(self, term: Hashable) -> frozenset[str]:
        """What the value of a term depends on, as `Reads` names it."""
        if not isinstance(term, tuple):
            return frozenset()
        if term not in self.read:
            self.read[term] = self.found_reads(term)
        return self.read[term]

    def found_reads(self, term: tuple[Hashable, ...]) -> frozenset[str]:
        """The same, found anew."""
        reads = frozenset[str]().union(*map(self.reads_of, term))
        match term:
            case ("Stored", name, *_):
                reads |= {f"state {name}"}
            case ("Attribute" | "occupied", *_):
                reads |= {"board"}
            case ("BuiltinCall", str(name), tuple(args)):
                reads |= self.reads.of_builtin(name, args)
            case ("FactValue", str(name), *_):
                reads |= self.reads.of_named("fact", name)
            case ("FactOf", str(name), *_):
                reads |= self.reads.of_named("own fact", name)
            case ("Seen", board, *_):
                reads |= {"history", "board"} if board else {"history"}
        return reads

    def is_untouched(self, by: frozenset[str]) -> Callable[[Term], bool]:
        """A test of whether the value of a term is unaffected by changes of these things."""
        return lambda term: not self.reads_of(term) & by
