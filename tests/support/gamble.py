"""Rules in which the better action depends on what chance may do."""

GAMBLE = """
state:
  luck: 0..9
chance:
  throw(n in 1..3):
    - weight 6 if n = 3 else 1
    - set luck to n
actions:
  safe: set luck to 9
  risky: set luck to 0
turn: safe or (risky, throw)
end:
  - when luck = 9: draw
  - when luck >= {limit}: mover wins
  - when luck > 0: mover loses
"""
