"""PDN: the turns of draughts as one word, cells as numbers; pydraughts writes the same."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from support.diagnosing import GAMES, findings
from support.exchanging import load_game, random_states, record_of

from interpreter import Game, State
from interpreter import load_game as load
from interpreter.api.record import Record
from interpreter.exchange import (
    ExchangeError,
    position_from,
    position_text,
    read_pgn,
    turns,
    write_pgn,
)
from interpreter.exchange.positions import is_between_turns
from interpreter.exchange.records import played
from interpreter.exchange.spelling import spelling_of
from interpreter.exchange.turns import Turn, Turns

VARIANTS = {"international-draughts": "standard", "english-draughts": "english",
            "russian-draughts": "russian"}  # fmt: skip
NAMES = [*VARIANTS, "turkish-draughts"]
JUMPING = """game: Jumping
players: White, Black
board: square(5)
pieces: man
setup:
  - put man of White on {a1, c1}
  - put man of Black on {b2, d2, b4, d4}
define:
  number(c): 5*(5 - y(c)) + x(c)
  jumps(c): c + 2*d for d in diagonal if c + d in enemy and c + 2*d in empty
actions:
  jump(start in mine, there in jumps(start)):
    - remove between(start, there)
    - move start to there
  step(start in mine, there in neighbours(start) & empty): move start to there
turn: jump, jump(last) while possible else step
end:
  - when no enemy: mover wins
  - when turns = 40: draw
notation:
  pgn:
    White: Black
    cells: number
    moves:
      jump: start then x there or start then /there
      step: start - there
