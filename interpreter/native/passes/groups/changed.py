"""Groups that changed: a question whether some group is of a kind is asked only of those.

Whether a group has a property that depends on its cells, and on what stands on or next to them, can
change only where one of these changes.  For each such question a set of cells is kept, of which
every group with the property has one: each change adds its cells and those next to it, and where
no group has the property, the set becomes empty.  This is the derivative of the question (Paige and
Koenig, "Finite differencing of computable expressions", 1982): one that is false, as the end of a
game is for most of it, is tested again only where it can have become true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.differences import differences
from interpreter.native.ir.effects import Assign, Effect, Effects, If, Let
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import expanded, keep_in_plan, replaced
from interpreter.native.ir.terms import BOOL, TRUE, Table, Term

POINTWISE = ("union", "meet", "minus", "const")
MAX_LINKS = 1 << 13  # that are looked at to know what connects cells
OF_CELLS = ("meets", "meet", "within", "minus")
OF_MORE = {  # operations that ask for more than the cells on and next to a group
    "read", "stuck", "seen", "hash", "dilate", "moved", "moved_by", "flood", "sight", "covers",
    "is_among", *t.OF_GROUPS, *t.FOLLOWING,
}  # fmt: skip


@frozen
class Relation:
    """What connects cells both ways where a row of another field has the place of a pair of them.

    `cells` has for each place the cells of its pair, or one of them where it joins them.
    """

    row: Term
    cells: Table


@frozen
class Question:
    """Whether some group of a row of a field has a property; and which groups, for a union.

    `near` are the fields whose cells on or next to a group the property reads.  What connects the
    cells is an adjacency, or a relation that depends on the position.
    """

    row: Term
    adjacency: str
    near: frozenset[str]
    relation: Relation | None = None


def ask_changed(plan: Plan) -> None:
    """Ask questions on groups only of those that may have changed: fields `changed_…`."""
    keeper = ChangedGroups(plan)
    for end in plan.ends:
        ways = end.condition.args if end.condition.op == "or" else (end.condition,)
        for asked in filter(None, map(answered_no, ways)):
            keeper.note(asked, end.end.at_once)
    for step in plan.steps.values():
        keeper.note_effects(step.effects)
    keeper.note_effects(plan.after)
    if not keeper.names:
        return
    keeper.declare()
    keep_in_plan(plan, keeper.change, partial(expanded, change=keeper.with_changes))
    plan.going_on = {at_once: keeper.settled(at_once) for at_once in (False, True)}


class ChangedGroups:
    """The questions of one plan, and the fields that are kept for them."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.every = Planes(plan.fields).every
        self.names: dict[tuple[Question, object], str] = {}
        self.name_of: dict[Term, str] = {}

    # ---- which questions there are ----

    def note_effects(self, effects: Effects) -> None:
        """Note the questions whose answers variables hold: there they are known to be asked."""
        for effect in effects:
            if isinstance(effect, Let):
                for part in effect.value.parts:
                    self.note(as_any(part), as_any(part))

    def note(self, asked: Term, place: object) -> None:
        """Note a question that is asked at a place, if a term is one."""
        question = None if asked in self.name_of else self.question(asked)
        if question is not None:
            name = self.names.setdefault((question, place), f"changed_{len(self.names)}")
            self.name_of[asked] = name

    def question(self, term: Term) -> Question | None:
        """What a term asks of groups; None for another term, or one that reads too much."""
        if term.op != "fold" or len(term.data.loops) != 1 or term.free:
            return None
        loop = term.data.loops[0]
        if loop.kind not in ("groups", "parts") or loop.count != 1 + (loop.kind == "parts"):
            return None
        row, *roots, condition, body = term.args
        group = t.var(loop.name, loop.type)
        if term.data.reduction == "union":
            holds = condition if body == group else None
        else:
            holds = t.and_(condition, body) if term.data.reduction == "any" else None
        if holds is None or row.op != "read" or row.type != loop.type or row.data == "*":
            return None
        if not self.is_row(row):
            return None
        near = self.near(holds, row, group, loop.adjacency)
        if near is None or not roots:
            return None if near is None else Question(row, loop.adjacency, near)
        relation = None if near else relation_of(row, *roots)
        return None if relation is None else Question(row, "", near, relation)

    def is_row(self, row: Term) -> bool:
        """Whether a term reads one row of a field of sets of cells; another one for each mover, if
        the mover decides which.
        """
        sizes = self.plan.fields.all[row.data].sizes
        if len(row.args) != len(sizes):
            return False
        mover, colours = self.plan.fields.read("mover"), self.plan.fields.colours
        for index in row.args:
            if index.op != "const" and index.reads != {"mover"}:
                return False
            rows = {replaced(index, {mover: t.number(c)}) for c in range(colours)}
            if index.op != "const" and len(rows) < colours:
                return False
        return True

    def near(self, term: Term, row: Term, group: Term, adjacency: str) -> frozenset[str] | None:
        """The fields of which a property reads the cells on and next to a group.

        None if it reads anything else, but for what decides which row of the field is meant.
        """
        known = frozenset[str]().union(*(i.reads for i in row.args if i.op != "const"))
        if term.reads <= known:
            return frozenset()
        if term.op in OF_CELLS:
            for one, other in (term.args, term.args[::-1]):
                if group.data not in other.free and is_around(one, group, adjacency):
                    is_cellwise = term.op in ("meets", "meet") or one is term.args[0]
                    return pointwise(other, known) if is_cellwise else None
        if term.op in OF_MORE:
            return None
        parts = [self.near(a, row, group, adjacency) for a in term.args]
        found = frozenset[str]().union(*(part for part in parts if part is not None))
        return None if None in parts else found

    # ---- what is kept for them ----

    def declare(self) -> None:
        """Declare the fields; all cells may have changed where nothing is known."""
        for (question, _), name in self.names.items():
            field = self.plan.fields.all[question.row.data]
            self.plan.fields.add(name, question.row.type, *field.sizes)
            every = (Assign(None, name, row, self.every) for row in field.indices)
            self.plan.kept[name] = tuple(every)

    def change(self, term: Term) -> Term:
        """A question, asked only of the groups that may have changed."""
        asked = as_any(term)
        name = self.name_of.get(asked)
        if name is None:
            return term
        row, *roots, condition, body = asked.args
        loop = asked.data.loops[0]
        seeds = t.meet(row, t.read(name, row.type, *row.args))
        changed = replace(loop, kind=f"{loop.kind}_at", count=loop.count + 1)
        domains = (row, *roots, seeds)
        made = t.fold(asked.data.reduction, (changed,), domains, condition, body, asked.type)
        return made if asked == term else t.not_(made)

    def settled(self, at_once: bool) -> Effects:
        """What follows where the lines of `end`, those that end at once or the others, all ask for
        what is not so.
        """
        return tuple(
            Assign(None, name, question.row.args, t.no(question.row.type))
            for (question, asked), name in self.names.items() if asked is at_once
        )  # fmt: skip

    def with_changes(self, effect: Effect) -> Iterator[Effect]:
        """An effect, and what keeps what changes by it."""
        if isinstance(effect, Assign):
            yield from self.changes(effect)
        yield effect
        if isinstance(effect, Let):
            yield from self.answered(effect.value)

    def answered(self, value: Term) -> Iterator[Effect]:
        """What follows a variable whose value asks a question: perhaps no group is meant."""
        for (question, asked), name in self.names.items():
            if isinstance(asked, Term):
                made = self.change(asked)
                if made in value.parts:
                    kept = t.read(name, question.row.type, *question.row.args)
                    holds = made if made.type == BOOL else t.some(made)
                    left = t.select(holds, kept, t.no(kept.type))
                    yield Assign(None, name, question.row.args, left)

    def changes(self, effect: Assign) -> Iterator[Effect]:
        """What a new value of a field adds to the cells that have changed."""
        for (question, _), name in self.names.items():
            made = self.change_of(question, effect)
            if made is None:
                continue
            changed, around = made
            rows = [effect.index]
            relation = question.relation
            is_of_all = relation is not None and relation.row.args != question.row.args
            if effect.field in question.near or (is_of_all and effect.field != question.row.data):
                rows = self.plan.fields.all[question.row.data].indices
            adding = []
            for row in rows:
                kept = t.read(name, question.row.type, *row)
                adding.append(Assign(effect.span, name, row, t.union(kept, around)))
            yield from adding if changed == TRUE else (If(None, ((changed, tuple(adding)),)),)

    def change_of(self, question: Question, effect: Assign) -> tuple[Term, Term] | None:
        """Whether an effect changes what is asked of, and the cells that it adds to those that have
        changed; None if it never does.
        """
        added, removed = difference(effect)
        changed = t.some(t.union(added, removed))
        relation = question.relation
        if effect.field in question.near:
            both = t.union(added, removed)
            return changed, t.union(both, self.beside(question, both))
        if effect.field == question.row.data:
            return changed, t.union(added, self.beside(question, removed))
        if relation is None or effect.field != relation.row.data:
            return None
        if removed.value != 0 or added.op != "bit":
            return changed, self.every
        return changed, t.lookup(relation.cells, added.args[0])

    def beside(self, question: Question, cells: Term) -> Term:
        """The cells next to some cells; all, where it is not known which these are."""
        if question.relation is not None:
            return cells if cells.value == 0 else self.every
        near: Table = self.plan.layout.relations[question.adjacency][1]
        return t.dilate(question.adjacency, near, cells)


