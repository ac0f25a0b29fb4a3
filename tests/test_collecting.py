"""Garbage is collected rarely in a block, and as before behind it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl.collecting import RARELY, rarely_collected
from gdl.lazy import lazy_exports


@pytest.fixture(autouse=True)
def usual() -> Iterator[tuple[int, ...]]:
    """The usual thresholds, which are there again behind each test."""
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_blocks_may_overlap(usual: tuple[int, ...]) -> None:
    first, second = rarely_collected(), rarely_collected()
    first.__enter__()
    second.__enter__()
    assert gc.get_threshold() == (RARELY, *usual[1:])
    first.__exit__(None, None, None)  # as in two threads
    assert gc.get_threshold() == (RARELY, *usual[1:])
    second.__exit__(None, None, None)
    assert gc.get_threshold() == usual


def test_an_error_ends_a_block(usual: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="bad"), rarely_collected():
        raise ValueError("bad")
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("young", [0, 10 * RARELY])
def test_what_collects_never_or_more_rarely_is_left(young: int) -> None:
    gc.set_threshold(young, 5, 7)
    with rarely_collected():
        assert gc.get_threshold() == (young, 5, 7)
    assert gc.get_threshold() == (young, 5, 7)


def test_imports_are_not_searched_for_garbage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "of_this_test.py").write_text("import gc\nEACH = gc.get_threshold()[0]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    export = lazy_exports("some package", {"EACH": "of_this_test"})
    assert export("EACH") == RARELY
