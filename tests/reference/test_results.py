"""Points, places and shared wins: what each seat gets, worked out by hand, on both engines."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.c_driver import COMPILER
from support.tiny import tiny

from gdl.source.diagnostics import GdlError
from interpreter import load_game
from interpreter.agents.request import Request
from interpreter.agents.search import search
from interpreter.api.record import read, write
from interpreter.solve import solve

TWO, THREE = ("Red", "Green"), ("Red", "Green", "Blue")
ENGINES = ("reference", *(("native",) if COMPILER else ()))
OUTCOMES = {
    # outcome: players, the result after Red has put a man on a1, the least and the most
    "mover gets 3 from Green": (TWO, [3, -3], -3, 3),
    "Green gets stake from mover": (TWO, [-2, 2], -9, 9),
    "mover gets stake - 5 from Green": (TWO, [-3, 3], -5, 5),
    "mover gets 3": (TWO, [3, 0], 0, 3),
    "mover gets 3 from colours": (THREE, [6, -3, -3], -3, 9),
    "mover gets 2 from Green": (THREE, [2, -2, 0], -2, 2),
    "({Red, Green}) gets 2 from Blue": (THREE, [2, 2, -4], -4, 2),
    "owner[b1] gets 2 from Green": (THREE, [0, 0, 0], -2, 2),
    "mover gets 2 from owner[b1]": (THREE, [0, 0, 0], -2, 2),
    "mover gets worth[b1] from Green": (THREE, [0, 0, 0], -9, 9),
    "p gets seat(p) for p in colours": (THREE, [1, 2, 3], 0, 3),
    "p gets seat(p) for p in colours if p != mover": (THREE, [0, 2, 3], 0, 3),
    "p gets 1 from q for p in colours, q in colours if seat(p) < seat(q)": (
        THREE, [2, 0, -2], -3, 3),
    'p gets 1 from q for p in colours, q in colours if seat(p) < seat(q), "so"': (
        THREE, [2, 0, -2], -3, 3),
    "Red gets 1 from Green for c in corners": (TWO, [4, -4], -9, 9),
}  # fmt: skip
BESIDE = {  # beside a line with `gets`
    "mover wins": (THREE, [2, -1, -1]),
    "mover loses": (THREE, [-2, 1, 1]),
    "draw": (THREE, [0, 0, 0]),
    "({Red, Blue}) wins": (THREE, [0.5, -1, 0.5]),
    "most men wins": (THREE, [2, -1, -1]),
    "fewest men wins": (THREE, [-1, 0.5, 0.5]),
    "owner[b1] wins": (THREE, [0, 0, 0]),
    "mover loses, else draw": (TWO, [-1, 1]),
}


def rules(players: tuple[str, ...], *ends: str) -> str:
    lines = "".join(f"  - when {end}\n" for end in ends)
    return f"""
players: {", ".join(players)}
pieces:
  man:
    with:
      worth: 0..9 = 0
state:
  stake: 0..9 = 2
define:
  men(p): count(pieces(p))
actions:
  go(c in empty): put man on c