def as_any(term: Term) -> Term:
    """The question whether some group is not of a kind, for the one whether all groups are."""
    if term.op != "fold" or term.data.reduction != "all":
        return term
    *domains, condition, body = term.args
    return t.fold("any", term.data.loops, tuple(domains), t.and_(condition, t.not_(body)),
                  TRUE, BOOL)  # fmt: skip


def answered_no(condition: Term) -> Term | None:
    """The question to which the answer is no where a condition does not hold; None for others."""
    asked = condition.args[0] if condition.op == "not" else condition
    reduction = "all" if condition.op == "not" else "any"
    if asked.op != "fold" or asked.data.reduction != reduction:
        return None
    return as_any(asked)


def relation_of(row: Term, roots: Term) -> Relation | None:
    """The relation by which `roots` connects cells, if it is one of pairs; None for others."""
    steps, name = roots.args[1], roots.data
    if steps.op != "fold" or steps.data.reduction != "union" or len(steps.data.loops) != 1:
        return None
    near, condition, body = steps.args
    other = steps.data.loops[0].name
    if near.op != "table" or near.args != (t.var(name, t.INT),) or len(near.data.sizes) > 1:
        return None
    if body != t.bit(body.type, t.var(other, t.INT)):
        return None
    links = [(a, b) for a, found in enumerate(near.data.values) for b in bits_of(found)]
    if len(links) > MAX_LINKS:
        return None
    first, second = map(list, zip(*links, strict=True)) if links else ([], [])
    holds = dict(zip(links, t.each_of(condition, {name: first, other: second}), strict=True))
    if any(holds.get((b, a)) != holds[a, b] for a, b in links):
        return None
    every = {term: list(term.occurrences) for term in dict.fromkeys(holds.values())}
    reads = {part for parts in every.values() for part in parts if part.op == "read"}
    fields = {part for part in reads if part.data != "mover"}
    if len(fields) != 1:
        return None
    of = fields.pop()
    if of.data == row.data:  # the pieces themselves
        return None
    if not of.type.is_set or (of.args != row.args and any(a.op != "const" for a in of.args)):
        return None
    cells = [0] * (64 * of.type.size)
    asked = {
        term: [p for p in parts if p.op == "has" and p.args[0] == of and p.args[1].op == "const"]
        for term, parts in every.items()
    }
    if any(len(asked[term]) < parts.count(of) for term, parts in every.items()):
        return None
    for (a, b), term in holds.items():
        for part in asked[term]:
            cells[part.args[1].data] |= 1 << (min(a, b) if part == term else a)
    return Relation(of, Table(row.type, (len(cells),), tuple(cells)))


