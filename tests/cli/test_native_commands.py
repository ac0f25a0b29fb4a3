"""The commands that use the native engine: counting, measuring, exporting, and doing without."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support.commands import COMMAND, Run, environment, gdl, here, invoke

from interpreter import load_game
from interpreter.measure.bench import Figures, print_figures, rows
from interpreter.measure.counting import Counts, line
from interpreter.native.build.compilers import find_compiler

compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
NOTE = (
    "no C compiler found; playing on the reference engine, which is slower; install gcc or "
    "`pip install boardwright[native]`\n"
)
# No compiler in the path, and no package ziglang.
WITHOUT = "import sys; sys.modules['ziglang'] = None; from interpreter.cli import main; main()"


# ---- perft ----


@pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=compiler)])
def test_perft_on_both_engines(engine: str) -> None:
    run = here("perft", "tic-tac-toe", "3", "--engine", engine)
    assert run == Run(0, "  0             1\n  1             9\n  2            72\n"
                         "  3           504\n", "")  # fmt: skip
    run = here("perft", "tic-tac-toe", "2", "--engine", engine, "--positions", "--json")
    rows = json.loads(run.out)
    assert [(r["turns"], r["positions"], r["over"]) for r in rows] == [
        (0, 1, 0), (1, 9, 0), (2, 72, 0),
    ]  # fmt: skip
    assert all(r["seconds"] >= 0 for r in rows)


@pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=compiler)])
def test_whole_turns_are_counted(engine: str) -> None:
    run = here("perft", "tic-tac-toe", "2", "--engine", engine, "--turns")
    assert run == Run(0, "  0             1\n  1             9\n  2            72\n", "")
    run = here("perft", "tic-tac-toe", "1", "--engine", engine, "--turns", "--json")
    assert [(r["turns"], r["sequences"]) for r in json.loads(run.out)] == [(0, 1), (1, 9)]
    run = here("perft", "tic-tac-toe", "1", "--turns", "--positions")
    assert run.status == 2 and "not both" in run.err


def test_rows_with_times() -> None:
    row = {"depth": 4, "sequences": 3024, "seconds": 0.25, "per_second": 12096.0}
    assert line(row, True) == "    4          3024       0.250       12,096"
    row = {"turns": 4, "positions": 10, "over": 2, "seconds": 0.0, "per_second": None}
    assert line(row, True).split() == ["4", "10", "2", "0.000"]
    assert line(row, False) == "  4            10           2 over"


def test_counts_keep_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counts(load_game("tic-tac-toe").start(), 4)
    row_of = Counts.row

    def stop(self: Counts, depth: int) -> dict[str, object]:
        if depth == 2:
            raise KeyboardInterrupt
        return row_of(self, depth)

    monkeypatch.setattr(Counts, "row", stop)
    with pytest.raises(KeyboardInterrupt):
        list(counts)
    assert [r["sequences"] for r in counts.rows] == [1, 9]


@compiler
@pytest.mark.skipif(os.name != "posix", reason="no signals")
def test_ctrl_c_keeps_the_rows() -> None:
    command = [*COMMAND, "perft", "connect-four", "40"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    )
    assert process.stdout is not None
    first = [process.stdout.readline() for _ in range(5)]
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert first[4].split() == ["4", "2401"]
    assert (process.returncode, err) == (130, "stopped\n")


# ---- bench ----


@compiler
def test_bench_as_data() -> None:
    run = here("bench", "tic-tac-toe", "--seconds", "0.1", "--threads", "2", "--json")
    assert (run.status, run.err) == (0, "")
    data = json.loads(run.out)
    assert (data["game"], data["options"], data["why_reference"]) == ("tic-tac-toe", {}, None)
    native, reference = data["engines"]
    assert (native["engine"], reference["engine"]) == ("native", "reference")
    assert (native["threads"], reference["threads"]) == (2, 1)
    for figures in native, reference:
        assert 5 <= figures["mean_length"] <= 9
        assert sum(figures["results"]) == pytest.approx(1)
        assert figures["playouts_per_second"] > 0 and figures["nanoseconds_per_move"] > 0
        assert figures["state_bytes"] > 0
    assert native["node_bytes"] > 0 and native["build_seconds"] > native["load_seconds"] > 0
    assert reference["node_bytes"] is None and reference["build_seconds"] is None


def test_bench_of_a_game_that_is_over_at_once(tmp_path: Path) -> None:
    path = tmp_path / "over.yaml"
    path.write_text(
        "game: Over\nplayers: Red, Blue\nboard: square(2)\npieces: stone\n"
        "actions:\n  place(at in empty): put stone on at\nturn: place if some mine\n"
        "end:\n  - when turns = 3: draw\n"
    )
    run = here("bench", str(path), "--seconds", "0.1")
    assert (run.status, run.err) == (0, "")
    memory = next(line for line in run.out.splitlines() if "memory of a state" in line)
    assert memory.endswith("–") and "moves of a game, mean  " in run.out
    with pytest.raises(ValueError, match="the game is over"):
        load_game(str(path)).start().random_move(random.Random(1))


def test_bench_of_one_engine_in_a_pipe() -> None:
    run = gdl("bench", "tic-tac-toe", "--seconds", "0.1", "--engine", "reference")
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0] == "tic-tac-toe" and lines[1].split() == ["reference"]
    assert any(text.startswith("  playouts/s ") for text in lines)
    assert "native" not in run.out and "search node" not in run.out


def test_the_table_of_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    figures = Figures("native", 4, playouts=2, moves=16, finished_moves=16, seconds=0.5,
                      cpu_seconds=2.0, shares=[1.5, 0.5], draws=1)  # fmt: skip
    game = load_game("tic-tac-toe")
    print_figures(game, [figures])
    out = capsys.readouterr().out
    assert "┃" in out and "native, 4 threads" in out
    table = dict(row[:2] for row in rows(game, [figures]))
    assert table["playouts/s"] == "4" and table["playouts per CPU second"] == "1"
    assert table["CPU time of a move, ns"] == "125,000,000"
    assert table["result of seat 1, mean"] == "0.7500"


def test_a_game_that_does_not_end_in_time() -> None:
    unfinished = Figures("reference", 1, moves=10, seconds=5.0, cpu_seconds=5.0, shares=[0.0, 0.0])
    titles = {row[0] for row in rows(load_game("tic-tac-toe"), [unfinished])}
    assert "moves/s" in titles
    assert not {"playouts/s", "result of seat 1, mean"} & titles


@pytest.mark.parametrize("args", [("--seconds", "0"), ("--threads", "0"), ("--engine", "fast")])
def test_wrong_usage_of_bench(args: tuple[str, ...]) -> None:
    assert invoke("bench", "tic-tac-toe", *args).exit_code == 2


# ---- without a compiler ----


def test_no_compiler_is_one_line(tmp_path: Path) -> None:
    nowhere = {"PATH": str(tmp_path), "CC": "", "code": WITHOUT}
    run = gdl("bench", "tic-tac-toe", "--seconds", "0.1", **nowhere)
    assert (run.status, run.err) == (0, NOTE)
    assert "reference" in run.out and "playouts/s" in run.out
    run = gdl("perft", "tic-tac-toe", "2", **nowhere)
    assert (run.status, run.err) == (0, NOTE) and run.out.endswith("72\n")
    assert gdl("perft", "tic-tac-toe", "2", "--engine", "reference", **nowhere).err == ""
    run = gdl("perft", "tic-tac-toe", "2", "--engine", "native", **nowhere)
    assert (run.status, run.out) == (1, "")
    assert run.err.startswith("there is no C compiler") and run.err.count("\n") == 1


def test_a_compiler_that_is_not_there() -> None:
    words = "the C compiler `no-such-cc` cannot be run: there is no such program"
    run = gdl("perft", "tic-tac-toe", "1", CC="no-such-cc")
    assert run.status == 0 and run.err.startswith(words) and "is slower" in run.err
    for more in ("--engine", "native"), ("--verbose",):
        run = gdl("perft", "tic-tac-toe", "1", *more, CC="no-such-cc")
        assert (run.status, run.out) == (1, "")
        assert run.err.startswith(words) and run.err.count("\n") == 1


def test_an_engine_that_is_not_there() -> None:
    run = gdl("list", BOARDWRIGHT_ENGINE="fast")
    assert (run.status, run.out) == (2, "")
    assert "there is no engine 'fast' in the variable BOARDWRIGHT_ENGINE" in run.err


@compiler
def test_verbose_shows_the_compiler(tmp_path: Path) -> None:
    run = gdl("perft", "tic-tac-toe", "1", "--verbose", BOARDWRIGHT_CACHE=str(tmp_path))
    assert run.status == 0 and run.out == "  0             1\n  1             9\n"
    *_, command, library = run.err.splitlines()  # a busy machine adds that the compiler is slow
    assert "-shared" in command and library.startswith(f"library: {tmp_path}")
    run = gdl("perft", "tic-tac-toe", "1", "--verbose", BOARDWRIGHT_CACHE=str(tmp_path))
    assert run.err.splitlines() == [library]


def test_the_choice_of_an_engine_ends_with_the_command() -> None:
    before = dict(os.environ)
    args = ["perft", "tic-tac-toe", "1", "--engine", "reference"]
    assert invoke(*args).exit_code == 0
    assert dict(os.environ) == before


# ---- export ----


def test_export_writes_three_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    args = ("export", "quarod", "--size", "6", "--c", "-o", "out/quarod")
    run = here(*args)
    files = ["example.c", "quarod.c", "quarod.h"]
    assert run.status == 0 and sorted(os.listdir(tmp_path / "out/quarod")) == files
    assert "size 6" in (tmp_path / "out/quarod/quarod.h").read_text()
    assert "now try: cd out/quarod && cc " in run.out
    assert run.out.endswith(" -o example example.c quarod.c && ./example 7\n")
    run = here(*args)
    assert (run.status, run.out) == (1, "") and "`--force` replaces what is there" in run.err
    assert here(*args, "--force").status == 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["quarod", "-o", "x"], "say as what"),
        (["quarod", "--c"], "say where to"),
        (["quarod", "--c", "-o", "x", "-o", "y"], "say where to"),
        (["quarod", "--c", "-o", "x", "-o", "size=99"], "its values are"),
    ],
)
def test_wrong_usage_of_export(args: list[str], words: str) -> None:
    run = invoke("export", *args)
    assert run.exit_code == 2 and words in run.output


def test_export_to_where_nothing_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = invoke("export", "quarod", "--c", "-o", str(tmp_path / "file/x"))
    assert run.exit_code == 1 and "cannot be written" in run.output
    run = invoke("export", "quarod", "--c", "-o", str(tmp_path / "file"))
    assert run.exit_code == 1 and "it is no folder" in run.output and "--force" not in run.output


def test_play_tells_of_agents() -> None:
    out = " ".join(invoke("play", "--help").output.split())
    assert "uct:1000" in out and "docs/agents.md" in out


# ---- dump ----


def test_dump_of_the_native_plan() -> None:
    run = invoke("dump", "hex", "--native")
    assert run.exit_code == 0 and run.output.startswith("== lowered ==\nfields:\n  own[2]: ")
    assert "\n== grow: keep groups" in run.output and "\n+  groups: groups, Groups\n" in run.output
    assert invoke("dump", "hex", "--native").output == run.output
    run = invoke("dump", "dark-hex", "--native", "--size", "9")
    assert run.exit_code == 0


def test_dump_of_the_native_plan_after_and_without_passes() -> None:
    plan = invoke("dump", "hex", "--native", "--after", "patterns").output
    assert "groups: groups, Groups" in plan and not plan.startswith("==")
    plain = invoke("dump", "hex", "--native", "--after", "patterns", "--without", "grow").output
    assert "groups: groups, Groups" not in plain and len(plain) < len(plan)
    run = invoke("dump", "hex", "--native", "--without", "grow", "--without", "cases")
    assert "== patterns" in run.output
    assert "== grow" not in run.output and "== cases" not in run.output
    run = invoke("dump", "hex", "--without", "grow")
    assert run.exit_code == 1 and "say `--native` as well" in run.output
    words = invoke("dump", "--help").output.split()
    assert "one of values, lift, whole, families, known, tighten" in " ".join(words)
    run = invoke("dump", "hex", "--native", "--without", "grwo")
    assert run.exit_code == 2 and "'grow'" in run.output


# ---- turns that are too long to look through ----

LONG_TURN = """\
game: Look
players: White, Black
board: square(5)
pieces: stone
actions:
  place(at in empty): put stone on at
  lift(at in pieces): remove at
  close(at in cells): require turns < 2 or count(pieces) > 22
turn: place, lift, place, place, lift, place, close
end:
  - when turns = 40: draw
"""


@compiler
@pytest.mark.parametrize("words", [
    "solve FILE --seconds 99", "bench FILE --seconds 1", "play FILE --seat uct:200 --seat uct:200",
    "compare FILE --agents uct:20 --games 4 --workers 1 --out study",
    "play FILE --engine reference --seat flat:5 --seat flat:5",
])  # fmt: skip
def test_a_turn_that_is_too_long_is_refused_in_the_same_words(words: str, tmp_path: Path) -> None:
    (tmp_path / "look.yaml").write_text(LONG_TURN)
    run = gdl(*words.replace("FILE", "look.yaml").split(), cwd=tmp_path)
    assert run.status == 1
    assert run.err.startswith("error[look-too-long]: it takes too long to find out whether this ")
    assert "look.yaml:9:7" in run.err and "Traceback" not in run.err
