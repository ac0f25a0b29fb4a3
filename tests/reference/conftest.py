"""These tests are about the reference engine, whatever the machine has."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play on the reference engine unless a test asks for another."""
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
