"""What `tell` announces is the same on both engines, wherever it stands."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.tiny import tiny

from interpreter import load_game

HEAD = """
game: Told
players: Red, Blue
board: square(3)
pieces: man
state:
  dice: 0..6
  secret[p in colours]: 0..6
sees:
  secret[p]: p = viewer
  hide: nothing
"""
ACTIONS = HEAD + """
define:
  say(c):
    - tell opponent "a man", c, passes
    - if dice > 3: tell all "high", dice
chance:
  throw(n in 1..6):
    - set dice to n
    - if n = 6: tell mover "six for", mover
setup:
  - throw
actions:
  place(at in empty):
    - try at != b2 or dice > 4, "not yet"
    - put man on at
    - say(at)
  hide(n in 1..3):
    - set secret[mover] to n
turn: throw, (place or hide or pass)
end:
  - when no empty or turns = 20: draw
"""
AFTER = HEAD + """
actions:
  place(at in empty): put man on at
  hide(n in 1..3): set secret[mover] to n
turn: place or hide
after turn:
  - if turns mod 3 = 0: tell all "turns", turns, count(mine)
end:
  - when no empty or turns = 20: draw
"""
TOGETHER = HEAD + """
actions:
  place(at in empty):
    - put man on at
    - tell opponent "taken by", mover, at
  hide(n in 1..3): set secret[mover] to n
turn: all (place or hide)
end:
  - when count(empty) < 2 or turns = 20: draw
"""


@pytest.mark.parametrize("rules", [ACTIONS, AFTER, TOGETHER], ids=["actions", "after", "together"])
def test_both_engines_tell_the_same(rules: str, tmp_path: Path) -> None:
    game, luck = tiny(tmp_path, rules), random.Random(1)
    heard: set[str] = set()
    for _ in range(12):
        one, other = game.start(engine="native"), game.start(engine="reference")
        assert (one.engine.name, other.engine.name) == ("native", "reference")
        while not one.is_over:
            move: Any = luck.choice(one.moves() or [move for move, _ in one.chance])
            one, other = one.play(move), other.play(move)
            assert one.node.heard == other.node.heard
        heard |= {text.split()[0] for seat in one.node.heard for text in seat}
    said = {"a", "high", "six", "not", "turns", "taken"}
    assert heard & said == {w for w in said if f'"{w}' in rules}


def test_what_was_heard_is_the_same_whenever_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game, wanted = load_game("stratego-small"), list[tuple[tuple[str, ...], ...]]()
    for often, most in ((1, 2_000), (100, 2_000), (100, 7)):
        monkeypatch.setattr("interpreter.native.runtime.nodes.MAX_UNHEARD", most)
        state, chooser = game.start("native"), random.Random(4)
        for count in range(40):
            state = state.random_move(chooser)
            assert state.node.unheard <= most
            if count % often == 0:
                assert state.node.heard is state.node.heard and state.node.unheard == 0
        wanted.append(tuple(map(tuple, state.node.heard)))
    assert wanted[0] == wanted[1] == wanted[2] and len(wanted[0][0]) >= 40
