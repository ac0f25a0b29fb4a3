"""Runs on straight lines as words: the cells of each line in order, a bit for each.

A family of patterns is made of runs if its members are all the windows of one length on some lines,
such as the rows, columns and diagonals of a board.  Then what a set has on a line is one word, and
some shifts find whether there is a run on any of the lines through a cell.  `KeptWords` keeps the
words of one set, and the answer that is read from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.differences import Difference, differences
from interpreter.native.ir.effects import Assign, Effect, Effects, For
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import WORD, bits_of
from interpreter.native.ir.terms import BOOL, INT, TRUE, Loop, Patterns, Term, Type
from interpreter.native.ir.values import Names
from interpreter.native.passes.patterns.questions import Asked, Index
from interpreter.native.passes.patterns.whole import covered, shapes_of

ONE_WORD = Type("set", 1)
OF_WAY = 7  # what it costs to find and change the word of a line


@frozen
class Way:
    """The lines in one direction: for each code the number of its line and its bit there.

    Codes on no line have a line of their own, where they share one bit.  The words of one `lane`
    are tested together, so no two ways of it have a bit in common or next to each other.
    """

    lines: tuple[int, ...]
    bits: tuple[int, ...]
    lane: int

    @property
    def count(self) -> int:
        """How many lines there are, with the one for codes on no line."""
        return max(self.lines) + 1

    def line(self, cell: Term) -> Term:
        """The number of the line of a cell."""
        return t.entry(INT, self.lines, cell)

    def bit(self, cell: Term) -> Term:
        """The bit of a cell on its line."""
        return t.bit(ONE_WORD, t.entry(INT, self.bits, cell))


@frozen
class Words:
    """The lines of a family in each direction."""

    ways: tuple[Way, ...]

    def cost(self, patterns: Patterns) -> int:
        """About how many operations it takes to change a cell and to look for a run through it."""
        lanes = len({way.lane for way in self.ways})
        return OF_WAY * len(self.ways) + 2 * lanes * patterns.masks[0].bit_count().bit_length()

    def found(self, patterns: Patterns, words: list[Term]) -> Term:
        """Whether one of some lines, one for each way, has a run."""
        steps = tuple(range(patterns.masks[0].bit_count()))
        lanes: dict[int, list[Term]] = {}
        for way, word in zip(self.ways, words, strict=True):
            lanes.setdefault(way.lane, []).append(word)
        return t.or_(*(t.some(covered(t.union(*lane), steps)) for lane in lanes.values()))


def words_of(patterns: Patterns, size: int) -> Words | None:
    """The lines of a family of runs, on a board of so many codes; None for another family."""
    length = patterns.masks[0].bit_count()
    if length < 2:
        return None
    by_step: dict[int, int] = {}
    for shape, starts in shapes_of(patterns):
        step = shape[1] if len(shape) > 1 else 0
        if shape != tuple(range(0, length * step, step or 1)):
            return None
        by_step[step] = starts
    chains = {step: tuple(chains_of(step, length, starts)) for step, starts in by_step.items()}
    every = tuple(chain for found in chains.values() for chain in found)
    runs = {sum(1 << code for code in chain[start : start + length])
            for chain in every for start in range(len(chain) - length + 1)}  # fmt: skip
    if max(map(len, every)) >= WORD or runs != set(patterns.masks):
        return None
    return Words(tuple(ways_of(list(chains.values()), size)))


def chains_of(step: int, length: int, starts: int) -> Iterator[tuple[int, ...]]:
    """The longest lines of codes each of which is so far after the one before it in some run."""
    linked = {start + i * step for start in bits_of(starts) for i in range(length - 1)}
    for code in sorted(linked):
        if code - step not in linked:
            chain = [code]
            while chain[-1] in linked:
                chain.append(chain[-1] + step)
            yield tuple(chain)


def ways_of(directions: list[tuple[tuple[int, ...], ...]], size: int) -> Iterator[Way]:
    """The lines of each direction, as many directions in one lane as there is room for."""
    lane, first = 0, 0
    for chains in directions:
        room = max(map(len, chains)) + 1  # one that is never set parts it from the next direction
        if first + room > WORD + 1:
            lane, first = lane + 1, 0
        lines, bits = [len(chains)] * size, [first] * size
        for number, chain in enumerate(chains):
            for place, code in enumerate(chain):
                lines[code], bits[code] = number, first + place
        yield Way(tuple(lines), tuple(bits), lane)
        first += room


# ---- words that are kept ----


@dataclass(eq=False, repr=False)
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
        def of_one(index: Index) -> Effect:
            cells = self.asked.given(index)[0]
            return self.each(cells, lambda cell: (self.marked(number, index, cell, True),))

        return tuple(map(of_one, indices))

    def updates(self, effect: Assign, before: Term) -> tuple[list[Effect], list[Effect]]:
        """What to do before and after an assignment to a field whose value is `before`."""
        if self.asked.sets[0].data != effect.field:
            return [], []
        index = effect.index if self.asked.is_of_colour else ()
        known = differences(effect.value, before)
        marks = [each for change in known for each in self.of_change(index, change)]
        cells = [change.cell for change in known]
        first: list[Effect] = marks
        then: list[Effect] = []
        if all(cell is not None and effect.field not in cell.reads for cell in cells):
            first, then = then, first  # the field itself comes first: it is read at once
        if not all(change.gains for change in known):
            again = t.covers(self.asked.patterns, *self.asked.given(index))
            holds = t.and_(t.read(self.answer, BOOL, *index), again)
            then.append(Assign(None, self.answer, index, holds))
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
            holds = t.or_(found, t.read(self.answer, BOOL, *index))
            return (Assign(None, self.answer, index, holds), *marks)

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
        for colour in index:
            line = t.arithmetic("add", t.arithmetic("mul", colour, t.number(way.count)), line)
        return t.read(self.fields[number], ONE_WORD, line)

    def marked(self, number: int, index: Index, cell: Term, gains: bool) -> Assign:
        """The assignment that adds a cell to the word of its line, or drops it."""
        word, bit = self.word(number, index, cell), self.words.ways[number].bit(cell)
        value = t.union(word, bit) if gains else t.minus(word, bit)
        return Assign(None, self.fields[number], word.args, value)


