"""Options of the test run."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# No test depends on how busy the machine is.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A run in the background of a shell begins with Ctrl-C ignored, also in what it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expected texts of golden cases"
    )


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
