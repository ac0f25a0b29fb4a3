"""Observations of random games: actions that were never possible, and games that no line ended:
all of them, or some that were drawn because the player to move could not complete a turn.

What is seen in them is certain, but what is not seen may still be possible.  So nothing is said
before a stated number of games and turns, and then as a note.  Only where every game comes to
where nobody can go on, a few are enough, and that is a warning.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from gdl.model import nodes as model
from gdl.model.analysis import acts, performed, reads_stuck, walk
from gdl.source.diagnostics import Report
from interpreter.api.game import Game
from interpreter.api.loading import words_of
from interpreter.board.position import Pending, Position
from interpreter.checking.one_turn import ROUNDS_A_MOVE
from interpreter.diff.rules.lines import whole_span
from interpreter.reference.effort import OutOfEffort
from interpreter.reference.engine import Node, Reference

GAMES, TURNS = 20, 400  # at least, before anything is said
FEW, FEW_TURNS = 5, 150  # that are played if no line of `end` asks for `stuck`
LONGEST = 500  # moves of a game, which is then left
IDLE = (
    "in {count} of them there was nothing to do in the turns of all players, one after the other: "
    "such a game is drawn, even if `after turn` would change something; let such turns be part of "
    "another one, or let them have a move, or try the first line in a position that should end the "
    "game"
)


class Trials:
    """Random games of one game: how much was played, and what was not seen in it."""

    def __init__(self, engine: Reference):
        self.engine = engine
        self.chooser = random.Random(1)
        self.games = self.turns = 0
        rules = engine.model
        named = named_actions(rules)
        self.actions = {  # not yet possible
            name
            for name, action in rules.actions.items()
            if name in named and not hangs_on_an_option(rules, action)
        }
        self.ended_by_line = False
        conditions = [end.condition for end in rules.ends]
        self.asks_for_stuck = reads_stuck(engine.rules.reads, conditions)
        self.stuck = 0  # games that were drawn since the next turn could not be completed
        self.idle = 0  # games that were drawn since nobody had anything to do in a turn

    @property
    def is_enough(self) -> bool:
        """Whether there were enough games to speak of what was not seen."""
        return self.games >= GAMES and self.turns >= TURNS

    @property
    def are_all_stuck(self) -> bool:
        """Whether all of some games were drawn since the next turn could not be completed."""
        return self.games >= FEW and self.stuck == self.games

    @property
    def has_seen_all(self) -> bool:
        """Whether there is nothing left to speak of."""
        are_few = self.games < FEW and self.turns < FEW_TURNS
        may_be_drawn = are_few and not self.asks_for_stuck and not self.stuck
        return not self.actions and self.ended_by_line and not may_be_drawn

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
        if is_drawn_by_no_line(engine, node):
            is_stuck = not engine.turns.has_way(*whole_turn(engine, node))
            self.stuck += is_stuck and not self.asks_for_stuck
            self.idle += not is_stuck
        self.games += 1
        self.turns += node.turns
        self.ended_by_line |= node.ended_by is not None

    @property
    def size(self) -> str:
        """How much was played, in words."""
        return f"{self.games:,} trial games of {self.turns:,} turns in all"


def report_unused(game: Game, report: Report) -> None:
    """Report actions that were never possible in random games, and games that no line ended.

    Raises OutOfEffort if the effort is spent before there were enough games; then nothing is
    reported but that nobody could go on in any of them.
    """
    trials = Trials(game.reference)
    if game.reference.start().is_over:
        return
    try:
        play_enough(trials)
    except OutOfEffort:
        report_stuck(game, trials, report)
        raise
    if not trials.has_seen_all:
        report_unseen(game, trials, report)
    report_stuck(game, trials, report)


def play_enough(trials: Trials) -> None:
    """Play until there is nothing left to see, or enough to speak of what was not seen.

    Raises OutOfEffort.
    """
    while not trials.is_enough:
        trials.play()
        if trials.has_seen_all:
            break


def report_stuck(game: Game, trials: Trials, report: Report) -> None:
    """Report games that were drawn since the next turn could not be completed."""
    last = game.model.ends[-1].span
    if trials.are_all_stuck:
        report.add("always-stuck", last, size=trials.size)
    elif trials.stuck:
        report.add("drawn-stuck", last, size=trials.size, count=trials.stuck)


def report_unseen(game: Game, trials: Trials, report: Report) -> None:
    """Report what was not seen in enough games."""
    for name, action in game.model.actions.items():
        if name in trials.actions:
            report.add("never-possible", action.span, word=name, size=trials.size)
    if not trials.ended_by_line and not trials.are_all_stuck:
        hint = IDLE.format(count=trials.idle) if trials.idle else None
        report.add("never-ended", game.model.ends[0].span, hint=hint, size=trials.size)


def is_drawn_by_no_line(engine: Reference, node: Node) -> bool:
    """Whether no line of `end` ended a game that is over, though somebody is still playing."""
    is_drawn = node.result is not None and node.ended_by is None
    return is_drawn and bool(engine.rules.still_playing(node.position))


def whole_turn(engine: Reference, node: Node) -> tuple[Position, Pending]:
    """The turn at which a game was over."""
    return node.position, engine.turns.whole_turn(node.position)


def named_actions(rules: model.Game) -> set[str]:
    """The actions that a turn or the set-up names: a variant with a set-up of its own may leave
    actions of its base unused.
    """
    dealt = {part.name for part in performed(rules) if isinstance(part, model.Deal)}
    return dealt | {act.name for act in acts(rules)}


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
