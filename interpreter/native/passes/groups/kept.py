"""Groups that only grow: union-find instead of floods.

Where no effect takes a piece off the board, moves it or gives it to somebody else, the groups of
each colour are kept as trees of cells, with what the rules read of them: their sizes, how many
there are of each size, and which fixed regions they touch.  A new piece joins the groups around it
in nearly constant time (Tarjan, "Efficiency of a good but not linear set union algorithm", 1975).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import (
    Assign,
    Check,
    Effect,
    Effects,
    Join,
    has_attempt,
    inside,
    locals_of,
    written,
)
from interpreter.native.ir.layout.fields import Field
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan, Regions
from interpreter.native.ir.rewrite import (
    expanded,
    in_plan,
    in_steps,
    of_phases,
    once_for_all,
    put_in_plan,
    replaced,
)
from interpreter.native.ir.terms import BOOL, INT, TRUE, Term, Type
from interpreter.native.passes.groups.questions import asked_of_groups, asked_size

GROUPS = Type("groups")
SIZE, TOUCHED = t.var("size", INT), t.var("touched", Type("set", 1))  # of a group
PLAIN = frozenset(("and", "or", "not", "eq", "lt", "le", "add", "sub", "select", "const"))
BEFORE_PUT = {"group_size": "joined_size", "largest_other": "joined_rest",
              "group_touched": "joined_touched"}  # fmt: skip
MAX_REGIONS = 32


def grow(plan: Plan) -> None:
    """Keep the groups of a plan whose pieces stay where they are: `plan.regions`.

    What is asked of the group of each cell becomes a question on groups before.
    """
    in_plan(plan, asked_of_groups, op="flood")
    if not plan.fields.has_owned or not only_grows(plan):
        return
    name = most_asked(plan)
    if name is None:
        return
    grower = Grower(plan, Regions(name, plan.layout.relations[name][1]))
    setup = plan.setup
    in_plan(plan, grower.change, of_phases(grower.checked_before))
    plan.setup = setup  # groups are kept from each deal on, and from the end of the set-up
    regions = grower.regions
    if not (regions.keeps_sizes or regions.tells_touched or regions.conditions):
        return
    plan.regions = regions
    plan.fields.all["groups"] = Field("groups", GROUPS, (), "Groups")
    in_steps(plan, of_phases(lambda phase: expanded(phase, with_joins)))


def most_asked(plan: Plan) -> str | None:
    """The relation whose groups, all or that of a cell, the rules of a plan speak of most.

    It holds both ways.  Floods along others begin with what lies next to a cell.
    """
    asked: Counter[str] = Counter()

    def seen(term: Term) -> Term:
        if term.op == "fold" and term.data.loops[0].kind in ("groups", "groups_at"):
            asked[term.data.loops[0].adjacency] += 1
        elif term.op == "flood" and seed_of(term) is not None:
            asked[term.data] += 1
        return term

    put_in_plan(plan, lambda term: once_for_all(seen)(term))
    return next((name for name, _ in asked.most_common()), None)


def seed_of(flood: Term) -> Term | None:
    """The cell whose group is found, if there is such a cell; None for what begins with more."""
    seed = flood.args[0]
    bit = seed.args[1] if seed.op == "select" else seed
    return bit.args[0] if bit.op == "bit" and seed == t.bit(seed.type, bit.args[0]) else None


def only_grows(plan: Plan) -> bool:
    """Whether pieces are only ever put on empty cells."""
    bodies = [s.effects for s in plan.steps.values()] + [plan.after]
    for effect in (e for body in bodies for e in inside(body)):
        if isinstance(effect, Assign) and effect.field == "own" and not list(added(effect)):
            return False
    return True


def added(effect: Assign) -> Iterator[Term]:
    """The cells that an effect adds to those of a colour; none where it does something else."""
    plane = t.read("own", effect.value.type, *effect.index)
    if effect.value.op == "union" and effect.value.args[0] == plane:
        yield from cells_of(effect.value.args[1])


def cells_of(cells: Term) -> Iterator[Term]:
    """The codes of a set that is written out."""
    if cells.op == "bit":
        yield cells.args[0]
    elif cells.op == "union":
        for part in cells.args:
            yield from cells_of(part)


class Grower:
    """Changes the terms of one plan."""

    def __init__(self, plan: Plan, regions: Regions):
        self.plan, self.regions = plan, regions
        self.board = Planes(plan.fields)
        self.mover = plan.fields.read("mover")

    def change(self, term: Term) -> Term:
        """A term, read from the groups that are kept if it is about groups."""
        if term.op in ("count", "meets"):
            return self.of_one(term) or term
        if term.op == "and":
            return at_once(term)
        if term.op != "fold" or len(term.data.loops) != 1:
            return term
        loop, (*sets, condition, body) = term.data.loops[0], term.args
        if loop.kind == "groups_at" and term.data.reduction == "any" and len(sets) == 2:
            others = [f for f in t.factors_of(sets.pop()) if f != sets[0]]
            seeds = reduce(t.meet, others or sets)
            condition = t.and_(t.meets(t.var(loop.name, loop.type), seeds), condition)
        elif loop.kind != "groups":
            return self.of_one(term) or term
        if loop.adjacency != self.regions.adjacency:
            return term
        if term.data.reduction == "count":
            return self.of_count(term, tuple(sets)) or term
        method = {"any": self.of_any, "max": self.of_max}.get(term.data.reduction)
        return term if method is None else method(loop.name, tuple(sets), condition, body) or term

    def kept(self, op: str, *args: Term) -> Term:
        """Something that is kept of groups."""
        self.regions.keeps_sizes = True
        return Term(op, INT, args)

    def of_one(self, term: Term) -> Term | None:
        """What is asked of the group of one cell, from what is kept of it."""
        groups = [part for part in term.parts if part.op == "flood"]
        seed = self.seed(groups[0]) if len(groups) == 1 else None
        if seed is None:
            return None
        cell, there = seed
        group = t.var("group", groups[0].type)
        asked = term
        for old, new in ((groups[0], group), (there, TRUE), (t.exists(cell), TRUE)):
            asked = replaced(asked, {old: new})
        nothing = replaced(term, {groups[0]: t.no(group.type)})
        if nothing.op == "fold":  # of which nothing may be left
            *domains, condition, body = nothing.args
            reduction, loops = nothing.data.reduction, nothing.data.loops
            nothing = t.fold(reduction, loops, tuple(domains), condition, body, nothing.type)
        if nothing.op != "const":
            return None
        chosen = None
        for number in reversed(range(self.plan.fields.colours)):
            known = self.told(group.data, replaced(asked, {self.mover: t.number(number)}))
            if known is None:
                return None
            is_mover = t.eq(self.mover, t.number(number))
            chosen = known if chosen is None else t.select(is_mover, known, chosen)
        assert chosen is not None
        self.regions.keeps_sizes |= SIZE.data in chosen.free
        self.regions.tells_touched |= TOUCHED.data in chosen.free
        kept = t.substitute(chosen, {
            SIZE.data: Term("group_size", INT, (cell,)),
            TOUCHED.data: Term("group_touched", TOUCHED.type, (cell,)),
        })  # fmt: skip
        return t.select(there, kept, nothing)

    def seed(self, term: Term) -> tuple[Term, Term] | None:
        """The cell whose group a term is, and whether there is one."""
        if term.op != "flood" or term.data != self.regions.adjacency:
            return None
        if self.plan.fields.has_unowned:  # only the groups of colours are kept
            return None
        cell, inside = seed_of(term), term.args[1]
        if cell is None:
            return None
        if inside == self.board.plane(self.board.owner(cell)):
            return cell, t.has(self.board.occupied, cell)
        is_own = inside.op == "read" and inside.data == "own"
        return (cell, t.has(inside, cell)) if is_own else None

    def colour_of(self, sets: tuple[Term, ...]) -> Term | None:
        """The one colour whose cells a set is."""
        return sets[0].args[0] if len(sets) == 1 and sets[0].op == "read" and (
            sets[0].data == "own"
        ) else None  # fmt: skip

    def are_all(self, sets: tuple[Term, ...]) -> bool:
        """Whether some sets are those of all colours."""
        owners = {s.args[0] for s in sets if s.op == "read" and s.data == "own"}
        every = {t.number(c) for c in range(self.plan.fields.colours)}
        both = {self.mover, t.arithmetic("sub", t.number(1), self.mover)}
        return len(owners) == len(sets) and (
            owners == every or (self.plan.fields.colours == 2 and owners == both)
        )

    def of_any(self, name: str, sets: tuple[Term, ...], condition: Term, body: Term) -> Term | None:
        """Whether some group of a colour has what it should: noted when groups are joined."""
        colour = self.colour_of(sets)
        if colour is None or (colour != self.mover and colour.value is None):
            return None
        of_colours = []
        for number in range(self.plan.fields.colours):
            holds = t.and_(condition, body)
            if colour == self.mover:
                holds = replaced(holds, {self.mover: t.number(number)})
            known = self.told(name, holds)
            if known is None or not is_growing(known):
                return None
            of_colours.append(once_for_all(at_once)(known))
        self.regions.conditions.append(tuple(of_colours))
        return Term("group_met", BOOL, (colour,), len(self.regions.conditions) - 1)

    def told(self, name: str, term: Term) -> Term | None:
        """What is asked of a group in terms of its size and the regions that it touches."""
        if name not in term.free:
            return None if term.reads or term.free else term
        if term.op in ("count", "meets"):
            return self.of_cells(term, *term.args)
        if term.op == "fold":
            return self.of_rounds(name, term)
        if term.op not in PLAIN:
            return None
        parts = [self.told(name, a) for a in term.args]
        if any(part is None for part in parts):
            return None
        return t.rebuild(term, tuple(part for part in parts if part is not None))

    def of_cells(self, term: Term, one: Term, other: Term | None = None) -> Term | None:
        """How many cells a group has, or has in a region; whether it meets one."""
        if term.op == "count" and one.op == "meet":
            one, other = one.args
        group, region = (other, one) if other is not None and one.op == "const" else (one, other)
        if group is None or group.op != "var" or (region is not None and region.op != "const"):
            return None
        if region is None:
            return SIZE
        if term.op == "meets":
            return self.touches(region.data)
        cells = [self.touches(1 << code) for code in bits_of(region.data)[: MAX_REGIONS + 1]]
        return None if None in cells else counted(cell for cell in cells if cell is not None)

    def of_rounds(self, name: str, term: Term) -> Term | None:
        """What a loop over constants asks of a group."""
        *domains, condition, body = term.args
        loop, reduction = term.data.loops[0], term.data.reduction
        if len(term.data.loops) > 1 or any(d.op != "const" for d in domains):
            return None
        if reduction not in ("any", "all", "count") or loop.kind not in ("bits", "range"):
            return None
        low, high = domains[0].data, domains[-1].data
        values = bits_of(low) if loop.kind == "bits" else range(low, high + 1)
        if len(values) > MAX_REGIONS:
            return None
        is_all = reduction == "all"
        asked = t.or_(t.not_(condition), body) if is_all else t.and_(condition, body)
        rounds = [self.told(name, t.substitute(asked, {loop.name: t.number(v)})) for v in values]
        parts = [part for part in rounds if part is not None]
        if len(parts) < len(rounds):
            return None
        return counted(parts) if reduction == "count" else (t.and_ if is_all else t.or_)(*parts)

    def touches(self, cells: int) -> Term | None:
        """Whether a group touches a region; None where there are too many."""
        if cells not in self.regions.sets:
            if len(self.regions.sets) >= MAX_REGIONS:
                return None
            self.regions.sets.append(cells)
        return t.has(TOUCHED, t.number(self.regions.sets.index(cells)))

    def of_max(self, name: str, sets: tuple[Term, ...], condition: Term, body: Term) -> Term | None:
        """The size of the largest group, or of the largest other than that of a cell."""
        if body.op != "count" or body.args[0] != t.var(name, body.args[0].type):
            return None
        colour = self.colour_of(sets)
        if condition == TRUE and (colour is not None or self.are_all(sets)):
            return self.kept("largest_group", colour or t.number(self.plan.fields.colours))
        if condition.op != "not" or not self.are_all(sets):
            return None
        inner = condition.args[0]
        same = [p for p in t.parts_of(inner) if p.op == "eq"]
        others = [a for a in same[0].args if a != t.var(name, a.type)] if len(same) == 1 else []
        seed = self.seed(others[0]) if len(others) == 1 else None
        if seed is None:
            return None
        cell, there = seed
        if t.parts_of(inner) - set(same) - t.parts_of(there):
            return None
        other = self.kept("largest_other", cell)
        every = self.kept("largest_group", t.number(self.plan.fields.colours))
        return t.select(there, other, every)

    def of_count(self, term: Term, sets: tuple[Term, ...]) -> Term | None:
        """How many groups of one size a colour has."""
        colour, number = self.colour_of(sets), asked_size(term)
        if colour is None or number is None:
            return None
        return self.kept("groups_of_size", colour, number)

    def checked_before(self, phase: Effects) -> Effects:
        """Effects with the conditions on a group that a new piece would make tested first."""
        puts = [e for e in inside(phase) if isinstance(e, Assign) and e.field == "own"]
        if len(puts) != 1 or puts[0] not in phase or len(list(added(puts[0]))) != 1:
            return phase
        cell, at = next(iter(added(puts[0]))), phase.index(puts[0])
        first: list[Effect] = []
        rest: list[Effect] = []
        for place, effect in enumerate(phase):
            moved = None
            before = phase[:place]
            if place > at and isinstance(effect, Check) and not has_attempt(before):
                moved = self.before_put(effect, cell, puts[0].index[0], before)
            (rest if moved is None else first).append(effect if moved is None else moved)
        return (*first, *rest)

    def before_put(self, check: Check, cell: Term, colour: Term, before: Effects) -> Check | None:
        """A condition after a piece is put as one before; None where it needs more."""
        if check.attempt:
            return None

        def change(term: Term) -> Term:
            if term.op in BEFORE_PUT and term.args == (cell,):
                return Term(BEFORE_PUT[term.op], term.type, (cell, colour))
            if term.op == "has" and term.args[1] == cell and term.args[0].op == "read":
                if term.args[0].data == "own" and term.args[0].args == (colour,):
                    return TRUE
            return term

        condition = once_for_all(change)(check.condition)
        condition = replaced(condition, {t.has(self.board.occupied, cell): TRUE})
        others = frozenset(f for f in condition.reads if f not in ("own", "groups"))
        plain = [p for p in condition.parts if p.op == "read" and p.data in ("own", "groups")]
        after = t.OF_GROUPS - set(BEFORE_PUT.values())
        kept = [p for p in condition.parts if p.op in after]
        if plain or kept or others & written(before) or condition.free & locals_of(before):
            return None
        sizes = ("joined_size", "joined_rest")
        self.regions.sizes_ahead |= any(p.op in sizes for p in condition.parts)
        return replace(check, condition=condition)

def with_joins(effect: Effect) -> Iterator[Effect]:
    """An effect, and what joins the new pieces that it puts."""
    yield effect
    if isinstance(effect, Assign) and effect.field == "own":
        for cell in added(effect):
            yield Join(effect.span, cell, effect.index[0])


def counted(conditions: Iterable[Term]) -> Term:
    """How many of some conditions hold."""
    return t.total(t.select(holds, t.number(1), t.number(0)) for holds in conditions)


def at_once(term: Term) -> Term:
    """Regions that a group must touch, all of them tested together."""
    sets = (a.args[0] for a in term.args if a.op == "has")
    of = next((s for s in sets if s == TOUCHED or s.op == "group_touched"), None)
    if term.op != "and" or of is None:
        return term
    codes = {a: 1 << a.args[1].data for a in term.args if a.op == "has" and a.args[0] == of}
    touched = t.within(t.const(of.type, sum(codes.values())), of)
    return t.and_(*(touched if a in codes else a for a in term.args))


def is_growing(term: Term, up: bool = True) -> bool:
    """Whether a number never falls, or a condition goes on to hold, where a group only grows.

    The other way round with `up` false.
    """
    match term.op:
        case "const":
            return True
        case "var" | "has":
            return up
        case "and" | "or" | "add":
            return all(is_growing(a, up) for a in term.args)
        case "not":
            return is_growing(term.args[0], not up)
        case "lt" | "le":
            return is_growing(term.args[0], not up) and is_growing(term.args[1], up)
        case "sub":
            return is_growing(term.args[0], up) and is_growing(term.args[1], not up)
        case "select":
            condition, yes, no = term.args
            falls = yes.op == no.op == "const" and yes.data < no.data
            return is_growing(condition, up != falls) and yes.op == no.op == "const"
    return False
