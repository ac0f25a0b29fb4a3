"""The plan of a game as C: the state, a function for each step, menu and point, and how they follow.

`c_text` gives the text of one game, to be put between `c/base.h` and the run-time files of `c/`.
Everything is a static function; identical plans give identical text.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gdl.source import Span
from interpreter.native import groups_c, sets_c
from interpreter.native import terms as t
from interpreter.native.draw import Draws
from interpreter.native.effects import (
    Assign,
    Check,
    Effect,
    Effects,
    For,
    If,
    Join,
    Let,
    can_fail,
    needed,
    reads,
    slice_of,
    written,
)
from interpreter.native.fields import Field
from interpreter.native.grow import grow
from interpreter.native.plan import (
    STEP_BITS,
    EndPlan,
    Menu,
    Parameter,
    Plan,
    StepPlan,
    is_surely_nothing,
    nothing_more,
)
from interpreter.native.points import DONE, PASS, Branch, Leaf, Pending, Tree, Way
from interpreter.native.simplify import simplified, simplify
from interpreter.native.terms import INT, TRUE, Type
from interpreter.native.values import Value
from interpreter.native.writer import Block, Unit

ALIGNMENT = {"double": 8, "int64_t": 8, "int32_t": 4, "int16_t": 2, "int8_t": 1, "uint8_t": 1}


def c_text(plan: Plan) -> str:
    """The C of a game."""
    return Emitter(plan).text()


class Emitter:
    """Writes the C of one game."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.regions = grow(plan)
        simplify(plan)
        self.unit = Unit(plan.layout, plan.fields)
        self.draws = Draws(self)
        self.late = tuple(
            i for i, e in enumerate(plan.ends)
            if e.condition.op == "stuck" and not e.end.at_once
        )  # fmt: skip
        if self.late:
            plan.fields.add("was_seat", INT)
            plan.fields.add("was_last", INT, low=-1, high=plan.layout.size)
        self.unresolved = len(plan.ordered_menus)  # stages from here on are points

    def text(self) -> str:
        """The whole text."""
        functions = "\n".join(self.functions())
        groups = self.groups()
        return "\n".join([self.head(), self.state(), *self.constants(),
                          *self.unit.helpers.values(), *groups, functions])  # fmt: skip

    def groups(self) -> list[str]:
        """The functions of the groups that are kept, and how they are made from the board."""
        if self.regions is None:
            return [NO_DERIVED]
        layout, colours = self.plan.layout, self.plan.fields.colours
        near = self.unit.table(self.regions.near)
        functions = groups_c.groups_functions(layout, self.regions, colours, near)
        return [functions, DERIVED.replace("SIZE", str(layout.cell_set.size))]

    # ---- declarations ----

    def head(self) -> str:
        """What the run-time files ask of a game."""
        sizes = {f.type.size for f in self.fields() if f.type.is_set} | self.unit.sizes
        sizes.add(self.plan.layout.cell_set.size)
        operations = "\n".join(sets_c.set_operations(size) for size in sorted(sizes))
        plan = self.plan
        chance = any(m.is_chance for m in plan.ordered_menus)
        return (
            f"/* {plan.game.title or plan.game.name} */\n{self.scalar()}"
            f"#define GAME_SEATS {len(plan.game.colours)}\n"
            f"#define GAME_MOVES {max(1, plan.most_moves)}\n"
            f"#define GAME_SEEN {len(plan.hashes)}\n"
            f"#define GAME_CHANCE {int(chance)}\n\n{operations}"
        )

    def scalar(self) -> str:
        """Keep the compiler from joining the words of small sets to vectors.

        Sets are written word by word and read again at once; a wide load of two fresh words makes
        processors wait (a third of the time of a game of Hex).
        """
        if self.plan.layout.cell_set.size > 3:
            return ""
        return (
            "#if defined(__GNUC__) && !defined(__clang__)\n"
            '#pragma GCC optimize("no-tree-slp-vectorize")\n#endif\n'
        )

    def fields(self) -> list[Field]:
        """The fields of the state, those with the widest entries first."""
        found = [f for name, f in self.plan.fields.all.items() if name != "weight"]
        return sorted(found, key=lambda f: -ALIGNMENT.get(f.storage, 8))

    def state(self) -> str:
        """The type of states."""
        lines, bytes_ = [], 0
        if self.regions is not None:
            lines.append("    Groups groups;")
        for field in self.fields():
            if field.name == "groups":
                continue
            count = field.sizes[0] if field.sizes else 1
            lines.append(f"    {field.storage} {field.name}{f'[{count}]' if field.sizes else ''};")
            bytes_ += count * (
                8 * field.type.size if field.type.is_set else ALIGNMENT[field.storage]
            )
        if bytes_ % 8:
            lines.append(f"    uint8_t unused[{8 - bytes_ % 8}];")
        text = "typedef struct {\n" + "\n".join(lines) + "\n} State;\n"
        if self.regions is None:
            return text
        colours = self.plan.fields.colours
        return groups_c.groups_type(self.plan.layout, self.regions, colours) + "\n" + text

    def constants(self) -> Iterator[str]:
        """Constant sets and tables."""
        for (size, value), name in self.unit.constants.items():
            yield f"static const Set{size} {name} = {sets_c.constant(size, value)};"
        for table, name in self.unit.tables.items():
            shape = "".join(f"[{s}]" for s in table.sizes)
            yield f"static const {table_type(table)} {name}{shape} = {table_values(table)};"

    # ---- functions ----

    def functions(self) -> list[str]:
        """All functions, each after those that it calls."""
        of_turn = sorted(n for n in self.plan.fields.all if n.startswith(("refused_", "left_")))
        clear = "".join(f"    memset(&s->{n}, 0, sizeof s->{n});\n" for n in of_turn)
        found = [FIRST.replace("CLEAR", clear)]
        found.append(self.times_seen())
        if any(t_uses_stuck(e) for e in self.plan.ends):
            found.append("static bool is_stuck(const State *s, const History *h);\n")
        found.append(self.finish())
        found += [self.end(i, e) for i, e in enumerate(self.plan.ends)]
        found.append(self.ends(at_once=True))
        found.append(self.ends(at_once=False))
        if self.late:
            found.append(self.ends(at_once=False, lazily=True))
        for pending in self.plan.points.numbers:
            if not self.plan.is_sure(pending):
                number = self.plan.points.number(pending)
                found.append(f"static bool way_{number}(const State *s, const History *h);\n")
        for step in self.plan.ordered_steps:
            found.append(self.apply(step))
            found.append(self.list(step))
        for pending in self.plan.points.numbers:
            if not self.plan.is_sure(pending):
                found.append(self.way(pending))
        found.append(self.turns())
        found += [self.resolve(p) for p in self.plan.points.numbers]
        found.append(self.go_on())
        found += [self.take(s) for s in self.plan.ordered_steps]
        found.append(self.moves())
        found += self.draws.functions()
        found.append(self.start())
        found.append(self.rest())
        return found

    def block(self, state: str = "s") -> Block:
        """The block of a new function."""
        return Block(self.unit, state)

    def comment(self, block: Block, span: Span | None, last: list[Span | None]) -> None:
        """The rule line, over the code that it became."""
        if span is None or span in last:
            return
        last[:] = [span]
        words = " ".join(span.text.split()).replace("*/", "* /").replace("/*", "/ *")
        block.write(f"/* {Path(span.source.name).name} {span.line}: {words} */")

    # ---- effects ----

    def effects(
        self, block: Block, effects: Effects, trial: bool, fail: str, last: list[Span | None]
    ) -> None:
        """Effects, on the state itself or, in a `trial`, on copies of the fields they change.

        What is refused goes on at `fail`; where that is empty, nothing can be refused.
        """
        for effect in effects:
            self.comment(block, effect.span, last)
            match effect:
                case Check():
                    self.check(block, effect, fail)
                case Let(name=name, value=value):
                    kind = self.unit.c_type(value.type)
                    block.write(f"const {kind} {name} = {block.term(value)};")
                case Assign():
                    self.assign(block, effect, trial)
                case Join():
                    self.join(block, effect, trial)
                case If():
                    self.branches(block, effect, trial, fail, last)
                case For():
                    self.rounds(block, effect, trial, fail, last)

    def check(self, block: Block, effect: Check, fail: str) -> None:
        """A condition that an action needs."""
        if effect.attempt:
            goal = "goto failed;" if fail.startswith("goto") else f"return {effect.attempt};"
            block.write(f"if (!{block.wrapped(effect.condition)}) {goal}")
        elif fail:
            block.write(f"if (!{block.wrapped(effect.condition)}) {fail}")

    def assign(self, block: Block, effect: Assign, trial: bool) -> None:
        """A new value of a field."""
        if effect.field == "weight":
            if not trial and "weight" in block.places:
                block.write(f"weight = {block.term(effect.value)};")
            return
        value = block.term(effect.value)
        if trial:
            block.copy(effect.field)
        place = block.place(effect.field, effect.index)
        if place != value:
            block.write(f"{place} = {value};")
        block.changed(effect.field)

    def join(self, block: Block, effect: Join, trial: bool) -> None:
        """A new piece joins the groups around it."""
        if trial:
            block.copy("groups")
        groups = block.place("groups", ())
        own = block.term(t.read("own", self.plan.layout.cell_set, effect.colour))
        cell, colour = block.term(effect.cell), block.term(effect.colour)
        block.write(f"join_groups(&{groups}, {own}, {cell}, {colour});")
        block.changed("groups")

    def branches(
        self, block: Block, effect: If, trial: bool, fail: str, last: list[Span | None]
    ) -> None:
        """The first branch whose condition holds."""
        self.copy_written(block, (effect,), trial)
        depth = 0
        for condition, body in effect.branches:
            if condition == TRUE:
                self.effects(block, body, trial, fail, last)
                break
            with block.inside(f"if ({block.term(condition)}) {{", "} else {"):
                self.effects(block, body, trial, fail, last)
            block.indent += 1
            block.known.append({})
            depth += 1
        for _ in range(depth):
            block.known.pop()
            block.indent -= 1
            block.write("}")
        self.forget(block, (effect,))

    def rounds(
        self, block: Block, effect: For, trial: bool, fail: str, last: list[Span | None]
    ) -> None:
        """A body for each round."""
        self.copy_written(block, (effect,), trial)
        named = tuple(
            t.var(block.named(d, block.term(d)), d.type) if d.reads else d for d in effect.domains
        )
        self.forget(block, (effect,))

        def body() -> None:
            condition = block.term(effect.condition)
            with block.inside(f"if ({condition}) {{"):
                self.effects(block, effect.body, trial, fail, last)
            self.forget(block, (effect,))

        block.loops(effect.loops, named, body)
        self.forget(block, (effect,))

    def copy_written(self, block: Block, effects: Effects, trial: bool) -> None:
        """In a trial, copies of all fields that the effects write."""
        for field in sorted(written(effects) - {"weight"}):
            if trial:
                block.copy(field)

    def forget(self, block: Block, effects: Effects) -> None:
        """What was worked out with the fields that the effects write."""
        for field in sorted(written(effects)):
            block.changed(field)

    # ---- the parts of a turn ----

    def finish(self) -> str:
        """What happens when a turn is over; false where that is refused."""
        block = self.block()
        block.write("s->turns = wrap_add(s->turns, 1);")
        self.effects(block, self.plan.after, trial=False, fail="return false;", last=[])
        return (
            "/* What happens when a turn is over; false where that cannot be. */\n"
            f"static bool finish(State *s, History *h)\n{{\n    (void)h;\n{block.text()}"
            "    return true;\n}\n"
        )

    def times_seen(self) -> str:
        """How often a hash is in the history, and what is written there after each turn."""
        block = self.block()
        for term in self.plan.hashes:
            block.write(f"h->seen[s->seen_count++] = {block.term(term)};")
        if not self.plan.hashes:
            return "static void remember(State *s, History *h) { (void)s; (void)h; }\n"
        return (
            TIMES_SEEN
            + "static void remember(State *s, History *h)\n{\n"
            + "    if (s->seen_count + GAME_SEEN > h->room) { fault = 3; return; }\n"
            + block.text() + "}\n"
        )  # fmt: skip

    def end(self, number: int, end: EndPlan) -> str:
        """Who has won when a line of `end` holds."""
        block = self.block()
        everyone = (1 << len(self.plan.game.colours)) - 1
        block.write(f"s->winners = {everyone};")
        last: list[Span | None] = []
        for place, outcome in enumerate(end.outcomes):
            is_last = place == len(end.outcomes) - 1
            self.comment(block, end.end.outcomes[place].span, last)
            if outcome[0] == "draw":
                block.write("goto decided;")
            elif outcome[0] == "best":
                self.best(block, outcome[1], is_last, everyone)
            else:
                self.winner(block, outcome[0], outcome[1], everyone)
        return (
            f"static void end_{number}(State *s, History *h)\n{{\n    (void)h;\n{block.text()}"
            f"    goto decided;\ndecided:\n    over(s, {number + 1});\n}}\n"
        )

    def winner(self, block: Block, how: str, colour: Value, everyone: int) -> None:
        """One colour wins or loses, if the expression gives one."""
        with block.inside(f"if ({block.term(colour.exists)}) {{"):
            bit = f"1 << {block.wrapped(colour.term)}"
            block.write(f"s->winners = {bit if how == 'wins' else f'{everyone} & ~({bit})'};")
            block.write("goto decided;")

    def best(self, block: Block, ranks: object, is_last: bool, everyone: int) -> None:
        """Who is ahead in the first rank that tells the colours apart."""
        left = self.unit.fresh("left")
        block.write(f"uint32_t {left} = {everyone};")
        for most, values in ranks:  # type: ignore[attr-defined]
            with block.inside("{"):
                self.rank(block, left, most, values)
        block.write(f"s->winners = {left};")
        if not is_last:
            block.write(f"if (({left} & ({left} - 1)) == 0) goto decided;")
            block.write(f"s->winners = {everyone};")

    def rank(self, block: Block, left: str, most: bool, values: tuple[Value, ...]) -> None:
        """Keep those of the colours that are left who are ahead in one rank."""
        zero = {"list": "{0}", "real": "0.0"}.get(values[0].term.type.name, "0")
        kinds = {v.term.type for v in values}
        type = values[0].term.type if len(kinds) == 1 else t.REAL
        if values[0].term.type.name == "list":
            type = values[0].term.type
        kind = self.unit.c_type(type)
        block.write(f"{kind} score[{len(values)}] = {{{', '.join([zero] * len(values))}}};")
        for colour, value in enumerate(values):
            with block.inside("{"):
                made = block.term(value.term)
                if value.exists != TRUE:
                    block.write(f"if ({block.term(value.exists)}) score[{colour}] = {made};")
                else:
                    block.write(f"score[{colour}] = {made};")
        compare = "a < b" if most else "b < a"
        less = f"score[best] {'<' if most else '>'} score[c]"
        same = "score[best] == score[c]"
        if type.name == "list":
            compared = self.unit.compare_lists("score[best]", "score[c]")
            less = f"{compared} {'<' if most else '>'} 0"
            same = f"{compared} == 0"
        del compare
        block.write("int32_t best = -1;")
        block.write(f"for (int32_t c = 0; c < {len(values)}; c++)")
        block.write(f"    if ({left} >> c & 1 && (best < 0 || {less})) best = c;")
        block.write(f"for (int32_t c = 0; c < {len(values)}; c++)")
        block.write(f"    if ({left} >> c & 1 && !({same})) {left} &= ~(1u << c);")

    def ends(self, at_once: bool, lazily: bool = False) -> str:
        """The lines that may end the game, in order.

        Whether the next player is `stuck` shows, `lazily`, when a move is drawn for it.
        """
        block = self.block()
        last: list[Span | None] = []
        for number, end in enumerate(self.plan.ends):
            if end.end.at_once == at_once and not (lazily and number in self.late):
                self.comment(block, end.end.span, last)
                with block.inside(f"if ({block.term(end.condition)}) {{"):
                    for late in self.late[:1] if lazily else ():
                        if late < number:
                            with block.inside("if (is_stuck(s, h)) {"):
                                block.write(f"end_{late}(s, h);")
                                block.write("return true;")
                    block.write(f"end_{number}(s, h);")
                    block.write("return true;")
        name = "ends_at_once" if at_once else "ends_lazily" if lazily else "ends"
        return (
            f"static bool {name}(State *s, History *h)\n{{\n    (void)s; (void)h;\n"
            f"{block.text()}    return false;\n}}\n"
        )

    # ---- steps ----

    @contextmanager
    def unpacked(self, block: Block, step: StepPlan) -> Iterator[None]:
        """The parameters of a packed move `m` as variables."""
        shift = STEP_BITS
        for p in step.parameters:
            mask = hex((1 << p.bits) - 1)
            low = f" + {p.low}" if p.low else ""
            block.write(f"const int32_t {p.loop.name} = (int32_t)(m >> {shift} & {mask}){low};")
            block.write(f"(void){p.loop.name};")
            shift += p.bits
        yield

    def packed(self, step: StepPlan) -> str:
        """The packed move of the parameters' variables."""
        shift, parts = STEP_BITS, [f"(Move){step.number}"]
        for p in step.parameters:
            value = f"({p.loop.name} - {p.low})" if p.low else p.loop.name
            parts.append(f"(Move){value} << {shift}")
            shift += p.bits
        return " | ".join(parts)

    def apply(self, step: StepPlan) -> str:
        """Carry out a step; the number of the attempt that failed, 0 where none did."""
        block = self.block()
        for number in step.step.begins:
            node = self.plan.engine.turns.nodes[number]
            times = block.term(self.plan.points.times(node))  # type: ignore[arg-type]
            block.write(f"const int32_t times_{number} = {times};")
        if step.step.name == PASS:
            block.write("s->passes = wrap_add(s->passes, 1);")
        elif step.action is not None:
            if not step.is_chance:
                block.write("s->passes = 0;")
                block.changed("passes")
            with self.unpacked(block, step):
                self.effects(block, step.effects, trial=False, fail="", last=[])
        for number in step.step.begins:
            block.write(f"s->left_{number} = times_{number} - 1;")
        for number in step.step.goes_round:
            block.write(f"s->left_{number}--;")
        return (
            f"static inline int32_t apply_{step.number}(State *s, History *h, Move m)\n{{\n"
            f"    (void)h; (void)m;\n{block.text()}    return 0;\n}}\n"
        )

    def list(self, step: StepPlan) -> str:
        """The legal instances of a step, in order, at most `limit`."""
        block = self.block()
        block.write("int32_t n = 0;")
        self.instances(block, step, lambda: self.listed(block), after="n")
        surely = ", bool surely" if step.refused else ""
        return (
            f"static int32_t list_{step.number}(const State *s, const History *h, Move *out,"
            f" int32_t limit{surely})\n{{\n    (void)s; (void)h;\n{block.text()}    return n;\n}}\n"
        )

    def listed(self, block: Block) -> None:
        """A move that is found."""
        block.write("out[n++] = m;")
        block.write("if (n >= limit) return n;")

    def instances(self, block: Block, step: StepPlan, found: object, after: str) -> None:
        """The loops and checks of a step around what is done with each legal instance."""
        assert callable(found)
        if step.action is None:
            self.accept(block, step, found)
            return
        if not step.is_chance:
            block.places["passes"] = "0"
            block.changed("passes")
        base = (dict(block.places), dict(block.versions))
        stages = sliced(step.stages, step.parameters)
        self.stage(block, step, stages, 0, base, found, f"return {after};" if after else "")

    def stage(
        self, block: Block, step: StepPlan, stages: tuple[Effects, ...], at: int,
        base: tuple[dict[str, str], dict[str, int]], found: object, fail: str,
    ) -> None:  # fmt: skip
        """One stage of a step and those after it."""
        label = fail
        is_last = at == len(step.parameters)
        if is_last and step.refused:  # an attempt that fails is offered too
            block.write(f"const Move m = {self.packed(step)};")
        self.effects(block, stages[at], trial=True, fail=label, last=[])
        if is_last:
            assert callable(found)
            self.accept(block, step, found, label)
            return
        parameter = step.parameters[at]
        now = (block.places, block.versions)
        block.places, block.versions = dict(base[0]), dict(base[1])
        if parameter.fixed is not None:
            name = parameter.loop.name
            fixed = parameter.fixed
            given = fixed.term if not fixed.term.nullable else fixed.term
            holds = t.and_(fixed.exists, self.in_domain(parameter, given))
            block.write(f"if (!{block.wrapped(holds)}) {label}")
            block.write(f"const int32_t {name} = {block.term(given)};")
            block.places, block.versions = now
            self.stage(block, step, stages, at + 1, base, found, label)
            return
        domains = tuple(
            d if d.op == "const" else t.var(block.named(d, block.term(d)), d.type)
            for d in parameter.domains
        )
        block.places, block.versions = now
        if parameter.filter != TRUE:
            domains = (t.meet(domains[0], parameter.filter),)
        next_label = self.unit.fresh("next")
        with block.loop(parameter.loop, domains):
            self.stage(block, step, stages, at + 1, base, found, f"goto {next_label};")
            block.write(f"{next_label}:;")

    def in_domain(self, parameter: object, value: t.Term) -> t.Term:
        """Whether a value that the turn fixes is in the domain of a parameter."""
        loop, domains = parameter.loop, parameter.domains  # type: ignore[attr-defined]
        if loop.kind == "range":
            return t.and_(t.le(domains[0], value), t.le(value, domains[1]))
        return t.has(domains[0], value)

    def accept(self, block: Block, step: StepPlan, found: object, fail: str = "") -> None:
        """What is done with an instance whose checks hold, if the turn can go on after it."""
        assert callable(found)
        with block.inside("{"):
            if not step.refused:
                block.write(f"const Move m = {self.packed(step)};")
            if step.refused:
                block.write("goto able;")
                block.write("failed:")
                done = fail if fail else "return n;"
                if "n" in done or done.startswith("goto"):
                    block.write(f"if (surely) {done}")
                place = self.refused_place(step)
                size = self.plan.fields.all[step.refused].type.size
                block.write(f"if (set{size}_has(s->{step.refused}, {place})) {done}")
                block.write("goto offered;")
                block.write("able:;")
            self.leads(block, step, fail)
            if step.refused:
                block.write("offered:;")
            found()

    def refused_place(self, step: StepPlan) -> str:
        """The place of an instance among those of a step."""
        place = "0"
        for p in step.parameters:
            low = f" - {p.low}" if p.low else ""
            place = f"({place}) * {p.size} + {p.loop.name}{low}"
        return place

    def leads(self, block: Block, step: StepPlan, fail: str) -> None:
        """Skip an instance after which the turn cannot be completed."""
        rest = step.step.rest
        if rest and isinstance(rest[0], tuple) and rest[0][0] == "setup":
            return
        if self.plan.is_sure(rest):
            return
        number = self.plan.points.number(rest)
        at_once = any(e.end.at_once for e in self.plan.ends)
        following = self.only_step(rest)
        if following is not None:
            self.leads_to(block, step, following, fail)
            return
        sure = self.unit.fresh("sure")
        if self.is_simple_end(rest):
            self.leads_simply(block, step, sure)
        block.write("State u = *s;")
        block.write("History g = *h;")
        block.write(f"apply_{step.number}(&u, &g, m);")
        test = f"way_{number}(&u, &g)"
        if at_once:
            test = f"(ends_at_once(&u, &g) || {test})"
        block.write(f"if (!{test}) {fail or 'return n;'}")
        if self.is_simple_end(rest):
            block.write(f"{sure}:;")

    def only_step(self, rest: Pending) -> t.Term | None:
        """Whether a pending turn has a way through, as one condition on a set; None if it is not.

        That is so where it is a single step of one parameter, and nothing else can fail.
        """
        tree = self.plan.points.every[rest]
        if not isinstance(tree, Leaf) or len(tree.steps) != 1 or tree.steps[0] is None:
            return None
        if any(e.end.at_once for e in self.plan.ends):
            return None
        step = self.plan.steps[tree.steps[0]]
        if step.action is None or step.is_chance or step.refused or len(step.parameters) != 1:
            return None
        parameter = step.parameters[0]
        if parameter.loop.kind != "bits" or parameter.fixed is not None:
            return None
        if can_fail(step.effects) or written(step.stages[0]) or not self.plan.is_sure(step.step.rest):
            return None
        domain = parameter.domains[0]
        if parameter.filter != TRUE:
            domain = t.meet(domain, parameter.filter)
        return simplified(self.plan, t.some(domain))

    def leads_to(self, block: Block, step: StepPlan, condition: t.Term, fail: str) -> None:
        """Skip an instance after which a condition does not hold: tried on copies of fields."""
        places, versions = dict(block.places), dict(block.versions)
        effects = tuple(e for e in step.effects if not isinstance(e, Check))
        with block.inside("{"):
            block.places, block.versions = {}, {}
            block.places["passes"] = "0"
            block.changed("passes")
            self.effects(block, needed(effects, condition.reads), True, "", [])
            block.write(f"if (!{block.wrapped(condition)}) {fail or 'return n;'}")
        block.places, block.versions = places, versions

    def is_simple_end(self, rest: Pending) -> bool:
        """Whether nothing more need be done, so that only the end of the turn can fail."""
        return is_surely_nothing(self.plan.points.every[rest])

    def leads_simply(self, block: Block, step: StepPlan, sure: str) -> None:
        """Go on at `sure` if the turn can end after a step: tried on copies of what it changes."""
        places, versions = dict(block.places), dict(block.versions)
        hard = self.unit.fresh("hard")
        after = needed(self.plan.after)
        wanted = frozenset().union(*(reads(e) for e in after))
        with block.inside("{"):
            effects = needed(tuple(e for e in step.effects if not isinstance(e, Check)), wanted)
            block.places = {}
            block.versions = {}
            block.places["turns"] = "wrap_add(s->turns, 1)"
            block.changed("turns")
            self.effects(block, effects, True, "", [])
            self.effects(block, after, True, f"goto {hard};", [])
            block.write(f"goto {sure};")
        block.write(f"{hard}:;")
        block.places, block.versions = places, versions

    # ---- points ----

    def way(self, pending: Pending) -> str:
        """Whether a pending turn has a way through."""
        block = self.block()
        self.way_tree(block, self.plan.points.every[pending])
        number = self.plan.points.number(pending)
        return (
            f"static bool way_{number}(const State *s, const History *h)\n{{\n"
            f"    Move one; (void)one; (void)h;\n{block.text()}    return false;\n}}\n"
        )

    def way_tree(self, block: Block, tree: Tree) -> None:
        """The tests of one tree, the short ways first."""
        if isinstance(tree, Branch):
            with block.inside(f"if ({block.term(tree.condition)}) {{", "} else {"):
                self.way_tree(block, tree.yes)
            with block.deeper():
                self.way_tree(block, tree.no)
            block.write("}")
            return
        assert isinstance(tree, Leaf)
        if None in tree.steps:
            if not can_fail(self.plan.after):
                block.write("return true;")
                return
            with block.inside("{"):
                label = self.unit.fresh("refused")
                places, versions = dict(block.places), dict(block.versions)
                block.places["turns"] = "wrap_add(s->turns, 1)"
                block.changed("turns")
                self.effects(block, needed(self.plan.after), True, f"goto {label};", [])
                block.places, block.versions = places, versions
                block.write("return true;")
                block.write(f"{label}:;")
        for step in tree.steps:
            if step is not None:
                plan = self.plan.steps[nothing_more(step)]
                surely = ", true" if plan.refused else ""
                block.write(f"if (list_{plan.number}(s, h, &one, 1{surely})) return true;")

    def turns(self) -> str:
        """Which turn begins, and how."""
        block = self.block()
        for number, point in enumerate(self.plan.openings):
            block.write(f"if (s->turns == {number}) return {point};")
        for condition, point in self.plan.cases:
            if condition == TRUE:
                block.write(f"return {point};")
                break
            block.write(f"if ({block.term(condition)}) return {point};")
        else:
            block.write(f"return {self.plan.points.number(())};")
        ways = "".join(
            f"    case {self.plan.points.number(p)}: return way_{self.plan.points.number(p)}(s, h);\n"
            for p in self.plan.points.numbers
            if not self.plan.is_sure(p)
        )
        stuck = STUCK if any(t_uses_stuck(e) for e in self.plan.ends) else ""
        return (
            "/* The turn that the seat to act takes. */\n"
            f"static int32_t whole_turn(const State *s, const History *h)\n{{\n    (void)h;\n"
            f"{block.text()}}}\n\n{BEGIN}\n"
            "static bool has_way(const State *s, const History *h, int32_t point)\n{\n"
            f"    (void)s; (void)h;\n    switch (point) {{\n{ways}    default: return true;\n"
            f"    }}\n}}\n{stuck}"
        )

    def resolve(self, pending: Pending) -> str:
        """The menu of a point, -1 where nothing more can or need be done."""
        block = self.block()
        self.resolve_tree(block, pending, self.plan.points.trees[pending])
        number = self.plan.points.number(pending)
        return (
            f"static int32_t resolve_{number}(const State *s, const History *h)\n{{\n"
            f"    (void)s; (void)h;\n{block.text()}}}\n"
        )

    def resolve_tree(self, block: Block, pending: Pending, tree: Tree) -> None:
        """The decisions of one tree."""
        if isinstance(tree, Leaf):
            if tree.steps == (None,):
                block.write("return -1;")
            else:
                block.write(f"return {self.plan.menus[pending, tree.steps].number};")
            return
        if isinstance(tree, Branch):
            holds = block.term(tree.condition)
        elif self.plan.is_sure(tree.pending):
            self.resolve_tree(block, pending, tree.yes)
            return
        else:
            holds = f"way_{self.plan.points.number(tree.pending)}(s, h)"
        with block.inside(f"if ({holds}) {{", "} else {"):
            self.resolve_tree(block, pending, tree.yes)
        with block.deeper():
            self.resolve_tree(block, pending, tree.no)
        block.write("}")

    def go_on(self) -> str:
        """From an action to the next."""
        cases = "".join(
            f"    case {n}: return resolve_{n}(s, h);\n" for n in self.plan.points.numbers.values()
        )
        return (
            "static int32_t resolve(const State *s, const History *h, int32_t point)\n{\n"
            f"    switch (point) {{\n{cases}    default: return -1;\n    }}\n}}\n"
            f"#define UNRESOLVED {self.unresolved}\n"
            + (GO_ON + LATE.replace("LATE", str(self.late[0])) if self.late
               else NO_LATE_ENDS + GO_ON.replace(KEEP_SEAT, "") + NOT_LATE)
        )

    def take(self, step: StepPlan) -> str:
        """Carry out a move and go on; with `lazily` the next menu is not looked for yet."""
        rest = step.step.rest
        if rest and isinstance(rest[0], tuple) and rest[0][0] == "setup":
            body = f"    apply_{step.number}(s, h, m);\n    set_up_{rest[0][1]}(s, h, lazily);\n"
            return (
                f"static void set_up_{rest[0][1]}(State *s, History *h, bool lazily);\n"
                f"static bool take_{step.number}(State *s, History *h, Move m, bool lazily)\n{{\n"
                f"{body}    return true;\n}}\n"
            )
        number = self.plan.points.number(rest)
        lines = []
        if step.refused:
            block = self.block()
            with self.unpacked(block, step):
                place = self.refused_place(step)
            size = self.plan.fields.all[step.refused].type.size
            p = f"set{size}"
            lines = [
                "    const State before = *s;",
                f"    if (apply_{step.number}(s, h, m)) {{",
                "        *s = before;",
                "    " + block.text().replace("\n    ", "\n        ").rstrip(),
                f"        s->{step.refused} = {p}_union(s->{step.refused}, {p}_bit({place}));",
                "        s->stage = resolve_refused(s, h);" if False else
                "        return true;",
                "    }",
            ]
        else:
            lines = [f"    apply_{step.number}(s, h, m);"]
        if any(e.end.at_once for e in self.plan.ends):
            lines.append("    if (ends_at_once(s, h)) return true;")
        lines.append(f"    return go_on(s, h, {number}, lazily);")
        return (
            f"static inline bool take_{step.number}(State *s, History *h, Move m, bool lazily)\n{{\n"
            + "\n".join(lines) + "\n}\n"
        )  # fmt: skip

    # ---- the whole ----

    def moves(self) -> str:
        """The legal moves of a settled state, and how a move is carried out."""
        cases = []
        for menu in self.plan.ordered_menus:
            lists = []
            for step in menu.steps:
                surely = ", false" if step.refused else ""
                lists.append(
                    f"        if (n < limit) "
                    f"n += list_{step.number}(s, h, out + n, limit - n{surely});\n"
                )
            cases.append(f"    case {menu.number}:\n{''.join(lists)}        break;\n")
        takes = "".join(
            f"    case {s.number}: take_{s.number}(s, h, m, lazily); break;\n"
            for s in self.plan.ordered_steps
        )
        chance = " || ".join(
            f"s->stage == {m.number}" for m in self.plan.ordered_menus if m.is_chance
        )
        return MOVES.format(
            cases="".join(cases), takes=takes, bits=STEP_BITS, chance=chance or "false"
        )

    def start(self) -> str:
        """The set-up."""
        blank = self.block()
        rules = self.plan.engine.rules
        layout = self.plan.layout
        for c in range(len(self.plan.game.colours)):
            blank.write(f"s->colour_of[{c}] = s->seat_of[{c}] = {c};")
        blank.write("s->last = -1;")
        if self.plan.fields.has_bag:
            full = sum(1 << layout.piece_codes[p] for p in rules.pools)
            size = self.plan.fields.all["bag"].type.size
            blank.write(f"s->bag = (Set{size}){sets_c.constant(size, full)};")
        elif rules.pools:
            for number, supply in enumerate(rules.full_supply()):
                blank.write(f"s->supply[{number}] = {supply};")
        for variable in (*rules.variables, *rules.marks):
            self.first_values(blank, variable)
        found = [
            "static void blank(State *s)\n{\n    memset(s, 0, sizeof *s);\n"
            + blank.text() + "}\n"
        ]  # fmt: skip
        parts = []
        for number, effects in enumerate(self.plan.setup):
            block = self.block()
            self.effects(block, effects, trial=False, fail="{ fault = 2; return; }", last=[])
            if number < len(self.plan.deals):
                block.write(f"s->stage = {self.plan.deals[number].number};")
            else:
                block.write("s->seat = GAME_SEATS - 1;")
                block.write("s->mover = s->colour_of[s->seat];")
                block.write("s->last = -1;")
                block.write("rebuild(s);")
                block.write("remember(s, h);")
                block.write("if (!next_turn(s, h, lazily)) fault = 2;")
            parts.append(
                f"static void set_up_{number}(State *s, History *h, bool lazily)\n{{\n"
                f"    (void)h; (void)lazily;\n{block.text()}}}\n"
            )
        found += parts
        found.append(
            "static void start(State *s, History *h)\n{\n    blank(s);\n"
            "    set_up_0(s, h, false);\n}\n"
        )
        return "\n".join(found)

    def first_values(self, block: Block, variable: object) -> None:
        """The values of a variable at the start."""
        rules, layout = self.plan.engine.rules, self.plan.layout
        values = [rules._start(variable, key) for key in variable.keys]  # type: ignore[attr-defined, arg-type]
        name = f"v_{variable.name}"  # type: ignore[attr-defined]
        field = self.plan.fields.all[name]
        for number, value in enumerate(values):
            text = self.stored(field, variable, value, layout)
            index = f"[{number}]" if field.sizes else ""
            block.write(f"s->{name}{index} = {text};")

    def stored(self, field: Field, variable: object, value: object, layout: object) -> str:
        """A value of the reference engine as a field has it, in C."""
        return stored_text(self.plan, field, variable, value)

    def rest(self) -> str:
        """What the run-time files ask about states."""
        weights = []
        for menu in self.plan.ordered_menus:
            for step in menu.steps:
                if step.is_chance and "weight" in written(step.effects):
                    block = self.block()
                    block.write("double weight = 1;")
                    block.places["weight"] = "weight"
                    with self.unpacked(block, step):
                        self.effects(block, step.effects, trial=False, fail="", last=[])
                    weights.append(
                        f"    if ((m & {(1 << STEP_BITS) - 1}) == {step.number}) {{\n"
                        "        State copy = *before, *s = &copy;\n"
                        f"{block.text()}        return weight;\n    }}\n"
                    )
        turns = "" if self.plan.reads_turns else "    copy.turns = copy.turns < OPENINGS ? copy.turns : OPENINGS;\n"
        marks = "".join(
            f"    memset(&copy.v_{m.name}, 0, sizeof copy.v_{m.name});\n"
            for m in self.plan.engine.rules.marks
        )
        return REST.format(
            weights="".join(weights), openings=len(self.plan.openings), turns=turns + marks
        )


