"""What games are worth: against plain minimax, closed formulas, known values, and by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from support.quick import each
from support.small_games import GAMBLE, KINGS, NIM, SIX, WAIT, WALK, WEIGHTS
from support.tiny import tiny

from interpreter import load_game
from interpreter.exchange import position_from
from interpreter.solve import Limits, Solution, Unsolvable, solve
from interpreter.solve.graph import reachable, walked
from interpreter.solve.solution import Watch

HALF = Fraction(1, 2)
FOUR = "game: Small Four\nextends: connect-four\nboard: rectangle(4, {0})\n"
SMALL = [
    ("tic-tac-toe", {}),
    ("misere-tic-tac-toe", {}),
    ("cropa", {"side": 2}),
    ("quarod", {"size": 2}),
    ("hex", {"size": 3}),
    ("hex", {"size": 2, "pie": True}),
    ("misere-hex", {"size": 2}),
    ("y", {"side": 3}),
    ("squ", {"size": 2}),
]


Known = dict[Any, tuple[float, int]]
TABLES: dict[str, Known] = {}  # by the rules: each game is looked through once


def minimax(state: Any, known: Known) -> tuple[float, int]:
    """What seat 1 gets, and how long a win takes where the winner hurries and the loser not."""
    if state.result is not None:
        return float(state.result[0]), 0
    if state not in known:
        values = [minimax(state.play(move), known) for move in state.moves()]
        sign = 1 if state.seat == 0 else -1
        value = sign * max(sign * share for share, _ in values)
        is_winning = value == (1, 0)[state.seat]
        lengths = [length for share, length in values if share == value]
        known[state] = value, 1 + (min(lengths) if is_winning else max(lengths))
    return known[state]


def check(game: Any, solution: Solution) -> None:
    """Compare a solution with minimax on the reference engine."""
    known = TABLES.setdefault(game.rules_hash, {})
    start = game.start("reference")
    value, length = minimax(start, known)
    assert solution.shares == (value, 1 - value)
    if solution.in_time:
        after = {move.text: minimax(start.play(move), known) for move in start.moves()}
        quick = {text for text, worth in after.items() if worth == (value, length - 1)}
        assert set(solution.in_time) == quick
    if value != 0.5:
        assert solution.length in (length, None)
    best = [m.text for m in start.moves() if minimax(start.play(m), known)[0] == value]
    assert sorted(solution.best) == sorted(best)
    assert solution.undecided == () and solution.first_moves == len(start.moves())
    assert solution.is_exact and solution.is_unique and not solution.stopped_by


# ---- two seats without chance ----


@pytest.mark.parametrize(("name", "options"), each(2, SMALL))
def test_small_games_against_minimax(name: str, options: dict[str, Any], engine: str) -> None:
    game = load_game(name, **options)
    solution = solve(game, engine=engine)
    check(game, solution)
    assert solution.method == "retrograde analysis" and solution.is_complete
    assert (solution.length is None) == (solution.shares == (HALF, HALF))


def test_tic_tac_toe_has_5478_positions(engine: str) -> None:
    """765 up to symmetry, 5478 without."""
    solution = solve(load_game("tic-tac-toe"), engine=engine)
    assert solution.positions == 5478
    assert solution.shares == (HALF, HALF) and len(solution.best) == 9


@pytest.mark.usefixtures("native")
def test_the_first_mover_of_misere_tic_tac_toe_must_take_the_middle() -> None:
    solution = solve(load_game("misere-tic-tac-toe"))
    assert solution.shares == (HALF, HALF) and solution.best == ("place b2",)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("height", "positions"), [(4, 161029), pytest.param(5, 1706255, marks=pytest.mark.slow)]
)
def test_four_in_a_line_is_drawn(tmp_path: Path, height: int, positions: int) -> None:
    """The numbers of positions were counted with bits for discs, by a search in breadth."""
    path = tmp_path / "small-four.yaml"
    path.write_text(FOUR.format(height), encoding="utf-8")
    solution = solve(load_game(str(path)))
    assert solution.shares == (HALF, HALF) and solution.positions == positions


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("size", "winning", "limits"),
    [
        (2, 2, Limits()),
        (3, 5, Limits()),
        (3, 5, Limits(positions=2000)),  # by alpha-beta
        pytest.param(4, 4, Limits(), marks=pytest.mark.slow),  # by alpha-beta too
    ],
)
def test_the_first_player_wins_hex(size: int, winning: int, limits: Limits) -> None:
    """Nash's strategy stealing; the numbers of winning openings are well known."""
    solution = solve(load_game("hex", size=size), limits, every_move=True)
    assert solution.shares == (1, 0) and len(solution.best) == winning


