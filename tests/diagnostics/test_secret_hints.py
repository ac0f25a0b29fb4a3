"""What a statement that may reveal a secret needs: the hint, followed literally, is enough."""

from __future__ import annotations

import re

import pytest
from support.diagnosing import CASES, findings


@pytest.mark.parametrize("name", ["needs", "out", "conditional", "named", "among"])
def test_the_hint_that_is_followed_is_enough(name: str) -> None:
    path = CASES / f"secret-failure--{name}.yaml"
    text = path.read_text("utf-8")
    found = [d for d in findings(text, path.name) if d.code == "secret-failure"]
    assert found
    for diagnostic in found:
        meant = re.search(r"`(if .*: (.*))`$", diagnostic.hint or "")
        assert meant
        line = re.search(rf"^( *)- (if .*: )?{re.escape(meant[2])}$", text, flags=re.MULTILINE)
        assert line
        indent, outer = line[1], line[2]
        put = f"- {outer.strip()}\n{indent}    - {meant[1]}" if outer else f"- {meant[1]}"
        text = text.replace(line[0], indent + put)
    assert not [d.render() for d in findings(text, path.name) if d.is_error]


CHANCE = """
game: Dealt
players: A, B
state:
  deck: subsets(1..9) = 1..9
  place: 1..9
sees:
  deck: nothing
  place: nothing
  draw: p
  play: nothing
chance:
  draw(p in colours, k in deck):
    - take k from deck
    - if place = k: require turns > 4
actions:
  play(n in 1..9): set place to n
turn: play, draw(mover)
end:
  - when turns = 4: draw
"""


def test_what_chance_does_is_to_be_left_out_as_the_turn_writes_it() -> None:
    found = [d for d in findings(CHANCE, "game.yaml") if d.code == "secret-failure"]
    assert ["for example `draw(mover) if possible`" in (d.hint or "") for d in found] == [True]
