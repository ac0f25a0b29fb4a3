"""Runs on straight lines as words: the cells of each line in order, a bit for each.

A family of patterns is made of runs if its members are all the windows of one length on some lines,
such as the rows, columns and diagonals of a board.  Then what a set has on a line is one word, and
some shifts find whether there is a run on any of the lines through a cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, bits_of
from interpreter.native.ir.terms import INT, Patterns, Table, Term, Type
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
        return t.lookup(Table(INT, (len(self.lines),), self.lines), cell)

    def bit(self, cell: Term) -> Term:
        """The bit of a cell on its line."""
        return t.bit(ONE_WORD, t.lookup(Table(INT, (len(self.bits),), self.bits), cell))


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
    if max(map(len, every)) >= WORD or set(windows(every, length)) != set(patterns.masks):
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


def windows(chains: tuple[tuple[int, ...], ...], length: int) -> Iterator[int]:
    """All runs of so many codes on some lines."""
    for chain in chains:
        for start in range(len(chain) - length + 1):
            yield sum(1 << code for code in chain[start : start + length])


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
