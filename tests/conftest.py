"""Options of the test run."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from interpreter.engine.names import ENGINES, VARIABLE
from interpreter.native.build import build, flags
from interpreter.native.build.compilers import VARIABLE as COMPILER
from interpreter.native.build.compilers import find_compiler
from interpreter.native.program import borrowing
from interpreter.study.play import mirror, walks

# No test depends on how busy the machine is.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

pytest.register_assert_rewrite("support")

# The tests build some thousand libraries and play little with each, so what they build is not
# optimised: then a game has one library instead of two, and its rules become C once.  What the
# compiler makes otherwise is tested with `some_level`, and at the usual level with `usual_level`.
# Programs of their own, such as those that play studies, do the same by the compiler that the
# environment names, unless the test has the `usual_compiler`, as the examples of the documents.
USUAL_WEIGHT, flags.MAX_WEIGHT = flags.MAX_WEIGHT, 0
USUAL_LEVELS, flags.LOWER_LEVELS = flags.LOWER_LEVELS, flags.LOWER_LEVELS[-1:]
flags.BRIEF = ()  # the code that only saves time is tested, too
USUAL_SEARCH, borrowing.FASTER_BUILD = borrowing.FASTER_BUILD, ""
if shutil.which("cc") and not os.environ.get(COMPILER):
    os.environ[COMPILER] = str(Path(__file__).with_name("support") / "plain_cc.sh")
build.PATIENCE = inf  # and nothing is said of the time that it takes on a busy machine

# Studies of a few games describe the game by few moves, unless they `describe_at_length`.
USUAL_WALKS, walks.MOVES = walks.MOVES, {"native": 1_200, "reference": 400}
USUAL_MIRRORED, mirror.MOST_MOVES = mirror.MOST_MOVES, {"native": 1_000, "reference": 200}

# A run in the background of a shell begins with Ctrl-C ignored, also in what it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expected texts of golden cases"
    )


def pytest_collection_finish() -> None:
    """What the tests themselves are is left out of each search for garbage, of which a whole one
    takes a second otherwise."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def usual_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that the test starts optimise what they build as for users."""
    if Path(os.environ.get(COMPILER, "")).name == "plain_cc.sh":
        monkeypatch.delenv(COMPILER)


@pytest.fixture
def some_level(usual_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the test plays much with is optimised, but less than for users."""
    monkeypatch.setattr(flags, "LOWER_LEVELS", USUAL_LEVELS)
    monkeypatch.setattr(borrowing, "FASTER_BUILD", USUAL_SEARCH)


@pytest.fixture(autouse=True)
def level_of_slow_tests(request: pytest.FixtureRequest) -> None:
    """Slow tests play much."""
    if request.node.get_closest_marker("slow"):
        request.getfixturevalue("some_level")


@pytest.fixture
def usual_level(some_level: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the test builds is optimised as for users."""
    monkeypatch.setattr(flags, "MAX_WEIGHT", USUAL_WEIGHT)


@pytest.fixture
def describe_at_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """What studies tell of a game itself comes from as many moves as for users."""
    monkeypatch.setattr(walks, "MOVES", USUAL_WALKS)
    monkeypatch.setattr(mirror, "MOST_MOVES", USUAL_MIRRORED)


@pytest.fixture(scope="module")
def without_charts() -> Iterator[None]:
    """Reports have no real charts: what the module tests is something else."""
    from support.plain_charts import plain_charts

    with plain_charts():
        yield


@pytest.fixture
def in_time() -> Iterator[None]:
    """A test that waits for ever, as for a pipe, fails after a minute instead."""

    def late(number: int, frame: object) -> None:
        raise TimeoutError("this waits for ever")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be rewritten rather than compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that only the native engine can pass; skipped where nothing compiles C."""
    if find_compiler() is None:
        pytest.skip("there is no C compiler")
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each engine in turn, which plays in the test."""
    name: str = request.param
    if name == "native":
        request.getfixturevalue("native")
    monkeypatch.setenv(VARIABLE, name)
    return name
