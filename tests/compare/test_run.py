"""Carrying out studies: the same reports whoever plays, whatever is lost, and however it stops."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any

import pytest
from support.commands import PLAIN, environment
from support.studies import AtOnce, InProcess, Silent, carried_out, reports, study

from interpreter.engine.names import VARIABLE
from interpreter.native.build.compilers import find_compiler
from interpreter.process.progress import Lines, left_text
from interpreter.study.plan.metrics import Games, sequential_keys
from interpreter.study.plan.parsing import question_of
from interpreter.study.plan.study import StudyError
from interpreter.study.play.workers import LocalWorkers
from interpreter.study.results.goals import goal_of
from interpreter.study.results.summary import results_of
from interpreter.study.run.pace import Pace
from interpreter.study.run.run import Runner
from interpreter.study.store.columns import Columns
from interpreter.study.store.store import open_store

pytestmark = pytest.mark.usefixtures("without_charts")

FEW = "compare tic-tac-toe --games 2 --workers 2".split()
WORDS = """compare squ --vary size=3,4 --agents random,uct:10 --ladder uct:5,10 --games 60
    --detailed 15 --seed 5""".split()
HELD = 100_000  # bytes of the file of a study that has games


def small(**rest: Any) -> Any:
    return study("squ", vary={"size": ["3", "4"]}, **({"games": 60, "detailed": 20} | rest))


def searched(**rest: Any) -> Any:
    """A study of all that agents do: alone, and on the rungs of a ladder."""
    few = {"agents": "random,uct:10", "ladder": "uct:5,10", "games": 24, "detailed": 8}
    return small(**(few | rest))


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The reports of `searched`, played in this process."""
    folder = tmp_path_factory.mktemp("right")
    carried_out(searched(), folder)
    return reports(folder)


@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_workers(tmp_path: Path, right: dict[str, bytes], count: int) -> None:
    carried_out(searched(), tmp_path, lambda: LocalWorkers(count))
    assert reports(tmp_path) == right


def test_continued_studies(tmp_path: Path, right: dict[str, bytes]) -> None:
    for games in (3, 12, 24):
        carried_out(searched(games=games), tmp_path)
    assert reports(tmp_path) == right


def test_seeds_and_titles_matter(tmp_path: Path, right: dict[str, bytes]) -> None:
    carried_out(searched(seed=2), tmp_path)
    assert reports(tmp_path)["report.csv"] != right["report.csv"]


class Waiting(InProcess):
    """Workers that never finish a batch."""

    def __init__(self) -> None:
        class Never(AtOnce):
            def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                return Future()

        super().__init__()
        self.executor = Never()


class Unlucky(InProcess):
    """Workers of which every third batch is lost, and every fifth by breaking all of them."""

    lost = (BrokenExecutor,)

    def __init__(self) -> None:
        super().__init__()
        self.renewed = 0
        self.renew()

    def renew(self) -> None:
        self.renewed += 1
        outer = self

        class Breaking(AtOnce):
            count = 0

            def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                self.count += 1
                if self.count > 5:
                    raise BrokenExecutor("all are gone")
                if self.count == 3:
                    lost: Future[Any] = Future()
                    lost.set_exception(BrokenExecutor("this one is gone"))
                    return lost
                return super().submit(function, *args, **kwargs)

        outer.executor = Breaking()


def test_lost_workers_lose_no_game(tmp_path: Path, right: dict[str, bytes]) -> None:
    workers = Unlucky()
    carried_out(searched(), tmp_path, lambda: workers)
    assert reports(tmp_path) == right
    assert workers.renewed > 3


class Hopeless(InProcess):
    """Workers that are always lost."""

    lost = (BrokenExecutor,)

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        class Broken(AtOnce):
            def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                lost: Future[Any] = Future()
                lost.set_exception(BrokenExecutor("no memory"))
                return lost

        self.executor = Broken()


def test_workers_that_are_always_lost(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="again and again"):
        carried_out(small(), tmp_path, Hopeless)


def test_progress(tmp_path: Path) -> None:
    store, shown = open_store(tmp_path / "x.sqlite"), Silent()
    whole = small(games=3000)
    store.begin(whole)
    Runner(whole, store, shown, InProcess).run()
    dones = [done for done, _, _ in shown.shown]
    assert dones == sorted(dones) and dones[-1] == 6000
    assert {total for _, total, _ in shown.shown} == {6000}
    assert shown.shown[-1][2] == (0, 0)


