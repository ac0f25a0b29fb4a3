"""What the tests of the native engine share."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.c_driver import has_sanitizers


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for programs under the sanitizers, which not every machine's compiler has."""
    programs = tmp_path_factory.mktemp("safety")
    if not has_sanitizers(programs):
        pytest.skip("the C compiler has no sanitizers")
    return programs