def sliced(
    stages: tuple[Effects, ...], parameters: tuple[Parameter, ...] = ()
) -> tuple[Effects, ...]:
    """What of each stage has to be done to know whether an instance is legal."""
    wanted: frozenset[str] = frozenset()
    found = []
    for number in range(len(stages) - 1, -1, -1):
        stage = stages[number]
        if number < len(parameters):
            wanted |= parameters[number].filter.reads
        kept: list[Effect] = []
        for effect in reversed(stage):
            part, wanted = slice_of(effect, wanted)
            if part is not None:
                kept.append(part)
        found.append(drop_unused(tuple(reversed(kept))))
    return tuple(reversed(found))


def drop_unused(effects: Effects) -> Effects:
    """Effects without trailing variables that nothing uses."""
    return effects if can_fail(effects) or written(effects) else tuple(
        e for e in effects if isinstance(e, Let)
    )  # fmt: skip


def t_uses_stuck(end: EndPlan) -> bool:
    """Whether a line of `end` asks whether the next player is stuck."""
    return "*" in end.condition.reads


def stored_text(plan: Plan, field: Field, variable: object, value: object) -> str:
    """A value of the reference engine as a field has it, in C."""
    from interpreter.native.coding import field_value

    found = field_value(plan, variable, value)
    if field.type.is_set:
        return f"(Set{field.type.size}){sets_c.constant(field.type.size, int(found))}"
    return repr(found)


