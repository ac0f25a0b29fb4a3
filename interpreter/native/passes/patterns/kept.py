"""Patterns that are asked for only where something changed.

Whether some pattern lies within a set, such as the cells of a colour, is kept as a value of the
state where that is cheaper than to find it out again after each step.  It is updated after each
assignment of what it depends on.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.native.ir import terms as t
from interpreter.native.ir.differences import differences, possible_cells
from interpreter.native.ir.effects import Assign, Effect, Effects, inside
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import keep_in_plan, terms_in, with_bodies
from interpreter.native.ir.terms import BOOL, Term
from interpreter.native.ir.values import Names
from interpreter.native.passes.patterns.questions import Asked, Index, asked_by, grows_with
from interpreter.native.passes.patterns.whole import cost
from interpreter.native.passes.patterns.words import KeptWords, Words, words_of

CHEAP = 32  # operations: a question that takes fewer is asked again
OF_LOSS = 2  # what it costs to know that a set did not cover any
Waiting = dict[tuple[Asked, Index], None]  # answers whose sets have changed since


def keep_patterns(plan: Plan) -> None:
    """Keep whether patterns are covered, where that pays: `plan.kept`."""
    asked = filter(None, map(asked_by, terms_in(plan, "covers")))
    questions = dict.fromkeys(question for question, _ in asked)
    keeper = Keeper(plan)
    for question in sorted(questions, key=lambda a: a.patterns.masks[0].bit_count()):
        keeper.keep(question)
    if keeper.fields:
        keep_in_plan(plan, keeper.read, keeper.updated)
        plan.kept.update(keeper.computed())


class Keeper:
    """Keeps the answers to some questions in one plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.fields: dict[Asked, str] = {}  # of the answers
        self.words: dict[Asked, KeptWords] = {}  # of which lines are kept
        self.names = Names()

    # ---- what is kept ----

    def keep(self, asked: Asked) -> None:
        """Keep the answer to a question if that is cheaper than to find it out each time."""
        plan, words = self.plan, self.words_for(asked)
        whole = cost(plan.layout, asked.patterns, asked.sets)
        here = anywhere = whole
        if words is not None and words.cost(asked.patterns) < whole:
            here = words.cost(asked.patterns)
            anywhere = 2 * here
        parts = [s.effects for s in plan.steps.values()] + [plan.after]
        spent = sum(self.cost_of(asked, part, here, anywhere) for part in parts)
        if whole < CHEAP or spent > whole * len(plan.steps):
            return
        name = self.fields[asked] = f"covers_{len(self.fields)}"
        plan.fields.add(name, BOOL, *((plan.fields.colours,) if asked.is_of_colour else ()))
        if words is not None and here < whole:
            kept = KeptWords(asked, words, f"lines_{len(self.words)}", self.names, name)
            kept.declare(plan.fields)
            self.words[asked] = kept

    def cost_of(self, asked: Asked, effects: Effects, at_cell: int, anywhere: int) -> int:
        """About what updates cost after some effects, at a cell or anywhere."""
        most = 0
        for effect in inside(effects):
            if isinstance(effect, Assign) and (ways := self.ways(asked, effect.field)):
                total = 0
                for change in differences(effect.value, self.before(effect)):
                    cells = possible_cells(change.codes)
                    here = anywhere if cells is None else at_cell * len(cells)
                    total += here if change.gains in ways else OF_LOSS
                most = max(most, total)
        return most

    def words_for(self, asked: Asked) -> Words | None:
        """The lines of the patterns, if it is asked about one plane."""
        plane = asked.sets[0]
        if len(asked.sets) > 1 or plane.op != "read" or (plane.args and plane.data != "own"):
            return None
        return words_of(asked.patterns, self.plan.layout.size)

    def read(self, term: Term) -> Term:
        """A term that asks a question as one that reads the answer."""
        asked = asked_by(term)
        if asked is None or asked[0] not in self.fields:
            return term
        return self.plan.fields.read(self.fields[asked[0]], *asked[1])

    def computed(self) -> Iterator[tuple[str, Effects]]:
        """The fields that are kept, each with the effects that find its value anew."""
        indices = {asked: self.plan.fields.all[name].indices for asked, name in self.fields.items()}
        for asked, kept in self.words.items():
            for number, name in enumerate(kept.fields):
                yield name, kept.computed(number, indices[asked])
        for asked, name in self.fields.items():
            yield name, tuple(self.update(asked, index) for index in indices[asked])

    # ---- how it is updated ----

    def updated(self, effects: Effects) -> Effects:
        """Effects that also update what is kept; once after assignments that follow each other."""
        result: list[Effect] = []
        waiting: Waiting = {}
        for effect in effects:
            result += self.ended(waiting, effect)
            match effect:
                case Assign():
                    updates = [k.updates(effect, self.before(effect)) for k in self.words.values()]
                    result += [e for first, _ in updates for e in first]
                    result.append(effect)
                    result += [e for _, then in updates for e in then]
                    self.note(effect, waiting)
                case _:
                    result.append(with_bodies(effect, self.updated))
        return (*result, *(self.update(*each) for each in waiting))

    def ended(self, waiting: Waiting, following: Effect) -> Iterator[Effect]:
        """The updates that must not wait any longer before an effect."""
        for asked, index in list(waiting):
            if not self.goes_on(asked, index, following):
                del waiting[asked, index]
                yield self.update(asked, index)

    def goes_on(self, asked: Asked, index: Index, following: Effect) -> bool:
        """Whether an effect is one more change, before which the answer need not be updated."""
        if not isinstance(following, Assign) or following.field not in asked.reads:
            return False
        is_used = any(following.field in colour.reads for colour in index)
        return not is_used and self.fields[asked] not in following.reads

    def update(self, asked: Asked, index: Index) -> Assign:
        """The new answer after some changes."""
        covers = t.covers(asked.patterns, *asked.given(index))
        return Assign(None, self.fields[asked], index, covers)

    def note(self, effect: Assign, waiting: Waiting) -> None:
        """Note what an assignment changes for answers that are updated later."""
        for asked, name in self.fields.items():
            if asked not in self.words and effect.field in asked.reads:
                by_colour = asked.is_of_colour and effect.field == "own"
                every = self.plan.fields.all[name].indices
                for index in [effect.index] if by_colour else every:
                    waiting[asked, index] = None

    def ways(self, asked: Asked, field: str) -> set[bool]:
        """Whether the sets of a question grow (true) or shrink with a field."""
        return set[bool]().union(*(grows_with(s, field) for s in asked.sets))

    def before(self, effect: Assign) -> Term:
        """What an assignment gives a new value to."""
        return self.plan.fields.read(effect.field, *effect.index)
