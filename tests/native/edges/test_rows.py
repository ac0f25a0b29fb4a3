"""Ends that ask for rows, each near to one that may first ask whether any row is there at all."""

from __future__ import annotations

from support.edges import edge_tests, needs_compiler

pytestmark = needs_compiler

FILE = """
    board: {board}
    actions:
      place(at in {left}): put stone on at
    turn: place
    end:
      - when {condition}: mover wins
      - when no {left}: draw
"""
LONG, WIDE, HIGH = "rectangle(5, 1)", "rectangle(3, 2)", "rectangle(5, 3)"
CONDITIONS = {
    "counted from a cell that may be another's": (LONG, (
        "any(count(sight(c1, d, mine) & mine) + count(sight(c1, -d, mine) & mine) >= 2"
        " for d in {north, east})"
    )),
    "counted with the cell itself, to be just so many": (LONG, (
        "any(1 + count(sight(last, d, mine) & mine) + count(sight(last, -d, mine) & mine) = 3"
        " for d in {north, east})"
    )),
    "counted in three directions": (WIDE, (
        "count(sight(last, north, mine) & mine) + count(sight(last, east, mine) & mine)"
        " + count(sight(last, west, mine) & mine) >= 2"
    )),
    "counted from two cells": (WIDE, (
        "count(sight(last, east, mine) & mine) + count(sight(c1, west, mine) & mine) >= 2"
    )),
    "of either of two sets": (HIGH, (
        "any(last in l and l within mine for l in lines(3))"
        " or any(last in l and l within enemy | {last} for l in lines(3))"
    )),
    "of what is seen behind a row": (LONG, (
        "any(count(sight(last, d, mine) & enemy) + count(sight(last, -d, mine) & enemy) >= 2"
        " for d in {north, east})"
    )),
    "within a set that another variable decides": (HIGH, (
        "any(l within group(c) for l in lines(2), c in mine & corners)"
    )),
}  # fmt: skip
EDGES = {
    name: FILE.format(
        board=board, condition=condition, left="row(1) & empty" if board == HIGH else "empty"
    )
    for name, (board, condition) in CONDITIONS.items()
}

test_an_edge, test_an_edge_under_the_sanitizers = edge_tests(EDGES)
