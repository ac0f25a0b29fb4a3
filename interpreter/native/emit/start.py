"""The set-up as C functions, and functions of states that the run-time files call."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from interpreter.native.emit.kernels import sets as sets_c
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.plain_state import in_cases, zeroed
from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.turns import Turns
from interpreter.native.ir.effects import Effects, needed, written
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.layout.stored_values import field_value
from interpreter.native.ir.plan import StepPlan
from interpreter.reference.rules import Variable as RuleVariable


class Starts(Turns):
    """Writes the set-up."""

    def start(self) -> str:
        """The C functions of the set-up."""
        return "\n".join([
            self.blank(),
            *self.set_ups(),
            "static void start(State *s, History *h)\n{\n    blank(s);\n"
            + self.counted + "    set_up_0(s, h, false, 0);\n}\n",
        ])  # fmt: skip

    def set_ups(self) -> Iterator[str]:
        """The C functions of the parts of the set-up, one for those that differ by the number of
        their deal alone, and one that chooses among them.
        """
        calls: dict[Hashable, str] = {}
        cases, deals = [], [menu.steps[0].number for menu in self.plan.deals]
        for number, effects in enumerate(self.plan.setup):
            deal = deals[number] if number < len(deals) else -1
            key = (effects, self.alike[deal].number) if deal in self.dealt else number
            if key not in calls:
                calls[key] = f" set_up_{number}(s, h, lazily, part); break;\n"
                yield self.set_up(number, effects)
            cases.append((number, calls[key]))
        if deals:
            yield (
                "static void set_up(State *s, History *h, bool lazily, int32_t part)\n{\n"
                f"    switch (part) {{\n{in_cases(cases)}    default: break;\n    }}\n}}\n"
            )

    def blank(self) -> str:
        """The C function that gives a state the empty board, full supply and initial values."""
        blank = self.block()
        rules = self.plan.engine.rules
        layout = self.plan.layout
        for c in range(len(self.plan.model.colours)):
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
        return (
            "static void blank(State *s)\n{\n    memset(s, 0, sizeof *s);\n"
            + blank.text() + "}\n"
        )  # fmt: skip

    def set_up(self, number: int, effects: Effects) -> str:
        """The C function for a part of the set-up, up to the next deal or to the first turn."""
        block = self.block()
        fail = "{ fault = SET_UP_FAULT; return; }"
        self.effects(block, effects, trial=False, fail=fail, last=[])
        block.write("rebuild(s);")
        if number < len(self.plan.deals):
            menu = self.plan.deals[number]
            block.write(f"s->menu = part + {menu.number - number};")
            (deal,) = self.at_deal(menu).steps
            block.write("Move one;")
            block.write(f"if (!{self.listing(deal, '&one', '1', True)}) fault = SET_UP_FAULT;")
        else:
            block.write("s->seat = GAME_SEATS - 1;")
            block.write("s->mover = s->colour_of[s->seat];")
            block.write("s->last = -1;")
            block.write("remember(s, h);")
            block.write("if (!next_turn(s, h, lazily)) fault = SET_UP_FAULT;")
        return (
            f"static void set_up_{number}(State *s, History *h, bool lazily, int32_t part)\n{{\n"
            f"    (void)h; (void)lazily; (void)part;\n{block.text()}}}\n"
        )

    def first_values(self, block: Block, variable: RuleVariable) -> None:
        rules = self.plan.engine.rules
        values = rules.starts(variable)
        name = f"v_{variable.name}"
        field = self.plan.fields.all[name]
        for number, value in enumerate(values):
            stored = field_value(self.plan.layout, variable, value)
            text = repr(stored)
            if field.type.is_set:
                size = field.type.size
                text = f"(Set{size}){sets_c.constant(size, int(stored))}"
            index = f"[{number}]" if field.sizes else ""
            block.write(f"s->{name}{index} = {text};")

    def rest(self) -> str:
        """The C functions for the weight of a move and the hash of a state."""
        turns = "" if self.plan.engine.reads_turns else c_part("few_turns")
        marks = zeroed((f"v_{m.name}" for m in self.plan.engine.rules.marks), "copy.")
        openings = len(self.plan.openings)
        return c_part(
            "rest", weights=self.weights(), mask=(1 << STEP_BITS) - 1, openings=openings,
            turns=turns + marks,
        )  # fmt: skip

    def weights(self) -> str:
        """The C cases for the weights of the steps of chance; one for all that are alike."""
        cases: list[tuple[int, str]] = []
        bodies: dict[Hashable, str] = {}
        for step in self.plan.ordered_steps:
            effects = needed(step.effects, frozenset(("weight",)))
            if not step.is_chance or "weight" not in written(effects):
                continue
            key = effects, tuple(replace(p, fixed=None) for p in step.parameters)
            if key not in bodies:
                bodies[key] = f" {{\n{self.weight_of(step, effects)}    }}\n"
            cases.append((step.number, bodies[key]))
        return in_cases(cases)

    def weight_of(self, step: StepPlan, effects: Effects) -> str:
        """C that returns the weight of a move, which the effects of a step give it."""
        block = self.block()
        is_changed = written(effects) != {"weight"}
        copied = "State copy = *before, *s = &copy;"
        block.write(copied if is_changed else "const State *s = before;")
        block.write("double weight = 1;")
        block.places["weight"] = "weight"
        with self.unpacked(block, step):
            self.effects(block, effects, trial=False, fail="", last=[])
        block.write("(void)s;")
        block.write("return weight;")
        return block.text()
