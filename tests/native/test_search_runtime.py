"""The tree searches in C, on tiny games that are written in C by hand.

The games stand in `samples/` and give what the generated code of a game gives.  Expected values are
known theorems or are worked out here from the rules of the sample.
"""

from __future__ import annotations

import ctypes
import dataclasses
import random
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from support.c_driver import compiled, run

from interpreter.native.program.borrowing import SEARCH_FILES
from interpreter.native.runtime.kept_trees import MAX_KEPT, KeptTrees
from interpreter.native.runtime.search import (
    RootMove,
    SearchError,
    SearchFault,
    SearchInterrupted,
    SearchOptions,
    SearchReport,
    run_search,
)
from interpreter.process.stopping import heed_lost_requests

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "interpreter" / "native" / "c"
SAMPLES = Path(__file__).parent / "samples"
STRICT = ("-Wall", "-Wextra", "-Werror")
HISTORY_ROOM = 4096

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def source(sample: str, *endings: str) -> str:
    """One text of the base, a sample and the runtime, in the order of the engine."""
    files = [RUNTIME / "base.h", RUNTIME / "fault.h", SAMPLES / f"{sample}.c"]
    files += [RUNTIME / name for name in ("room.h", "history.c", *SEARCH_FILES)]
    files += [SAMPLES / f"{name}.c" for name in ("exports", *endings)]
    texts = (f'#line 1 "{path.name}"\n{path.read_text("utf-8")}' for path in files)
    return "\n".join(("#define MAX_IN_PLAY 1", *texts))  # no sample has a loop


