"""Playing by scripts through a pipe: what is said, what is kept, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from support.commands import COMMAND, environment

from interpreter.api.record import load
from interpreter.board.ordered_set import OrderedSet
from interpreter.drawing.text.canvas import Run
from interpreter.drawing.text.tables import status_lines, wrapped
from interpreter.drawing.text.values import MAX_ENTRIES, status, value_text
from interpreter.matches.match import Refused
from interpreter.process.output import OutputLost
from interpreter.terminal.commands import COMMANDS
from interpreter.terminal.match_files import Keeper
from interpreter.terminal.phrases import command_names
from interpreter.terminal.screen import Screen

from .conftest import Player

PEOPLE = ("person", "person")
WIN = "place a1\nplace a2\nplace b1\nplace b2\nplace c1\n"


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "state" / "boardwright").glob("*.txt"))


def test_a_whole_match(player: Player, tmp_path: Path) -> None:
    said = player("tic-tac-toe", WIN + "save won.txt\nquit\n", PEOPLE)
    assert said.status == 0 and said.err == ""
    assert "seat 1, Cross (person): 1 – wins" in said.out
    assert "seat 2, Nought (person): 0 – loses" in said.out
    assert "[C]" in said.out and "\x1b" not in said.out
    record = load(tmp_path / "won.txt")
    assert [e.text for e in record.moves] == WIN.strip().split("\n")
    assert record.result == (1.0, 0.0) and record.seed == 7 and record.seats == PEOPLE
    assert kept(tmp_path) == []


def test_moves_by_number_by_text_and_without_the_action(player: Player) -> None:
    said = player("tic-tac-toe", "2\nb2\nPLACE  c3\n:quit\n", PEOPLE)
    assert said.err.startswith("The match is kept in")
    for move in ("Cross: place b1", "Nought: place b2", "Cross: place c3"):
        assert move in said.out


def test_pieces_may_be_written_as_on_the_board(player: Player) -> None:
    said = player("quarto", "pick fdhs\npbct\nplace a1\n", PEOPLE)
    assert "First: pick flat-dent-hexagonal-straight" in said.out
    assert "there is no move or command" in said.err or "Second: place a1" in said.out


NAMES = """
game: Long names
players: White, Black
board:
  cells: rectangle(2, 1) | {left_store, right_store}
  points:
    left_store: 0 1
    right_store: 3 1
words:
  box:
    full_house:
      worth: 1
    yahtzee:
      worth: 2
pieces: stone
state:
  filled: subsets(box)
  who_has: subsets(colours)
actions:
  drop(b in box): add b to filled
  drop_on(c in empty, b in box):
    - put stone on c
    - add b to filled
    - add mover to who_has
    - tell all "well_done", b
turn: drop or drop_on
end:
  - when no empty: draw
"""


def test_names_are_read_and_may_be_typed_with_blanks(player: Player, tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text(NAMES, encoding="utf-8")
    script = "moves\ndrop on left store full house\ndrop_on a1 FULL house\nDrop yahtzee\n"
    script += "why drop on a1 yahtzee\nfull house\nsave m.txt\nundo\nredo\nquit\n"
    said = player(str(tmp_path / "names.yaml"), script, PEOPLE)
    assert said.err == ""
    assert "White: drop on left store full house\nwell done full house" in said.out
    assert "Black: drop on a1 full house" in said.out and "White: drop yahtzee" in said.out
    assert "`drop_on a1 yahtzee` is not legal" in said.out
    assert "filled: full house yahtzee · who has: White Black" in said.out
    assert "played again: drop full house" in said.out
    record = (tmp_path / "m.txt").read_text(encoding="utf-8")
    assert "1. drop_on left_store full_house" in record  # what is kept is as it was
    assert "left_store" not in said.out and "full_house" not in said.out


SETS = """
game: Sets
players: White, Black
board: rectangle(2, 1)
words:
  box:
    full_house:
      worth: 1
    small_straight:
      worth: 2
state:
  filled: subsets(box)
actions:
  mark(s in {{a1}, {a1, b1}}, d in {2*east + north, west}): require true
  fill(b in box):
    - require b not in filled, "that box is full"
    - add b to filled
turn: mark or fill
end:
  - when count(filled) = 2: draw
