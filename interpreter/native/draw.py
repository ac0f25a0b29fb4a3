"""Drawing a uniformly random legal move without listing all of them.

A candidate is drawn from a set that holds all legal moves and is cheap to count; what is not legal is
dropped and another one drawn.  After a bounded number of tries the legal moves are listed and one of
them is taken, so that every legal move is equally likely however rare they are among the candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.native import terms as t
from interpreter.native.effects import can_fail, written
from interpreter.native.plan import Menu, Parameter, StepPlan
from interpreter.native.tighten import factors_of
from interpreter.native.points import Branch, Leaf, Pending, Tree
from interpreter.native.terms import TRUE, Term
from interpreter.native.writer import Block

if TYPE_CHECKING:
    from interpreter.native.emit import Emitter

MOST_TRIES = 64


class Draws:
    """Writes the functions that draw."""

    def __init__(self, emitter: Emitter):
        self.up = emitter

    def functions(self) -> list[str]:
        """A function for each menu and point, and the one that chooses among them."""
        plan = self.up.plan
        found = ["static _Thread_local Move scratch[GAME_MOVES];\n"]
        found += [self.menu(m) for m in plan.ordered_menus]
        found += [self.point(p) for p in plan.points.numbers]
        menus = "".join(
            f"    case {m.number}: got = draw_menu_{m.number}(s, h, r); break;\n"
            for m in plan.ordered_menus
        )
        points = "".join(
            f"    case UNRESOLVED + {n}: got = draw_point_{n}(s, h, r); break;\n"
            for n in plan.points.numbers.values()
        )
        roots = {n for _, n in plan.cases} | set(plan.openings)
        is_root = " || ".join(f"point == {n}" for n in sorted(roots)) or "false"
        found.append(RANDOM % (is_root, menus, points))
        return found

    # ---- points ----

    def point(self, pending: Pending) -> str:
        """Draw at a point: 1 where a move was played, 0 where there is none, -1 at the turn's end."""
        block = self.up.block()
        number = self.up.plan.points.number(pending)
        self.tree(block, pending, self.up.plan.points.trees[pending], is_last=True)
        return (
            f"static int32_t draw_point_{number}(State *s, History *h, Rng *r)\n{{\n"
            f"    (void)h; (void)r;\n{block.text()}}}\n"
        )

    def tree(self, block: Block, pending: Pending, tree: Tree, is_last: bool) -> None:
        """Draw from the menu that a tree decides on; where it offers nothing, go on below."""
        if isinstance(tree, Leaf):
            if tree.steps == (None,):
                block.write("return -1;")
                return
            menu = self.up.plan.menus[pending, tree.steps]
            call = f"draw_menu_{menu.number}(s, h, r)"
            block.write(f"return {call};" if is_last else f"if ({call}) return 1;")
        elif isinstance(tree, Branch):
            with block.inside(f"if ({block.term(tree.condition)}) {{", "} else {"):
                self.tree(block, pending, tree.yes, is_last)
            with block.deeper():
                self.tree(block, pending, tree.no, is_last)
            block.write("}")
        elif self.up.plan.is_sure(tree.pending):
            self.tree(block, pending, tree.yes, is_last)
        else:
            self.tree(block, pending, tree.yes, is_last=False)
            self.tree(block, pending, tree.no, is_last)

    # ---- menus ----

    def menu(self, menu: Menu) -> str:
        """Draw from one menu."""
        if self.is_weighed(menu):
            body = self.weighed(menu)
        elif any(s.refused for s in menu.steps) or any(not self.can_draw(s) for s in menu.steps):
            body = ""
        else:
            body = self.candidates(menu)
        if not self.is_weighed(menu):
            body += self.listed(menu)
        return (
            f"static int32_t draw_menu_{menu.number}(State *s, History *h, Rng *r)\n{{\n{body}}}\n"
        )

    def is_weighed(self, menu: Menu) -> bool:
        """Whether nature chooses by weights."""
        return any("weight" in written(s.effects) for s in menu.steps)

    def weighed(self, menu: Menu) -> str:
        """One of the outcomes of chance, by their weights."""
        lists = "".join(
            f"    n += list_{s.number}(s, h, scratch + n, GAME_MOVES - n);\n" for s in menu.steps
        )
        return WEIGHED % lists

    def can_draw(self, step: StepPlan) -> bool:
        """Whether candidates of a step can be drawn."""
        return all(p.loop.kind in ("bits", "range") for p in step.parameters)

    def listed(self, menu: Menu) -> str:
        """One of the legal moves, all listed."""
        if self.is_exact_menu(menu):
            return ""
        lists = "".join(
            f"    n += list_{s.number}(s, h, scratch + n, GAME_MOVES - n"
            f"{', false' if s.refused else ''});\n"
            for s in menu.steps
        )
        back = "    const State before = *s;\n" if self.can_turn_fail() else ""
        takes = "".join(f"    case {s.number}: take_{s.number}(s, h, m, true); break;\n"
                        for s in menu.steps)  # fmt: skip
        del back
        return (
            f"    int32_t n = 0;\n{lists}    if (n == 0) return 0;\n"
            "    const Move m = scratch[rng_below(r, (uint32_t)n)];\n"
            f"    switch ((int32_t)(m & 1023)) {{\n{takes}    default: break;\n    }}\n"
            "    return 1;\n"
        )

    def can_turn_fail(self) -> bool:
        """Whether what happens after a turn may refuse it."""
        return can_fail(self.up.plan.after)

    def is_exact(self, step: StepPlan) -> bool:
        """Whether all candidates of a step are legal."""
        return (
            not can_fail(step.effects)
            and all(p.fixed is None for p in step.parameters)
            and all(self.is_independent(step, i) for i in range(len(step.parameters)))
            and not any(self.has_superset(p) for p in step.parameters)
            and (self.up.plan.is_sure(step.step.rest) if not is_set_up(step) else True)
        )

    def is_exact_menu(self, menu: Menu) -> bool:
        """Whether all candidates of a menu are legal."""
        return all(self.can_draw(s) and not s.refused and self.is_exact(s) for s in menu.steps)

    def is_independent(self, step: StepPlan, number: int) -> bool:
        """Whether what a parameter is chosen from is known before anything is chosen."""
        names = {p.loop.name for p in step.parameters[:number]}
        parameter = step.parameters[number]
        if parameter.filter != TRUE:
            before = tuple(e for stage in step.stages[: number + 1] for e in stage)
            if parameter.filter.free & names or written(before) & parameter.filter.reads:
                return False
        return not self.is_dependent(step, number)

    def has_superset(self, parameter: Parameter) -> bool:
        """Whether a parameter is drawn from more cells than it may be, each of them tested."""
        if parameter.filter != TRUE or parameter.fixed is not None:
            return False
        return parameter.loop.of == "cells" and superset(parameter.domains[0], self.up) is not None

    def is_dependent(self, step: StepPlan, number: int) -> bool:
        """Whether the domain of a parameter depends on those before it."""
        names = {p.loop.name for p in step.parameters[:number]}
        return any(d.free & names for d in step.parameters[number].domains)

    def candidates(self, menu: Menu) -> str:
        """Draw candidates until one is legal."""
        block = self.up.block()
        counts = [self.count(block, s) for s in menu.steps]
        if len(counts) > 1:
            block.write(f"const uint32_t all = {' + '.join(f'(uint32_t)({c})' for c in counts)};")
        else:
            block.write(f"const uint32_t all = (uint32_t)({counts[0]});")
        block.write("if (all == 0) return 0;")
        if self.is_exact_menu(menu):
            self.choose(block, menu, counts)
            return block.text()
        block.write(f"for (uint32_t tries = all < {MOST_TRIES - 4} ? all + 4 : {MOST_TRIES}; "
                    "tries; tries--) {")  # fmt: skip
        with block.deeper():
            self.choose(block, menu, counts)
        block.write("}")
        return block.text()

    def choose(self, block: Block, menu: Menu, counts: list[str]) -> None:
        """Choose a step in proportion to its candidates, and try one of them."""
        if len(menu.steps) == 1:
            with block.inside("{"):
                self.one(block, menu.steps[0])
            return
        block.write("uint32_t pick = rng_below(r, all);")
        for number, (step, count) in enumerate(zip(menu.steps, counts, strict=True)):
            if number == len(menu.steps) - 1:
                with block.inside("{"):
                    self.one(block, step)
                return
            with block.inside(f"if (pick < (uint32_t)({count})) {{"):
                self.one(block, step)
                if not self.is_exact(step):
                    block.write("continue;")
            block.write(f"pick -= (uint32_t)({count});")

    def pair_sets(self, step: StepPlan) -> list[tuple[Term, int]]:
        """For a cell and one next to it: for each shift the first cells whose second one may be.

        Empty where the parameters of a step are no such pair.
        """
        if len(step.parameters) != 2 or any(
            p.loop.of != "cells" or p.fixed is not None for p in step.parameters
        ):
            return []
        first, second = step.parameters
        cell = t.var(first.loop.name, t.INT)
        factors = factors_of(second.domains[0])
        near = [f for f in factors if f.op == "table" and f.data.adjacency and f.args == (cell,)]
        if len(near) != 1 or not self.is_independent(step, 0):
            return []
        relations = self.up.plan.layout.relations
        shifts = relations[near[0].data.adjacency][0]
        others = [f for f in factors if f is not near[0]]
        changed = written(step.stages[0]) | written(step.stages[1])
        if second.filter != TRUE and not second.filter.reads & changed:
            others.append(second.filter)
        if shifts is None or any(cell.data in f.free for f in others):
            return []
        start = first.domains[0] if first.filter == TRUE else t.meet(first.domains[0], first.filter)
        found = []
        for shift in shifts:
            pairs = t.meet(t.const(start.type, shift.source), start)
            for other in others:
                pairs = t.meet(pairs, t.moved(-shift.bits, other))
            found.append((pairs, shift.bits))
        return found

    def count_pairs(self, block: Block, pairs: list[tuple[Term, int]]) -> str:
        """How many pairs there are."""
        counts = [block.term(t.count(p)) for p, _ in pairs]
        name = block.unit.fresh("n")
        block.write(f"const int32_t {name} = {' + '.join(counts)};")
        return name

    def draw_pair(
        self, block: Block, step: StepPlan, pairs: list[tuple[Term, int]], fail: str
    ) -> None:
        """Draw one of the pairs."""
        names = [p.loop.name for p in step.parameters]
        size = block.term(t.count(pairs[0][0]))
        total = " + ".join(block.term(t.count(p)) for p, _ in pairs)
        place = block.unit.fresh("place")
        block.write(f"int32_t {names[0]}, {names[1]};")
        block.write(f"int32_t {place} = (int32_t)rng_below(r, (uint32_t)({total}));")
        for number, (cells, bits) in enumerate(pairs):
            size = block.term(t.count(cells))
            made = block.term(cells)
            is_last = number == len(pairs) - 1
            block.write("{" if is_last else f"if ({place} < {size}) {{")
            block.write(f"    {names[0]} = set{cells.type.size}_nth({made}, {place});")
            block.write(f"    {names[1]} = {names[0]} + {bits};")
            block.write("}" if is_last else f"}} else if ({place} -= {size}, true)")
        second = step.parameters[1]
        if second.filter != TRUE and second.filter.reads & (
            written(step.stages[0]) | written(step.stages[1])
        ):
            chosen = t.has(second.filter, t.var(names[1], t.INT))
            block.write(f"if (!{block.wrapped(chosen)}) {fail}")

    def count(self, block: Block, step: StepPlan) -> str:
        """How many candidates a step has."""
        pairs = self.pair_sets(step)
        if pairs:
            return self.count_pairs(block, pairs)
        factors = []
        for number, parameter in enumerate(step.parameters):
            if parameter.fixed is not None:
                continue
            reached = superset(parameter.domains[0], self.up)
            if reached is not None and self.has_superset(parameter):
                factors.append(str(reached[1].sizes[1]))
                continue
            if not self.is_independent(step, number) and self.is_dependent(step, number):
                factors.append(str(most(parameter.domains[0], parameter, self.up)))
            elif parameter.loop.kind == "range":
                low, high = (block.term(d) for d in parameter.domains)
                length = block.unit.fresh("length")
                block.write(f"const int32_t {length} = {high} < {low} ? 0 : {high} - {low} + 1;")
                factors.append(length)
            else:
                domain = parameter.domains[0]
                if self.is_independent(step, number) and parameter.filter != TRUE:
                    domain = t.meet(domain, parameter.filter)
                factors.append(block.term(t.count(domain)))
        if not factors:
            return "1"
        name = block.unit.fresh("n")
        block.write(f"const int32_t {name} = {' * '.join(factors)};")
        return name

    def one(self, block: Block, step: StepPlan) -> None:
        """Try one candidate of a step."""
        label = block.unit.fresh("next")
        fail = f"goto {label};"
        start = len(block.lines)
        places, versions = dict(block.places), dict(block.versions)
        if step.action is not None and not step.is_chance:
            block.places["passes"] = "0"
            block.changed("passes")
        base = dict(block.places), dict(block.versions)
        from interpreter.native.emit import sliced

        stages = sliced(step.stages, step.parameters)
        self.up.effects(block, stages[0], trial=True, fail=fail, last=[])
        pairs = self.pair_sets(step)
        if pairs:
            self.draw_pair(block, step, pairs, fail)
        for number, parameter in enumerate(step.parameters):
            if not pairs:
                self.draw(block, step, number, parameter, fail, base)
            self.up.effects(block, stages[number + 1], trial=True, fail=fail, last=[])
        with block.inside("{"):
            block.write(f"const Move m = {self.up.packed(step)};")
            if step.step.rest or not self.can_turn_fail() or is_set_up(step):
                self.up.leads(block, step, fail)
                block.write(f"take_{step.number}(s, h, m, true);")
                block.write("return 1;")
            else:
                fields = written(step.effects) | written(self.up.plan.after)
                fields |= {"turns", "passes", "last"}
                self.keep(block, sorted(fields))
                block.write(f"if (take_{step.number}(s, h, m, true)) return 1;")
                self.restore(block, sorted(fields))
        block.places, block.versions = places, versions
        if any(fail in line for line in block.lines[start:]):
            block.write(f"{label}:;")

    def keep(self, block: Block, fields: list[str]) -> None:
        """Local copies of some fields.

        Not of the whole state: copying what was just written in parts makes processors wait.
        """
        for name in fields:
            field = self.up.plan.fields.all[name]
            for i in range(field.sizes[0]) if field.sizes else (None,):
                at = "" if i is None else f"[{i}]"
                kept = f"kept_{name}" if i is None else f"kept_{name}_{i}"
                block.write(f"const {field.storage} {kept} = s->{name}{at};")

    def restore(self, block: Block, fields: list[str]) -> None:
        """The fields as they were."""
        for name in fields:
            field = self.up.plan.fields.all[name]
            for i in range(field.sizes[0]) if field.sizes else (None,):
                at = "" if i is None else f"[{i}]"
                kept = f"kept_{name}" if i is None else f"kept_{name}_{i}"
                block.write(f"s->{name}{at} = {kept};")

    def draw_superset(
        self, block: Block, step: StepPlan, parameter: Parameter, place: str, fail: str
    ) -> None:
        """Draw among the cells that are seen on the empty board, and ask whether one is seen."""
        domain, name = parameter.domains[0], parameter.loop.name
        reached = superset(domain, self.up)
        assert reached is not None
        cell, table, many = reached
        index = block.term(cell)
        longest = table.sizes[1]
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, {longest});")
        block.write(f"if ({place} >= {block.unit.table(many)}[{index}]) {fail}")
        block.write(f"const int32_t {name} = {block.unit.table(table)}[{index}][{place}];")
        chosen = seen_singly(t.has(domain, t.var(name, t.INT)))
        block.write(f"if (!{block.wrapped(chosen)}) {fail}")

    def draw(
        self, block: Block, step: StepPlan, number: int, parameter: Parameter, fail: str,
        base: tuple[dict[str, str], dict[str, int]],
    ) -> None:  # fmt: skip
        """Draw the value of one parameter."""
        name, loop = parameter.loop.name, parameter.loop
        if parameter.fixed is not None:
            given = parameter.fixed
            holds = t.and_(given.exists, self.up.in_domain(parameter, given.term))
            block.write(f"if (!{block.wrapped(holds)}) {fail}")
            block.write(f"const int32_t {name} = {block.term(given.term)};")
            return
        if loop.kind == "range":
            low, high = (block.term(d) for d in parameter.domains)
            if self.is_independent(step, number):
                length = f"(uint32_t)({high} - {low} + 1)"
                block.write(f"const int32_t {name} = {low} + (int32_t)rng_below(r, {length});")
            else:
                block.write(f"const int32_t {name} = {low} + (int32_t)rng_below(r, "
                            f"{parameter.size});")  # fmt: skip
                block.write(f"if ({name} > {high}) {fail}")
            return
        domain = parameter.domains[0]
        if self.has_superset(parameter):
            place = block.unit.fresh("place")
            self.draw_superset(block, step, parameter, place, fail)
            return
        most_here = block.term(t.count(domain)) if not self.is_dependent(step, number) else str(
            most(domain, parameter, self.up)
        )
        if parameter.filter != TRUE:
            now = block.places, block.versions
            block.places, block.versions = dict(base[0]), dict(base[1])
            domain = t.var(block.named(domain, block.term(domain)), domain.type)
            block.places, block.versions = now
            domain = t.meet(domain, parameter.filter)
            if self.is_independent(step, number):
                domain = t.meet(parameter.domains[0], parameter.filter)
        made = block.term(domain)
        p = f"set{domain.type.size}"
        if self.is_independent(step, number):
            size = block.term(t.count(domain))
            if domain.op == "const" and domain.data & (domain.data + 1) == 0:
                block.write(f"const int32_t {name} = (int32_t)rng_below(r, {size});")
            else:
                block.write(f"const int32_t {name} = {p}_nth({made}, "
                            f"(int32_t)rng_below(r, (uint32_t){size}));")  # fmt: skip
            return
        place = block.unit.fresh("place")
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, (uint32_t)({most_here}));")
        block.write(f"if ({place} >= {block.term(t.count(domain))}) {fail}")
        block.write(f"const int32_t {name} = {p}_nth({made}, {place});")


