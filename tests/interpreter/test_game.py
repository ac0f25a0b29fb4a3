"""The game object and its states: what front ends and agents rely on."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from support.positions import play, texts
from support.tiny import tiny

from interpreter import Game, GdlError, IllegalMove, Move, Piece, State, list_games, load_game


def test_a_game() -> None:
    game = load_game("squ", size=8)
    assert isinstance(game, Game)
    assert (game.name, game.title) == ("squ", "SQU")
    assert game.options == {"size": 8}
    assert game.players == ("Red", "Black")
    assert game.seats == 2
    assert repr(game) == "<Game squ size=8>"
    assert game.board.cells[:2] == ("a1", "b1")
    assert game.board.cells[-1] == "h8"
    assert game.board.graph.nodes["b1"] == {"x": 1, "y": 0}
    assert set(load_game("hex").board.graph.nodes["a1"]) == {"x", "y", "q", "r"}


def test_bundled_games() -> None:
    assert {"squ", "cropa", "tic-tac-toe"} <= set(list_games())
    assert list(list_games()) == sorted(list_games())


def test_a_game_that_there_is_not() -> None:
    with pytest.raises(GdlError, match="tic-tac-toe"):
        load_game("tic-tac-to")


def test_an_option_that_there_is_not() -> None:
    with pytest.raises(GdlError, match="size"):
        load_game("squ", sise=8)


def test_a_game_by_path(tmp_path: Path) -> None:
    rules = "game: Mine\nactions:\n  go(c in empty): put man on c\nturn: go\n"
    game = tiny(tmp_path, rules)
    assert (game.name.endswith("tiny.yaml") or game.name == "tiny", game.title) == (True, "Mine")


def test_a_set_up_that_fails(tmp_path: Path) -> None:
    rules = """
setup:
  - put man on a1
  - require no pieces, "it is not empty"
actions:
  go(c in empty): put man on c
turn: go
"""
    with pytest.raises(GdlError, match="it is not empty"):
        tiny(tmp_path, rules)


def test_a_state_is_a_value() -> None:
    start = load_game("tic-tac-toe").start()
    one = play(start, "place a1", "place b2", "place c3")
    other = play(start, "place c3", "place b2", "place a1")
    assert one == other
    assert hash(one) == hash(other)
    assert len({start, one, other}) == 2
    assert one != play(start, "place a1", "place c3", "place b2")
    assert one != "a state"
    assert start != load_game("misere-tic-tac-toe").start()


def test_states_of_other_options_differ() -> None:
    assert load_game("squ", size=4).start() != load_game("squ", size=5).start()
    assert load_game("squ", size=4).start() == load_game("squ", size=4).start()


def test_pickling() -> None:
    state = play(load_game("squ", size=4).start(), "drop a1", "drop b2")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.marks == state.marks
    game = pickle.loads(pickle.dumps(load_game("squ", size=4)))
    assert game.options == {"size": 4}
    error = pickle.loads(pickle.dumps(IllegalMove("no")))
    assert str(error) == "no"


def test_pieces() -> None:
    state = play(load_game("quarod", size=3).start(), "place a1 b1")
    piece = state.at("a1")
    assert piece == Piece("token", "Black", {"rod": "east"})
    assert hash(piece) == hash(Piece("token", "Black", {"rod": "east"}))
    assert state.at("c3") is None
    assert set(state.pieces()) == {"a1", "b1"}
    with pytest.raises(KeyError):
        state.at("z9")


def test_moves() -> None:
    state = load_game("tic-tac-toe").start()
    move = state.moves()[0]
    assert isinstance(move, Move)
    assert (move.text, str(move), move.action) == ("place a1", "place a1", "place")
    assert state.parse("place a1") == move
    assert isinstance(state.play(move), State)
    assert state.play("place a1") == state.play(move)
    assert [m.text for m in state.moves()] == [m.text for m in state.moves()]


def test_names_that_differ_in_case_alone(tmp_path: Path) -> None:
    rules = """
actions:
  go(c in empty): put man on c
  Go(c in empty): put man of White on c
