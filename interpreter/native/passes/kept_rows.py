"""Rows that only grow: whether a colour has one is kept, and tested again around each new piece.

Where no effect takes a piece off the board, moves it or gives it to somebody else, whether some
row of so many lies within the pieces of a colour changes only with a new piece, and then because
of a row through that piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Effects, inside, written
from interpreter.native.ir.layout.layout import WORD, Layout, bits_of
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import everywhere, in_plan, in_steps
from interpreter.native.ir.terms import BOOL, Term
from interpreter.native.passes.kept_groups import added, constantly, only_grows


@dataclass(frozen=True)
class Run:
    """Rows in one direction: how far codes lie apart, and the first codes of the rows."""

    step: int
    starts: int


@dataclass(frozen=True)
class Rows:
    """All rows of a length: those in each direction, and for each code the others in rows of it."""

    length: int
    runs: tuple[Run, ...]
    near: tuple[int, ...]

    @property
    def reach(self) -> int:
        """The farthest that codes in a row lie apart."""
        return max(r.step for r in self.runs) * (self.length - 1)


def keep_rows(plan: Plan) -> None:
    """Keep for each colour whether it has a row: `plan.kept`."""
    if not plan.fields.has_owned or not puts_plainly(plan):
        return
    keeper, setup = Keeper(plan), plan.setup
    in_plan(plan, keeper.change)
    in_steps(plan, keeper.of_step)
    plan.setup = setup  # what is kept is first computed when the set-up is done


def puts_plainly(plan: Plan) -> bool:
    """Whether pieces are only ever put on empty cells, by effects of their own."""
    nested = (
        part for step in plan.steps.values() for e in step.effects for part in inside((e,))
        if part is not e
    )  # fmt: skip
    return only_grows(plan) and "own" not in written((*nested, *plan.after))


class Keeper:
    """Changes the terms of one plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.known: dict[Rows, str] = {}

    def change(self, term: Term) -> Term:
        """A condition that reads whether a colour has a row from what is kept."""
        if term.op != "or":
            return term
        planes: dict[tuple[Term, int], list[tuple[Term, Run]]] = {}
        for part in term.args:
            for plane, length, run in runs_of(part):
                planes.setdefault((plane, length), []).append((part, run))
        for (plane, length), parts in planes.items():
            rows = rows_of(self.plan.layout, length, tuple(run for _, run in parts))
            if rows is not None:
                asked = [part for part, _ in parts]
                kept = t.read(self.field(rows, plane, t.or_(*asked)), BOOL, plane.args[0])
                others = [p for p in term.args if p not in asked]
                return self.change(t.or_(kept, *others))
        return term

    def field(self, rows: Rows, plane: Term, asked: Term) -> str:
        """The field that says for each colour whether it has a row."""
        if rows not in self.known:
            name = self.known[rows] = f"rows_{len(self.known)}"
            self.plan.fields.add(name, BOOL, self.plan.fields.colours)
            self.plan.kept[name] = tuple(
                everywhere(asked, constantly(plane, of_colour(plane, c)))
                for c in range(self.plan.fields.colours)
            )
        return self.known[rows]

    def of_step(self, step: StepPlan) -> StepPlan:
        """A step that looks for rows through each new piece."""
        return replace(step, phases=tuple(tuple(self.updating(phase)) for phase in step.phases))

    def updating(self, phase: Effects) -> Iterator[Effect]:
        """Effects, each new piece followed by the test whether it makes a row."""
        for effect in phase:
            yield effect
            if not isinstance(effect, Assign) or effect.field != "own":
                continue
            plane = t.read("own", effect.value.type, *effect.index)
            for cell in added(effect):
                for rows, name in self.known.items():
                    made = Term("in_row", BOOL, (plane, cell), rows)
                    kept = t.read(name, BOOL, *effect.index)
                    yield Assign(effect.span, name, effect.index, t.or_(kept, made))


def of_colour(plane: Term, colour: int) -> Term:
    """The plane of one colour."""
    return t.read("own", plane.type, t.number(colour))


def runs_of(term: Term) -> Iterator[tuple[Term, int, Run]]:
    """The plane of a colour, the length and the rows, if a term looks for rows in one direction."""
    if term.op != "meets" or term.args[0].op != "const":
        return
    match = offsets_of(term.args[1])
    if match is None or match[0].data != "own":
        return
    plane, offsets = match[0], sorted(match[1])
    steps = {b - a for a, b in pairwise(offsets)}
    if len(steps) == 1 and offsets[0] == 0:
        yield plane, len(offsets), Run(steps.pop(), term.args[0].data)


def offsets_of(term: Term) -> tuple[Term, frozenset[int]] | None:
    """A field and steps, if a set holds the codes from which all of the steps end in the field."""
    if term.op == "read":
        return term, frozenset((0,))
    if term.op not in ("moved", "meet"):
        return None
    matches = [offsets_of(a) for a in term.args]
    if matches[0] is None:
        return None
    plane, offsets = matches[0]
    if term.op == "moved":
        return plane, frozenset(o - term.data for o in offsets)
    if matches[1] is None or matches[1][0] != plane:
        return None
    return plane, offsets | matches[1][1]


def rows_of(layout: Layout, length: int, runs: tuple[Run, ...]) -> Rows | None:
    """Rows of a length, if those through a code are all that lie within what is near it.

    So it is where the cells of the rows through a code follow each other in each direction, and no
    code lies near another one in two directions.  All of one direction must fit into a word.
    """
    if 2 * length > WORD:
        return None
    near = [0] * layout.size
    parts = []
    for run in runs:
        part, many = [0] * layout.size, [0] * layout.size
        for start in bits_of(run.starts):
            codes = [start + i * run.step for i in range(length)]
            row = sum(1 << c for c in codes)
            for code in codes:
                part[code] |= row
                many[code] += 1
        if any(n and p.bit_count() != n + length - 1 for n, p in zip(many, part, strict=True)):
            return None
        parts.append(part)
        near = [a | b & ~(1 << code) for code, (a, b) in enumerate(zip(near, part, strict=True))]
    board = (1 << layout.size) - 1
    for run, part in zip(runs, parts, strict=True):
        reach = (length - 1) * run.step
        line = sum(1 << i * run.step for i in range(2 * length - 1))  # `reach` before and after
        for code in range(layout.size):
            inside_line = (line << code >> reach) & board & ~(1 << code)
            if near[code] & inside_line & ~part[code]:
                return None
    return Rows(length, runs, tuple(near))