def superset(domain: Term, emitter: Emitter) -> tuple[Term, t.Table, t.Table] | None:
    """A cell, and the cells seen from each on the empty board, listed and counted.

    For sets of cells that are seen from a cell; None for others.
    """
    if domain.op in ("meet", "minus"):
        found = superset(domain.args[0], emitter)
        if found is None and domain.op == "meet":
            found = superset(domain.args[1], emitter)
        return found
    if domain.op == "select" and domain.args[2].value == 0:
        return superset(domain.args[1], emitter)
    if domain.op != "sight" or domain.args[1].op != "const":
        return None
    layout = emitter.plan.layout
    bits = domain.args[1].data
    rows: list[list[int]] = []
    for code in range(layout.size):
        row: list[int] = []
        if code in layout.cells:
            for way in range(bits.bit_length()):
                if bits >> way & 1:
                    row += [layout.cell_codes[c] for c in layout.topology.ray(layout.cells[code], way)]
        if len(set(row)) < len(row):
            return None  # a cell that is seen in two ways would be drawn too often
        rows.append(row)
    longest = max(len(row) for row in rows)
    values = [v for row in rows for v in row + [0] * (longest - len(row))]
    table = layout.table(t.INT, (layout.size, longest), values)
    cell = domain.args[0]
    if cell.nullable:
        cell = t.select(t.exists(cell), cell, t.number(0))
    return cell, table, layout.table(t.INT, (layout.size,), [len(r) for r in rows])


