"""Values that choose ways through a turn (`with the most`), as C functions.

For each point within a part of a turn whose ways a value chooses, `best_N` finds the best value of
all ways on, and `reach_N` looks it up first among the positions that this look has met (`Known`).
`list_N` of a step among which a value chooses lists the instances that reach the best value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from interpreter.board.position import Pending
from interpreter.native.emit.plain_state import c_files, zeroed
from interpreter.native.emit.steps import Steps
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir.plan import Choosing, StepPlan
from interpreter.native.ir.trees import Offered, Step, Tree, leaves_of, rounds
from interpreter.reference.ways.most import after_mark, is_within

OVER = """\
static bool is_over_at_once(const State *s, const History *h)
{
    State u = *s;
    History g = *h;
    return ends_at_once(&u, &g);
}
"""
LIST = """\
static int32_t list_{number}(const State *s, const History *h, Move *out, int32_t limit{surely})
{{
    Known known[{count}] = {{0}};
    const Best best[{count}] = {{{best}}};
{goals}    int32_t n = 0;
    if ({may}) n = list_best_{number}(s, h, out, limit{flag}, known, best);
    for (int32_t i = 0; i < {count}; i++) forget_known(&known[i]);
    return n;
}}
"""
BEST = """\
static Best best_{number}(const State *s, const History *h, Known *known)
{{
    Best best = {{0}};
    begin_look();
    if (look()) find_best_{number}(s, h, known, &best);
    end_look();
    return best;
}}

static Best reach_{number}(const State *s, const History *h, Known *known)
{{
    State key = *s;
    forget_derived(&key);
{clear}    const uint64_t hash = known_key(&key, {number});
    const Best *before = find_known(known, &key, hash);
    if (before) return *before;
    const Best best = best_{number}(s, h, known);
    keep_known(known, &key, hash, best);
    return best;
}}
"""
HEADS = """\
static Best best_{number}(const State *s, const History *h, Known *known);
static Best reach_{number}(const State *s, const History *h, Known *known);
"""
BETTER = """\
static bool same_{number}(Best a, Best b)
{{
    return a.is_any && b.is_any && {same};
}}

static void improve_{number}(Best *best, Best other)
{{
    if (other.is_any && (!best->is_any || {better})) *best = other;
}}

