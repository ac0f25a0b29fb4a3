"""Steps as C functions: one that carries a step out, and one that lists its legal instances.

Before a step is listed, C looks ahead: it tests whether the turn can be completed after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.vocabulary.types import NUMBER
from interpreter.board.position import Pending
from interpreter.native.emit.effects import ANSWER, sliced_phases
from interpreter.native.emit.ends import Ends
from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import Base, invariants
from interpreter.native.ir import terms as t
from interpreter.native.ir import trees
from interpreter.native.ir.bounds import hurdles
from interpreter.native.ir.effects import (
    Check,
    Effects,
    before_attempts,
    can_fail,
    needed,
    written,
)
from interpreter.native.ir.plan import Parameter, StepPlan, is_set_up
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.ir.trees import Branch, Leaf, Offered, Step, Tree, Way
from interpreter.native.ir.values import Value
from interpreter.native.passes.simplify import simplified
from interpreter.reference.turns import PASS

OFFER = "goto failed;"  # in a list, after an attempt that fails: it is offered too
Use = Callable[[Block, StepPlan, str], None]  # writes what is done with an instance
NO_MORE = "return n;"  # after a refused instance, outside all loops
OF_GAMES = frozenset(("*", "history"))  # read of more than the fields of a state


class Steps(Ends):
    def holds(self, block: Block, tree: Branch | Way) -> str:
        """The condition of a decision of a turn, as C."""
        if isinstance(tree, Branch):
            return block.term(tree.condition)
        return f"way_{self.plan.points[tree.pending]}(s, h)"

    def decide(self, block: Block, tree: Tree, leaf: Callable[[Offered], None]) -> None:
        """Write the decisions of a turn, and at the leaves of their tree what `leaf` writes."""
        if isinstance(tree, Leaf):
            leaf(tree.steps)
        elif isinstance(tree, Way) and self.plan.is_sure(tree.pending):
            self.decide(block, tree.yes, leaf)
        else:
            with block.inside(f"if ({self.holds(block, tree)}) {{", "} else {"):
                self.decide(block, tree.yes, leaf)
            with block.deeper():
                self.decide(block, tree.no, leaf)
            block.write("}")

    @contextmanager
    def unpacked(self, block: Block, step: StepPlan) -> Iterator[None]:
        """Declare C variables for the parameters of a packed move `m`."""
        for p, shift, mask in step.places:
            low = f" + {p.packing.low}" if p.packing.low else ""
            block.write(f"const int32_t {p.loop.name} = (int32_t)(m >> {shift} & {mask}){low};")
            block.write(f"(void){p.loop.name};")
        yield

    def packed(self, step: StepPlan) -> str:
        """A C expression that packs the variables of a step's parameters into a move."""
        parts = [f"(Move){step.variable or step.number}"]
        for p, shift, _ in step.places:
            low = p.packing.low
            value = f"({p.loop.name} - {low})" if low else p.loop.name
            parts.append(f"(Move){value} << {shift}")
        return " | ".join(parts)

    def apply(self, step: StepPlan) -> str:
        """The C function that carries out a step and returns the failed attempt's number, or 0."""
        name = f"apply_{step.number}"
        carried = self.act(step.step, name, lambda block: self.carry_out(block, step))
        return f"{self.static(step, usual='static inline')}{carried}"

    def act(self, step: Step, name: str, effects: Callable[[Block], None]) -> str:
        """A C function (but its first word) that carries out a step; `effects` writes its body."""
        block = self.block()
        for number in step.begins:
            times = block.term(self.plan.times[number])
            block.write(f"const int32_t times_{number} = {times};")
        effects(block)
        for number in step.begins:
            block.write(f"s->left_{number} = times_{number} - 1;")
        for number in step.goes_round:
            block.write(f"s->left_{number}--;")
        return (
            f" int32_t {name}(State *s, History *h, Move m)\n{{\n"
            f"    (void)h; (void)m;\n{block.text()}    return 0;\n}}\n"
        )

    def carry_out(self, block: Block, step: StepPlan) -> None:
        """Write the effects of a step, and the count of consecutive passes."""
        if step.step.name == PASS:
            block.write("s->passes = wrap_add(s->passes, 1);")
        elif step.action is not None:
            if not step.is_chance:
                block.write("s->passes = 0;")
                block.changed("passes")
            with self.unpacked(block, step):
                self.effects(block, step.effects, False, "", [], failed=ANSWER)

    def goes_on(self, step: StepPlan, lazily: str) -> str:
        """C that leads from a step that was carried out to what follows."""
        return f"go_on(s, h, {self.point_after(step.step)}, {lazily})"

    def point_after(self, step: Step, others: tuple[Pending, ...] = (), number: int = 0) -> str:
        """C for the point after a step, where every way on that can be completed stays open."""
        if number == len(step.later):
            return str(self.plan.points[trees.remaining(step.rest, others)])
        pending = step.later[number]
        yes = self.point_after(step, (*others, pending), number + 1)
        if self.plan.is_sure(pending):
            return yes
        no = self.point_after(step, others, number + 1)
        return f"(way_{self.plan.points[pending]}(s, h) ? {yes} : {no})"

    def list(self, step: StepPlan) -> str:
        """The C function that lists the legal instances of a step, in order, at most `limit`."""
        return self.list_function(step, f"list_{step.number}", "")

    def list_function(self, step: StepPlan, name: str, more: str) -> str:
        """The same function with a given name and further C parameters, `more`."""
        block = self.block()
        block.write("int32_t n = 0;")
        self.instances(block, step)
        surely = ", bool surely" if step.refused else ""
        return (
            f"{self.static(step)} int32_t {name}(const State *s, const History *h, Move *out,"
            f" int32_t limit{surely}{more})\n{{\n    (void)s; (void)h;\n{block.text()}"
            "    return n;\n}\n"
        )

    def listing(self, step: StepPlan, out: str, limit: str, surely: bool) -> str:
        flag = f", {str(surely).lower()}" if step.refused else ""
        return f"list_{step.number}(s, h, {out}, {limit}{flag})"

    def instances(self, block: Block, step: StepPlan, use: Use | None = None) -> None:
        """Write the loops and checks that find the instances of a step, and what is done with each:
        it is listed, if it is legal.
        """
        use = use or self.accept
        if step.action is None:
            use(block, step, NO_MORE)
            return
        self.count_passes(block, step)
        self.phase(block, step, sliced_phases(step), 0, block.base, NO_MORE, use)

    def phase(
        self, block: Block, step: StepPlan, phases: tuple[Effects, ...], at: int, base: Base,
        fail: str, use: Use,
    ) -> None:  # fmt: skip
        """Write one phase of a step and, in the loop of its parameter, those after it."""
        is_last = at == len(step.parameters)
        if is_last and step.refused:  # an attempt that fails is offered too
            block.write(f"const Move m = {self.packed(step)};")
            before, attempts = before_attempts(phases[at])
            self.effects(block, before, True, fail, [])
            if self.plan.is_untried(step):
                block.write(f"if (!surely && !{self.was_refused(step)}) goto offered;")
            self.effects(block, attempts, True, fail, [], failed=OFFER)
        else:
            self.effects(block, phases[at], True, fail, [], failed=OFFER)
        if is_last:
            use(block, step, fail)
            return
        parameter = step.parameters[at]
        if parameter.fixed is not None:
            with block.trial(base):
                self.given(block, parameter, parameter.fixed, fail)
            if parameter.filter != TRUE:
                value = t.var(parameter.loop.name, t.INT)
                block.write(f"if (!{block.wrapped(t.has(parameter.filter, value))}) {fail}")
            self.phase(block, step, phases, at + 1, base, fail, use)
            return
        with block.trial(base):
            domains = tuple(
                d if d.op == "const" else t.var(block.named(d, block.term(d)), d.type)
                for d in parameter.domains
            )
        if parameter.filter != TRUE:
            domains = (t.meet(domains[0], parameter.filter),)
        with block.trial(base):
            chosen = frozenset(p.loop.name for p in step.parameters[at:])
            for domain in (d for p in step.parameters[at + 1 :] for d in p.domains):
                for part in invariants(domain, chosen):
                    block.term(part)
        next_label = self.unit.fresh("next")
        with block.loop(parameter.loop, domains), block.apart():
            self.phase(block, step, phases, at + 1, base, f"goto {next_label};", use)
            block.write(f"{next_label}:;")

    def given(self, block: Block, parameter: Parameter, fixed: Value, fail: str) -> None:
        """Write a parameter whose value the turn fixes; `fail` unless it is in the domain."""
        value = coded(parameter, fixed.term)
        holds = t.and_(fixed.exists, self.in_domain(parameter, value))
        block.write(f"if (!{block.wrapped(holds)}) {fail}")
        block.write(f"const int32_t {parameter.loop.name} = (int32_t){block.wrapped(value)};")

    def in_domain(self, parameter: Parameter, value: Term) -> Term:
        """The condition that a value for the variable of a parameter lies in its domain."""
        loop, domains = parameter.loop, parameter.domains
        if loop.kind == "range":
            inside = t.and_(t.le(domains[0], value), t.le(value, domains[1]))
            return t.and_(inside, t.is_whole(value))
        return t.has(domains[0], value)

    def accept(self, block: Block, step: StepPlan, fail: str) -> None:
        """List an instance whose checks hold, if the turn can be completed after it."""
        with block.inside("{"):
            if not step.refused:
                block.write(f"const Move m = {self.packed(step)};")
            if step.refused:
                block.write("goto able;")
                block.write("failed:")
                block.write(f"if (surely) {fail}")
                block.write(f"if ({self.was_refused(step)}) {fail}")
                block.write("goto offered;")
                block.write("able:;")
            self.look_ahead(block, step, fail)
            if step.refused:
                block.write("offered:;")
            block.write("out[n++] = m;")
            block.write("if (n >= limit) return n;")

    def was_refused(self, step: StepPlan) -> str:
        """C for whether an attempt has refused an instance in this turn."""
        size = self.plan.fields.all[step.refused].type.size
        return f"set{size}_has(s->{step.refused}, {self.refused_place(step)})"

    def refused_place(self, step: StepPlan) -> str:
        """C for the index of an instance among those of a step."""
        place = "0"
        for p in step.parameters:
            low = f" - {p.packing.low}" if p.packing.low else ""
            place = f"({place}) * {p.packing.size} + {p.loop.name}{low}"
        return place

    # ---- look-ahead: whether the turn can be completed after a step ----

    def look_ahead(self, block: Block, step: StepPlan, fail: str) -> None:
        """Skip an instance after which the turn cannot be completed."""
        rest, is_only = step.step.rest, not step.step.earlier
        if not self.plan.is_tried(step.step):
            return
        following = self.only_step(rest) if is_only else None
        if following is not None:
            block.write("look_ahead();")
            self.look_through(block, step, following, fail)
            return
        sure = self.unit.fresh("sure") if is_only else ""
        done = self.done_if(rest) if is_only else t.FALSE
        if done != t.FALSE:
            block.write("#ifndef BRIEF")
            self.look_through_end(block, step, done, sure)
            block.write("#endif")
        self.try_out(block, step)
        test = "goes_on(&u, &g, m)" if step.variable else self.goes_on_after(step, "&u, &g")
        block.write(f"if (!{test}) {fail}")
        if done != t.FALSE:
            for line in ("#ifndef BRIEF", f"{sure}:;", "#endif"):
                block.write(line)

    def try_out(self, block: Block, step: StepPlan) -> None:
        """Carry out an instance on copies of the state and the history."""
        block.write("State u = *s;")
        block.write("History g = *h;")
        block.write(f"apply_{'shared' if step.variable else step.number}(&u, &g, m);")

    def has_way(self, pending: Pending, state: str) -> str:
        """C for whether a pending turn can be completed."""
        if self.plan.is_sure(pending):
            return "true"
        return f"way_{self.plan.points[pending]}({state})"

    def goes_on_after(self, step: StepPlan, state: str) -> str:
        """C for whether the turn can be completed after a step that was just tried, and no earlier
        step has the same move.
        """
        rest = step.step.rest
        if is_set_up(rest):
            return "true"
        at_once = [f"ends_at_once({state})"] * any(e.end.at_once for e in self.plan.ends)
        ways = [self.has_way(pending, state) for pending in (*step.step.earlier, rest)]
        if not step.step.earlier:
            parts, sign = [*at_once, *ways], " || "
        else:
            parts, sign = [*(f"!{one}" for one in (*at_once, *ways[:-1])), ways[-1]], " && "
        return f"({sign.join(parts)})" if len(parts) > 1 else parts[0]

    def only_step(self, rest: Pending) -> t.Term | None:
        """The condition on a set under which a pending turn can be completed, if there is one.

        There is one for a single step with one parameter after which nothing can fail.
        """
        tree = self.plan.full_trees[rest]
        if not isinstance(tree, Leaf) or len(tree.steps) != 1 or tree.steps[0] is None:
            return None
        if any(e.end.at_once for e in self.plan.ends):
            return None
        step = self.plan.steps[tree.steps[0]]
        if step.step.choice_point is not None:  # others may choose, too
            return None
        if step.action is None or step.is_chance or step.refused or len(step.parameters) != 1:
            return None
        parameter = step.parameters[0]
        if parameter.loop.kind != "bits" or parameter.fixed is not None:
            return None
        if (
            can_fail(step.effects)
            or written(step.phases[0])
            or not self.plan.is_sure(step.step.rest)
        ):
            return None
        return simplified(self.plan, t.some(parameter.filtered))

    def look_through(self, block: Block, step: StepPlan, condition: t.Term, fail: str) -> None:
        """Skip an instance after which a condition does not hold, tested on copies of fields."""
        effects = tuple(e for e in step.effects if not isinstance(e, Check))
        with block.inside("{"), block.trial(({}, {})):
            self.count_passes(block, step)
            self.effects(block, needed(effects, condition.reads), True, "", [])
            self.no_passes(block)
            for hurdle in hurdles(condition, self.plan.layout):
                block.write(f"if (!{block.wrapped(hurdle)}) {fail}")

    def done_if(self, rest: Pending) -> t.Term:
        """A condition that copies of fields show, under which the rest may be left out, so that
        only the end of the turn can fail; FALSE where none is known.
        """
        return t.FALSE if self.plan.asks_stuck else done_if(self.plan.full_trees[rest])

    def look_through_end(self, block: Block, step: StepPlan, done: t.Term, sure: str) -> None:
        """Jump to `sure` if nothing need be done after a step and the turn can end there, tested on
        copies of fields.
        """
        hard = self.unit.fresh("hard")
        after = needed(self.plan.after)
        wanted = done.reads.union(*(e.reads for e in after))
        with block.inside("{"), block.trial(({}, {})):
            effects = needed(tuple(e for e in step.effects if not isinstance(e, Check)), wanted)
            self.count_passes(block, step)
            self.effects(block, effects, True, "", [])
            if done != t.TRUE:
                block.write(f"if (!{block.wrapped(done)}) goto {hard};")
            block.places["turns"] = "wrap_add(s->turns, 1)"
            block.changed("turns")
            self.effects(block, after, True, f"goto {hard};", [])
            block.write(f"goto {sure};")
        block.write(f"{hard}:;")

    def count_passes(self, block: Block, step: StepPlan) -> None:
        """In a trial, update the number of consecutive passes as at the start of a step."""
        if step.step.name == PASS:
            block.places["passes"] = "wrap_add(s->passes, 1)"
            block.changed("passes")
        elif step.action is not None and not step.is_chance:
            self.no_passes(block)

    def no_passes(self, block: Block) -> None:
        """In a trial, set the number of consecutive passes to 0."""
        block.places["passes"] = "0"
        block.changed("passes")


def coded(parameter: Parameter, value: Term) -> Term:
    """A value as the variable of a parameter stores it: a number from a set as its bit index."""
    if parameter.packing.type != NUMBER or parameter.loop.kind == "range":
        return value
    place = t.arithmetic("sub", value, t.number(parameter.packing.offset))
    return t.code(place, parameter.packing.size)


def done_if(tree: Tree) -> t.Term:
    """A condition under which nothing need be done, for which no other turn is looked at."""
    if isinstance(tree, Leaf):
        return t.TRUE if None in tree.steps else t.FALSE
    yes, no = done_if(tree.yes), done_if(tree.no)
    if yes == no:
        return yes
    if isinstance(tree, Way) or tree.condition.reads & OF_GAMES:
        return t.FALSE
    return t.select(tree.condition, yes, no)