"""


def texts(record: Record) -> list[str]:
    return [entry.text for entry in record.moves]


def until_a_turn_ends(game: Game, seed: int, most: int) -> tuple[list[State], list[str]]:
    """A random game that does not stop within a turn."""
    states, moves = random_states(game, seed, most)
    while moves and not states[-1].is_over and states[-1].turn == states[-2].turn:
        states.pop()
        moves.pop()
    return states, moves


@pytest.mark.parametrize("name", NAMES)
def test_games_come_back(name: str) -> None:
    game = load_game(name)
    records = tuple(record_of(*until_a_turn_ends(game, seed, 60)) for seed in range(2))
    assert read_pgn(game, "".join(write_pgn(record, game) for record in records)) == records


@pytest.mark.parametrize("name", NAMES)
def test_games_from_a_position_come_back(name: str) -> None:
    game = load_game(name)
    assert position_from(game, position_text(game.start())) == game.start()
    states, _ = until_a_turn_ends(game, 3, 70)
    state = next(s for s in reversed(states) if not s.is_over and s.turn % 10 == 5
                 and is_between_turns(s))  # fmt: skip
    (record,) = read_pgn(game, f'[FEN "{position_text(state)}"] *')
    (back,) = read_pgn(game, write_pgn(record, game))
    start = played(game, back).states[0]
    assert back == record and start.pieces() == state.pieces()
    assert start.moves() == state.moves()


ENGLISH = "W:W27,28,K5:B1,2"


@pytest.mark.parametrize("letter", ["1-", ",", ":"])
def test_letters_that_stand_between_pieces_tell_nothing_apart(letter: str, tmp_path: Path) -> None:
    rules = (GAMES / "international-draughts.yaml").read_text("utf-8")
    path = tmp_path / "kings.yaml"
    path.write_text(rules.replace("king: K", f'king: "{letter}"'), "utf-8")
    with pytest.raises(ExchangeError, match="do not tell them apart"):
        position_text(load(str(path)).start())


def test_rounds_begin_with_who_plays_first_wherever_a_game_begins() -> None:
    game = load_game("english-draughts")
    (record,) = read_pgn(game, f'[FEN "{ENGLISH}"] 1... 27-23 2. 1-6 28-24 3. 2-7 *')
    assert "1... 27-23 2. 1-6 28-24 3. 2-7" in write_pgn(record, game)
    assert read_pgn(game, write_pgn(record, game)) == (record,)


@pytest.mark.parametrize(
    ("text", "written", "turn", "quiet"),
    [
        (ENGLISH, "W:WK5,27,28:B1,2", 0, 0),
        ("W:B1,2.:W27,28,K5.:H7:F3", "W:WK5,27,28:B1,2", 5, 7),
        ("B:W21-32:B1-12:F1:H0", None, 0, 0),
        ("B:BK1-3:W", "B:W:BK1,K2,K3", 0, 0),
    ],
)
def test_positions_as_programs_write_them(
    text: str, written: str | None, turn: int, quiet: int
) -> None:
    game = load_game("english-draughts")
    state = position_from(game, text)
    assert position_text(state) == written or (written is None and state == game.start())
    assert (state.turn, state.variables["quiet"]) == (turn, quiet)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("W", 2, "something is missing"),
        ("X" + ENGLISH[1:], 1, "who is to move, B or W, not `X`"),
        ("W:W27", 6, "there is no list of Black"),
        ("W:W27:W1", 7, "the letter of a colour, B, not `W1`"),
        ("W:W27,K33:B1", 7, "`K33` is no piece on a cell, such as 4 or K29"),
        ("W:W27,:B1", 7, "`` is no piece"),
        ("W:W27,27:B1", 7, "on 27 there is a piece already"),
        ("W:W27:B27", 8, "on 27 there is a piece already"),
        ("W:W5-3:B1", 4, "the range `5-3` runs backwards; write `3-5`"),
        ("W:W1,K5-3:B1", 6, "the range `K5-3` runs backwards; write `K3-5`"),
        ("W:W5-99:B1", 4, "`5-99` is no piece"),
        (ENGLISH + ":F999999999", 19, "the round, from 1 to 500,000,000, not `999999999`"),
        (f"W:W1-{'9' * 5000}:B1", 4, "is no piece"),
        (ENGLISH + ":X3", 18, "`X3` says nothing here"),
        (ENGLISH + ":H3:F2:H4", 24, "`H` stands here a second time"),
        (ENGLISH + ":H81", 19, "a number that quiet can be, not `81`"),
        (ENGLISH + " W", 18, "mover:lists:H[quiet]?:F[rounds]?`, and this one 2; blanks"),
        ("W:W27, K5:B1", 8, "blanks stand only between parts"),
    ],
)
def test_what_is_wrong_with_a_position(text: str, column: int, said: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        position_from(load_game("english-draughts"), text)
    assert said in str(caught.value) and caught.value.column == column


def made(folder: Path, text: str = JUMPING) -> Game:
    (folder / "jumping.yaml").write_text(text)
    return load(str(folder / "jumping.yaml"))


def test_a_file_is_read_as_it_stands() -> None:
    text = """[Event "?"][GameType "21"][Result "1-0"]
    1. 11-15 22-17 2. 15-19 {a comment} 24x15 3. 10x19 23x16 1-0
    [GameType "21,B,8,8,N1,0"]
    1. 9-13 22-18 0-1"""
    first, second = read_pgn(load_game("english-draughts"), text)
    assert texts(first) == ["step c3 d4", "step f6 g5", "step d4 c5", "jump b6 d4", "jump e3 c5",
                            "jump d6 b4"]  # fmt: skip
    assert first.resigned == 0 and second.resigned == 1  # White is the second seat
    assert '[Result "1-0"]' in write_pgn(first, load_game("english-draughts"))
    with pytest.raises(ExchangeError, match="a file of another game: `GameType` is `20,W`"):
        read_pgn(load_game("english-draughts"), '[GameType "20,W"] 1. 11-15')


@pytest.mark.parametrize("word", ["21x5", "21x13x5", "21/5", "21/13/5"])
def test_captures_of_a_turn_are_one_word(word: str, tmp_path: Path) -> None:
    game = made(tmp_path)
    (record,) = read_pgn(game, f"1. {word} *")
    assert texts(record) == ["jump a1 c3", "jump c3 e5"]
    assert "1. 21x5 *" in write_pgn(record, game)


@pytest.mark.parametrize("word", ["21-5", "21x13", "13x5", "21x16", "21x5x13", "x5", "21x13/5"])
def test_what_is_no_turn(word: str, tmp_path: Path) -> None:
    known = "21x13x25, 21x13x1, 21x13x5, 23x11x3x15x23, 23x15x3x11x23"
    with pytest.raises(ExchangeError, match=f"`{word}` is no legal move here; legal are {known}$"):
        read_pgn(made(tmp_path), f"1. {word} *")


def test_turns_with_the_same_ends(tmp_path: Path) -> None:
    game = made(tmp_path)
    (round_trip,) = read_pgn(game, "1. 23x23 *")  # both ways round lead to the same position
    assert len(round_trip.moves) == 4 and "1. 23x11x3x15x23 " in write_pgn(round_trip, game)
    two = made(tmp_path, JUMPING.replace(" while possible", ""))
    (record,) = read_pgn(two, "1. 23x15x3 *")
    assert texts(record) == ["jump c1 e3", "jump e3 c5"] and "1. 23x15x3 " in write_pgn(record, two)
    with pytest.raises(ExchangeError, match="`23x3` may be `23x11x3` or `23x15x3`"):
        read_pgn(two, "1. 23x3 *")


def test_a_match_that_ended_within_a_turn(tmp_path: Path) -> None:
    game = made(tmp_path)
    states = [game.start(), game.start().play("jump a1 c3")]
    with pytest.raises(ExchangeError, match="this match ended within a turn"):
        write_pgn(record_of(states, ["jump a1 c3"]), game)


def test_an_action_without_words_cannot_be_written(tmp_path: Path) -> None:
    text = JUMPING.replace("turn: jump", "  wait: require turns < 9\nturn: wait or jump")
    game = made(tmp_path, text)
    states = [game.start(), game.start().play("wait")]
    with pytest.raises(ExchangeError, match="do not say how `wait` is written in PGN"):
        write_pgn(record_of(states, ["wait"]), game)
    assert len(read_pgn(game, "1. 21x5 *")[0].moves) == 2


def test_turns_are_looked_for_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(tmp_path)
    (record,) = read_pgn(game, "1. 23x11x3x15x23 *")
    monkeypatch.setattr(turns, "MAX_LOOKED", 3)
    with pytest.raises(ExchangeError, match="too many ways through this turn"):
        read_pgn(game, "1. 23x23 *")
    assert "1. 23x11x3x15x23 " in write_pgn(record, game)
    monkeypatch.setattr(turns, "MAX_LOOKED", 4)  # the ways from 21, and not those from 23
    assert len(read_pgn(game, "1. 21x5 *")[0].moves) == 2


LETTERS = """  letters:
    White: W
    Black: B
    man: M m
