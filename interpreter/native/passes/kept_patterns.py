"""Patterns that are asked for only where something changed.

Whether some pattern lies within a set, such as the cells of a colour, is kept as a value of the
state where that is cheaper than to find it out again after each step.  It is updated after each
assignment of what it depends on: a set that gains codes can cover only patterns through these, and
one that loses codes is looked at again only if it has covered one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Effects, For, If, inside, reads, written
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import everywhere, in_plan
from interpreter.native.ir.terms import BOOL, INT, TRUE, Loop, Patterns, Term
from interpreter.native.passes.changes import Change, changes, possible_cells
from interpreter.native.passes.patterns import cost
from interpreter.native.passes.words import ONE_WORD, Words, words_of

COLOUR = t.var("colour", INT)  # stands for the colour whose sets are asked about
PLAIN = ("union", "meet", "minus")  # of which sets are made whose changes are followed
LANES = 4  # patterns that are compared at once
OF_NEAR = 16  # what it costs beside that to look for patterns with a cell
MAX_TABLE = 1 << 16  # bytes of the patterns with each cell


@dataclass(frozen=True)
class Asked:
    """A question: whether one of some patterns lies within one of some sets, for each colour.

    `is_of_colour` says whether the sets depend on the colour at all.
    """

    patterns: Patterns
    sets: tuple[Term, ...]
    is_of_colour: bool

    def given(self, index: Term | None) -> tuple[Term, ...]:
        """The sets of one colour."""
        return self.sets if index is None else tuple(
            t.substitute(s, {COLOUR.data: index}) for s in self.sets
        )  # fmt: skip

    @property
    def reads(self) -> frozenset[str]:
        """The fields that the sets depend on."""
        return frozenset[str]().union(*(s.reads for s in self.sets))


@dataclass
class Lines:
    """What a set has on each line, as words: one field for each direction, by colour and line."""

    asked: Asked
    words: Words
    names: tuple[str, ...]
    flags: list[tuple[str, Patterns]] = field(default_factory=list)


@dataclass
class Pending:
    """Changes of the sets of a question since its answer was updated; no `cells`: anywhere."""

    cells: tuple[Term, ...] | None = ()
    gains: bool = False
    loses: bool = False

    def add(self, gains: bool, cells: tuple[Term, ...] | None) -> None:
        """Note one more change."""
        if not gains:
            self.loses = True
            return
        self.gains = True
        known = None if cells is None or self.cells is None else (*self.cells, *cells)
        self.cells = None if known is None else tuple(dict.fromkeys(known))


Waiting = dict[tuple[str, Term | None], Pending]


def keep_patterns(plan: Plan) -> None:
    """Keep whether patterns are covered, where that pays: `plan.kept`."""
    questions: dict[Asked, None] = {}

    def find(term: Term) -> Term:
        asked = asked_by(term)
        if asked is not None:
            questions[asked[0]] = None
        return term

    in_plan(plan, find, lambda step: step)
    keeper = Keeper(plan)
    for asked in sorted(questions, key=lambda a: a.patterns.masks[0].bit_count()):
        keeper.keep(asked)
    if not keeper.names:
        return
    setup = plan.setup
    in_plan(plan, keeper.read, keeper.of_step)
    plan.setup = setup  # what is kept is first computed when the set-up is done
    plan.after = keeper.updated(plan.after)
    plan.kept.update(keeper.computed())


def asked_by(term: Term) -> tuple[Asked, Term | None] | None:
    """The question that a term asks, and about which colour; None if its answer cannot be kept."""
    if term.op != "covers" or not all(map(is_plain, term.args)):
        return None
    planes = dict.fromkeys(p for s in term.args for p in planes_of(s))
    others = {p.args for p in planes if p.data != "own"}
    owners = list(dict.fromkeys(p.args[0] for p in planes if p.data == "own"))
    if any(i.op != "const" for args in others for i in args):
        return None
    if len(owners) != 1:
        is_fixed = all(o.op == "const" for o in owners)
        return (Asked(term.data, term.args, False), None) if is_fixed else None
    of_one = t.read("own", term.args[0].type, owners[0])
    own = t.read("own", term.args[0].type, COLOUR)
    sets = tuple(everywhere(s, lambda part: own if part == of_one else part) for s in term.args)
    return Asked(term.data, sets, True), owners[0]


def is_plain(term: Term) -> bool:
    """Whether a set is made of planes of the board."""
    if term.op == "read":
        return term.type.is_set
    return term.op == "const" or (term.op in PLAIN and all(map(is_plain, term.args)))


def planes_of(term: Term) -> Iterator[Term]:
    """The planes of which a plain set is made."""
    if term.op == "read":
        yield term
    elif term.op in PLAIN:
        for part in term.args:
            yield from planes_of(part)


def grows_with(term: Term, name: str) -> set[bool]:
    """Whether a plain set gains (true) or loses codes, or both, where a field gains some."""
    if term.op == "read":
        return {True} if term.data == name else set()
    found: set[bool] = set()
    for place, part in enumerate(term.args if term.op in PLAIN else ()):
        flips = term.op == "minus" and place == 1
        found |= {way != flips for way in grows_with(part, name)}
    return found


class Keeper:
    """Keeps the answers to some questions in one plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.names: dict[Asked, str] = {}
        self.lines: dict[Asked, Lines] = {}  # by the set alone
        self.near: set[Asked] = set()  # of which the patterns with a cell are compared
        self.counter = 0

    # ---- what is kept ----

    def keep(self, asked: Asked) -> None:
        """Keep the answer to a question if that is cheaper than to find it out each time."""
        plan = self.plan
        whole = cost(plan.layout, asked.patterns, asked.sets)
        words = self.words(asked)
        ways = {"whole": whole, "near": self.cost_near(asked)}
        if words is not None:
            ways["words"] = words.cost(asked.patterns)
        way = min(ways, key=lambda w: ways[w])
        parts = [s.effects for s in plan.steps.values()] + [plan.after]
        spent = sum(self.cost_of(asked, part, ways[way], whole) for part in parts)
        if spent + len(plan.steps) >= whole * len(plan.steps):
            return
        name = self.names[asked] = f"covers_{len(self.names)}"
        self.plan.fields.add(name, BOOL, *((plan.fields.colours,) if asked.is_of_colour else ()))
        if way == "near":
            self.near.add(asked)
        if way == "words" and words is not None:
            self.lines_of(asked, words).flags.append((name, asked.patterns))

    def cost_of(self, asked: Asked, effects: Effects, near: int, whole: int) -> int:
        """About what updates after some effects cost."""
        total = 0
        for effect in inside(effects):
            if isinstance(effect, Assign) and effect.field in asked.reads:
                before = self.plan.fields.read(effect.field, *effect.index)
                known = [possible_cells(c.codes) for c in changes(effect.value, before)]
                total = max(total, whole if None in known else near * sum(map(len, known)))
        return total

    def cost_near(self, asked: Asked) -> int:
        """About what it costs to look for patterns with one cell; much if the table is large."""
        size, words = self.plan.layout.size, asked.sets[0].type.size
        most = max(len(asked.patterns.at(code)) for code in range(size))
        if size * most * words * WORD // 8 > MAX_TABLE:
            return MAX_TABLE
        return OF_NEAR + len(asked.sets) * words * 3 * -(-most // LANES)

    def words(self, asked: Asked) -> Words | None:
        """The lines of the patterns, if it is asked about one plane."""
        if len(asked.sets) > 1 or asked.sets[0].op != "read":
            return None
        known = self.lines.get(of_set(asked))
        if known is not None and known.words.fits(asked.patterns):
            return known.words
        return words_of(asked.patterns, self.plan.layout.size) if known is None else None

    def lines_of(self, asked: Asked, words: Words) -> Lines:
        """What is kept of the lines of a set."""
        key = of_set(asked)
        if key not in self.lines:
            first = f"lines_{len(self.lines)}"
            names = tuple(f"{first}_{number}" for number in range(len(words.ways)))
            colours = self.plan.fields.colours if asked.is_of_colour else 1
            for name, way in zip(names, words.ways, strict=True):
                self.plan.fields.add(name, ONE_WORD, colours * way.count)
            self.lines[key] = Lines(asked, words, names)
        return self.lines[key]

    def read(self, term: Term) -> Term:
        """A term that asks a question as one that reads the answer."""
        asked = asked_by(term)
        if asked is None or asked[0] not in self.names:
            return term
        return self.answer(self.names[asked[0]], asked[1])

    def answer(self, name: str, index: Term | None) -> Term:
        """What is kept of a question."""
        return t.read(name, BOOL, *(() if index is None else (index,)))

    def indices(self, asked: Asked) -> list[Term | None]:
        """The colours that a question is asked about."""
        if not asked.is_of_colour:
            return [None]
        return [t.number(c) for c in range(self.plan.fields.colours)]

    def computed(self) -> Iterator[tuple[str, Effects]]:
        """The fields that are kept, each with the effects that find its value anew."""
        for lines in self.lines.values():
            for number, name in enumerate(lines.names):
                yield name, tuple(
                    self.each(sets[0], lambda cell, i=index, n=number, of=lines:
                              (self.marked(of, n, i, cell, True),))  # fmt: skip
                    for index in self.indices(lines.asked)
                    for sets in (lines.asked.given(index),)
                )  # fmt: skip
        for asked, name in self.names.items():
            yield name, tuple(
                Assign(None, name, self.place(index), t.covers(asked.patterns, *asked.given(index)))
                for index in self.indices(asked)
            )

    # ---- how it is updated ----

    def of_step(self, step: StepPlan) -> StepPlan:
        """A step that updates what is kept."""
        return replace(step, phases=tuple(map(self.updated, step.phases)))

    def updated(self, effects: Effects) -> Effects:
        """Effects that also update what is kept; once after assignments that follow each other."""
        result: list[Effect] = []
        waiting: Waiting = {}
        for effect in effects:
            result += self.flushed(waiting, effect)
            match effect:
                case If(branches=branches):
                    bodies = tuple((c, self.updated(body)) for c, body in branches)
                    result.append(replace(effect, branches=bodies))
                case For(body=body):
                    result.append(replace(effect, body=self.updated(body)))
                case Assign():
                    before, after = self.of_lines(effect)
                    result += [*before, effect, *after]
                    self.note(effect, waiting)
                case _:
                    result.append(effect)
        return (*result, *self.flushed(waiting, None))

    def flushed(self, waiting: Waiting, following: Effect | None) -> Iterator[Effect]:
        """The updates that must not wait any longer before an effect, or (None) before the end."""
        asked_of = {name: asked for asked, name in self.names.items()}
        for (name, index), pending in list(waiting.items()):
            used = frozenset[str]().union(*(x.reads for x in (index, *(pending.cells or ())) if x))
            if isinstance(following, Assign | None) or not isinstance(following, If | For):
                if following is not None and name not in reads(following) and (
                    not used & written((following,))
                ):  # fmt: skip
                    continue
            del waiting[name, index]
            yield self.update(asked_of[name], name, index, pending)

    def update(self, asked: Asked, name: str, index: Term | None, pending: Pending) -> Assign:
        """The new answer after some changes."""
        sets, known = asked.given(index), self.answer(name, index)
        value = t.covers(asked.patterns, *sets)
        if pending.cells is not None and asked in self.near:
            near = t.or_(*(
                Term("covers_at", BOOL, (cell, *sets), asked.patterns) for cell in pending.cells
            ))  # fmt: skip
            value = t.or_(near, t.and_(known, value)) if pending.loses else t.or_(known, near)
        elif not pending.loses:
            value = t.or_(known, value)
        elif not pending.gains:
            value = t.and_(known, value)
        return Assign(None, name, self.place(index), value)

    def place(self, index: Term | None) -> tuple[Term, ...]:
        """An index as that of an assignment."""
        return () if index is None else (index,)

    def note(self, effect: Assign, waiting: Waiting) -> None:
        """Note what an assignment changes for questions whose answers are updated later."""
        in_lines = {name for lines in self.lines.values() for name, _ in lines.flags}
        for asked, name in self.names.items():
            ways = set[bool]().union(*(grows_with(s, effect.field) for s in asked.sets))
            if name in in_lines or not ways:
                continue
            before = self.plan.fields.read(effect.field, *effect.index)
            known = changes(effect.value, before)
            for index in self.changed_indices(asked, effect):
                pending = waiting.setdefault((name, index), Pending())
                for change, way in ((c, w) for c in known for w in ways):
                    cells = possible_cells(change.codes)
                    if cells is not None and any(effect.field in c.reads for c in cells):
                        cells = None
                    pending.add(change.gains == way, cells)

    def changed_indices(self, asked: Asked, effect: Assign) -> list[Term | None]:
        """The colours whose sets an assignment may change."""
        if asked.is_of_colour and effect.field == "own":
            return [effect.index[0]]
        return self.indices(asked)

    def of_lines(self, effect: Assign) -> tuple[list[Effect], list[Effect]]:
        """What to do before and after an assignment to update lines, and the answers from them."""
        first: list[Effect] = []
        then: list[Effect] = []
        for lines in self.lines.values():
            plane = lines.asked.sets[0]
            if plane.data != effect.field:
                continue
            index = effect.index[0] if lines.asked.is_of_colour else None
            if index is None and plane.args != effect.index:
                continue
            known = changes(effect.value, self.plan.fields.read(effect.field, *effect.index))
            cells = [change.cell for change in known]
            is_later = all(c is not None and effect.field not in c.reads for c in cells)
            for change in known:
                (then if is_later else first).extend(self.of_change(lines, index, change))
            if not all(change.gains for change in known):
                for name, patterns in lines.flags:
                    again = t.covers(patterns, *lines.asked.given(index))
                    kept = t.and_(self.answer(name, index), again)
                    then.append(Assign(None, name, self.place(index), kept))
        return first, then

    def of_change(self, lines: Lines, index: Term | None, change: Change) -> Effects:
        """The updates for each code that a set gains or loses."""

        def of_cell(cell: Term) -> Effects:
            words = [
                t.union(self.word(lines, number, index, cell), way.bit(cell))
                for number, way in enumerate(lines.words.ways)
            ]
            found = (
                Assign(None, name, self.place(index),
                       t.or_(lines.words.found(patterns, words), self.answer(name, index)))
                for name, patterns in lines.flags
            )  # fmt: skip
            marks = (
                self.marked(lines, number, index, cell, change.gains)
                for number in range(len(lines.names))
            )
            return (*(found if change.gains else ()), *marks)

        if change.cell is not None:
            return of_cell(change.cell)
        return (self.each(change.codes, of_cell),)

    def each(self, codes: Term, body: Callable[[Term], Effects]) -> For:
        """Effects for each code of a set."""
        self.counter += 1
        name = f"x_changed_{self.counter}"
        loop = Loop("bits", name, INT, 1, "cells")
        return For(None, (loop,), (codes,), TRUE, body(t.var(name, INT)))

    def line(self, lines: Lines, number: int, index: Term | None, cell: Term) -> Term:
        """Where the word of the line of a cell is in its field."""
        way = lines.words.ways[number]
        if index is None:
            return way.line(cell)
        first = t.arithmetic("mul", index, t.number(way.count))
        return t.arithmetic("add", first, way.line(cell))

    def word(self, lines: Lines, number: int, index: Term | None, cell: Term) -> Term:
        """The word of the line of a cell in one direction."""
        return t.read(lines.names[number], ONE_WORD, self.line(lines, number, index, cell))

    def marked(
        self, lines: Lines, number: int, index: Term | None, cell: Term, gains: bool
    ) -> Assign:
        """The assignment that adds a cell to the word of its line, or drops it."""
        word, bit = self.word(lines, number, index, cell), lines.words.ways[number].bit(cell)
        value = t.union(word, bit) if gains else t.minus(word, bit)
        return Assign(None, lines.names[number], word.args, value)


def of_set(asked: Asked) -> Asked:
    """What stands for the set of a question, whatever the patterns."""
    return Asked(Patterns(()), asked.sets, asked.is_of_colour)
