"""Where things are hidden, nothing that is said to a person holds more than that person may see.

The output of a match of two people is cut at each "pass the terminal to"; what stands after it is
said to that person alone, up to its own last move.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.api.record import load
from interpreter.terminal.phrases import heard_lines

from .conftest import Player

PEOPLE = ("person", "person")
PASSED = re.compile(r"pass the terminal to seat (\d)")


def parts(out: str) -> list[tuple[int, str]]:
    """What was said, and to which seat."""
    pieces = PASSED.split(out)
    return [(int(seat) - 1, text) for seat, text in zip(pieces[1::2], pieces[2::2], strict=True)]


def test_the_board_is_hidden_and_a_pawn_may_be_touched(player: Player) -> None:
    said = player(
        "quardo-touch",
        "place fdhs a1\ntouch a1\nask touch b1\ntouch z1\ntuch a1\nfeel fdhs\nfeel pbct\n",
        PEOPLE,
    )
    (_, first), (seat, second) = parts(said.out)
    assert seat == 1
    assert first.count("?") == 16 and second.count("?") == 16
    shown = second.split("turn 2> touch a1")[0]
    assert "you hear – First: place a1" in shown
    assert "you hear – First: place flat" not in shown
    assert "touch a1: flat-dent-hexagonal-straight" in second
    assert "touch b1: none" in second
    assert "feel flat-dent-hexagonal-straight: false" in second
    assert "feel protruded-bulge-circular-tapered: true" in second
    assert "`touch z1` cannot be asked; did you mean" in said.err
    assert "did you mean `touch`?" in said.err


def test_the_observer_refuses_an_illegal_swap_and_the_turn_goes_on(player: Player) -> None:
    said = player("quardo-touch", "swap a1 b1\nplace fdhs a1\nswap a1 b1\nplace pbct a1\n", PEOPLE)
    first, second = (text for _, text in parts(said.out))
    assert "refused: swap a1 b1 – the turn goes on" in first
    assert "you hear – there are not two pawns" in first
    assert "First, seat 1, turn 1> place fdhs a1" in first
    assert "you hear – there are not two pawns\nyou hear – First: place a1" in second
    assert "you hear – this pawn cannot go there" in second
    assert said.out.rstrip().endswith("Second, seat 2, turn 2>")


def test_who_has_chosen_is_said_but_not_what(player: Player) -> None:
    said = player("rock-paper-scissors", "show rock\nboard\nheard\nshow rock\n", PEOPLE)
    first, second = (text for _, text in parts(said.out))
    assert "chosen: show rock – told when all have chosen" in first
    before, _, after = second.partition("turn 1> show rock")
    assert "First has chosen" in before and "rock" not in before.replace("1 rock", "")
    assert "you hear – First: show rock\nyou hear – Second: show rock" in after


SNOOPING = "board\nmoves\nundo\nredo\nhint\nheard\nrules\nwhy place a1\nwhy place b2\nsave m{}\n"


@pytest.mark.parametrize("seed", range(4))
def test_no_command_shows_a_person_the_pieces_of_the_other(
    player: Player, tmp_path: Path, seed: int
) -> None:
    """In phantom tic-tac-toe the other's pieces never appear, nor the other's moves."""
    luck, cells = random.Random(seed), list(load_game("tic-tac-toe").board.cells)
    luck.shuffle(cells)
    script = "".join(SNOOPING.format(n) + f"place {cell}\n" for n, cell in enumerate(cells * 2))
    said = player("phantom-tic-tac-toe", script, PEOPLE)
    symbols, names = "CN", ("Cross", "Nought")
    told = parts(said.out.split("The match is over.")[0])
    assert len(told) > 3
    for seat, text in told:
        boards = "".join(line for line in text.splitlines() if re.match(r"\d │", line))
        assert symbols[1 - seat] not in boards
        assert f"{names[1 - seat]}: place" not in text
        assert "taken back:" not in text and "played again:" not in text
    assert "nothing is taken back" in said.err
    after = said.out.split("The match is over.")[1]
    assert "│" not in after
    assert load(tmp_path / "m1").game == "phantom-tic-tac-toe"


def test_one_person_alone_sees_only_its_own_view(player: Player) -> None:
    said = player("dark-hex", "b2\na1\nb1\n", ("person", "random"), size=3)
    boards = [line for line in said.out.splitlines() if re.match(r" *\d +│", line)]
    assert boards and not any("B" in line for line in boards)
    assert "Blue: place" not in said.out
    assert "pass the terminal" not in said.out


def test_what_is_loaded_is_shown_to_who_is_to_move_only(player: Player, tmp_path: Path) -> None:
    record = tmp_path / "m"
    record.write_text("game: phantom-tic-tac-toe\n1. place a1\n2. place b2\nresult: open\n")
    said = player("phantom-tic-tac-toe", "board\nheard\nundo\n", PEOPLE, load=record)
    ((seat, text),) = parts(said.out)
    assert seat == 0 and "Cross: place a1" in text
    assert "Nought: place" not in said.out and "│ N" not in said.out


def test_a_refused_try_tells_the_other_nothing_but_what_is_said_aloud(player: Player) -> None:
    said = player("phantom-tic-tac-toe", "place a1\nplace a1\nplace b2\n", PEOPLE)
    _, (_, second), (_, third) = parts(said.out)
    assert "refused: place a1 – the turn goes on" in second and "that cell is taken" in second
    assert "that cell is taken" not in third and "you hear" not in third
    assert "Nought" not in third.replace("N Nought", "")


def test_a_long_run_of_one_text_is_told_once_and_the_order_stays() -> None:
    mixed = ["A passes", "B takes", "A passes", "B puts"] * 4
    deal = ["chance: deal"] * 4
    assert heard_lines([*mixed, *deal, *["taken"] * 3]) == [
        *(f"you hear – {text}" for text in mixed),
        "you hear – chance: deal (4 times)",
        *["you hear – taken"] * 3,
    ]


def test_the_deal_of_many_cards_is_one_line() -> None:
    deal = [f"chance: deal {colour}" for colour in "ABCD"] * 10
    throws = [f"chance: throw {n}" for n in range(1, 7)]
    assert heard_lines([*deal, *throws, "A takes"]) == [
        "you hear – chance: deal × 40",
        *(f"you hear – {text}" for text in throws),
        "you hear – A takes",
    ]


def test_where_nobody_is_to_be_kept_from_anything_each_move_is_told_once(player: Player) -> None:
    for game, seats in (("whist", 4), ("goofspiel", 2)):
        lines = player(game, "", ["random"] * seats).out.split("The match is over.")[0].split("\n")
        told = [line.strip() for line in lines if ": deal" in line or ": bid" in line]
        assert len(told) > 20 and len(told) == len({*told})
        assert all(len(line.split()) > 2 for line in told)
