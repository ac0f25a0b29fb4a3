"""Positions as texts: they come back, and other programs write the same."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import chess.variant
import pyffish
import pytest
from support.diagnosing import bundled
from support.exchanging import load_game, random_states

from interpreter import Game, State
from interpreter.exchange import ExchangeError, position_from, position_text

WRITTEN = [
    "antichess", "chess", "crazyhouse", "king-of-the-hill", "los-alamos-chess", "minishogi",
    "reversi", "shogi", "three-check", "xiangqi",
]  # fmt: skip
FAIRY = {"minishogi": "minishogi", "shogi": "shogi", "xiangqi": "xiangqi",
         "los-alamos-chess": "losalamos"}  # fmt: skip
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
MOVES = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n", "king": "k"}


def test_the_games_that_say_how() -> None:
    texts = bundled()
    said = {n for n, text in texts.items() if "\n  position: " in text.partition("notation:")[2]}
    assert {name for name in said if "position: mover:lists" not in texts[name]} <= set(WRITTEN)


def same(one: State, other: State) -> bool:
    """Whether two states have the same pieces, moves and variables."""
    return (one.pieces(), one.supply, one.variables, one.colour, one.turn) == (
        other.pieces(), other.supply, other.variables, other.colour, other.turn
    ) and sorted(map(str, one.moves())) == sorted(map(str, other.moves()))  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_positions_come_back(name: str) -> None:
    game = load_game(name)
    states, _ = random_states(game, 2, 60)
    for state in states[::3]:
        back = position_from(game, position_text(state))
        hidden = {"checks", "dropped"} - set(map(str, game.model.notation.letters))
        assert position_text(back) == position_text(state)
        assert back.pieces() == state.pieces() and back.supply == state.supply
        assert hidden & set(state.variables) or same(back, state)


def test_a_position_in_which_the_game_is_over_is_over() -> None:
    game = load_game("chess")
    assert position_from(game, MATED).result == [0, 1]
    assert position_text(position_from(game, MATED)) == MATED
    assert position_from(game, "k7/8/1QK5/8/8/8/8/8 b - - 0 60").result == [0.5, 0.5]
    assert not position_from(game, START).is_over
    assert position_from(game, START) == game.start()


def test_fields_may_be_left_out_at_the_end() -> None:
    game = load_game("chess")
    assert position_text(position_from(game, START[:-4])) == START
    assert position_text(position_from(game, "4k3/8/8/8/8/8/8/4K2R b K")) == (
        "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
    )


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 0, "has 6 parts"),
        (START + " x", 58, "and this one 7"),
        (START.replace("/8/8", "/8/7", 1), 21, "a row has 8 cells"),
        (START.replace("/8/8", "/8/9", 1), 21, "a row has 8 cells"),
        (START.replace("/8/8", f"/8/{10**20}", 1), 21, "a row has 8 cells"),
        (START.replace("/8/8", "/8", 1), 1, "the board has 8 rows, and here are 7"),
        (START.replace("RNB", "RXB"), 37, "`X` is no piece"),
        (START.replace(" w ", " v "), 45, "w or b, not `v`"),
        (START.replace("KQkq", "KQkx"), 50, "not of the letters KQkq"),
        (START.replace(" - ", " e9 "), 52, "a cell or -"),
        (START.replace(" 0 ", " -1 "), 54, "here stands a number"),
        (START.replace(" 0 ", f" {'0' * 10}{'9' * 5000} "), 54, "here stands a number"),
        (START.replace("0 1", f"0 {'0' * 10}{'9' * 5000}"), 56, "the number of the round"),
        (START.replace(" w ", f" {'w' * 5000} "), 45, "…"),
        (START.replace(" 0 ", " 999 "), 54, "a number that quiet can be, not `999`"),
        (START.replace(" 1", " x"), 56, "number of the round, from 1 to 500,000,000, not `x`"),
        (START.replace(" 1", " 999999999"), 56, "to 500,000,000, not `999999999`"),
        (START.replace("RNBQKBNR w", "RNBQKBNR[Q] w"), 44, "no pieces in hand"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, column: int, said: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        position_from(load_game("chess"), text)
    assert said in str(caught.value) and caught.value.column == column


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("crazyhouse", "8/8/8/8/8/8/8/8[Qx] w - - 0 1", "`x` is no piece in hand"),
        ("crazyhouse", "8/8/8/8/8/8/8/8[Q w - - 0 1", "has no `]`"),
        ("crazyhouse", "8/8/8/8/8/8/8/K~7[] w - - 0 1", "a king cannot be promoted"),
        ("minishogi", "5/5/5/5/+G4 b - 1", "a gold cannot be promoted"),
        ("shogi", "rr7/9/9/9/9/9/9/9/8K b R 1", "3 of rook, 2 on the board and 1 off it, and"),
        ("crazyhouse", "8/8/8/8/8/8/8/8[1001Q] w - - 0 1", "at most 1,000 of a piece"),
        ("crazyhouse", f"8/8/8/8/8/8/8/8[{'9' * 5000}Q] w - - 0 1", "at most 1,000 of a piece"),
        ("three-check", "8/8/8/8/8/8/8/8 w - - 3 0 1", "here stand 2 numbers"),
        ("konane", "8 w", "do not say how a position is written"),
    ],
)
def test_what_is_wrong_in_other_games(name: str, text: str, said: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        position_from(load_game(name), text)
    assert said in str(caught.value)


TWO = """game: Two a turn
players: White, Black
board: square(3)
pieces: stone
actions:
  place(at in empty): put stone on at
  trade: play opponent
