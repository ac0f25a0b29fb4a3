"""What is drawn at random is uniform, and random games are those of the reference engine.

Seeds are fixed.  A wrong draw of one move in a hundred is far beyond the limits of these tests, and
`test_these_tests_can_fail` shows that they notice what is only a little wrong.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from scipy.stats import chisquare
from support.c_driver import COMPILER, OVER, Drawing
from support.quick import each

from interpreter import list_games, load_game
from interpreter.native.program.program import program_of

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler"),
    pytest.mark.usefixtures("some_level"),
]

SERVED = Path(__file__).with_name("served")
LEAST_P = 1e-4
DRAWS = 100_000  # of one position
ROUNDED = 0.0005  # of published shares
Options = dict[str, Any]


def p_value(counts: Sequence[float], weights: Sequence[float]) -> float:
    """How likely counts at least as uneven are when chances are in proportion to the weights."""
    total, scale = sum(counts), sum(weights)
    expected = [total * w / scale for w in weights]
    assert min(expected) >= 5, "too few draws"
    return float(chisquare(counts, expected).pvalue)


# ---- one random action --------------------------------------------------------------------------


@cache
def drawing(name: str, options: tuple[tuple[str, Any], ...]) -> Drawing:
    with TemporaryDirectory() as folder:
        return Drawing(load_game(name, **dict(options)), Path(folder))


def counted(game: Drawing, state: Any, seed: int = 1) -> tuple[list[int], list[float]]:
    """How often each move of a state was drawn, and how often it should be, in proportion."""
    engine = state.engine
    moves = list(engine.packed_moves(state.node))
    weights = engine.weights(state.node) if state.is_chance else [1.0] * len(moves)
    kept = [(m, w) for m, w in zip(moves, weights, strict=True) if w > 0]
    times = Counter(game.drawn(state, seed, max(DRAWS, 30 * len(kept))))
    assert set(times) <= {m for m, _ in kept}, "an illegal move was drawn"
    return [times[m] for m, _ in kept], [w for _, w in kept]


def evenly_drawn(path: Path) -> int:
    """How many first moves a rule file has, each of which is drawn as often as it should be."""
    game = load_game(path)
    counts, weights = counted(Drawing(game, path.parent), game.start(engine="native"))
    assert p_value(counts, weights) > LEAST_P
    return len(counts)


def after(state: Any, seed: int, most: int, wanted: Callable[[Any], bool]) -> Any:
    """The first state of some random games that is as wanted."""
    chooser = random.Random(seed)
    for _ in range(200):
        now = state
        for _ in range(most):
            if wanted(now):
                return now
            if now.is_over:
                break
            now = now.random_move(chooser)
    raise AssertionError("no such state was found")


def actions(state: Any) -> set[str]:
    return {m.action for m in state.moves()}


def turns(number: int) -> Callable[[Any], bool]:
    """A state with several moves, that many turns into a game."""
    return lambda s: s.turn >= number and not s.is_over and len(s.moves()) > 1


def offers(*names: str, turn: int = 0) -> Callable[[Any], bool]:
    """A state where the moves are those of all these actions."""
    return lambda s: s.turn >= turn and not s.is_over and {*names} <= actions(s)


def few(number: int, name: str = "", turn: int = 0) -> Callable[[Any], bool]:
    """A state with 2 to so many moves, all of them of one action if it is named."""
    return lambda s: (
        s.turn >= turn
        and not s.is_over
        and 2 <= len(s.moves()) <= number
        and (not name or actions(s) == {name})
    )


def second(name: str, turn: int = 0) -> Callable[[Any], bool]:
    """A state with several moves, all of this action."""
    return lambda s: turns(turn)(s) and actions(s) == {name}


def was_refused(number: int, *also: str) -> Callable[[Any], bool]:
    """A state of a turn in which so many attempts have failed, with these actions among others."""
    return lambda s: turns(0)(s) and (
        len(s.node.position.refused) == number and set(also) <= actions(s)
    )


# What is drawn how; the game and its options, the state.
POSITIONS: dict[str, tuple[str, Options, Callable[[Any], bool]]] = {
    "all empty cells": ("tic-tac-toe", {}, turns(2)),
    "a set of several words": ("hex", {"size": 11}, turns(20)),
    "a set worked out": ("connect-four", {}, turns(8)),
    "checked, early": ("reversi", {}, turns(6)),
    "checked, few of many": ("reversi", {}, few(3, turn=30)),
    "pairs of neighbours": ("quarod", {"size": 6}, turns(0)),
    "pairs, two actions": ("quarod", {"size": 6}, offers("place", "swap", turn=4)),
    "pairs, three actions": ("quarod", {"size": 6}, offers("place", "exchange")),
    "pairs, swaps only": ("quarod", {"size": 6}, second("swap")),
    "pairs, filters": ("breakthrough", {}, turns(16)),
    "seen cells": ("amazons", {}, turns(0)),
    "seen cells, late": ("amazons", {}, turns(40)),
    "seen cells of the last one": ("amazons", {}, second("shoot", turn=10)),
    "seen cells, few left": ("amazons", {}, few(4, "move")),
    "ways through a set": ("cuiquindi", {"side": 5}, second("move", turn=12)),
    "what a placement needs": ("cuiquindi", {"side": 5}, second("grow", turn=12)),
    "two pairs to begin with": ("cuiquindi", {"side": 5}, turns(0)),
    "few ways": ("cuiquindi", {"side": 4}, few(6, "move", turn=8)),
    "dependent steps": ("english-draughts", {}, second("step", turn=10)),
    "dependent jumps": ("english-draughts", {}, second("jump", turn=6)),
    "kings": ("english-draughts", {}, second("step", turn=70)),
    "two actions, one rare": ("quardo", {}, offers("place", "swap", turn=7)),
    "dear to find, many": ("lines-of-action", {}, turns(4)),
    "dear to find, few": ("lines-of-action", {}, few(9, turn=20)),
    "dear to find, two actions": ("surakarta", {}, offers("step", "strike", turn=10)),
    "several dimensions": ("quardo", {}, turns(2)),
    "a deal": ("quardo", {"players": 3}, lambda s: s.is_chance),
    "tries that may fail": ("quardo-touch", {}, turns(3)),
    "a pass among cells": ("go", {"size": 5}, turns(12)),
    "suicide and repetition": ("go", {"size": 3}, few(4, turn=14)),
    "few after a throw": ("royal-game-of-ur", {}, offers("enter", "advance", turn=4)),
    "leaving": ("royal-game-of-ur", {}, offers("advance", "leave")),
    "a weighed throw": ("royal-game-of-ur", {}, lambda s: s.is_chance),
    "a first of two": ("cropa", {"side": 4}, turns(6)),
    "a second of two": (
        "cropa", {"side": 4}, lambda s: s.turn >= 6 and not s.is_over and bool(s.node.pending),
    ),
    "few cells are legal": ("cropa", {"side": 4}, few(5, turn=6)),
    "hidden tries": ("phantom-tic-tac-toe", {}, turns(2)),
    "first seen in a few directions": (f"{SERVED}/hawks.yaml", {}, turns(12)),
    "hidden tries, some refused": ("dark-hex", {"size": 4}, was_refused(3)),
    "members of a family that have a cell": (f"{SERVED}/grafts.yaml", {}, turns(12)),
    "hidden tries of two actions": (f"{SERVED}/smugglers.yaml", {}, was_refused(1)),
    "a hidden try at the end of a turn": (f"{SERVED}/nets.yaml", {}, was_refused(1, "mend")),
    "a piece to give": ("quarto", {}, turns(4)),
    "mills": ("nine-mens-morris", {}, second("capture")),
    "slides": ("nine-mens-morris", {}, second("slide")),
    "flights": ("nine-mens-morris", {}, second("fly")),
    "rhombus": ("cropa-rhombus", {"side": 6}, turns(5)),
    "found at once, several actions": ("chess", {}, offers("move", "advance", "castle")),
    "found at once, and chosen for each": ("chess", {}, offers("move", "promote")),
    "found at once, few legal": ("chess", {}, few(6, turn=40)),
    "found at once, along a track": ("surakarta", {}, turns(12)),
}  # fmt: skip


def position(name: str) -> tuple[Drawing, Any]:
    """The game of a row, and its state."""
    game_name, options, wanted = POSITIONS[name]
    game = drawing(game_name, tuple(options.items()))
    start = game.game.start(engine="native")
    return game, after(start, 7, 2000, wanted)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_legal_move_is_as_likely(name: str) -> None:
    game, state = position(name)
    counts, weights = counted(game, state)
    assert len(counts) > 1
    assert p_value(counts, weights) > LEAST_P


def test_few_of_very_many_candidates_are_as_likely(tmp_path: Path) -> None:
    """Of 41,472 candidates 60 are legal: they are found by many tries, or by listing them all."""
    path = tmp_path / "rare.yaml"
    path.write_text("""\
