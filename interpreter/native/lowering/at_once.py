"""Loops each of whose rounds changes only its own element: all of these are changed at once.

`for g in groups(enemy): if no neighbours(g) & empty: remove g` takes the same pieces as `remove`
does with the union of these groups.  The precondition: sets of cells gain or lose the element of a
round, which is a cell or a group, and what a round asks of these sets is whether they have its
cell, or whether they meet its group or the cells next to that, where no other group has a cell.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, Effects, For, If, Let, written
from interpreter.native.ir.terms import BOOL, TRUE, Loop, Term
from interpreter.native.lowering.expressions.dispatch import Dispatch


def at_once(lower: Dispatch, loop: For) -> list[Effect] | None:
    """The effects of a loop, all rounds together; None where rounds may depend on each other."""
    one, *more = loop.loops
    if more or len(loop.domains) != 1 or loop.going != TRUE or one.of not in ("cells", "codes"):
        return None
    effects, condition = loop.body, TRUE
    if len(effects) == 1 and isinstance(effects[0], If) and len(effects[0].branches) == 1:
        ((condition, effects),) = effects[0].branches
    element = t.var(one.name, one.type)
    if one.kind == "bits" and one.of == "cells":
        element = t.bit(loop.domains[0].type, element)
    elif one.kind != "groups":
        return None
    rounds = Rounds(one, element, written(effects))
    if not rounds.asks_own(condition):
        return None
    if rounds.together(effects, t.var("", element.type)) is None:
        return None  # and no name is used up
    name = lower.names.fresh("cells")
    done = rounds.together(effects, t.var(name, element.type)) or ()
    asked, (chosen,) = t.and_(loop.condition, condition), loop.domains
    if asked != TRUE or one.kind == "groups":
        chosen = t.fold("union", loop.loops, (chosen,), asked, element, element.type)
    return [Let(loop.span, name, chosen), *done]


@frozen
class Rounds:
    """The rounds of a loop: its variable, the cells of a round, and the fields that are changed."""

    loop: Loop
    element: Term
    changed: frozenset[str]

    def together(self, effects: Effects, every: Term) -> list[Effect] | None:
        """What all rounds do, with the cells of all in the place of those of one."""
        done: list[Effect] = []
        for effect in effects:
            match effect:
                case Check(condition=condition) if self.loop.kind == "bits" and not effect.attempt:
                    if not self.asks_own(condition):
                        return None
                    holds = t.fold("all", (self.loop,), (every,), TRUE, condition, BOOL)
                    done.append(replace(effect, condition=holds))
                case Let(value=value) if self.is_free(value, of_fields=True):
                    done.append(effect)
                case Assign(field=field, index=index, value=value):
                    now = t.read(field, value.type, *index)
                    if not all(self.is_free(i, of_fields=True) for i in index):
                        return None
                    changed = self.with_all(value, now, every)
                    if changed is None:
                        return None
                    done.append(replace(effect, value=changed))
                case _:
                    return None
        return done

    def with_all(self, value: Term, now: Term, every: Term) -> Term | None:
        """What a set becomes if it gains or loses all cells; None if a round does other things."""
        if value.op in ("union", "minus") and value.args == (now, self.element):
            return t.rebuild(value, (now, every))
        if value.op != "select" or not self.is_free(value.args[0], of_fields=True):
            return None
        yes, no = (self.with_all(way, now, every) for way in value.args[1:])
        return None if yes is None or no is None else t.select(value.args[0], yes, no)

    def is_free(self, term: Term, of_fields: bool = False) -> bool:
        """Whether a term is not about what is changed, nor `of_fields` about the round."""
        is_same = not of_fields or self.loop.name not in term.free
        return is_same and "*" not in term.reads and term.reads.isdisjoint(self.changed)

    def asks_own(self, condition: Term) -> bool:
        """Whether other rounds change nothing about a condition."""
        match condition.op, condition.args:
            case _ if self.is_free(condition):
                return True
            case "and" | "or" | "not", parts:
                return all(map(self.asks_own, parts))
            case "has", (cells, code):
                return self.element == t.bit(cells.type, code) and self.is_of_each_cell(cells)
            case "meets", (one, other):
                return any(self.is_near(a) and self.is_of_each_cell(b)
                           for a, b in ((one, other), (other, one)))  # fmt: skip
            case "within", (one, other):
                return self.is_near(one) and self.is_of_each_cell(other)
        return False

    def is_near(self, cells: Term) -> bool:
        """Whether all of some cells are those of the round, or next to its group."""
        if cells.op in ("minus", "meet"):
            return self.is_free(cells) and self.is_near(cells.args[0])
        is_next = cells.op == "dilate" and cells.data == self.loop.adjacency
        return self.element in ((cells, *cells.args) if is_next else (cells,))

    def is_of_each_cell(self, cells: Term) -> bool:
        """Whether it depends on each cell alone whether a set has it."""
        match cells.op:
            case "union" | "meet" | "minus":
                return all(map(self.is_of_each_cell, cells.args))
            case "select":
                condition, *ways = cells.args
                return self.is_free(condition) and all(map(self.is_of_each_cell, ways))
            case "read":
                return all(self.is_free(index) for index in cells.args)
        return self.is_free(cells)