def test_how_long_it_takes_is_told_when_each_kind_of_games_was_measured() -> None:
    pace = Pace()
    pace.note("quick", 100, 1.0)
    assert pace.left([("quick", 500), ("slow", 10)], 2) is None
    pace.note("slow", 1, 60.0)  # with what is built before
    low, high = pace.left([("slow", 10)], 2) or (0, 0)
    assert low < 100 < high == 600
    for _ in range(100):
        pace.note("slow", 1, 20.0)
    assert pace.mean("slow") == 20
    low, high = pace.left([("quick", 0), ("slow", 10)], 2) or (0, 0)
    assert 85 < low < 100 < high < 115
    assert pace.left([("slow", 1)], 8) == (pytest.approx(2.25), 20)  # one game goes on to its end


@pytest.mark.parametrize(
    ("done", "left", "text"),
    [(0, None, "building and playing the first"), (5, None, "not known yet how long it takes"),
     (5, (100, 140), "about 2 min left"), (5, (20, 40), "20 to 40 s left"),
     (5, (30, 400), "30 s to 7 min left"), (9, (0, 0), "")],
)  # fmt: skip
def test_the_time_left_in_words(done: int, left: tuple[float, float] | None, text: str) -> None:
    assert left_text(done, 9, left) == text


def test_a_pipe_gets_a_line_now_and_then() -> None:
    lines, time = list[str](), iter([0.0, 1, 10, 11, 25, 26, 90, 91, 95, 151, 300])
    progress = Lines(lines.append, lambda: next(time))
    for done in (0, 0, 1, 2, 3, 3, 4, 6, 6, 7):
        progress.show(done, 5000, {0: None, 2: (50.0, 200.0)}.get(done, (80.0, 100.0)))
    assert lines == [
        "0 of 5,000 games after 10 s; building and playing the first",
        "2 of 5,000 games after 25 s; 50 s to 3 min left",
        "3 of 5,000 games after 2 min; about 2 min left",
        "6 of 5,000 games after 3 min; about 2 min left",
        "7 of 5,000 games after 5 min; about 2 min left",
    ]


def test_progress_is_told_while_the_first_game_is_played(tmp_path: Path) -> None:
    """The study says that it is alive before any batch has come back."""
    store, shown = open_store(tmp_path / "x.sqlite"), Silent()
    store.begin(small())
    runner = Runner(small(), store, shown, Waiting)
    assert runner.plan()
    before = len(shown.shown)
    runner.step()
    assert len(shown.shown) == before + 1 and shown.shown[-1][0] == 0


# ---- when it is enough -------------------------------------------------------------------------


def test_until_intervals_are_narrow(tmp_path: Path) -> None:
    results = carried_out(small(games=5000, until=0.04), tmp_path)
    (pairing,) = results.pairings
    assert pairing.games[0] == pairing.games[1] < 2000 and "narrow" in results.stopped
    for row in pairing.rows:
        if row.metric in ("win-1", "win-2", "draws"):
            assert all((e.high - e.low) / 2 <= 0.04 for e in row.estimates if e)
    fewer = carried_out(small(games=100, until=0.001), tmp_path / "fewer")
    assert fewer.pairings[0].games == (100, 100) and "the most that were" in fewer.stopped


def test_until_what_cannot_be_known(tmp_path: Path) -> None:
    results = carried_out(small(games=300, until=0.4, metrics=("drama",)), tmp_path)
    assert results.pairings[0].games == (300, 300) and "narrow" not in results.stopped
    action = small(games=300, until=0.01, metrics=("action drop",), detailed=300)
    results = carried_out(action, tmp_path / "action")
    # Always the same so far: it is one in 97.5 % of games at least after 200, not after 100.
    assert results.pairings[0].games == (200, 200) and "narrow" in results.stopped


def test_a_sequential_test(tmp_path: Path) -> None:
    question = question_of("draws 10%", sequential_keys())
    results = carried_out(small(games=5000, question=question), tmp_path)
    tested = results.test
    assert tested is not None and tested.answer == "difference"
    assert 100 <= tested.games <= results.pairings[0].games[0] < 5000
    assert tested.llr >= tested.upper


def test_a_goal_does_not_depend_on_what_came_later(tmp_path: Path) -> None:
    question = question_of("draws 10%", sequential_keys())
    first = carried_out(small(games=5000, question=question), tmp_path)
    carried_out(small(games=2000), tmp_path)  # many more games than the test needs
    again = carried_out(small(games=5000, question=question), tmp_path)
    assert again == first


