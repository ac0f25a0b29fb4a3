"""Options of the test run."""

from __future__ import annotations

import signal

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
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be rewritten rather than compared."""
    return bool(request.config.getoption("--update-golden"))
