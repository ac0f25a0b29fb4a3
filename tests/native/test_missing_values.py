"""What does not exist: the same on both engines, and never computed before it is known to exist."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.both_engines import walk
from support.tiny import tiny

from interpreter.native.build.compilers import find_compiler
from interpreter.native.program.program import program_of

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
RECORD = """
    state:
      record: 0..9 = 1
    define:
      largest: max(count(g) for g in groups(empty))
    actions:
      place(at in empty): put man on at
    turn: place
    after turn:
      - set record to VALUE
    end:
      - when no empty: draw
"""
SPOT = """
    state:
      spot: cells or none
    actions:
      act(n in {count({spot})}): put man on spot
      place(at in empty): put man on at
    turn: act or place
    end:
      - when turns >= 5: draw
"""


@pytest.mark.parametrize("value", [
    "max({record, largest})", "min({record, largest})", "max({largest} | {record})",
])  # fmt: skip
def test_a_set_with_a_missing_element_has_no_largest(value: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, RECORD.replace("VALUE", value))
    assert all(walk(game, seed, 40) for seed in range(6))


def test_what_a_choice_tells_is_used_only_where_it_is_made(tmp_path: Path) -> None:
    """The set of a place that is none is computed before the choice, so it needs its own check."""
    game = tiny(tmp_path, SPOT)
    text = program_of(game.reference).text
    listing = text[text.index("int32_t list_0("):]
    assert listing.index("if (!(!(s->v_spot < 0))) return n;") < listing.index("_bit(s->v_spot)")
    assert walk(game, 0, 40)
