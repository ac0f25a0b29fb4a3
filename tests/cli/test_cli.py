"""The command line: what it prints, where, and with which status."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import COMMAND, PLAIN, ROOT, Run, environment, gdl, here, invoke
from support.quick import each

from interpreter.cli import command_line

GOOD = """\
game: Small
options:
  size: 2..5 = 3, published 3, 4
players: White, Black
board: square(size)
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty: draw
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(GOOD)
    return path


def test_list_names_every_bundled_game() -> None:
    run = gdl("list", "--json")
    names = [entry["name"] for entry in json.loads(run.out)]
    folder = ROOT / "games"
    assert names == sorted(p.stem for p in folder.glob("*.yaml"))
    assert gdl("list").out.startswith(names[0])


def test_show_gives_options_and_rules(good: Path) -> None:
    run = gdl("show", str(good), "--size", "4")
    assert run.status == 0
    assert "16 cells, played by White, Black" in run.out
    assert "option size = 4 (published: 3, 4), any of 2 to 5" in run.out
    assert "place(at in empty): put stone on at" in run.out
    data = json.loads(gdl("show", str(good), "--json").out)
    assert data["options"]["size"] == {
        "value": 3, "default": 3, "published": [3, 4], "values": "2 to 5",
    }  # fmt: skip


@pytest.mark.parametrize("args", [("--size", "4"), ("--size=4",), ("-o", "size=4")])
def test_options_of_the_game_in_three_ways(good: Path, args: tuple[str, ...]) -> None:
    assert json.loads(gdl("show", str(good), "--json", *args).out)["cells"] == 16


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--size", "9"), "its values are 2 to 5"),
        (("--sise", "4"), "did you mean `size`?"),
        (("--sgv", "-"), "has no option `sgv`\n  = hint: did you mean `--svg` of `gdl show`?\n"),
        (("--height", "4"), "has no option `height`\n  = hint: its options are size\n"),
        (("--size",), "`--size` needs a value"),
        (("--option", "size=4"), "given as `-o size=4`"),
        (("--option=size=4",), "there is no option `--option`"),
        (("-o", "size"), "-o takes NAME=VALUE"),
        (("more",), "one argument too many"),
    ],
)
def test_wrong_options_are_wrong_usage(good: Path, args: tuple[str, ...], words: str) -> None:
    run = here("show", str(good), *args)
    assert (run.status, run.out) == (2, "")
    assert words in run.err


def test_an_option_like_one_of_the_game_is_not_taken_for_one_of_the_command(good: Path) -> None:
    good.write_text(good.read_text().replace("size", "svgs"))
    assert "= hint: did you mean `svgs`?\n" in here("show", str(good), "--svgz", "4").err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("perft GAME --depth 3", "`--depth` is no option of this command, and DEPTH is a whole "
         "number from 0 to 100; options of the game stand behind all that is not an option"),
        ("perft GAME -d 3", "`-d` is no option of this command, and DEPTH is a whole number"),
        ("perft --depth 3", "`--depth` is no option of this command, and GAME is a game"),
        ("play --size 3 GAME", "`--size` is no option of this command, and GAME is a game"),
        ("diff --size 3 GAME GAME", "`--size` is no option of this command, and A is a game"),
        ("perft GAME 1.5", "`1.5` is not a whole number from 0 to 100"),
        ("bench GAME --threads --json", "`--threads` needs a whole number from 1 to "),
        ("diff GAME GAME --depth --json", "from 0 to 10000; `--json` follows it"),
        ("serve --port x", "`x` is not a whole number from 0 to 65535"),
        ("record . one x", "`x` is not a whole number from 1"),
    ],
)  # fmt: skip
def test_what_stands_where_a_number_or_a_game_is_wanted_is_named(
    good: Path, args: str, words: str
) -> None:
    run = here(*args.replace("GAME", str(good)).split())
    assert (run.status, run.out) == (2, "")
    assert words in run.err


def test_check_of_a_good_file(good: Path) -> None:
    assert gdl("check", str(good)) == Run(0, "no mistakes found\n", "")
    assert json.loads(gdl("check", str(good), "--json").out) == []


def test_check_gives_place_and_suggestion(good: Path) -> None:
    good.write_text(GOOD.replace("in empty", "in emty"))
    run = gdl("check", str(good))
    assert run.status == 1
    assert f"{good}:8:15" in run.out
    assert "did you mean `empty`?" in run.out
    (diagnostic,) = json.loads(gdl("check", str(good), "--json").out)
    assert {k: diagnostic[k] for k in ("code", "severity", "file", "suggestion")} == {
        "code": "unknown-name", "severity": "error", "file": str(good), "suggestion": "empty",
    }  # fmt: skip
    place = [diagnostic[k] for k in ("line", "column", "end_line", "end_column")]
    assert place == [8, 15, 8, 19]
    assert diagnostic["message"] and diagnostic["hint"]


