"""Symmetries of a board that the rules of a game respect, found in its drawing and tried in play.

A symmetry maps every cell to a cell.  Candidates are the rotations and reflections that carry the
drawn cells, and which of them are neighbours, onto themselves.  The rules respect one if a game and
its image can be played side by side: the same number of moves at every turn, every move with an
image that leads to the image of the position, of its pieces and of the variables that tell of cells
or directions, and the same result.  A rule that breaks a symmetry so seldom that no game of the
trial shows it is not found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from gdl.model.analysis import has_secrets
from interpreter.symmetry.images import Images, NoImage, Symmetry, placed

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move

SEED = 1872
TRIALS = 6  # games that are played with their image
MOST_MOVES = {"native": 600, "reference": 100}  # of these games together
CLOSE = 1e-3  # part of the size of a drawing by which points may be apart that are the same


# ---- of the board ------------------------------------------------------------------------------


def board_symmetries(game: Game) -> list[Symmetry]:
    """The rotations and reflections of the board as it is drawn, without the identity."""
    graph, cells = game.board.graph, game.board.cells
    if not cells:
        return []
    points = [complex(graph.nodes[cell]["x"], graph.nodes[cell]["y"]) for cell in cells]
    centre = sum(points) / len(points)
    points = [point - centre for point in points]
    size = max(map(abs, points))
    if not size:
        return []
    far = max(range(len(points)), key=lambda cell: abs(points[cell]))
    images = [p for p in points if abs(abs(p) - size) < CLOSE * size]
    found: dict[Symmetry, None] = {}
    for image, is_reflection in product(images, (False, True)):
        turned = [p.conjugate() for p in points] if is_reflection else points
        cells_of = carried([p * image / turned[far] for p in turned], points, CLOSE * size)
        if cells_of is not None and keeps_neighbours(game, cells_of):
            found[cells_of] = None
    found.pop(tuple(range(len(points))), None)
    return list(found)


def carried(moved: list[complex], points: list[complex], close: float) -> Symmetry | None:
    """The cells on which the moved points lie; None where one lies on none, or two on the same."""
    grid: dict[tuple[int, int], list[int]] = {}
    for cell, point in enumerate(points):
        grid.setdefault(square(point, close), []).append(cell)
    image = []
    for point in moved:
        x, y = square(point, close)
        near = [
            cell for dx, dy in product((-1, 0, 1), repeat=2)
            for cell in grid.get((x + dx, y + dy), ()) if abs(points[cell] - point) < close
        ]  # fmt: skip
        if len(near) != 1:
            return None
        image.append(near[0])
    return tuple(image) if len(set(image)) == len(image) else None


def square(point: complex, width: float) -> tuple[int, int]:
    """The square of a grid that a point lies in."""
    return round(point.real / width), round(point.imag / width)


def keeps_neighbours(game: Game, symmetry: Symmetry) -> bool:
    """Whether neighbours have neighbours as images."""
    graph, cells = game.board.graph, game.board.cells
    number = {name: i for i, name in enumerate(cells)}
    return all(
        graph.has_edge(cells[symmetry[number[a]]], cells[symmetry[number[b]]])
        for a, b in graph.edges
    )


# ---- of the rules ------------------------------------------------------------------------------


def rule_symmetries(game: Game) -> list[Symmetry]:
    """The symmetries of the board that the rules respect, as far as a trial shows.

    What follows from others is not tried again.  None where something is hidden or where chance
    acts before the first choice.
    """
    start = game.start()
    if start.is_chance or has_secrets(game.model):
        return []
    group = [tuple(range(len(game.board.cells)))]
    for symmetry in board_symmetries(game):
        if symmetry not in group and is_respected(game, symmetry):
            group = closure([*group, symmetry])
    return group[1:]


def closure(group: list[Symmetry]) -> list[Symmetry]:
    """All that symmetries give, one after another; the first is the identity."""
    known = dict.fromkeys(group)
    waiting = list(group)
    while waiting:
        one = waiting.pop()
        for other in list(known):
            for made in (combined(one, other), combined(other, one)):
                if made not in known:
                    known[made] = None
                    waiting.append(made)
    return list(known)


def combined(first: Symmetry, second: Symmetry) -> Symmetry:
    """One symmetry after another."""
    return tuple(second[cell] for cell in first)


def is_respected(game: Game, symmetry: Symmetry) -> bool:
    """Whether some random games and their images can be played side by side."""
    images = Images(game, symmetry)
    rng, left = random.Random(SEED), MOST_MOVES[game.engine().name]
    for _ in range(TRIALS):
        state = image = game.start()
        if image_of(images, state) != placed(image):
            return False
        while not state.is_over and left:
            left -= 1
            move = state.random_choice(rng)
            after = state.play(move)
            follows = answer(images, state, image, move, after)
            if follows is None:
                return False
            state, image = after, follows
        if state.is_over != image.is_over or state.result != image.result:
            return False
    return True


def answer(images: Images, state: State, image: State, move: Move, after: State) -> State | None:
    """The state to which the image of a move leads; None where it has none."""
    if state.seat != image.seat or state.move_count != image.move_count:
        return None
    wanted = image_of(images, after)
    for candidate in candidates(images, image, move):
        follows = image.play(candidate)
        if follows.seat == after.seat and placed(follows) == wanted:
            return follows
    return None


def candidates(images: Images, image: State, move: Move) -> Iterator[Move]:
    """The moves that may be the image of a move: first what its arguments tell, then the others of
    its action.
    """
    legal = image.moves() or [m for m, _ in image.chance]
    try:
        told = images.key(move.key)
    except NoImage:
        told = None
    yield from (m for m in legal if m.key == told)
    yield from (m for m in legal if m.key != told and m.action == move.action)


def image_of(images: Images, state: State) -> Any:
    """The image of what a position has at places; None where it has none."""
    try:
        return images.placed(state)
    except NoImage:
        return None
