"""PGN: python-chess reads what we write and we read what it writes; every game comes back."""

from __future__ import annotations

import io
import random
import tracemalloc
from dataclasses import replace

import chess
import chess.pgn
import chess.variant
import pytest
from support.diagnosing import bundled
from support.exchanging import load_game, random_records, random_states, record_of

from interpreter.api.record import Record
from interpreter.api.replay import replay
from interpreter.exchange import ExchangeError, pgn_text, position_text, read_pgn, write_pgn

WRITTEN = [name for name, text in bundled().items() if "\n  pgn:\n" in text]
VARIANTS = ["chess", "antichess", "king-of-the-hill", "three-check", "crazyhouse"]
SAMPLE = """\
% a line for another program
[Event "A \\"match\\""]
[White "Anna"] [Black "Bob"]
[Result "1-0"]

1. e4! {a comment (with a bracket} e5 ; the rest of a line
(1... c5 2. Nf3 (2. c3) d6) 2.Qh5 $1 Nc6
3. Bc4 Nf6?? 4.Qxf7# 1-0

[Event "?"]
1. f3 e5 2. g4 *
[Event "no result"]
1. d2-d5
"""


def texts(record: Record) -> list[str]:
    return [entry.text for entry in record.moves]


@pytest.mark.parametrize("name", WRITTEN)
def test_games_come_back(name: str) -> None:
    game = load_game(name)
    records = tuple(random_records(game, 2, 60))
    text = "".join(write_pgn(record, game) for record in records)
    assert read_pgn(game, text) == records
    assert max(map(len, text.splitlines())) < 80


def test_a_file_is_read_as_it_stands() -> None:
    game = load_game("chess")
    with pytest.raises(ExchangeError, match=r"line 13, column 4: game 3, move 1\.: `d2-d5` is no"):
        read_pgn(game, SAMPLE)
    first, second = read_pgn(game, SAMPLE.partition('[Event "no')[0])
    assert texts(first)[-1] == "move h5 f7" and first.result == (1, 0)
    assert texts(second) == ["advance f2 f3", "advance e7 e5", "advance g2 g4"]
    assert second.result is second.resigned is second.agreed is None


@pytest.mark.parametrize(
    ("said", "agreed", "resigned"),
    [("1-0", None, 1), ("0-1", None, 0), ("1/2-1/2", (0.5, 0.5), None), ("*", None, None)],
)
def test_results(said: str, agreed: tuple[float, float] | None, resigned: int | None) -> None:
    game = load_game("chess")
    (record,) = read_pgn(game, f"1. e4 {said}")
    assert (record.agreed, record.resigned, record.result) == (agreed, resigned, None)
    assert f'[Result "{said}"]' in write_pgn(record, game)


@pytest.mark.parametrize("word", ["a8=q", "a8q", "a7a8=q", "a8(q)", "a8=Q"])
def test_the_kind_of_a_promotion_may_be_written_small(word: str) -> None:
    head = '[FEN "1n5k/P7/8/8/8/8/8/B3K3 w - - 0 1"]\n\n'
    (record,) = read_pgn(load_game("chess"), f"{head}1. {word}+ *")
    assert texts(record) == ["promote a7 a8 queen"]
    for wrong in ("be5", "k1d1", "A8=Q", "a8=k"):  # other letters may not be
        with pytest.raises(ExchangeError, match="is no legal move here"):
            read_pgn(load_game("chess"), f"{head}1. {wrong} *")


@pytest.mark.parametrize("word", ["--", "Z0", "0000"])
def test_a_side_that_does_not_move_is_told_what_it_might(word: str) -> None:
    with pytest.raises(ExchangeError, match=f"move 1...: `{word}` says that nobody moves; legal"):
        read_pgn(load_game("chess"), f"1. e4 {word} 2. d4 *")


