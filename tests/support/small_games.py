"""Rule files of small games whose values are known by a formula or by hand."""

from __future__ import annotations

NIM = """
game: Nim
board: square(1)
state:
  a: 0..9 = {0}
  b: 0..9 = {1}
  c: 0..9 = {2}
actions:
  left(n in 1..a): take n from a
  middle(n in 1..b): take n from b
  right(n in 1..c): take n from c
turn: left or middle or right
end:
  - when a = 0 and b = 0 and c = 0: mover {3}
"""

# Seat 1 may gamble: a safe draw; one chance in three of a win; or 1/2 of a win and 1/3 of a draw,
# which is worth 1/2 + 1/6 = 2/3.
GAMBLE = """
game: Gamble
board: square(1)
state:
  chosen: 0..3
  dice: 0..6
chance:
  throw(n in 1..6): set dice to n
actions:
  play_safe: set chosen to 1
  dare: set chosen to 2
  hope: set chosen to 3
turn: (play_safe or dare or hope), throw
end:
  - when chosen = 1: draw
  - when chosen = 2 and dice <= 2: White wins
  - when chosen = 3 and dice <= 3: White wins
  - when chosen = 3 and dice <= 5: draw
  - when chosen > 0: Black wins
players: White, Black
"""

# The weights 1, 2, 4 of the numbers 1, 2, 3: seat 1 wins with 3, draws with 2, that is 4/7 + 1/7.
WEIGHTS = """
game: Weights
board: square(1)
players: White, Black
state:
  dice: 0..3
chance:
  throw(n in 1..3):
    - weight 4 if n = 3 else n
    - set dice to n
turn: throw
end:
  - when dice = 3: White wins
  - when dice = 2: draw
  - when dice = 1: Black wins
"""

# Whoever throws 6 wins, seat 1 first: p = 1/6 + (5/6)^2 p = 6/11.
SIX = """
game: Six
board: square(1)
state:
  dice: 0..6
chance:
  throw(n in 1..6): set dice to n
turn: throw
end:
  - when dice = 6: mover wins
"""

# Who dares wins one time in three; so both wait for ever, and the rules do not say what that is.
WAIT = """
game: Wait
board: square(1)
state:
  dice: 0..6
  bold: flag
chance:
  throw(n in 1..6): set dice to n
actions:
  wait: set bold to false
  dare: set bold to true
turn: (wait or dare), throw
end:
  - when bold and dice <= 2: mover wins
  - when bold: mover loses
"""

# One walker on a row of five; White wants it at the right end, Black at the left.
WALK = """
game: Walk
players: White, Black
board: rectangle({0}, 1)
pieces:
  walker:
    owner: none
setup:
  - put walker on {1}
actions:
  step(start in pieces, there in neighbours(start) & empty): move start to there
turn: step
end:
  - when last = {2}1: White wins
  - when last = a1: Black wins
"""

# Seat 1 chooses who of the others decides; the decider cannot win and is free.
KINGS = """
game: Kings
players: Red, Green, Blue
board: square(1)
state:
  chosen: 0..2
  winner: colours or none
actions:
  choose(n in 1..2): set chosen to n
  crown(p in colours):
    - require p != mover, "somebody else"
    - require chosen = 2 or p != Red, "not this way"
    - set winner to p
opening:
  - choose
turn: crown
end:
  - when winner != none: winner wins
"""

# Cards with four things on each.
GOODS = """game: Goods
players: White, Black
words:
  good: grain, cloth
pieces:
  card:
    owner: none
    supply: each
    with:
      good_of: good
      weight: 0..5
      twin: flag
  gold:
    owner: none
    supply: 1
state:
  lot: subsets(card | gold)
looks:
  lot: cards
setup:
  - set lot to card | gold
actions:
  take_away(k in lot): take k from lot
turn: take_away
end:
  - when no lot: draw
"""
