"""Questions asked from the other side: which cells lead to one, not where each of many leads.

`any(attacks(c) meets kings for c in enemy)` looks from every enemy piece.  What a piece may reach
is split by what stands on its cell, and for each case it is found out what it reaches at most and
at least, whatever the position.  Where both are the same, the cells that lead to a cell are a
constant table.  The cells that see it in some directions are those that it sees in the opposite
ones.  All others are asked as before, if they may reach it at all.

The precondition: a loop over cells whose condition asks, in each case, whether a set that depends
on the cell has a certain cell or shares one with a certain set.  `Costs` decides whether to look
from each cell of that set, at all of them at once by shifts, or as before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from interpreter.native.ir import terms as t
from interpreter.native.ir.costs import Costs
from interpreter.native.ir.layout.layout import WORD, Layout, bits_of
from interpreter.native.ir.layout.planes import parts_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import Possibilities, rays
from interpreter.native.ir.rewrite import in_plan, room_for_tables, words_of
from interpreter.native.ir.terms import BOOL, INT, TRUE, Loop, Table, Term
from interpreter.native.passes.loops.cases import split
from interpreter.native.passes.loops.lift_conditions import ConditionLifter

MAX_CASES = 64  # sets that cells reach, by what stands on them
MAX_SPLITS = 256  # cases into which what stands on a cell is split


def inverse(plan: Plan) -> None:
    """Ask all questions of a plan from the cheaper side."""
    in_plan(plan, Inverter(plan).change, op="fold")


@cache
def opposite_ways(layout: Layout) -> dict[int, int]:
    """The directions in which sight goes back exactly as it came, each with the opposite one."""
    opposites = {}
    for way in range(len(layout.topology.directions)):
        other = layout.topology.opposite[way]
        if leads_back(layout, way, other) and leads_back(layout, other, way):
            opposites[way] = other
    return opposites


def leads_back(layout: Layout, way: int, other: int) -> bool:
    """Whether from all cells of a ray the other direction leads back along it."""
    back = rays(layout, other)
    for code, ahead in enumerate(rays(layout, way)):
        if len(ahead) > 1:
            return False
        path = [code, *(ahead[0] if ahead else ())]
        for place in range(1, len(path)):
            returning = back[path[place]]
            if len(returning) != 1 or returning[0][:place] != tuple(path[place - 1 :: -1]):
                return False
    return True


@dataclass(eq=False, repr=False)
class Reaching:
    """What the cells of some sets reach, by how they are found from a cell that is reached."""

    exact: dict[tuple[int, ...], Term] = field(default_factory=dict)  # by the sets reached
    seen: dict[tuple[Term, Term], Term] = field(default_factory=dict)  # directions, through what
    bounded: dict[tuple[int, ...], Term] = field(default_factory=dict)


class Inverter:
    """Changes the terms of one plan."""

    def __init__(self, plan: Plan):
        self.layout, self.costs = plan.layout, Costs(plan.fields)
        self.possible = Possibilities(plan.layout)
        self.every = t.const(self.layout.cell_set, self.layout.every_cell)
        self.room = room_for_tables(plan)
        self.made: set[Table] = set()
        self.found: dict[tuple[Term, str], Reaching | None] = {}

    def change(self, term: Term) -> Term:
        """A term, asked from the other side where that is cheaper."""
        if term.op in ("has", "meets"):
            return self.in_union(term)
        if term.op != "fold" or len(term.data.loops) != 1:
            return term
        loop, (domain, *_, condition, body) = term.data.loops[0], term.args
        if loop.kind != "bits" or loop.of != "cells" or domain.type != self.every.type:
            return term
        match term.data.reduction:
            case "any":
                return self.exists(term, loop, domain, t.and_(condition, body))
            case "all":
                misses = t.and_(condition, t.not_(body))
                some = t.fold("any", term.data.loops, (domain,), TRUE, misses, BOOL)
                asked = self.change(some)
                return term if asked is some else t.not_(asked)
        return term

    def in_union(self, term: Term) -> Term:
        """Whether what some cells reach together has a cell: whether one of them reaches it."""
        for whole, other in (term.args, term.args[::-1]):
            if whole.op != "fold" or whole.data.reduction != "union" or other.free - whole.free:
                continue
            *domains, condition, body = whole.args
            if body.op == "bit" or {loop.name for loop in whole.data.loops} & other.free:
                continue
            asks = t.has(body, other) if term.op == "has" else t.meets(body, other)
            some = t.fold("any", whole.data.loops, tuple(domains), condition, asks, BOOL)
            asked = self.change(some) if some.op == "fold" else some
            return term if asked is some else asked
        return term

    def exists(self, term: Term, loop: Loop, domain: Term, asks: Term) -> Term:
        """Whether a cell of a set satisfies a condition."""
        target = target_of(asks, loop.name)
        if target is None:
            return term
        fixed = [c for c in t.conditions_of(asks) if loop.name not in c.free]
        asks = t.and_(*(c for c in t.conditions_of(asks) if loop.name in c.free))
        reached = relation(asks, loop.name, target)
        if reached is None or reached.type != self.every.type:
            return term
        reaching = self.reaching_of(reached, loop.name)
        if reaching is None:
            return term
        ways = [term]
        if target.type == INT:
            ways.append(self.from_cell(reaching, loop, domain, asks, target))
        else:
            there = t.var("there", INT)
            holds = self.from_cell(reaching, loop, domain, asks, there)
            over = (Loop("bits", "there", INT, 1, "cells"),)
            ways.append(t.fold("any", over, (target,), TRUE, holds, BOOL))
            ways.append(self.at_once(reaching, loop, domain, asks, target))
        best = min(ways, key=self.costs.cost)
        return term if best is term else t.and_(*fixed, best)

    def from_cell(
        self, reaching: Reaching, loop: Loop, domain: Term, asks: Term, cell: Term
    ) -> Term:
        """Whether one of the cells of a set leads to a cell."""
        exact, bounded = (
            [t.meet(held, self.leading_to(values, cell)) for values, held in of.items()]
            for of in (reaching.exact, reaching.bounded)
        )
        seen = [t.meet(held, t.sight(cell, *back)) for back, held in reaching.seen.items()]
        sure, maybe = (t.union(t.no(domain.type), *of) for of in ([*exact, *seen], bounded))
        return self.either(domain, sure, loop, maybe, asks)

    def at_once(
        self, reaching: Reaching, loop: Loop, domain: Term, asks: Term, target: Term
    ) -> Term:
        """Whether one of the cells of a set leads to some cell of another."""
        lifter = ConditionLifter(self.layout, loop.name)
        sure, maybe = t.no(domain.type), t.no(domain.type)
        for values, held in reaching.exact.items():
            reached = t.lookup(self.table(values), t.var(loop.name, INT))
            lifted = lifter.lift(t.meets(reached, target))
            if lifted is None:
                maybe = t.union(maybe, held)
            else:
                sure = t.union(sure, t.meet(held, lifted))
        maybe = t.union(maybe, *reaching.seen.values(), *reaching.bounded.values())
        return self.either(domain, sure, loop, maybe, asks)

    def either(self, domain: Term, sure: Term, loop: Loop, maybe: Term, asks: Term) -> Term:
        """Whether a set has a sure element, or one that satisfies a condition."""
        left = t.fold("any", (loop,), (t.meet(domain, maybe),), TRUE, asks, BOOL)
        return t.or_(t.meets(domain, sure), left)

    def leading_to(self, values: tuple[int, ...], cell: Term) -> Term:
        """The cells that reach a cell, where `values` are what each cell reaches."""
        leading = [0] * (WORD * self.every.type.size)  # for any code that a set can have
        for code, reached in enumerate(values):
            for there in bits_of(reached):
                leading[there] |= 1 << code
        return t.lookup(self.table(tuple(leading)), cell)

    def table(self, values: tuple[int, ...]) -> Table:
        """A table of sets, one of neighbours if it is that."""
        made = Table(self.every.type, (len(values),), values)
        if made not in self.made:
            self.made.add(made)
            self.room -= words_of(made)
        return next((near for _, near in self.layout.relations.values() if near == made), made)

    # ---- what cells reach ----

    def reaching_of(self, reached: Term, name: str) -> Reaching | None:
        """What cells reach, by what stands on them; None where they are too many."""
        if (reached, name) not in self.found:
            parts = self.parts(reached, name)
            each = WORD * self.every.type.size**2  # words of a table
            is_known = parts is not None and len(parts) * each <= self.room
            self.found[reached, name] = self.sorted_out(parts or {}, name) if is_known else None
        return self.found[reached, name]

    def parts(self, reached: Term, name: str) -> dict[Term, Term] | None:
        """What is reached in each case, and by what; None if there are too many."""
        parts: dict[Term, Term] = {}
        for count, (case, held) in enumerate(split(reached, name), 1):
            for part in parts_of(case):
                if part.value != 0:
                    add(parts, part, held.cells(self.every))
            if len(parts) > MAX_CASES or count > MAX_SPLITS:
                return None
        return parts

    def sorted_out(self, parts: dict[Term, Term], name: str) -> Reaching:
        """What each part reaches: exactly, by sight, or at most."""
        reaching = Reaching()
        for part, held in parts.items():
            back = self.looking_back(part, name)
            if back is not None:
                add(reaching.seen, back, held)
                continue
            reached = [
                self.possible.of(part, {name: frozenset((code,))})
                if self.layout.every_cell >> code & 1 else (0, 0)
                for code in range(self.layout.size)
            ]  # fmt: skip
            most = tuple(may for _, may in reached)
            if any(most):
                is_exact = all(must == may for must, may in reached)
                add(reaching.exact if is_exact else reaching.bounded, most, held)
        return reaching

    def looking_back(self, part: Term, name: str) -> tuple[Term, Term] | None:
        """For a line of sight from a cell: how those that see a cell so are seen from there."""
        if part.op != "sight" or part.args[0] != t.var(name, INT):
            return None
        _, ways, through = part.args
        opposites = opposite_ways(self.layout)
        if name in through.free or ways.op != "const":
            return None
        known = bits_of(ways.data)
        if any(way not in opposites for way in known):
            return None
        return t.const(ways.type, sum(1 << opposites[way] for way in known)), through


def add(sets: dict, key: object, more: Term) -> None:  # type: ignore[type-arg]
    """Unite a set with what a table has for a key."""
    sets[key] = t.union(sets[key], more) if key in sets else more


def target_of(term: Term, name: str) -> Term | None:
    """The cell or the set that a condition asks for in what depends on a variable."""
    for part in term.parts:
        if part.op in ("has", "meets"):
            for reached, target in (part.args, part.args[::-1])[: 1 + (part.op == "meets")]:
                if name in reached.free and name not in target.free:
                    return target
    return None


def relation(term: Term, name: str, target: Term) -> Term | None:
    """The set such that a condition asks whether the target is in it, or has something of it."""
    nothing = t.no(next((p.type for p in term.parts if p.type.is_set), t.Type("set", 1)))
    match term.op:
        case "const":
            return None if term.data else nothing
        case "has" if term.args[1] == target and name in term.args[0].free:
            return term.args[0]
        case "meets" if target in term.args:
            reached = term.args[term.args[0] == target]
            return reached if name in reached.free else None
        case "or":
            parts = [p for a in term.args if (p := relation(a, name, target)) is not None]
            return t.union(*parts) if len(parts) == len(term.args) else None
        case "and":
            *conditions, asks = term.args
            asked = relation(asks, name, target)
            return None if asked is None else t.select(t.and_(*conditions), asked, nothing)
    return None


