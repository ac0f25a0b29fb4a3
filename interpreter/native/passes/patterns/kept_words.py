"""The lines of one set as words that are kept, and the answers that are read from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.native.ir import terms as t
from interpreter.native.ir.differences import Difference, differences
from interpreter.native.ir.effects import Assign, Effect, Effects, For
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.terms import BOOL, INT, TRUE, Loop, Term
from interpreter.native.ir.values import Names
from interpreter.native.passes.patterns.questions import Asked
from interpreter.native.passes.patterns.words import ONE_WORD, Words

Index = Term | None  # of what is kept: a colour, or None if it does not depend on one


@dataclass
class KeptWords:
    """What a set has on each line: a field for each direction, with a word by colour and line.

    `answer` is the field of the answer that is updated with them.
    """

    asked: Asked
    words: Words
    name: str
    names: Names
    answer: str

    @property
    def fields(self) -> list[str]:
        """The names of the fields."""
        return [f"{self.name}_{number}" for number in range(len(self.words.ways))]

    def declare(self, fields: Fields) -> None:
        """Add the fields to those of the state."""
        for name, way in zip(self.fields, self.words.ways, strict=True):
            colours = fields.colours if self.asked.is_of_colour else 1
            fields.add(name, ONE_WORD, colours * way.count)

    def computed(self, number: int, indices: list[Index]) -> Effects:
        """The effects that find all words of one direction anew."""
        return tuple(
            self.each(self.asked.given(index)[0], self.marking(number, index)) for index in indices
        )

    def marking(self, number: int, index: Index) -> Callable[[Term], Effects]:
        """What adds a cell to its word in one direction."""
        return lambda cell: (self.marked(number, index, cell, True),)

    def updates(self, effect: Assign, before: Term) -> tuple[list[Effect], list[Effect]]:
        """What to do before and after an assignment to a field whose value is `before`."""
        if self.asked.sets[0].data != effect.field:
            return [], []
        index = effect.index[0] if self.asked.is_of_colour else None
        known = differences(effect.value, before)
        marks = [each for change in known for each in self.of_change(index, change)]
        cells = [change.cell for change in known]
        first: list[Effect] = marks
        then: list[Effect] = []
        if all(cell is not None and effect.field not in cell.reads for cell in cells):
            first, then = then, first  # the field itself comes first: it is read at once
        if not all(change.gains for change in known):
            again = t.covers(self.asked.patterns, *self.asked.given(index))
            then.append(answered(self.answer, index, t.and_(answer(self.answer, index), again)))
        return first, then

    def of_change(self, index: Index, change: Difference) -> Effects:
        """The updates for each code that the set gains or loses."""

        def of_cell(cell: Term) -> Effects:
            numbers = range(len(self.words.ways))
            marks = (self.marked(number, index, cell, change.gains) for number in numbers)
            if not change.gains:
                return tuple(marks)
            words = [
                t.union(self.word(number, index, cell), way.bit(cell))
                for number, way in enumerate(self.words.ways)
            ]
            found = self.words.found(self.asked.patterns, words)
            known = answer(self.answer, index)
            return (answered(self.answer, index, t.or_(found, known)), *marks)

        return of_cell(change.cell) if change.cell else (self.each(change.codes, of_cell),)

    def each(self, codes: Term, body: Callable[[Term], Effects]) -> For:
        """Effects for each code of a set."""
        name = self.names.fresh("changed")
        loop = Loop("bits", name, INT, 1, "cells")
        return For(None, (loop,), (codes,), TRUE, body(t.var(name, INT)))

    def word(self, number: int, index: Index, cell: Term) -> Term:
        """The word of the line of a cell in one direction."""
        way = self.words.ways[number]
        line = way.line(cell)
        if index is not None:
            line = t.arithmetic("add", t.arithmetic("mul", index, t.number(way.count)), line)
        return t.read(self.fields[number], ONE_WORD, line)

    def marked(self, number: int, index: Index, cell: Term, gains: bool) -> Assign:
        """The assignment that adds a cell to the word of its line, or drops it."""
        word, bit = self.word(number, index, cell), self.words.ways[number].bit(cell)
        value = t.union(word, bit) if gains else t.minus(word, bit)
        return Assign(None, self.fields[number], word.args, value)


def answer(name: str, index: Index) -> Term:
    """An answer that is kept."""
    return t.read(name, BOOL, *place(index))


def answered(name: str, index: Index, value: Term) -> Assign:
    """A new answer."""
    return Assign(None, name, place(index), value)


def place(index: Index) -> tuple[Term, ...]:
    """An index as that of a field."""
    return () if index is None else (index,)
