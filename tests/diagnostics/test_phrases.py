"""What people write who come from other languages, and what is offered for it.

Each row is a text as it is written first, and as the suggestion makes it; the game is then free of
errors.
"""

from __future__ import annotations

import pytest
from support.diagnosing import findings, mistakes

FILE = """\
game: Case
players: {players}
board: {board}
pieces: stone, king
state:
  n: {stored}
  score[p in colours]: 0..99
  taken: subsets(cells)
define:
  good: {definition}
  points(p): count(pieces(p)) + score[p]
  clear:
    - remove corners
actions:
  place({domain}):
    - put stone on at
    - {statement}
    - remove good & taken
  slide(a in mine, b in empty): move a to b
turn: {turn}
end:
  - {end}
  - when no empty: {result}
  - when n = 3 and passes = 2: draw
"""
USUAL = {
    "players": "White, Black",
    "board": "square(4)", "stored": "0..9", "definition": "c for c in corners",
    "domain": "at in empty",
    "statement": "put king on a1", "turn": "place or slide or pass", "end": "when turns = 90: draw",
    "result": "most points wins",
}  # fmt: skip
ROWS = {
    "players": [
        ("White and Black", "White, Black"), ("White; Black", "White, Black"), ("3", None),
        ("2", "White, Black"), ("2 players", "White, Black"), ("[White, Black]", "White, Black"),
    ],
    "board": [
        ("grid(5)", "square(5)"), ("grid(5, 6)", "rectangle(5, 6)"), ("5x6", "rectangle(5, 6)"),
        ("hex(4)", "hexagon(4)"), ("hexhex(4)", "hexagon(4)"), ("square 5", "square(5)"),
        ("8", "square(8)"), ("square(5, 6)", "rectangle(5, 6)"), ("chessboard(8)", "square(8)"),
    ],
    "stored": [
        ("none", None),
        ("0 to 9", "0..9"), ("0-9", "0..9"), ("0...9", "0..9"), ("0 until 9", "0..9"),
    ],
    "definition": [
        ("corners where true", None),
        ("c for c in corners with c in mine", "c for c in corners if c in mine"),
        ("return c for c in corners", "c for c in corners"),
        ("c for c in corners where c in mine", "c for c in corners if c in mine"),
        ("{a1, b2}", "a1, b2"), ("{a1}", "({a1})"), ("corners + row(1)", "corners | row(1)"),
        ("corners or row(1)", "corners | row(1)"), ("corners and row(1)", "corners & row(1)"),
        ("corners without row(1)", "corners - row(1)"), ("[a1, b2]", "a1, b2"),
        ("corners except row(1)", "corners - row(1)"), ("{a1} | row(1)", "({a1}) | row(1)"),
        ("corners union row(1)", "corners | row(1)"),
        ("corners and not mine", "corners - mine"), ("not mine and corners", "corners - mine"),
        ("corners and not mine and row(1)", "corners & row(1) - mine"),
        ("not mine and not enemy", "cells - mine - enemy"),
        ("(mine | enemy) and not row(1)", "(mine | enemy) - row(1)"),
        ("a1 | row(1)", "({a1}) | row(1)"), ("neighbors(a1)", "neighbours(a1)"),
        ("c for c in empty if c not corners", "c for c in empty if c not in corners"),
        ("c for c in empty if x(c) not 1", "c for c in empty if x(c) != 1"),
        ("c for c in empty if x(c) = 1 y(c) = 2", "c for c in empty if x(c) = 1 and y(c) = 2"),
        ("c for c in empty if x(c) = 1, y(c) = 2", "c for c in empty if x(c) = 1 and y(c) = 2"),
        ("c for c in empty if x(c) = 1 & y(c) = 2", "c for c in empty if x(c) = 1 and y(c) = 2"),
        ("c for c in empty if c in corners then c", "c for c in empty if c in corners"),
        ("c for c in empty if c in corners then a1", None),
        ("c for c in empty if not on corners", "c for c in empty if c not in corners"),
        ("c for c in empty if in corners or touches mine",
         "c for c in empty if c in corners or c touches mine"),
        ("c for c in empty if x(c) = 1 and", None), ("c for c in empty if c corners", None),
        ("c for c in empty if c in corners else a1", None),
        ("all c in empty if x(c) = 1", "c for c in empty if x(c) = 1"),
        ("each c in empty where x(c) = 1", "c for c in empty if x(c) = 1"),
        ("row(1) | {first(corners else a1)}", "row(1) | {first(c for c in corners else a1)}"),
        ("row(1) if turns < 2 otherwise empty", "row(1) if turns < 2 else empty"),
        ("row(1) if turns < 2, else empty", "row(1) if turns < 2 else empty"),
        ("row(1) if turns < 2", None), ("row(1) unless turns < 2", None),
        ("if turns < 2 then row(1)", None), ("if turns < 2: row(1)", None),
        ("if turns < 2 then row(1) else row(2)", "row(1) if turns < 2 else row(2)"),
        ("if turns < 2, row(1), otherwise row(2)", "row(1) if turns < 2 else row(2)"),
        ("if turns < 2: row(1) else: row(2)", "row(1) if turns < 2 else row(2)"),
        ("if turns < 2 then row(1) else if turns < 4 then row(2) else row(3)",
         "row(1) if turns < 2 else row(2) if turns < 4 else row(3)"),
        ("if turns < 2 then c for c in mine else row(2)",
         "({c for c in mine}) if turns < 2 else row(2)"),
        ("for c in empty: c", "c for c in empty"),
        ("[c for c in empty if c.x == 1]", "c for c in empty if x(c) = 1"),
        ("c for c in empty if c.x == 1 && c.y <> 2", "c for c in empty if x(c) = 1 and y(c) != 2"),
        ("c for c in empty if 1 <= x(c) <= 2", "c for c in empty if 1 <= x(c) and x(c) <= 2"),
        ("c for c in empty if x(c) = y(c) = 2", "c for c in empty if x(c) = y(c) and y(c) = 2"),
        ("c for c in empty and x(c) = 1 and y(c) = 2",
         "c for c in empty if x(c) = 1 and y(c) = 2"),
        ("c for s in sides for c in s", "c for s in sides, c in s"),
        ("c for c in mine if any(c in s and g in s for s in sides, for g in enemy)",
         "c for c in mine if any(c in s and g in s for s in sides, g in enemy)"),
    ],
    "domain": [
        ("at from empty", "at in empty"), ("at: empty", "at in empty"),
        ("at in empty where at in corners", "at in {c for c in empty if c in corners}"),
        ("at in empty if at in corners", "at in {c for c in empty if c in corners}"),
        ("at in empty such that at in corners", "at in {c for c in empty if c in corners}"),
        ("at in c for c in empty if c in corners", "at in {c for c in empty if c in corners}"),
        ("at in empty if turns > 3 else corners", "at in (empty if turns > 3 else corners)"),
        ("at in not corners", "at in cells - corners"),
        ("at in empty and not corners", "at in empty - corners"), ("at in free", "at in empty"),
        ("at in board", "at in cells"), ("at in squares", "at in cells"),
        ("at, b in empty", "at in empty, b in empty"),
        ("at in empty adjacent to mine", "at in empty & neighbours(mine)"),
        ("at in empty not in corners", "at in empty - corners"),
        ("at in any empty cell", "at in empty"), ("at in all cells", "at in cells"),
        ("at in row 3", "at in row(3)"), ("at in free corners", "at in corners & empty"),
        ("at in empty, b in empty neighbours of at", "at in empty, b in neighbours(at) & empty"),
        ("at in empty, b in free neighbours(at)", "at in empty, b in neighbours(at) & empty"),
        ("at in empty, b in at north", "at in empty, b in {at + north}"),
        ("at in empty, b in cells north of at", "at in empty, b in {at + north}"),
        ("at in empty, b in {at + 2 north}", "at in empty, b in {at + 2*north}"),
    ],
    "statement": [
        ("set n to max({1, n} else 2)", "set n to max(k for k in {1, n} else 2)"),
        ("n = 1", "set n to 1"), ("n := 1", "set n to 1"), ("set n = 1", "set n to 1"),
        ("n += 2", "add 2 to n"), ("n -= 2", "take 2 from n"), ("n++", "add 1 to n"),
        ("score[mover] = 1", "set score[mover] to 1"), ("increase n", "add 1 to n"),
        ("set n to same(turns)", "set n to turns"),
        ("increment n by 2", "add 2 to n"), ("decrease n by 2", "take 2 from n"),
        ("subtract 2 from n", "take 2 from n"), ("append at to taken", "add at to taken"),
        ("assert at != a1", "require at != a1"), ("check at in corners", "require at in corners"),
        ("at must be in corners", "require at in corners"),
        ("require at is in corners", "require at in corners"),
        ("require 1 <= n <= 3", "require 1 <= n and n <= 3"),
        ("require any(c = at for c in corners and x(c) = 1)",
         "require any(c = at for c in corners if x(c) = 1)"),
        ("require at is not in corners", "require at not in corners"),
        ("require a1 is empty", "require a1 in empty"),
        ("require corners contains at", "require at in corners"),
        ("require at == a1", "require at = a1"), ("require at <> a1", "require at != a1"),
        ("require n is greater than 2", "require n > 2"), ("require n equals 2", "require n = 2"),
        ("require owner(a1) = mover", "require owner[a1] = mover"),
        ("require a1.owner = mover", "require owner[a1] = mover"),
        ("require owner[a1] = null", "require owner[a1] = none"),
        ("require at in corners, at in row(1)", "require at in corners and at in row(1)"),
        ('require at in corners "a corner"', 'require at in corners, "a corner"'),
        ('require at in corners else "a corner"', 'require at in corners, "a corner"'),
        ("require at in corners if n = 1 else true", "require (at in corners if n = 1 else true)"),
        ("require empty(a1)", "require a1 in empty"), ("require n % 2 = 0", "require n mod 2 = 0"),
        ("require len(mine) > 2", "require count(mine) > 2"),
        ("require mine.count() > 2", "require count(mine) > 2"),
        ("require [c for c in mine].count() > 2", "require count({c for c in mine}) > 2"),
        ("require kind[at] = king or stone", "require kind[at] in {king, stone}"),
        ("require n > 3 or n = 1 or 2 or 3", "require n > 3 or n in {1, 2, 3}"),
        ("require owner[at] != White and Black", "require owner[at] not in {White, Black}"),
        ("require owner[at] != White or Black", "require owner[at] not in {White, Black}"),
        ("require (n = 1) or (2)", "require n in {1, 2}"),
        ("require (n = 1 or (2)) and true", "require (n in {1, 2}) and true"),
        ("require at in mine or corners", "require at in mine | corners"),
        ("require at in empty and not corners", "require at in empty - corners"),
        ("require at not in mine and corners", "require at not in mine | corners"),
        ("require at in (mine | enemy) and row(1)", "require at in (mine | enemy) & row(1)"),
        ("require mine and not enemy", "require some mine and no enemy"),
        ("require n = 1 and 2", None), ("require king", None),
        ("require at in c for c in empty with x(c) = 1",
         "require at in {c for c in empty if x(c) = 1}"),
        ("remove c for c in mine where c in corners", "remove {c for c in mine if c in corners}"),
        ("require mine > 2", None), ("require at adjacent to mine", "require at touches mine"),
        ("require b1 connected to a1", "require any({b1, a1} within g for g in groups(mine))"),
        ("require at connected to mine", "require at touches mine"),
        ("require owner[at] is empty", "require at in empty"),
        ("require board[at] is None", "require at in empty"),
        ("require owner[at] is not empty", "require at not in empty"),
        ("require at is a king", "require at in pieces(king)"),
        ("require at is not a king", "require at not in pieces(king)"),
        ("require at is an enemy", "require at in enemy"),
        ("require kind of a1 = king", "require kind[a1] = king"),
        ("require piece at a1 = king", "require kind[a1] = king"),
        ("require distance(at, mine) > 1", "require min(distance(at, c) for c in mine) > 1"),
        ("require distance(mine, enemy) > 1",
         "require min(distance(c, d) for c in mine, d in enemy) > 1"),
        ("require at in row(a1)", "require at in row(y(a1))"),
        ("require x(a1) = column(at)", "require x(a1) = x(at)"),
        ("require connected(mine)", "require count(groups(mine)) = 1"),
        ("require connected(at, a1)", "require any({at, a1} within g for g in groups(mine))"),
        ("require abs(n - 2) = 1", "require max({n - 2, -(n - 2)}) = 1"),
        ("require colour(at) = mover", "require owner[at] = mover"),
        ("require color[at] = mover", "require owner[at] = mover"),
        ("require is_empty(at)", "require at in empty"),
        ("require adjacent(at, a1)", "require at touches a1"),
        ("require a1 in rook(at)", "require a1 in sight(at, orthogonal) - mine"),
        ("require n // 2 = 1", "require n div 2 = 1"),
        ("set n to 1 // one // two", "set n to 1 # one // two"),
        ("require same row(at, a1)", "require y(at) = y(a1)"),
        ("require at and a1 in the same column", "require x(at) = x(a1)"),
        ("require there is an enemy in corners", "require enemy meets corners"),
        ("require there is c in enemy such that c touches at",
         "require any(c touches at for c in enemy)"),
        ("require at least 2 neighbours(at) in mine",
         "require count(neighbours(at) & mine) >= 2"),
        ("require exactly one of neighbours(at) & mine",
         "require count(neighbours(at) & mine) = 1"),
        ("require not empty corners", "require no (corners & empty)"),
        ("require not first move or at in corners", "require not turns = 0 or at in corners"),
        ("require at must be empty", "require at in empty"),
        ("require c in empty for all c in between(at, a1)",
         "require all(c in empty for c in between(at, a1))"),
        ("require owner[at] is none", "require owner[at] = none"),
        ("require n in range(1, 5)", "require n in 1..5 - 1"),
        ("require exists c in enemy: c touches at", "require any(c touches at for c in enemy)"),
        ("require for all c in enemy: c touches at", "require all(c touches at for c in enemy)"),
        ("if exists c in enemy: c touches at: remove at",
         "if any(c touches at for c in enemy): remove at"),
        ("move a1 b1", "move a1 to b1"),
        ("repeat 3 times: set n to 1", "for k in 1..3: set n to 1"),
        ("forbid at in corners", "require not (at in corners)"),
        ("set kind(a1) to king", "set kind[a1] to king"),
        ("taken.add(at)", "add at to taken"), ("taken.remove(at)", "take at from taken"),
        ("put king on a1, b1, c1", "put king on {a1, b1, c1}"),
        ("place king of Black on a1, b1 and c1", "put king of Black on {a1, b1, c1}"),
        ("remove row(1), row(2)", "remove row(1) | row(2)"),
        ("put black king on a1", "put king of Black on a1"),
        ("put a black king on a1", "put king of Black on a1"),
        ("put king on row 1", "put king on row(1)"),
        ("fill row(1) with king", "put king on row(1)"),
        ("capture all enemy next to at", "remove enemy & neighbours(at)"),
        ("remove all enemy in corners", "remove enemy & corners"),
        ("next player is White", "set next to White"),
        ("place king on a1", "put king on a1"), ("put king at a1", "put king on a1"),
        ("put a king on a1", "put king on a1"), ("put White king on a1", "put king of White on a1"),
        ("put White's king on a1", "put king of White on a1"),
        ('put "king" on a1', "put king on a1"),
        ("put king of player on a1", "put king of mover on a1"),
        ("capture enemy", "remove enemy"), ("delete a1", "remove a1"),
        ("remove king from a1", "remove a1"), ("flip a1", "set owner[a1] to mover"),
        ("promote a1 to king", "set kind[a1] to king"), ("set a1 to king", None),
        ("promote at to king", "set kind[at] to king"),
        ("set at to king", "set kind[at] to king"),
        ("set piece[at] to king", "set kind[at] to king"),
        ("set piece[at] to Black", "set owner[at] to Black"), ("set king to stone", None),
        ("move from a1 to b1", "move a1 to b1"),
        ("move a1 into b1", "move a1 to b1"), ("swap a1 with b1", "swap a1 and b1"),
        ("extra turn", "set next to mover"), ("moveagain", "set next to mover"),
        ("remove mine or enemy", "remove mine | enemy"),
        ("remove mine + enemy", "remove mine | enemy"),
        ("set n to 1 // one", "set n to 1 # one"),
        ("set n to n > 3 ? 1 : 0", "set n to 1 if n > 3 else 0"),
        ("if at in corners then set n to 1", "if at in corners: set n to 1"),
        ("if at in corners set n to 1", "if at in corners: set n to 1"),
        ("if at in corners then clear", "if at in corners: clear"),
        ("if at in corners, clear", "if at in corners: clear"),
        ("if at in corners then clear else clear", "if at in corners: clear\n      else: clear"),
        ("if at in corners then crown", None), ("if at in corners then", None),
        ("set taken to at", "set taken to {at}"), ("require no n", "require n = 0"),
        ("require no points(mover)", "require points(mover) = 0"),
        ("require some n - 1", "require (n - 1) > 0"),
        ("require no (n = 1)", "require not (n = 1)"),
        ("set n to score", "set n to score[mover]"),
        ("for p in colours: set n to score", "for p in colours: set n to score[p]"),
        ("require mine in corners", "require mine meets corners"),
        ("require enemy(king) in neighbours(at)", "require enemy(king) meets neighbours(at)"),
        ("require mine not in corners", "require not mine meets corners"),
        ("set n to 1 if at in corners", "if at in corners: set n to 1"),
        ("set n to 1 unless at in corners", "if not (at in corners): set n to 1"),
        ('tell all "a" if n = 1 else "b"', 'if n = 1: tell all "a"\n      else: tell all "b"'),
        ('tell mover "a" if n = 1 else "b", n',
         'if n = 1: tell mover "a"\n      else: tell mover "b", n'),
        ('require n = 1, "a" if at in corners else "b"',
         'if at in corners: require n = 1, "a"\n      else: require n = 1, "b"'),
        ('tell all "a" if n = 1 else "b" if n = 2 else "c"',
         'if n = 1: tell all "a"\n      else:\n        - if n = 2: tell all "b"\n'
         '          else: tell all "c"'),
        ("for each c in mine: remove c", "for c in mine: remove c"),
        ("foreach c in mine: remove c", "for c in mine: remove c"),
        ("for c in mine do remove c", "for c in mine: remove c"),
        ("for c in mine where c in corners: remove c", "for c in mine if c in corners: remove c"),
        ("when at in corners: set n to 1", "if at in corners: set n to 1"),
        ("set n to 1; set next to mover", "set n to 1\n    - set next to mover"),
        ("set n to 1, then set next to mover", "set n to 1\n    - set next to mover"),
        ("set n to 1\n      set next to mover", "set n to 1\n    - set next to mover"),
        ("for c in mine: if c in corners: remove c",
         "for c in mine:\n        - if c in corners: remove c"),
        ("if n = 1 then set n to 2 else set n to 1",
         "if n = 1: set n to 2\n      else: set n to 1"),
        ("if n = 1: set n to 2 else: set n to 1", "if n = 1: set n to 2\n      else: set n to 1"),
        ("for c in mine: for d in mine: if c != d: swap c and d",
         "for c in mine:\n        - for d in mine:\n            - if c != d: swap c and d"),
    ],
    "turn": [
        ("place * 2 or slide or pass", "place 2 times or slide or pass"),
        ("2 places or slide or pass", "place 2 times or slide or pass"),
        ("(place twice) or slide or pass", "(place 2 times) or slide or pass"),
        ("(place 2-3 times) or slide or pass", "(place 2 to 3 times) or slide or pass"),
        ("place then slide or pass", "place, slide or pass"),
        ("place or slide or skip", USUAL["turn"]),
        ("must place or slide or pass", USUAL["turn"]),
        ("either place or slide or pass", USUAL["turn"]),
        ("place or slide or pass, may place", "place or slide or pass, (place or done)"),
        ("[place, slide, pass]", "place, slide, pass"), ("repeat place or slide or pass",
         "place while possible or slide or pass"),
        ("if turns < 3 then place else slide or pass",
         "\n  if turns < 3: place\n  else: slide or pass"),
    ],
    "end": [
        ("when exactly 1 turns: draw", "when turns = 1: draw"),
        ("when exactly 3 turns have passed: draw", "when turns = 3: draw"),
        ("when more than 90 moves: draw", "when turns > 90: draw"),
        ("when turns = 90 then draw", "when turns = 90: draw"),
        ("draw when turns = 90", USUAL["end"]),
        ("if turns = 90: draw", USUAL["end"]), ("turns = 90: draw", USUAL["end"]),
        ("mover wins if turns = 90", "when turns = 90: mover wins"),
        ("it is a tie if turns = 90", USUAL["end"]), ("when turns >= 90 and mover wins", None),
        ("when any([l within mine for l in lines(4)]): mover wins",
         "when any(l within mine for l in lines(4)): mover wins"),
        ("when any(for l in lines(4) l within mine): mover wins",
         "when any(l within mine for l in lines(4)): mover wins"),
        ("when not enemy: mover wins", "when no enemy: mover wins"),
        ("when not (mine & enemy): draw", "when no (mine & enemy): draw"),
        ("when mine is empty: mover loses", "when no mine: mover loses"),
        ("when there is no mine: mover loses", "when no mine: mover loses"),
        ("when number of mine = 12: draw", "when count(mine) = 12: draw"),
        ("when lines(4) within mine: draw", "when any(l within mine for l in lines(4)): draw"),
        ("when lines(4) meets (mine | enemy) and n = 1: draw",
         "when any(l meets (mine | enemy) for l in lines(4)) and n = 1: draw"),
        ("when lines(4) in mine: draw", "when any(l within mine for l in lines(4)): draw"),
        ("when groups(mine) touches a1: draw",
         "when any(g touches a1 for g in groups(mine)): draw"),
        ("when any(lines(4) within mine): draw", "when any(l within mine for l in lines(4)): draw"),
        ("when all(sides meets mine): draw", "when all(s meets mine for s in sides): draw"),
        ("when mine meets groups(enemy): draw",
         "when any(mine meets g for g in groups(enemy)): draw"),
        ("when a1 in groups(mine): draw", "when any(a1 in g for g in groups(mine)): draw"),
        ("when any(lines(4) within l for l in groups(mine)): draw",
         "when any(any(a within l for a in lines(4)) for l in groups(mine)): draw"),
        ("when 90 turns: draw", USUAL["end"]), ("after 90 turns: draw", USUAL["end"]),
        ("if ten moves have been made: draw", "when turns = 10: draw"),
        ("draw after 90 turns", USUAL["end"]),
        ("mover wins when 4 in a row", "when any(l within mine for l in lines(4)): mover wins"),
        ("when position repeated 3 times: draw", "when seen(board, mover) = 2: draw"),
        ("when the same position occurs for the third time: draw",
         "when seen(board, mover) = 2: draw"),
        ("when threefold repetition: draw", "when seen(board, mover) = 2: draw"),
        ("when mover reaches row(4): mover wins", "when mine meets row(4): mover wins"),
        ("when Black has reached row(1): Black wins",
         "when pieces(Black) meets row(1): Black wins"),
        ("when a king reaches row(4): mover wins", "when mine(king) meets row(4): mover wins"),
        ("when opponent cannot move: mover wins", "when stuck: mover wins"),
        ("when the opponent has no legal moves left: mover wins", "when stuck: mover wins"),
        ("when the next player is blocked: mover wins", "when stuck: mover wins"),
        ("when 4 in a row: mover wins", "when any(l within mine for l in lines(4)): mover wins"),
        ("when White has four in line: White wins",
         "when any(l within pieces(White) for l in lines(4)): White wins"),
        ("when a line of 3: mover wins", "when any(l within mine for l in lines(3)): mover wins"),
        ("when all enemy captured: mover wins", "when no enemy: mover wins"),
        ("when opponent has no pieces: mover wins", "when no enemy: mover wins"),
        ("when mover.opponent has no pieces: mover wins", "when no enemy: mover wins"),
        ("when Black has no king: White wins", "when no pieces(Black, king): White wins"),
        ("when opponent has fewer than 3 pieces: mover wins",
         "when count(enemy) < 3: mover wins"),
        ("when the board is full: draw", "when no empty: draw"),
        ("when row(1) connected to row(4): mover wins",
         "when any(g meets row(1) and g meets row(4) for g in groups(mine)): mover wins"),
        ("when lines(4) not in mine: draw", None), ("when a1 not in groups(mine): draw", None),
    ],
    "result": [
        ('draw "the board is full"', 'draw, "the board is full"'),
        ('mover wins because "four in a row"', 'mover wins, "four in a row"'),
        ("loss for mover", "mover loses"), ("White", "White wins"), ("Draw", "draw"),
        ("tie", "draw"), ("drawn", "draw"), ("it's a draw", "draw"), ("win", "mover wins"),
        ("mover win", "mover wins"), ("win mover", "mover wins"), ("the mover wins", "mover wins"),
        ("winner is mover", "mover wins"), ("mover has lost", "mover loses"),
        ("White won", "White wins"), ("current player wins", "mover wins"),
        ("highest points wins", "most points wins"), ("most points(p) wins", None),
        ("mover if n = 1 else opponent wins", "(mover if n = 1 else opponent) wins"),
    ],
}
ALL = [(what, wrong, right) for what, rows in ROWS.items() for wrong, right in rows]


