"""`--position` of `gdl play`, `gdl perft` and `gdl solve`."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import invoke

from interpreter.api.record import load
from interpreter.engine.names import ENGINES

MIDDLE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
MATE_IN_ONE = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 40"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 40"


@pytest.mark.parametrize("engine", ENGINES)
def test_counts_begin_there(engine: str) -> None:
    counts = invoke("perft", "chess", "2", "--position", ENDING, "--engine", engine)
    assert counts.output == "  0             1\n  1            14\n  2           191\n"
    turns = invoke("perft", "chess", "1", "--positions", "--position", ENDING, "--engine", engine)
    assert turns.output.split() == ["0", "1", "0", "over", "1", "14", "0", "over"]


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_can_be_played_where_the_game_is_over(engine: str) -> None:
    counts = invoke("perft", "chess", "1", "--position", MATED, "--engine", engine)
    assert counts.output == "  0             1\n  1             0\n"
    solved = invoke("solve", "chess", "--position", MATED, "--engine", engine)
    assert solved.output.startswith("Chess: seat 1 (White) wins with perfect play; 1 position")
    played = invoke("play", "chess", "--position", MATED, "--engine", engine)
    assert played.exit_code == 0 and "seat 1, White (person): 1 – wins" in played.output


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_begin_there(engine: str) -> None:
    for most, winner in (("X", "seat 1 (Black)"), ("O", "seat 2 (White)")):  # a row is turned
        position = f"{most * 8}/" * 7 + "XOOOOOO1 b"
        solved = invoke("solve", "reversi", "--position", position, "--engine", engine).output
        assert solved == (f"Reversi: {winner} wins with perfect play, in 1 move; 1 of 1 first move "
                          "keeps it; 2 positions, by retrograde analysis\n")  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_a_match_begins_there_and_its_record_says_so(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = "play", "chess", "--engine", engine, "--seed", "1"
    seats = "--seat", "alphabeta:depth=1", "--seat", "random"
    played = invoke(*words, *seats, "--position", MATE_IN_ONE, "--save", str(file))
    assert played.exit_code == 0 and "seat 1, White (alphabeta:depth=1): 1 – wins" in played.output
    record = load(file)
    assert len(record.moves) == 1 and record.result == (1, 0) and record.moves[0].turn == 79
    assert invoke("replay", str(file)).exit_code == 0
    again = invoke(*words, "--seat", "person", "--load", str(file), input="undo\nf7 f8\n")
    assert "White, seat 1, turn 79> " in again.output and "mate" in again.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "--position", MIDDLE.replace("R3K2R", "R3K2")), "column 51: a row has 8"),
        (("chess", "--position", ""), "has 6 parts"),
        (("chess", "--position", "\x1b7/8/8/8/8/8/8/8 w"), "`\\u001b` is no piece"),
        (("konane", "--position", MIDDLE), "do not say how a position is written; add `position`"),
        (("los-alamos-chess", "--position", MIDDLE), "the board has 6 rows, and here are 8"),
    ],
)
def test_a_wrong_position_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    for command, more in (("play", ()), ("perft", ("1",)), ("solve", ())):
        refused = invoke(command, words[0], *more, *words[1:])
        assert refused.exit_code == 2 and len(refused.output.splitlines()) == 1
        assert refused.output.startswith("`--position`") and said in refused.output


def test_a_match_begins_in_one_place(tmp_path: Path) -> None:
    refused = invoke("play", "chess", "--load", str(tmp_path / "x.txt"), "--position", MIDDLE)
    assert refused.exit_code == 2 and "not both" in refused.output