"""


def test_blanks_within_a_word_of_a_move_are_none(player: Player, tmp_path: Path) -> None:
    (tmp_path / "sets.yaml").write_text(SETS, encoding="utf-8")
    script = "mark { a1 , b1 } NORTH + 2*east\n{a1, b1} west\n"
    script += "fill Full House\nfill full house\nquit\n"
    said = player(str(tmp_path / "sets.yaml"), script, PEOPLE)
    assert "White: mark {a1,b1} north+2*east" in said.out and "Black: mark {a1,b1} west" in said.out
    refused = "input line 4: `fill full house` is not legal: that box is full"
    assert said.err.startswith(refused)  # read as while the box was free


def test_a_move_that_begins_so_is_suggested_before_a_command(
    player: Player, tmp_path: Path
) -> None:
    text = SETS.replace("fill", "save_up_for").replace("mark", "take_all")
    (tmp_path / "sets.yaml").write_text(text, encoding="utf-8")
    said = player(str(tmp_path / "sets.yaml"), "take\ntke all a1 west\nquit\n", PEOPLE)
    lines = said.err.splitlines()
    assert "no move or command `take`; did you mean `take_all`?" in lines[0]
    assert "no move or command `tke`; did you mean `take_all`?" in lines[1]


def test_what_is_mistyped_gets_one_message_with_place_and_way_out(player: Player) -> None:
    script = "place a1\nplcae b1\nplace a1\nudno\nplace k9\n99\nwhatever\nwhy\nask x\nresign 7\n"
    said = player("tic-tac-toe", script, PEOPLE)
    lines = said.err.splitlines()
    assert lines[0].startswith("input line 2: ") and "did you mean `place`?" in lines[0]
    assert lines[1] == (
        "input line 3: `place a1` is not legal: Cross-mark stands on a1, so a1 "
        "is not in `empty` (tic-tac-toe.yaml:6:15); `moves` lists what is possible"
    )
    assert "did you mean `undo`?" in lines[2]
    assert "there is no cell `k9`" in lines[3]
    assert "numbered 1 to 8" in lines[4]
    assert "`help` the commands" in lines[5]
    assert "`why MOVE`" in lines[6]
    assert "nothing to ask" in lines[7]
    assert "there is no seat `7`" in lines[8]
    assert said.status == 1
    assert "Traceback" not in said.err


def test_why_shows_the_line_of_the_rules(player: Player) -> None:
    said = player("tic-tac-toe", "place a1\nwhy place a1\nwhy b1\nwhy place q7\n", PEOPLE)
    assert "6 |   place(at in empty): put mark on at" in said.out
    assert "  |               ^^^^^" in said.out
    assert "`place b1` is legal." in said.out
    assert "there is no cell `q7`" in said.out


def test_undo_takes_no_words(player: Player) -> None:
    said = player("tic-tac-toe", "a1\nundo everything\nundo\nredo 2\nquit\n", PEOPLE)
    first, last = said.err.splitlines()
    assert "`undo` stands alone" in first and "nothing was changed" in first
    assert "`redo` stands alone" in last and said.out.count("taken back:") == 1


def test_undo_redo_hint_and_rules(player: Player) -> None:
    said = player("squ", "d4\nundo\nredo\nhint\nrules\nmoves\nhelp\nboard\n", size=4)
    assert "taken back: drop d4" in said.out and "played again: drop d4" in said.out
    assert "hint (uct:1000,2s): drop" in said.out
    assert "option size: 4" in said.out and "squ.yaml" in said.out
    assert all(name in said.out for name in command_names())
    assert said.status == 0


def test_every_command_is_explained_and_there() -> None:
    assert set(command_names()) <= set(COMMANDS)


def test_chance_is_played_and_said_and_a_seed_repeats_it(player: Player) -> None:
    runs = [player("royal-game-of-ur", "1\n1\n1\n", seed=5).out for _ in range(2)]
    assert "chance for Black: throw" in runs[0] and "chance for White: throw" in runs[0]
    assert "chance: " not in runs[0]
    assert runs[0] == runs[1]
    assert runs[0] != player("royal-game-of-ur", "1\n1\n1\n", seed=6).out


def test_agents_play_among_themselves(player: Player, tmp_path: Path) -> None:
    said = player("tic-tac-toe", "", ("random", "random"), save=tmp_path / "m.txt")
    assert said.status == 0 and "The match is over." in said.out
    assert load(tmp_path / "m.txt").result is not None


def test_long_lists_are_shortened_and_moves_shows_all(player: Player) -> None:
    said = player("squ", "moves\n", size=8)
    first, rest = said.out.split("> moves")
    assert "drop (64):" in first and "20 d3 …" in first and "21" not in first
    assert "64 moves; `moves` lists all" in first
    assert "64 h8" in rest


def test_the_end_of_the_input_keeps_the_match(player: Player, tmp_path: Path) -> None:
    said = player("tic-tac-toe", "place a1\nplace b2", PEOPLE)
    assert "The input ended after line 2, before the match was over." in said.err
    (path,) = kept(tmp_path)
    assert f"gdl play tic-tac-toe --load {path}" in said.err
    assert len(load(path).moves) == 2
    again = player("tic-tac-toe", WIN[18:], (), load=path)
    assert "Cross: place b1" in again.out


def test_nothing_is_kept_where_nothing_was_done(player: Player, tmp_path: Path) -> None:
    assert player("tic-tac-toe", b"").status == 0
    assert kept(tmp_path) == []


def test_bytes_that_are_no_text_and_endless_lines(player: Player) -> None:
    said = player("tic-tac-toe", b"\xff\xfe\x00\x1b[2J\nplace \xe9\n" + b"x" * 50_000 + b"\na1\n")
    assert "Cross: place a1" in said.out
    assert "\x1b" not in said.out + said.err
    assert all(len(line) < 400 for line in said.err.splitlines())


def test_the_file_asked_for_is_written_after_every_move(player: Player, tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    player("tic-tac-toe", "a1\nb1\nload nofile\n", PEOPLE, save=path)
    assert len(load(path).moves) == 2 and kept(tmp_path) == []
    said = player("tic-tac-toe", "b2\n", PEOPLE, save=path)
    assert said.status == 2 and "is there already" in said.err
    said = player("tic-tac-toe", "b2\n", (), load=path, save=path)
    assert len(load(path).moves) == 3 and said.status == 0


def test_saving_never_writes_over_the_work_of_others(player: Player, tmp_path: Path) -> None:
    (tmp_path / "thesis").write_text("long work")
    script = "a1\nsave thesis\nsave .\nsave no/where\nsave\nsave m\nb1\nsave m\nsave! thesis\n"
    said = player("tic-tac-toe", script, PEOPLE)
    assert "line 2: thesis is there already; choose another name, or `save! thesis`" in said.err
    assert "line 3: . cannot be written" in said.err
    assert "line 4: no/where cannot be written: No such file or directory" in said.err
    assert "line 5: say where" in said.err
    assert len(load(tmp_path / "m").moves) == len(load(tmp_path / "thesis").moves) == 2
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_a_full_disk_loses_nothing(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        said = player("tic-tac-toe", "a1\nsave m.txt\nb1\n", PEOPLE)
    assert "m.txt cannot be written: No space left on device; try another place" in said.err
    assert "Nought: place b1" in said.out
    assert "No folder can be written to. This is the record of the match:\ngame:" in said.err
    assert "1. place a1\n2. place b1\n" in said.err
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_nothing_that_cannot_be_told_keeps_the_match_from_being_kept(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the file that was asked for nor a message can be written any more."""

    def write(screen: Screen, to: object, row: list[Run]) -> None:
        if any("place a1" in text for text, _ in row):
            monkeypatch.setattr(Keeper, "save", refuse)
            monkeypatch.setattr(Screen, "_write", lose)
            lose()

    def refuse(*_: object) -> None:
        raise Refused("the disk is full")

    def lose(*_: object) -> None:
        raise OutputLost(OSError(28, "No space left on device"))

    monkeypatch.setattr(Screen, "_write", write)
    with pytest.raises(OutputLost):
        player("tic-tac-toe", "a1\nb1\n", PEOPLE, save=tmp_path / "m.txt")
    assert len(load(kept(tmp_path)[0]).moves) == 1