/* Whether no way on can have a better value. */
static bool is_enough_{number}(const Best *best, const Known *known)
{{
    return ({ideal}) || (known->chooser == {number} && same_{number}(*best, known->goal));
}}
"""


def chooser(pending: Pending) -> int:
    """The number of the value that chooses within what remains."""
    return int(after_mark(pending)[0][1])


class Bests(Steps):
    """Writes the values that choose, the looks for the best of them, and the lists they leave."""

    @property
    def ends_at_once(self) -> bool:
        """Whether a line may end the game within a turn."""
        return any(e.end.at_once for e in self.plan.ends)

    # ---- values ----

    def values(self) -> Iterator[str]:
        """The C types and functions of the values that choose."""
        if not self.plan.choosing and not self.plan.met:
            return
        members = "".join(
            f"        {self.unit.c_type(c.value.term.type)} value_{n};\n"
            for n, c in self.plan.choosing.items()
        )
        if self.plan.met:
            members += f"        int32_t left[{max(map(len, self.plan.met.values()))}];\n"
        yield f"typedef struct {{\n    bool is_any;\n    union {{\n{members}    }};\n}} Best;\n"
        yield c_files("layer.h", "known.h")
        if self.plan.met:
            yield c_files("met.h")
        if self.plan.choosing:
            yield OVER
        for number, choosing in self.plan.choosing.items():
            yield self.value(number, choosing)
            yield self.better(number, choosing)
        for pending in self.plan.open_trees:
            yield HEADS.format(number=self.plan.points[pending])

    def value(self, number: int, choosing: Choosing) -> str:
        """The C function that gives a value; 0 or an empty list where it does not exist."""
        block, value = self.block(), choosing.value
        block.write("Best best = {.is_any = true};")
        with block.where(value.exists):
            block.write(f"best.value_{number} = {block.term(value.term)};")
        return (
            f"static Best value_of_{number}(const State *s, const History *h)\n{{\n"
            f"    (void)s; (void)h;\n{block.text()}    return best;\n}}\n"
        )

    def better(self, number: int, choosing: Choosing) -> str:
        """The C functions that compare two values."""
        sign, name = ">" if choosing.most else "<", f"value_{number}"
        type = choosing.value.term.type
        same = self.unit.compare(type, f"a.{name}", "==", f"b.{name}")
        better = self.unit.compare(type, f"other.{name}", sign, f"best->{name}")
        bound = self.plan.engine.turns.most.ideals[number]
        ideal = "false" if bound is None else f"best->is_any && best->{name} == {bound}"
        return BETTER.format(number=number, same=same, better=better, ideal=ideal)

    # ---- the best value of all ways on ----

    def looks_for_best(self) -> Iterator[str]:
        """The C functions that find the best value at each point where one chooses."""
        scanned: dict[int, StepPlan] = {}
        for pending, tree in self.plan.open_trees.items():
            for step in steps_of(tree):
                if goes_on(step, pending):
                    plan = self.plan.steps[step]
                    scanned[plan.number] = plan
        yield from map(self.scan, scanned.values())
        for pending, tree in self.plan.open_trees.items():
            number, block = self.plan.points[pending], self.block()
            self.decide(block, tree, partial(self.find_best, block, pending))
            yield (
                f"static void find_best_{number}(const State *s, const History *h, Known *known,"
                f" Best *best)\n{{\n    Move one; (void)one; (void)h;\n{block.text()}}}\n"
            )
            yield BEST.format(number=number, clear=self.cleared(rounds(pending)))

    def cleared(self, kept: Collection[int]) -> str:
        """C that zeroes what tells no positions apart: marks, and rounds of others than `kept`."""
        marks = {f"v_{mark.name}" for mark in self.plan.engine.rules.marks}
        counters = {n for n in self.plan.fields.all if n.startswith("left_")}
        unread = marks | (counters - {f"left_{n}" for n in kept})
        return zeroed(sorted(unread), "key.")

    def find_best(self, block: Block, pending: Pending, offered: Offered) -> None:
        """Write the looks at each of the steps that are offered."""
        number = chooser(pending)
        here = f"improve_{number}(best, value_of_{number}(s, h));"
        for step in offered:
            if step != offered[0]:
                block.write(f"if (is_enough_{number}(best, known)) return;")
            if step is None:
                block.write(f"if (may_be_over(s, h)) {here}")
                continue
            plan = self.plan.steps[step]
            if goes_on(step, pending):
                block.write(f"scan_{plan.number}(s, h, known, best);")
            else:
                block.write(f"if ({self.listing(plan, '&one', '1', True)}) {here}")

    def scan(self, step: StepPlan) -> str:
        """The C function that looks at all ways that begin with a step."""
        block = self.block()
        block.write("int32_t n = 0;")
        self.instances(block, step, self.look_on)
        return (
            f"static int32_t scan_{step.number}(const State *s, const History *h, Known *known,"
            f" Best *best)\n{{\n    (void)s; (void)h; (void)known;\n{block.text()}"
            "    return n;\n}\n"
        )

    def look_on(self, block: Block, step: StepPlan, fail: str) -> None:
        """Write the look at what follows an instance whose checks hold."""
        rest, number = step.step.rest, chooser(("", *step.step.rest))
        with block.inside("{"):
            if step.refused:
                for line in ("goto able;", "failed:", fail, "able:;"):
                    block.write(line)
            else:
                block.write(f"const Move m = {self.packed(step)};")
            self.try_out(block, step)
            value = f"improve_{number}(best, value_of_{number}(&u, &g));"
            enough = f"if (is_enough_{number}(best, known)) return n;"
            if self.ends_at_once:
                with block.inside("if (is_over_at_once(&u, &g)) {"):
                    block.write(value)
                    block.write(enough)
                    block.write(fail)
            if rest == after_mark(rest):
                block.write(f"if ({self.has_way(rest, '&u, &g')}) {value}")
            else:
                point = self.plan.points[rest]
                block.write(f"improve_{number}(best, reach_{point}(&u, &g, known));")
            block.write(enough)

    # ---- what is listed ----

    def list(self, step: StepPlan) -> str:
        """The C function that lists the legal instances of a step, in order, at most `limit`."""
        if not step.step.chosen:
            return super().list(step)
        more = ", Known *known, const Best *best"
        text = self.list_function(step, f"list_best_{step.number}", more)
        points = [self.plan.points[pending] for pending in step.step.chosen]
        best = ", ".join(f"best_{n}(s, h, &known[{i}])" for i, n in enumerate(points))
        may = ["fault == 0"]
        for i, pending in enumerate(step.step.chosen):
            if goes_on(step.step, pending):
                may.append(f"best[{i}].is_any")
            else:
                number = chooser(pending)
                may.append(f"same_{number}(best[{i}], value_of_{number}(s, h))")
        goals = "".join(
            f"    known[{i}].goal = best[{i}];\n    known[{i}].chooser = {chooser(pending)};\n"
            for i, pending in enumerate(step.step.chosen)
        )
        surely, flag = (", bool surely", ", surely") if step.refused else ("", "")
        return text + LIST.format(
            number=step.number, count=len(points), best=best, may=" && ".join(may),
            surely=surely, flag=flag, goals=goals,
        )  # fmt: skip

    def look_ahead(self, block: Block, step: StepPlan, fail: str) -> None:
        """Skip an instance after which the turn cannot be completed, or not with the best value."""
        if not step.step.chosen:
            super().look_ahead(block, step, fail)
            return
        rest, is_complete = step.step.rest, False
        self.try_out(block, step)
        at_once = "is_over_at_once(&u, &g)" if self.ends_at_once else "false"
        for i, pending in enumerate(step.step.chosen):
            number, tail = chooser(pending), after_mark(pending)
            if not goes_on(step.step, pending):
                continue
            value = f"value_of_{number}(&u, &g)"
            if rest != tail:
                reached = f"reach_{self.plan.points[rest]}(&u, &g, &known[{i}])"
                value = f"({at_once} ? {value} : {reached})" if self.ends_at_once else reached
                is_complete = True
            block.write(f"if (!same_{number}(best[{i}], {value})) {fail}")
        if not is_complete:
            block.write(f"if (!({at_once} || {self.has_way(rest, '&u, &g')})) {fail}")


def goes_on(step: Step, pending: Pending) -> bool:
    """Whether a step is within the part of the turn whose ways a value chooses in `pending`.

    Beyond it, another round of a repetition may begin the same part anew.  What remains is then
    alike but for the rounds that are left, which only the state counts.
    """
    tail = after_mark(pending)
    begun = {item[1] for item in pending if isinstance(item, tuple) and item[0] == "round"}
    other = {*step.begins, *step.goes_round} - begun
    return is_within(step.rest, tail) and not rounds(tail) & other


def steps_of(tree: Tree) -> Iterator[Step]:
    for offered in leaves_of(tree):
        yield from filter(None, offered)
