"""The native engine as the game object uses it: which engine plays, values, counts, and limits."""

from __future__ import annotations

import pickle
import random
import shutil
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.both_engines import compare, pair, walk
from support.c_driver import compiled, run
from support.counts import check_counts
from support.quick import each
from support.tiny import tiny

from interpreter import IllegalMove, load_game
from interpreter.agents.specs import make_agent
from interpreter.board.values import Played
from interpreter.native.emit.plain_state import c_files
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program.borrowing import FILES
from interpreter.native.program.program import program_of
from interpreter.native.runtime.engine import NativeEngine
from interpreter.process.stopping import heed_lost_requests

SAMPLES = Path(__file__).parent / "samples"
SANITIZED = ("-O0", "-w", "-fsanitize=address,undefined",
             "-fno-sanitize-recover=undefined")  # fmt: skip

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture
def without_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("interpreter.native.build.compilers.packaged_compiler", lambda: None)


# ---- which engine plays ----


def test_the_native_engine_is_the_default() -> None:
    game = load_game("tic-tac-toe")
    assert game.start().engine.name == "native"
    assert game.why_reference is None


def test_the_environment_names_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    game = load_game("tic-tac-toe")
    assert game.start().engine.name == "reference"
    assert game.why_reference is None
    assert game.start(engine="native").engine.name == "native"


def test_unknown_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tic-tac-toe")
    with pytest.raises(ValueError, match="'quick'; there are 'native' and 'reference'"):
        game.start(engine="quick")
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "fast")
    with pytest.raises(ValueError, match="BOARDWRIGHT_ENGINE"):
        game.start()


def test_without_a_compiler_the_reference_engine_plays(without_compiler: None) -> None:
    game = load_game("tic-tac-toe")
    assert game.start().engine.name == "reference"
    assert "no C compiler" in (game.why_reference or "")
    with pytest.raises(ValueError, match="no C compiler"):
        game.start(engine="native")


def test_loading_builds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("built")

    monkeypatch.setattr("interpreter.native.runtime.engine.NativeEngine.__init__", refuse)
    load_game("squ")


def test_a_game_with_large_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.native.ir.layout.interface.MAX_BYTES", 10)
    with pytest.raises(NotNative, match=r"a position has .* bytes, which is more than 10"):
        program_of(load_game("tic-tac-toe").reference)


def test_the_size_of_a_state_is_stated() -> None:
    start = load_game("tic-tac-toe").start(engine="native")
    assert start.engine.state_size == len(start.node.state)


# ---- states as values ----


def test_states_of_both_engines_are_equal() -> None:
    native, reference = pair(load_game("quarto"))
    for _ in range(4):
        move = compare(native, reference)[3]
        native, reference = native.play(move), reference.play(move)
    assert {native: 1}[reference] == 1


@pytest.mark.parametrize("name", ["go", "english-draughts", "royal-game-of-ur", "hex", "quarto"])
def test_states_stay_native_through_json_and_pickling(name: str) -> None:
    game = load_game(name)
    state = game.start(engine="native")
    chooser = random.Random(2)
    for _ in range(7):
        state = state.random_move(chooser)
    for again in (game.state_from_json(state.to_json()), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert again.engine.name == "native"
        assert [m.text for m in again.moves()] == [m.text for m in state.moves()]


def test_a_state_within_a_repetition_stays_native(tmp_path: Path) -> None:
    rules = """
board: rectangle(4, 1)
actions:
  a(at in empty): put man on at
turn: a up to (count(empty) - 2) times
end:
  - when count(empty) < 2: draw
"""
    game = tiny(tmp_path, rules)
    for seed in range(10):
        walk(game, seed, 20)


def test_a_reference_state_stays_one_when_pickled() -> None:
    state = load_game("tic-tac-toe").start(engine="reference")
    assert pickle.loads(pickle.dumps(state)).engine.name == "reference"


def test_illegal_moves_are_explained() -> None:
    start = load_game("tic-tac-toe").start(engine="native")
    move = start.parse("place a1")
    later = start.play(move)
    with pytest.raises(IllegalMove, match=r"so a1 is not in `empty`"):
        later.play(move)
    with pytest.raises(IllegalMove, match="did you mean `place`"):
        later.play("plaec a2")


@pytest.mark.parametrize("lists", [False, True])
def test_moves_are_refused_whether_or_not_the_moves_were_listed(lists: bool) -> None:
    state = load_game("tic-tac-toe").start("native")
    taken = state.moves()[4]
    after = state.play(taken)
    if lists:
        assert after.engine.analyses is not None
        assert after.engine.analyses.packed_moves(after.node)
    with pytest.raises(IllegalMove):
        after.play(taken)
    assert after.play(state.moves()[0]) == after.play("place a1")


@pytest.mark.parametrize("turn", ["place, grow", "(place, grow) or (place, place)"])
def test_moves_are_listed_once_each(turn: str, tmp_path: Path) -> None:
    rules = f"""
    actions:
      place(at in empty): put man on at
      grow(at in empty): put man on at
    turn: {turn}
    end:
      - when no empty: draw
    """
    state, menus = tiny(tmp_path, rules).start("native"), set()
    while not state.is_over:
        engine = state.engine.analyses.native
        menus.add(state.node.menu in engine.plain_menus)
        assert state.moves() == state.game.moves_of(engine.moves(state.node))
        assert len(set(state.moves())) == len(state.moves())
        state = state.random_move(random.Random(3))
    assert menus == ({True} if turn == "place, grow" else {True, False})


def test_few_nodes_keep_the_list_of_their_moves() -> None:
    states = [load_game("tic-tac-toe").start("native")]
    for _ in range(2):
        states = [state.play(move) for state in states for move in state.moves()]
    assert len(states) == 72 and all(len(state.moves()) == 7 for state in states)
    assert [state.node.listed is not None for state in states] == [False] * 56 + [True] * 16
    assert all(len(state.moves()) == 7 for state in states)  # listed anew


def test_threads_may_play_at_once() -> None:
    game = load_game("squ", size=8)
    start = game.start(engine="native")
    line = []
    state = start
    while not state.is_over:
        line.append(state.moves()[-1])
        state = state.play(line[-1])
    last = state.node.state

    def replayed(_: int) -> bytes:
        now = start
        for move in line:
            now = now.play(move)
        packed: bytes = now.node.state
        return packed

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(replayed, range(40))) == {last}


