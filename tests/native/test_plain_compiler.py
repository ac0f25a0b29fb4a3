"""Processes that tests start optimise nothing of what they build, unless the test wants it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.commands import gdl

from interpreter.native.build.compilers import VARIABLE

pytestmark = pytest.mark.skipif(
    Path(os.environ.get(VARIABLE, "")).name != "plain_cc.sh", reason="another compiler is wanted"
)
TEXT = """\
#pragma GCC optimize("O2")
int is_optimised(void) {
#ifdef __OPTIMIZE__
    return 1;
#else
    return 0;
#endif
}
"""
CODE = f"from interpreter.native import build; print(build.load({TEXT!r}, 'x').is_optimised())"


def test_processes_of_tests_optimise_nothing() -> None:
    assert gdl(code=CODE).out == "0\n"


@pytest.mark.usefixtures("usual_compiler")
def test_processes_may_optimise_as_for_users() -> None:
    assert gdl(code=CODE).out == "1\n"