def test_loading(player: Player, tmp_path: Path) -> None:
    top = "game: tic-tac-toe\nseats: person, person\n"
    (tmp_path / "bad").write_text(f"{top}1. place a1\n2. place a1\n3. place b1\n")
    (tmp_path / "cut").write_text(f"{top}1. place a1\n2. pla")
    (tmp_path / "other").write_text("game: squ\n")
    (tmp_path / "junk").write_bytes(b"\x00\xff")
    said = player("tic-tac-toe", "c3\nload bad\nload cut\nload junk\nload none\n", PEOPLE)
    assert "bad:4: turn 2, move 2, `place a1` is not legal" in said.err
    assert "the match so far is kept in" in said.out and len(kept(tmp_path)) == 1
    assert "cut:4: the record is cut off here, in `pla`" in said.err
    assert "junk:1: this is not text in UTF-8" in said.err
    assert "none cannot be read: No such file" in said.err
    said = player("tic-tac-toe", "", load=tmp_path / "other")
    assert said.status == 1 and "is a record of squ, not of tic-tac-toe" in said.err


def test_resigning(player: Player) -> None:
    said = player("tic-tac-toe", "a1\nresign\nplace b1\nundo\nb1\nresign Cross\n", PEOPLE)
    assert "Nought has resigned." in said.out and "Cross has resigned." in said.out
    assert "the match is over" in said.err
    assert "Nought: place b1" in said.out