turn: go
end:
{lines}"""


def ended(game: Any, engine: str, *moves: str) -> Any:
    state = game.start(engine)
    for move in moves or ("go a1",):
        state = state.play(move)
    return state


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_points(tmp_path: Path, outcome: str) -> None:
    players, wanted, least, most = OUTCOMES[outcome]
    game = tiny(tmp_path, rules(players, f"turns = 1: {outcome}"))
    assert (game.results.least, game.results.greatest) == (least, most)
    assert game.results.are_points and game.zero_sum == (" from " in outcome)
    for engine in ENGINES:
        state = ended(game, engine)
        assert state.result == wanted
        assert sum(state.result) == 0 or not game.zero_sum
        assert all(0 <= share <= 1 for share in state.shares)


@pytest.mark.parametrize("outcome", BESIDE)
def test_wins_beside_points(tmp_path: Path, outcome: str) -> None:
    players, wanted = BESIDE[outcome]
    gets = "turns = 7: mover gets 2 from after(mover)"
    game = tiny(tmp_path, rules(players, f"turns = 1: {outcome}", gets))
    for engine in ENGINES:
        assert ended(game, engine).result == wanted


def test_nobody_can_go_on(tmp_path: Path) -> None:
    game = tiny(tmp_path, rules(TWO, "turns = 20: mover gets 2 from Green"))
    for engine in ENGINES:
        state = game.start(engine)
        while not state.is_over:
            state = state.play(state.moves()[0])
        assert state.result == [0, 0] and state.ended_by is None


def test_points_belong_to_seats_not_to_colours(tmp_path: Path) -> None:
    text = rules(TWO, "turns = 2: Red gets 3 from Green").replace(
        "turn: go", "turn: go or change\n").replace(
        "actions:", "actions:\n  change: play after(mover)")  # fmt: skip
    game = tiny(tmp_path, text)
    for engine in ENGINES:
        assert ended(game, engine, "go a1", "change").result == [-3, 3]


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ((3, 2, 1, 0), [1, 2 / 3, 1 / 3, 0]),
        ((0, 1, 1, 2), [0, 0.5, 0.5, 1]),
        ((1, 1, 0, 0), [5 / 6, 5 / 6, 1 / 6, 1 / 6]),
        ((2, 2, 2, 2), [0.5, 0.5, 0.5, 0.5]),
        ((1, 1, 1, 0), [2 / 3, 2 / 3, 2 / 3, 0]),
    ],
)
def test_places(tmp_path: Path, counts: tuple[int, ...], wanted: list[float]) -> None:
    four = ("Red", "Green", "Blue", "Black")
    text = rules(four, f"turns = {sum(counts)}: most men ranks first")
    text = text.replace("put man on c", "put man of p on c")
    text = text.replace("go(c in empty)", "go(p in colours, c in empty)")
    game = tiny(tmp_path, text)
    cells = iter(game.board.cells)
    moves = [f"go {colour} {next(cells)}" for colour, n in zip(four, counts, strict=True)
             for _ in range(n)]  # fmt: skip
    assert (game.results.least, game.results.greatest, game.results.are_points) == (0, 1, False)
    for engine in ENGINES:
        assert ended(game, engine, *moves).result == pytest.approx(wanted, abs=1e-15)
        assert sum(ended(game, engine, *moves).result) == pytest.approx(2)


def test_places_of_two_are_wins(tmp_path: Path) -> None:
    text = rules(TWO, "turns = 1: most men ranks first", "turns = 2: most men wins")
    game = tiny(tmp_path, text)
    assert ended(game, "reference").result == [1, 0] and game.zero_sum
    assert game.results.has_whole_game


def test_a_later_rank_breaks_ties_of_places(tmp_path: Path) -> None:
    text = rules(THREE, "turns = 3: most men, fewest late ranks first")
    game = tiny(tmp_path, text.replace("  men(p)", "  late(p): seat(p)\n  men(p)"))
    for engine in ENGINES:
        assert ended(game, engine, "go a1", "go b1", "go c1").result == [1, 0.5, 0]


def test_partners_share_the_win(tmp_path: Path) -> None:
    four = ("North", "East", "South", "West")
    text = rules(four, "turns = 1: ({p for p in colours if side(p) = side(mover)}) wins")
    sides = "".join(f"  {p}:\n    side: row({1 + n % 2})\n" for n, p in enumerate(four))
    game = tiny(tmp_path, text.replace(f"players: {', '.join(four)}", f"players:\n{sides}"))
    for engine in ENGINES:
        assert ended(game, engine).result == [0.5, 0, 0.5, 0]


# ---- what follows from the results ----


NIM = """
players: Red, Green
state:
  left: 0..5 = 5
  paid[p in colours]: 0..9
actions:
  take(n in 1..2):
    - require n <= left
    - take n from left
    - add n to paid[mover]
turn: take
end:
  - when left = 0: opponent gets paid[mover] from mover
"""


def test_solving_gives_points(tmp_path: Path) -> None:
    """Whoever takes the last man pays for all that he took: found by trying everything by hand."""

    def value(left: int, paid: tuple[int, int], seat: int) -> int:
        """What Red gets."""
        if left == 0:
            loser = 1 - seat
            return -paid[0] if loser == 0 else paid[1]
        after = [
            value(left - n, (paid[0] + n * (seat == 0), paid[1] + n * (seat == 1)), 1 - seat)
            for n in (1, 2) if n <= left
        ]  # fmt: skip
        return max(after) if seat == 0 else min(after)

    game = tiny(tmp_path, NIM)
    for engine in ENGINES:
        found = solve(game, engine=engine)
        wanted = value(5, (0, 0), 0)
        assert found.shares == (wanted, -wanted) and found.is_exact
        for kind in ("alphabeta", "uct"):
            state = game.start(engine)
            report = search(state, Request(kind, seed=1, simulations=3000))
            assert report.best.text in found.best
            assert report.proof is not None
            assert game.results.of_share(report.proof[0]) == pytest.approx(wanted)


def test_solving_with_loops_gives_points(tmp_path: Path) -> None:
    """A player who would have to pay goes round for ever instead, which is worth nothing."""
    text = """