def seen_singly(term: Term) -> Term:
    """A condition with the questions whether a cell is among those seen asked along its line."""
    if term.op == "has" and term.args[0].op == "sight":
        cell, ways, through = term.args[0].args
        return Term("sees", t.BOOL, (cell, term.args[1], ways, through))
    if term.op == "has" and term.args[0].op == "select":
        condition, yes, no = term.args[0].args
        return t.select(condition, seen_singly(t.has(yes, term.args[1])), t.has(no, term.args[1]))
    if term.op in ("and", "or", "not"):
        parts = tuple(seen_singly(a) for a in term.args)
        order = sorted(parts, key=lambda p: p.op == "sees")
        return t.rebuild(term, tuple(order))
    return term


def most(domain: Term, parameter: Parameter, emitter: Emitter) -> int:
    """How many elements a set has at most."""
    if parameter.loop.kind == "range":
        return parameter.size
    cells = len(emitter.plan.layout.topology.cells)
    return max(1, min(bound(domain, emitter), parameter.size, max(cells, parameter.size)))


def bound(term: Term, emitter: Emitter) -> int:
    """How many elements a set has at most, by how it is made."""
    match term.op:
        case "const":
            return int(term.data.bit_count())
        case "bit":
            return 1
        case "table":
            return max((v.bit_count() for v in term.data.values), default=0)
        case "meet":
            return min(bound(a, emitter) for a in term.args)
        case "minus":
            return bound(term.args[0], emitter)
        case "union":
            return sum(bound(a, emitter) for a in term.args)
        case "select":
            return max(bound(a, emitter) for a in term.args[1:])
        case "sight":
            return most_seen(emitter)
        case "fold" if term.data.gather == "union" and len(term.data.loops) == 1:
            if term.data.loops[0].kind == "bits":
                return bound(term.args[0], emitter) * bound(term.args[-1], emitter)
    return term.type.size * 64