def test_who_plays_together_neither_wins_nor_draws(player: Player, tmp_path: Path) -> None:
    together = tmp_path / "together.yaml"
    rules = "extends: tic-tac-toe\nend:\n  - when turns = 1: {}\n"
    for result, said_of_it in (("colours gets 3", "3 points\n"), ("colours gets 0", "0 points\n"),
                               ("Cross gets 2 from Nought", "2 points – wins\n")):  # fmt: skip
        together.write_text(rules.format(result))
        said = player(str(together), "place a1\nquit\n", PEOPLE)
        assert f"seat 1, Cross (person): {said_of_it}" in said.out
    together.write_text(rules.format("draw") + "  - when turns = 2: Cross gets 2 from Nought\n")
    said = player(str(together), "place a1\nquit\n", PEOPLE)
    assert "seat 1, Cross (person): 0 points – draws\n" in said.out


def test_values_in_words() -> None:
    assert value_text(None) == "none"
    assert value_text(True) == "yes"
    assert value_text(2.0) == "2"
    assert value_text({"Red": OrderedSet(["a2", "a10"]), "Black": OrderedSet([])}) == (
        "Red a2 a10, Black {}"
    )
    assert value_text({}) == "hidden"
    assert value_text((3, 0, 1, 0, 0)) == "3-0-1"
    assert value_text(OrderedSet([1, 2, 4, *range(21, 37)])) == "1 2 4 21..36"
    assert value_text(OrderedSet([1, 2, 3])) == "1 2 3"
    cells = OrderedSet([f"a{n}" for n in range(1, 25)])
    assert value_text(cells) == " ".join(cells)
    assert value_text(OrderedSet([*cells, "b1"])) == "25 of them"


def test_of_many_entries_those_that_have_changed() -> None:
    start = {"few": {"a": 0}, "many": {n: 0 for n in range(200)}}
    assert status(start, start) == "few: a 0 · many: as at the start"
    changed = start["many"] | {7: 1}
    assert status({"many": changed}, start) == "many: 7: 1, the others as at the start"
    all_changed = status({"many": {n: 1 for n in range(200)}}, start)
    assert all_changed.count(": 1") >= MAX_ENTRIES and all_changed.endswith("… (200 in all)")
    assert status({"many": changed}, {}).count(",") == 199  # nothing is known of the start


def test_two_indices_are_a_table_and_no_line_breaks_within_an_entry() -> None:
    kinds = ("ones", "three_of_a_kind")
    start = {"points": {(c, k): None for c in ("Red", "Blue", "Green") for k in kinds}, "pot": 3}
    points = {**start["points"], ("Red", "ones"): 12}
    del points["Blue", "ones"]
    assert list(status_lines({**start, "points": points}, start)) == [
        "pot: 3",
        "points           Red  Blue  Green",
        "ones              12     ?      –",
        "three_of_a_kind    –     –      –",
    ]
    wide = {(c, k): 1 for c in ("Red", "Blue") for k in range(30)} | {("Red", 29): 2}
    assert list(status_lines({"sum": wide}, {"sum": wide}))[:2] == [
        "sum  Red  Blue",
        "0      1     1",
    ]
    assert wrapped("runner: Red 2 0, Blue 3 0 · at: none", 17) == [
        "runner: Red 2 0,",
        "Blue 3 0",
        "at: none",
    ]


