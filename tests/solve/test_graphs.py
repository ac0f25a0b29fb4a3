"""Retrograde analysis and induction on random graphs, against brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from gdl.model.results import Results
from interpreter import load_game
from interpreter.solve.alone import FAR, worths
from interpreter.solve.graph import NATURE, OVER, Graph
from interpreter.solve.induction import bounded, induced, order
from interpreter.solve.levels import forced
from interpreter.solve.retrograde import NOBODY, has_drawn_end, walked_back, winners
from interpreter.solve.solution import Limits, Watch

RESULTS = ((2, 0), (0, 2), (1, 1))
WATCH = Watch(Limits())
SHARES = Results(0.0, 1.0, 2, are_points=False, is_zero_sum=True)


def random_graph(seed: int, nodes: int, chance: float = 0, forward: bool = False) -> Graph:
    """Positions with up to three moves each, some of which are the same, and some ends."""
    luck, graph = random.Random(seed), Graph(2, SHARES)
    for number in range(nodes):
        is_over = luck.random() < 0.2 or (forward and number == nodes - 1)
        acting = OVER if is_over else NATURE if luck.random() < chance else luck.randrange(2)
        graph.actors.append(acting)
        graph.results.extend(luck.choice(RESULTS) if is_over else (0, 0))
        for _ in range(0 if is_over else luck.randint(1, 3)):
            graph.targets.append(luck.randrange(number + 1 if forward else 0, nodes))
            graph.weights.append(luck.randint(1, 4))
        graph.first.append(len(graph.targets))
    return graph


def brute_force(graph: Graph) -> tuple[list[int], list[int]]:
    """Who can force a win, and within how many moves: sets of winning positions grow by rounds."""
    won = [NOBODY] * len(graph)
    lengths = [0] * len(graph)
    for number, acting in enumerate(graph.actors):
        if acting == OVER and graph.result(number) != (1, 1):
            won[number] = int(graph.result(number) == (0, 2))
    for moves in range(1, len(graph) + 1):
        before = list(won)
        for number, acting in enumerate(graph.actors):
            if acting == OVER or before[number] != NOBODY:
                continue
            after = {before[later] for later in graph.after(number)}
            if acting in after or after == {1 - acting}:
                won[number] = acting if acting in after else 1 - acting
                lengths[number] = moves
    return won, lengths


@pytest.mark.parametrize("seed", range(60))
def test_retrograde_analysis_on_random_graphs(seed: int) -> None:
    graph = random_graph(seed, 5 + seed)
    won, lengths = walked_back(graph, WATCH)
    assert (list(won), list(lengths)) == brute_force(graph)


@pytest.mark.usefixtures("native")
def test_retrograde_analysis_in_c() -> None:
    engine = load_game("tic-tac-toe").engine("native")
    for seed in range(60):
        graph = random_graph(seed, 5 + 10 * seed)
        assert winners(graph, engine, WATCH) == walked_back(graph, WATCH)


@pytest.mark.parametrize("seed", range(40))
def test_induction_on_random_graphs_without_loops(seed: int) -> None:
    graph = random_graph(seed, 40, chance=0.3, forward=True)
    positions = order(graph)
    assert positions is not None and sorted(positions) == list(range(40))
    known = induced(graph, positions, WATCH)
    values: dict[int, Fraction] = {}
    for number in reversed(range(40)):
        after = [values[n] for n in graph.after(number)]
        first = graph.first[number]
        weights = [int(w) for w in graph.weights[first : first + len(after)]]
        match graph.actors[number]:
            case -2:
                values[number] = Fraction(graph.result(number)[0])
            case -1:
                pairs = zip(weights, after, strict=True)
                values[number] = sum((w * v for w, v in pairs), Fraction(0)) / sum(weights)
            case seat:
                values[number] = (max, min)[seat](after)
    assert {n: worth.value[0] for n, worth in known.items()} == values
    assert all(sum(worth.value) == 2 for worth in known.values())


def graph_by_hand(*positions: tuple[int, tuple[int, ...]]) -> Graph:
    """Positions by who acts and where the moves lead to, of ends by the units of the seats."""
    graph = Graph(2, SHARES)
    for acting, numbers in positions:
        graph.actors.append(acting)
        graph.results.extend(numbers if acting == OVER else (0, 0))
        if acting != OVER:
            graph.targets.extend(numbers)
            graph.weights.extend([1] * len(numbers))
        graph.first.append(len(graph.targets))
    return graph


def test_a_loop_is_noticed() -> None:
    graph = graph_by_hand((0, (1,)), (0, (0,)))
    assert order(graph) is None
    won, _ = walked_back(graph, WATCH)
    assert list(won) == [NOBODY, NOBODY] and not has_drawn_end(graph, won)


def test_an_end_that_only_a_mistake_leads_to_ends_no_loop() -> None:
    lost, drawn = ((OVER, (0, 2)), (OVER, (1, 1)))
    for end, has_end in ((lost, False), (drawn, True)):
        graph = graph_by_hand((0, (0, 1)), end)
        won, _ = walked_back(graph, WATCH)
        assert won[0] == NOBODY and has_drawn_end(graph, won) == has_end


def test_value_iteration_goes_on_until_each_first_move_is_decided() -> None:
    graph = graph_by_hand((0, (1, 2)), (OVER, (2, 0)), (NATURE, (2, 3)), (OVER, (0, 2)))
    bounds = bounded(graph, WATCH)
    assert bounds.low[0] == bounds.high[0] == 2
    assert bounds.high[2] == pytest.approx(bounds.low[2], abs=1e-8)


@pytest.mark.parametrize("seed", range(40))
def test_value_iteration_agrees_with_induction_and_with_retrograde_analysis(seed: int) -> None:
    graph = random_graph(seed, 40, chance=0.3, forward=True)
    positions = order(graph)
    assert positions is not None
    known, bounds = induced(graph, positions, WATCH), bounded(graph, WATCH)
    for number in (0, *graph.after(0)):
        assert bounds.low[number] == pytest.approx(float(known[number].value[0]))
        assert bounds.high[number] == pytest.approx(bounds.low[number])
    loops = random_graph(seed, 40)
    won, _ = walked_back(loops, WATCH)
    bounds = bounded(loops, WATCH)
    for number in (0, *loops.after(0)):
        if bounds.high[0] - bounds.low[0] > 1:  # else it may have stopped before
            assert (bounds.low[number] == 2) == (won[number] == 0)
            assert (bounds.high[number] == 0) == (won[number] == 1)


# ---- several ends, one seat or three ----


def graph_of_ends(seed: int, nodes: int, seats: int, ends: int, forward: bool = False) -> Graph:
    """Positions as in `random_graph`, without chance, with ends of so many values."""
    luck = random.Random(seed)
    scale = Results(1 - ends, ends - 1, 1, are_points=True, is_zero_sum=seats == 2)
    graph = Graph(seats, scale)
    for number in range(nodes):
        is_over = luck.random() < 0.3 or (forward and number == nodes - 1)
        graph.actors.append(OVER if is_over else luck.randrange(seats))
        worth = [luck.randrange(1 - ends, ends) if is_over else 0 for _ in range(seats)]
        graph.results.extend([worth[0], -worth[0]] if seats == 2 else worth)
        for _ in range(0 if is_over else luck.randint(1, 3)):
            graph.targets.append(luck.randrange(number + 1 if forward else 0, nodes))
        graph.first.append(len(graph.targets))
    return graph


@pytest.mark.parametrize("seed", range(60))
def test_a_single_player_gets_to_the_best_end_as_fast_as_can_be(seed: int) -> None:
    graph = graph_of_ends(seed, 4 + seed // 3, 1, 3)
    values, lengths = worths(graph, WATCH)
    for start in range(len(graph)):
        edges, ends, distance = [start], {}, 0
        while distance <= len(graph):  # after so many moves something was met twice
            for number in edges:
                if graph.actors[number] == OVER:
                    ends.setdefault(graph.result(number)[0], distance)
            edges = sorted({later for number in edges for later in graph.after(number)})
            distance += 1
        best = max(ends, default=-3)
        is_endless = best < 0 and bool(edges)
        wanted = (0, FAR) if is_endless else (best, ends[best])
        assert (values[start], lengths[start]) == wanted


@pytest.mark.parametrize("seed", range(40))
def test_points_that_one_of_two_pays_the_other_on_random_graphs(seed: int) -> None:
    graph = graph_of_ends(seed, 5 + seed, 2, 4)
    wanted = [0] * len(graph)
    for seat, sign in ((0, 1), (1, -1)):
        for level in (1, 2, 3):  # more and more points that a seat can force
            sure = {n for n in range(len(graph)) if graph.result(n)[seat] >= level}
            for _ in range(len(graph)):
                for number, acting in enumerate(graph.actors):
                    after = [later in sure for later in graph.after(number)]
                    if after and (any(after) if acting == seat else all(after)):
                        sure.add(number)
            for number in sure:
                wanted[number] = sign * level
    assert list(forced(graph, WATCH)) == wanted


@pytest.mark.parametrize("seed", range(60))
def test_bounds_of_three_hold_however_ties_are_broken(seed: int) -> None:
    graph = graph_of_ends(seed, 12, 3, 2, forward=True)
    positions = order(graph)
    assert positions is not None
    known = induced(graph, positions, WATCH)
    possible: dict[int, set[tuple[int, ...]]] = {}
    for number in reversed(range(len(graph))):
        acting, after = graph.actors[number], [possible[n] for n in graph.after(number)]
        if acting == OVER:
            possible[number] = {graph.result(number)}
            continue
        possible[number] = {
            value for chosen in product(*after) for value in chosen
            if value[acting] == max(other[acting] for other in chosen)
        }  # fmt: skip
        worth, own = known[number], [value[acting] for value in possible[number]]
        assert worth.value in possible[number]
        for value in possible[number]:
            assert all(a <= b <= c for a, b, c in zip(worth.low, value, worth.high, strict=True))
        least = [known[n].low[acting] for n in graph.after(number)]
        assert worth.low[acting] == max(least) and max(own) <= worth.high[acting]