@pytest.mark.parametrize(("what", "wrong", "right"), ALL)
def test_what_is_offered_for_a_phrase(what: str, wrong: str, right: str | None) -> None:
    text = FILE.format(**{**USUAL, what: wrong})
    errors = mistakes(text)
    if right is None:
        assert errors and all(d.suggestion is None and d.hint for d in errors)
        return
    (diagnostic,) = errors
    assert diagnostic.suggestion is not None, diagnostic.render()
    mended = text[: diagnostic.span.start] + diagnostic.suggestion + text[diagnostic.span.end :]
    assert strip(mended) == strip(FILE.format(**{**USUAL, what: right})), diagnostic.render()
    assert not [d.render() for d in mistakes(mended)]


CARDS = """\
game: Cards
players: White, Black
pieces:
  card:
    owner: none
    supply: each
    with:
      rank: 1..9
state:
  deck: subsets(card) = card
  row_of[r in 1..2]: subsets(card)
  top: card or none
actions:
  play(k in deck, r in 1..2):
    - take k from deck
    - add k to row_of[r]
    - {}
turn: play
end:
  - when no deck or top = none or turns = 18: draw
"""


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("put k in row_of[r]", "add k to row_of[r]"), ("put k on row_of[r]", "add k to row_of[r]"),
        ("place k in row_of[r]", "add k to row_of[r]"), ("put k on top", "set top to k"),
        ("put k into top", "set top to k"), ("set row_of[r] to k", "set row_of[r] to {k}"),
    ],
)
def test_what_is_offered_for_cards_without_a_board(wrong: str, right: str) -> None:
    text = CARDS.format(wrong)
    (diagnostic,) = mistakes(text)
    where = diagnostic.span
    mended = text[: where.start] + str(diagnostic.suggestion) + text[where.end :]
    assert mended == CARDS.format(right), diagnostic.render()
    assert not [d.render() for d in mistakes(mended)]


