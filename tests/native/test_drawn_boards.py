"""Drawn boards, further points and tracks that cross themselves, on both engines."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.both_engines import compare, pair
from support.c_driver import COMPILER

from interpreter import load_game

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

LOOPS = """
game: Loops
players: White, Black
board:
  squares: |
    - w . . -
    w . . . .
    . . - . b
    . . . b b
  letters:
    home_west: w
    home_east: b
  points:
    pot: 7 2.5
  tracks:
    loop: pot a3 b3 c3 d3 d4 c4 c3 b3 b2 b1 a1 a2 b2 b4
    ring: a2 b2 b1 c1 d1 d2 e2 d2 d3 a2
pieces: man
setup:
  - put man of White on home_west
  - put man of Black on home_east
state:
  home[c in cells]: flag
actions:
  slide(start in mine, there in sight(start, {loop, -loop, ring}) - mine):
    - if there in pieces: move there to pot
    - move start to there
  hop(start in mine, n in 1..3, d in {loop, ring, north, west}):
    - require start + n*d in empty
    - move start to start + n*d
    - set home[start] to true
  far(start in mine, d in {northeast, east}):
    - require start + 40*d - 40*d = start and start + 40*d + 39*west in empty
    - move start to start + 40*d + 39*west
  enter(there in neighbours(pot, loop) & empty): put man on there
  drop(there in centre & empty):
    - require some neighbours(there) & pieces or y(pot) = 2
    - put man on there
  join({a, b} in links(loop)):
    - require a in mine and b in empty and not home[b]
    - move a to b
  see(start in mine, there in cells):
    - require there in sight(start, {loop, ring}, empty | enemy) and there in empty
    - move start to there
turn: slide or hop or far or enter or drop or join or see
end:
  - when count(mine) > 7: draw
  - when turns = 30: draw
"""
HEXES = """
game: Islands
players: White, Black
board:
  hexes: |
    - w . b
     . . . .
    . . - . .
     w - . b
    - . . .
  letters:
    white: w
    black: b
  points:
    left: 0 1
    right: 7 5
  tracks:
    out: a1 left
pieces: man
setup:
  - put man of White on white
  - put man of Black on black
actions:
  move(start in mine, d in orthogonal, n in 1..2): move start to start + n*d
  leave(start in mine):
    - require start + out in empty
    - move start to start + out
  return(start in mine & {left}): move start to first(centre)
  grow(at in neighbours(groups_of(mover)) & empty): put man on at
define:
  groups_of(p): union(g for g in groups(pieces(p)) if count(g) > 1 or g meets row(3))
turn: move or leave or return or grow else pass
end:
  - when turns = 24: draw
"""


@pytest.mark.parametrize("text", [LOOPS, HEXES])
def test_both_engines_play_the_same(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text, "utf-8")
    game = load_game(path)
    assert game.why_reference is None
    used = set()
    for seed in range(4):
        chosen = random.Random(seed)
        native, reference = pair(game)
        while not reference.is_over:
            moves = compare(native, reference)
            actions = sorted({m.text.split()[0] for m in moves})
            action = chosen.choice(actions)
            move = chosen.choice([m for m in moves if m.text.split()[0] == action])
            used.add(action)
            native, reference = native.play(move), reference.play(move)
        compare(native, reference)
    assert used == {name for name in game.model.actions} | ({"pass"} & used)
