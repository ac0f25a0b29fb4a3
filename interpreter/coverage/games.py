"""Games that were played, followed move by move through the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.board.position import Position
from interpreter.coverage.lines import LineUse, action_key, line_uses
from interpreter.coverage.watched import Watch
from interpreter.diff.rules.findings import line_of
from interpreter.diff.rules.lines import whole_span

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move

Moves = Iterable[str]  # the texts of the moves of one game from its start, chance moves included
NOBODY = "nobody could move"
UNFINISHED = "not finished"


def coverage_of(game: Game, moves_lists: Iterable[Moves]) -> tuple[LineUse, ...]:
    """How often each line of the rules was used in some games, file by file from the top.

    Only what was played counts, nothing that was merely possible.  A game may be unfinished.
    Raises IllegalMove for a move that the rules forbid.
    """
    watch = Watch(game.reference)
    for moves in moves_lists:
        follow(watch, game, moves)
    return line_uses(game.model, watch.counts)


def endings_of(game: Game, moves_lists: Iterable[Moves]) -> Mapping[str, int]:
    """How many of some games each line of `end` decided, in the order of the rules.

    The keys are the lines as they are written, all of them, and where they occurred "nobody could
    move" (the draw when no line decides) and "not finished".  Raises IllegalMove for a move that
    the rules forbid.
    """
    labels = {end.span: line_of(whole_span(end)).text for end in game.model.ends}
    counts = dict.fromkeys(labels.values(), 0)
    for moves in moves_lists:
        last = game.start()
        for text in moves:
            last = last.play(text)
        span = last.node.ended_by
        label = UNFINISHED if not last.is_over else NOBODY if span is None else labels[span]
        counts[label] = counts.get(label, 0) + 1
    return counts


def follow(watch: Watch, game: Game, moves: Moves) -> None:
    """Count what happens in one game."""
    reference, frame = game.reference, tuple(game.reference.rules.frame())
    blank = reference.blank().changed(seat=0)
    watch.set_up(blank, tuple((statement, frame) for statement in game.model.setup))
    last = game.start()
    watch.begin_turn(last.node, is_next=False)
    for before, move, after in steps(last, moves):
        count_possible(watch, before, move)
        carry_out(watch, before, move, after)
        last = after
    for end in game.model.ends:
        watch.counts.add(end, last.is_over and last.node.ended_by == end.span)


def steps(state: State, moves: Moves) -> Iterator[tuple[State, Move, State]]:
    """The moves of a game, each with the state before and after it."""
    for text in moves:
        move = state.parse(text)
        after = state.play(move)
        yield state, move, after
        state = after


def count_possible(watch: Watch, state: State, made: Move) -> None:
    """Count the actions that could be played in a state, and the one that was."""
    legal = state.moves() or [move for move, _ in state.chance]
    for action in {move.action for move in legal}:
        watch.counts.add(action_key(action), action == made.action)


def carry_out(watch: Watch, before: State, move: Move, after: State) -> None:
    """Count what a move did."""
    node = before.node
    if node.is_in_set_up:
        watch.deal(node, move.key)
        watch.begin_turn(after.node, is_next=False)
        return
    result = watch.act(node, move.key)
    if not isinstance(result, Position):
        return  # a `try` that failed, or a choice that others do not know: the turn goes on
    watch.ask_ends(result, True, after.node.ended_by)
    turned = after.node.turns - node.turns
    if turned:
        finished = watch.finish(result)
        watch.ask_ends(finished, False, after.node.ended_by)
        watch.begin_turn(after.node, is_next=turned == 1)
