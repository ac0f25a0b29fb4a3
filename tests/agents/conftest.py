"""What the tests of agents share."""

from __future__ import annotations

import shutil

import pytest

from interpreter.playing import ENGINES, VARIABLE


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The engine that plays in a test; the reference engine also what the native one cannot."""
    name: str = request.param
    if name == "reference":
        monkeypatch.setenv(VARIABLE, name)
    else:
        request.getfixturevalue("native")
    return name


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that only the native engine can pass."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    monkeypatch.delenv(VARIABLE, raising=False)
