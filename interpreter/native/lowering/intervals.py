"""Between which whole numbers the results of arithmetic lie, and keeping numbers between others."""

from __future__ import annotations

from interpreter.native import terms as t
from interpreter.native.terms import Term

Ends = tuple[int, int] | None


def combined(op: str, left: Ends, right: Ends) -> Ends:
    """Between which numbers a sum, product or quotient lies; None where that is not known."""
    if right is None or (left is None and op != "mod"):
        return None
    if op == "mod":
        return remainder(left, *right)
    assert left is not None
    (a, b), (c, d) = left, right
    match op:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            found = [x * y for x in (a, b) for y in (c, d)]
        case _:  # a quotient is farthest from 0 where the divisor is nearest to it
            divisors = [y for y in (c, d, -1, 1) if y and c <= y <= d]
            found = [x // y for x in (a, b) for y in divisors]
    return (min(found), max(found)) if found else None


def remainder(left: Ends, low: int, high: int) -> Ends:
    """Between which numbers lies what is left after a division by a number from low to high."""
    if low >= 0 and left is not None and left[0] >= 0:
        return 0, max(0, min(left[1], high - 1))
    return min(0, low + 1), max(0, high - 1)


def clamp(term: Term, low: int, high: int) -> Term:
    """The nearest number from low to high."""
    at_least = t.select(t.lt(term, t.number(low)), t.number(low), term)
    return t.select(t.lt(t.number(high), term), t.number(high), at_least)