players: Red, Green
state:
  at: 0..3 = 1
actions:
  go(n in 0..3):
    - require n in {1, 2} and n != at or n = 0 and at = {0}
    - set at to n
turn: go
end:
  - when at = 0: mover gets {1} from opponent
"""
    for start, points in ((1, -2), (1, 3), (2, -2), (2, 3)):
        rule = text.replace("{0}", str(start)).replace("{1}", str(points))
        game = tiny(tmp_path, rule)
        wanted = (3, -3) if points == 3 and start == 1 else (-3, 3) if points == 3 else (0, 0)
        for engine in ENGINES:
            assert solve(game, engine=engine).shares == wanted, (start, points)


def test_two_seats_that_both_gain_are_solved_by_max_n(tmp_path: Path) -> None:
    text = rules(TWO, "turns = 2: p gets men(p) + count(pieces(p) & corners) for p in colours")
    game = tiny(tmp_path, text)
    for engine in ENGINES:
        found = solve(game, engine=engine)
        assert found.shares == (2, 2) and not game.zero_sum
        report = search(game.start(engine), Request("alphabeta", seed=1, depth=2))
        assert report.best.text in found.best


def test_a_record_keeps_points_exactly(tmp_path: Path) -> None:
    text = rules(THREE, "turns = 1: most men wins", "turns = 7: mover gets 2000000 from Red")
    game = tiny(tmp_path, text)
    state = ended(game, "reference")
    again = game.state_from_json(state.to_json())
    assert again.result == state.result == [2, -1, -1]
    record = read("game: tiny\n\n1. go a1\nresult: 2 -1 0.3333333333333333\n")
    assert record.result == (2, -1, 1 / 3) and "0.3333333333333333" in write(record)
    with pytest.raises(ValueError, match="from -2000000 to 2000000"):
        game.state_from_json(state.to_json().replace("2.0", "9000000.0"))


def test_random_games_report_mean_points(tmp_path: Path) -> None:
    game = tiny(tmp_path, rules(TWO, "turns = 1: mover gets seat(mover) + 2 from Green"))
    for engine in ENGINES:
        one = game.engine(engine)
        totals = one.playouts(one.start(), 50, 1, 1, 1000)
        assert totals.results == (3, -3) and totals.draws == 0


def test_who_gives_up_pays_one_point_to_each_other(tmp_path: Path) -> None:
    game = tiny(tmp_path, rules(THREE, "turns = 1: mover gets 2 from Red"))
    assert game.results.lost_by(1, 3) == (1, -2, 1)
    assert load_game("tic-tac-toe").results.lost_by(0, 2) == (0, 1)
    three = tiny(tmp_path, rules(THREE, "turns = 1: mover wins"))
    assert three.results.lost_by(1, 3) == (0.5, 0, 0.5)
    assert load_game("tic-tac-toe").zero_sum


def test_bounds_of_points_are_those_of_all_outcomes(tmp_path: Path) -> None:
    for outcome, bounds in (("mover wins", (-1, 2)), ("mover loses", (-2, 1))):
        text = rules(THREE, "turns = 1: mover gets 0 from Red", f"turns = 2: {outcome}")
        results = tiny(tmp_path, text).results
        assert (results.least, results.greatest) == bounds


def test_who_has_the_most_points_has_won(tmp_path: Path) -> None:
    results = tiny(tmp_path, rules(THREE, "turns = 1: mover gets 2 from Red")).results
    assert results.wins((2, 1, -3)) == (1, 0, 0)
    assert results.wins((1, 1, -2)) == (0.5, 0.5, 0) and results.wins((4,)) == (0.5,)


@pytest.mark.parametrize("shares", [*itertools.product((0.0, 0.25, 1.0), repeat=1)])
def test_shares_and_results_are_inverse(tmp_path: Path, shares: tuple[float]) -> None:
    game = tiny(tmp_path, rules(TWO, "turns = 1: mover gets 4 from Green"))
    assert game.results.share(game.results.of_share(shares[0])) == Fraction(shares[0])


@pytest.mark.parametrize("amount", ["turns", "sum(turns for p in colours)"])
def test_points_without_a_bound_are_refused(tmp_path: Path, amount: str) -> None:
    with pytest.raises(GdlError, match="how many points"):
        tiny(tmp_path, rules(TWO, f"turns = 1: mover gets {amount} from Green"))