def test_chances_stand_beside_the_moves_that_have_them(tmp_path: Path) -> None:
    rules = """
state:
  thrown: 0..4
chance:
  throw(n in 1..4):
    - weight n
    - set thrown to n
actions:
  rest: set thrown to 0
turn: throw, rest
"""
    start = tiny(tmp_path, rules).start("native")
    chances = [(f"throw {n}", n / 10) for n in range(1, 5)]
    assert [(move.text, part) for move, part in start.chance] == chances


def test_a_weight_depends_on_what_its_chance_did_before(tmp_path: Path) -> None:
    rules = """
state:
  left[n in 1..3]: 0..4 = 4
chance:
  throw(n in 1..3):
    - if left[n] > 1 and n != 2: set left[n] to left[n] - 1
    - weight n * left[n] + sum(left[i] for i in 1..3)
    - set left[n] to 0
actions:
  rest: set left[1] to 4
turn: throw, throw, throw, throw, rest
"""
    native, reference = (tiny(tmp_path, rules).start(engine) for engine in ("native", "reference"))
    for _ in range(4):
        assert [part for _, part in native.chance] == [part for _, part in reference.chance]
        assert len({part for _, part in native.chance}) > 1
        native, reference = (state.play("throw 1") for state in (native, reference))


# ---- counting ----


@pytest.mark.parametrize("name, options, depth", [
    ("tic-tac-toe", {}, 4), ("quarto", {}, 2), ("go", {"size": 2}, 4), ("english-draughts", {}, 3),
    ("phantom-tic-tac-toe", {}, 3), ("royal-game-of-ur", {}, 3), ("squ", {"size": 3}, 3),
])  # fmt: skip
def test_perft(name: str, options: dict[str, Any], depth: int) -> None:
    native, reference = pair(load_game(name, **options))
    for k in range(depth + 1):
        assert native.perft(k) == reference.perft(k)
        assert native.perft(k, turns=True) == reference.perft(k, turns=True)


@pytest.mark.slow
@pytest.mark.parametrize("name, options, expected", [
    ("squ", {"size": 4},
     [1, 16, 1680, 43680, 400400, 1441440, 2025264, 983624, 112932, 15182]),
    ("squ", {"size": 10}, [1, 100, 485100]),
    ("cropa", {"side": 7}, [1, 127, 1000125]),
    ("cropa", {"side": 3}, [1, 19, 2907, 106218, 1429667]),
    ("cuiquindi", {"side": 5}, [1, 22818, 45636, 859920]),
    ("cuiquindi", {"side": 6}, [1, 55206, 110412, 2908224]),
    ("quarod", {"size": 4}, [1, 48, 944, 9480, 56600, 223376, 638752, 1398632]),
    ("quarod", {"size": 8}, [1, 224, 23920, 1600584]),
    ("quardo", {}, [1, 256, 28800, 1881600]),
])  # fmt: skip
def test_many_positions(name: str, options: dict[str, Any], expected: list[int]) -> None:
    check_counts(name, (options, expected, None))


def test_both_engines_count_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = (("reversi", {}, 3), ("royal-game-of-ur", {}, 2), ("hex", {"size": 3, "pie": True}, 4),
             ("english-draughts", {}, 3))  # fmt: skip
    for name, options, depth in cases:
        native = load_game(name, **options).positions(depth)
        monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
        assert load_game(name, **options).positions(depth) == native
        monkeypatch.delenv("BOARDWRIGHT_ENGINE")


