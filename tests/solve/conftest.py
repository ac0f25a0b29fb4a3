"""What the tests of the solver share."""

from __future__ import annotations

import pytest

from interpreter.native.compilers import find_compiler
from interpreter.playing import VARIABLE


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that only the native engine can pass."""
    if find_compiler() is None:
        pytest.skip("there is no C compiler")
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture(params=["native", "reference"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine in turn."""
    if request.param == "native" and find_compiler() is None:
        pytest.skip("there is no C compiler")
    return str(request.param)
