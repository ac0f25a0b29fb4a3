"""A player that answers every move with its image: how often that is legal, and how it fares.

Where copying the other side wins, a game needs no thought.  The image is that of a symmetry of the
board that undoes itself, such as a half turn; seat 2 copies, and plays at random where it cannot.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.model.analysis import has_secrets
from interpreter.symmetry.boards import board_symmetries
from interpreter.symmetry.images import Images, NoImage, Symmetry

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move

SEED = 1961
CHOOSING, GAMES = 10, 100  # games by which the best symmetry is found, and with that one
MOST_MOVES = {"native": 10_000, "reference": 800}  # of the games with the best one


@dataclass(frozen=True)
class Mirrored:
    """What a mirroring seat 2 did against random play, game by game.

    `legal` is the part of its moves that it could copy, None for a game in which it had none to
    copy; `results` are its own, None for a game that was not finished.
    """

    symmetry: Symmetry
    legal: tuple[float | None, ...]
    results: tuple[float | None, ...]


def mirrored(game: Game, most_moves: int) -> Mirrored | None:
    """What the symmetry does whose copies are legal most often, in games that did not choose it.

    None for games that are not for two or that hide something, and boards without such a symmetry.
    """
    if game.seats != 2 or has_secrets(game.model):
        return None
    undoing = [s for s in board_symmetries(game) if all(s[s[cell]] == cell for cell in s)]
    if not undoing:
        return None
    budget = MOST_MOVES[game.engine().name]
    few = budget // (4 * len(undoing))
    best = max(undoing, key=lambda s: legality(played(game, s, f"{SEED}", CHOOSING, few,
                                                      most_moves)))  # fmt: skip
    return played(game, best, f"{SEED} again", GAMES, budget, most_moves)


def legality(games: Mirrored) -> float:
    """The mean part of moves that could be copied."""
    known = [part for part in games.legal if part is not None]
    return sum(known) / len(known) if known else 0.0


def played(
    game: Game, symmetry: Symmetry, seed: str, count: int, budget: int, most_moves: int
) -> Mirrored:
    """So many games, or fewer where they have more moves than the budget."""
    rng, images = random.Random(seed), Images(game, symmetry)
    legal: list[float | None] = []
    results: list[float | None] = []
    while len(results) < count and budget > 0:
        copied, state, moves = one_game(game, images, rng, most_moves)
        legal.append(sum(copied) / len(copied) if copied else None)
        results.append(None if state.wins is None else state.wins[1])
        budget -= moves
    return Mirrored(symmetry, tuple(legal), tuple(results))


def one_game(
    game: Game, images: Images, rng: random.Random, most: int
) -> tuple[list[bool], State, int]:
    """For each move of seat 2 with something to copy whether it could; the end, and the moves."""
    state, moves = game.start(), 0
    copied: list[bool] = []
    waiting: list[Move] = []
    while not state.is_over and moves < most:
        move = None
        if state.seat == 1 and waiting:
            move = image_of(state, waiting.pop(0), images)
            copied.append(move is not None)
        move = move or state.random_choice(rng)
        if state.seat == 0:
            waiting.append(move)
        after = state.play(move)
        if state.seat == 1 and after.seat != 1:
            waiting.clear()  # what could not be copied within the turn
        state, moves = after, moves + 1
    return copied, state, moves


def image_of(state: State, move: Move, images: Images) -> Move | None:
    """The legal move that is the image of a move; None where there is none."""
    try:
        wanted = images.key(move.key)
    except NoImage:
        return None
    return next((legal for legal in state.moves() if legal.key == wanted), None)