HEAPS = [(1, 1, 1), (1, 2, 3), (2, 2, 0), (1, 4, 5), (0, 0, 3), (1, 1, 0), (3, 4, 5)]


@pytest.mark.parametrize("result", ["wins", "loses"])
def test_nim_by_the_sum_of_its_heaps(tmp_path: Path, result: str, engine: str) -> None:
    for heaps in HEAPS if engine == "reference" else HEAPS[-1:]:  # each is compiled anew
        solution = solve(tiny(tmp_path, NIM.format(*heaps, result)), engine=engine)
        is_won = not wins_after(heaps, result)
        assert solution.shares == ((1, 0) if is_won else (0, 1)), heaps
        good = {
            f"{NAMES[place]} {n}"
            for place, heap in enumerate(heaps)
            for n in range(1, heap + 1)
            if wins_after(tuple(h - n * (i == place) for i, h in enumerate(heaps)), result)
        }
        assert set(solution.best) == good if is_won else len(solution.best) == sum(heaps), heaps


NAMES = ("left", "middle", "right")


def wins_after(heaps: tuple[int, ...], result: str) -> bool:
    """Whether who has left these heaps wins: the sum is 0, or in misère play with no heap above 1
    their number is odd."""
    if result == "loses" and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


# ---- loops ----


def test_a_loop_that_nobody_has_to_leave_is_a_draw(tmp_path: Path, engine: str) -> None:
    solution = solve(tiny(tmp_path, WALK.format(5, "c1", "e")), engine=engine)
    assert solution.shares == (HALF, HALF) and solution.is_endless
    assert solution.best == ("step c1 d1",) and solution.positions == 5


def test_a_win_beside_a_loop(tmp_path: Path, engine: str) -> None:
    solution = solve(tiny(tmp_path, WALK.format(4, "c1", "d")), engine=engine)
    assert (solution.shares, solution.length) == ((1, 0), 1) and not solution.is_endless
    solution = solve(tiny(tmp_path, WALK.format(4, "b1", "d")), engine=engine)
    assert solution.shares == (HALF, HALF) and solution.is_endless


def test_a_draw_by_a_rule_is_no_endless_one(engine: str) -> None:
    assert not solve(load_game("tic-tac-toe"), engine=engine).is_endless


# ---- chance ----


@pytest.mark.parametrize(
    ("rules", "share"), [(GAMBLE, Fraction(2, 3)), (WEIGHTS, Fraction(5, 7))], ids=["seat", "dice"]
)
def test_a_mean_by_hand(tmp_path: Path, rules: str, share: Fraction, engine: str) -> None:
    solution = solve(tiny(tmp_path, rules), engine=engine)
    assert solution.shares == (share, 1 - share) and solution.is_exact
    assert solution.method == "backward induction" and solution.length is None


def test_the_best_gamble(tmp_path: Path, engine: str) -> None:
    solution = solve(tiny(tmp_path, GAMBLE), engine=engine)
    assert solution.best == ("hope",) and solution.first_moves == 3


def test_chance_at_the_start_leaves_no_first_move(tmp_path: Path, engine: str) -> None:
    solution = solve(tiny(tmp_path, WEIGHTS), engine=engine)
    assert (solution.best, solution.first_moves) == ((), 0)


def test_chance_with_loops(tmp_path: Path, engine: str) -> None:
    solution = solve(tiny(tmp_path, SIX), engine=engine)
    assert solution.shares is not None and not solution.is_exact and solution.is_unique
    assert float(solution.shares[0]) == pytest.approx(6 / 11, abs=1e-8)
    assert sum(solution.shares) == pytest.approx(1, abs=1e-12)