def test_the_same_move_of_another_piece_is_read_as_that() -> None:
    one, other = (f'[FEN "7k/8/8/8/8/8/8/{piece}6K w - - 0 1"]' for piece in "RQ")
    text = f"{one}\n1. Ra4 *\n{other}\n1. Qa4 *\n"
    assert [texts(record) for record in read_pgn(load_game("chess"), text)] == [["move a1 a4"]] * 2
    with pytest.raises(ExchangeError, match="`Ra4` is no legal move"):
        read_pgn(load_game("chess"), text + f"{other}\n1. Ra4 *")


@pytest.mark.parametrize(
    ("fen", "move", "san"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle east", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle west", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R6R w - - 0 1", "move a1 d1", "Rad1"),
        ("4k3/R7/8/8/8/8/8/R6K w - - 0 1", "move a1 a4", "R1a4"),
        ("4k3/Q7/8/8/8/8/8/Q5QK w - - 0 1", "move a1 d4", "Qa1d4"),
        ("k7/8/8/3pP3/8/8/8/7K w - d6 0 1", "en_passant e5 d6", "exd6"),
        ("1n6/P6k/8/8/8/8/8/7K w - - 0 1", "promote a7 b8 knight", "axb8=N"),
        ("8/P6k/8/8/8/8/8/7K w - - 0 1", "promote a7 a8 queen", "a8=Q"),
        ("7k/8/5NK1/8/8/8/8/6R1 w - - 0 1", "move g6 f7", "Kf7"),
        ("7k/8/6KN/8/8/8/8/5R2 w - - 0 1", "move f1 f8", "Rf8#"),
        ("7k/8/4K3/8/8/8/8/5R2 w - - 0 1", "move f1 f8", "Rf8+"),
        ("3k4/8/8/1b6/2N5/3K4/6N1/8 w - - 0 1", "move g2 e3", "Ne3"),  # the other one is pinned
    ],
)
def test_san(fen: str, move: str, san: str) -> None:
    game = load_game("chess")
    text = f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. {san} *\n'
    (record,) = read_pgn(game, text)
    assert texts(record) == [move]
    assert f"\n1. {san}" in write_pgn(record, game)
    assert chess.Board(fen).san(chess.Board(fen).parse_san(san)) == san


def test_castling_may_be_written_with_zeros() -> None:
    text = '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. 0-0-0+ 0-0 *\n'
    (record,) = read_pgn(load_game("chess"), text)
    assert texts(record) == ["castle west", "castle east"]


def test_a_game_that_black_begins_is_numbered_so() -> None:
    game = load_game("chess")
    fen = "4k3/8/8/8/8/8/4p3/7K b - - 0 30"
    (record,) = read_pgn(game, f'[FEN "{fen}"]\n30... e1=Q+ 31. Kg2')
    text = write_pgn(record, game)
    assert '[SetUp "1"]' in text and f'[FEN "{fen}"]' in text and "30... e1=Q+ 31. Kg2" in text


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("1. e4 e5 2. Ke3", (1, 13), "game 1, move 2.: `Ke3` is no legal move here; legal are"),
        ('[FEN "8/8 w"]\n1. e4', (1, 7), "game 1: the tag `FEN`: the board has 8 rows"),
        ('[Event "?"]\n[FEN "8"]\n1. e4', (2, 7), "game 1: the tag `FEN`: a position of Chess"),
        ('[FEN "\\8/8/8/8/8/8/8/4K3 \\w kx"]', (1, 30), "the tag `FEN`: `kx` is not of"),
        ('1. e4 *\n[FEN "7k/8/8/8/8/8/8/4K3 w - - 0"]\n*\n[FEN "7k/8/8/8/8/8/8/4K3 x"]', (4, 26),
         "game 3: the tag `FEN`: here stands who is to move"),
        ('[Fen "8/8 w"]\n1. e4', (1, 7), "the tag `Fen`: the board has 8 rows"),
        ('[Event "?"]\n[SetUp "1"]\n1. e4', (2, 9), "`SetUp` announces a position"),
        ("1. e4 (e5", (1, 7), "never closed"),
        ("1. e4 ) e5", (1, 7), "closes nothing"),
        ("1. e4 {e5", (1, 7), "a comment ends with"),
        ('[White "x]\n', (1, 1), "a tag stands in brackets"),
        ("1. f3 e5 2. g4 Qh4 3. a3", (1, 23), "the game is over"),
        ("1. N3 *", (1, 4), "is no legal move"),
        ('[Variant "Atomic"]\n1. N3 *', (0, 0), ""),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: tuple[int, int], said: str) -> None:
    name = "crazyhouse" if "Variant" in text else "chess"
    with pytest.raises(ExchangeError) as caught:
        read_pgn(load_game(name), text)
    assert said in caught.value.message
    assert name != "chess" or (caught.value.line, caught.value.column) == place
    assert name == "chess" or "a file of another game: `Variant` is `Atomic`" in str(caught.value)