def test_entries_of_numbers_stand_below_their_numbers() -> None:
    start = {"found": dict.fromkeys(range(1, 13), 0), "pair": {1: 0, 2: 0}}
    found = {n: value for n, value in start["found"].items() if n != 2} | {10: 25, 12: None}
    assert list(status_lines({"found": found, "pair": start["pair"]}, start, 60)) == [
        "pair: 1: 0, 2: 0",
        "found   1   2   3   4   5   6   7   8   9  10  11  12",
        "        0   ?   0   0   0   0   0   0   0  25   0   –",
    ]
    assert list(status_lines({"found": found}, start, 32)) == [
        "found   1   2   3   4   5   6",
        "        0   ?   0   0   0   0",
        "        7   8   9  10  11  12",
        "        0   0   0  25   0   –",
    ]
    long = {"said": dict.fromkeys(range(3), "a_long_word")}
    assert next(status_lines(long, long, 50)).split() == ["said", "0", "1", "2"]
    assert list(status_lines(long, long, 40)) == [
        "said: 0: a_long_word, 1: a_long_word,",
        "2: a_long_word",
    ]
    many = {"many": dict.fromkeys(range(41), 0) | {40: 1}}
    assert list(status_lines(many, many)) == ["many: as at the start"]


def test_entries_that_are_all_alike_are_said_once() -> None:
    """Not so where some are hidden, which may be others, and of so few that they are read at once;
    nor a sheet with boxes to fill.
    """
    table = {(row, column): 0 for row in range(3) for column in range(3)}
    start = {"table": table, "row": dict.fromkeys(range(6), 0), "few": dict.fromkeys("abcd", 0)}
    assert list(status_lines(start, start)) == [
        "table: all 0 · row: all 0 · few: a 0, b 0, c 0, d 0"
    ]
    (*_, last) = status_lines({"row": {**start["row"], 5: 1}}, start)
    assert last.split() == ["0", "0", "0", "0", "0", "1"]
    (*_, last) = status_lines({"row": dict.fromkeys(range(5), 0)}, start)
    assert last.split() == ["0", "0", "0", "0", "0", "?"]
    (*_, last) = status_lines({"table": dict.fromkeys(table)}, start)
    assert last.split() == ["2", "–", "–", "–"]
    cells = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    zone = {row: frozenset(cells[row : row + 30]) for row in range(5)}
    (line, *_) = status_lines({"zone": zone}, {"zone": zone})
    assert line.split() == ["zone", "0", "1", "2", "3", "4"], "other sets of as many"


# ---- as a process of its own -------------------------------------------------------------------

WORDS = "play tic-tac-toe --seat person --seat person --seed 1".split()


def started(tmp_path: Path) -> subprocess.Popen[str]:
    env = environment(XDG_STATE_HOME=str(tmp_path / "state"))
    return subprocess.Popen(
        [*COMMAND, *WORDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env=env, cwd=tmp_path, encoding="utf-8",
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
)
def test_being_stopped_keeps_the_match(tmp_path: Path, number: int, status: int) -> None:
    process = started(tmp_path)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("place a1\n")
    process.stdin.flush()
    while "Cross: place a1" not in process.stdout.readline():
        pass
    time.sleep(0.3)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == status
    assert "Stopped." in err and "Traceback" not in err
    assert len(load(kept(tmp_path)[0]).moves) == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_reader_that_leaves(tmp_path: Path) -> None:
    process = started(tmp_path)
    assert process.stdin is not None and process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write("place a1\nplace b1\n" * 200)
    process.stdin.close()
    assert process.stderr is not None
    err = process.stderr.read()
    assert process.wait(timeout=20) == 1
    assert "Traceback" not in err and "Exception" not in err


def test_a_colour_in_pasted_text_is_not_the_mouse() -> None:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("\x1b[31mplace a1\r")
        assert Screen()._session(None, list).prompt("> ") == "place a1"
