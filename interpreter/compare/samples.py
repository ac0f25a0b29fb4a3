"""Games of a study to step through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from interpreter.compare.metrics import Games
from interpreter.compare.results import SampleGame, Step
from interpreter.compare.study import Pairing, Study

if TYPE_CHECKING:
    from interpreter.game import State

Facts = Mapping[int, Mapping[str, Any]]


def samples_of(
    study: Study, variant: int, pairing: Pairing, games: Games, facts: Facts
) -> Iterator[SampleGame]:
    """A game of median length, the shortest one, and the one with the most drama."""
    chosen: dict[int, str] = {}
    for number, why in telling(facts):
        chosen.setdefault(number, why)
    seats = study.variants[variant].game.seats
    for number, why in chosen.items():
        fact = facts[number]
        start = study.variants[variant].game.start()
        shares = games.results[number]
        result = None if shares[0] != shares[0] else tuple(float(s) for s in shares)
        yield SampleGame(
            variant, number, pairing.seated(number, seats), result, why, pieces(start),
            tuple(steps(start, fact)),
        )  # fmt: skip


def telling(facts: Facts) -> Iterator[tuple[int, str]]:
    """The numbers of games that tell most, and why."""
    lengths = {number: len(fact["moves"]) for number, fact in facts.items()}
    if not lengths:
        return
    order = sorted(lengths, key=lambda number: (lengths[number], number))
    yield order[len(order) // 2], "a game of median length"
    yield order[0], "the shortest game"
    drama = {number: fact["figures"].get("drama", 0.0) for number, fact in facts.items()}
    most = max(drama, key=lambda number: drama[number])
    if drama[most] > 0:
        yield most, "the game with the most drama"


def steps(state: State, fact: Mapping[str, Any]) -> Iterator[Step]:
    """The moves of a game, each with the board after it."""
    for text, expected in zip(fact["moves"], fact["expected"], strict=True):
        who, turn = state.colour or "chance", state.turn
        if state.seat is None:
            state = state.play(next(move for move, _ in state.chance if move.text == text))
        else:
            state = state.play(text)
        yield Step(who, text, turn, pieces(state), expected)


def pieces(state: State) -> dict[str, tuple[str, str | None]]:
    """What is on the board, by cell."""
    return {cell: (piece.kind, piece.colour) for cell, piece in state.pieces().items()}


