"""Moves as numbers: which number stands for which move, and that it stays the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.diagnosing import bundled, bundled_games
from support.quick import each
from support.tiny import tiny

from interpreter import Game, Move, load_game
from interpreter.api.state import State
from interpreter.spaces.actions import MAX_ACTIONS, ActionSpace
from interpreter.spaces.domains import NotNumbered

MOST = 6  # moves of a random game


def states(game: Game, seed: int, most: int, engine: str | None = None) -> Iterator[State]:
    """The states of a random game."""
    state, chooser = game.start(engine), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        state = state.random_move(chooser)


def check(space: ActionSpace, state: State) -> None:
    """A state's legal numbers are those of its moves, and each stands for its move."""
    moves = [m for m, _ in state.chance] if space.is_chance else state.moves()
    numbers = {space.numbers(move): move for move in moves}
    assert len(numbers) == len(moves)
    for path, move in numbers.items():
        assert space.move(*path) == move
        assert all(0 <= number < space.size for number in path)
    firsts = sorted({path[0] for path in numbers})
    assert space.legal(state) == firsts
    assert list(space.mask(state).nonzero()[0]) == firsts
    for path in list(numbers)[:3]:
        for length in range(1, len(path)):
            chosen = path[:length]
            assert space.move(*chosen) is None
            follow = {other[length] for other in numbers if other[:length] == chosen}
            assert space.legal(state, chosen) == sorted(follow)