def table_type(table: t.Table) -> str:
    """The C type of a table's entries."""
    if table.type.is_set:
        return f"Set{table.type.size}"
    if table.type.name == "bool":
        return "uint8_t"
    if table.type == t.REAL:
        return "double"
    low, high = min(table.values), max(table.values)
    if -128 <= low and high <= 127:
        return "int8_t"
    return "int16_t" if -32768 <= low and high <= 32767 else "int32_t"


def table_values(table: t.Table) -> str:
    """The entries of a table as C."""

    def text(value: object) -> str:
        if table.type.is_set:
            return sets_c.constant(table.type.size, int(value))  # type: ignore[call-overload]
        return str(int(value)) if table.type != t.REAL else repr(float(value))  # type: ignore[call-overload, arg-type]

    def nested(values: tuple[object, ...], sizes: tuple[int, ...]) -> str:
        if len(sizes) == 1:
            return "{" + ", ".join(map(text, values)) + "}"
        inner = len(values) // sizes[0]
        parts = [nested(values[i : i + inner], sizes[1:]) for i in range(0, len(values), inner)]
        return "{" + ",\n ".join(parts) + "}"

    return nested(table.values, table.sizes)


NO_DERIVED = """
/* What is worked out from the board beside it: nothing in this game. */
static inline void rebuild(State *s) { (void)s; }
static inline void forget_derived(State *s) { (void)s; }
"""