FACTS = """\
game: Case
players:
  White:
    goal: row(1)
  Black:
    goal: row(4)
board: square(4)
pieces:
  stone:
    ways: north, east
setup:
  - for p in colours: put stone of p on goal(p) - corners
actions:
  move(start in mine, there in neighbours(start, ways(start)) - mine): move start to there
turn: move else pass
end:
  - when mine meets goal(mover) and turns > 9: mover wins
  - when turns = 20: draw
"""


@pytest.mark.parametrize("meant", ["goal(p)", "ways(start)", "goal(mover)"])
def test_what_a_fact_is_asked_of(meant: str) -> None:
    assert not mistakes(FACTS)
    (diagnostic,) = mistakes(FACTS.replace(meant, meant.partition("(")[0]))
    assert diagnostic.suggestion == meant, diagnostic.render()


SAID = {  # what is written where nothing can be put in its place, and words of the hint
    "statement": [
        ("end turn", "a turn is over when"), ("roll a die", "under `chance`"),
        ("put king on top of a1", "a cell holds one piece"),
        ("mover scores 1", "`add 1 to score[mover]`"), ("put 3 king on a1", "on each cell"),
        ("while n < 5: add 1 to n", "`repeat up to 9 times while some loose:`"),
        ("require last move = at", "`last` is where the last"), ("mover wins", "under `end`"),
        ("break", "stands under an `if`"), ("win", "the end names who wins"),
        ("if opponent cannot move: remove at", "under `end` and `after turn`, `stuck` is"),
    ],
    "turn": [
        ("place or pass if cannot place", "stands after `else`"),
        ("place, pass if no moves", "stands after `else`"),
    ],
    "end": [
        ("when mover has no moves: mover loses", "`when stuck: mover wins` is a loss"),
        ("when no legal moves left: mover loses", "`when stuck: mover wins` is a loss"),
        ("when a player has no pieces: mover loses", "`mine` is what the mover has"),
        ("when stalemated: mover loses", "`when stuck: mover wins` is a loss"),
        ("when cannot move: draw", "`when stuck: mover wins` is a loss"),
        ("when nobody can move: draw", "`when stuck: mover wins` is a loss"),
        ("when no moves: mover wins", "`stuck` is about the player who is to move next"),
        ("when not can_move(opponent): mover wins", "`stuck` is about the player"),
        ("otherwise: draw", "a second follows"),
    ],
    "result": [
        ("nobody wins", "the result is `draw`"), ("none wins", "the result is `draw`"),
        ("most count(pieces) wins", "`score(p): count(pieces(p))` under `define`"),
        ("most pieces(mover) wins", "`score(p): count(pieces(p))` under `define`"),
        ("most pieces wins", "`score(p): count(pieces(p))` under `define`"),
        ("most points(p) wins", "write `most points wins`"),
    ],
}