turn: (place, place) or trade
end:
  - when no empty: draw
notation:
  letters:
    stone: X O
    White: w
    Black: b
  position: board mover turns
"""


def test_within_a_turn_there_is_no_position(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO)
    state = load_game(str(tmp_path / "two.yaml")).start()
    assert position_text(state) == "3/3/3 w 1"
    with pytest.raises(ExchangeError, match="within a turn"):
        position_text(state.play("place a1"))
    assert position_text(state.play("place a1").play("place c3")) == "2X/3/X2 b 2"
    with pytest.raises(ExchangeError, match="exchanged their colours"):
        position_text(state.play("trade"))


# ---- other programs -----------------------------------------------------------------------------


def chess_board(name: str) -> chess.Board:
    return chess.variant.find_variant(name.replace("-", ""))()


def without_clock(text: str) -> list[str]:
    """A position without the moves since a capture, of which python-chess counts other ones in
    crazyhouse."""
    return [word for number, word in enumerate(text.split()) if number != 4]


def compare_with_python_chess(name: str, games: int, most: int) -> int:
    """Write the positions of random games as python-chess does; how many there were."""
    game, count = load_game(name), 0
    for seed in range(games):
        states, moves = random_states(game, seed, most)
        board = chess_board(name)
        for state, move in zip(states, [*moves, None], strict=True):
            ours = position_text(state)
            if name == "crazyhouse":
                assert without_clock(ours) == without_clock(board.fen())
            else:
                assert ours == board.fen()
            assert state.is_over or len(state.moves()) == board.legal_moves.count()
            count += 1
            if move is not None:
                board.push(board.parse_uci(uci(move, board)))
    return count


def uci(text: str, board: chess.Board) -> str:
    """A move of ours as python-chess names it."""
    action, *words = text.split()
    if action == "castle":
        rank = 1 if board.turn else 8
        return f"e{rank}{'g' if words[0] == 'east' else 'c'}{rank}"
    if action == "drop":
        kind = words[0].split("-")[1]
        return f"{MOVES.get(kind, 'p').upper()}@{words[1]}"
    return "".join(words[:2]) + "".join(MOVES[word] for word in words[2:])


VARIANTS = ["chess", "antichess", "king-of-the-hill", "three-check", "crazyhouse"]


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_are_those_of_python_chess(name: str) -> None:
    assert compare_with_python_chess(name, 1, 80) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_positions_are_those_of_python_chess(name: str) -> None:
    assert compare_with_python_chess(name, 25, 300) > 1000


def fairy_fen(text: str) -> str:
    """A position as pyffish reads it: of SFEN, whose first side is black, it makes a FEN."""
    words = text.split()
    if len(words) != 4:
        return text
    board, mover, hands, turn = words
    held = re.sub(r"(\d+)(\w)", lambda match: int(match[1]) * match[2], hands).strip("-")
    return f"{board}[{held}] {'w' if mover == 'b' else 'b'} - 0 {(int(turn) + 1) // 2}"


def told(text: str) -> tuple[str, str, list[str]]:
    """The board, the side to move, and what is in hand, whose order differs."""
    board, mover, hands, *_ = text.split()
    return board, mover, sorted(re.findall(r"\d*\w", hands))


def compare_with_pyffish(game: Game, variant: str, seed: int, most: int) -> int:
    """Read our positions with pyffish, which writes them again and counts their moves."""
    states, _ = random_states(game, seed, most)
    for state in states[:: max(1, most // 30)]:
        text = position_text(state)
        fen = fairy_fen(text)
        assert pyffish.validate_fen(fen, variant) == pyffish.FEN_OK
        theirs = pyffish.get_fen(variant, fen, [], False, fen != text)
        assert told(theirs) == told(text)
        if not state.is_over:
            moves = set(pyffish.legal_moves(variant, fen, []))
            assert len(moves) - drops_that_mate(state, moves) <= len(state.moves()) <= len(moves)
        assert told(position_text(position_from(game, theirs))) == told(text)
    return len(states)


def drops_that_mate(state: State, moves: set[str]) -> int:
    """How many pawns pyffish lets be dropped that might give mate."""
    return sum(move.startswith("P@") for move in moves if "@" in move and state.supply)


@pytest.mark.parametrize("name", FAIRY)
def test_pyffish_reads_what_we_write(name: str) -> None:
    assert compare_with_pyffish(load_game(name), FAIRY[name], 3, 60) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", FAIRY)
def test_pyffish_reads_much_of_what_we_write(name: str) -> None:
    game = load_game(name)
    assert sum(compare_with_pyffish(game, FAIRY[name], seed, 200) for seed in range(8)) > 400


def test_an_error_shows_what_a_terminal_would_obey() -> None:
    with pytest.raises(ExchangeError) as caught:
        position_from(load_game("reversi"), "8\x1b/8/8/3XO3/3OX3/8/8/8 b 1")
    assert "\x1b" not in str(caught.value) and "\\u001b" in caught.value.message