game: Rare
players: A, B
board: square(6)
pieces: stone
actions:
  place(a in cells, b in cells, d in orthogonal, n in 1..8):
    - require a + d = b and n = 3
    - require (x(a) + y(a)) mod 2 = 0
    - put stone on b
turn: place
end:
  - when turns = 9: draw
""", encoding="utf-8")  # fmt: skip
    assert evenly_drawn(path) == 60


def test_what_a_track_leads_to_twice_is_as_likely(tmp_path: Path) -> None:
    """A track that passes a cell twice leads on from there in two ways, and to a piece in each."""
    path = tmp_path / "crossing.yaml"
    path.write_text("""\
game: Crossing
players: A, B
board:
  cells: square(5)
  tracks:
    onward: a1 b1 c1 c2 c3 b3 b2 c2 d2 e2 e1
pieces: man
setup:
  - put man of A on {c2, a2, a3}
  - put man of B on {c3, e2, b5, c5}
actions:
  hit(at in mine, there in sight(at, onward) & enemy, n in 1..2):
    - require n < 2 or at != b1
    - move at to there
turn: hit else pass
end:
  - when turns = 6: draw
""", encoding="utf-8")  # fmt: skip
    assert evenly_drawn(path) == 4


def test_several_cells_that_are_seen_first_are_as_likely(tmp_path: Path) -> None:
    """Of 3 x 18 x 18 places, two ships that a siren sees first: of six of them, or of few."""
    path = tmp_path / "seen.yaml"
    path.write_text("""\