@pytest.mark.parametrize(
    ("what", "wrong", "words"),
    [(what, wrong, words) for what, rows in SAID.items() for wrong, words in rows],
)
def test_what_is_said_of_a_phrase(what: str, wrong: str, words: str) -> None:
    diagnostics = mistakes(FILE.format(**{**USUAL, what: wrong}))
    assert diagnostics and diagnostics[0].suggestion is None and diagnostics[0].hint
    assert words in diagnostics[0].hint, diagnostics[0].render()


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("moves", "actions"), ("rules", "actions"), ("goal", "end"), ("variables", "state"),
        ("definitions", "define"), ("sides", "players"), ("name", "game"), ("victory", "end"),
        ("tokens", "pieces"), ("win-condition", "end"), ("phases", "turn"),
    ],
)  # fmt: skip
def test_what_is_offered_for_a_heading(wrong: str, right: str) -> None:
    text = FILE.format(**USUAL)
    diagnostics = mistakes(text.replace(f"{right}:", f"{wrong}:"))
    assert [(d.code, d.suggestion) for d in diagnostics] == [("unknown-heading", right)]


@pytest.mark.parametrize(
    ("heading", "meant"),
    [("phases", "`turn`"), ("equipment", "`pieces` or `board`"), ("turn-order", "`players`"),
     ("win-condition", "`end`"), ("victory conditions", "`end`")],
)  # fmt: skip
def test_what_is_said_of_one_more_heading(heading: str, meant: str) -> None:
    diagnostics = mistakes(f"{FILE.format(**USUAL)}{heading}: White\n")
    assert diagnostics[0].code == "unknown-heading"
    assert f"under {meant}" in (diagnostics[0].hint or "")