DERIVED = """
/* What is worked out from the board beside it: not part of what makes two states equal. */
static void forget_derived(State *s) { memset(&s->groups, 0, sizeof s->groups); }
static void rebuild(State *s)
{
    forget_derived(s);
    for (int32_t colour = 0; colour < GAME_SEATS; colour++) {
        SetSIZE done = {{0}}, left = s->own[colour];
        for (int32_t c = setSIZE_first(left); c >= 0; c = setSIZE_first(left)) {
            setSIZE_drop(&left, c);
            done = setSIZE_union(done, setSIZE_bit(c));
            join_groups(&s->groups, done, c, colour);
        }
    }
}
"""

FIRST = """
static double weight(const State *before, const History *h, Move m);

/* What only the turn that goes on knows. */
static inline void forget_turn(State *s)
{
    s->last = -1;
CLEAR}

static inline void over(State *s, int32_t ended)
{
    forget_turn(s);
    s->over = 1;
    s->ended = ended;
    s->stage = 0;
}
"""

TIMES_SEEN = """
/* How often a hash is among those of earlier ends of turns. */
static int32_t times_seen(const State *s, const History *h, uint64_t hash)
{
    int32_t found = 0;
    for (int32_t i = 0; i < s->seen_count; i++) found += h->seen[i] == hash;
    return found;
}
"""