game: Seen
players: Sea, Land
board: hexagon(4)
pieces: siren, ship
setup:
  - put siren of Sea on {a1, a2, d4}
  - put ship of Land on neighbours(d4)
define:
  ships(s): sight(s, directions) & pieces(ship)
actions:
  call(s in mine(siren), a in ships(s), b in ships(s)): swap s and a
turn: call
end:
  - when turns = 9: draw
""", encoding="utf-8")  # fmt: skip
    assert evenly_drawn(path) > 36


def test_cells_with_several_values_are_as_likely(tmp_path: Path) -> None:
    """Jumps of one length or more, each in one direction, some of which are refused late."""
    path = tmp_path / "jumps.yaml"
    path.write_text("""\
game: Jumps
players: A, B
board: square(6)
pieces: man
setup:
  - put man of A on {a1, c3, e2, f6}
  - put man of B on {b1, c5, e4}
actions:
  jump(start in mine, d in orthogonal, n in 1..3):
    - require all(start + i*d in empty for i in 1..n)
    - move start to start + n*d
    - require count(mine & row(3)) < 2
turn: jump
end:
  - when turns = 9: draw
""", encoding="utf-8")  # fmt: skip
    assert evenly_drawn(path) == 20


def test_refusals_that_take_little_time_change_no_chances(tmp_path: Path) -> None:
    """Those before the last value are no tries where what is asked of a whole candidate is dear."""
    path = tmp_path / "dear.yaml"
    path.write_text("""\
game: Dear
players: A, B
board: square(15)
pieces:
  stone:
    owner: none
actions:
  place(a in 1..6, b in 1..6, c in empty):
    - require a = b
    - put stone on c
    - require all(count(sight(n, orthogonal, pieces) & pieces) < 4 for n in pieces)
    - require x(c) = a and y(c) < 7
turn: place
end:
  - when turns = 9: draw
