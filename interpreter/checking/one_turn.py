"""Games that are over after their first turn.

Some first turns are played at random; in nearly every game one of them goes on, and nothing is to
be said.  Else all of them are tried, as far as the effort goes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from gdl.model import nodes as model
from gdl.source.diagnostics import Report
from interpreter.board.position import Position
from interpreter.board.values import Key
from interpreter.reference.effort import OutOfEffort
from interpreter.reference.engine import Node, Reference
from interpreter.reference.ways.simultaneous import is_after_choice

SAMPLED = 12  # games of which the first turn is played, before all are tried
LONGEST = 500  # moves of a first turn, which is then left
MOST_SKIPPED = 6  # moves that are passed over for another one
ROUNDS_A_MOVE = 100  # the effort of finding and making a move, besides what is counted
TOO_EARLY = "let this line hold later, for example only where `turns > 1`"
NOTHING_TO_DO = (
    "nothing can be done in the second turn: `last` is of the same turn only, and what does not "
    "exist is in no set"
)


def report_one_turn(engine: Reference, report: Report) -> None:
    """Report a game that is over after its first turn: whatever is done, or in all trial games.

    Raises OutOfEffort if the effort of the engine is spent.
    """
    if engine.start().result is not None:
        return
    chooser = random.Random(1)
    sampled: list[Node] = []
    while len(sampled) < SAMPLED:
        sampled.append(after_first_turn(engine, chooser))
        if not is_last(sampled[-1]):
            return
    try:
        ends = all_ends(engine)
    except OutOfEffort:
        report_sampled(engine, sampled, report)
        raise
    if ends is None:
        report_sampled(engine, sampled, report)
        return
    meant = {end.span for end in engine.model.ends if is_meant(engine, end)}
    if any(node.ended_by in meant for node in ends):
        return
    spans = [node.ended_by for node in ends if node.ended_by is not None]
    span, why = (spans[0], TOO_EARLY) if spans else (engine.model.turn[0][1].span, NOTHING_TO_DO)
    report.add("one-turn", span, hint=why)


def is_meant(engine: Reference, end: model.End) -> bool:
    """Whether a line of `end` asks for nothing but the number of turns, and waits for one."""
    if engine.rules.reads.of(end.condition) != {"turns"}:
        return False
    holds = engine.rules.expressions.function(end.condition)
    return not holds(engine.start().position, engine.rules.frame())


def report_sampled(engine: Reference, sampled: list[Node], report: Report) -> None:
    """Report a game of which all trial games were over after their first turn."""
    lines = [node.ended_by for node in sampled if node.ended_by is not None]
    line = lines[-1] if lines else engine.model.turn[0][1].span
    report.add("only-one-turn", line, size=f"{SAMPLED} trial games")


def is_last(node: Node) -> bool:
    """Whether a game is over with its first turn."""
    return node.result is not None and node.turns <= 1


def all_ends(engine: Reference) -> list[Node] | None:
    """Where all first turns end; None if the game goes on after one of them."""
    ends: list[Node] = []
    todo = [iter([engine.start()])]
    while todo:
        node = next(todo[-1], None)
        if node is None:
            todo.pop()
        elif node.result is not None:
            ends.append(node)
        elif node.turns and not node.is_in_set_up:
            return None
        else:
            todo.append(after(engine, node))
    return ends


def after(engine: Reference, node: Node) -> Iterator[Node]:
    """The nodes that the moves of a node lead to, one by one."""
    for key, led in engine.moves(node).items():
        engine.rules.spend(ROUNDS_A_MOVE)
        yield engine.play(node, key, led)


# ---- one of many first turns -------------------------------------------------------------------


def after_first_turn(engine: Reference, chooser: random.Random) -> Node:
    """Where a game is after a first turn, or after `LONGEST` moves of it."""
    node = engine.start()
    for _ in range(LONGEST):
        if node.result is not None or (node.turns and not node.is_in_set_up):
            break
        engine.rules.spend(ROUNDS_A_MOVE)
        key, led = some_move(engine, node, chooser)
        node = engine.play(node, key, led)
    return node


def some_move(engine: Reference, node: Node, chooser: random.Random) -> tuple[Key, Any]:
    """One of the first legal moves of a node, and what it leads to."""
    turns = engine.turns
    found = [] if node.setup else turns.steps(node.position, node.pending)
    steps = [step for step in found if step and not is_after_choice(step.rest)]
    for step in chooser.sample(steps, len(steps)):
        act, rest, _ = step
        instances = turns.instances(node.position, act)
        for args, result in islice(instances, chooser.randrange(MOST_SKIPPED), None):
            if isinstance(result, Position) and turns.allows(node.position, step, result):
                return (act.name, args), (result, rest)
    moves = engine.moves(node)
    key = chooser.choice(list(moves))
    return key, moves[key]