class Sample:
    """A loaded sample game, and its positions."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        pointer, number = ctypes.c_void_p, ctypes.c_int32
        library.sample_start.argtypes = [pointer, pointer, number]
        library.sample_play.argtypes = [pointer, pointer, number, ctypes.c_uint64]

    def position(self, *moves: int) -> tuple[bytes, bytes]:
        """The state after some moves, and its history."""
        sizes = (ctypes.c_int64 * 3)()
        self.library.bw_search_sizes.argtypes = None
        self.library.bw_search_sizes(sizes)
        state = ctypes.create_string_buffer(sizes[0])
        seen = (ctypes.c_uint64 * HISTORY_ROOM)()
        self.library.sample_start(state, seen, HISTORY_ROOM)
        for move in moves:
            self.library.sample_play(state, seen, HISTORY_ROOM, move)
        return state.raw, bytes(seen)[: 8 * self.library.sample_seen_count(state)]

    def search(
        self, *moves: int, kept: KeptTrees | None = None, **options: object
    ) -> SearchReport:
        return run_search(
            self.library, *self.position(*moves), SearchOptions(**options), kept=kept  # type: ignore[arg-type]
        )  # fmt: skip


Load = Callable[..., Sample]


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Load:
    """The sample of a name, compiled once with these definitions."""
    folder = tmp_path_factory.mktemp("samples")

    @cache
    def loaded(name: str, *definitions: str) -> Sample:
        target = folder / "-".join((name, *definitions)).replace("=", "")
        options = ("-O0", "-shared", "-fPIC", *(f"-D{d}" for d in definitions))
        return Sample(ctypes.CDLL(str(compiled(source(name), target, *STRICT, *options))))

    return loaded


def test_an_optimising_compiler_warns_of_nothing(tmp_path: Path) -> None:
    # gcc 12 sees what is not initialised at -O1, and what is out of bounds at -O2.
    options = (*STRICT, "-O2", "-c", "-fPIC")
    compiled(source("tic_tac_toe"), tmp_path / "optimised.o", *options)


def row(report: SearchReport, move: int) -> RootMove:
    return next(r for r in report.moves if r.move == move)


def timeless(report: SearchReport) -> SearchReport:
    return dataclasses.replace(report, seconds=0.0)


# ---- two seats ----


def test_solving_three_in_a_row_is_a_draw(load: Load) -> None:
    report = load("tic_tac_toe").search(method="solve", seconds=20)
    assert report.proved and report.shares == (0.5, 0.5)
    assert report.best.proved == 0.5
    assert len(report.line) == 9 and sorted(report.line) == list(range(9))


def test_the_line_of_a_solved_game_ends_in_its_result(load: Load) -> None:
    """After a corner and an edge beside it, the first seat wins by force."""
    sample = load("tic_tac_toe")
    report = sample.search(0, 1, method="solve")
    assert report.proved and report.shares == (1, 0) and report.depth == 5
    with pytest.raises(ValueError, match="over"):
        sample.search(0, 1, *report.line, method="solve")


def test_the_tree_proves_the_same_win(load: Load) -> None:
    report = load("tic_tac_toe").search(0, 1, simulations=100_000)
    assert report.proved and report.shares == (1, 0) and report.best.proved == 1
    assert report.simulations < 10_000  # it stopped when it knew


def test_the_tree_proves_a_draw(load: Load) -> None:
    """X has 4 and 8, O has 0 and 2: X must block, then O, and nothing is left."""
    report = load("tic_tac_toe").search(4, 0, 8, 2, simulations=100_000)
    assert report.proved and report.shares == (0.5, 0.5)


@pytest.mark.parametrize("method", ["uct", "solve"])
def test_the_only_move_that_does_not_lose_is_chosen(load: Load, method: str) -> None:
    """X has 0 and 1, O must take 2."""
    report = load("tic_tac_toe").search(0, 4, 1, method=method, simulations=20_000)
    assert report.best.move == 2
    assert all(r.proved in (0, None) for r in report.moves if r.move != 2)


@pytest.mark.parametrize("method", ["uct", "flat", "solve"])
def test_a_win_in_one_is_found(load: Load, method: str) -> None:
    """X has 0 and 1 and acts."""
    report = load("tic_tac_toe").search(0, 4, 1, 8, method=method, simulations=2_000)
    assert report.best.move == 2 and report.best.proved == 1
    assert report.line[0] == 2


def test_a_decisive_move_is_seen_where_moves_are_added(load: Load) -> None:
    """X has 0 and 1 and acts: no playout is needed to see the win."""
    report = load("tic_tac_toe").search(0, 4, 1, 8, simulations=2_000)
    assert report.proved and report.simulations == 1
    tried = load("tic_tac_toe").search(0, 4, 1, 8, simulations=2_000, decisive=False)
    assert tried.proved and tried.simulations > 1


def test_a_certain_share_is_preferred_to_a_lower_mean(load: Load) -> None:
    """One of four moves surely draws; the one that is tried most often seems to be worse."""
    sample, overruled = load("four_in_a_row", "COLUMNS=5", "ROWS=4"), 0
    for seed in range(8):
        report = sample.search(4, 4, 3, 4, 4, 2, 1, 3, 1, simulations=5_000, seed=seed)
        certain = max(r.proved or 0 for r in report.moves)
        chosen = report.best.mean if report.best.proved is None else report.best.proved
        assert chosen >= certain
        overruled += report.best.visits < max(r.visits for r in report.moves)
    assert overruled


def test_moves_are_known_by_how_they_did_elsewhere(load: Load) -> None:
    """In the first position a move of the second seat decides the same wherever it is played."""
    sample = load("tic_tac_toe")

    def visits(amaf: int) -> int:  # of the centre; all other moves lose
        reports = (sample.search(0, simulations=60, amaf=amaf, seed=seed) for seed in range(50))
        return sum(row(report, 4).visits for report in reports)

    assert visits(100) > 1.1 * visits(0)


@pytest.mark.parametrize(
    "columns, rows, shares",
    [(4, 4, (0.5, 0.5)), (4, 5, (0.5, 0.5)), (5, 4, (0.5, 0.5))],
)
def test_small_boards_of_four_in_a_row_are_drawn(
    load: Load, columns: int, rows: int, shares: tuple[float, float]
) -> None:
    """Values published by John Tromp."""
    sample = load("four_in_a_row", f"COLUMNS={columns}", f"ROWS={rows}")
    report = sample.search(method="solve", seconds=60)
    assert report.proved and report.shares == shares


@pytest.mark.slow
def test_the_second_seat_wins_four_in_a_row_on_six_columns_of_four(load: Load) -> None:
    sample = load("four_in_a_row", "COLUMNS=6", "ROWS=4")
    report = sample.search(method="solve", seconds=120)
    assert report.proved and report.shares == (0, 1)


def test_a_solver_with_little_depth_says_that_it_does_not_know(load: Load) -> None:
    report = load("four_in_a_row").search(method="solve", depth=4)
    assert not report.proved and report.depth == 4 and report.shares == (0.5, 0.5)
    assert all(r.proved is None and r.mean == 0.5 for r in report.moves if r.visits)


@pytest.mark.parametrize("nodes", [1, 30, 2000])
def test_a_small_table_changes_no_value(load: Load, nodes: int) -> None:
    report = load("tic_tac_toe").search(method="solve", nodes=nodes)
    assert report.proved and report.shares == (0.5, 0.5)


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def has_line(cells: tuple[int, ...]) -> bool:
    return any(all(int(c) in cells for c in line) for line in LINES)


@cache
def plain_value(moves: tuple[int, ...]) -> float:
    """The share of the seat that acts after those moves, by plain recursion."""
    if has_line(moves[-1::-2]):
        return 0.0
    left = [cell for cell in range(9) if cell not in moves]
    return max((1 - plain_value((*moves, cell)) for cell in left), default=0.5)


@pytest.mark.parametrize("method", ["uct", "solve"])
def test_what_is_proved_is_so(load: Load, method: str) -> None:
    """Against plain recursion, in positions of random games."""
    sample, luck = load("tic_tac_toe"), random.Random(1)
    for _ in range(150):
        moves = tuple(luck.sample(range(9), luck.randrange(3, 8)))
        if has_line(moves[::2]) or has_line(moves[1::2]):
            continue
        report = sample.search(*moves, method=method, simulations=20_000, seed=luck.randrange(99))
        known = {r.move: 1 - plain_value((*moves, r.move)) for r in report.moves}
        assert all(r.proved in (None, known[r.move]) for r in report.moves)
        assert known[report.best.move] == max(known.values())
        assert not report.proved or report.shares[len(moves) % 2] == max(known.values())
        assert report.proved or method == "uct"


# ---- chance ----

WEIGHTS = {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def score(mine: int, theirs: int) -> Fraction:
    return Fraction(1 + (mine > theirs) - (mine < theirs), 2)


def best_turn(value: Callable[[int], Fraction]) -> Fraction:
    """The value of a turn to its seat, where `value` is what ending on a number gives."""
    once_more = sum(w * value(n) for n, w in WEIGHTS.items())
    thrown = sum(w * max(value(n), once_more) for n, w in WEIGHTS.items())
    return max(value(7), Fraction(thrown))


def second_turn(first: int) -> Fraction:
    """The value to the first seat that ended on a number."""
    return 1 - best_turn(lambda number: score(number, first))


def test_the_solver_knows_the_value_of_a_game_with_chance(load: Load) -> None:
    report = load("dice").search(method="solve")
    assert report.proved
    assert report.shares[0] == pytest.approx(float(best_turn(second_turn)), abs=1e-12)
    assert row(report, 0).proved in (None, pytest.approx(float(second_turn(7)), abs=1e-12))


def test_the_tree_comes_near_the_value_of_a_game_with_chance(load: Load) -> None:
    report = load("dice").search(simulations=400_000)
    value = float(best_turn(second_turn))
    assert report.best.move == 1
    assert report.best.mean == pytest.approx(value, abs=0.01)


def test_the_tree_proves_the_mean_of_outcomes(load: Load) -> None:
    """The first seat stood on 7, so that little is left."""
    report = load("dice").search(0, simulations=1_000_000)
    assert report.proved
    assert report.shares[0] == pytest.approx(float(second_turn(7)), abs=1e-6)


def test_the_first_visit_of_outcomes_follows_their_weights(load: Load) -> None:
    """The second seat threw once, got 7 and keeps it or throws again: 7 against 7 is a draw."""
    report = load("dice").search(0, 1, 7, method="flat", simulations=40_000)
    again = float(sum(w * score(n, 7) for n, w in WEIGHTS.items()))
    assert row(report, 0).mean == 0.5
    assert row(report, 1).mean == pytest.approx(again, abs=0.02)


def test_a_position_where_nature_acts_is_refused(load: Load) -> None:
    with pytest.raises(ValueError, match="nature"):
        load("dice").search(1, simulations=10)


# ---- three seats ----


@pytest.mark.parametrize("method", ["uct", "solve"])
@pytest.mark.parametrize("heap", range(1, 13))
def test_three_seats_each_want_their_own(load: Load, method: str, heap: int) -> None:
    """Whoever acts gets 1, 1, 0 and 1/2 of heaps of 1, 2, 3 and 4, and again from 5 on."""
    report = load("three_seats").search(*[1] * (12 - heap), method=method, simulations=200_000)
    seat = (12 - heap) % 3
    assert report.proved
    assert report.shares[seat] == (1, 1, 0, 0.5)[(heap - 1) % 4]
    assert sorted(report.shares) == [0, 0.5, 1]


# ---- games with a memory ----


@pytest.mark.parametrize("method", ["uct", "solve"])
@pytest.mark.parametrize("side, cell, first", [(3, 0, 0), (3, 1, 1), (3, 4, 0), (4, 0, 1)])
def test_what_was_seen_counts(load: Load, method: str, side: int, cell: int, first: int) -> None:
    """The first seat wins if and only if every largest matching covers the first cell: never on
    a corner or the centre of 3 by 3, always beside them, and everywhere on 4 by 4."""
    sample = load("unvisited", f"SIDE={side}", f"FROM={cell}")
    report = sample.search(method=method, simulations=3_000_000)
    assert report.proved and report.shares == (first, 1 - first)


def test_a_long_history_finds_room(load: Load) -> None:
    report = load("unvisited", "SIDE=30").search(method="flat", simulations=200, threads=2)
    assert report.simulations == 200


def test_a_history_of_another_state_is_refused(load: Load) -> None:
    sample = load("unvisited")
    state, history = sample.position(1)
    with pytest.raises(ValueError, match="history"):
        run_search(sample.library, state, history[:-8], SearchOptions(simulations=5))


@pytest.mark.parametrize("method", ["uct", "flat", "solve"])
@pytest.mark.parametrize("threads", [1, 2])
def test_rules_that_give_up_fail_the_search(load: Load, method: str, threads: int) -> None:
    sample = load("unvisited", "FAULT_AT=5")
    with pytest.raises(SearchFault):
        sample.search(method=method, simulations=10_000, threads=threads)


# ---- games without end ----


def test_what_is_not_finished_is_worth_a_half(load: Load) -> None:
    report = load("three_seats").search(method="flat", simulations=300, max_actions=1)
    assert report.shares == (0.5, 0.5, 0.5)


def test_endless_play_has_bounds(load: Load) -> None:
    sample = load("three_seats", "HEAP=3", "LEAST=0", "TREE_DEPTH=64")
    solved = sample.search(method="solve")
    assert not solved.proved and solved.depth == 512
    grown = sample.search(simulations=6_000, max_actions=20)
    assert grown.simulations == 6_000 and grown.depth == 63


# ---- limits, luck and threads ----


@pytest.mark.parametrize("method", ["uct", "flat"])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_seed_and_a_number_of_simulations_repeat(load: Load, method: str, threads: int) -> None:
    sample = load("four_in_a_row")
    options = {"method": method, "simulations": 10_001, "threads": threads}
    first = sample.search(seed=7, **options)
    assert timeless(first) == timeless(sample.search(seed=7, **options))
    assert timeless(first) != timeless(sample.search(seed=8, **options))
    assert first.simulations == 10_001 == sum(r.visits for r in first.moves)


BOARD = ("COLUMNS=6", "ROWS=5")


def visits(report: SearchReport) -> int:
    return sum(r.visits for r in report.moves)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_kept_tree_goes_on_below_what_was_played(load: Load, threads: int) -> None:
    sample, kept = load("four_in_a_row", *BOARD), KeptTrees()

    def search(*moves: int, simulations: int) -> SearchReport:
        return sample.search(*moves, simulations=simulations, threads=threads, kept=kept)

    first = search(simulations=4000)
    assert visits(first) == 4000
    assert visits(search(simulations=1000)) == 5000  # the same position: all of it
    own = first.best.move
    answered = search(own, 2, simulations=100)
    before = visits(answered) - 100
    assert before > 20 and answered.nodes < first.nodes * 2
    assert [r.move for r in answered.moves] == list(range(6))
    later = search(own, 2, 1, 1, 3, 2, simulations=100)
    assert visits(later) < visits(answered) + 100


@pytest.mark.parametrize(("move", "options"), [(0, {}), (1, {"amaf": 0})])
def test_a_search_of_another_kind_or_position_begins_anew(
    load: Load, move: int, options: dict[str, float]
) -> None:
    sample, kept = load("four_in_a_row", *BOARD), KeptTrees()
    sample.search(move, simulations=4000, kept=kept, **options)
    fresh = sample.search(1, simulations=500, seed=3)
    again = sample.search(1, simulations=500, seed=3, kept=kept)
    assert timeless(again) == timeless(fresh)


def test_a_kept_tree_knows_the_history(load: Load) -> None:
    sample, kept = load("unvisited", "SIDE=8"), KeptTrees()
    first = sample.search(simulations=300, kept=kept)
    assert not first.proved
    assert visits(sample.search(first.best.move, simulations=50, kept=kept)) > 100


def test_a_proved_tree_stays_proved(load: Load) -> None:
    sample, kept = load("tic_tac_toe"), KeptTrees()
    assert sample.search(0, 1, simulations=50_000, kept=kept).proved
    again = sample.search(0, 1, simulations=50_000, kept=kept)
    assert again.proved and again.shares == (1, 0) and again.simulations == 0


def test_few_trees_are_kept_at_once(load: Load) -> None:
    sample, all_kept = load("four_in_a_row", *BOARD), [KeptTrees() for _ in range(MAX_KEPT + 1)]
    for kept in all_kept:
        sample.search(simulations=100, kept=kept)
    assert visits(sample.search(simulations=100, kept=all_kept[-1])) == 200
    assert visits(sample.search(simulations=100, kept=all_kept[0])) == 100


def test_flat_shares_playouts_equally(load: Load) -> None:
    report = load("four_in_a_row").search(method="flat", simulations=701)
    assert sorted(r.visits for r in report.moves) == [100] * 6 + [101]
    assert report.best.mean == max(r.mean for r in report.moves)


def test_a_full_pool_stops_growing_and_nothing_else(load: Load) -> None:
    report = load("four_in_a_row").search(simulations=20_000, nodes=100)
    assert report.simulations == 20_000 and report.nodes <= 100 and report.bytes_per_node <= 48
    assert load("four_in_a_row").search(simulations=100, nodes=1).best.visits > 0


@pytest.mark.parametrize("method", ["uct", "flat", "solve"])
def test_seconds_are_kept(load: Load, method: str) -> None:
    report = load("four_in_a_row").search(method=method, seconds=0.2)
    assert 0.2 <= report.seconds < 10  # no more than a busy machine needs


def test_memory_that_there_is_not_is_refused(load: Load) -> None:
    with pytest.raises(SearchError, match="memory"):
        load("tic_tac_toe").search(method="solve", nodes=1 << 60)


def test_another_thread_can_stop_a_search(load: Load) -> None:
    sample, stop = load("four_in_a_row"), ctypes.c_int32(0)
    threading.Timer(0.1, lambda: setattr(stop, "value", 1)).start()
    options = SearchOptions(seconds=60, threads=2)
    report = run_search(sample.library, *sample.position(), options, stop)
    assert report.seconds < 10 and report.simulations > 0


@contextmanager
def control_c_after(seconds: float) -> Iterator[None]:
    """An interrupt of the main thread, as the keyboard makes it."""
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(seconds, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    try:
        with heed_lost_requests():  # Python would lose one that comes within a `__del__`
            yield
    finally:
        timer.cancel()
        timer.join()


def test_control_c_ends_a_search_and_keeps_what_it_found(load: Load) -> None:
    began = time.monotonic()
    with control_c_after(0.2), pytest.raises(SearchInterrupted) as caught:
        load("four_in_a_row").search(seconds=60)
    assert time.monotonic() - began < 10
    assert caught.value.report is not None and caught.value.report.simulations > 0


@pytest.mark.parametrize(
    "options, words",
    [
        ({}, "limit"),
        ({"seconds": -1.0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"simulations": 5, "threads": 0}, "threads"),
        ({"simulations": 5, "method": "guess"}, "method"),
        ({"method": "solve", "depth": 513}, "depth"),
    ],
)
def test_options_that_cannot_be_are_refused(load: Load, options: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        load("tic_tac_toe").search(**options)  # type: ignore[arg-type]


def test_a_state_of_another_size_is_refused(load: Load) -> None:
    with pytest.raises(ValueError, match="bytes"):
        run_search(load("dice").library, b"", b"", SearchOptions(simulations=5))


# ---- under the sanitizers ----


@pytest.mark.slow
@pytest.mark.parametrize("sanitizer", ["address,undefined", "thread"])
@pytest.mark.parametrize(
    "sample, definitions",
    [
        ("tic_tac_toe", ()),
        ("four_in_a_row", ()),
        ("dice", ()),
        ("three_seats", ()),
        ("three_seats", ("LEAST=0", "HEAP=3", "TREE_DEPTH=20")),
        ("unvisited", ("SIDE=12",)),
        ("unvisited", ("FAULT_AT=6",)),
    ],
)
def test_sanitizers_have_nothing_to_say(
    tmp_path: Path, sanitizer: str, sample: str, definitions: tuple[str, ...]
) -> None:
    options = (*STRICT, "-O1", "-g", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all")
    text = source(sample, "driver")
    target = compiled(text, tmp_path / "driver", *options, *(f"-D{d}" for d in definitions))
    done = run(target)
    assert done.returncode == 0, done.stdout + done.stderr