# ---- random games ----


def test_playouts_do_not_depend_on_the_threads() -> None:
    for name in ("tic-tac-toe", "go", "royal-game-of-ur"):
        game = load_game(name)
        played = [game.playouts(200, seed=5, threads=n) for n in (1, 2, 3, 2)]
        assert played.count(played[0]) == 4
        assert game.playouts(200, seed=6) != played[0]


def test_playouts_agree_with_theory() -> None:
    # Random games of tic-tac-toe: the first wins 0.585, the second 0.288, the others are drawn.
    played = load_game("tic-tac-toe").playouts(100_000, seed=1, threads=2)
    assert played.count == 100_000 and played.unfinished == 0
    assert played.draws / played.count == pytest.approx(0.127, abs=0.006)
    assert played.results[0] - played.results[1] == pytest.approx(0.585 - 0.288, abs=0.01)
    assert sum(played.results) == pytest.approx(1)


def test_no_playouts() -> None:
    assert load_game("tic-tac-toe").playouts(0, seed=1).mean_moves == 0


def test_long_games_stay_unfinished() -> None:
    start = load_game("tic-tac-toe").start(engine="native")
    played = start.engine.playouts(start.node, 10, 1, 1, max_actions=3)
    assert (played.unfinished, played.draws, played.results) == (10, 0, (0.5, 0.5))
    assert played.mean_moves == 3


@pytest.mark.parametrize("work", [
    lambda game: game.playouts(10**9, seed=1, threads=2),
    lambda game: game.perft(40),
    lambda game: game.positions(40),
])  # fmt: skip
def test_interrupts_stop_what_takes_long(work: Callable[[Any], Any]) -> None:
    game = load_game("squ")
    game.start()
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
    before = time.perf_counter()
    timer.start()  # Python would lose an interrupt that comes within a `__del__`
    with heed_lost_requests(), pytest.raises(KeyboardInterrupt):
        work(game)
    assert time.perf_counter() - before < 5


class OutOfTime(Exception):
    """What the handler of an alarm raises."""


@pytest.mark.parametrize("work", [
    lambda game: game.playouts(10**9, seed=1, threads=2),
    lambda game: make_agent("uct:60s").choose(game.start(), random.Random(1)),
])  # fmt: skip
def test_what_the_handler_of_a_signal_raises_is_raised(work: Callable[[Any], Any]) -> None:
    """It was told as Ctrl-C."""

    def ring(*_: object) -> None:
        raise OutOfTime

    game = load_game("squ")
    game.start()
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(OutOfTime):
            work(game)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---- the generated text ----


def test_the_same_rules_give_the_same_text() -> None:
    texts = {program_of(load_game("quarod").reference).text for _ in range(2)}
    assert len(texts) == 1


SANITIZED_GAMES = (
    "hex cropa go phantom-tic-tac-toe royal-game-of-ur quardo squ cuiquindi quarod amazons "
    "english-draughts quardo-touch nine-mens-morris"
).split()


# one in the quick run, so that the program in C keeps up with the functions that it calls
@pytest.mark.parametrize("name", each(len(SANITIZED_GAMES), SANITIZED_GAMES))
def test_sanitizers_find_nothing(name: str, tmp_path: Path) -> None:
    program = program_of(load_game(name).reference)
    plan, text = program.plan, f"{program.text}\n{c_files(*FILES)}"
    tries = any(step.refused for step in plan.ordered_steps)  # they lead to no end of positions
    head = f"#define GAMES 20\n#define POSITIONS {int(not tries)}\n"
    text = head + text + (SAMPLES / "engine_main.c").read_text("utf-8")
    done = run(compiled(text, tmp_path / "game", *SANITIZED))
    assert (done.returncode, done.stderr) == (0, "")


def test_an_engine_can_be_made_by_hand() -> None:
    engine = NativeEngine(load_game("tic-tac-toe").reference)
    node = engine.start()
    assert [key[0] for key in engine.keys(node)] == ["place"] * 9


MOST = 10_000
NUMBERED = ["reversi", "go", "royal-game-of-ur", "english-draughts", "quardo"]


@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.parametrize("engine", ["native", "reference"])
def test_random_games_by_number(name: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
    game = load_game(name, size=5) if name == "go" else load_game(name)
    games = game.random_games(5, 3, 77, MOST)
    assert games == [played for i in (5, 6, 7) for played in game.random_games(i, 1, 77, MOST)]
    assert games != game.random_games(5, 3, 78, MOST)
    state = game.start()
    for move in game.random_game(6, 77, MOST):
        state = state.play(move)
    moves = len(game.random_game(6, 77, MOST))
    assert games[1] == Played(tuple(state.result), state.turn, moves)
