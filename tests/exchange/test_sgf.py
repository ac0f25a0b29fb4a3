"""SGF: files of other programs are read, ours are read by sgfmill, and every game comes back."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace

import pytest
from support.diagnosing import bundled
from support.exchanging import load_game, random_records, random_states, record_of

from interpreter.api.game import Game
from interpreter.api.record import Record
from interpreter.api.record import read as read_record
from interpreter.api.record import write as write_record
from interpreter.api.replay import replay
from interpreter.exchange import ExchangeError, read_sgf, write_sgf
from interpreter.exchange.sgf_text import Node, read_trees, write_tree

WRITTEN = [name for name, text in bundled().items() if "\n  sgf:\n" in text]
SMALL = {"go": {"size": 9}, "hex": {"size": 5, "pie": True}, "gomoku": {"size": 8}}
SAMPLE = r"""
(;FF[4]GM[1]SZ[9]KM[6.5]PB[Anna \] B.]C[a (comment)]
AB[cc][gg];W[ee]C[one];B[]
 (;W[dd];B[ef](;W[])(;W[aa]))
 (;W[fe]))
"""


def read_one(game: Game, text: str) -> Record:
    """The record of the only game of a text."""
    (record,) = read_sgf(game, text)
    return record


def first_of(text: str) -> tuple[Node, ...]:
    """The nodes of the first game of a text."""
    return next(read_trees(text))


def test_there_are_games() -> None:
    assert len(WRITTEN) >= 4


@pytest.mark.parametrize("name", WRITTEN)
def test_games_come_back(name: str) -> None:
    game = load_game(name, **SMALL.get(name, {}))
    for record in random_records(game, 2, 60):
        others = {k: v for k, v in SMALL.get(name, {}).items() if k != "size"}  # no file says them
        assert read_one(load_game(name, **others), write_sgf(record, game)) == record


def test_a_file_is_read_as_it_stands() -> None:
    record = read_one(load_game("go"), SAMPLE)
    assert record.options == {"size": 9, "komi": 6.5}
    assert [entry.text for entry in record.moves] == ["place e5", "pass", "place d6", "place e4",
                                                      "pass"]  # fmt: skip
    assert record.start is not None and record.resigned is record.result is None
    first = replay(record, load_game("go", size=9, komi=6.5)).states[0]
    assert first.colour == "White"
    assert {cell: piece.colour for cell, piece in first.pieces().items()} == {
        "c7": "Black", "g3": "Black",
    }  # fmt: skip


def test_a_property_may_be_repeated() -> None:
    text = "(;GM[1]SZ[9]C[a]C[b]AB[cc]AB[gg];W[ee]C[c]C[d])"
    assert first_of(text)[0]["C"].values == ("a", "b")
    record = read_one(load_game("go"), text)
    assert len(replay(record, load_game("go", size=9)).states[0].pieces()) == 2


SEVERAL = """(;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]))
and (;GM[1]SZ[13]KM[6.5];B[dd]) (;GM[1]SZ[9];W[aa])"""


def test_a_file_may_hold_several_games() -> None:
    games = read_sgf(load_game("go"), SEVERAL.replace(";W[aa]", ""))
    assert [record.options["size"] for record in games] == [9, 13, 9]
    assert [len(record.moves) for record in games] == [2, 1, 0]
    (second,) = read_sgf(load_game("go"), SEVERAL + "(;x", 2)
    assert second == games[1]
    with pytest.raises(ExchangeError, match="game 3: move 1 is one of White") as caught:
        read_sgf(load_game("go"), SEVERAL)
    assert caught.value.line == 2
    with pytest.raises(ExchangeError, match="there is no number 4: this file has 3 games"):
        read_sgf(load_game("go"), SEVERAL, 4)
    for number, wrong in ((0, ValueError), (True, TypeError), ("1", TypeError)):
        with pytest.raises(wrong):
            read_sgf(load_game("go"), SEVERAL, number)  # type: ignore[arg-type]
    with pytest.raises(ExchangeError, match="a file has at most 10,000 games"):
        read_sgf(load_game("go"), "(;)" * 10_001)


def test_handicap_stones_are_a_position() -> None:
    told: list[str] = []
    text = "(;GM[1]SZ[9]KM[0.5]HA[2]RU[Japanese]AB[cg][gc];W[ee];B[cc])"
    (record,) = read_sgf(load_game("go"), text, tell=told.append)
    states = replay(record, load_game("go", size=9, komi=0.5)).states
    assert sorted(states[0].pieces()) == ["c3", "g7"] and states[0].colour == "White"
    assert [entry.text for entry in record.moves] == ["place e5", "place c7"]
    assert told == ["line 1, column 25: `RU[Japanese]` is not read"]


def test_what_is_not_read_is_told() -> None:
    told: list[str] = []
    odd = "".join(f"X{chr(65 + n)}[]" for n in range(26))
    text = f"(;GM[1]SZ[9]HA[3]C[so]XX[\u202e{'x' * 500}];B[aa]XX[2]N[n])(;SZ[9]{odd}HA[0])"
    read_sgf(load_game("go"), text, tell=told.append)
    assert told[0] == "line 1, column 13: `HA[3]` is not read"
    assert told[1].endswith("xxx]` is not read, nor are 2 like it") and len(told[1]) < 150
    assert len(told) == 21 and told[-1] == "7 more names of properties that are not read"
    told.clear()
    read_sgf(load_game("go"), SAMPLE, tell=told.append)
    assert not told


def test_who_begins_may_be_said_without_stones() -> None:
    record = read_one(load_game("go"), "(;GM[1]SZ[9]PL[W];W[aa];B[bb])")
    states = replay(record, load_game("go", size=9)).states
    assert (states[0].colour, len(states[0].pieces()), len(states)) == ("White", 0, 3)
    assert read_one(load_game("go", size=9), write_sgf(record, load_game("go", size=9))) == record
    assert read_one(load_game("go"), "(;GM[1]SZ[9]PL[B];B[aa])").start is None


def test_what_a_file_says_of_its_result_is_made_safe() -> None:
    record = read_one(load_game("go"), "(;GM[1]SZ[9]KM[7.5]RE[W+R\u202e\x1b];B[aa];W[];B[])")
    (line,) = [line for line in write_record(record).splitlines() if "file says" in line]
    assert line.isprintable() and read_record(write_record(record)).result == (1, 0)


def test_messages_are_short() -> None:
    with pytest.raises(ExchangeError) as caught:
        read_one(load_game("go"), "(;GM[1]SZ[" + "9" * 5000 + "];B[aa])")
    assert len(str(caught.value)) < 400


def test_names_of_players_are_made_safe() -> None:
    record = replace(record_of(*random_states(load_game("go", size=9), 1, 5)),
                     seats=("A\u202enna\x1b[31m", "B\nob"))  # fmt: skip
    text = write_sgf(record, load_game("go", size=9))
    assert "\x1b" not in text and "\u202e" not in text and "PW[B\\\\u000aob]" in text


def test_handicap_stones_come_back() -> None:
    text = "(;GM[1]SZ[9]AB[cc][gg]PL[W]RE[W+R];W[ee];B[ab])"
    game = load_game("go", size=9)
    record = read_one(game, text)
    assert record.resigned == 0
    assert read_one(game, write_sgf(record, game)) == record


@pytest.mark.parametrize(
    ("said", "agreed", "resigned"),
    [("B+R", None, 1), ("W+Time", None, 0), ("B+3.5", (1, 0), None), ("W+", (0, 1), None),
     ("Draw", (0.5, 0.5), None), ("0", (0.5, 0.5), None), ("?", None, None), ("Void", None, None)],
)  # fmt: skip
def test_results(said: str, agreed: tuple[float, float] | None, resigned: int | None) -> None:
    record = read_one(load_game("go"), f"(;GM[1]SZ[9]RE[{said}];B[aa])")
    assert (record.agreed, record.resigned, record.result) == (agreed, resigned, None)


@pytest.mark.parametrize(
    ("tags", "size", "komi"),
    [("SZ[9]KM[6.50]", 9, 6.5), ("SZ[9:9]KM[0.00]", 9, 0), ("SZ[13]KM[7]", 13, 7)],
)
def test_numbers_of_tags_may_be_written_longer(tags: str, size: int, komi: float) -> None:
    record = read_one(load_game("go"), f"(;GM[1]{tags};B[aa])")
    assert record.options == {"size": size, "komi": komi}


def test_no_points_are_counted_where_players_have_agreed() -> None:
    game = load_game("go", size=9)
    record = read_one(game, "(;GM[1]SZ[9]RE[B+20.5];B[ee];W[cc])")
    assert "RE[B+]" in write_sgf(record, game)
    assert read_one(game, write_sgf(record, game)) == record


def test_the_rules_decide_a_game_that_is_over() -> None:
    record = read_one(load_game("go"), "(;GM[1]SZ[9]KM[7.5]RE[B+3.5];B[aa];W[];B[tt])")
    assert record.result == (1, 0) and record.because == "two passes in a row"
    other = read_one(load_game("go"), "(;GM[1]SZ[9]KM[7.5]RE[W+R];B[aa];W[];B[tt])")
    assert other.result == (1, 0) and other.because == "the file says W+R"


def test_after_a_swap_each_side_plays_the_other_colour() -> None:
    record = read_one(load_game("hex", pie=True), "(;GM[11]SZ[5];B[a3];W[swap-sides];W[b2];B[b1])")
    assert [entry.text for entry in record.moves][1:3] == ["exchange", "place b2"]


def test_the_winner_is_named_by_colour_after_a_swap() -> None:
    game = load_game("hex", size=2, pie=True)
    start = game.start()
    states, moves = [start], ["place a1", "exchange", "place b2", "place a2"]
    for move in moves:
        states.append(states[-1].play(move))
    assert states[-1].result == [0, 1]  # the second seat plays Red, the first colour
    text = write_sgf(record_of(states, moves), game)
    assert "RE[B+]" in text and read_one(game, text).result == (0, 1)


BROKEN = [
    ("", 1, "begins with"),
    ("(;GM[1]SZ[9];B[aa]", 1, "ends before its `)`"),
    ("(;GM[1]SZ[9]\n;B[aa]\n;W[aa])", 3, "move 2: `aa` is no legal move"),
    ("(;GM[1]SZ[9];B[aa]\n;B[ab])", 2, "move 2 is one of Black, and it is White's turn"),
    ("(;GM[2]SZ[9];B[aa])", 1, "a file of another game"),
    ("(;GM[1]SZ[99];B[aa])", 1, "cannot be played so"),
    ("(;GM[1]SZ[x];B[aa])", 1, "cannot be played so"),
    ("(;GM[1]SZ[9];B[aa][bb])", 1, "2 values"),
    ("(;GM[1]SZ[9]AB[zz];B[aa])", 1, "there is no point `zz`"),
    ("(;GM[1]SZ[9]AB[cc:aa];B[aa])", 1, "there is no point `cc:aa`"),
    ("(;GM[1]SZ[19]AB" + "[aa:ss]" * 300 + ";B[aa])", 1, "at most 100,000 points"),
    ("(;GM[1]SZ[19]" + ";AB[aa:ss]" * 300 + ";B[aa])", 1, "at most 100,000 points"),
    ("(;GM[1]SZ[9];B[aa];AW[bb])", 1, "after the first move"),
    ("(;GM[1]SZ[9]PL[x]AB[aa];B[bb])", 1, "PL is B or W"),
    ("(;GM[1]SZ[9];B[aa", 1, "has no `]`"),
    ("(;GM[1]SZ[9];B)", 1, "has no value"),
    ("(;GM[1]SZ[9];B[aa]B[bb])", 1, "2 values"),
    ("(;GM[1]SZ[" + "9" * 5000 + "];B[aa])", 1, "…"),
    ("(;GM[1]SZ[9]?)", 1, "does not belong here"),
    ("()", 1, "no node"),
    ("(;GM[1]SZ[9]KM[7.5];B[];W[];B[aa])", 1, "the game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), BROKEN)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int, said: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        read_one(load_game("go"), text)
    assert said in caught.value.message and caught.value.line == line
    assert str(caught.value).startswith(f"line {line}, column ")


@pytest.mark.parametrize("cut", range(0, len(SAMPLE), 7))
def test_cut_and_changed_texts_raise_nothing_else(cut: int) -> None:
    game, chooser = load_game("go"), random.Random(cut)
    odd = "".join(chooser.choice(SAMPLE) if chooser.random() < 0.1 else c for c in SAMPLE)
    for text in (SAMPLE[:cut], odd):
        try:
            read_one(game, text)
        except ExchangeError as error:
            assert error.line >= 1


def test_variations_may_be_nested_as_deeply_as_one_likes() -> None:
    deep = 20_000
    nodes = first_of("(;GM[1];B[aa]" + "(;W[bb](;B[cc])" * deep + ")" * deep + ")")
    assert [*nodes[2], *nodes[3]] == ["W", "B"] and len(nodes) == 4


def test_blanks_may_stand_before_the_first_node() -> None:
    record = read_one(load_game("go"), "this is a game (\n;GM[1]SZ[9](;B[aa];W[bb])(;B[cc]))")
    assert record.options["size"] == 9
    assert [entry.text for entry in record.moves] == ["place a9", "place b8"]


def test_long_values_take_little_memory() -> None:
    text = "(;GM[1]C[" + "long" * 500_000 + r"\]" * 100_000 + "])"
    tracemalloc.start()
    (node,) = first_of(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert node["C"].values == ("long" * 500_000 + "]" * 100_000,) and peak < 10 * len(text)


def test_records_that_cannot_be_written() -> None:
    game = load_game("go", size=9)
    record = record_of(*random_states(game, 1, 5))
    with pytest.raises(ExchangeError, match="do not say how its games are written in SGF"):
        write_sgf(record, load_game("konane"))
    with pytest.raises(ExchangeError, match="the record is not legal"):
        write_sgf(record, load_game("go", size=2))


def test_texts_keep_their_brackets() -> None:
    text = write_tree([{"C": ["a ] b \\ c"]}])
    assert first_of(text)[0]["C"].values == ("a ] b \\ c",)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_break_after_a_backslash_is_none(end: str) -> None:
    assert first_of(f"(;C[one \\{end}line])")[0]["C"].values == ("one line",)


@pytest.mark.parametrize("size", [9, 19])
def test_sgfmill_reads_what_we_write(size: int) -> None:
    sgf, boards = pytest.importorskip("sgfmill.sgf"), pytest.importorskip("sgfmill.boards")
    game = load_game("go", size=size)
    states, moves = random_states(game, size, 150)
    theirs = sgf.Sgf_game.from_bytes(write_sgf(record_of(states, moves), game).encode())
    assert theirs.get_size() == size and theirs.get_komi() == 7.5
    board = boards.Board(size)
    for node, state in zip(theirs.get_main_sequence()[1:], states[1:], strict=True):
        colour, point = node.get_move()
        if point is not None:
            board.play(*point, colour)
        assert {(y, x, c) for c, (y, x) in board.list_occupied_points()} == {
            (int(cell[1:]) - 1, ord(cell[0]) - ord("a"), "bw"[piece.colour == "White"])
            for cell, piece in state.pieces().items()
        }  # fmt: skip


def test_we_read_what_sgfmill_writes() -> None:
    sgf = pytest.importorskip("sgfmill.sgf")
    theirs = sgf.Sgf_game(size=13)
    theirs.root.set("KM", 5.5)
    chooser = random.Random(4)
    points = [(y, x) for y in range(13) for x in range(13)]
    chosen = chooser.sample(points, 30)
    for number, point in enumerate(chosen):
        theirs.extend_main_sequence().set_move("bw"[number % 2], point)
    theirs.extend_main_sequence().set_move("b", None)
    record = read_one(load_game("go"), theirs.serialise().decode())
    assert record.options == {"size": 13, "komi": 5.5}
    assert [entry.text for entry in record.moves] == [
        *(f"place {chr(ord('a') + x)}{y + 1}" for y, x in chosen), "pass",
    ]  # fmt: skip
