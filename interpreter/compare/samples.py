"""Games of a study to step through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from interpreter.compare.contents import Damaged
from interpreter.compare.metrics import Games
from interpreter.compare.results import Look, SampleGame, Step
from interpreter.compare.study import Pairing, Study
from interpreter.terminal.symbols import Symbols

if TYPE_CHECKING:
    from interpreter.state import State
    from interpreter.values import Piece

Facts = Mapping[int, Mapping[str, Any]]


def samples_of(
    study: Study, variant: int, pairing: Pairing, games: Games, facts: Facts
) -> Iterator[SampleGame]:
    """A game of median length, the shortest one, and the one with the most drama."""
    chosen: dict[int, str] = {}
    for number, why in telling(facts):
        chosen.setdefault(number, why)
    seats = study.variants[variant].game.seats
    symbols = Symbols(study.variants[variant].game)
    for number, why in chosen.items():
        fact = facts[number]
        start = study.variants[variant].game.start()
        shares = games.results[number]
        result = None if shares[0] != shares[0] else tuple(float(s) for s in shares)
        yield SampleGame(
            variant, number, pairing.seated(number, seats), result, why, pieces(start, symbols),
            tuple(steps(start, fact, symbols)),
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


def steps(state: State, fact: Mapping[str, Any], symbols: Symbols) -> Iterator[Step]:
    """The moves of a game, each with the board after it."""
    for text, expected in zip(fact["moves"], fact["expected"], strict=True):
        who, turn = state.colour or "chance", state.turn + 1
        state = played(state, text)
        yield Step(who, text, turn, pieces(state, symbols), expected)


def played(state: State, text: str) -> State:
    """The state after a move of a seat, or after what chance did.

    Raises Damaged where there is no such move.
    """
    known = [m for m, _ in state.chance] if state.is_chance else state.moves()
    move = next((move for move in known if move.text == text), None)
    if move is None:
        raise Damaged(f"`{text}` is no move of its game")
    return state.play(move)


def pieces(state: State, symbols: Symbols) -> dict[str, Look]:
    """What is on the board, by cell."""
    return {cell: look(piece, symbols) for cell, piece in state.pieces().items()}


def look(piece: Piece, symbols: Symbols) -> Look:
    """A piece as it is shown; its colour is seen without a character."""
    words = [piece.kind, *(f"{name} {value}" for name, value in piece.attributes.items())]
    text, _ = symbols.of(piece)
    colour = symbols.colours[piece.colour] if piece.colour else ""
    return ", ".join(words), piece.colour, text.removeprefix(colour).strip()
