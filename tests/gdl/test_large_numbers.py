"""Numbers that grow beyond all bounds by products of products: one message, wherever they stand."""

from __future__ import annotations

import pytest
from support.diagnosing import findings

LARGE = "*".join(["999999999999999"] * 20)
RULES = f"""\
game: Large
players: White, Black
board: square(3)
pieces: stone
state:
  n: 0..9
chance:
  draw_lots(k in 1..2):
    - weight WEIGHT
define:
  large: {LARGE}
  huge: {"*".join(["large"] * 20)}
actions:
  place(at in empty):
    - put stone on at
    - require RULE
    - set n to VALUE
turn: draw_lots, place
end:
  - when no empty: draw
"""
PLAIN = {"WEIGHT": "k", "RULE": "at in cells", "VALUE": "3"}
CHAIN = "define:\n  square0: n + 6\n" + "".join(
    f"  square{i}: square{i - 1} * square{i - 1}\n" for i in range(1, 60)
)


def errors(text: str) -> list[str]:
    return [d.code for d in findings(text) if d.is_error]


@pytest.mark.parametrize(
    "changed",
    [
        {"WEIGHT": "huge"}, {"VALUE": "huge"}, {"VALUE": "n + huge"}, {"VALUE": "-huge"},
        {"RULE": "huge > n"}, {"RULE": "any(k = 3 for k in 0..huge)"}, {"RULE": "n mod huge = 1"},
        {"RULE": "n < huge - huge"}, {"RULE": "(at + huge*north) in cells"},
        {"RULE": "sum(huge for c in cells) > 3"},
    ],
    ids=str,
)  # fmt: skip
def test_one_error_and_nothing_else(changed: dict[str, str]) -> None:
    text = RULES
    for name, words in (PLAIN | changed).items():
        text = text.replace(name, words)
    assert errors(text) == ["number-too-large"]


def test_a_chain_of_squares_is_not_worked_out() -> None:
    """The last would have more digits than there are atoms."""
    start, end = RULES.index("define:"), RULES.index("actions:")
    text = RULES[:start] + CHAIN + RULES[end:]
    for name, words in (PLAIN | {"RULE": "square59 > 3"}).items():
        text = text.replace(name, words)
    assert errors(text) == ["number-too-large"]


def test_numbers_that_are_only_large_stay() -> None:
    text = RULES[: RULES.index("define:")] + RULES[RULES.index("actions:") :]
    for name, words in (PLAIN | {"VALUE": "min(9, 999999999999999 * 999999999999999)"}).items():
        text = text.replace(name, words)
    assert errors(text.replace("min(9, ", "9 mod (")) == []
