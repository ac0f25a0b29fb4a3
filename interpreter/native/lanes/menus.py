"""One action in several games at once: a C function for each menu.

In the lanes whose games are at the menu it draws a move, carries it out, and where that ends the
turn it begins the next one.  A lane in which the game may be over stops before the end of its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effects, If, Let
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.plan import Plan, StepPlan, is_set_up
from interpreter.native.ir.terms import INT, TRUE, Term
from interpreter.native.ir.trees import remaining
from interpreter.native.lanes.terms import LaneTerms, NotInLanes, Tables, Words
from interpreter.native.sampling.records import Finish, MenuDraw, Pairs, StepDraw, Value, Way
from interpreter.reference.turns import PASS

PLAYED = """static inline uint32_t menu_in_lanes_NUMBER(
    Many *m, State *state, Kept *kept, Lanes due, uint32_t *over)"""


class MenuInLanes(LaneTerms):
    """Writes the C function of one menu; raises NotInLanes where there is none."""

    def __init__(
        self, plan: Plan, tables: Tables, needed: frozenset[str], late: tuple[int, ...], first: int
    ):
        super().__init__(plan, tables)
        self.needed, self.late, self.first = needed, late, first
        self.sizes: dict[int, str] = {}  # of the arrays of sets, at this point

    def function(self, draw: MenuDraw) -> str:
        """The C function, its NUMBER left open; its value are the lanes that have played."""
        check_drawn(draw)
        (step,) = draw.steps
        act = self.name(f"due & lanes_some({self.count(step)})")
        self.lines.append(f"    if (!lanes_bits({act})) return 0;")
        self.acting = act
        self.play(step, act)
        point = self.point_after(step.step)
        if point:
            self.assign("menu", (), self.term(t.number(self.first + point)), "")
        played = dict(self.fields)
        ending = "" if point else self.end_of_turn(act)
        self.lines.append(f"    m->actions -= {act};")
        self.store(act, ending, played)
        self.lines.append(f"    return lanes_bits({act});")
        body = "\n".join(self.lines)
        return f"{PLAYED}\n{{\n    (void)state; (void)kept; (void)over;\n{body}\n}}\n"

    def store(self, act: str, go: str, played: dict[tuple[str, int], Words]) -> None:
        """Write back what has changed: by the next turn if the game goes on, else by the move."""
        for (name, entry), now in self.fields.items():
            before = self.loaded[name, entry]
            moved = played.get((name, entry), before)
            for word, (new, made, old) in enumerate(zip(now, moved, before, strict=True)):
                text = old if made == old else f"lanes_if({act}, {made}, {old})"
                if go and new != made:
                    text = f"lanes_if({go}, {new}, {text})"
                if text != old:
                    self.lines.append(f"    m->{name}_{entry}_{word} = {text};")

    # ---- drawing ----

    def count(self, draw: StepDraw) -> str:
        """How many candidates a step has."""
        if isinstance(draw.source, Pairs):
            made = [self.term(t.count(cells))[0] for cells, _ in draw.source.sets]
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
        """The size of a set that is kept as an array."""
        if array not in self.sizes:
            self.sizes[array] = self.name(f"m->n_{array}")
        return self.sizes[array]

    def draw(self, draw: StepDraw, act: str) -> dict[int, str]:
        """Draw the parameters of a step; returns the places of values in their arrays."""
        if isinstance(draw.source, Pairs):
            self.pair(draw, draw.source, act)
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
            return self.name(f"kept_entries_{array}(kept, {place})")
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
            beyond.append(self.name(f"~lanes_less({number}, {before})"))
            word = self.name(f"lanes_if({beyond[-1]}, {further}, {word})")
            start = self.name(f"lanes_if({beyond[-1]}, {before}, {start})")
        bit = self.name(f"lanes_nth({word}, {number} - {start})")
        masks = zip(("", *beyond), (*beyond, ""), strict=True)
        return tuple(
            self.name(bit + (f" & {here}" if here else "") + (f" & ~{after}" if after else ""))
            for here, after in masks
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

    def pair(self, draw: StepDraw, pairs: Pairs, act: str) -> None:
        """Draw two neighbours: one of the first cells in each direction."""
        first, second = (p.loop.name for p in draw.step.parameters)
        (cells, bits), *rest = pairs.sets
        place = self.name(f"lanes_below(m->rng, {self.count(draw)}, {act})")
        chosen, by = self.term(cells), self.term(bits)
        size = self.term(t.count(cells))[0]
        for others, further in rest:
            beyond = self.name(f"~lanes_less({place}, {size})")
            place = self.name(f"{place} - ({size} & {beyond})")
            chosen = self.chosen(beyond, self.term(others), chosen)
            by = self.chosen(beyond, self.term(further), by)
            count = self.term(t.count(others))[0]
            size = self.name(f"lanes_if({beyond}, {count}, lanes_of(-1ull))")
        self.bind_bit(first, self.nth(chosen, place), cells)
        self.bind(second, self.name(f"{self.locals[first][0]} + {by[0]}"))

    # ---- playing ----

    def play(self, draw: StepDraw, act: str) -> None:
        """Draw and carry out a move of a step."""
        step, places = draw.step, self.draw(draw, act)
        times = {n: self.term(self.plan.times[n]) for n in step.step.begins}
        self.effects(tuple(counted(step)), "")
        self.effects(step.effects, "")
        for number, value in times.items():
            less = self.name(f"{value[0]} - lanes_of(1)")
            self.assign(f"left_{number}", (), (less,), "")
        for number in step.step.goes_round:
            left = self.field(f"left_{number}")[0]
            self.assign(f"left_{number}", (), (self.name(f"{left} - lanes_of(1)"),), "")
        self.take_out(draw, places, act)

    def take_out(self, draw: StepDraw, places: dict[int, str], act: str) -> None:
        """Take what was chosen out of the arrays where it is not in the set any more."""
        for taken in draw.taken:
            if not taken.name:
                raise NotInLanes
            if not taken.is_sure:
                stays = self.flag(t.has(taken.domain, t.var(taken.name, INT)))
                self.entry(taken.array, places[taken.array], self.name(f"{act} & ~{stays}"))

    def effects(self, effects: Effects, mask: str) -> None:
        """Carry out effects where a mask holds (everywhere if it is empty)."""
        for effect in effects:
            match effect:
                case Check(condition=condition) if condition == TRUE:
                    pass
                case Let(name=name, value=value):
                    words = self.term(value)
                    if name in self.locals:
                        raise NotInLanes
                    self.locals[name] = words
                case Assign(field=field, index=index, value=value):
                    if field in self.needed:
                        self.assign(field, index, self.term(value), mask)
                case If(branches=branches):
                    self.branches(branches, mask)
                case _:
                    raise NotInLanes

    def branches(self, branches: tuple[tuple[Term, Effects], ...], mask: str) -> None:
        """Carry out the first branch whose condition holds, in each lane."""
        left, masks = mask, []
        for condition, _ in branches:
            holds = self.flag(condition)
            masks.append(self.name(f"{left} & {holds}" if left else holds))
            left = self.name(f"{left} & ~{holds}" if left else f"~{holds}")
        for here, (_, body) in zip(masks, branches, strict=True):
            self.effects(body, here)

    # ---- the end of a turn ----

    def point_after(self, step: StepPlan) -> int:
        """The point after a step, 0 for the end of the turn."""
        rest = step.step.rest
        if step.refused or step.step.choice_point is not None or is_set_up(rest):
            raise NotInLanes
        if not all(map(self.plan.is_sure, step.step.later)):
            raise NotInLanes
        return self.plan.points[remaining(rest, step.step.later)]

    def end_of_turn(self, act: str) -> str:
        """End the turn and begin the next one; the lanes in which the game is surely not over."""
        one = t.arithmetic("add", t.read("turns", INT), t.number(1))
        self.effects((Assign(None, "turns", (), one), *self.plan.after), "")
        ends = [e for i, e in enumerate(self.plan.ends) if i not in self.late]
        ended = [self.flag(end.condition) for end in ends]
        over = self.name(" | ".join(ended) if ended else "lanes_of(0)")
        self.acting = go = self.name(f"{act} & ~{over}")
        self.lines.append(f"    *over |= lanes_bits({act} & {over});")
        self.effects(self.plan.going_on.get(False, ()), "")
        self.effects(tuple(self.next_turn()), "")
        return go

    def next_turn(self) -> Iterator[Assign]:
        """The next seat acts; it is known which turn it takes."""
        seats, seat = len(self.plan.model.colours), t.read("seat", INT)
        if self.late:
            yield Assign(None, "was_seat", (), seat)
            yield Assign(None, "was_last", (), t.read("last", INT))
        yield Assign(None, "seat", (), t.read("next_seat", INT))
        beyond = t.arithmetic("add", seat, t.number(1))
        first = t.eq(seat, t.number(seats - 1))
        yield Assign(None, "next_seat", (), t.select(first, t.number(0), beyond))
        yield Assign(None, "mover", (), t.read("colour_of", INT, seat))
        yield Assign(None, "last", (), t.number(-1))
        for name in self.plan.fields.all:
            if name.startswith("left_"):
                yield Assign(None, name, (), t.number(0))
        yield Assign(None, "menu", (), self.whole_turn())

    def whole_turn(self) -> Term:
        """What `menu` is at the beginning of a turn."""
        points, first = self.plan.points, self.first
        cases = [(t.eq(t.read("turns", INT), t.number(n)), point)
                 for n, point in enumerate(self.plan.openings)]  # fmt: skip
        cases += [*self.plan.cases, (TRUE, points.get((), 0))]
        chosen = t.number(first + cases[-1][1])
        for condition, point in reversed(cases[:-1]):
            chosen = t.select(condition, t.number(first + point), chosen)
        return chosen


def check_drawn(draw: MenuDraw) -> None:
    """Refuse menus whose moves are not drawn from what is surely legal."""
    is_one = draw.is_exact and len(draw.steps) == 1
    if not is_one or draw.by_weight or draw.menu.is_simultaneous:
        raise NotInLanes
    (step,) = draw.steps
    if step.finish != Finish.LOOK or not isinstance(step.source, tuple | Pairs):
        raise NotInLanes


def counted(step: StepPlan) -> Iterator[Assign]:
    """What a step does to the number of passes in a row."""
    if step.step.name == PASS:
        more = t.arithmetic("add", t.read("passes", INT), t.number(1))
        yield Assign(None, "passes", (), more)
    elif step.action is not None and not step.is_chance:
        yield Assign(None, "passes", (), t.number(0))
