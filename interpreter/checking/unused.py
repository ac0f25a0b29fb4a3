"""Observations of random games: actions that were never possible, games that no line ended, and
games that are over after their first turn.

What is seen in them is certain, but what is not seen may still be possible.  So nothing is said
before a stated number of games and turns, and then as a note.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.source.diagnostics import Report
from interpreter.api.game import Game
from interpreter.api.loading import words_of
from interpreter.board.position import Position
from interpreter.board.values import Key
from interpreter.diff.rules.lines import whole_span
from interpreter.reference.engine import Node, Reference
from interpreter.reference.ways.simultaneous import is_after_choice

GAMES, TURNS = 20, 400  # at least, before anything is said
LONGEST = 500  # moves of a game, which is then left
FIRST_TURNS = 12  # games of which the first turn is played, before it is said that it ends them
MOST_SKIPPED = 6  # moves that are passed over for another one
ROUNDS_A_MOVE = 100  # the effort of finding and making a move, besides what is counted


class Trials:
    """Random games of one game: how much was played, and what was not seen in it."""

    def __init__(self, engine: Reference):
        self.engine = engine
        self.chooser = random.Random(1)
        self.games = self.turns = 0
        rules = engine.model
        self.actions = {  # not yet possible
            name for name, action in rules.actions.items() if not hangs_on_an_option(rules, action)
        }
        self.ended_by_line = False

    @property
    def is_enough(self) -> bool:
        """Whether there were enough games to speak of what was not seen."""
        return self.games >= GAMES and self.turns >= TURNS

    @property
    def has_seen_all(self) -> bool:
        """Whether there is nothing left to speak of."""
        return not self.actions and self.ended_by_line

    def play(self) -> None:
        """Play one game.  Raises OutOfEffort if the effort of the engine is spent."""
        engine = self.engine
        node = engine.start()
        for _ in range(LONGEST):
            if node.result is not None:
                break
            engine.rules.spend(ROUNDS_A_MOVE)
            moves = engine.moves(node)
            self.actions -= {name for name, _ in moves}
            key = self.chooser.choice(list(moves))
            node = engine.play(node, key, moves[key])
        self.games += 1
        self.turns += node.turns
        self.ended_by_line |= node.ended_by is not None

    @property
    def size(self) -> str:
        """How much was played, in words."""
        return f"{self.games:,} trial games of {self.turns:,} turns in all"


def report_unused(game: Game, report: Report) -> None:
    """Report actions that were never possible in random games, games that no line ended, and games
    of one turn.

    Raises OutOfEffort if the effort is spent before there were enough games; then nothing is
    reported.
    """
    trials = Trials(game.reference)
    if game.reference.start().is_over:
        return
    if report_first_turns(game.reference, report):
        return
    while not trials.is_enough:
        trials.play()
        if trials.has_seen_all:
            return
    for name, action in game.model.actions.items():
        if name in trials.actions:
            report.add("never-possible", action.span, word=name, size=trials.size)
    if not trials.ended_by_line:
        report.add("never-ended", game.model.ends[0].span, size=trials.size)


def report_first_turns(engine: Reference, report: Report) -> bool:
    """Report games that are over after their first turn, if all of `FIRST_TURNS` are; whether so.

    Not all moves are found for that, since there may be many, and a first turn may be long.
    """
    chooser, line = random.Random(1), engine.model.turn[0][1].span
    for _ in range(FIRST_TURNS):
        node = after_first_turn(engine, chooser)
        if node.result is None or node.turns > 1:
            return False
        line = node.ended_by or line
    report.add("only-one-turn", line, size=f"{FIRST_TURNS} trial games")
    return True


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


def hangs_on_an_option(rules: model.Game, action: model.Action) -> bool:
    """Whether the rules on when an action can be played name an option, which may allow it."""
    spans = [whole_span(part) for part in (*action.binders, *action.body)]
    spans += [whole_span(condition) for condition in conditions_before(rules, action.name)]
    return any(text_hangs_on_an_option(rules, span.text) for span in spans)


def text_hangs_on_an_option(rules: model.Game, text: str) -> bool:
    """Whether a part of the rules names an option, itself or by definitions."""
    words = words_of(text, rules)
    return any(option.name in words for option in rules.declared)


def conditions_before(rules: model.Game, name: str) -> Iterator[model.Expr]:
    """The conditions in turns and in the set-up under which an action comes."""
    for statement in rules.setup:
        for part in walk(statement):
            if isinstance(part, model.If) and deals(part, name):
                yield from (condition for condition, _ in part.branches if condition is not None)
    for condition, turn in rules.turn:
        if condition is not None and has_act(turn, name):
            yield condition
    for turn in (*rules.opening, *(turn for _, turn in rules.turn)):
        for part in walk(turn):
            if isinstance(part, model.IfTrue) and has_act(part, name):
                yield part.condition


def has_act(turn: model.Turn, name: str) -> bool:
    """Whether an action is part of a turn."""
    return any(isinstance(part, model.Act) and part.name == name for part in walk(turn))


def deals(statement: model.If, name: str) -> bool:
    """Whether chance does something of this name in a part of the set-up."""
    return any(isinstance(part, model.Deal) and part.name == name for part in walk(statement))
