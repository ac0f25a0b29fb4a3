"""Random games as records, and positions of them, for the tests of `interpreter.exchange`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from interpreter import Game, State
from interpreter import load_game as load
from interpreter.api.record import Entry, Record
from interpreter.api.replay import name_of

load_game = cache(load)  # most tests read texts of a few games


def random_states(game: Game, seed: int, most: int) -> tuple[list[State], list[str]]:
    """The states of a random game of at most so many moves, and the moves between them."""
    chooser, states, moves = random.Random(seed), [game.start()], []
    while not states[-1].is_over and len(moves) < most:
        move = states[-1].random_choice(chooser)
        moves.append(move.text)
        states.append(states[-1].play(move))
    return states, moves


def record_of(states: list[State], moves: list[str]) -> Record:
    """The record of a match that was played so, and given up by who is to move if it goes on."""
    game, last = states[0].game, states[-1]
    return Record(
        game=name_of(game),
        options=game.options,
        rules_hash=game.rules_hash,
        moves=tuple(Entry(m, s.turn + 1) for m, s in zip(moves, states, strict=False)),
        result=None if last.result is None else tuple(last.result),
        resigned=last.seat,
    )


def random_records(game: Game, count: int, most: int) -> Iterator[Record]:
    """Records of random games."""
    for seed in range(count):
        yield record_of(*random_states(game, seed, most))
