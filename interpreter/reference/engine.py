"""The reference engine: from one situation of a game to the next.

A `Node` is a position with what remains of the turn (or of the set-up), or a finished game with its
result.  The engine lists the moves of a node and plays them; their texts belong to `api`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import has_secrets, performed, read_in_play, walk
from gdl.source.diagnostics import GdlError, Report
from gdl.source.spans import Span
from interpreter.board.position import Pending, Position, heard
from interpreter.board.told import Told
from interpreter.board.values import Key, Words, unheard
from interpreter.reference.actions import Action, nothing_possible
from interpreter.reference.effort import Effort
from interpreter.reference.outcomes import Outcomes
from interpreter.reference.rules import Rules
from interpreter.reference.statements import Refusal, Statements
from interpreter.reference.turns import Turns
from interpreter.reference.ways.simultaneous import CHOOSING, choosing, is_after_choice

SetUp = tuple[tuple[model.Statement, tuple[Any, ...]], ...]  # remaining statements with frames


@dataclass(frozen=True, eq=False)
class Node:
    """A situation: who acts and what is left to do, or how the game ended.

    `chance`: a chance action comes next.  `result`: what each seat gets once the game is over.
    """

    position: Position
    pending: Pending = ()
    setup: SetUp = ()
    chance: bool = False
    result: tuple[float, ...] | None = None
    ended_by: Span | None = None  # the `end` line that held; None if nobody could go on

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.result is not None

    @property
    def seat(self) -> int:
        """The seat that acts, or acted last."""
        return self.position.seat

    @property
    def occupied(self) -> frozenset[int]:
        """The numbers of the cells with a piece."""
        board = self.position.board
        return frozenset(cell for cell, piece in enumerate(board) if piece is not None)

    @property
    def turns(self) -> int:
        """The number of complete turns."""
        return self.position.turns

    @property
    def present(self) -> Position:
        """The position, of which rules read all but what the seats heard."""
        return self.position

    @property
    def heard(self) -> tuple[Told, ...]:
        """What each seat was told."""
        return self.position.heard

    @property
    def history(self) -> Mapping[Any, int]:
        """How many turns ended with each value that `seen` compares."""
        return self.position.history

    @property
    def past_length(self) -> int:
        """The number of values recorded for `seen`, with repetitions."""
        return sum(self.history.values())

    def same_past(self, other: Any) -> bool:
        """Whether `seen` has the same values here and in `other`, and after the same moves."""
        return bool(self.history == other.history)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat."""
        return self.position.colours

    @property
    def is_in_set_up(self) -> bool:
        """Whether the set-up waits for a chance action."""
        return bool(self.setup)