def test_waiting_for_ever_with_chance_is_bounded_only(tmp_path: Path, engine: str) -> None:
    solution = solve(tiny(tmp_path, WAIT), engine=engine)
    assert not solution.is_solved and "ending" in solution.stopped_by
    assert [float(s) for s in solution.low] == pytest.approx([1 / 3, 1 / 3])
    assert [float(s) for s in solution.high] == pytest.approx([2 / 3, 2 / 3])


# ---- three seats ----


def test_three_seats_and_a_choice_between_equal_moves(tmp_path: Path, engine: str) -> None:
    """Whom Green crowns is the same to Green: the first is Red, and it might be Blue."""
    solution = solve(tiny(tmp_path, KINGS), engine=engine)
    assert solution.shares == (1, 0, 0) and solution.best == ("choose 2",)
    assert not solution.is_unique
    assert (solution.low, solution.high) == ((0, 0, 0), (1, 0, 1))


def test_three_seats_without_a_choice(tmp_path: Path, engine: str) -> None:
    rules = KINGS.replace("p != mover", "p = Blue")
    solution = solve(tiny(tmp_path, rules), engine=engine)
    assert solution.shares == (0, 0, 1) and solution.is_unique
    assert solution.best == ("choose 1", "choose 2")


def test_three_seats_in_a_loop_have_no_value(tmp_path: Path, engine: str) -> None:
    rules = WALK.format(5, "c1", "e").replace("White, Black", "White, Black, Green")
    solution = solve(tiny(tmp_path, rules), engine=engine)
    assert not solution.is_solved and "3 seats" in solution.stopped_by
    assert (solution.low, solution.high) == ((0, 0, 0), (1, 1, 1))


# ---- games that remember ----

SEEN = WALK.format(4, "b1", "d") + "  - when seen(board, mover) = 2: mover loses\n"


def test_a_rule_against_repetition(tmp_path: Path, engine: str) -> None:
    game = tiny(tmp_path, SEEN)
    solution = solve(game, engine=engine)
    check(game, solution)
    assert solution.shares != (HALF, HALF)


# ---- both engines, and both methods ----


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(("name", "options"), each(2, SMALL[2:]))
def test_both_engines_have_the_same_graph(name: str, options: dict[str, Any]) -> None:
    game, watch = load_game(name, **options), Watch(Limits())
    ours, theirs = (reachable(game.start(e), watch) for e in ("native", "reference"))
    assert (ours.first, ours.actors, ours.results) == (theirs.first, theirs.actors, theirs.results)
    assert ours.targets == theirs.targets
    assert walked(game.start("native"), watch) == theirs


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(("name", "options"), SMALL)
def test_alpha_beta_proves_the_same(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, **options)
    solution = solve(game, Limits(positions=20, seconds=30), every_move=True)
    check(game, solution)
    assert solution.method == "alpha-beta" and not solution.is_complete


@pytest.mark.usefixtures("native")
def test_a_proof_ends_when_one_best_move_is_known() -> None:
    game, limits = load_game("hex", size=3), Limits(positions=2000)
    one, every = (solve(game, limits, every_move=wanted) for wanted in (False, True))
    assert one.shares == every.shares and set(one.best) < set(every.best)
    assert set(every.best) - set(one.best) < set(one.undecided) and not every.undecided
    assert not one.stopped_by and one.positions < every.positions