@pytest.mark.parametrize(("look", "rest"), [
    ("counted", {"until": 0.04}),
    ("games", {"question": question_of("win-1 10%", sequential_keys())}),
])  # fmt: skip
def test_goals_look_at_each_number_of_games_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, look: str, rest: Any
) -> None:
    store, looked, games = open_store(tmp_path / "x.sqlite"), [], getattr(Columns, look)

    def noted(self: Columns, variant: int, pairing: int, below: int, *more: Any) -> Games:
        looked.append((variant, below))
        found: Games = games(self, variant, pairing, below, *more)
        return found

    monkeypatch.setattr(Columns, look, noted)
    whole = small(games=5000, **rest)
    store.begin(whole)
    runner = Runner(whole, store, Silent(), InProcess)
    runner.run()
    assert len(looked) == len(set(looked)) > 2
    assert runner.goals[0] == goal_of(whole, 0, runner.columns)


def test_metrics_that_are_asked_for(tmp_path: Path) -> None:
    results = carried_out(small(metrics=("branching", "win-2", "action drop")), tmp_path)
    (pairing,) = results.pairings
    assert [row.metric for row in pairing.rows] == ["win-2", "branching", "action drop"]
    assert (pairing.games, pairing.detailed) == ((60, 60), (20, 20))


# ---- files -------------------------------------------------------------------------------------


def test_the_file_of_another_study(tmp_path: Path) -> None:
    carried_out(small(), tmp_path)
    with pytest.raises(StudyError, match=r"another study \(different: seed\)"):
        carried_out(small(seed=3), tmp_path)


def test_a_file_that_is_no_study(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    path.write_text("nothing of the kind" * 100)
    with pytest.raises(StudyError, match="a damaged study"):
        carried_out(small(), tmp_path)
    assert path.read_text().startswith("nothing")


def test_a_damaged_study(tmp_path: Path) -> None:
    carried_out(small(games=300, detailed=300), tmp_path)
    path = tmp_path / "study.sqlite"
    data = bytearray(path.read_bytes())
    data[8192:-100] = bytes(len(data) - 8292)
    path.write_bytes(data)
    with pytest.raises(StudyError, match=r"study\.sqlite: "):
        carried_out(small(games=300, detailed=300), tmp_path)


def test_two_at_once(tmp_path: Path) -> None:
    first = open_store(tmp_path / "x.sqlite")
    first.begin(small())
    with pytest.raises(StudyError, match="another program works on this study"):
        open_store(tmp_path / "x.sqlite").begin(small())


def test_a_full_disk(tmp_path: Path) -> None:
    store = open_store(tmp_path / "x.sqlite")
    store.begin(small(games=5000))
    store.base.execute("PRAGMA max_page_count = 30")
    with pytest.raises(StudyError, match="the games so far are kept"):
        Runner(small(games=5000), store, Silent(), InProcess).run()
    assert 0 < store.missing(0, 0, 5000)[0][0] < 5000
    store.base.execute("PRAGMA max_page_count = 100000")
    Runner(small(games=5000), store, Silent(), InProcess).run()
    assert goal_of(small(games=5000), 0, Runner(
        small(games=5000), store, Silent(), InProcess).columns).is_reached  # fmt: skip
    assert results_of(small(games=5000), store).stopped == "5,000 games each"


# ---- stopped from outside ----------------------------------------------------------------------


def gdl(
    folder: Path, *more: str, words: Sequence[str] = WORDS, **variables: str
) -> subprocess.Popen[bytes]:
    """The command with its study in a folder."""
    command = [*PLAIN, *words, "--out", str(folder), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=environment(**variables))  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], float]:
    """The reports of the command when nothing goes wrong, and how long it takes."""
    folder, begun = tmp_path_factory.mktemp("whole"), time.monotonic()
    assert gdl(folder).wait(300) == 0
    return reports(folder), time.monotonic() - begun


def killed_and_continued(folder: Path, whole: Any, seed: int, times: int) -> None:
    """Kill the command at random moments, then let it go on."""
    wanted, seconds = whole
    chooser = random.Random(seed)
    for _ in range(times):
        process = gdl(folder)
        time.sleep(chooser.uniform(0.2, 0.9) * seconds)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    process = gdl(folder)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err.decode()
    assert reports(folder) == wanted
    assert b"report:" in out