@pytest.mark.parametrize(
    ("statement", "hint"),
    [
        ("set score[{mover, opponent}] to 0", "`for e in {mover, opponent}: set score[e] to 0`"),
        ("add 1 to score[{mover, opponent}]", "`for e in {mover, opponent}: add 1 to score[e]`"),
        ("take 1 from score[colours]", "`for e in colours: take 1 from score[e]`"),
        ("set score[n] to 0", "the index of `score` is a colour; `n` is a number"),
    ],
)
def test_what_is_said_of_an_index(statement: str, hint: str) -> None:
    text = FILE.format(**{**USUAL, "statement": statement})
    (diagnostic,) = mistakes(text)
    assert diagnostic.suggestion is None and diagnostic.hint is not None
    assert diagnostic.hint.endswith(hint), diagnostic.render()


@pytest.mark.parametrize(
    ("head", "declared"),
    [
        ("held[p]", "held[p in colours]"), ("held(p)", "held[p in colours]"),
        ("held[p, q]", "held[p in colours]"), ("held[cells]", "held[x in cells]"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("use", ["passes = 4", "held[mover] = 4"])
def test_what_is_said_of_an_index_without_its_set(head: str, declared: str, use: str) -> None:
    text = FILE.format(**{**USUAL, "end": f"when {use}: draw"})
    (diagnostic,) = findings(text.replace("score[p in colours]", head).replace("score[p]", "1"))
    assert diagnostic.suggestion is None and diagnostic.hint is not None
    assert diagnostic.hint.endswith(f", like `{declared}`"), diagnostic.render()


def test_an_index_that_is_a_set_gets_a_name() -> None:
    text = FILE.format(**USUAL).replace("score[p in colours]", "score[{White, Black}]")
    (diagnostic,) = mistakes(text)
    assert diagnostic.suggestion == "[e in {White, Black}]", diagnostic.render()
    assert diagnostic.hint is not None and "an index has a name" in diagnostic.hint


def strip(text: str) -> list[str]:
    """The lines without blanks at their ends."""
    return [line.rstrip() for line in text.split("\n")]
