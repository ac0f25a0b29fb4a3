"""What must hold for every bundled game, whatever its rules: shown on random games.

No exception; every game ends; results are per seat; a move's text is its own and is read back; a
state is a value: it survives JSON and pickling, and the same seed gives the same game.
"""

from __future__ import annotations

import pickle
import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.quick import each

from interpreter import list_games, load_game
from interpreter.api.record import Entry, Record, read, write
from interpreter.api.replay import replay

HERE = Path(__file__).parent
MAX_MOVES = 20_000  # a game that goes on longer is taken for one without an end
SAMPLES = 6  # states of each game that are looked at closely


@dataclass(frozen=True)
class Plan:
    """How a game is tried: its options, and how many games of the quick and of the slow suite."""

    options: dict[str, Any] = field(default_factory=dict)
    quick: int = 3
    slow: int = 300


# Small boards: 300 games of each in the slow suite, which takes half an hour; fewer are played
# of nine men's morris, whose games are long, and of Touch of Quardo, where hundreds of tries fail.
SMALL = {
    "abalone": [Plan(quick=1, slow=20)],
    "amazons": [Plan(quick=1)],
    "anti-reversi": [Plan(quick=1)],
    "antichess": [Plan(quick=1, slow=20)],
    "ataxx": [Plan({"size": 5}, quick=1)],
    "backgammon": [Plan(quick=1, slow=20)],
    "banqi": [Plan(quick=1, slow=100)],
    "blokus-duo": [Plan(quick=1, slow=10)],
    "battleship": [Plan(quick=1, slow=20)],
    "brandubh": [Plan(quick=1, slow=100)],
    "breakthrough": [Plan({"size": 5})],
    "catchup": [Plan({"side": 3})],
    "chess": [Plan(quick=1, slow=10)],
    "chess960": [Plan(quick=1, slow=10)],
    "chinese-checkers": [
        Plan({"players": 6, "stay": False, "blocked": "own", "limit": 300}, quick=1, slow=20),
        Plan({"players": 3, "jumps": "long", "blocked": "exchange"}, quick=0, slow=10),
    ],
    "clobber": [Plan()],
    "connect-four": [Plan()],
    "connect6": [Plan({"size": 7})],
    "crazyhouse": [Plan(quick=1, slow=10)],
    "cropa": [Plan({"side": 3})],
    "cropa-rhombus": [Plan({"side": 4})],
    "cuiquindi": [Plan({"side": 3})],
    "dark-hex": [Plan({"size": 4, "pie": True})],
    "domineering": [Plan({"width": 5, "height": 4})],
    "dots-and-boxes": [Plan({"width": 4, "height": 4, "players": 3})],
    "dvonn": [Plan(quick=1, slow=100)],
    "english-draughts": [Plan()],
    "fifteen-puzzle": [Plan({"size": 3, "limit": 60}, quick=1, slow=30)],
    "focus": [Plan(quick=1, slow=20)],
    "fox-and-geese": [Plan(quick=2)],
    "go": [Plan({"size": 3}), Plan({"size": 5, "komi": 0})],
    "golomb": [Plan({"size": 6}, quick=1, slow=100)],
    "gomoku": [Plan({"size": 7})],
    "gonnect": [Plan({"size": 4, "pie": True})],
    "harary": [Plan({"animal": "knobby", "size": 5})],
    "hare-and-hounds": [Plan()],
    "havannah": [Plan({"side": 4, "pie": True})],
    "hex": [Plan({"size": 5}), Plan({"size": 4, "pie": True})],
    "hex-holes": [Plan({"size": 7, "pie": True})],
    "hus": [Plan(quick=1)],
    "international-draughts": [Plan(quick=1, slow=10)],
    "kalah": [Plan({"seeds": 3}), Plan({"seeds": 6}, quick=1)],
    "king-of-the-hill": [Plan(quick=1, slow=10)],
    "konane": [Plan({"size": 6})],
    "lasca": [Plan(quick=1)],
    "kuhn-poker": [Plan(quick=10)],
    "leduc-poker": [Plan(quick=6)],
    "liars-dice": [Plan({"players": 4}, quick=1, slow=100)],
    "lines-of-action": [Plan(quick=1, slow=30), Plan({"both": "draws"}, quick=0, slow=30)],
    "los-alamos-chess": [Plan(quick=1, slow=30)],
    "minishogi": [Plan(quick=1, slow=10)],
    "misere-hex": [Plan({"size": 4, "pie": True})],
    "misere-squ": [Plan({"size": 4})],
    "misere-tic-tac-toe": [Plan()],
    "mu-torere": [Plan(quick=2)],
    "nim": [Plan()],
    "nine-mens-morris": [Plan(quick=1, slow=100)],
    "oust": [Plan({"size": 4})],
    "oware": [Plan(quick=1)],
    "peg-solitaire": [Plan()],
    "pentago": [Plan(quick=1, slow=100)],
    "pente": [Plan({"size": 9, "pro": True}, quick=1)],
    "phantom-tic-tac-toe": [Plan()],
    "pig": [Plan({"goal": 30})],
    "quardo": [Plan({"players": 3}, quick=1), Plan(quick=2)],
    "quardo-still": [Plan({"players": 3}, quick=1), Plan(quick=1)],
    "quardo-touch": [Plan(quick=1, slow=20), Plan({"players": 3}, quick=0, slow=20)],
    "quarod": [Plan({"size": 3}), Plan({"size": 5})],
    "quarto": [Plan()],
    "quoridor": [Plan({"size": 5}, quick=1), Plan({"size": 5, "players": 4}, quick=0, slow=100)],
    "reversi": [Plan(quick=2)],
    "royal-game-of-ur": [Plan(quick=2)],
    "russian-draughts": [Plan(quick=1, slow=60)],
    "shogi": [Plan(quick=0, slow=10)],
    "slither": [Plan({"size": 5, "pie": True}, quick=1, slow=30)],
    "sokoban": [Plan(quick=1, slow=20)],
    "squ": [Plan({"size": 3}), Plan({"size": 5})],
    "star": [Plan({"side": 3, "pie": True})],
    "stratego-small": [Plan(quick=1, slow=20)],
    "surakarta": [Plan(quick=1, slow=20)],
    "tablut": [Plan(quick=1, slow=30)],
    "three-check": [Plan(quick=1, slow=10)],
    "tic-tac-toe": [Plan()],
    "togyzqumalaq": [Plan(quick=1)],
    "tumbleweed": [Plan({"side": 3}, quick=1, slow=100)],
    "turkish-draughts": [Plan(quick=1, slow=10)],
    "twenty-forty-eight": [Plan({"size": 3}, quick=1, slow=100), Plan({"goal": 64}, 0, 30)],
    "twixt": [Plan({"size": 6, "pie": True}, quick=1, slow=100)],
    "tzaar": [
        Plan(quick=1, slow=20), Plan({"layout": "fixed"}, quick=0, slow=50),
        Plan({"layout": "placed"}, quick=0, slow=20),
    ],
    "whist": [Plan(quick=1, slow=100)],
    "xiangqi": [Plan(quick=1, slow=10)],
    "y": [Plan({"side": 5})],
    "yahtzee": [Plan({"players": 3}, quick=1, slow=50)],
    "yavalath": [Plan({"side": 4, "pie": True})],
}
# Boards as they are published, where those are larger: as many games as fit into a minute or so.
# Go is played on 9 × 9: on 19 × 19 a random game takes minutes.
LARGE = {
    "breakthrough": Plan(slow=300),
    "cropa": Plan(slow=10),
    "cropa-rhombus": Plan(slow=30),
    "cuiquindi": Plan(slow=20),
    "dark-hex": Plan(slow=100),
    "go": Plan({"size": 9}, slow=20),
    "gomoku": Plan(slow=30),
    "hex": Plan(slow=100),
    "hex-holes": Plan(slow=100),
    "misere-hex": Plan(slow=100),
    "misere-squ": Plan(slow=5),
    "quarod": Plan(slow=100),
    "squ": Plan(slow=5),
    "y": Plan(slow=300),
}