def test_a_text_may_stand_for_several_moves() -> None:
    game = load_game("chess")
    with pytest.raises(ExchangeError, match=r"`Nd2` may be `move b1 d2` or `move f3 d2`"):
        read_pgn(game, "1. Nf3 a6 2. d3 a5 3. Nd2")
    (record,) = read_pgn(game, "1. Nb1c3 a6 2. Ngf3 a5")  # more than is needed
    assert texts(record)[0] == "move b1 c3"


@pytest.mark.parametrize("cut", range(0, len(SAMPLE), 9))
def test_cut_and_changed_texts_raise_nothing_else(cut: int) -> None:
    game, chooser = load_game("chess"), random.Random(cut)
    odd = "".join(chooser.choice(SAMPLE) if chooser.random() < 0.1 else c for c in SAMPLE)
    for text in (SAMPLE[:cut], odd):
        try:
            read_pgn(game, text)
        except ExchangeError as error:
            assert error.line >= 1


LENIENT = {
    "every sign": "1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1-b5+ a7a6? 4. Bb5xc6 dxc6 5. 0-0 f6#",
    "other ends of lines": "\ufeff[White \"A\"]\r\n\r\n1. e4\r\n; a rest\r\ne5\r2. Nf3\r\n",
    "remarks": "1. e4 !? $14 e5 += 2. Nf3!! ?! Nc6 +/- 3. Bb5 = 1/2-1/2",
    "numbers": "1 e4 e5 2 Nf3 Nc6 3. ... ; no point\n",
    "black": "1. e4 1... e5 2. Nf3 2. ... Nc6 3.Bb5",
    "comments": "{\n% of a comment\n} 1. e4\n% a line for others }\ne5 {one\n\n; two} 2. Nf3",
    "tags": '[White "A "quoted" name"]\n[Black-Elo "?"]\n\n1. e4 e5',
    "promotions": "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5. axb8(Q) h5 6. Qxc7 *",
    "promotion without a sign": "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5. axb8Q h5 *",
    "en passant": "1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 4. c4 a5 5. c5 b5 6. cxb6e.p. *",
}


@pytest.mark.parametrize("text", LENIENT.values(), ids=LENIENT)
def test_what_other_programs_write_is_read(text: str) -> None:
    game = load_game("chess")
    (record,) = read_pgn(game, text)
    theirs = chess.pgn.read_game(io.StringIO(text.replace("(Q)", "Q").lstrip("\ufeff")))
    board = chess.Board()
    for word in texts(record):
        board.push(board.parse_uci(chess_uci(word, board)))
    assert theirs is not None and len(record.moves) > 1
    if not theirs.errors and "numbers" not in text:
        assert board.fen() == theirs.end().board().fen()


def chess_uci(text: str, board: chess.Board) -> str:
    """A move of ours as python-chess names it."""
    action, *words = text.split()
    if action == "castle":
        return board.uci(board.parse_san("O-O" if words[0] == "east" else "O-O-O"))
    return "".join(words[:2]) + "".join(word[0] for word in words[2:])


