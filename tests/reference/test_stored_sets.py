"""Large sets that are stored: each store costs what it changes, or is counted by its elements."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.source.diagnostics import GdlError
from interpreter import State, load_game
from interpreter.reference import rules as reference_rules
from interpreter.reference.rules import Variable

RULES = """\
game: Kept
players: White, Black
board: square(64)
state:
  kept: subsets(1..{size}) = (1..{size}) - {{7}}
  other: subsets(1..{size}) = (1..{size}) - {{7}}
  held: 0..9
actions:
  go{choice}:
{body}
turn: go
end:
  - when turns = 3: draw
"""


def started(tmp_path: Path, body: str, choice: str = "", size: int = 900) -> State:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(body=f"    - {body}", choice=choice, size=size), "utf-8")
    return load_game(path).start("reference")


COUNTED = {  # each goes through large sets far too often
    "take": ("for i in 1..90000: take i from kept", ""),
    "the same": ("for i in 1..90000: take 8 from kept", ""),
    "other": ("for i in 1..90000: set kept to other", ""),
    "choices": ("take k from kept", "(k in 1..90000)"),
    "lists": ("let a = list(k for k in kept)\n    - for i in 1..90000:\n"
              "        - if a <= a: set held to 1", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTED)
def test_large_sets_that_are_stored_are_counted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By their elements, and so are lists that are compared; of the limit little is left."""
    begin = reference_rules.Rules.begin_step

    def begin_step(rules: reference_rules.Rules) -> None:
        begin(rules)
        rules.rounds_left = 100_000

    monkeypatch.setattr(reference_rules.Rules, "begin_step", begin_step)
    body, choice = COUNTED[name]
    with pytest.raises(GdlError, match="too-many-in-play"):
        started(tmp_path, body, choice, 12_000).moves()


@pytest.mark.parametrize("statement, tested", [
    ("add 7 to kept", {7}),
    ("take 8 from kept", set()),
    ("set kept to other", None),
])  # fmt: skip
def test_only_what_is_added_is_tested(
    statement: str, tested: set[int] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all others are held already."""
    seen: list[object] = []
    hold = Variable.hold

    def watched(self: Variable, value: object, part: object = None) -> object:
        seen.append(part)
        return hold(self, value, part)

    state = started(tmp_path, statement)
    monkeypatch.setattr(Variable, "hold", watched)
    state.play(state.moves()[0])
    assert seen[-1] == tested


def test_what_cannot_be_held_is_still_refused(tmp_path: Path) -> None:
    assert not started(tmp_path, "add 901 to kept").moves()
    assert not started(tmp_path, "set kept to other | {901}").moves()