def test_check_tries_the_published_values(good: Path) -> None:
    four = "any(l within mine for l in lines(4)) or no empty"
    good.write_text(GOOD.replace("no empty", four))
    run = gdl("check", str(good))
    assert run.status == 1
    assert "`lines(4)` fits nowhere on this board" in run.out


def test_check_of_what_is_not_there(tmp_path: Path) -> None:
    run = here("check", str(tmp_path / "none.yaml"))
    assert (run.status, run.out) == (1, "")
    assert "there is no file" in run.err
    os.mkfifo(tmp_path / "pipe.yaml")
    run = here("check", str(tmp_path / "pipe.yaml"))
    assert (run.status, run.err.strip()) == (1, f"{tmp_path / 'pipe.yaml'} is no ordinary file")
    (tmp_path / "bytes.yaml").write_bytes(b"game: \xff\xfe\n")
    assert "not text in UTF-8" in here("check", str(tmp_path / "bytes.yaml")).err
    assert here("check", str(tmp_path)).status == 1


def test_a_file_that_is_named_like_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nomoku.yaml").write_text(GOOD)
    said = gdl("check", "nomoku").err
    assert "did you mean `gomoku`?" in said
    monkeypatch.chdir(tmp_path)
    assert "did you mean `./nomoku.yaml`?" in gdl("check", "nomoku").err
    assert "did you mean `./nomoku.yaml`?" in gdl("check", "nomuku").err
    said = gdl("check", "nomuku.yaml").err
    assert "there is no file nomuku.yaml; did you mean `nomoku.yaml`?" in said
    assert "did you mean" not in gdl("check", "zz.yaml").err


def test_perft() -> None:
    run = here("perft", "tic-tac-toe", "3", "--json")
    assert [row["sequences"] for row in json.loads(run.out)] == [1, 9, 72, 504]
    run = here("perft", "squ", "5", "--size", "3", "--positions", "--json")
    assert [row["positions"] for row in json.loads(run.out)] == [1, 9, 252, 1260, 1260, 126]
    assert here("perft", "tic-tac-toe", "-1").status == 2


@pytest.mark.parametrize("stage", ["syntax", "model"])
def test_dump_is_the_same_every_time(good: Path, stage: str) -> None:
    first = gdl("dump", str(good), "--stage", stage)
    assert first.status == 0
    assert "place" in first.out
    assert gdl("dump", str(good), "--stage", stage) == first


def test_new_writes_a_file_that_checks_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert here("new", "mine").status == 0
    assert here("check", "mine.yaml").out == "no mistakes found\n"
    assert here("perft", "mine.yaml", "1").status == 0
    run = here("new", "mine.yaml")
    assert run.status == 1
    assert "is there already" in run.err
    run = here("new", "no/such/folder/mine.yaml")
    assert run.status == 1
    assert "cannot be written" in run.err


def test_misspelt_names_get_suggestions() -> None:
    run = gdl("chek", "squ")
    assert run.status == 2
    assert "did you mean `gdl check`?" in run.err
    run = gdl("show", "reversy")
    assert run.status == 1
    assert "did you mean `reversi`?" in run.err


def test_what_is_wrong_with_a_command_line_comes_before_where_help_is() -> None:
    said, help = gdl("play").err.splitlines()
    assert said == "Missing argument 'GAME'." and help.endswith("play --help` shows the usage")
    assert gdl("chekc", "squ").err.startswith("there is no command `chekc`; did you mean")


def test_the_table_says_of_each_command_what_it_says_itself() -> None:
    context = command_line.gdl.make_context("gdl", ["list"])
    for outline in command_line.OUTLINES:
        command = command_line.gdl.get_command(context, str(outline.name))
        assert command and command.name == outline.name
        assert outline.get_short_help_str(1000) == command.get_short_help_str(1000)


def test_every_command_has_an_example_in_its_help() -> None:
    listed = invoke("--help").output.split("Commands:")[1]
    commands = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
    assert {"list", "show", "check", "play", "perft", "replay", "dump", "new"} <= set(commands)
    for command in commands:
        run = invoke(command, "--help")
        assert run.exit_code == 0
        assert f"Example: gdl {command}" in run.output


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m interpreter.cli show go | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


PRINTING = [
    "list",
    "show hex",
    "--help",
    "perft tic-tac-toe 2",
    "dump tic-tac-toe",
    "check tic-tac-toe",
    "replay game.txt",
    "replay game.txt --json",
    "play tic-tac-toe --seat random --seat random",
    "compare tic-tac-toe --agents random --games 4 --workers 1 --out out",
    "solve tic-tac-toe",
    "bench tic-tac-toe --engine reference --seconds 0.05",
]
has_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A folder with a record."""
    (tmp_path / "game.txt").write_text("game: tic-tac-toe\n1. place a1\nresult: open\n")
    return tmp_path


def in_shell(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a command of the shell gives, with outputs that are kept back as for most users."""
    command = PLAIN if "gdl compare" in words else COMMAND
    return subprocess.run(
        words.replace("gdl", shlex.join(command)),
        shell=True, executable="/bin/bash", capture_output=True, text=True, check=False,
        cwd=folder, timeout=60, env=environment(PYTHONUNBUFFERED=""),
    )  # fmt: skip


