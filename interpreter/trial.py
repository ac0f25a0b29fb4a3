"""What can be seen when a game is tried: rules that hardly mean what they do.

Each finding is sure: it is told only of what has happened in play, or of all first turns.  How much
is tried is limited by an `Effort`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from gdl import model
from gdl.analysis import walk
from gdl.diagnostics import Report
from interpreter.game import Game
from interpreter.reference.engine import Engine, Key, Node
from interpreter.reference.position import Position
from interpreter.reference.statements import Refusal

ROUNDS_A_MOVE = 100  # that finding and making a move takes besides what is counted
MOVES = 500  # of random games in which it is seen what chance leaves out
MOST_CELLS = 4  # that are named in a message
TOO_EARLY = "let this line hold later, for example only where `turns > 1`"
NOTHING_TO_DO = (
    "nothing can be done in the second turn: `last` is of the same turn only, and what does not "
    "exist is in no set"
)
BUILDING = (model.Put, model.For, model.If)  # statements that take no piece away on purpose


def try_game(game: Game, report: Report) -> None:
    """Try the set-up, the first turns and, where there is chance in turns, some random games.

    Raises OutOfEffort when the effort of the game's engine is spent.
    """
    engine = game.engine
    if engine.start().result is not None:
        return
    report_overwritten(engine, report)
    report_one_turn(engine, report)
    if any(action.is_chance for action in engine.turns.actions.values()):
        report_left_out(game, report)


# ---- the set-up --------------------------------------------------------------------------------


def report_overwritten(engine: Engine, report: Report) -> None:
    """Statements of the set-up that put a piece where it has put another one."""
    position = engine.blank().changed(seat=0)
    for statement in engine.game.setup:
        if any(isinstance(part, model.Deal) for part in walk(statement)):
            return  # what follows depends on chance
        result = engine.statements.function(statement)(position, engine.rules.frame())
        if isinstance(result, Refusal):
            return
        lost = [
            engine.rules.topology.cells[cell]
            for cell, (old, new) in enumerate(zip(position.board, result.board, strict=True))
            if old is not None and old != new
        ]
        if lost and all(isinstance(p, BUILDING) for p in statements_in(statement)):
            names = [*lost[:MOST_CELLS], *(["…"] if len(lost) > MOST_CELLS else [])]
            report.add("overwritten", statement.span, cells=", ".join(names))
        position = result


def statements_in(statement: model.Statement) -> Iterator[model.Statement]:
    """A statement and those within it."""
    return (part for part in walk(statement) if isinstance(part, model.Statement))


# ---- the first turn ----------------------------------------------------------------------------


def report_one_turn(engine: Engine, report: Report) -> None:
    """A game that is over after its first turn, whatever is done in it."""
    ended: list[Node] = []
    todo = [iter([engine.start()])]
    while todo:
        node = next(todo[-1], None)
        if node is None:
            todo.pop()
        elif node.result is not None:
            ended.append(node)
        elif node.turns and not node.is_in_set_up:
            return
        else:
            todo.append(after(engine, node))
    spans = [node.ended_by for node in ended if node.ended_by is not None]
    span, why = (spans[0], TOO_EARLY) if spans else (engine.game.turn[0][1].span, NOTHING_TO_DO)
    report.add("one-turn", span, hint=why)


def after(engine: Engine, node: Node) -> Iterator[Node]:
    """Where the moves of a node lead, one after the other."""
    for key, led in engine.moves(node).items():
        engine.rules.spend(ROUNDS_A_MOVE)
        yield engine.play(node, key, led, ())


# ---- chance ------------------------------------------------------------------------------------


def report_left_out(game: Game, report: Report) -> None:
    """What chance would do, were the rest of the turn not impossible after it."""
    engine, chooser = game.engine, random.Random(1)
    told: set[model.Act] = set()
    node = start = engine.start()
    for _ in range(MOVES):
        engine.rules.spend(ROUNDS_A_MOVE)
        if node.result is not None:
            node = start
        if node.chance and not node.is_in_set_up:
            for act, key in left_out(engine, node):
                if act not in told:
                    told.add(act)
                    report.add("left-out-by-chance", act.span, move=game.move(key).text)
        moves = engine.moves(node)
        key = chooser.choice(list(moves))
        node = engine.play(node, key, moves[key], ())


def left_out(engine: Engine, node: Node) -> Iterator[tuple[model.Act, Key]]:
    """The instances of chance after which the turn could not be completed."""
    for step in engine.turns.steps(node.position, node.pending):
        if step is not None:
            act, rest = step
            for args, result in engine.turns.instances(node.position, act):
                is_possible = isinstance(result, Position)
                if is_possible and not engine.turns.leads_through(result, rest):
                    yield act, (act.name, args)
