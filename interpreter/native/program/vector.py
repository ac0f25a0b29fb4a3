"""The C text of the library that plays many games at once: see `c/vector.c`.

It is built when it is first needed, contains no rules and borrows them from the library that plays,
as that of the searches does.  What is special to a game in it are the numbers of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.native.emit.plain_state import c_files
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.ir.layout.interface import STEP_BITS, Packing
from interpreter.native.program.borrowing import Lender, borrowing

BOARD = "board"  # what is shown of it is needed wherever a board is observed, now or before
SUPPLY = "supply"
UNSEEN = "unseen"  # the member for the cells of the board that are not shown
Number = Mapping[Any, int]  # of a parameter: what each of its values adds to the number of a move


@dataclass(frozen=True)
class ActionNumbers:
    """The number of an action's first move, and what the values of its parameters add to it.

    A pair of cells is a set of two.
    """

    first: int
    parameters: tuple[Number, ...]


@dataclass(frozen=True)
class ObservationCode:
    """C with `bw_observe`: see `c/observation.c`; and the fields of states that it reads."""

    text: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class VisibilityCode:
    """C text with a type `Visibility` and functions `see_board` and `see_rest`, which write one.

    `sets` are the members of that type: for each entry of `sees` a set of cells, of entries of a
    variable or of pools, that are shown; and UNSEEN.  `fields` of the state are read.
    """

    text: str
    fields: tuple[str, ...]
    sets: frozenset[str]

    def words(self, name: str) -> str:
        """C for the words of the set of an entry, in a `Visibility` that is called `shown`; empty
        where there is no such entry, since all is shown.
        """
        return f"shown.{member(name)}.w" if member(name) in self.sets else ""


def member(name: str) -> str:
    """The member of `Visibility` for an entry."""
    return f"of_{name}"


def observing_text(lender: Lender, observed: ObservationCode) -> str:
    """The C text of a library that writes what is seen of one state after the other."""
    return borrowing(lender, observed.text, read=observed.fields)


def numbering_text(lender: Lender, numbers: Mapping[str, ActionNumbers]) -> str:
    """The C text of a library that tells the numbers of moves, given those of each action."""
    return borrowing(lender, *numbering(lender.coding, numbers), c_files("numbers.c"))


CASE = """\
        case {number}:
            for (; i < count && STEP_OF(m = list[i]) == {number}; i++) numbers[i] = {value};
            break;
"""
NUMBERING = """
#define STEP_OF(m) ((int32_t)((m) & {mask}))

/* The numbers of some moves. */
static void action_numbers(const Move *list, int32_t count, int32_t *numbers)
{{
    Move m;
    for (int32_t i = 0; i < count;) {{
        switch (STEP_OF(list[i])) {{
{cases}        default: numbers[i++] = 0;
        }}
    }}
}}
"""
NOTHING = ObservationCode("#define OBSERVED 0\n#define HISTORY 1\n", ())


def vector_text(
    lender: Lender, numbers: Mapping[str, ActionNumbers], observed: ObservationCode
) -> str:
    """The C text, given the numbers of each action."""
    return borrowing(
        lender, "\n".join(numbering(lender.coding, numbers)), observed.text,
        c_files("weighted.h", "vector.c"), read=observed.fields,
    )  # fmt: skip


def numbering(coding: Coding, numbers: Mapping[str, ActionNumbers]) -> Iterator[str]:
    """The C function that gives the numbers of packed moves; those of a step follow each other."""
    menus = [menu for menu in coding.interface.menus if not menu.is_chance]
    offered = {number for menu in menus for number in menu.steps}
    cases = []
    for number in sorted(offered):
        step = coding.steps[number]
        known, shift, terms = numbers[step.name], STEP_BITS, []
        for place, (packing, added) in enumerate(
            zip(step.parameters, known.parameters, strict=True)
        ):
            code = f"(int32_t)(m >> {shift} & {(1 << packing.bits) - 1})"
            shift += packing.bits
            values = [added_by(coding, packing, added, c) for c in range(1 << packing.bits)]
            slope = straight(values)
            if slope is None:
                name = f"added_{number}_{place}"
                listed = ", ".join(str(v or 0) for v in values)
                yield f"static const int32_t {name}[] = {{{listed}}};"
                terms.append(f"{name}[{code}]")
            else:
                start, factor = slope
                terms.append(f"{start} + {factor} * {code}")
        cases.append(CASE.format(number=number, value=" + ".join([str(known.first), *terms])))
    yield NUMBERING.format(mask=(1 << STEP_BITS) - 1, cases="".join(cases))


def added_by(coding: Coding, packing: Packing, added: Number, code: int) -> int | None:
    """What a code of a parameter adds to the number of a move; None for one that no move has."""
    if code >= packing.size:
        return None
    try:
        args = tuple(coding.args((packing,), [code]))
    except LookupError:  # a place of the grid without a cell
        return None
    return added.get(frozenset(args) if packing.is_pair else args[0])


def straight(values: Sequence[int | None]) -> tuple[int, int] | None:
    """The first number and the difference of values in equal steps; None for others."""
    known = [(code, value) for code, value in enumerate(values) if value is not None]
    if not known:
        return 0, 0
    (first, start), (last, end) = known[0], known[-1]
    factor = (end - start) // max(1, last - first)
    base = start - factor * first
    return (base, factor) if all(v == base + factor * c for c, v in known) else None
