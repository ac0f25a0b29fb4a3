"""What is known at a place of a plan, and terms and effects made simpler by it.

Facts come from what a parameter was chosen from, from checks and branches, and from effects.  They
are conditions that hold or do not, fields and variables that are constants, which values a
variable can have, and for what reason a field was given each of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import (
    Assign,
    Check,
    Effect,
    Effects,
    If,
    Let,
    depends_on,
    written,
)
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.rewrite import Change, once_for_all, replaced
from interpreter.native.ir.terms import FALSE, INT, LARGEST, NO_NUMBER, TRUE, Loop, Term
from interpreter.native.ir.terms.columns import MAX_ROWS
from interpreter.native.ir.variables import Variables

T = TypeVar("T")
U = TypeVar("U")
MAX_EACH = 32  # values of a field for each of which it is known why it was chosen
COMPARED = frozenset(("lt", "le", "eq", "has"))
DECIDED = frozenset(("lt", "le", "eq", "has", "table"))  # conditions that the values may decide


class Facts:
    """What is known at one place; `refold` makes a loop again of which more is constant."""

    def __init__(self, board: Planes, refold: Callable[[Term], Term] = lambda term: term):
        self.board, self.fields, self.refold = board, board.fields, refold
        self.known: dict[Term, Term] = {}
        self.known_for: dict[str, dict[int, Term]] = {}  # for each value that a field can have
        self.lets: dict[str, Term] = {}  # variables that fields still make what they are
        self.variables = Variables()

    def copy(self) -> Facts:
        """The same facts, to learn more from here."""
        facts = Facts(self.board, self.refold)
        facts.known, facts.known_for = dict(self.known), dict(self.known_for)
        facts.lets, facts.variables = dict(self.lets), self.variables.copy()
        return facts

    # ---- what is learned ----

    def assume(self, condition: Term, holds: bool = True, is_simple: bool = False) -> None:
        """From here on a condition holds, or it does not; `is_simple` if it is simplified."""
        condition = condition if is_simple else self.simplified(condition)
        if condition.op == "not":
            self.assume(condition.args[0], not holds, is_simple=True)
        elif condition.op == ("and" if holds else "or"):
            for part in condition.args:  # the first one may make the others simpler
                self.assume(part, holds, is_simple=part is condition.args[0])
        elif condition.op != "const":
            self.known[condition] = TRUE if holds else FALSE
            if condition.op == "has":
                cells, code = condition.args
                self.assume_place(cells, code, holds)
                for fact, truth in list(self.known.items()) if code.op == "var" else ():
                    if fact.op == "has" and fact.args[0] == cells and truth.value is (not holds):
                        for pair in (code, fact.args[1]), (fact.args[1], code):
                            self.known[t.eq(*pair)] = FALSE  # one is in the set, the other is not

    def assume_place(self, cells: Term, code: Term, holds: bool) -> None:
        """What else is known when a code is in a set, or is not."""
        if holds:
            for condition in implied(cells, code):
                self.assume(condition)
        if code.op == "var" and holds:
            self.among(code.data, cells)
        if cells.op != "read" or cells.type != self.board.cells:
            return
        planes = self.board.board_planes() + self.board.of_sides
        if holds and cells.data == "own":
            self.known[self.board.owner(code)] = cells.args[0]
        if holds and self.board.is_part(cells, self.board.occupied):
            self.known[t.has(self.board.occupied, code)] = TRUE
            for plane in planes:
                if self.board.are_apart(plane, cells):
                    self.known[t.has(plane, code)] = FALSE
        elif any(all(self.is_without(p, code) for p in owners) for owners in self.board.all_pieces):
            for plane in planes:
                self.known[t.has(plane, code)] = FALSE

    def of_one_owner(self, cells: Term, code: Term) -> None:
        """Which planes a piece of a set is in that somebody has who is not known yet."""
        for plane in t.factors_of(cells):
            if plane.op != "read" or plane.data != "own" or plane.args[0].op == "const":
                continue
            for colour in range(self.fields.colours):
                is_its = t.eq(plane.args[0], t.number(colour))
                if colour == self.fields.colours - 1 == 1:
                    is_its = t.not_(t.eq(plane.args[0], t.number(0)))
                self.known[t.has(self.board.own(t.number(colour)), code)] = is_its

    def among(self, name: str, cells: Term) -> None:
        """A variable is in a set."""
        fixed = self.board.always_around(cells)
        if fixed is not None:
            self.variables.choose(name, fixed)

    def is_without(self, cells: Term, place: Term) -> bool:
        """Whether a code is known not to be in a set."""
        return self.simplified(t.has(cells, place)) == FALSE

    def are_outside(self, cells: Term, plane: Term) -> bool:
        """Whether all of some cells are known not to be in a plane."""
        if cells.op == "union":
            return all(self.are_outside(a, plane) for a in cells.args)
        if cells.op == "bit":
            return self.is_without(plane, cells.args[0])
        made = self.lets.get(cells.data) if cells.op == "var" else cells
        return any(
            holds == TRUE and fact.op == "within" and fact.args[0] == made
            and self.board.are_apart(fact.args[1], plane)
            for fact, holds in self.known.items()
        )  # fmt: skip

    def choose(self, loop: Loop, *domains: Term) -> None:
        """A variable has a value of a set, or of a range.

        Only what speaks of the variable is learnt: other terms are computed before it is chosen,
        where the set may still turn out to be empty.
        """
        low, high = domains[0].value, domains[-1].value
        if loop.kind == "bits":
            self.among(loop.name, domains[0])
            before = set(self.known)
            self.assume(t.has(domains[0], t.var(loop.name, loop.type)))
            self.known = {
                k: v for k, v in self.known.items() if k in before or loop.name in k.free
            }
        elif loop.kind == "range" and None not in (low, high) and 0 <= low <= high < MAX_ROWS:
            self.variables.choose(loop.name, t.const(t.Type("set"), (2 << high) - (1 << low)))

    def forget(self, fields: frozenset[str]) -> None:
        self.known = {
            k: v for k, v in self.known.items() if not depends_on(k.reads | v.reads, fields)
        }
        self.forget_made(fields)

    def forget_made(self, fields: frozenset[str]) -> None:
        """What was made of fields, or chosen for their sake, is that no longer when they change."""
        self.lets = {n: v for n, v in self.lets.items() if not depends_on(v.reads, fields)}
        self.known_for = {
            name: reasons for name, reasons in self.known_for.items()
            if name not in fields and not any(depends_on(r.reads, fields) for r in reasons.values())
        }  # fmt: skip

    def after(self, effect: Effect) -> None:
        match effect:
            case Check(condition=condition):
                self.assume(condition)
            case Let(name=name, value=value):
                self.variables.lets[name] = self.lets[name] = value
                self.variables.ends[name] = self.ends(value)  # once: others may use it twice each
                if value.op == "const":
                    self.known[t.var(name, value.type)] = value
                self.assume_same(t.var(name, value.type), value)
            case Assign(field=name):
                reasons = self.reasons(effect)
                self.known = {
                    k: v for k, v in self.known_after(effect)
                    if v.op == "const" or k.op == "select"
                }  # fmt: skip
                self.forget_made(frozenset((name,)))
                if reasons:
                    self.known_for[name] = reasons
            case If(branches=branches):
                self.in_branches(branches, lambda _, condition: condition, Facts.after_all)
            case _:
                self.forget(written((effect,)))

    def after_all(self, effects: Effects) -> Effects:
        for effect in effects:
            self.after(effect)
        return effects

    def in_branches(
        self, branches: Iterable[tuple[T, U]], condition: Callable[[Facts, T], Term],
        body: Callable[[Facts, U], Effects],
    ) -> tuple[tuple[Term, Effects], ...]:  # fmt: skip
        """The branches that are possible, made by functions of what is known there; then they are
        done.
        """
        others, made, ends = self.copy(), [], list[Facts]()
        for given, inside in branches:
            holds = condition(others, given)
            if holds != FALSE:
                ends.append(others.copy())
                ends[-1].assume(holds)
                made.append((holds, body(ends[-1], inside)))
                others.assume(holds, False)
            if holds == TRUE:
                break
        if made and made[0][0] == TRUE:
            vars(self).update(vars(ends[0]))
            return (made[0],)
        self.forget_made(written(effect for _, effects in made for effect in effects))
        self.known = {
            fact: truth for fact, truth in others.known.items()
            if all(end.known.get(fact) == truth for end in ends)
        }  # fmt: skip
        return tuple(made)

    def assume_same(self, variable: Term, value: Term) -> None:
        """What is known of a value is known of the variable that it is given to."""
        for fact, truth in list(self.known.items()):
            if fact.op in COMPARED and value in fact.args:
                args = tuple(variable if a == value else a for a in fact.args)
                self.known[t.rebuild(fact, args)] = truth

    def known_after(self, effect: Assign) -> Iterator[tuple[Term, Term]]:
        """What is known when a field has a new value."""
        field, changed = self.fields.read(effect.field, *effect.index), frozenset((effect.field,))
        change = once_for_all(self.change)
        for fact, truth in self.known.items():
            if not depends_on(fact.reads | truth.reads, changed):
                yield fact, truth
            elif fact.op == "has" and fact.args[0].op == "read" and (
                fact.args[0].data == effect.field
                and not any(effect.field in a.reads for a in (*fact.args[0].args, fact.args[1]))
            ):  # fmt: skip
                if self.board.is_other_row(fact.args[0], field):
                    yield fact, truth
                    continue
                now = self.simplified(has(effect.value, fact.args[1]), change)
                if fact.args[0] == field or now == truth:
                    yield fact, now
                elif now == t.has(field, fact.args[1]):
                    yield fact, truth
        if field.type.is_set:
            for code in t.codes_in(effect.value):
                if not any(effect.field in part.reads for part in (code, *field.args)):
                    is_in = self.simplified(has(effect.value, code), change)
                    yield t.has(field, code), is_in
                    if field.data == "own" and is_in == TRUE:
                        yield self.board.owner(code), field.args[0]
        elif not any(effect.field in index.reads for index in field.args):
            yield field, effect.value

    def reasons(self, effect: Assign) -> dict[int, Term]:
        """The condition for which each value was chosen that a field is given; empty if unknown."""
        if effect.index or effect.field in effect.value.reads:
            return {}
        reasons, rest = dict[int, Term](), effect.value
        while rest.op == "select" and rest.args[1].op == "const":
            condition, chosen, rest = rest.args
            reasons[chosen.data] = t.or_(reasons.get(chosen.data, FALSE), condition)
        is_known = rest.op == "const" and len(reasons) <= MAX_EACH
        return reasons if is_known and self.is_more(effect.value, rest) else {}

    def is_more(self, term: Term, number: Term) -> bool:
        """Whether a number is known to be more than a constant."""
        return any(
            fact.op == "lt" and holds == TRUE and fact.args[1] == term
            and self.simplified(t.lt(fact.args[0], number)) == FALSE
            for fact, holds in list(self.known.items())
        )  # fmt: skip

    # ---- what is asked ----

    def simplified(self, term: Term, change: Change | None = None) -> Term:
        """A term with what is known, and with what is known of what came of that."""
        change = change or once_for_all(self.change)
        simpler = change(term)
        return term if simpler == term else self.simplified(simpler, change)

    def change(self, term: Term) -> Term:
        """A term whose arguments are simplified already."""
        if term in self.known:
            return self.known[term]
        if term.op == "fold":
            return self.of_each(term)
        if term.op == "table" and term.args and term.args[0].op in ("first", "last"):
            return self.entry(term)
        if term.type.name != "bool":
            return term
        if term.op == "meets" and self.holds_for_each(term):
            return TRUE
        if term.op == "within":
            cells = self.lets.get(term.args[0].data) if term.args[0].op == "var" else None
            if self.board.is_part(cells or term.args[0], term.args[1]):
                return TRUE
        if term.op == "or" and self.is_on_board(term):
            return TRUE
        if term.op in ("lt", "le") and term.args[0].type == INT:
            term = self.compared(term)
        return self.variables.decide(term) if term.op in DECIDED else term

    def of_each(self, fold: Term) -> Term:
        """A loop made again, with what is known of its cells by the set that they are of and by
        its condition: where all are of one colour, all floods are in one set.

        A loop without floods is only made again where that turns it into operations on whole sets:
        where it stays a loop, what is known of its cells makes it no cheaper.
        """
        loop, (domain, *_, condition, body) = fold.data.loops[0], fold.args
        if len(fold.data.loops) > 1 or loop.of != "cells":
            return self.refold(fold)
        inner, cell = self.copy(), t.var(loop.name, loop.type)
        inner.choose(loop, domain)
        floods = any(part.op == "flood" for a in (condition, body) for part in a.parts)
        if not floods:
            inner.of_one_owner(domain, cell)
        condition = inner.simplified(condition)
        for part in t.conditions_of(condition):
            if part.op == "has" and part.args[1] == cell and loop.name not in part.args[0].free:
                inner.choose(loop, part.args[0])
        args = (domain, condition, inner.simplified(body))
        made = self.refold(fold if args == fold.args else t.rebuild(fold, args))
        is_plain = not any(part.op == "fold" for part in made.parts)
        return made if floods or is_plain else self.refold(fold)

    def is_on_board(self, condition: Term) -> bool:
        """Whether a code is known to be in one of some sets because it is in a part of them."""
        for code in {a.args[1] for a in condition.args if a.op == "has"}:
            sets = (a.args[0] for a in condition.args if a.op == "has" and a.args[1] == code)
            whole = t.union(*sets)
            for fact, holds in self.known.items():
                if holds == TRUE and fact.op == "has" and fact.args[1] == code:
                    if self.board.is_part(fact.args[0], whole):
                        return True
        return False

    def compared(self, term: Term) -> Term:
        """Whether a number is below another, where their bounds or what is known of it decide."""
        (low, high), (least, most) = map(self.ends, term.args)
        most, least = (most, least) if term.op == "lt" else (most + 1, least + 1)
        if high < least or low >= most:
            return t.const(t.BOOL, high < least)
        a, bound = term.args[0], term.args[1].value
        if term.op == "le" or bound is None:
            return term
        if a.op in ("first", "last") and bound == 0:
            some = self.simplified(t.some(a.args[0]))
            return t.not_(some) if some.op == "const" else term
        for other, holds in self.known.items():
            if other.op == "lt" and other.args[0] == a and other.args[1].value is not None:
                if bound >= other.args[1].data if holds == TRUE else bound <= other.args[1].data:
                    return holds
        return term

    def ends(self, term: Term) -> tuple[int, int]:
        """Between which numbers one surely lies."""
        match term.op:
            case "const":
                return term.data, term.data
            case "read":
                field = self.fields.all[term.data]
                return field.low, field.high
            case "var" if term.data in self.variables.ends:
                low, high = self.variables.ends[term.data]
                some = t.lt(t.number(0), term), t.le(t.number(1), term)
                is_some = any(self.known.get(each) == TRUE for each in some)
                return max(low, 1) if is_some else low, high
            case "select":
                lows, highs = zip(*map(self.ends, term.args[1:]), strict=True)
                return min(lows), max(highs)
            case "add":
                lows, highs = zip(*map(self.ends, term.args), strict=True)
                if sum(highs) <= LARGEST and sum(lows) >= -LARGEST:
                    return sum(lows), sum(highs)
        return NO_NUMBER, LARGEST

    def entry(self, term: Term) -> Term:
        """An entry of a table for an element of a set, where it is the same for all of them."""
        fixed = [f for f in t.factors_of(term.args[0].args[0]) if f.op in ("const", "table")]
        rows = [f for f in fixed if f.args == term.args[1:]]
        if not rows or term.type.is_set:
            return term
        sets = (rows[0].data,) if rows[0].op == "const" else rows[0].data.values
        entries, width = term.data.values, len(sets)
        values = {
            entries[place] for i, cells in enumerate(sets) for c in bits_of(cells)
            if (place := c * width + i) < len(entries)  # a set may have codes that nothing has
        }
        return t.const(term.type, values.pop()) if len(values) == 1 else term

    def holds_for_each(self, condition: Term) -> bool:
        """Whether a condition is known for each value that a field can have."""
        return any(
            bool(reasons) and all(
                replaced(condition, {self.fields.read(name): t.number(value)}) == reason
                for value, reason in reasons.items()
            )
            for name, reasons in self.known_for.items() if name in condition.reads
        )  # fmt: skip


def has(cells: Term, code: Term) -> Term:
    """Whether a code is in a set, asked of each of the sets that it is made of."""
    if cells.op == "select":
        return t.select(cells.args[0], has(cells.args[1], code), has(cells.args[2], code))
    if cells.op in ("union", "meet", "minus"):
        one, other = (has(part, code) for part in cells.args)
        if cells.op == "union":
            return t.or_(one, other)
        return t.and_(one, other if cells.op == "meet" else t.not_(other))
    return t.has(cells, code)


def implied(cells: Term, code: Term) -> Iterator[Term]:
    """What holds for the elements of a set that is chosen, found or built from others."""
    if cells.op == "select" and cells.args[2].value == 0:
        yield cells.args[0]
        yield t.has(cells.args[1], code)
    elif cells.op == "flood":
        yield t.has(cells.args[1], code)
    elif cells.op == "fold" and cells.data.reduction == "union" and len(cells.data.loops) == 1:
        loop, (domain, *_, condition, body) = cells.data.loops[0], cells.args
        if loop.kind == "bits" and body == t.bit(body.type, t.var(loop.name, loop.type)):
            yield t.has(domain, code)
            yield t.substitute(condition, {loop.name: code})
