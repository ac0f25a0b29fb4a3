"""The table of first moves, those that a symmetry of the game makes the same counted as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gdl.model.analysis import has_secrets
from interpreter.study.results.estimates import mean_share
from interpreter.study.results.results import Estimate, Opening, Openings
from interpreter.study.statistics.bounded import share_interval
from interpreter.study.store.contents import Facts
from interpreter.symmetry.boards import image_of
from interpreter.symmetry.images import Images, Symmetry, placed

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.plan.metrics import Games

SHOWN = 20  # first moves at most: the most frequent ones


def openings_of(
    game: Game, symmetries: Sequence[Symmetry], games: Games, facts: Facts
) -> Openings | None:
    """The first moves of the games that were looked at; None without games."""
    first = {n: move for n, fact in facts.items() if (move := first_choice(fact)) is not None}
    if not first:
        return None
    same = classes_of(game, symmetries)
    members: dict[str, list[int]] = {}
    for number, move in first.items():
        members.setdefault(same.get(move, move), []).append(number)
    alike: dict[str, list[str]] = {}
    for move, head in same.items():
        alike.setdefault(head, []).append(move)
    heads = sorted(members, key=lambda head: (-len(members[head]), head))
    shown = tuple(
        opening(head, alike.get(head, [head]), members[head], len(first), games)
        for head in heads[:SHOWN]
    )
    return Openings(shown, len(members), len(set(same.values())), len(first),
                    1 + len(symmetries), why_unfolded(game, symmetries))  # fmt: skip


def first_choice(fact: Mapping[str, Any]) -> str | None:
    """The first move of a seat in a game."""
    pairs = zip(fact["moves"], fact["legal"], strict=True)
    return next((move for move, legal in pairs if legal), None)


def opening(
    head: str, alike: Sequence[str], numbers: Sequence[int], total: int, games: Games
) -> Opening:
    """A first move: how often it is chosen, and what seat 1 gets after it."""
    count = len(numbers)
    share = share_interval(count, total)
    results = games.results[list(numbers), 0]
    return Opening(
        head, tuple(alike), count, Estimate(count / total, share.low, share.high, total),
        mean_share(results[~np.isnan(results)]),
    )  # fmt: skip


# ---- which are the same ------------------------------------------------------------------------


def classes_of(game: Game, symmetries: Sequence[Symmetry]) -> Mapping[str, str]:
    """For each first move the first one that a symmetry makes the same; itself where none does.

    Moves that lead to the same position, such as passes, are never folded.  Empty where chance
    begins.
    """
    start = game.start()
    if start.is_chance:
        return {}
    states = {move.text: start.play(move) for move in start.moves()}
    leading: dict[Any, list[str]] = {}
    for text, state in states.items():
        leading.setdefault(placed(state), []).append(text)
    every = [Images(game, symmetry) for symmetry in symmetries]
    heads: dict[str, str] = {}
    for text, state in states.items():
        if text in heads:
            continue
        heads[text] = text
        for images in every if len(leading[placed(state)]) == 1 else ():
            alike = leading.get(image_of(images, state), [])
            if len(alike) == 1:
                heads.setdefault(alike[0], text)
    return heads


def why_unfolded(game: Game, symmetries: Sequence[Symmetry]) -> str:
    """Why no moves are counted as one; empty where some may be."""
    if game.start().is_chance:
        return "chance acts before the first choice"
    if has_secrets(game.model):
        return "the game hides something"
    if not game.board.cells:
        return "there is no board to turn"
    return "" if symmetries else "no symmetry was found that the rules respect"
