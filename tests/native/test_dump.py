"""The plan of every bundled game as text, with the options that make it largest."""

from __future__ import annotations

import pytest
from support.quick import each

from interpreter import list_games, load_game
from interpreter.native.ir.terms import INT, Table, Type, const, read, rebuild, rows, show
from interpreter.native.ir.terms.core import MAX_SHOWN, Term, show_bits
from interpreter.native.passes.pipeline import PASSES
from interpreter.native.program.program import dump_native

SETS = Type("set", 1 << 12)
HUGE = (1 << 65_536) - 1  # Python refuses to write it in decimal digits


@pytest.mark.parametrize("name", each(9, list_games()))
def test_every_game_can_be_dumped(name: str) -> None:
    parts = list(dump_native(load_game(name).reference))
    assert len(parts) == len(PASSES) + 1
    assert all(part.startswith("== ") and part.endswith("\n") for part in parts)


@pytest.mark.parametrize(
    "data", [HUGE, -HUGE, (HUGE, 3), ("within", (HUGE,))], ids=["set", "less", "pair", "nested"]
)
def test_whatever_an_operation_holds_is_shown(data: object) -> None:
    text = show(Term("is_among", SETS, (const(INT, 3),), data))
    assert text.startswith("is_among<") and text.endswith("(3)") and len(text) < 3 * MAX_SHOWN


def test_a_table_whose_rows_are_united_is_shown_by_its_size() -> None:
    small = Type("set", 1)
    made = rows(Table(small, (3,), (1, 6, 8)), read("own", small))
    assert show(made) == "rows3(own)"
    assert rebuild(made, (const(small, 0b101),)) == const(small, 9)


def test_sets_are_shown_in_full_where_that_can_be_read() -> None:
    assert show(const(SETS, 0b1011)) == "0xb"
    assert len(show_bits((1 << 400) - 1)) == 102
    assert show_bits(HUGE) != show_bits(HUGE - 1) and "65535 of 65536" in show_bits(HUGE - 1)