turn: go or Go
"""
    start = tiny(tmp_path, rules).start()
    assert all(start.parse(move.text) == move for move in start.moves())


def test_a_move_of_another_position_is_checked() -> None:
    state = load_game("tic-tac-toe").start()
    move = state.parse("place a1")
    with pytest.raises(IllegalMove):
        state.play(move).play(move)


def test_who_acts() -> None:
    state = load_game("tic-tac-toe").start()
    assert (state.seat, state.colour, state.turn, state.is_over) == (0, "Cross", 0, False)
    assert (state.result, state.scores, state.chance) == (None, None, [])
    assert repr(state) == "<State of tic-tac-toe, turn 0, Cross>"
    over = play(state, *(f"place {c}" for c in ("a1", "a2", "b1", "b2", "c1")))
    assert (over.seat, over.colour, over.is_over, over.result) == (None, None, True, [1.0, 0.0])
    assert repr(over) == "<State of tic-tac-toe, turn 5, over>"


def test_engines() -> None:
    game = load_game("tic-tac-toe")
    assert game.start(engine="reference") == game.start()
    with pytest.raises(ValueError, match="quick"):
        game.start(engine="quick")


def test_perft_of_a_position() -> None:
    state = play(load_game("tic-tac-toe").start(), "place a1", "place b2", "place b1")
    assert state.perft(0) == 1
    assert state.perft(1) == 6
    assert state.perft(2) == 30
    assert play(state, "place c3", "place c1").perft(2) == 0  # over


def test_positions_count_turns_and_join_orders() -> None:
    assert load_game("squ", size=3).positions(2) == [(1, 0), (9, 0), (252, 0)]


def test_positions_with_chance_in_the_turn(tmp_path: Path) -> None:
    """A throw is part of the turn; one that leaves nothing to do is a turn too."""
    rules = """
board: rectangle(2, 1)
state:
  dice: 0..2
chance:
  throw(n in 0..2): set dice to n
actions:
  go(c in column(dice) & empty):
    - put man on c
    - set dice to 0
turn: throw, go if possible
end:
  - when no empty or turns = 6: draw
"""
    counts = tiny(tmp_path, rules).positions(2)
    # after the throw 0 nothing has changed; after 1 or 2 a man stands on a1 or b1
    assert counts[:2] == [(1, 0), (3, 0)]


def test_playouts() -> None:
    game = load_game("tic-tac-toe")
    played = game.playouts(40, seed=3)
    assert played.count == 40
    assert sum(played.results) == pytest.approx(1.0)
    assert 5 <= played.mean_moves <= 9
    assert game.playouts(40, seed=3) == played
    assert game.playouts(40, seed=4) != played
    assert game.playouts(0).count == 0


def test_random_moves_of_a_seed() -> None:
    start = load_game("tic-tac-toe").start()
    one = start.random_move(random.Random(1))
    assert one == start.random_move(random.Random(1))


def test_the_hash_of_the_rules(tmp_path: Path) -> None:
    """Words for people change nothing; a rule, an option or the board does."""
    rules = "actions:\n  go(c in empty): put man on c\nturn: go\n"
    base = tiny(tmp_path, rules).rules_hash
    same = f"# a note\nnotes: |\n  Words.\n{rules}"
    assert tiny(tmp_path, same).rules_hash == base
    assert tiny(tmp_path, rules.replace("(c", "(d").replace("on c", "on d")).rules_hash == base
    assert tiny(tmp_path, f"board: square(4)\n{rules}").rules_hash != base
    assert tiny(tmp_path, rules.replace("empty", "cells")).rules_hash != base
    assert tiny(tmp_path, rules.replace("man on c", "man of White on c")).rules_hash != base
    assert load_game("squ", size=8).rules_hash != load_game("squ", size=10).rules_hash


def test_variables_and_marks() -> None:
    state = load_game("squ", size=3).start()
    assert state.variables == {"record": 0, "holder": None}
    assert state.marks == {"pyramids": {"Red": frozenset(), "Black": frozenset()}}


def test_moves_are_worked_out_again_when_they_were_forgotten() -> None:
    """A game keeps what the moves of its latest states lead to, and no more."""
    start = load_game("tic-tac-toe").start()
    before = texts(start)
    state = start
    for seed in range(40):
        state = start.random_move(random.Random(seed)).random_move(random.Random(seed))
        assert len(state.moves()) == 7
    assert texts(start) == before
    assert start.play("place a1").at("a1") is not None