@pytest.mark.usefixtures("native")
def test_a_short_proof_is_found_before_all_positions_are() -> None:
    chess = load_game("chess")
    mate = position_from(chess, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    solution = solve(chess, start=mate)
    assert solution.best == ("move a1 a8",) and solution.shares == (1, 0)
    assert solution.positions < 1000


# ---- limits ----


def test_too_many_positions_are_no_solution() -> None:
    solution = solve(load_game("tic-tac-toe"), Limits(positions=100), "reference")
    assert not solution.is_solved and "100" in solution.stopped_by
    assert (solution.low, solution.high) == ((0, 0), (1, 1))
    assert len(solution.undecided) == 9 and solution.positions == 100


def test_as_many_positions_as_there_are_is_enough(engine: str) -> None:
    game = load_game("hex", size=2)
    assert solve(game, Limits(positions=32), engine).is_complete
    assert not solve(game, Limits(positions=31), engine).is_complete


def test_time_is_a_limit(engine: str) -> None:
    solution = solve(load_game("hex", size=11), Limits(seconds=0.4), engine)
    assert not solution.is_solved and "0.4 seconds" in solution.stopped_by
    assert solution.seconds < 5


@pytest.mark.usefixtures("native")
def test_without_a_limit_of_time_the_same_is_found_again() -> None:
    game = load_game("hex", size=6)
    first, second = (solve(game, Limits(positions=2000)) for _ in range(2))
    assert not first.is_solved and "20,000" in first.stopped_by
    assert first.positions == second.positions == 20_000
    assert (first.low, first.undecided) == (second.low, second.undecided)


def test_hidden_information_is_refused() -> None:
    with pytest.raises(Unsolvable, match="hides"):
        solve(load_game("phantom-tic-tac-toe"))


def test_progress_is_told() -> None:
    told: list[str] = []
    solve(load_game("hex", size=2), engine="reference", tell=told.append)
    assert told[0] == "1 positions" and len(told) > 30


# ---- a single player ----


def solved_alone(folder: Path, rules: str, engine: str, **limits: Any) -> Solution:
    path = folder / "alone.yaml"
    path.write_text(ALONE + rules, "utf-8")
    return solve(load_game(str(path)), Limits(**limits), engine=engine)


ALONE = """
game: Counter
players: Solver
state:
  n: 0..9 = 3
actions:
  up:
    - require n < 7
    - add 1 to n
  down:
    - require n > 0
    - take 1 from n
turn: up or down
"""


def test_the_shortest_way_to_a_win(tmp_path: Path, engine: str) -> None:
    ends = "end:\n  - when n = 0: Solver loses\n  - when n = 6: Solver wins\n  - when n = 7: draw\n"
    found = solved_alone(tmp_path, ends, engine)
    assert found.shares == (1,) and found.line == ("up",) * 3 and found.length == 3
    assert found.best == ("up", "down") and found.is_exact and not found.is_endless
    assert found.positions == 7  # 0 to 6: nobody goes on from 6


def test_a_draw_is_better_than_a_loss(tmp_path: Path, engine: str) -> None:
    ends = "end:\n  - when n = 0: Solver loses\n  - when n = 5: draw\n"
    found = solved_alone(tmp_path, ends, engine)
    assert found.shares == (HALF,) and found.line == ("up", "up") and found.best == ("up", "down")


def test_going_round_for_ever_is_worth_a_draw(tmp_path: Path, engine: str) -> None:
    found = solved_alone(tmp_path, "end:\n  - when n in {0, 5}: Solver loses\n", engine)
    assert found.shares == (HALF,) and found.is_endless and found.line == ()


def test_a_puzzle_that_cannot_be_won(tmp_path: Path, engine: str) -> None:
    ends = "end:\n  - when turns = 2 and n = 9: Solver wins\n  - when turns = 2: Solver loses\n"
    found = solved_alone(tmp_path, ends, engine)
    assert found.shares == (0,) and found.length == 2 and len(found.line) == 2


def test_too_many_positions_leave_a_search_for_a_win(tmp_path: Path, engine: str) -> None:
    ends = "end:\n  - when n = 6: Solver wins\n  - when turns = 60: Solver loses\n"
    found = solved_alone(tmp_path, ends, engine, positions=40)
    assert found.shares == (1,) and found.method == "depth-first search" and not found.is_complete
    assert found.line == ("up", "up", "up") and found.best == ("up",)
    assert found.undecided == ("down",)
    none = solved_alone(tmp_path, ends.replace("6", "8", 1), engine, positions=40)
    assert none.shares is None and "more than 40 positions" in none.stopped_by


def test_a_single_player_and_chance(tmp_path: Path, engine: str) -> None:
    """Two throws of a coin, each of which may be refused: 3/4 is the chance of one head."""
    path = tmp_path / "coin.yaml"
    path.write_text(
        "game: Coin\nplayers: Solver\nstate:\n  face: none_yet, head, tail\n"
        "chance:\n  throw(f in {head, tail}): set face to f\n"
        "actions:\n  again: require face != head\n  stop: require face = head\n"
        "turn: (again, throw) or stop\n"
        "end:\n  - when face = head: Solver wins\n  - when turns = 2: Solver loses\n", "utf-8",
    )  # fmt: skip
    found = solve(load_game(str(path)), engine=engine)
    assert found.shares == (Fraction(3, 4),) and found.is_exact