def is_around(cells: Term, group: Term, adjacency: str) -> bool:
    """Whether a set is a group, the cells next to it, or both."""
    if (cells.op == "minus" and cells.args[1] == group) or (
        cells.op == "union" and group in cells.args
    ):
        cells = next(a for a in cells.args if a != group)
    if cells.op == "dilate":
        return cells.data == adjacency and cells.args[0] == group
    return cells == group


def pointwise(term: Term, known: frozenset[str]) -> frozenset[str] | None:
    """The fields of which a set of cells depends on just these cells; None for other sets."""
    if term.op == "read":
        is_known = all(i.reads <= known and not i.free for i in term.args)
        return frozenset((term.data,)) if is_known else None
    parts = [pointwise(part, known) for part in term.args]
    found = frozenset[str]().union(*(part for part in parts if part is not None))
    return None if None in parts or term.op not in POINTWISE else found


def difference(effect: Assign) -> tuple[Term, Term]:
    """The cells that a new value adds to those of a field, and those that it takes away."""
    none = t.no(effect.value.type)
    known = differences(effect.value, t.read(effect.field, none.type, *effect.index))
    added, removed = (
        t.union(none, *(change.codes for change in known if change.gains == gains))
        for gains in (True, False)
    )  # fmt: skip
    return added, removed