""", encoding="utf-8")  # fmt: skip
    game = load_game(path)
    assert "if (spare) { spare--; tries++; }" in program_of(game.reference).rules
    counts, weights = counted(Drawing(game, tmp_path), game.start(engine="native"))
    assert len(counts) == 36
    assert p_value(counts, weights) > LEAST_P


def test_dice_fall_as_their_weights_say() -> None:
    game, state = position("a weighed throw")
    counts, _ = counted(game, state, 3)
    assert p_value(counts, (1, 4, 6, 4, 1)) > LEAST_P
    assert p_value(counts, (1, 1, 1, 1, 1)) < LEAST_P


def test_these_tests_can_fail() -> None:
    """One move that is a tenth too likely, and one that is never drawn, are noticed."""
    game, state = position("pairs, swaps only")
    counts, weights = counted(game, state)
    assert p_value(counts, [1.1, *weights[1:]]) < LEAST_P
    assert p_value([0, *counts[1:]], weights) < LEAST_P
    game, state = position("several dimensions")
    counts, weights = counted(game, state)
    half = len(counts) // 2
    assert p_value(counts, [1.1] * half + weights[half:]) < LEAST_P


# ---- two actions of one turn --------------------------------------------------------------------

PAIRS: dict[str, tuple[str, Options, Callable[[Any], bool]]] = {
    "two discs": ("squ", {"size": 4}, turns(3)),
    "two stones": ("cropa", {"side": 3}, turns(3)),
    "two stones, few legal": ("cropa", {"side": 3}, few(5, turn=3)),
    "a move and a shot": ("amazons", {}, few(6, "move")),
    "a move and a stone": ("cuiquindi", {"side": 3}, few(12, "move", turn=2)),
    "a throw and a man": ("royal-game-of-ur", {}, lambda s: s.turn >= 8 and s.is_chance),
    "a jump and what follows": ("english-draughts", {}, second("jump", turn=8)),
    "the end of a game": ("tic-tac-toe", {}, few(3)),
    "an exchange or a stone": ("hex", {"size": 3, "pie": True}, offers("exchange", "place")),
    "a piece to place and one to give": ("quarto", {}, few(4, "place")),
    "two cards of a deck": ("kuhn-poker", {}, lambda s: s.is_chance),
    "two stones of a triangle": ("y", {"side": 4}, turns(0)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_second_action_is_as_likely_whatever_the_first(name: str) -> None:
    game_name, options, wanted = PAIRS[name]
    game = drawing(game_name, tuple(options.items()))
    state = after(game.game.start(engine="native"), 5, 2000, wanted)
    chances = followed(state)
    least = min(chances.values())
    count = max(20_000, min(400_000, math.ceil(10 / least)))
    drawn = game.drawn(state, 2, count, steps=2)
    pairs = Counter(zip(drawn[::2], drawn[1::2], strict=True))
    assert set(pairs) <= set(chances)
    keys = list(chances)
    assert p_value([pairs[k] for k in keys], [chances[k] for k in keys]) > LEAST_P


def followed(state: Any) -> dict[tuple[int, int], float]:
    """How likely two random moves in a row are, by the moves of settled states."""
    chances: dict[tuple[int, int], float] = {}
    for move, chance, later in outcomes(state):
        if later.is_over:
            chances[move, OVER] = chance
        for move_2, chance_2, _ in outcomes(later):
            chances[move, move_2] = chance * chance_2
    return chances


def outcomes(state: Any) -> list[tuple[int, float, Any]]:
    """Each move, how likely it is at random, and what it leads to."""
    packed = list(state.engine.packed_moves(state.node))
    if state.is_chance:
        moves, chances = zip(*state.chance, strict=True)
    else:
        moves = tuple(state.moves())
        chances = (1 / max(1, len(moves)),) * len(moves)
    return [
        (p, float(c), state.play(m)) for p, m, c in zip(packed, moves, chances, strict=True) if c
    ]


# ---- whole games --------------------------------------------------------------------------------

# Small boards where the reference engine is slow: the options, its games here and in the slow run.
GAMES: dict[str, tuple[Options, int, int]] = {
    "abalone": ({}, 0, 10),
    "amazons": ({}, 10, 60),
    "anti-reversi": ({}, 6, 200),
    "antichess": ({}, 0, 10),
    "ataxx": ({"size": 4}, 0, 100),
    "backgammon": ({}, 0, 30),
    "banqi": ({}, 0, 100),
    "battleship": ({}, 0, 20),
    "brandubh": ({}, 0, 60),
    "blokus-duo": ({}, 0, 20),
    "breakthrough": ({"size": 5}, 60, 2000),
    "catchup": ({"side": 3}, 0, 1000),
    "chess": ({}, 0, 10),
    "chess960": ({}, 0, 10),
    "chinese-checkers": ({"players": 3, "jumps": "long", "limit": 300}, 0, 10),
    "clobber": ({}, 60, 1500),
    "connect-four": ({}, 80, 2000),
    "connect6": ({"size": 7}, 0, 500),
    "crazyhouse": ({}, 0, 10),
    "cropa": ({"side": 3}, 20, 600),
    "cropa-rhombus": ({"side": 4}, 20, 600),
    "cuiquindi": ({"side": 3}, 8, 300),
    "dark-hex": ({"size": 4}, 40, 1500),
    "domineering": ({"width": 5, "height": 5}, 60, 1500),
    "dots-and-boxes": ({"width": 4, "height": 4}, 0, 1000),
    "dvonn": ({}, 0, 100),
    "english-draughts": ({}, 8, 300),
    "fifteen-puzzle": ({"size": 3, "limit": 60}, 0, 60),
    "focus": ({}, 0, 20),
    "fox-and-geese": ({}, 0, 200),
    "go": ({"size": 3}, 60, 2000),
    "golomb": ({"size": 6}, 0, 300),
    "gomoku": ({"size": 7}, 60, 2000),
    "gonnect": ({"size": 4}, 0, 300),
    "harary": ({"size": 4}, 30, 1000),
    "hare-and-hounds": ({}, 60, 1500),
    "havannah": ({"side": 4}, 0, 300),
    "goofspiel": ({"cards": 5}, 40, 1500),
    "hex": ({"size": 5}, 40, 1500),
    "hex-holes": ({"size": 7}, 20, 800),
    "hus": ({}, 0, 500),
    "international-draughts": ({}, 0, 10),
    "kalah": ({}, 30, 1000),
    "king-of-the-hill": ({}, 0, 10),
    "konane": ({"size": 6}, 30, 1000),
    "kuhn-poker": ({}, 300, 5000),
    "lasca": ({}, 0, 100),
    "leduc-poker": ({}, 200, 3000),
    "liars-dice": ({}, 0, 60),
    "lines-of-action": ({}, 0, 20),
    "los-alamos-chess": ({}, 0, 20),
    "minishogi": ({}, 0, 10),
    "misere-hex": ({"size": 4}, 60, 2000),
    "misere-squ": ({"size": 4}, 30, 1000),
    "misere-tic-tac-toe": ({}, 300, 5000),
    "mu-torere": ({}, 0, 300),
    "nim": ({}, 0, 2000),
    "nine-mens-morris": ({}, 6, 100),
    "oust": ({"size": 4}, 0, 300),
    "oware": ({}, 0, 300),
    "peg-solitaire": ({}, 0, 300),
    "pentago": ({}, 0, 200),
    "pente": ({"size": 9}, 0, 100),
    "phantom-tic-tac-toe": ({}, 150, 3000),
    "pig": ({"goal": 30}, 0, 1000),
    "quardo": ({}, 8, 60),
    "quardo-still": ({}, 8, 60),
    "quardo-touch": ({}, 0, 6),
    "quarod": ({"size": 3}, 40, 1500),
    "quarto": ({}, 10, 400),
    "quoridor": ({"size": 5}, 0, 200),
    "reversi": ({}, 6, 200),
    "rock-paper-scissors": ({}, 300, 5000),
    "royal-game-of-ur": ({}, 10, 300),
    "russian-draughts": ({}, 0, 60),
    "shogi": ({}, 0, 5),
    "slither": ({"size": 5}, 0, 60),
    "sokoban": ({}, 0, 20),
    "squ": ({"size": 4}, 30, 1000),
    "star": ({"side": 3}, 0, 1000),
    "stratego-small": ({}, 0, 20),
    "surakarta": ({}, 0, 10),
    "tablut": ({}, 0, 30),
    "three-check": ({}, 0, 10),
    "tic-tac-toe": ({}, 300, 5000),
    "togyzqumalaq": ({}, 0, 100),
    "tumbleweed": ({"side": 4}, 0, 100),
    "turkish-draughts": ({}, 0, 10),
    "twenty-forty-eight": ({"size": 3}, 0, 200),
    "twixt": ({"size": 6}, 0, 300),
    "tzaar": ({"layout": "fixed"}, 0, 20),
    "whist": ({}, 0, 60),
    "xiangqi": ({}, 0, 10),
    "y": ({"side": 5}, 60, 2000),
    "yahtzee": ({}, 0, 20),
    "yavalath": ({"side": 4}, 40, 1500),
}


SPREAD = 500  # native games of which the spread of lengths is taken
MORE = 100  # native games for each of the reference engine, whose number then decides the error


def by_the_rules(game: Any, count: int) -> tuple[float, list[float]]:
    """The mean length and results of random games on the reference engine."""
    chooser, start = random.Random(11), game.start(engine="reference")
    moves, shares = 0, [0.0] * game.seats
    for _ in range(count):
        state = start
        while not state.is_over:
            state, moves = state.random_move(chooser), moves + 1
        shares = [a + b for a, b in zip(shares, state.result, strict=True)]
    return moves / count, [s / count for s in shares]


def check_games(name: str, count: int) -> None:
    """Games of both engines have the same length and the same shares, on average."""
    game, native_count = load_game(name, **GAMES[name][0]), MORE * count
    played = game.playouts(native_count, seed=12, threads=2)
    assert played.unfinished == 0
    length, shares = by_the_rules(game, count)
    some = [game.playouts(1, seed=i).mean_moves for i in range(SPREAD)]
    wider = math.sqrt(1 / count + 1 / native_count)  # the errors of both means together
    check(played.mean_moves, length, statistics.stdev(some) * wider)
    for result, wanted in zip(played.results, shares, strict=True):
        share = game.results.share(result)  # of the range of results, within which it varies most
        check(share, game.results.share(wanted), math.sqrt(share * (1 - share)) * wider)


def check(actual: float, wanted: float, error: float) -> None:
    assert abs(actual - wanted) <= 4 * error + 1e-9


@pytest.mark.parametrize("name", each(6, (n for n in list_games() if GAMES[n][1] > 1)))
def test_some_games(name: str) -> None:
    check_games(name, GAMES[name][1])


@pytest.mark.slow
@pytest.mark.parametrize("name", list_games())
def test_many_games(name: str) -> None:
    check_games(name, GAMES[name][2])


# What is known of uniformly random games: outright wins of the first seat, draws, length.
Known = tuple[str, Options, float | None, float | None, float | None]
KNOWN: list[Known] = [
    ("tic-tac-toe", {}, 737 / 1260, 16 / 126, None),
    ("squ", {"size": 8}, 0.499, None, 64.0),
    ("cropa", {"side": 5}, 0.510, None, None),
    ("cuiquindi", {"side": 5}, 0.498, 0.0037, None),
    ("quardo", {}, 0.430, 0.141, None),
    ("quarto", {}, 0.4995, 0.0030, 21.0),
    ("breakthrough", {}, None, None, 64.1),
    ("connect-four", {}, None, None, 21.3),
    ("hex", {}, None, None, 107.5),
    ("reversi", {}, None, None, 60.4),
    ("amazons", {}, None, None, 136.0),
]


@pytest.mark.slow
@pytest.mark.parametrize("known", KNOWN, ids=lambda k: k[0])
def test_known_shares_and_lengths(known: Known) -> None:
    name, options, wins, draws, length = known
    count = 1_000_000
    played = load_game(name, **options).playouts(count, seed=2026, threads=2)
    if wins is not None:
        check_share(played.results[0] - played.draws / count / 2, wins, count)
    if draws is not None:
        check_share(played.draws / count, draws, count)
    if length is not None:
        assert played.mean_moves == pytest.approx(length, abs=length / 200)


def check_share(share: float, known: float, count: int) -> None:
    assert abs(share - known) <= ROUNDED + 4 * math.sqrt(known * (1 - known) / count)