def test_games_need_no_result_between_them() -> None:
    games = read_pgn(load_game("chess"), "1. e4 e5\n\n1. d4 d5 2. c4\n\n1.c4")
    assert [len(record.moves) for record in games] == [2, 3, 1]
    tagged = read_pgn(load_game("chess"), '[Result "1-0"]\n1. e4\n[Result "?"]\n1. d4')
    assert [record.resigned for record in tagged] == [1, None]


def test_leniency_reads_no_other_move() -> None:
    game = load_game("crazyhouse")
    with pytest.raises(ExchangeError, match="`N@f3` is no legal move"):
        read_pgn(game, "1. N@f3 *")
    with pytest.raises(ExchangeError, match="`1` is no legal move"):
        read_pgn(game, "1 1 e4 *")


def test_names_of_players_are_made_safe() -> None:
    game = load_game("chess")
    record = replace(read_pgn(game, "1. e4 *")[0], seats=("A\u202enna\x1b[31m", 'B "b'))
    text = write_pgn(record, game)
    assert "\x1b" not in text and "\u202e" not in text
    assert read_pgn(game, text)[0].moves == record.moves


def test_much_is_refused_before_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn_text, "MAX_WORDS", 1_000)
    game = load_game("chess")
    with pytest.raises(ExchangeError, match="at most 10,000 games"):
        read_pgn(game, "* " * 10_001)
    with pytest.raises(ExchangeError, match="at most 10,000,000 characters"):
        read_pgn(game, "x" * 10_000_001)
    with pytest.raises(ExchangeError, match="at most 1,000 words"):
        read_pgn(game, "1 " * 1_001)
    assert read_pgn(game, "1. e4 " + "(" * 50_000 + "x" + ")" * 50_000)[0].moves


@pytest.mark.parametrize("text", ["1" + ". " * 200_000 + "e4", "e4 " + "(" * 200_000])
def test_signs_that_are_repeated_take_little_memory(text: str) -> None:
    tracemalloc.start()
    try:
        read = list(pgn_text.read_games(text))
    except ExchangeError as error:
        assert error.message == "this `(` is never closed"
    else:
        assert [move for move, _ in read[0].moves] == ["e4"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * len(text)


# ---- python-chess -------------------------------------------------------------------------------


def compare(name: str, games: int, most: int) -> int:
    """Let python-chess read random games and write them again; how many positions there were."""
    game, count = load_game(name), 0
    for seed in range(games):
        states, moves = random_states(game, seed, most)
        record = record_of(states, moves)
        theirs = chess.pgn.read_game(io.StringIO(write_pgn(record, game)))
        assert theirs is not None and not theirs.errors
        board = theirs.board()
        assert type(board) is chess.variant.find_variant(name.replace("-", ""))
        for move, state in zip(theirs.mainline_moves(), states[1:], strict=True):
            board.push(move)
            ours, other = position_text(state).split(), board.fen().split()
            clock = 4 if name == "crazyhouse" else -1  # where drops of pawns count otherwise
            assert [w for n, w in enumerate(ours) if n != clock] == [
                w for n, w in enumerate(other) if n != clock
            ]
        (back,) = read_pgn(game, str(theirs))
        assert texts(back) == moves
        count += len(states)
    return count


@pytest.mark.parametrize("name", VARIANTS)
def test_python_chess_reads_what_we_write(name: str) -> None:
    assert compare(name, 1, 60) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_python_chess_reads_much_of_what_we_write(name: str) -> None:
    assert compare(name, 20, 200) > 1000


def test_positions_of_a_file_are_those_of_its_games() -> None:
    game = load_game("chess")
    (record,) = read_pgn(game, SAMPLE.partition("\n[Event \"?")[0])
    assert position_text(replay(record, game).states[-1]) == (
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
    )