"""


def test_two_cells_cannot_have_the_same_number(tmp_path: Path) -> None:
    game = made(tmp_path, JUMPING.replace("5*(5 - y(c)) + x(c)", "x(c)"))
    with pytest.raises(ExchangeError, match="`number` gives the number 1 to a1 and a2; it"):
        read_pgn(game, "1. 21x5")


@pytest.mark.parametrize(
    ("line", "wrong", "hint"),
    [
        ("  pgn:\n", f"{LETTERS}  position: mover:lists\n  pgn:\n", None),
        ("  pgn:\n", f"{LETTERS}  position: mover:lists:R[rounds]?\n  pgn:\n", None),
        ("  pgn:\n", "  position: mover:lists:lists\n  pgn:\n", "only one of the words is"),
        ("  pgn:\n", "  position: lists:R[rounds]?:mover\n  pgn:\n", "come last"),
        ("  pgn:\n", "  position: lists:R[turns]?:R[rounds]?\n  pgn:\n", "`R` stands before"),
        ("cells: number", "cells: jumps", "known are names, letters, number"),
        ("White: Black", "White: man", "known are White, Black"),
        ("start then x there", "start then then x there", "`then` stands once"),
        ("start then x there", "start x there then", "`then` stands once"),
        ("start then x there", "start then x? there", "`then` stands once"),
        ("pgn:\n    White: Black\n", "sgf:\n", "only PGN puts the actions of a turn together"),
    ],
)
def test_what_is_wrong_in_a_rule_file(line: str, wrong: str, hint: str | None) -> None:
    found, *more = [*findings(JUMPING.replace(line, wrong)), None]
    if hint is None:
        assert found is None
        return
    assert found is not None and more == [None]
    assert found.code == "notation-text" and hint in (found.hint or "")


# ---- pydraughts ----------------------------------------------------------------------------------


def named(text: str) -> str:
    """A move of Russian draughts with the names of its cells."""
    return re.sub(r"\d+", lambda match: cell(int(match[0]) - 1), text)


def cell(number: int) -> str:
    """A dark cell by its number from 0, from the bottom."""
    return f"{'abcdefgh'[2 * (number % 4) + number // 4 % 2]}{number // 4 + 1}"


def compare_with_pydraughts(name: str, games: range, most: int) -> int:
    """Write all legal turns as pydraughts does, and read them; how many positions there were."""
    draughts = pytest.importorskip("draughts")
    game, count = load_game(name), 0
    written = Turns(spelling_of(game, "pgn"))
    for seed in games:
        chooser, state = random.Random(seed), game.start()
        board = draughts.Board(variant=VARIANTS[name], fen="startpos")
        for _ in range(most):
            if state.is_over:
                break
            ours = {written.write(turn): turn for turn in written.turns(state, None)}
            moves = {move.pdn_move: move for move in board.legal_moves()}
            theirs = {named(text) if name == "russian-draughts" else text: move
                      for text, move in moves.items()}  # fmt: skip
            assert same_turns(ours, set(theirs))
            assert lists_of(position_text(state)) == lists_of(board.fen)
            assert position_from(game, board.fen).pieces() == state.pieces()
            text = chooser.choice(sorted(theirs))
            assert written.read(state, text) == ours[text].moves
            board.push(theirs[text])
            state, count = ours[text].after, count + 1
    return count


def lists_of(text: str) -> tuple[str, list[set[str]]]:
    """Who is to move, and the pieces of each colour, whose order differs."""
    mover, *lists = text.split(":")
    return mover, [{one[0], *one[1:].split(",")} for one in lists]


def same_turns(ours: dict[str, Turn], theirs: set[str]) -> bool:
    """Whether they are the same but for one of two ways that lead to the same position."""
    left_out = ours.keys() - theirs
    known = [ours[text].after for text in ours.keys() & theirs]
    return theirs <= ours.keys() and all(ours[text].after in known for text in left_out)


@pytest.mark.parametrize("name", VARIANTS)
def test_turns_are_those_of_pydraughts(name: str) -> None:
    assert compare_with_pydraughts(name, range(1), 60) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_turns_are_those_of_pydraughts(name: str) -> None:
    assert compare_with_pydraughts(name, range(60), 200) > 3000
