"""Walks and trees on both engines at once."""

from __future__ import annotations

import random
from typing import Any


def pair(game: Any) -> tuple[Any, Any]:
    """The starts of a game on both engines."""
    return game.start(engine="native"), game.start(engine="reference")


def compare(native: Any, reference: Any) -> list[Any]:
    """Check that two states tell the same in every way; gives their moves."""
    assert native.engine.name == "native" and reference.engine.name == "reference"
    assert native.is_over == reference.is_over
    assert native.result == reference.result
    assert native.ended_by == reference.ended_by
    assert (native.seat, native.colour, native.turn) == (
        reference.seat, reference.colour, reference.turn,
    )  # fmt: skip
    actual, wanted = native.moves(), reference.moves()
    assert [m.text for m in actual] == [m.text for m in wanted]
    assert actual == wanted
    compare_chance(native, reference)
    compare_what_there_is(native, reference)
    assert native.turn_key == reference.turn_key
    assert native.node.pending == reference.node.pending
    assert native.node.setup == reference.node.setup
    assert native == reference and hash(native) == hash(reference)
    return wanted


def compare_chance(native: Any, reference: Any) -> None:
    actual, wanted = native.chance, reference.chance
    assert [m for m, _ in actual] == [m for m, _ in wanted]
    for (_, a), (_, b) in zip(actual, wanted, strict=True):
        assert abs(a - b) < 1e-12


def compare_what_there_is(native: Any, reference: Any) -> None:
    """Pieces, variables, scores, and what every seat sees."""
    assert native.pieces() == reference.pieces()
    assert native.supply == reference.supply
    assert native.variables == reference.variables
    assert native.marks == reference.marks
    assert native.scores == reference.scores
    assert native.node.position.core() == reference.node.position.core()
    assert dict(native.node.position.history) == dict(reference.node.position.history)
    for seat in range(native.game.seats):
        assert native.view(seat) == reference.view(seat)
    assert native.questions() == reference.questions()


def compare_encoding(native: Any) -> None:
    """The bytes of a state come back from its position.

    But for rounds that are long over, and cells that may have changed: all, where nothing is known.
    """
    engine, node = native.engine, native.node
    again = engine.from_node(node.node)
    assert again is not None
    now = {f"left_{number}" for number in rounds(node.pending)}
    for name, place in engine.coding.places.items():
        if name.startswith("changed_"):
            continue
        if not name.startswith("left_") or name in now:
            assert place.read(again.state) == place.read(node.state), name
    assert sorted(again.seen) == sorted(node.seen)


def rounds(pending: Any) -> set[int]:
    """The repetitions of what remains of a turn."""
    numbers: set[int] = set()
    for item in pending:
        match item:
            case ("or", *ways):
                numbers.update(*map(rounds, ways))
            case (int(number), _):
                numbers.add(number)
    return numbers


def walk(game: Any, seed: int, most: int) -> int:
    """A random walk on both engines to the end of the game, or so many moves; how many it was.

    With an odd seed on the optimised library, else on the one that a game begins with.
    """
    chooser = random.Random(seed)
    native, reference = pair(game)
    if seed % 2:
        native.engine.analyses.improve()
    for number in range(most):
        moves = compare(native, reference)
        compare_encoding(native)
        if native.is_over:
            return number
        moves = moves or [m for m, _ in reference.chance]
        if not moves:
            return number
        move = chooser.choice(moves)
        native, reference = native.play(move), reference.play(move)
    compare(native, reference)
    return most


def compare_trees(native: Any, reference: Any, depth: int, seen: set[Any]) -> int:
    """Compare all that can follow, so many moves deep, each state once; how many states it was."""
    waiting, states = [(native, reference, depth)], 0
    while waiting:
        one, other, left = waiting.pop()
        assert one == other
        assert [m.text for m in one.moves()] == [m.text for m in other.moves()]
        assert one.result == other.result and one.ended_by == other.ended_by
        compare_chance(one, other)
        states += 1
        moves = other.moves() or [m for m, _ in other.chance]
        for move in moves if left else ():
            after = other.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append((one.play(move), after, left - 1))
    return states
