"""One action in several games at once: a C function for each menu.

In the lanes whose games are at the menu it draws a move, carries it out, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from interpreter.board.position import Pending
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Let, can_fail
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.plan import StepPlan, is_set_up
from interpreter.native.ir.terms import INT, TRUE, Term
from interpreter.native.ir.trees import remaining
from interpreter.native.lanes.tables import NotInLanes
from interpreter.native.lanes.turns import TurnInLanes
from interpreter.native.lanes.values import Words
from interpreter.native.sampling.planner import KNOWN
from interpreter.native.sampling.records import Finish, MenuDraw, Pairs, StepDraw, Value, Way
from interpreter.reference.turns import PASS

PLAYED = """static inline Flags menu_in_lanes_NUMBER(
    Many *m, State *state, Kept *kept, Flags due)"""


class MenuInLanes(TurnInLanes):
    """Writes the C function of one menu; raises NotInLanes where there is none."""

    sizes: dict[int, str]  # of the arrays of sets, at this point

    def function(self, draw: MenuDraw) -> str:
        """The C function, its NUMBER left open; its value are the lanes that have played."""
        check_drawn(draw)
        self.sizes = {}
        counts = [self.count(step) for step in draw.steps]
        some = self.name(" + ".join(counts))
        holds = " & ".join((f"lanes_some({some})", *self.hurdles(draw.steps[0])))
        self.acting = act = self.mask(f"due & {holds}")
        self.lines.append(f"    if (!{act}) return 0;")
        rests = self.play_one(draw.steps, counts, some)
        self.more("actions", act)
        self.go_on(rests, act)
        self.lines.append(f"    return {act};")
        body = "\n".join(self.lines)
        return f"{PLAYED}\n{{\n    (void)state; (void)kept;\n{body}\n}}\n"

    def hurdles(self, draw: StepDraw) -> Iterator[str]:
        """The checks that do not depend on what is drawn: if one fails, there is no move."""
        for phase in draw.phases:
            for effect in phase if can_fail(phase) else ():
                match effect:
                    case Let(name=name, value=value):
                        self.locals[name] = self.term(value)
                    case Check(condition=condition):
                        yield self.flag(condition)
                    case _:
                        raise NotInLanes

    # ---- drawing ----

    def count(self, draw: StepDraw) -> str:
        """How many candidates a step has."""
        if isinstance(draw.source, Pairs):
            made = [self.term(t.count(cells))[0] for cells, *_ in draw.source.sets]
            return self.name(" + ".join(made))
        assert isinstance(draw.source, tuple)
        parts = [self.size(v) for v in draw.source]
        return self.name(" * ".join(parts)) if parts else "lanes_of(1)"

    def size(self, value: Value) -> str:
        """How many values a parameter can have."""
        if value.way == Way.KEPT:
            return self.kept_size(value.array)
        if value.way == Way.ELEMENT:
            return self.term(t.count(value.sources[0]))[0]
        low, high = value.sources
        length = t.arithmetic("add", t.arithmetic("sub", high, low), t.number(1))
        return self.term(t.select(t.lt(high, low), t.number(0), length))[0]

    def kept_size(self, array: int) -> str:
        if array not in self.sizes:
            self.sizes[array] = self.name(f"m->n_{array}")
        return self.sizes[array]

    def draw(self, draw: StepDraw, act: str, place: str) -> dict[int, str]:
        """Draw the parameters of a step, a pair at a `place` if that is given; returns the places
        of values in their arrays.
        """
        if isinstance(draw.source, Pairs):
            place = place or self.name(f"lanes_below(m->rng, {self.count(draw)}, {act})")
            self.pair(draw, draw.source, place)
            return {}
        assert isinstance(draw.source, tuple)
        places: dict[int, str] = {}
        for value in draw.source:
            drawn = self.name(f"lanes_below(m->rng, {self.size(value)}, {act})")
            name = value.parameter.loop.name
            if value.way == Way.KEPT:
                places[value.array] = drawn
                is_sure = any(o.array == value.array and o.name and o.is_sure for o in draw.taken)
                self.bind(name, self.entry(value.array, drawn, act if is_sure else ""))
            elif value.way == Way.ELEMENT:
                domain = value.sources[0]
                self.bind_bit(name, self.nth(self.term(domain), drawn), domain)
            else:
                low = self.term(value.sources[0])[0]
                self.bind(name, self.name(f"lanes_wrapped({low} + {drawn})"))
        return places

    def entry(self, array: int, place: str, taken: str) -> str:
        """The entry at a place of an array, which is `taken` out in some lanes."""
        if not taken:
            return self.name(f"take_kept_{array}(kept, {place}, {place}, 0)")
        size = self.kept_size(array)
        last = self.name(f"{size} - lanes_of(1)")
        self.lines.append(f"    m->n_{array} = lanes_if({taken}, {last}, {size});")
        return self.name(f"take_kept_{array}(kept, {place}, {last}, {taken})")

    def bind(self, name: str, value: str) -> None:
        """Give a local variable its value."""
        if name in self.locals:
            raise NotInLanes
        self.locals[name] = (value,)

    def nth(self, cells: Words, number: str) -> Words:
        """The set of the element of a set at an index, which it has."""
        word, start, before, beyond = cells[0], "lanes_of(0)", "lanes_of(0)", []
        for cell, further in pairwise(cells):
            before = self.name(f"{before} + lanes_count({cell})")
            beyond.append(self.mask(f"~lanes_less({number}, {before})"))
            word = self.name(f"lanes_if({beyond[-1]}, {further}, {word})")
            start = self.name(f"lanes_if({beyond[-1]}, {before}, {start})")
        bit = self.name(f"lanes_nth({word}, {number} - {start})")
        masks = zip(("", *beyond), (*(f"~{b}" for b in beyond), ""), strict=True)
        return tuple(
            self.name(f"lanes_only({' & '.join(filter(None, mask))}, {bit})" if any(mask) else bit)
            for mask in masks
        )

    def bind_bit(self, name: str, bit: Words, domain: Term) -> None:
        """Give a local variable the element of a set of one."""
        code = f"lanes_count({bit[0]} - lanes_of(1))"
        for i, word in enumerate(bit[1:], 1):
            here = f"lanes_count({word} - lanes_of(1)) + lanes_of({WORD * i})"
            code = self.name(f"lanes_if(lanes_some({word}), {here}, {code})")
        self.bind(name, self.name(code))
        alone = t.Term("bit", domain.type, (t.var(name, INT),))
        self.known[alone, ()] = bit

    def pair(self, draw: StepDraw, pairs: Pairs, place: str) -> None:
        """Choose the two neighbours at a place: one of the first cells in each direction."""
        first, *more = (p.loop.name for p in draw.step.parameters)
        (cells, *values), *rest = pairs.sets
        chosen, by = self.term(cells), [self.term(value) for value in values]
        size = self.term(t.count(cells))[0]
        for others, *further in rest:
            beyond = self.mask(f"~lanes_less({place}, {size})")
            place = self.name(f"{place} - lanes_only({beyond}, {size})")
            chosen = self.chosen(beyond, self.term(others), chosen, others.type)
            by = [
                self.chosen(beyond, self.term(new), old, new.type)
                for new, old in zip(further, by, strict=True)
            ]
            count = self.term(t.count(others))[0]
            size = self.name(f"lanes_if({beyond}, {count}, lanes_of(-1ull))")
        self.bind_bit(first, self.nth(chosen, place), cells)
        start = f"{self.locals[first][0]} + " if pairs.is_away else ""
        for other, (value, *_) in zip(more, by, strict=True):
            self.bind(other, self.name(f"{start}{value}"))

    # ---- playing ----

    def play_one(
        self, steps: Sequence[StepDraw], counts: list[str], some: str
    ) -> dict[Pending, str]:
        """Play one of some steps in each lane, in proportion to their candidates, of which there
        are `some`; returns what remains of the turn, and where.
        """
        if len(steps) == 1:
            self.play(steps[0], "")
            return {self.rest(steps[0].step): ""}
        place, left = self.name(f"lanes_below(m->rng, {some}, {self.acting})"), self.acting
        rests: dict[Pending, list[str]] = {}
        known, act, after = dict(self.known), self.acting, dict[tuple[str, int], Words]()
        changed: dict[str, int] = {}
        for step, count in zip(steps, counts, strict=True):
            here = left
            if step is not steps[-1]:
                here = self.mask(f"{left} & lanes_less({place}, {count})")
                left = self.mask(f"{left} & ~{here}")
            self.acting, self.locals, self.versions, self.sizes = here, {}, {}, {}
            self.fields, self.known = dict(self.loaded), dict(known)  # as before any step
            self.play(step, place)
            changed |= self.versions
            for key, value in self.fields.items():
                if value != self.loaded[key]:
                    type = self.plan.fields.all[key[0]].type
                    after[key] = self.chosen(here, value, after.get(key, self.loaded[key]), type)
            place = self.name(f"{place} - {count}")
            rests.setdefault(self.rest(step.step), []).append(here)
        self.acting, self.locals, self.versions = act, {}, changed
        self.fields, self.known = {**self.loaded, **after}, known
        if len(rests) == 1:
            return dict.fromkeys(rests, "")
        return {rest: self.mask(" | ".join(masks)) for rest, masks in rests.items()}

    def play(self, draw: StepDraw, place: str) -> None:
        """Draw and carry out a move of a step."""
        step, places = draw.step, self.draw(draw, self.acting, place)
        times = {n: self.term(self.plan.times[n]) for n in step.step.begins}
        self.effects(tuple(counted(step)), "")
        self.effects(step.effects, "")
        for number, value in times.items():
            less = self.name(f"{value[0]} - lanes_of(1)")
            self.assign(f"left_{number}", (), (less,), "")
        for number in step.step.goes_round:
            left = self.field(f"left_{number}")[0]
            self.assign(f"left_{number}", (), (self.name(f"{left} - lanes_of(1)"),), "")
        self.take_out(draw, places, self.acting)

    def take_out(self, draw: StepDraw, places: dict[int, str], act: str) -> None:
        """Take what was chosen out of the arrays where it is not in the set any more."""
        for taken in draw.taken:
            if not taken.name:
                raise NotInLanes
            if not taken.is_sure:
                stays = self.flag(t.has(taken.domain, t.var(taken.name, INT)))
                self.entry(taken.array, places[taken.array], self.mask(f"{act} & ~{stays}"))

    def rest(self, step: StepPlan) -> Pending:
        """What remains of the turn after a step."""
        rest = step.step.rest
        if step.refused or step.step.choice_point is not None or is_set_up(rest):
            raise NotInLanes
        if not all(map(self.plan.is_sure, (rest, *step.step.later))):
            raise NotInLanes
        return remaining(rest, step.step.later)


def check_drawn(draw: MenuDraw) -> None:
    """Refuse menus whose moves are not drawn from what is surely legal, if any move is."""
    if not draw.steps or draw.by_weight or draw.menu.is_simultaneous:
        raise NotInLanes
    if len(draw.steps) > 1 and not draw.is_exact:
        raise NotInLanes
    for step in draw.steps:
        check_step(step)


def check_step(step: StepDraw) -> None:
    """Refuse a step whose candidates are not known before one is drawn, or depend on the passes in
    a row, which are counted after that.
    """
    if any("passes" in term.reads for term in asked_first(step)):
        raise NotInLanes
    match step.source:
        case Pairs(residue=residue):
            is_known = residue == TRUE
        case tuple() as values:
            is_known = all(value.way in KNOWN for value in values)
        case _:
            raise NotInLanes
    if step.finish != Finish.LOOK or not is_known or step.step.step.earlier:
        raise NotInLanes


def asked_first(step: StepDraw) -> Iterator[Term]:
    """What decides whether there is a candidate, and what is required of it."""
    if isinstance(step.source, Pairs):
        yield from (cells for cells, *_ in step.source.sets)
    elif isinstance(step.source, tuple):
        yield from (term for value in step.source for term in value.sources)
    yield from (e.condition for phase in step.phases for e in phase if isinstance(e, Check))


def counted(step: StepPlan) -> Iterator[Assign]:
    """What a step does to the number of passes in a row."""
    if step.step.name == PASS:
        more = t.arithmetic("add", t.read("passes", INT), t.number(1))
        yield Assign(None, "passes", (), more)
    elif step.action is not None and not step.is_chance:
        yield Assign(None, "passes", (), t.number(0))