@cache
def game_of(name: str, options: tuple[tuple[str, Any], ...]) -> Any:
    """A game, loaded once."""
    return load_game(name, **dict(options))


def random_game(game: Any, seed: int) -> list[Any]:
    """The states of a random game and the moves that lead on, from the start to the end."""
    chooser, states, texts = random.Random(seed), [game.start()], []
    while not states[-1].is_over:
        assert len(texts) < MAX_MOVES, "the game does not end"
        before = states[-1]
        moves, weights = [list(x) for x in zip(*choices(before), strict=True)]
        move = chooser.choices(moves, weights)[0]
        texts.append(move)
        states.append(before.play(move))
    return [states, texts]


def choices(state: Any) -> list[tuple[Any, float]]:
    """The moves of a seat or of chance, and how likely they are."""
    return state.chance or [(move, 1.0) for move in state.moves()]


def check_moves(state: Any) -> None:
    """Texts are unique, and each is read back as its move."""
    moves = [move for move, _ in choices(state)]
    assert moves, "nobody can move, and the game is not over"
    assert len({move.text.lower() for move in moves}) == len(moves)
    for move in moves[:: max(1, len(moves) // 12)]:
        assert state.parse(move.text) == move
        assert state.parse(f" {move.text.upper()}  ") == move
    if state.is_chance:
        assert (state.seat, state.colour, state.moves()) == (None, None, [])
        assert sum(chance for _, chance in state.chance) == pytest.approx(1.0)
        assert all(chance > 0 for _, chance in state.chance)
    else:
        assert state.colour in state.game.players
        assert 0 <= state.seat < state.game.seats
        assert state.chance == []
    assert state.result is None


def check_value(state: Any) -> None:
    """A state written and read is the same state, with the same moves in the same order."""
    again = state.game.state_from_json(state.to_json())
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_json() == state.to_json()
    assert [m.text for m in again.moves()] == [m.text for m in state.moves()]
    assert (again.seat, again.turn, again.result) == (state.seat, state.turn, state.result)
    assert (again.pieces(), again.variables) == (state.pieces(), state.variables)


def check_views(state: Any) -> None:
    """A view shows pieces that are there, on cells that are not hidden, but for hidden parts."""
    pieces, cells = state.pieces(), set(state.game.board.cells)
    for seat in range(state.game.seats):
        view = state.view(seat)
        assert view.hidden <= cells
        shown = {c: p for c, p in pieces.items() if c not in view.hidden}
        assert shown.keys() == view.pieces.keys()
        assert all(differing(p, view.pieces[c]) <= set(state.game.model.sees)
                   for c, p in shown.items())  # fmt: skip
        assert (view.acting, view.turn) == (state.seat, state.turn)


def differing(piece: Any, seen: Any) -> set[str]:
    """The parts of a piece that are unknown to somebody who sees it; the others are as they are."""
    true = {"kind": piece.kind, **piece.attributes}
    told = {name: {"kind": seen.kind, **seen.attributes}.get(name, "?") for name in true}
    assert piece.colour == seen.colour
    assert all(told[name] in (value, "?") for name, value in true.items())
    return {name for name, value in true.items() if told[name] != value}


def check_end(state: Any) -> None:
    """One seat has won, or several share; who plays alone may fail."""
    shares, results = state.wins, state.game.results
    assert len(state.result) == len(shares) == state.game.seats
    assert all(results.least <= points <= results.greatest for points in state.result)
    if state.game.zero_sum:
        assert sum(state.result) == state.game.seats * results.draw
    if len(shares) == 1:
        assert shares[0] in (0.0, 0.5, 1.0)
        return check_nobody_acts(state)
    assert sorted(shares, reverse=True)[0] in (0.5, 1.0)
    if 1.0 in shares:
        assert sorted(shares) == [0.0] * (len(shares) - 1) + [1.0]
    else:
        assert set(shares) <= {0.0, 0.5}
        assert shares.count(0.5) >= 2
    check_nobody_acts(state)


def check_nobody_acts(state: Any) -> None:
    assert (state.moves(), state.chance, state.seat, state.colour) == ([], [], None, None)


def check_record(game: Any, states: list[Any], moves: list[Any]) -> None:
    """A game written down is replayed to the same end."""
    entries = tuple(
        Entry(move.text, state.turn + 1, state.is_chance)
        for state, move in zip(states, moves, strict=False)
    )
    end = tuple(states[-1].result)
    record = Record(
        game.name, game.options, rules_hash=game.rules_hash, moves=entries, result=end
    )  # fmt: skip
    back = read(write(record))
    assert back == record
    replayed = replay(back, game)
    assert replayed.is_sound, replayed.stop
    assert replayed.states[-1] == states[-1]


def check_game(game: Any, seed: int) -> None:
    """One random game, and all that must hold of it."""
    states, moves = random_game(game, seed)
    for state in states[:-1][:: max(1, len(moves) // SAMPLES)]:
        check_moves(state)
        check_value(state)
        check_views(state)
    check_value(states[-1])
    check_views(states[-1])
    check_end(states[-1])
    check_record(game, states, moves)


def quick_plans() -> list[Any]:
    return [
        pytest.param(name, plan, id=f"{name}-{number}")
        for name in list_games()
        for number, plan in enumerate(SMALL.get(name, [Plan()]))
        if plan.quick
    ]


def slow_plans() -> list[Any]:
    plans = [(name, plan) for name in list_games() for plan in SMALL.get(name, [Plan()])]
    plans += list(LARGE.items())
    return [
        pytest.param(name, plan, id=f"{name} {plan.options} {plan.slow} games")
        for name, plan in plans
    ]


@pytest.mark.parametrize("name", list_games())
def test_every_game_has_tests_of_its_own(name: str) -> None:
    """A folder with the name of the game, with tests in it."""
    tests = list((HERE / name).glob("test_*.py"))
    assert tests, f"tests/games/{name}/ lacks tests written from the printed rules"
    assert any("def test_" in path.read_text(encoding="utf-8") for path in tests)


def test_every_folder_is_of_a_game() -> None:
    folders = {path.name for path in HERE.iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert folders <= set(list_games())


def test_the_tables_name_games_that_there_are() -> None:
    assert set(SMALL) | set(LARGE) <= set(list_games())


@pytest.mark.parametrize(("name", "plan"), each(3, quick_plans()))
def test_random_games(name: str, plan: Plan) -> None:
    game = game_of(name, tuple(plan.options.items()))
    for seed in range(plan.quick):
        check_game(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plan"), slow_plans())
def test_many_random_games(name: str, plan: Plan) -> None:
    game = game_of(name, tuple(plan.options.items()))
    for seed in range(1000, 1000 + plan.slow):
        check_game(game, seed)


@pytest.mark.parametrize("name", each(6, list_games()))
def test_the_same_seed_is_the_same_game(name: str) -> None:
    """In two games loaded apart; and states that came about in the same way are equal."""
    options = SMALL.get(name, [Plan()])[0].options
    one, other = load_game(name, **options), load_game(name, **options)
    start, again = one.start(), other.start()
    assert start == again
    assert hash(start) == hash(again)
    chooser, second = random.Random(3), random.Random(3)
    for _ in range(10):
        if start.is_over:
            break
        start, again = start.random_move(chooser), again.random_move(second)
        assert start == again
        assert hash(start) == hash(again)
        assert start.to_json() == again.to_json()


@pytest.mark.parametrize("name", each(6, list_games()))
def test_states_and_games_are_pickled(name: str) -> None:
    game = game_of(name, tuple(SMALL.get(name, [Plan()])[0].options.items()))
    state = game.start()
    chooser = random.Random(5)
    for _ in range(5):
        state = state if state.is_over else state.random_move(chooser)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.game.rules_hash == game.rules_hash
    assert [m.text for m in again.moves()] == [m.text for m in state.moves()]


@pytest.mark.parametrize("name", each(6, list_games()))
def test_no_move_changes_the_state_before_it(name: str) -> None:
    game = game_of(name, tuple(SMALL.get(name, [Plan()])[0].options.items()))
    state = game.start()
    before = state.to_json()
    for move, _ in choices(state)[:10]:
        assert state.play(move) != state
    assert state.to_json() == before