@pytest.mark.parametrize("name", each(3, sorted(bundled())))
def test_every_move_of_a_game_has_a_number_of_its_own(name: str) -> None:
    game = bundled_games()[name]
    space, chance = ActionSpace(game), ActionSpace(game, chance=True)
    by_steps = ActionSpace(game, steps=True)
    assert not space.steps and space.size == space.count <= MAX_ACTIONS
    for state in states(game, 1, MOST):
        if state.is_chance:
            check(chance, state)
            assert not space.legal(state) and not space.mask(state).any()
        else:
            check(space, state)
            check(by_steps, state)
            assert not chance.legal(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_move_of_long_games_has_a_number_on_both_engines(name: str) -> None:
    game = bundled_games()[name]
    space, chance = ActionSpace(game), ActionSpace(game, chance=True)
    for seed, engine in enumerate((None, None, None, "reference")):
        for state in states(game, seed, 100 if engine else 1000, engine):
            check(chance if state.is_chance else space, state)


def texts(space: ActionSpace) -> list[str]:
    """The moves of all numbers of a space."""
    return [str(space.move(number)) for number in range(space.size)]


def test_numbers_follow_the_file_and_the_first_parameter_counts_most(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
board: square(2)
actions:
  put(n in 1..2, at in empty): put man on at
  turn(d in {west, east}): set next to mover
turn: put or turn or pass
""")  # fmt: skip
    space = ActionSpace(game)
    directions = game.reference.rules.topology.directions
    assert texts(space) == [
        *(f"put {n} {cell}" for n in (1, 2) for cell in ("a1", "b1", "a2", "b2")),
        *(f"turn {d}" for d in directions),
        "pass",
    ]


RULES = """
game: G
players: White, Black
board: square(3)
pieces: stone
actions:
  place(at in empty):
    - {require}
    - put stone on at
  shift(start in mine, there in {goals}): move start to there
turn: {turn}
end:
  - when {end}: mover wins
"""  # not a format string: see `made`


def made(folder: Path, **parts: str) -> ActionSpace:
    """The space of a game with these parts."""
    usual = {"require": "require at in cells", "goals": "neighbours(start) & empty",
             "turn": "place or shift", "end": "no empty"}  # fmt: skip
    text = RULES
    for name, part in (usual | parts).items():
        text = text.replace(f"{{{name}}}", part)
    path = folder / "g.yaml"
    path.write_text(text, "utf-8")
    return ActionSpace(load_game(path))


def test_numbers_do_not_change_with_what_is_required_or_ends_the_game(tmp_path: Path) -> None:
    space = made(tmp_path)
    assert texts(made(tmp_path, require="require at in corners")) == texts(space)
    assert texts(made(tmp_path, goals="neighbours(start) - mine")) == texts(space)
    assert texts(made(tmp_path, end="turns = 9")) == texts(space)
    assert texts(made(tmp_path, turn="place or shift or pass")) == [*texts(space), "pass"]
    assert texts(made(tmp_path, turn="place, shift at will")) == [*texts(space), "done"]


@pytest.mark.parametrize("turn, further", [
    ("place or shift", []), ("place, shift", []), ("place up to 2 times, shift", []),
    ("place or (shift, place)", []), ("place else shift else pass", ["pass"]),
    ("place 1 to 2 times or shift", ["done"]), ("place or (place, shift)", ["done"]),
    ("place, (shift or place if turns > 2)", ["done"]), ("place, (shift or done)", ["done"]),
])  # fmt: skip
def test_done_has_a_number_only_where_a_turn_may_go_on_or_not(
    tmp_path: Path, turn: str, further: list[str]
) -> None:
    actions = [action.name for action in made(tmp_path, turn=turn).actions]
    assert actions == ["place", "shift", *further]


def test_sets_and_pairs_are_numbered_in_their_order(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
board: square(2)
pieces: stone
actions:
  join({a, b} in links(orthogonal) - {{a1, b1}}): put stone on {a, b}
  line(l in lines(2)): put stone on l
turn: join or line
""")  # fmt: skip
    assert texts(ActionSpace(game))[:3] == ["join a1 a2", "join b1 b2", "join a2 b2"]


def test_numbers_that_depend_on_the_position_come_from_their_bounds(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
board: square(1)
state:
  heap: 2..4
  left: subsets(3..5)
actions:
  take(n in 1..heap): take n from heap
  choose(n in left): remove here
turn: take or choose
""".replace("remove here", "take n from heap"))  # fmt: skip
    assert texts(ActionSpace(game)) == [
        *(f"take {n}" for n in (1, 2, 3, 4)), *(f"choose {n}" for n in (3, 4, 5))
    ]


@pytest.mark.parametrize(("domain", "numbers"), [
    ("1..turns & left", (3, 4, 5)),
    ("1..(2 if mover = Black else 4)", (1, 2, 3, 4)),
    ("2 * seat(mover) + (1 if mover = Black else 0) .. 5", (2, 3, 4, 5)),  # colours may change
])  # fmt: skip
def test_numbers_are_those_of_any_position_and_mover(
    domain: str, numbers: tuple[int, ...], tmp_path: Path
) -> None:
    game = tiny(tmp_path, f"""
state:
  left: subsets(3..5)
actions:
  take(n in {domain}): take n from left
  change: play opponent
turn: take or change
""")  # fmt: skip
    assert texts(ActionSpace(game)) == [*(f"take {n}" for n in numbers), "change"]


def test_a_set_that_nobody_knows_beforehand_is_chosen_cell_by_cell(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
board: square(3)
pieces: stone
setup:
  - put stone of First on {a1, b1, c3}
actions:
  lift(g in groups(mine)): remove g
turn: lift or pass
players: First, Second
""")  # fmt: skip
    space, state = ActionSpace(game), game.start()
    check(space, state)
    assert space.steps and space.size == 10
    assert [space.numbers(m) for m in state.moves()] == [(0, 0, 1, 9), (0, 8, 9), (1,)]
    assert space.legal(state, (0, 0)) == [1]
    with pytest.raises(ValueError, match="stands for no move"):
        space.move(0, 1, 0, 9)


def test_a_space_of_too_many_moves_is_one_of_steps(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
board: square(11)
pieces: stone
actions:
  put(a in {a1, k11}, b in row(2), c in empty & corners): put stone on {a, b, c}
turn: put
""")  # fmt: skip
    space = ActionSpace(game)
    assert space.count == 121**3 > MAX_ACTIONS
    assert space.steps and space.size == 121
    check(space, game.start())


def test_numbers_without_bounds_are_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
board: square(1)
actions:
  name(n in 1..turns): take 0 from turns
turn: name or pass
""".replace("take 0 from turns", "require n > 0"))  # fmt: skip
    with pytest.raises(NotNumbered, match=r"`name` cannot be numbered: .* of n in `1..turns`"):
        ActionSpace(game)


def test_what_is_no_move_is_refused() -> None:
    game = load_game("tic-tac-toe")
    space = ActionSpace(game)
    for numbers in ((-1,), (9,), (0, 0)):
        with pytest.raises(ValueError, match="stands for no move"):
            space.move(*numbers)
    for wrong in (1.5, True, "4", None):
        with pytest.raises(TypeError, match="`number` is a whole number, not"):
            space.move(wrong)  # type: ignore[arg-type]
    assert space.move() is None
    foreign = Move("place d4", "place", ("place", (99,)), game.rules_hash)
    with pytest.raises(ValueError, match="`place d4` is no move of tic-tac-toe"):
        space.index(foreign)
    with pytest.raises(ValueError, match="use `numbers`"):
        ActionSpace(game, steps=True).index(game.start().moves()[0])


def test_numbers_that_are_kept_are_forgotten_before_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("interpreter.spaces.actions.MAX_KNOWN", 20)
    game = load_game("breakthrough", size=5)
    space, plain, chooser = ActionSpace(game), ActionSpace(game), random.Random(1)
    state = game.start()
    while not state.is_over:
        wanted = sorted(number for move in state.moves() for number in plain.numbers(move))
        assert space.legal(state) == space.mask(state).nonzero()[0].tolist() == wanted
        assert [space.index(move) for move in state.moves()] == space.indices(state.moves())
        assert len(space._indices) <= 20 + 15
        state = state.play(space.move(chooser.choice(wanted)))