@pytest.mark.slow  # 1.3 minutes; workers that are killed are tested below
def test_killed_at_random(tmp_path: Path, whole: Any) -> None:
    killed_and_continued(tmp_path, whole, 1, times=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 52))
def test_killed_at_fifty_moments(tmp_path: Path, whole: Any, seed: int) -> None:
    killed_and_continued(tmp_path, whole, seed, times=3)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    command = ["ps", "-o", "pid=", "--ppid", str(pid)]
    listing = subprocess.run(command, capture_output=True, text=True)
    return [int(word) for word in listing.stdout.split()]


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    until = time.monotonic() + 60
    while not holds() and time.monotonic() < until:
        time.sleep(0.1)


def holds_games(folder: Path) -> bool:
    """Whether the study in a folder has games by now."""
    file = folder / "study.sqlite"
    return file.exists() and file.stat().st_size >= HELD


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that the command plays with, as soon as they are there: two, and one that
    watches over what they share.
    """
    wait_until(lambda: len(children(process.pid)) >= 3)
    started = children(process.pid)
    assert len(started) >= 3
    return started


def test_workers_end_with_the_main_process(tmp_path: Path, whole: Any) -> None:
    process = gdl(tmp_path, "--games", "100000")
    started = workers_of(process)
    process.kill()
    process.communicate()
    assert are_gone(started)


def are_gone(started: list[int]) -> bool:
    """Whether all these processes end soon."""
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in started) and time.monotonic() < until:
        time.sleep(0.1)
    return not [pid for pid in started if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("number", [
    None, *(pytest.param(n, marks=pytest.mark.slow) for n in (signal.SIGINT, signal.SIGKILL)),
])  # fmt: skip
def test_no_folder_of_libraries_is_left(tmp_path: Path, number: int | None) -> None:
    """Those that cannot be kept lie in one for all processes, whoever ends and however."""
    temporary, no_folder = tmp_path / "tmp", tmp_path / "file"
    temporary.mkdir()
    no_folder.write_text("")
    words = FEW if number is None else [*WORDS, "--games", "1000000", "--workers", "2"]
    places = {"TMPDIR": str(temporary), "BOARDWRIGHT_CACHE": str(no_folder)}
    process = gdl(tmp_path, words=words, **places, **{VARIABLE: "native"})
    if number is not None:
        started = workers_of(process)
        wait_until(lambda: any(temporary.glob("boardwright-*")))
        assert len(list(temporary.glob("boardwright-*"))) == 1
        process.send_signal(number)
        process.communicate(timeout=60)
        assert are_gone(started)
    else:
        assert process.communicate(timeout=120) and process.returncode == 0
    assert not list(temporary.glob("boardwright-*"))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_again_does_not_keep_the_report_from_being_written(tmp_path: Path) -> None:
    process = gdl(tmp_path, "--games", "200000")
    wait_until(lambda: holds_games(tmp_path))
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    said = next(line for line in process.stderr if b"stopped" in line)  # progress is before it
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b""), err.decode()
    assert b"games so far are kept" in said and b"report:" in out


CLOSED_IN_A_RESULT = """
from concurrent.futures import FIRST_COMPLETED, wait
from operator import mul
from time import sleep
from interpreter.study.play.workers import LocalWorkers
if __name__ == "__main__":
    for _ in range(2):
        workers = LocalWorkers(2)
        results = [workers.executor.submit(mul, "x", 2 * 10**8) for _ in range(2)]
        wait(results, return_when=FIRST_COMPLETED)
        sleep(0.02)  # then the other one is being written
        workers.close(results)
"""


def test_workers_end_in_the_midst_of_a_result(tmp_path: Path) -> None:
    program = tmp_path / "closing.py"
    program.write_text(CLOSED_IN_A_RESULT)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)],
    ids=("Ctrl-C", "TERM"),
)
def test_being_stopped(tmp_path: Path, whole: Any, number: int, status: int) -> None:
    wanted, _ = whole
    process = gdl(tmp_path, "--games", "200000")
    started = workers_of(process)
    wait_until(lambda: holds_games(tmp_path))
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == status, err.decode()
    told = r"stopped; [\d,]+ games so far are kept, and the same command goes on"
    assert re.fullmatch(told, err.decode().splitlines()[-1])
    assert are_gone(started)
    assert b"interruption" in out
    assert gdl(tmp_path).wait(300) == 0  # fewer games than asked for before
    assert reports(tmp_path) == wanted
