"""The board as the engines see it, against facts counted by hand."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Iterable

import networkx as nx
import pytest

from gdl.vocabulary.lattice import lattice
from interpreter.board.following import reach
from interpreter.board.topology import Topology, from_lattice, from_lines

MORRIS_LINES = """
    a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7,
    a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7
"""
MORRIS = tuple(tuple(line.split()) for line in MORRIS_LINES.split(","))

WHITE_WAY = "d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1"
BLACK_WAY = "d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3"
UR_TRACKS = {"white": tuple(WHITE_WAY.split()), "black": tuple(BLACK_WAY.split())}

ONWARD = "a1 b1 c1 d1 e1 f1 f2 e2 d2 c2 b2 a2 a1"
OWARE_TRACKS = {"onward": tuple(ONWARD.split())}


def build(shape: str, *size: int, holes: str = "") -> Topology:
    return from_lattice(lattice(shape, size), frozenset(holes.split()))


def morris() -> Topology:
    return from_lines(MORRIS, {})


def ur() -> Topology:
    return from_lattice(
        lattice("rectangle", (8, 3)), frozenset({"e1", "f1", "e3", "f3"}), UR_TRACKS
    )


def oware() -> Topology:
    return from_lattice(lattice("rectangle", (6, 2)), tracks=OWARE_TRACKS)


def cells(board: Topology, names: str) -> frozenset[int]:
    return frozenset(board.index[name] for name in names.split())


def named(board: Topology, cells: Iterable[int] | None) -> str | None:
    """The names of the cells in the order of the board; of a ray, in the order of the ray."""
    if cells is None:
        return None
    ordered = cells if isinstance(cells, tuple) else sorted(cells)
    return " ".join(board.cells[cell] for cell in ordered)


def ways(board: Topology, names: str) -> tuple[int, ...]:
    return tuple(board.directions.index(name) for name in names.split())


def go(board: Topology, start: str, *moves: tuple[str, int]) -> str | None:
    numbered = tuple((board.directions.index(name), times) for name, times in moves)
    end = board.step(board.index[start], numbered)
    return None if end is None else board.cells[end]


def beside(board: Topology, cell: str, directions: str | None = None) -> str | None:
    numbers = None if directions is None else ways(board, directions)
    return named(board, board.neighbours(board.index[cell], numbers))


# Cells, the graph, directions


def test_cells_keep_the_order_of_the_lattice() -> None:
    board = build("square", 3, holes="a1 b2")
    assert board.cells == ("b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert board.index["a2"] == 2


def test_cells_of_a_custom_graph_run_by_row_from_the_bottom_then_from_the_left() -> None:
    board = morris()
    assert len(board.cells) == 24
    assert board.cells[:6] == ("a1", "d1", "g1", "b2", "d2", "f2")
    assert board.cells[9:15] == ("a4", "b4", "c4", "e4", "f4", "g4")
    assert board.graph.nodes["b4"] == {"x": 2.0, "y": 4.0}


def test_nodes_of_the_graph_carry_their_place() -> None:
    assert build("square", 2).graph.nodes["b1"] == {"x": 1.0, "y": 0.0}
    node = build("hexagon", 2).graph.nodes["b1"]
    assert (node["q"], node["r"]) == (0, 1)
    assert (node["x"], node["y"]) == (0.5, math.sqrt(3) / 2)


def test_the_graph_cannot_be_changed() -> None:
    with pytest.raises(nx.NetworkXError):
        build("square", 2).graph.add_node("z9")


def test_directions_and_their_opposites() -> None:
    board = build("square", 3)
    assert [board.directions[d] for d in board.opposite] == [
        "south", "southwest", "west", "northwest", "north", "northeast", "east", "southeast",
    ]  # fmt: skip
    assert board.orthogonal == ways(board, "north east south west")
    assert board.diagonal == ways(board, "northeast southeast southwest northwest")
    assert board.all_directions == tuple(range(8))
    hexes = build("hexagon", 2)
    assert hexes.orthogonal == hexes.all_directions == tuple(range(6))
    assert hexes.diagonal == ()
    assert hexes.directions[hexes.opposite[0]] == "southwest"


def test_tracks_come_after_the_directions_of_the_lattice() -> None:
    board = ur()
    assert board.directions[8:] == ("white", "-white", "black", "-black")
    assert board.opposite[8:] == (9, 8, 11, 10)
    assert board.all_directions == tuple(range(8))
    custom = from_lines(MORRIS, {}, {"round": ("a1", "d1", "g1", "a1")})
    assert custom.directions == ("round", "-round")
    assert custom.all_directions == custom.orthogonal == custom.diagonal == ()


# Steps


def test_steps_on_squares() -> None:
    board = build("square", 8)
    assert go(board, "e4", ("north", 1)) == "e5"
    assert go(board, "e4", ("southwest", 3)) == "b1"
    assert go(board, "e4", ("west", 5)) is None
    assert go(board, "e4", ("west", -3)) == "h4"
    assert go(board, "e4") == "e4"


def test_only_the_end_of_a_sum_must_be_on_a_lattice() -> None:
    board = build("square", 3, holes="b2")
    assert go(board, "a1", ("northeast", 1)) is None
    assert go(board, "a1", ("northeast", 2)) == "c3"
    assert go(board, "c1", ("east", 1), ("northwest", 1)) == "c2"
    assert go(board, "a1", ("west", 5), ("east", 6)) == "b1"


def test_steps_on_hexes() -> None:
    board = build("hexagon", 3)
    assert go(board, "a1", ("northeast", 1)) == "b2"
    assert go(board, "a1", ("northwest", 1)) == "b1"
    assert go(board, "c3", ("northeast", 2)) == "e3"
    assert go(board, "c3", ("northwest", 2)) == "e1"
    assert go(board, "c5", ("northeast", 1)) is None
    rhombus = build("rhombus", 3)
    assert go(rhombus, "b2", ("northeast", 1)) == "b3"
    assert go(rhombus, "b2", ("northwest", 1)) == "a3"
    assert go(rhombus, "b2", ("southeast", 1)) == "c1"


def test_a_track_is_walked_along_its_path() -> None:
    board = ur()
    assert go(board, "d1", ("white", 1)) == "c1"
    assert go(board, "d1", ("white", 4)) == "a2"
    assert go(board, "g1", ("white", 1)) is None
    assert go(board, "h2", ("white", 3)) is None
    assert go(board, "a2", ("white", -1)) == "a1"
    assert go(board, "a2", ("black", -1)) == "a3"
    assert go(board, "a2", ("-black", 1)) == "a3"
    assert go(board, "d1", ("white", -1)) is None
    assert go(board, "d3", ("white", 1)) is None
    assert go(board, "a2", ("north", 1), ("black", 1)) == "a2"


def test_a_track_that_ends_where_it_began_is_a_circuit() -> None:
    board = oware()
    assert go(board, "f1", ("onward", 1)) == "f2"
    assert go(board, "a2", ("onward", 1)) == "a1"
    assert go(board, "c1", ("onward", 12)) == "c1"
    assert go(board, "c1", ("onward", 10**12 * 12 + 1)) == "d1"
    assert go(board, "a1", ("-onward", 1)) == "a2"
    assert go(board, "a1", ("onward", -2)) == "b2"


def test_no_step_along_a_track_leads_nowhere_else() -> None:
    assert go(ur(), "d3", ("white", 0)) == "d3"


def test_rays() -> None:
    board = build("square", 5, holes="e3")
    c3, east, north = board.index["c3"], *ways(board, "east north")
    assert named(board, board.ray(c3, north)) == "c4 c5"
    assert named(board, board.ray(c3, east)) == "d3"
    assert named(board, board.ray(board.index["b2"], *ways(board, "southwest"))) == "a1"
    assert board.ray(board.index["a1"], *ways(board, "west")) == ()


def test_rays_along_tracks() -> None:
    board = oware()
    way = board.ray(board.index["d1"], *ways(board, "-onward"))
    assert named(board, way) == "c1 b1 a1 a2 b2 c2 d2 e2 f2 f1 e1"
    assert named(ur(), ur().ray(ur().index["g2"], *ways(ur(), "white"))) == "h2 h1 g1"


# Tracks that cross themselves, and further points


def crossing() -> Topology:
    loop = "bank a2 b2 c2 c3 b3 b2 b1 a1".split()
    return from_lattice(
        lattice("square", (3,)), tracks={"loop": tuple(loop)}, further={"bank": (5.0, 2.0)}
    )


def test_every_pass_has_a_ray_of_its_own() -> None:
    board = crossing()
    (loop,) = ways(board, "loop")
    rays = board.rays(board.index["b2"], loop)
    assert [named(board, ray) for ray in rays] == ["c2 c3 b3 b1 a1", "b1 a1"]
    assert named(board, board.ray(board.index["a2"], loop)) == "b2 c2 c3 b3 b2 b1 a1"
    assert board.most_ways(loop) == 2 and oware().most_ways(*ways(oware(), "onward")) == 1


def test_a_circuit_that_crosses_itself_leaves_out_the_cell_itself() -> None:
    path = tuple("a1 b1 b2 a2 a1 b2 a1".split())
    board = from_lattice(lattice("square", (2,)), tracks={"ring": path})
    (ring,) = ways(board, "ring")
    rays = board.rays(board.index["a1"], ring)
    assert [named(board, ray) for ray in rays] == ["b1 b2 a2 b2", "b2 b1 b2 a2"]


def test_steps_exist_where_all_passes_agree() -> None:
    board = crossing()
    assert go(board, "b2", ("loop", 1)) is None
    assert go(board, "b2", ("loop", -1)) is None
    assert go(board, "a2", ("loop", 2)) == "c2"
    assert go(board, "a2", ("loop", 5)) == "b2"
    assert go(board, "b2", ("loop", 0)) == "b2"
    around = from_lattice(lattice("square", (2,)), tracks={"way": ("a1", "b1", "a1", "b1", "a1")})
    assert go(around, "a1", ("way", 3)) == "b1"


def test_neighbours_links_and_lines_follow_every_pass() -> None:
    board = crossing()
    assert beside(board, "b2", "loop") == "b1 c2"
    assert beside(board, "b2", "-loop") == "a2 b3"
    links = [named(board, pair) for pair in board.links(ways(board, "loop"))]
    assert "b2 b3" in links and "b1 b2" in links and "a2 bank" in links and len(links) == 8
    lines = [named(board, line) for line in board.lines(3, ways(board, "loop"))]
    assert "b2 c2 c3" in lines and "a1 b1 b2" in lines and len(lines) == 7


def test_further_points_are_the_last_cells_and_lie_nowhere() -> None:
    board = crossing()
    bank, b2 = board.index["bank"], board.index["b2"]
    assert board.cells[-1] == "bank" and bank == 9
    assert (board.row_of(bank), board.column_of(bank)) == (None, None)
    assert all(bank not in board.row(n) | board.column(n) for n in range(1, 6))
    assert not board.neighbours(bank) and go(board, "bank", ("north", 1)) is None
    assert go(board, "bank", ("loop", 1), ("east", 1)) == "b2"
    assert board.towards(bank, b2) is None and board.between(b2, bank) is None
    assert board.distance(bank, b2) is None and not board.leaps(bank, 1, 2)
    assert named(board, board.centre) == "b2" and len(board.blocks(3, 3)) == 1
    node = board.graph.nodes["bank"]
    assert (node["x"], node["y"]) == (4.0, 1.0)


# Neighbours


def test_neighbours_on_squares() -> None:
    board = build("square", 8)
    assert beside(board, "a1") == "b1 a2"
    assert beside(board, "d4") == "d3 c4 e4 d5"
    assert beside(board, "a1", "north northeast") == "a2 b2"
    assert len(board.neighbours(board.index["d4"], board.all_directions)) == 8
    assert beside(board, "a1", "") == ""


def test_neighbours_of_the_corners_of_a_hex_board() -> None:
    board = build("rhombus", 11)
    assert beside(board, "a1") == "b1 a2"
    assert beside(board, "k11") == "k10 j11"
    assert beside(board, "a11") == "a10 b10 b11"
    assert beside(board, "k1") == "j1 j2 k2"
    assert beside(board, "b2") == "b1 c1 a2 c2 a3 b3"


def test_neighbours_on_the_other_hex_boards() -> None:
    assert beside(build("hexagon", 3), "a1") == "a2 b1 b2"
    assert beside(build("hexagon", 3), "c3") == "b2 b3 c2 c4 d2 d3"
    assert beside(build("triangle", 3), "a1") == "a2 b1"
    assert beside(build("triangle", 3), "b1") == "a1 a2 b2 c1"


def test_neighbours_on_a_custom_graph() -> None:
    board = morris()
    assert beside(board, "a1") == "d1 a4"
    assert beside(board, "d2") == "d1 b2 f2 d3"
    assert beside(board, "c4") == "c3 b4 c5"


def test_a_hole_is_nobodys_neighbour() -> None:
    assert beside(build("square", 3, holes="b2"), "b1") == "a1 c1"


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (build("square", 8), 112),  # 2 * 8 * 7
        (build("square", 4), 24),
        (build("hexagon", 2), 12),  # 6 spokes and the ring
        (build("hexagon", 5), 156),  # 9n² - 15n + 6
        (build("triangle", 3), 9),
        (build("rhombus", 3), 16),  # 2 * 3 * 2 along the axes, 2 * 2 across
        (morris(), 32),  # 16 lines of two each
    ],
)
def test_number_of_links(board: Topology, count: int) -> None:
    assert len(board.links()) == board.graph.number_of_edges() == count


def test_links_in_directions() -> None:
    board = build("square", 4)
    assert len(board.links(board.all_directions)) == 42  # 24 and 2 * 3 * 3 diagonal ones
    assert len(board.links(ways(board, "east"))) == 12
    assert len(board.links(ways(board, "east west"))) == 12
    small = build("square", 2)
    assert [named(small, link) for link in small.links()] == ["a1 b1", "a1 a2", "b1 b2", "a2 b2"]


# Rows, columns, sides


def test_rows_and_columns() -> None:
    board = build("square", 3, holes="b2")
    assert named(board, board.row(2)) == "a2 c2"
    assert named(board, board.column(2)) == "b1 b3"
    assert board.row(0) == board.row(4) == frozenset()
    c1 = board.index["c1"]
    assert (board.row_of(c1), board.column_of(c1)) == (1, 3)
    rhombus = build("rhombus", 3)
    assert named(rhombus, rhombus.column(2)) == "b1 b2 b3"
    hexagon = build("hexagon", 2)
    assert named(hexagon, hexagon.row(2)) == "b1 b2 b3"
    assert named(hexagon, hexagon.column(1)) == "a1 b1 c1"


def test_rows_and_columns_of_custom_graphs() -> None:
    board = morris()
    assert named(board, board.row(4)) == "a4 b4 c4 e4 f4 g4"
    assert named(board, board.column(4)) == "d1 d2 d3 d5 d6 d7"
    loose = from_lines((("top", "low"),), {"top": (1.5, 2.5), "low": (0.5, 0.5)})
    assert loose.cells == ("low", "top")
    assert [loose.row_of(c) for c in (0, 1)] == [1, 2]
    assert [loose.column_of(c) for c in (0, 1)] == [1, 2]


def test_sides_and_corners_without_the_holes() -> None:
    board = build("square", 3, holes="a1 b3")
    assert [named(board, side) for side in board.sides] == ["b1 c1", "c1 c2 c3", "a3 c3", "a2 a3"]
    assert named(board, board.corners) == "c1 a3 c3"
    assert len(build("hexagon", 5).sides) == len(build("hexagon", 5).corners) == 6
    assert all(len(side) == 5 for side in build("hexagon", 5).sides)
    assert len(build("triangle", 4).sides) == len(build("triangle", 4).corners) == 3
    assert morris().sides == ()
    assert morris().corners == frozenset()


# Patterns


@pytest.mark.parametrize(
    ("board", "k", "count"),
    [
        (build("square", 3), 3, 8),
        (build("square", 4), 4, 10),
        (build("rectangle", 7, 6), 4, 69),  # connect four
        (build("square", 15), 5, 572),  # gomoku: 2 * 15 * 11 + 2 * 11 * 11
        (build("hexagon", 2), 3, 3),
        (build("hexagon", 3), 5, 3),
        (build("hexagon", 3), 3, 27),  # in each of 3 directions 1 + 2 + 3 + 2 + 1
        (build("triangle", 3), 3, 3),
        (build("square", 4), 1, 16),
        (build("square", 4), 5, 0),
        (build("square", 4), 0, 0),
        (build("square", 3, holes="b2"), 3, 4),
        (morris(), 3, 16),
        (morris(), 2, 32),
        (morris(), 4, 0),
    ],
)
def test_number_of_lines(board: Topology, k: int, count: int) -> None:
    lines = board.lines(k)
    assert len(lines) == len(set(lines)) == count
    assert all(len(line) == k for line in lines)


def test_lines_are_ordered_by_their_cells() -> None:
    board = build("square", 2)
    assert [named(board, line) for line in board.lines(2)] == [
        "a1 b1", "a1 a2", "a1 b2", "b1 a2", "b1 b2", "a2 b2",
    ]  # fmt: skip
    assert named(morris(), morris().lines(3)[0]) == "a1 d1 g1"


def test_lines_in_directions() -> None:
    board = build("square", 4)
    assert len(board.lines(4, board.orthogonal)) == 8
    assert len(board.lines(3, board.diagonal)) == 8
    assert len(board.lines(4, ways(board, "south"))) == 4
    assert len(oware().lines(3, ways(oware(), "onward"))) == 12


def test_blocks() -> None:
    board = build("square", 4)
    assert len(board.blocks(2, 2)) == 9
    assert len(set(board.lines(4)) | set(board.blocks(2, 2))) == 19  # the fours of Quardo
    assert named(board, board.blocks(2, 2)[0]) == "a1 b1 a2 b2"
    assert len(board.blocks(3, 1)) == 8
    assert len(build("rectangle", 5, 3).blocks(3, 2)) == 6
    assert len(build("square", 3, holes="a1").blocks(2, 2)) == 3
    assert board.blocks(5, 1) == board.blocks(0, 2) == board.blocks(10**9, 10**9) == ()


def test_leaps() -> None:
    board = build("square", 8)
    assert named(board, board.leaps(board.index["a1"], 1, 2)) == "c2 b3"
    assert named(board, board.leaps(board.index["d4"], 2, 1)) == "c2 e2 b3 f3 b5 f5 c6 e6"
    assert named(board, board.leaps(board.index["a1"], 2, 2)) == "c3"
    assert board.leaps(board.index["a1"], 0, 0) == frozenset()
    assert sum(len(board.leaps(c, 1, 2)) for c in range(64)) == 336


def test_squares_only() -> None:
    for board in (build("hexagon", 3), morris()):
        with pytest.raises(ValueError, match="leaps are for boards of squares"):
            board.leaps(0, 1, 2)
        with pytest.raises(ValueError, match="blocks are for boards of squares"):
            board.blocks(2, 2)


# Straight lines and distances


@pytest.mark.parametrize(
    ("a", "b", "direction", "between"),
    [
        ("a1", "a2", "north", ""),
        ("a1", "d4", "northeast", "b2 c3"),
        ("e1", "b4", "northwest", "d2 c3"),
        ("h8", "h5", "south", "h6 h7"),
        ("a1", "b3", None, None),
        ("a1", "a1", None, None),
        ("c2", "f2", "east", "e2"),  # d2 is a hole
    ],
)
def test_straight_lines(a: str, b: str, direction: str | None, between: str | None) -> None:
    board = build("square", 8, holes="d2") if a == "c2" else build("square", 8)
    towards = board.towards(board.index[a], board.index[b])
    assert (None if towards is None else board.directions[towards]) == direction
    line = board.between(board.index[a], board.index[b])
    wanted = None if between is None else cells(board, between)
    assert line == wanted


def test_straight_lines_on_hexes() -> None:
    board = build("hexagon", 3)
    a1, c5, e1, e3, b3 = (board.index[name] for name in ("a1", "c5", "e1", "e3", "b3"))
    assert board.towards(a1, c5) is None
    assert board.between(a1, e3) == cells(board, "b2 c3 d3")
    assert board.towards(a1, e3) == board.directions.index("northeast")
    assert board.towards(e1, b3) == board.directions.index("southeast")
    assert board.between(e1, b3) == cells(board, "d2 c3")


def test_straight_lines_of_a_custom_graph() -> None:
    board = morris()
    a1, d1, g1, d3, d5, b2 = (board.index[n] for n in ("a1", "d1", "g1", "d3", "d5", "b2"))
    assert board.between(g1, a1) == frozenset({d1})
    assert board.between(a1, d1) == frozenset()
    assert board.between(d3, d5) is None
    assert board.between(a1, b2) is None
    assert board.between(a1, a1) is None
    assert board.towards(a1, g1) is None


def test_distances() -> None:
    board = build("square", 8)
    assert board.distance(board.index["a1"], board.index["h8"]) == 14
    assert board.distance(board.index["a1"], board.index["a1"]) == 0
    hexagon = build("hexagon", 5)
    assert hexagon.distance(hexagon.index["a1"], hexagon.index["i5"]) == 8
    assert hexagon.distance(hexagon.index["a1"], hexagon.index["e9"]) == 8
    island = build("square", 3, holes="a2 b1")
    assert island.distance(island.index["a1"], island.index["c3"]) is None
    assert morris().distance(morris().index["a1"], morris().index["c3"]) == 4


# Connection


def test_components() -> None:
    board = build("square", 4)
    stones = cells(board, "d4 a1 b2 b3 d3 a4")
    assert [named(board, part) for part in board.components(stones)] == [
        "a1", "b2 b3", "d3 d4", "a4",
    ]  # fmt: skip
    parts = board.components(stones, board.all_directions)
    assert [named(board, part) for part in parts] == ["a1 b2 b3 a4", "d3 d4"]
    assert board.components(frozenset()) == ()


def test_one_direction_connects_both_ways() -> None:
    board = build("square", 3)
    stones = cells(board, "a1 b1 c1 a2")
    for way in ("east", "west"):
        parts = board.components(stones, ways(board, way))
        assert [named(board, part) for part in parts] == ["a1 b1 c1", "a2"]


@pytest.mark.parametrize("board", [build("hexagon", 5), build("square", 9, holes="e5"), morris()])
def test_components_are_those_of_networkx(board: Topology) -> None:
    chance = random.Random(7)
    for _ in range(50):
        stones = frozenset(chance.sample(range(len(board.cells)), len(board.cells) // 2))
        graph = board.graph.subgraph([board.cells[c] for c in stones])
        wanted = {frozenset(board.index[n] for n in p) for p in nx.connected_components(graph)}
        parts = board.components(stones)
        assert len(parts) == len(wanted)
        assert set(parts) == wanted
        assert [min(part) for part in parts] == sorted(min(part) for part in parts)


def test_only_the_latest_components_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.board.topology.KEPT_PARTS", 2)
    board = build("square", 3)
    first = board.components(frozenset({0, 1, 8}))
    assert board.components(frozenset({0, 1, 8})) is first
    assert board.components(frozenset({0, 8})) == (frozenset({0}), frozenset({8}))
    assert board.components(frozenset({0, 1, 8}), board.diagonal) != first
    assert board.components(frozenset({0, 1, 8})) == first
    assert board.components(frozenset({0, 1, 8})) is not first


def test_reach_includes_the_start_only_if_it_is_stepped_onto_again() -> None:
    board = build("square", 3)
    free = cells(board, "a1 b1 c1 c3")
    a1 = board.index["a1"]
    assert named(board, reach(lambda c: board.neighbours(c) & free, a1)) == "a1 b1 c1"
    east = ways(board, "east")
    assert named(board, reach(lambda c: board.neighbours(c, east), a1)) == "b1 c1"
    assert reach(lambda c: board.neighbours(c) & free, board.index["c3"]) == frozenset()


# Errors and values


def test_what_cannot_be_a_board() -> None:
    small = lattice("square", (2,))
    with pytest.raises(ValueError, match="no cell c1 to cut out"):
        from_lattice(small, frozenset({"c1"}))
    with pytest.raises(ValueError, match="the board has no cells"):
        from_lattice(small, frozenset(small.names))
    with pytest.raises(ValueError, match="the board has no cells"):
        from_lines((), {})
    with pytest.raises(ValueError, match="the point centre has no place"):
        from_lines((("a1", "centre"),), {})
    with pytest.raises(ValueError, match="a line passes a1 twice"):
        from_lines((("a1", "b1", "a1"),), {})


@pytest.mark.parametrize(
    ("name", "path", "words"),
    [
        ("way", ("a1", "z9"), "no cell z9 for the track way"),
        ("way", (), "the track way has no cells"),
        ("way", ("a1", "b1", "b1", "a1"), "the track way stays where it is"),
        ("north", ("a1", "b1"), "north is a direction of the board"),
    ],
)
def test_what_cannot_be_a_track(name: str, path: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        from_lattice(lattice("square", (2,)), tracks={name: path})


def test_points_on_no_line_are_cells() -> None:
    board = from_lines((("a1", "b1"),), {"centre": (1.0, 2.0)})
    assert board.cells == ("a1", "b1", "centre")
    assert beside(board, "centre") == ""


@pytest.mark.parametrize("board", [build("hexagon", 4), morris(), ur()])
def test_a_board_can_be_pickled(board: Topology) -> None:
    board.distance(0, 1)
    again = pickle.loads(pickle.dumps(board))
    assert again.cells == board.cells
    assert again.links() == board.links()
    assert again.components(frozenset({0, 1, 5})) == board.components(frozenset({0, 1, 5}))
    assert nx.utils.graphs_equal(again.graph, board.graph)