def most_seen(emitter: Emitter) -> int:
    """How many cells are seen at most from one cell of the empty board."""
    topology = emitter.plan.layout.topology
    ways = range(len(topology.directions))
    return max(
        len({c for d in ways for c in topology.ray(cell, d)}) for cell in range(len(topology.cells))
    )


def is_set_up(step: StepPlan) -> bool:
    """Whether a step is a deal of the set-up."""
    rest = step.step.rest
    return bool(rest) and isinstance(rest[0], tuple) and rest[0][0] == "setup"


WEIGHED = """\
    int32_t n = 0;
%s    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += weight(s, h, scratch[i]);
    if (n == 0) return 0;
    double left = rng_unit(r) * sum;
    int32_t chosen = 0;
    for (; chosen < n - 1; chosen++) {
        left -= weight(s, h, scratch[chosen]);
        if (left < 0) break;
    }
    take(s, h, scratch[chosen], true);
    return 1;
"""

RANDOM = """
/* Play one uniformly random move, or what chance does; false where the game turns out to be over. */
static bool random_action(State *s, History *h, Rng *r)
{
    int32_t idle = 0;
    while (idle < GAME_SEATS) {
        int32_t got = 0, point = s->stage - UNRESOLVED;
        const bool begins = %s;
        switch (s->stage) {
%s%s        default: break;
        }
        if (got > 0) return true;
        if (got == 0) {
            if (!begins) break;
            cannot_go_on(s, h);
            return false;
        }
        idle += begins;
        if (!end_turn(s, h, true)) {
            fault = 4;
            break;
        }
        if (s->over) return false;
    }
    drawn(s);
    return false;
}
"""