BEGIN = """
/* The next seat acts. */
static inline void begin(State *s)
{
    s->seat = s->next_seat;
    s->next_seat = (s->seat + 1) % GAME_SEATS;
    s->mover = s->colour_of[s->seat];
    forget_turn(s);
}
"""

STUCK = """
static bool is_stuck(const State *s, const History *h)
{
    State next = *s;
    begin(&next);
    return !has_way(&next, h, whole_turn(&next, h));
}
"""

NO_LATE_ENDS = "#define ends_lazily ends\n"

GO_ON = """
static void drawn(State *s)
{
    s->winners = (1 << GAME_SEATS) - 1;
    over(s, 0);
}

/* The next turn that is not over at once; the game is drawn where nobody can go on.
   With `lazily` the next menu is looked for when it is drawn from. */
static bool next_turn(State *s, History *h, bool lazily)
{
    for (int32_t i = 0; i < GAME_SEATS; i++) {
        begin(s);
        int32_t point = whole_turn(s, h);
        if (lazily) {
            s->stage = UNRESOLVED + point;
            return true;
        }
        if (!has_way(s, h, point)) break;
        int32_t stage = resolve(s, h, point);
        if (stage >= 0) {
            s->stage = stage;
            return true;
        }
        if (!finish(s, h)) return false;
        if (ends(s, h)) return true;
        remember(s, h);
    }
    drawn(s);
    return true;
}

/* The end of a turn; false where the rules refuse it. */
static bool end_turn(State *s, History *h, bool lazily)
{
    if (!finish(s, h)) return false;
    if (lazily ? ends_lazily(s, h) : ends(s, h)) return true;
    remember(s, h);
    if (lazily) {
        s->was_seat = s->seat;
        s->was_last = s->last;
    }
    return next_turn(s, h, lazily);
}

/* On to what remains of the turn. */
static inline bool go_on(State *s, History *h, int32_t point, bool lazily)
{
    if (lazily && point != 0) {
        s->stage = UNRESOLVED + point;
        return true;
    }
    int32_t stage = resolve(s, h, point);
    if (stage < 0) return end_turn(s, h, lazily);
    s->stage = stage;
    return true;
}
"""