@has_full_device
@pytest.mark.parametrize("words", PRINTING)
def test_an_output_that_is_full_is_told(words: str, recorded: Path) -> None:
    done = in_shell(f"exec gdl {words} > /dev/full", recorded)
    assert done.returncode == 1
    assert done.stderr == "the output cannot be written: No space left on device\n"


@has_full_device
@pytest.mark.parametrize("words", each(4, PRINTING))
def test_nothing_can_be_told_where_both_outputs_are_full(words: str, recorded: Path) -> None:
    assert in_shell(f"exec gdl {words} > /dev/full 2>&1", recorded).returncode == 1


@pytest.mark.parametrize("words", each(4, PRINTING))
def test_whoever_reads_no_more_is_told_nothing(words: str, recorded: Path) -> None:
    done = in_shell(f"gdl {words} | true; exit ${{PIPESTATUS[0]}}", recorded)
    assert (done.returncode, done.stderr) in ((0, ""), (1, ""))


@has_full_device
def test_messages_that_cannot_be_written_change_no_status(recorded: Path) -> None:
    assert in_shell("exec gdl check nothing.yaml 2> /dev/full", recorded).returncode == 1
    assert in_shell("exec gdl show squ --size 99 2> /dev/full", recorded).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_match_is_kept_where_both_outputs_are_full(recorded: Path) -> None:
    (recorded / "moves").write_text("place a1\n" + "help\n" * 40)
    words = "gdl play tic-tac-toe --seat person --seat person < moves > said 2>&1"
    done = in_shell(f"ulimit -f 4; export XDG_STATE_HOME=$PWD/state; exec {words}", recorded)
    assert done.returncode == 1
    (kept,) = (recorded / "state" / "boardwright").iterdir()
    assert "1. place a1" in kept.read_text()


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_it_is_told_where_a_match_is_kept_that_cannot_be_shown(recorded: Path) -> None:
    (recorded / "moves").write_text("place a1\n" + "help\n" * 40)
    words = "gdl play tic-tac-toe --seat person --seat person < moves > said"
    done = in_shell(f"ulimit -f 4; export XDG_STATE_HOME=$PWD/state; exec {words}", recorded)
    first, _, last = done.stderr.splitlines()
    assert done.returncode == 1 and first.startswith("The match is kept in ")
    assert last == "the output cannot be written: File too large"


@pytest.mark.parametrize("words", ["list", "play tic-tac-toe --seat random --seat random"])
def test_an_output_that_is_closed_is_no_error(words: str) -> None:
    done = subprocess.run(
        f"exec {sys.executable} -m interpreter.cli {words} >&-",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


SIZES = ["0", "00", "-1", "1", "many", "", "²", "٣", "9" * 5000]


@pytest.mark.parametrize("size", SIZES, ids=range(len(SIZES)))
def test_any_size_of_the_terminal_shows_the_match(size: str) -> None:
    words = "play hex --size 3 --seat random --seat random --seed 3".split()
    assert "wins" in shown_in(size, words)


@pytest.mark.parametrize("size", ["0", "²"])
def test_any_size_of_the_terminal_shows_the_report(size: str, tmp_path: Path) -> None:
    words = f"compare tic-tac-toe --games 4 --workers 1 --out {tmp_path}".split()
    assert "won by seat 1" in shown_in(size, words, PLAIN)


def shown_in(size: str, words: list[str], command: list[str] = COMMAND) -> str:
    """What a command shows on a terminal of so many columns and lines."""
    run = gdl(*words, command=command, typed="", COLUMNS=size, LINES=size)
    assert run.status == 0
    return run.out


def test_a_record_that_comes_slowly_is_waited_for(recorded: Path) -> None:
    done = in_shell("exec gdl replay <(sleep 1; cat game.txt)", recorded)
    assert (done.returncode, done.stderr) == (0, "") and "place a1" in done.stdout


def test_check_of_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m interpreter.cli list | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


WORDS = ["list", "show squ", "play tic-tac-toe --seat random --seat random"]


@pytest.mark.parametrize("words", WORDS)
def test_an_encoding_without_all_letters_shows_escapes(words: str) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    command = [*COMMAND, *words.split()]
    done = subprocess.run(command, capture_output=True, timeout=60, env=environment(**plain))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_show_says_with_what_a_game_without_a_board_begins() -> None:
    assert "At the start:\n  points: White 0, Black 0 · pot: 0" in gdl("show", "pig").out
    assert "At the start" not in gdl("show", "tic-tac-toe").out


@pytest.mark.parametrize("name", ["whist", "liars-dice"])
def test_show_tells_no_values_that_chance_has_yet_to_deal(name: str) -> None:
    assert "At the start" not in gdl("show", name).out
