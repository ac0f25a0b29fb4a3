"""A statement reveals what decides whether it can be carried out, and not the whole value.

`code` and `spot` are hidden and always have values; `maybe` is hidden and may have none.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.tiny import tiny

from gdl.source.diagnostics import GdlError

GAME = """
state:
  code[i in 1..4]: 0..6 = 1
  maybe: 1..6 or none
  spot: cells
  open[n in 1..4]: 0..9
  kept[n in 1..4]: 0..9
  total: 0..99
  wall[{a, b} in links(orthogonal)]: flag
  chosen: subsets(1..2)
  named: a1, a2 or none
  corner: a1, a2
  lost: cells or none
chance:
  hide(i in 1..4, h in 1..6):
    - set code[i] to h
    - if i = h: set maybe to h
setup:
  - for i in 1..4: hide(i)
define:
  at(n): open[n]
  nth(n): code[n]
  note(n):
    - set total to n
sees:
  code[i]: nothing
  maybe: nothing
  spot: nothing
  kept[n]: nothing
  total: nothing
  lost: nothing
  hide: nothing
actions:
  go:
    - {statement}
turn: go
end:
  - when turns = 9: draw
"""


def refusal(statement: str, folder: Path) -> str | None:
    """The message of the error in a statement, and its hint; None without one."""
    try:
        tiny(folder, GAME.replace("{statement}", statement))
    except GdlError as error:
        found = [d for d in error.diagnostics if d.is_error]
        assert [d.code for d in found] == ["secret-failure"], error
        return f"{found[0].message} ({found[0].hint})"
    return None


@pytest.mark.parametrize(
    "statement",
    [
        "set kept[turns + 1] to count(code[i] = 2 for i in 1..4) - open[turns + 1]",
        "set kept[turns + 1] to code[1]",
        "set kept[1] to code[turns + 1]",
        "set total to -code[turns + 1] + code[1] * code[2]",
        "set total to code[turns + 1] div 2",
        "set total to code[1] div turns",
        "set total to max({code[1], code[turns + 1]})",
        "set total to (code[turns + 1] if turns > 3 else code[1])",
        "add code[turns + 1] to total",
        "note(code[turns + 1])",
        "set total to (maybe if maybe != none else 0)",
        "set total to x(spot)",
        "set total to nth(1) + nth(2)",
        "set wall[{a1, a2}] to code[1] = 2",
        "set total to code[2] mod (code[1] + 1)",
        "set total to 4 div (-1 - code[1])",
        "set chosen to ({code[1]} & 1..2)",
        "set chosen to (1..2 & {code[1]})",
        "set named to (a1 if code[1] = 2 else none)",
        "set total to (12 div code[1] if code[1] > 0 else 1)",
        "set total to (12 div code[1] if code[1] != 0 else 1)",
        "set total to (12 div code[1] if code[1] = 2 or code[1] >= 5 else 1)",
        "set total to (12 mod code[1] if code[1] in 2..4 else 1)",
        "set total to (1 if code[1] <= 0 else 12 div code[1])",
        "set total to (1 if code[1] < 1 else 12 div code[1])",
        "set total to (12 div (code[1] - 4) if code[1] - 4 < 0 else 1)",
        "set total to (12 div code[1] if maybe = 2 and 0 < code[1] else 1)",
        "set total to (12 div maybe if maybe > 0 else 1)",
        "set total to (maybe + 1 if maybe < 4 else 0)",
        "if code[1] > 0: set total to 12 div code[1]",
        "set total to max(code[n] for n in 1..4)",
        "set total to max(code[n] + x(c) for n in 1..4, c in cells)",
        "set total to min(12 div code[n] if code[n] > 0 else 12 for n in 1..4)",
        "if any(code[n] = 2 for n in 1..4): set total to min(n for n in 1..4 if code[n] = 2)",
        "set spot to (lost if lost in column(1) else a1)",
        "set corner to (spot if spot in {a1, a2} else a1)",
    ],
)
def test_a_hidden_value_that_cannot_fail_may_be_stored(statement: str, tmp_path: Path) -> None:
    assert refusal(statement, tmp_path) is None


@pytest.mark.parametrize(
    ("statement", "what", "needs"),
    [
        ("set kept[code[1]] to 1", "code[1]", "code[1] in 1..4"),
        ("set total to open[code[1]] - 1", "code[1]", "code[1] in 1..4"),
        ("set total to code[1] + open[code[2] - 1]", "code[2]", "code[2] - 1 in 1..4"),
        ("set total to 4 div code[1]", "code[1]", "code[1] != 0"),
        ("set total to 4 mod (code[1] - code[2])", "code[1]", "code[1] - code[2] != 0"),
        ("set total to 4 div (code[1] - 3)", "code[1]", "code[1] - 3 != 0"),
        ("set total to 4 div maybe", "maybe", "maybe != none"),
        ("set wall[{a1, spot}] to true", "spot", "{a1, spot} in links(orthogonal)"),
        ("set total to maybe", "maybe", "maybe != none"),
        ("set total to 2 - maybe * 3", "maybe", "maybe != none"),
        ("set total to max({0, maybe})", "maybe", "maybe != none"),
        ("set total to code[maybe]", "maybe", "maybe in 1..4"),
        ("set kept[turns + 1] to code[maybe]", "maybe", "turns + 1 in 1..4 and maybe in 1..4"),
        ("set total to min(i for i in 1..4 if code[i] = 2)", "code[i]", None),
        ("set total to (open[turns + 1] if code[1] = 2 else 1)", "code[1]", None),
        ("set total to (12 div code[1] if code[1] >= 0 else 1)", "code[1]", None),
        ("set total to (12 div code[1] if code[1] < 3 else 1)", "code[1]", None),
        ("set total to (12 div code[1] if code[1] in 0..3 else 1)", "code[1]", None),
        ("set total to (1 if code[1] > 0 else 12 div code[1])", "code[1]", None),
        ("set total to (12 div code[2] if code[1] > 0 else 1)", "code[1]", None),
        ("set total to (0 if maybe < 4 else maybe + 1)", "maybe", None),
        ("set total to max(maybe for n in 1..4)", "maybe", None),
        ("set total to max(open[n] for n in 1..code[1])", "code[1]", None),
        ("set total to max(code[n] for n in 1..4 if code[n] > 2)", "code[n]", None),
        ("set total to max(open[n + code[1]] for n in 1..4)", "code[1]", None),
        (
            "set total to max(open[n] for n in {k for k in 1..4 if code[k] = 2}, m in 1..2)",
            "code[k]",
            None,
        ),
        ("set total to max(code[1] + n for n in 2..1)", "code[1]", None),
        ("set corner to (spot if spot in row(1) else a1)", "spot", None),
        ("set total to (maybe if turns > 3 else 1)", "maybe", None),
        ("set total to at(code[1])", "code[1]", "at(code[1]) != none"),
        ("note(open[code[1]])", "code[1]", "code[1] in 1..4"),
        ("note(maybe)", "maybe", "maybe != none"),
        ("set total to count(between(spot, b2))", "spot", None),
        ("repeat up to maybe times while total < 9: add 1 to total", "maybe", None),
    ],
)
def test_what_decides_whether_a_value_exists_is_told(
    statement: str, what: str, needs: str | None, tmp_path: Path
) -> None:
    found = refusal(statement, tmp_path)
    assert found is not None and f"hidden: `{what}`" in found, found
    assert needs is None or f"`if {needs}: {statement}`" in found, found


def test_a_further_point_is_in_no_row(tmp_path: Path) -> None:
    rules = "board:\n  cells: square(3) | {bar}\n  points:\n    bar: 5 1\n" + GAME.lstrip()
    with pytest.raises(GdlError, match="secret-failure"):
        tiny(tmp_path, rules.replace("{statement}", "set total to y(spot)"))
    tiny(tmp_path, rules.replace("{statement}", "set total to y(spot) if y(spot) != none else 0"))


def test_every_pile_has_a_height(tmp_path: Path) -> None:
    rules = "board:\n  cells: square(3)\n  pile: 3\n" + GAME.lstrip()
    tiny(tmp_path, rules.replace("{statement}", "set total to height[spot]"))


def test_a_weight_that_is_always_positive_tells_nothing(tmp_path: Path) -> None:
    rules = GAME.replace("{statement}", "set open[1] to 2").replace("turn: go", "turn: go, pick")
    rules = rules.replace("setup:", "  pick(n in 1..4): weight {weight}\nsetup:")
    for weight in ("code[n] + 1", "max({1, code[n]})", "(2 if code[n] = 3 else 1)"):
        tiny(tmp_path, rules.replace("{weight}", weight))
    for weight in ("code[n]", "max({0, code[n]})", "maybe"):
        with pytest.raises(GdlError, match="secret-failure"):
            tiny(tmp_path, rules.replace("{weight}", weight))
