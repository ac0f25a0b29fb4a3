"""Planes: hand-checked positions, and what is the same for every game of the library."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from support.diagnosing import bundled
from support.tiny import tiny

from interpreter import Game, State, load_game
from interpreter.api.state import restore
from interpreter.spaces.planes import MAX_NUMBERS, Planes, TooLarge, TurnHistory


def played(game: Game, *moves: str) -> State:
    state = game.start("reference")
    for move in moves:
        state = state.play(move)
    return state


def plane(planes: Planes, state: State, seat: int, name: str, *earlier: State) -> list[object]:
    numbers = planes.observe(state, seat, earlier)
    assert numbers.dtype == np.float32 and numbers.shape == planes.shape
    return numbers[planes.names.index(name)].tolist()


# ---- positions ---------------------------------------------------------------------------------


def test_the_own_side_comes_first_and_the_lowest_row_too() -> None:
    game = load_game("tic-tac-toe")
    planes = Planes(game)
    assert planes.names == (
        "own mark", "opponent mark", "the viewer is Cross", "the viewer is Nought", "own to act",
        "opponent to act",
    )  # fmt: skip
    state = played(game, "place a1", "place b2")
    cross, nought = [[1, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    for seat, (own, other) in enumerate([(cross, nought), (nought, cross)]):
        assert plane(planes, state, seat, "own mark") == own
        assert plane(planes, state, seat, "opponent mark") == other
        assert plane(planes, state, seat, "own to act") == [[1 - seat] * 3] * 3
        assert plane(planes, state, seat, "the viewer is Cross") == [[1 - seat] * 3] * 3


def test_earlier_positions_are_those_in_which_turns_began() -> None:
    game = load_game("tic-tac-toe")
    planes, past = Planes(game, history=3), TurnHistory(3)
    states = [game.start("reference")]
    for move in ("place a1", "place b2", "place c3"):
        states.append(states[-1].play(move))
    for state in states:
        past.add(state)
    assert past.states == [states[2], states[1]]
    now = planes.observe(states[3], 0, past.states)
    for age in range(3):
        once = Planes(game).observe(states[3 - age], 0)
        assert (now[2 * age : 2 * age + 2] == once[:2]).all()
    assert (planes.observe(states[3], 0, [*past.states, states[3]]) == now).all()
    alone = planes.observe(states[3], 0)
    assert alone[:2].any() and not alone[2:6].any()


def test_nobody_learns_from_earlier_positions_how_often_chance_has_acted() -> None:
    past, state, chooser = TurnHistory(3), load_game("twenty-forty-eight").start(), random.Random(3)
    while state.turn < 3:
        past.add(state)
        assert past.begun is None or not past.begun.is_chance
        state = state.random_move(chooser)
    assert len(past.states) == 2


def test_as_many_different_pieces_are_told_apart_as_there_are() -> None:
    game = load_game("stratego-small")
    pieces = sorted(game.reference.rules.all_pieces())
    columns, others = (Planes(game).encoder((0, 1), 0).columns for _ in range(2))
    together, alone = columns.of(pieces), [others.of([piece]) for piece in reversed(pieces)]
    assert len(pieces) > 16
    assert (together == np.concatenate(alone[::-1], axis=1)).all()


def test_variables_and_kinds() -> None:
    game = load_game("chess")
    planes = Planes(game)
    state = played(game, "advance e2 e4", "advance a7 a5", "move e1 e2", "move a8 a7")
    e2 = np.zeros((8, 8))
    e2[1, 4] = 1
    assert plane(planes, state, 0, "own king") == e2.tolist()
    assert not any(map(any, plane(planes, state, 0, "castling[own] has east")))
    assert plane(planes, state, 0, "castling[opponent] has east") == [[1] * 8] * 8
    assert not any(map(any, plane(planes, state, 1, "castling[own] has west")))
    assert plane(planes, state, 0, "quiet") == [[np.float32(2 / 100)] * 8] * 8


def test_edges_and_corners_stand_on_their_first_cell() -> None:
    game = load_game("quoridor")
    planes = Planes(game)
    wall = next(m for m in game.start("reference").moves() if m.text == "wall {a1,b1,a2,b2} north")
    state = played(game, wall.text)
    north, east = np.zeros((9, 9)), np.zeros((9, 9))
    north[0, :2] = 1  # between a1 and a2, and between b1 and b2
    assert plane(planes, state, 0, "cut has +0+1") == north.tolist()
    assert plane(planes, state, 0, "cut has +1+0") == east.tolist()
    assert plane(planes, state, 1, "left[opponent]") == [[np.float32(9 / 10)] * 9] * 9
    assert plane(planes, state, 1, "left[own]") == [[1] * 9] * 9


def test_piles_are_seen_from_the_top() -> None:
    game = load_game("focus")
    planes = Planes(game, levels=2)
    start = game.start("reference")
    onto = next(m for m in start.moves() if m.text.split()[2] in start.pieces())
    state = start.play(onto)
    numbers = dict(zip(planes.names, planes.observe(state, 0).reshape(len(planes.names), -1)))
    piles = state.piles()
    assert {len(pile) for pile in piles.values()} == {1, 2}
    assert numbers["height"].sum() == pytest.approx(sum(map(len, piles.values())) / 10)
    tops = [pile[-1].colour == game.players[0] for pile in piles.values()]
    seconds = [pile[-2].colour == game.players[0] for pile in piles.values() if len(pile) > 1]
    kind = game.model.kinds[0].name
    assert numbers[f"own {kind}"].sum() == sum(tops)
    assert numbers[f"own {kind}, 1 below the top"].sum() == sum(seconds)


def test_pieces_that_are_all_alike_are_counted() -> None:
    game = load_game("oware")
    planes = Planes(game)
    assert planes.shape[1:] == (14,) and planes.names[0] == "height"
    assert plane(planes, game.start("reference"), 0, "height") == [np.float32(4 / 48)] * 12 + [0, 0]


def test_numbers_that_are_no_range_count_by_their_places() -> None:
    game = load_game("twenty-forty-eight")
    state = game.start("reference")
    while state.is_chance:
        state = state.play(state.chance[0][0])
    planes = Planes(game)
    seen = planes.observe(state, 0)[planes.names.index("value")].reshape(-1)
    values = [piece.attributes["value"] for piece in state.pieces().values()]
    assert sorted(seen[seen > 0]) == sorted(np.float32(np.log2(v) / 17) for v in values)


def test_hands_are_seen_by_those_who_hold_them() -> None:
    game = load_game("kuhn-poker")
    planes = Planes(game)
    assert planes.shape == (len(planes.names),)
    state = game.start("reference")
    chooser = random.Random(3)
    while state.is_chance:
        state = state.random_move(chooser)
    for seat in range(2):
        seen = dict(zip(planes.names, planes.observe(state, seat)))
        assert seen["hand[opponent] not shown"] == 1 and seen["hand[own] not shown"] == 0
        assert sum(seen[f"hand[own] {rank}"] for rank in (1, 2, 3)) == 1
        assert not any(seen[f"hand[opponent] {rank}"] for rank in (1, 2, 3))


def test_passes_are_counted_up_to_one_of_each_seat(tmp_path: Path) -> None:
    game = tiny(tmp_path, "actions:\n  put(c in empty): put man on c\nturn: put or pass\n"
                          "end:\n  - when passes = 4: draw\n")  # fmt: skip
    planes, told = Planes(game), []
    for count in range(4):
        told.append(plane(planes, played(game, *["pass"] * count), 0, "passes")[0])
    assert told == [[0] * 3, [0.5] * 3, [1] * 3, [1] * 3]


def test_what_is_not_shown_of_pieces() -> None:
    game = load_game("stratego-small")
    planes, state = Planes(game), game.start("reference")
    chooser = random.Random(3)
    while state.turn < 2:
        state = state.random_move(chooser)
    seen = dict(zip(planes.names, planes.observe(state, 1)))
    assert seen["own man"].sum() == seen["opponent man"].sum() == 10
    assert (seen["rank not shown"] == seen["opponent man"]).all()
    assert (sum(v for n, v in seen.items() if n.startswith("rank ")) <= 1).all()


def test_what_stands_for_what_and_how_far_numbers_go(tmp_path: Path) -> None:
    rules = """
    options:
      spare: 0..3 = 0
    pieces:
      man:
        supply: spare
      pawn:
        supply: 2
      king:
        supply: 1
      stone:
        owner: none
    state:
      depth: -9..3 = -9
      rate: ({1, 1.5, 3}) = 1.5
      traps[p in colours]: flag
    marks:
      laid: subsets(cells)
      shots: subsets(cells)
    sees:
      traps[p]: p = viewer
      lay: nothing
    actions:
      lay(c in cells):
        - set traps[mover] to true
        - add c to laid
      shoot(c in cells):
        - put stone on c
        - add c to shots
      crown(c in empty):
        - put pawn on c
        - set kind[c] to king
        - lift c
    turn: lay or shoot or crown
    """
    planes = Planes(tiny(tmp_path, rules))
    before = planes.names.index("depth")
    kinds = [f"{whose} {kind}" for whose in ("own", "opponent") for kind in ("man", "pawn", "king")]
    assert planes.names[:7] == (*kinds, "stone")  # a stone is nobody's
    assert planes.names[7:before] == ("shots has",)  # marks that tell a secret are left out
    state = played(planes.game, "lay a1", "shoot a2")
    assert plane(planes, state, 0, "depth") == [[-1] * 3] * 3
    assert plane(planes, state, 0, "rate") == [[np.float32(2 / 3)] * 3] * 3
    assert plane(planes, state, 1, "shots has") == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert plane(planes, state, 0, "supply of own man") == [[0] * 3] * 3
    more = played(planes.game, "crown a1", "lay a1", "crown a1")  # now there are three
    assert plane(planes, more, 0, "supply of own king") == [[1] * 3] * 3


def test_choices_of_others_are_not_seen() -> None:
    game = load_game("rock-paper-scissors")
    planes = Planes(game)
    start = game.start("reference")
    after = [start.play(move) for move in start.moves()]
    arrays = [planes.observe(state, 1).tobytes() for state in after]
    assert len(set(arrays)) == 1
    seen = dict(zip(planes.names, planes.observe(after[0], 1)))
    assert seen["opponent has chosen"] == 1 and seen["own has chosen"] == 0


# ---- sizes -------------------------------------------------------------------------------------


def test_what_is_too_large_can_be_made_smaller() -> None:
    game = load_game("tzaar")
    with pytest.raises(TooLarge, match="history"):
        Planes(game, history=200)
    assert np.prod(Planes(game, history=200, levels=1).shape) <= MAX_NUMBERS
    chess = load_game("chess")
    assert "quiet" not in Planes(chess, left_out=["quiet"]).names
    with pytest.raises(ValueError, match="nothing called quit"):
        Planes(chess, left_out=["quit"])


def test_a_huge_domain_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_text(
        "game: Huge\nplayers: White, Black\nboard: square(10)\nstate:\n"
        "  taken: subsets(1..100000)\nactions:\n  add(n in 1..3): add n to taken\n"
        "turn: add\nend:\n  - when turns = 3: draw\n",
        "utf-8",
    )
    game = load_game(str(path))
    with pytest.raises(TooLarge, match="left_out"):
        Planes(game)
    assert len(Planes(game, left_out=["taken"]).names) == 4


def test_what_there_is_not_is_not_observed() -> None:
    game = load_game("tic-tac-toe")
    planes, start = Planes(game, history=2), game.start()
    for seat in (2, -1):
        with pytest.raises(ValueError, match="`seat` is from 0 to 1"):
            planes.observe(start, seat)
    with pytest.raises(TypeError, match="`seat` is a whole number"):
        planes.observe(start, 0.0)  # type: ignore[arg-type]
    other = load_game("hex", size=3).start()
    with pytest.raises(ValueError, match="planes of <Game tic-tac-toe>, not of <Game hex"):
        planes.observe(other, 0)
    with pytest.raises(ValueError, match="not of <Game hex"):
        planes.observe(start, 0, [other])
    again = load_game("tic-tac-toe").start()
    assert (planes.observe(again, 0) == planes.observe(start, 0)).all()


# ---- every game --------------------------------------------------------------------------------


def compared(name: str, moves: int) -> None:
    """Names differ, numbers are small, and an observation is the same however it is read: from a
    view, from the position, and from the bytes of the native engine.
    """
    game = load_game(name)
    planes = Planes(game)
    assert len(set(planes.names)) == len(planes.names)
    viewing = Planes(game)
    viewing.looking.is_open = False  # what `State.view` shows, whatever the game
    unseen = [planes.names.index(n) for n in ("last", "passes") if n in planes.names]
    state, chooser = game.start(), random.Random(5)
    for _ in range(moves):
        plain = restore(game, state.to_json(), "reference")
        for seat in range(game.seats):
            seen = planes.observe(state, seat)
            assert np.abs(seen).max() <= 1
            assert seen.tobytes() == planes.observe(plain, seat).tobytes()
            shown = viewing.observe(state, seat)
            seen[unseen] = shown[unseen] = 0
            assert seen.tobytes() == shown.tobytes()
        if state.is_over:
            break
        state = state.random_move(chooser)


@pytest.mark.parametrize("name", ["connect-four", "crazyhouse", "nine-mens-morris", "dvonn"])
def test_an_observation_is_the_same_however_it_is_read(name: str) -> None:
    compared(name, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_an_observation_of_each_game_is_the_same_however_it_is_read(name: str) -> None:
    compared(name, 40)