class Reference:
    """The reference engine of one game."""

    def __init__(
        self, game: model.Game, report: Report, effort: Effort | None = None,
        statements: Callable[[Rules], Statements] = Statements,
    ):  # fmt: skip
        self.model = game
        self.rules = Rules(game, report, effort)
        self.statements = statements(self.rules)
        self.turns = Turns(self.rules, self.statements)
        expressions = self.rules.expressions
        self.ends = [(end, expressions.function(end.condition)) for end in game.ends]
        self.outcomes = Outcomes(self.rules)
        self.announces = any(isinstance(s, model.Tell) for s in performed(game))
        self.keeps_heard = has_secrets(game) or self.announces
        self.shown = {
            name: None if entry.expr is None else expressions.function(entry.expr)
            for name, entry in game.sees.items()
        }
        self.seen = [expressions.seen_key(s) for s in self.rules.seen]
        self.made: dict[Any, Any] = {}  # by what makes it, and the part of the set-up

    @cached_property
    def read(self) -> frozenset[str]:
        """What the rules read, as `Reads` names it."""
        return read_in_play(self.model)

    @property
    def reads_turns(self) -> bool:
        """Whether a rule reads the number of turns."""
        return "turns" in self.read

    @property
    def reads_history(self) -> bool:
        """Whether a rule uses `seen`."""
        return "history" in self.read

    # ---- the start ----

    def blank(self) -> Position:
        """The position before the set-up."""
        heard = tuple(Told() for _ in self.model.colours)
        return self.unplayed.changed(history={}, heard=heard)

    @cached_property
    def unplayed(self) -> Position:
        """What `blank` copies."""
        seats = len(self.model.colours)
        empty = Position.__new__(Position)
        empty.memo = {}
        for name in Position.__slots__:
            setattr(empty, name, None)
        return empty.changed(
            board=(None,) * len(self.rules.all_cells),
            under=() if self.model.board.pile is None else ((),) * len(self.rules.all_cells),
            supply=self.rules.full_supply(),
            variables=self.rules.start_values(self.rules.variables),
            marks=self.rules.start_values(self.rules.marks),
            colours=tuple(range(seats)),
            seat=seats - 1,
            next_seat=0,
            turns=0,
            passes=0,
            nested=0,
            refused=frozenset(),
            weight=1,
        )

    @cached_property
    def _first(self) -> Node:
        self.rules.begin_step()
        frame = tuple(self.rules.frame())
        position = self.blank().changed(seat=0)
        return self.set_up(position, tuple((s, frame) for s in self.model.setup))

    def start(self) -> Node:
        """The situation after the set-up, or at its first chance action.

        Raises GdlError if the set-up fails.
        """
        return self._first

    def set_up(self, position: Position, todo: SetUp) -> Node:
        """Carry out the set-up up to its next chance action, or else begin play."""
        while todo:
            (statement, frame), todo = todo[0], todo[1:]
            if isinstance(statement, model.Deal):
                node = Node(position, setup=((statement, frame), *todo), chance=True)
                if next(self.deals(node), None) is None:
                    reason = nothing_possible(*self.dealt(node), position)
                    raise setup_failed(statement.span, reason)
                return node
            if self.once(has_deal, statement):
                todo = (*self.unfold(statement, position, frame), *todo)
                continue
            if isinstance(statement, model.Let):
                todo = self.named(statement, position, frame, todo)
                continue
            result = self.once(self.statements.function, statement)(position, list(frame))
            if isinstance(result, Refusal):
                raise setup_failed(result.span, result.message or result.span.text)
            position = result
        return self.begin_play(position)

    def begin_play(self, position: Position) -> Node:
        """The node of the first turn."""
        before = position.changed(seat=len(position.colours) - 1, last=None)
        return self.begin_turn(self.remember(before))

    def named(
        self, let: model.Let, position: Position, frame: tuple[Any, ...], todo: SetUp
    ) -> SetUp:
        """The rest of the set-up, in which a `let` has given a value its name."""
        value = self.once(self.rules.expressions.function, let.value)(position, list(frame))
        return tuple((s, (*f[: let.slot], value, *f[let.slot + 1 :])) for s, f in todo)

    def unfold(
        self, statement: model.Statement, position: Position, frame: tuple[Any, ...]
    ) -> SetUp:
        """The statements of an `if` or `for` of the set-up that contains chance, in order."""
        values = list(frame)
        if isinstance(statement, model.If):
            for condition, body in statement.branches:
                holds = self.once(self.rules.expressions.condition, condition)
                if holds is None or holds(position, values):
                    return tuple((s, frame) for s in body)
            return ()
        assert isinstance(statement, model.For)
        rounds = self.once(self.rules.expressions.rounds, statement)
        frames = [tuple(values) for _ in rounds(position, values)]
        return tuple((s, f) for f in frames for s in statement.body)

    def once(self, make: Callable[[Any], Any], part: Any) -> Any:
        """What is made of a part of the set-up, which is gone through after each way to deal."""
        key = make, id(part)
        if key not in self.made:
            self.made[key] = make(part)
        return self.made[key]

    # ---- from node to node ----

    def moves(self, node: Node, only: Key | None = None) -> dict[Key, Any]:
        """The legal moves of a node in order, or just `only`; `play` takes their values."""
        self.rules.begin_step()
        if node.result is not None:
            return {}
        if node.setup:
            return {key: result for key, result in self.deals(node)}
        return self.turns.moves(node.position, node.pending, only)

    def deals(self, node: Node) -> Iterator[tuple[Key, Position]]:
        """The moves of the chance action for which the set-up waits, and their results."""
        action, fixed = self.dealt(node)
        for args, result in action.instances(node.position.changed(weight=1), fixed):
            if isinstance(result, Position):
                yield (action.name, args), result

    def dealt(self, node: Node) -> tuple[Action, tuple[Any, ...]]:
        """The chance action for which the set-up waits, and the arguments that it gives."""
        statement, frame = node.setup[0]
        assert isinstance(statement, model.Deal)
        functions = [self.once(self.rules.expressions.function, a) for a in statement.args]
        fixed = tuple(f(node.position, list(frame)) for f in functions)
        return self.turns.actions[statement.name], fixed

    def play(self, node: Node, key: Key, led: Any, words: Words = unheard) -> Node:
        """The node after a move, whose value in `moves` is `led`.

        `words` gives moves as each seat hears them; it is used if `keeps_heard`.
        """
        self.rules.begin_step()
        if node.setup:
            return self.set_up(self.hear(led, key, None, words), node.setup[1:])
        result, rest = led
        if isinstance(result, Refusal):
            return self.refuse(node, key, result)
        if choosing(rest):
            return self.chosen(result, rest, words)
        seat = None if node.chance else node.seat
        return self.go_on(self.hear(tried_anew(result), key, seat, words), rest)

    def chosen(self, position: Position, pending: Pending, words: Words) -> Node:
        """The node after a simultaneous choice: of the next seat, or after all were carried out.

        What follows it in the turn is left out if it cannot be completed.
        """
        turns, simultaneous = self.turns, self.turns.simultaneous
        number, chosen, rest = choosing(pending) or (0, (), ())
        after = simultaneous.next_seat(position)
        position, chosen = simultaneous.next_chooser(after, number, chosen)
        if len(chosen) < simultaneous.seats:
            return Node(position, ((CHOOSING, number, chosen), *rest))
        for key in chosen:
            if key is not None:
                done = simultaneous.carried_out(position, key)
                position = self.hear(done, key, position.seat, words)
            position = simultaneous.next_seat(position)
        position = tried_anew(position)
        return self.go_on(position, rest if turns.leads_through(position, rest) else ())

    def hear(self, position: Position, key: Key, actor: int | None, words: Words) -> Position:
        """The position after each seat has heard of a move of a seat, or of chance."""
        if not self.keeps_heard:
            return position
        for seat, word in enumerate(words(key, actor)):
            if word:
                position = heard(position, word, {seat})
        return position

    def refuse(self, node: Node, key: Key, refusal: Refusal) -> Node:
        """The node after a failed `try`: seats that see refusals are told, and the turn goes on."""
        position = node.position
        seats = [s for s in range(len(position.colours)) if self.sees(position, s, "refusal")]
        position = heard(position, refusal.message or refusal.span.text, seats)
        return Node(position.changed(refused=position.refused | {key}), node.pending)

    def sees(self, position: Position, seat: int, name: str) -> bool:
        """Whether a condition of `sees` holds for a seat; True if `sees` has no such entry."""
        return name not in self.shown or bool(self.view(position, seat, name))

    def view(self, position: Position, seat: int, name: str) -> Any:
        """What an entry of `sees` shows to a seat; None if it shows nothing."""
        shown = self.shown[name]
        if shown is None:
            return None
        return shown(self.viewing(position, seat), self.rules.frame())

    def viewing(self, position: Position, seat: int) -> Position:
        """A position with a seat as the viewer."""
        return position.changed(viewer=position.colours[seat])

    def go_on(self, position: Position, pending: Pending) -> Node:
        """The node after an action: the rest of the turn, the next turn, or the end."""
        for end, holds in self.ends:
            if end.at_once and holds(position, self.rules.frame()):
                return self.over(position, self.outcomes.result(position, end), end.span)
        if not self.turns.is_complete(position, pending):
            return self.within_turn(position, pending)
        return self.end_turn(position)

    def within_turn(self, position: Position, pending: Pending) -> Node:
        """The node of a turn that goes on: of its actor, or of the first who is to choose."""
        step = self.turns.steps(position, pending)[0]
        if step is not None and is_after_choice(step[1]) and not choosing(pending):
            (_, number, _), *rest = step[1]
            position, chosen = self.turns.simultaneous.next_chooser(position, number, ())
            return Node(position, ((CHOOSING, number, chosen), *rest))
        return Node(position, pending, chance=self.is_chance(position, pending))

    def end_turn(self, position: Position) -> Node:
        """The node after a turn is over: the next turn, or the end of the game."""
        finished = self.turns.finish(position)
        assert isinstance(finished, Position)
        for end, holds in self.ends:
            if not end.at_once and holds(finished, self.rules.frame()):
                return self.over(finished, self.outcomes.result(finished, end), end.span)
        return self.begin_turn(self.remember(finished))

    def begin_turn(self, position: Position) -> Node:
        """The node of the next turn; a draw if it cannot be completed and no `end` line held.

        A turn with nothing to do is over at once; if that happens to all seats in a row, the game
        is drawn, even if `after turn` would let somebody move later: it might go on so for ever.
        It is drawn, too, where nobody is playing any more.
        """
        for _ in position.colours:
            if not self.rules.still_playing(position):
                break
            begun, pending = self.turns.begin(position)
            if not self.turns.has_way(begun, pending):
                return self.over(begun, self.outcomes.draw())
            if not self.turns.is_complete(begun, pending):
                return self.within_turn(begun, pending)
            finished = self.turns.finish(begun)
            assert isinstance(finished, Position)
            for end, holds in self.ends:
                if not end.at_once and holds(finished, self.rules.frame()):
                    return self.over(finished, self.outcomes.result(finished, end), end.span)
            position = self.remember(finished)
        return self.over(position, self.outcomes.draw())

    def over(
        self, position: Position, result: tuple[float, ...], ended_by: Span | None = None
    ) -> Node:
        """The final node; without traces of the last turn, so that equal ends compare equal."""
        ended = position.changed(last=None, refused=frozenset())
        return Node(ended, result=result, ended_by=ended_by)

    def is_chance(self, position: Position, pending: Pending) -> bool:
        """Whether a chance action comes next."""
        step = self.turns.steps(position, pending)[0]
        return step is not None and step[0].name in self.turns.actions and (
            self.turns.actions[step[0].name].is_chance
        )

    def remember(self, position: Position) -> Position:
        """The position at the end of a turn, with what `seen` compares added to its history."""
        if not self.seen:
            return position
        history = dict(position.history)
        for key in (make(position) for make in self.seen):
            history[key] = history.get(key, 0) + 1
        return position.changed(history=history)

    # ---- the result ----

    def scores(self, position: Position) -> dict[int, Any] | None:
        """The score of each colour by the first rank of the game; None if there is no rank."""
        self.rules.begin_step()
        return self.outcomes.scores(position)


def tried_anew(position: Position) -> Position:
    """The position after an action: what was refused before it may be tried again.

    All of it: if only what has become possible were offered, that would tell a secret.
    """
    return position.changed(refused=frozenset()) if position.refused else position


def setup_failed(span: Span, reason: str) -> GdlError:
    """The error for a set-up that cannot be carried out."""
    report = Report()
    report.add("setup-fails", span, reason=reason)
    return GdlError(report.diagnostics)


def has_deal(statement: model.Statement) -> bool:
    """Whether chance acts somewhere in a statement."""
    return any(isinstance(part, model.Deal) for part in walk(statement))