KEEP_SEAT = """    if (lazily) {
        s->was_seat = s->seat;
        s->was_last = s->last;
    }
"""

NOT_LATE = """
static void cannot_go_on(State *s, History *h) { (void)h; drawn(s); }
"""

LATE = """
/* The turn that has just begun has no way through: back to the end of the one before, where a line
   of the rules asks for that. */
static void cannot_go_on(State *s, History *h)
{
    s->next_seat = s->seat;
    s->seat = s->was_seat;
    s->mover = s->colour_of[s->seat];
    s->last = s->was_last;
    s->seen_count -= GAME_SEEN;
    end_LATE(s, h);
}
"""

MOVES = """
static int32_t moves(const State *s, const History *h, Move *out, int32_t limit)
{{
    int32_t n = 0;
    if (s->over) return 0;
    switch (s->stage) {{
{cases}    default: break;
    }}
    return n;
}}

static inline void take(State *s, History *h, Move m, bool lazily)
{{
    switch ((int32_t)(m & ((1 << {bits}) - 1))) {{
{takes}    default: break;
    }}
}}

static void play(State *s, History *h, Move m) {{ take(s, h, m, false); }}

static bool is_over(const State *s) {{ return s->over; }}
static int32_t actor(const State *s) {{ return {chance} ? -1 : s->seat; }}
static double share(const State *s, int32_t seat)
{{
    uint32_t winners = (uint32_t)s->winners;
    if (!(winners >> s->colour_of[seat] & 1)) return 0;
    return winners & (winners - 1) ? 0.5 : 1;
}}
static int32_t seen_count(const State *s) {{ return s->seen_count; }}
"""

REST = """
#define OPENINGS {openings}

static double weight(const State *before, const History *h, Move m)
{{
    (void)before; (void)h; (void)m;
{weights}    return 1;
}}

/* Of all that matters to the future but the history. */
static uint64_t hash_state(const State *s)
{{
    State copy = *s;
    forget_derived(&copy);
    copy.seen_count = 0;
    copy.ended = 0;
{turns}    uint64_t words[sizeof copy / 8], hash = 0;
    memcpy(words, &copy, sizeof copy);
    for (size_t i = 0; i < sizeof copy / 8; i++) hash = mixed(hash ^ words[i]);
    return hash;
}}
"""

__all__ = ["DONE", "INT", "Menu", "Type", "Way", "c_text", "needed"]
