"""How boards are drawn: every cell once, cells of a lattice touching, none overlapping."""

from __future__ import annotations

from itertools import pairwise
from math import dist, isclose, sqrt
from types import SimpleNamespace
from typing import Any

import networkx as nx
import pytest
from support.diagnosing import bundled, bundled_games

from interpreter import load_game
from interpreter.board.values import Board
from interpreter.drawing.scene.tiles import SPOT_CORNERS, Tile, links, tiles


class Drawn:
    """What the drawing asks of a game: a board."""

    def __init__(self, points: dict[str, tuple[float, float]], edges: list[str]):
        graph: nx.Graph[str] = nx.Graph()
        for name, (x, y) in points.items():
            graph.add_node(name, x=x, y=y)
        graph.add_edges_from(edge.split() for edge in edges)
        self.board = Board(tuple(points), graph)
        self.model = SimpleNamespace(board=SimpleNamespace(further=()))


def area(tile: Tile) -> float:
    """Signed, positive counter-clockwise (the shoelace formula)."""
    pairs = pairwise([*tile.corners, tile.corners[0]])
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def shared(a: Tile, b: Tile) -> int:
    return sum(isclose(dist(p, q), 0, abs_tol=1e-6) for p in a.corners for q in b.corners)


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_board_is_drawn_once_and_without_overlap(name: str) -> None:
    game = bundled_games()[name]
    drawn = tiles(game)
    assert tuple(tile.cell for tile in drawn) == game.board.cells
    points = [(tile.x, tile.y) for tile in drawn]
    for i, tile in enumerate(drawn):
        assert area(tile) > 0
        for corner in tile.corners:
            here = dist(corner, points[i])
            assert all(here <= dist(corner, other) + 1e-6 for other in points)


@pytest.mark.parametrize(
    "name, corners, size",
    [("tic-tac-toe", 4, 1.0), ("royal-game-of-ur", 4, 1.0), ("hex-holes", 6, sqrt(3) / 2),
     ("cropa", 6, sqrt(3) / 2), ("y", 6, sqrt(3) / 2)],
)  # fmt: skip
def test_cells_of_a_lattice_have_its_shape_and_touch(name: str, corners: int, size: float) -> None:
    game = load_game(name)
    drawn = {tile.cell: tile for tile in tiles(game)}
    assert links(game) == ()
    for tile in drawn.values():
        assert len(tile.corners) == corners
        assert area(tile) == pytest.approx(size)
    for a, b in game.board.graph.edges:
        assert shared(drawn[a], drawn[b]) == 2, (a, b)


def test_points_on_lines_are_spots_joined_by_lines() -> None:
    game = load_game("nine-mens-morris")
    pairs = links(game)
    assert len(pairs) == len(set(map(frozenset, pairs))) == 32
    assert ("a1", "d1") in pairs and ("d2", "d3") in pairs
    assert {len(tile.corners) for tile in tiles(game)} == {SPOT_CORNERS}


def corners_of(drawn: Any) -> set[int]:
    return {len(tile.corners) for tile in tiles(drawn)}


def test_a_row_of_cells_is_one_of_squares() -> None:
    row = Drawn({"a": (0, 0), "b": (2, 0), "c": (4, 0)}, ["a b", "b c"])
    assert [area(tile) for tile in tiles(row)] == pytest.approx([4, 4, 4])


def test_a_lattice_of_squares_may_stand_on_a_corner() -> None:
    leaning = Drawn({"a": (0, 0), "b": (1, 1), "c": (2, 0), "d": (1, -1)}, ["a b", "b c", "c d"])
    assert [area(tile) for tile in tiles(leaning)] == pytest.approx([2] * 4)


def test_what_is_no_lattice_is_spots() -> None:
    diagonals = Drawn({"a": (0, 0), "b": (1, 0), "c": (1, 1)}, ["a b", "b c", "a c"])
    near = Drawn({"a": (0, 0), "b": (3, 0), "c": (1, 0)}, ["a b"])
    alone = Drawn({"a": (5, 5)}, [])
    same = Drawn({"a": (5, 5), "b": (5, 5)}, ["a b"])
    for drawn in (diagonals, near, alone, same):
        assert corners_of(drawn) == {SPOT_CORNERS}
        assert all(area(tile) > 0 for tile in tiles(drawn))
