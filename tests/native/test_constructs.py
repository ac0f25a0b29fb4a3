"""Constructs that a designer writes without a thought for engines: played natively, and alike.

Each game is walked through on both engines, what is drawn at random is counted, and its C runs
under the sanitizers.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.fuzz import compare_walks
from support.both_engines import pair
from support.c_driver import COMPILER, assert_clean
from support.quick import by_name
from support.tiny import tiny

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

CONSTRUCTS = {
    "swaps and stones that must complete one of many patterns of a small board": """
        players: A, B
        board: rectangle(5, 4)
        pieces:
          chip:
            owner: none
            with:
              hue: 1..3
              ring: plain, gilt
        state:
          open: subsets(trios) = trios
          points[p in colours]: 0..99
        define:
          trios: lines(3)
          fits(f): f within pieces and (alike(f) or all(ring[c] = gilt for c in f))
          collect(f):
            - take f from open
            - add 1 to points[mover]
        actions:
          drop(h in 1..3, at in empty):
            - put chip with hue = h, ring = (gilt if h > 2 else plain) on at
          trade({a, b} in links(directions)):
            - require {a, b} within pieces
            - swap a and b
            - require any(f meets {a, b} and fits(f) for f in open)
            - for f in open if f meets {a, b} and fits(f): collect(f)
          fill(f in trios):
            - require f meets pieces and count(f & empty) = 1
            - put chip with hue = 1, ring = gilt on f & empty
            - require any(g meets f and fits(g) for g in open)
        turn: drop or trade or fill
        end:
          - when no empty or turns = 14: most points wins
    """,
    "families of sets of numbers, words and colours": """
        players: A, B, C
        board: square(3)
        pieces:
          chip:
            with:
              hue: red, green, blue, grey
        state:
          spent: subsets(-3..6)
          used: subsets(sums)
          times[s in sums]: 0..9 = 0
          mates: subsets(teams)
          shown[p in colours]: subsets({red, green, blue, grey})
        define:
          sums: ({{i, j} for i in -2..4, j in -2..4} | {{}})
          near(k): ({{k, k + 1}, {k, k - 1}, {k}})
          teams: ({{p, q} for p in colours, q in colours})
          hues: ({{u, v} for u in {red, green, blue}, v in {red, blue, grey}})
        actions:
          climb(s in sums):
            - require not s in used and not s within spent
            - require any(s meets u for u in used) or count(used) < 3
            - set spent to spent | s
            - add s to used
            - add 1 to times[s]
          part({i, j} in sums):
            - require all(times[s] < 2 for s in sums if s = {i, j}) and i + 1 < j
            - for s in sums if s = {i, j}: add 1 to times[s]
            - set spent to spent - {i}
          hold(k in -2..4, s in near(k)):
            - require s within spent and all(u != s for u in used)
            - set used to used | {{k, k - 1}} & sums
            - require count({u for u in used if k in u}) < 3
          ally(t in teams):
            - require mover in t and not t in mates
            - add t to mates
          show(s in hues, at in empty):
            - require not s within shown[mover]
            - set shown[mover] to shown[mover] | s
            - put chip with hue = first(w for w in s) on at
        turn: climb or part or hold or ally or show else pass
        end:
          - when turns = 14: draw
    """,
    "sets of negative and large numbers": """
        players: A, B
        board: square(8)
        pieces: man
        state:
          n: 0..9000
          diffs: subsets(-7..7)
        define:
          sums: x(c) + y(c) for c in mine
        actions:
          place(at in empty, k in {x(at) - y(at), 0 - 3, 40 * 2}):
            - require no {x(c) - y(c) for c in mine} & {x(at) - y(at)}
            - require count({x(c) * y(c) * 5 for c in mine}) < 20
            - set n to sum(j for j in {x(c)*10 - 3*y(c) for c in mine}) + k
            - put man on at
            - set diffs to {(x(c) - y(c)) mod 3 - 1 for c in mine}
            - add x(at) - y(at) to diffs
          pick(k in diffs):
            - take k from diffs
        turn: place or pick
        end:
          - when count({(x(c) + y(c)) mod 2 for c in mine}) > 1 and count(sums) > 8: mover wins
          - when turns = 30: draw
    """,
    "steps and indices whose numbers the position decides": """
        players: A, B
        board: square(6)
        pieces:
          man:
            with:
              power: 1..3
        state:
          height[c in cells]: 0..5
          reach_of[p in colours]: 1..3 = 2
          v[i in 1..6]: 0..9
          w[i in -2..2, c in row(1)]: 0..9
          pairs: subsets(links)
        setup:
          - put man of A with power = 2 on row(1)
          - put man of B with power = 1 on row(6)
        actions:
          hop(c in mine, d in directions):
            - require c + height[c]*d in cells
            - require c + (height[c] + 1)*d not in pieces
            - put man with power = 1 on c + (power[c] - 1)*north + (height[c] + 1)*d
            - set height[c] to height[c] + 1
            - set v[count(mine)] to count(mine)
            - set v[7 - x(c)] to 3
            - set w[x(c) - 3, c] to v[height[c]]
          leap(c in mine, n in 1..reach_of[mover], d in orthogonal):
            - require c + n*d in empty
            - require v[turns] > 5 or turns > 4
            - move c to c + n*d
            - add {c, c + d} to pairs
            - set pairs to pairs | {{c, c + d}} | {{a1, b1}, {c, c + north}}
          far(c in mine):
            - require c - distance(c, a1)*north in empty
            - move c to c - distance(c, a1)*north
        turn: hop or leap or far or pass
        end:
          - when turns = 24: draw
          - when {{a1, b1}} within pairs and v[turns div 2] = 3 and w[turns - 5, a1] = 3: mover wins
    """,
    "steps that are compared": """
        players:
          A:
            ahead: north
          B:
            ahead: south
        board: square(5)
        pieces:
          man:
            with:
              mirror: diagonal
        state:
          heading: orthogonal
        setup:
          - put man of A with mirror = northeast on row(1)
          - put man of B with mirror = southwest on row(5)
        define:
          turned(c, d): first(e for e in orthogonal if e = mirror[c] + d or d - mirror[c] = e)
        actions:
          move(c in mine, d in directions):
            - require d in {ahead(mover), ahead(mover) + east, west + ahead(mover)}
            - require c + d in cells - mine
            - move c to c + d
          shine(c in mine, d in orthogonal):
            - require -d + mirror[c] != 2*(mirror[c] - d)
            - set heading to turned(c, d)
            - if heading = -2*d + d: set mirror[c] to -mirror[c]
        turn: move or shine else pass
        end:
          - when no enemy: mover wins
          - when turns = 40: draw
    """,
    "steps that are chosen from sets": """
        players:
          A:
            onward: north, 2*north + east
            sign: 1
          B:
            onward: south, 2*south + west
            sign: -1
        board: square(7)
        pieces: man
        words:
          card:
            hop:
              ways: 2*north, southeast
            slide:
              ways: north, south, 2*east - north
            jump:
              ways: ({-2*west})
        state:
          hand[p in colours]: subsets(card) = card
        define:
          ahead(p): north if p = A else south
        setup:
          - put man of A on row(1)
          - put man of B on row(7)
          - for s in {2*north, north + east}: put man of A on d1 + s
          - for s in {n*north + east for n in 2..3}:
              - let t = s + north
              - put man of B on a3 + t
        actions:
          move(k in hand[mover], c in mine, s in ways(k)):
            - let t = sign(mover)*s
            - require c + t in cells - mine
            - move c to c + t
            - take k from hand[mover]
            - if no hand[mover]: set hand[mover] to card
          march(c in mine, s in onward(mover)):
            - require c + s in empty and s in {north, 2*north + east, south}
            - require s != north or x(c) > 2
            - move c to c + s
          leap(c in mine, s in {n*d for n in 2..3, d in orthogonal} | {ahead(mover) + 2*east}):
            - require c + s in empty and c - s in cells and c + 2*s not in mine
            - require count(c + r in pieces for r in {2*north, 3*east, southwest} - {s}) > 0
            - move c to c + s
        turn: move or march or leap else pass
        end:
          - when no enemy: mover wins
          - when turns = 60: draw
    """,
    "steps that are kept": """
        players: A, B
        board: square(6)
        pieces:
          man:
            with:
              way: 2*north + east, 2*south, north
        state:
          hurry[p in colours]: ({north, 2*north}) = north
        setup:
          - put man of A with way = north on row(1)
          - put man of B with way = 2*south on row(6)
        actions:
          move(c in mine):
            - require c + way[c] in cells - mine
            - move c to c + way[c]
          turn(c in mine, w in {2*south, 2*north + east, north} - {way[c]}):
            - set way[c] to w
          speed:
            - set hurry[mover] to 2*north if hurry[mover] = north else north
            - require a1 + hurry[mover] in empty
        turn: move or turn or speed else pass
        end:
          - when no enemy: mover wins
          - when turns = 40: draw
    """,
    "steps too many for a table": """
        players: A, B
        board: hexagon(12) - {c4, c5}
        pieces: man
        state:
          n: -40..40 = 2
          m: 0..70000 = 1
        setup:
          - put man of A on row(3) - {c6}
          - put man of B on row(9)
        define:
          knight(d, e, k): k*d + 2*e
        actions:
          jump(c in mine, d in directions, e in directions):
            - require c + n*d - m*e in empty
            - move c to c + n*d - m*e
            - set n to (n + x(c) - 7) mod 9 - 4
            - set m to turns mod 5 + m div 3
          fly(c in mine, d in directions):
            - require c + (m mod 7)*d in empty
            - move c to c + (m mod 7)*d
            - set m to m * 3
          knights(c in mine, d in directions, e in directions):
            - require c - knight(d, e, n) in empty
            - move c to c - knight(d, e, n)
          out(c in mine, d in directions):
            - require c + turns*d*m in empty
            - move c to c + turns*d*m
        turn: jump or fly or knights or out or pass
        end:
          - when turns = 40: draw
    """,
    "loops whose bodies change what decides their rounds": """
        players: A, B
        board: square(4)
        pieces: man
        state:
          going: flag = true
          n: 0..9
          k: 0..90
          seen_by[p in colours]: 0..50
          ds: subsets(directions) = {north, east}
        actions:
          place(at in empty):
            - put man on at
            - for i in 1..6 if going and i != n:
                - set n to i
                - set k to k + i
                - if i = 3: set going to false
            - for c in mine, d in ds if c + d in empty and n > 2 and k mod 7 != x(c):
                - set k to k + 1
                - put man on c + d
                - take d from ds
                - if k > 60: remove a1
            - for c in mine, i in 1..3 if k mod 5 != x(c) + i:
                - set k to k + i
                - set n to n + 1
            - set ds to {north, west}
            - for g in groups(mine) if n > 0 and count(g) < n:
                - set n to n - 1
                - set k to k + count(g)
            - for p in colours if seen_by[p] <= seen_by[A] and going:
                - set seen_by[p] to seen_by[p] + k
                - set going to p = B
            - set going to not going
            - set n to 0
        turn: place
        end:
          - when no empty: draw
    """,
    "rounds that each change their own cells, and some that do not": """
        players: A, B, C
        board: square(4)
        pieces: man, stone
        state:
          lost: 0..99
          marked: subsets(cells)
        define:
          free(g): neighbours(g) & empty
        actions:
          drop(at in empty):
            - put man on at
            - for g in groups(enemy):
                - if no free(g): remove g
          build(at in empty):
            - put stone on at
            - for g in groups(pieces(stone)) if count(g) > 2: remove g
            - for c in neighbours(at) & pieces(man): set kind[c] to stone
          turn_round(at in mine):
            - for c in neighbours(at, directions):
                - if c in enemy and not c in marked:
                    - set owner[c] to mover
                    - add c to marked
            - for c in mine(stone): take c from marked
          thin(at in mine(stone)):
            - for g in groups(pieces, directions):
                - if neighbours(g) meets empty and not g meets marked: remove g & row(1)
            - for g in groups(enemy):
                - if no free(g):
                    - remove g
                    - add 1 to lost
            - for c in row(2): set owner[c] to mover
        turn: drop or build or turn_round or thin else pass
        end:
          - when turns = 40: draw
    """,
    "loops over numbers that end where nothing can follow": """
        players: A, B
        board: square(5)
        pieces: man
        state:
          total: 0..4000
        setup:
          - put man of A on row(1)
          - put man of B on row(5)
        define:
          slides(c): c + n*d for n in 1..4, d in directions if all(c + k*d in empty for k in 1..n)
          hops(c): c + (n + 1)*d for d in orthogonal, n in 1..3
            if c + (n + 1)*d in empty and not any(c + k*d in empty for k in 1..n)
          room(c, d, k): all(c + i*d in cells for i in 1..k)
          late(c, d): n for n in 2..5 if all(c + (k - 1)*d in empty for k in 3..n + 1)
          wide(c): n for n in 0..4 if between(c, c + (n + 1)*east) within mine and n mod 2 = 0
          same(c): n for m in 1..2, n in 1..4, d in orthogonal
            if m = x(c) mod 3 and all(c + k*d in empty for k in m..n - m)
        actions:
          slide(c in mine, there in slides(c)): move c to there
          hop(c in mine, there in hops(c) & empty):
            - move c to there
            - set total to (total*7 + count({k for d in orthogonal, k in late(there, d)})) mod 3999
          wait(c in mine):
            - set total to total + sum(k for k in wide(c)) + sum(k for k in same(c))
            - add max(k for d in orthogonal, k in 1..4 if room(c, d, k)) to total
        turn: slide or hop or wait
        end:
          - when turns = 24: draw
    """,
    "loops for what has a value, and sets of pairs": """
        players: A, B
        board: square(4)
        pieces: man
        state:
          cut: subsets(links(orthogonal))
          seen_links: subsets(links)
          mark[c in cells]: 0..3
          n: 0..99
        setup:
          - put man of A on a1
          - put man of B on d4
        define:
          ways(c): e for e in neighbours(c) if {c, e} not in cut and e in empty
          code(c): (x(c) * 3 + y(c)) mod 5
        actions:
          go(c in mine, there in ways(c)): move c to there
          build({a, b} in links(orthogonal) - cut, d in {north, east}):
            - require {b, b + d} not in cut or {a, a + north} in cut
            - add {a, b} to cut
            - set seen_links to cut | {{a, b + d}} | seen_links & {{b, b + d}}
            - require some reach(a1, c to ways(c)) & row(3) or n < 9
          count_up(k in 1..4):
            - set n to count({c for c in cells if code(c) = n mod 5}) + k
            - set n to n + sum(x(c) for c in cells, d in directions if c + d = c3 and y(c) > 1)
            - if {a1, b1} in seen_links: set n to n + 1
        turn: go or build or count_up
        end:
          - when turns = 30: draw
    """,
    "members of a family that must fit": """
        players: A, B
        board: square(5)
        words:
          shape:
            bar:
              form: a1, a2
            bent:
              form: a1, a2, b1
            long:
              form: a1, a2, a3
        pieces: tile
        state:
          left[p in colours]: subsets(shape) = shape
          marked: subsets(lines(2))
        actions:
          lay(s in left[mover], at in copies(form(s))):
            - require at within empty
            - require at meets {c3, a1} or some mine
            - require not at touches mine
            - require neighbours(at, diagonal) meets mine or no mine or at within row(5) | column(5)
            - put tile on at
            - if turns mod 3 != 0: take s from left[mover]
          line(l in lines(2, orthogonal)):
            - require not l meets enemy and neighbours(l) - row(1) meets enemy
            - put tile on l
          mark(l in lines(2), d in {north, east}):
            - require l not in marked
            - require l meets mine & row(2) or l within enemy
            - add l to marked
          vain(c in cells): require c in mine and c in enemy
        turn: lay or line or mark or vain else pass
        end:
          - when passes = 2: draw
          - when turns = 20: mover wins
    """,
    "chance in loops of the set-up": """
        players: A, B
        board: square(4)
        pieces:
          man:
          block:
            owner: none
        options:
          more: flag = true
        setup:
          - for c in {a1, b1, c1}, n in 1..2 if x(c) != n + 1:
              - drop(c, n)
              - if n = 2: drop2(x(c))
              - remove a4
          - if more:
              - for p in colours: give(p)
          - for c in row(4): remove c
        chance:
          drop(c in cells, n in 1..3, there in empty):
            - require y(there) > n and there != c
            - put block on there
          drop2(k in 1..4, f in flag):
            - weight k
            - put block on column(k) & row(2)
            - if f: put block on d1
          give(p in colours, at in empty): put man of p on at
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when turns = 5 or stuck: draw
    """,
    "sets of sets that depend on parameters": """
        players:
          A:
            way: north
          B:
            way: east
        board: square(5)
        pieces: man
        state:
          chosen: subsets(links)
          seen_rows: subsets(lines(3))
        define:
          through(c): l for l in lines(3) if c in l
          dominoes(c): ({{c, c + east}, {c, c + north}})
          free(c): ({c, c + d}) for d in orthogonal if c + d in empty
        actions:
          lay(c in empty, s in {{c, c + d} for d in orthogonal if c + d in empty}):
            - put man on s
            - set chosen to chosen | {s}
          domino(c in empty, s in dominoes(c)):
            - require s within empty
            - put man on s
          row3(c in empty, l in through(c)):
            - require not l meets pieces
            - put man on l - {c}
            - add l to seen_rows
          block(n in 2..3, s in lines(n)):
            - require count(s & pieces) = n - 1
            - put man on s
          any3(s in {row(n) - {a1} for n in 1..3} | {column(1)}):
            - require s within empty
            - put man on s
          faced(c in mine, s in {{c + way(mover), c}}):
            - require c + way(mover) in empty
            - move c to c + way(mover)
            - take s from chosen
        turn: lay or domino or row3 or block or any3 or faced
        end:
          - when stuck or turns > 12: draw
          - when count(through(c3) & seen_rows) > 2: mover wins
    """,
    "lines, blocks and rows of numbers that the position decides": """
        players: A, B
        board: square(5)
        pieces: man
        state:
          need: 2..4 = 2
          n: 0..400
        actions:
          place(at in empty, k in 1..sum(1 for c in mine) + 1, r in row(turns + 1)):
            - put man on at
            - set n to sum(x(c) * y(c) for c in mine) + k + count(row(n - 30)) + x(r)
            - set need to turns mod 5
          line(l in lines(need)):
            - require l within empty
            - put man on l
          knight(c in mine, there in leaps(c, need, turns) & empty):
            - move c to there
        turn: place or line or knight or pass
        end:
          - when any(l within mine for l in lines(need)): mover wins
          - when count(b within enemy for b in blocks(need, n)) > 1: mover wins
          - when turns > 12: draw
    """,
    "directions rotated by what the position decides": """
        players: A, B
        board:
          cells: hexagon(3)
          tracks:
            onward: a1 a2 a3 b4 c5
        pieces:
          tank:
            with:
              aim: directions
        setup:
          - put tank of A with aim = east on c2
          - put tank of B with aim = west on c4
        actions:
          veer(c in mine, n in {-7, -1, 2}): set aim[c] to rotated(aim[c], n)
          spin(c in mine): set aim[c] to rotated(aim[c], 5 - turns * 99)
          go(c in mine):
            - require rotated(onward, 1) = none and c + rotated(aim[c], count(mine)) in empty
            - move c to c + rotated(aim[c], 1)
          halve(c in mine): set aim[c] to rotated(aim[c], (turns - 3) / 2)
        turn: veer or spin or go or halve
        end:
          - when turns > 14: draw
    """,
    "groups as sets of sets, and the first of anything": """
        players: A, B
        board: square(4)
        pieces: man
        state:
          n: 0..30
          kept: subsets(lines(2))
          s: subsets(cells)
          f: flag
        actions:
          place(at in empty):
            - put man on at
            - set n to first(x(c) + 2 for c in mine if c + east in mine else 7)
            - set n to n + first({5, n, 3}) + first(i for i in 2..9 if i * i > n else 1)
            - set s to first(g for g in groups(mine) if count(g) > 1 else row(2) - mine)
            - set s to s | first((group(c) & row(1)) for c in enemy if c in row(1) else {})
            - set f to groups(mine) meets lines(2)
            - if groups(mine) within groups(pieces): add 1 to n
            - if groups(enemy) != groups(mine): add 2 to n
            - if {mine, {at}} meets groups(mine if f else enemy): add 1 to n
            - if lines(2) meets groups(enemy): add 1 to n
            - set f to f = (first(c in row(1) for c in enemy else true))
          keep(at in empty):
            - put man on at
            - set kept to {l for l in lines(2) if l in (groups(mine) if f else groups(enemy))}
          keep2(at in empty):
            - put man on at
            - set kept to groups(mine, east)
          keep3(at in empty):
            - put man on at
            - set kept to kept | groups({at}, east) | groups(mine if turns = 3 else row(1) & row(2))
        turn: place or keep or keep2 or keep3
        end:
          - when no empty: draw
    """,
    "chance for each piece that the set-up has put": """
        players: A, B
        board: square(4)
        pieces:
          man:
          block:
            owner: none
        state:
          rank[c in cells]: 0..3
          n: 0..9
        setup:
          - put man of A on row(1)
          - set n to 2
          - for c in pieces, k in 1..n if x(c) > k: deal(c, k)
          - if n = 2: drop(a1)
          - set n to count(block_cells)
        define:
          block_cells: pieces(block)
        chance:
          deal(c in cells, k in 1..3, r in 1..3):
            - weight r
            - set rank[c] to r + k
          drop(not_here in cells, at in empty): put block on at
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when turns = 5 or stuck: draw
    """,
    "announcements": """
        players: A, B
        board: square(3)
        pieces: man
        state:
          s: 0..9
        sees:
          board: pieces(viewer)
          place: nothing
          refusal: viewer = mover
        setup:
          - tell all "begin"
        actions:
          place(at in cells - mine):
            - if at = b2: tell all "the middle"
            - try at in empty, "taken"
            - put man on at
            - tell opponent "something"
        turn: place
        after turn:
          - if turns mod 2 = 0: tell mover "even"
        end:
          - when no empty: draw
    """,
    "the empty set in many places": """
        players: A, B
        board: square(3)
        pieces: man
        state:
          s: subsets(cells) = {}
          ways: subsets(directions) = {north}
          f: subsets(links)
        define:
          holes: c for c in {}
          none_of(v): v | {}
          either(v): v if turns > 2 else {}
          clear(v, w):
            - set s to v | w
        actions:
          place(at in empty | {}):
            - put man on at
            - set s to {} if turns mod 2 = 0 else mine
            - for c in {}: remove c
            - clear({}, {})
            - clear({}, either(mine))
            - set ways to {} | ways
            - add {} to s
            - set f to {} if no s else links
          never(at in {}):
            - put man on at
          never2(d in holes, e in directions):
            - require d + e in cells
            - put man on d + e
        turn: place or never or never2
        end:
          - when some s & {} or {} meets s: draw
          - when no empty and no s - {} and count({}) = 0 and {} within mine: draw
          - when no empty and {} = {} and not (a1 in {}): draw
          - when any(v = {} for v in {mine, {}}) and count(none_of({})) = 0 and no empty: mover wins
          - when max(count(g) for g in groups({}) else 3) = 2 and no empty: draw
    """,
    "numbers of a set that a definition gives": """
        define:
          used: x(c) for c in mine
          again: used
        actions:
          place(at in empty):
            - require count({100*n + y(at) for n in (again if turns > 2 else used - {1}) | {0}}) < 4
            - put man on at
        turn: place
        end:
          - when stuck: draw
    """,
    "values that the turn gives": """
        board: square(2)
        state:
          v: -5..5
          log: -999..999
          f: flag
          w: low, high
        actions:
          go(n in {-2, 3, 4}):
            - set v to n
            - set log to (log * 3 + n) mod 500
          step(n in -3..2): set v to n
          paint(p in colours, d in directions): set f to p = Black and a1 + d in cells
          say(k in {low, high}): set w to k
          mark(b in {true, false}): set f to b
          put(c in cells, n in {-1, 0, 7}):
            - put man on c
            - set v to n mod 5
          at: set v to 1
        turn: >-
          go(3) or (at, go(-2)) or (at, at, go(v + 2)) or (at, at, at, go(9))
          or (paint(mover, east), go(v)) or (mark(true), (go(7 div 2) or go(8 div 2)), go(-2))
          or (say(high), put(b2, 0 - 1)) or (step(-3), step(v + 1), step(1 div 2) else step(2))
          or (mark(false), put(a1))
        end:
          - when turns = 12: draw
    """,
    "values that the set-up gives": """
        board: square(2)
        state:
          v: -50..50
        setup:
          - for n in {-2, 3}: add_up(n)
          - for c in {a1, b2}: drop(c, x(c) - 2)
        chance:
          add_up(n in {-2, 0, 3}, more in {-1, 1}): add n + more to v
          drop(c in cells, n in {-1, 0}):
            - put man of Black on c
            - add n to v
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when no empty: draw
    """,
    "a try without parameters, and one between parameters": """
        board: square(2)
        state:
          s: 0..3
          found: flag
        sees:
          s: nothing
        actions:
          use:
            - require turns > 0
            - try s = 3, "no"
            - set found to true
          aim(c in cells, n in 1..2):
            - require n < 2 or c != a1
            - try s < 3, "not yet"
            - put man on c
          stay: set s to 3 - s
          quit: put man on a1
        turn: use or aim or stay or quit
        end:
          - when turns = 8: draw
    """,
    "names of values of every type": """
        players: White, Black
        board: square(3)
        pieces: man
        setup:
          - for c in {a1, c3}:
              - let whose = White if c = a1 else Black
              - put man of whose on c
          - let third = a1 + 2*east
          - throw(third)
          - put man of White on third
        state:
          best: 0..9
          way: orthogonal
          ok: flag
        chance:
          throw(c in cells, n in 1..2):
            - set best to n
        actions:
          step(start in mine, d in orthogonal):
            - let twice = 2*d
            - let row_ = list(x(c) for c in mine)
            - let gs = groups(mine)
            - let rows = {row(1), row(2)}
            - let ls = lines(2)
            - let there = start + twice if best = 2 else start + d
            - let whole = piece[start]
            - let open = there in empty and row_ > list(y(c) for c in enemy)
            - require there in cells
            - move start to there
            - let back = -d
            - set way to back
            - set ok to open
            - for g in gs:
                - let n = count(g)
                - if n > best: set best to n
            - if any(l within mine for l in ls) or any(r meets mine for r in rows):
                - add 1 to best
            - let far = there + twice
            - if far in empty: put whole on far
          stay(c in mine): set ok to false
        turn: step or stay
        end:
          - when turns = 9: draw
    """,
    "attributes with a start, and pieces that turn into others": """
        players: White, Black
        board: square(4)
        pieces:
          man:
            with:
              promoted: flag = false
              facing: north, south = south
          king:
            with:
              crown: 0..3 = 2
        setup:
          - let home = row(1)
          - put man of White on home
          - put man of Black with promoted = true on row(4)
        state:
          best: 0..16
        actions:
          jump(start in mine, d in directions):
            - let there = start + d
            - require there in empty, "no room"
            - let n = count(mine)
            - move start to there
            - if n > 2:
                - let other = there + d
                - if other in enemy: remove other
            - set best to n
          raise(at in mine(man)):
            - let k = king
            - let was = owner[at + north]
            - require was != mover
            - set kind[at] to k
          lower(at in mine(king)):
            - require crown[at] = 2
            - set kind[at] to man
        parts:
          go: jump or raise or lower
        turn: go else pass
        end:
          - when no enemy: mover wins
          - when turns = 12: draw
    """,
    "so many times, and as long as a condition holds": """
        options:
          few: 1..3 = 2
        players: White, Black
        board: square(3)
        pieces: man
        state:
          n: 0..9
        define:
          many: few + 1
        actions:
          place(at in empty): put man on at
          slide(start in mine, d in orthogonal):
            - let there = start + d
            - require there in empty
            - move start to there
            - repeat up to few + 1 times while last + d in empty:
                - let next_one = last + d
                - move last to next_one
                - add 1 to n
        turn: place few times, slide 0 to many times
        end:
          - when count(empty) < 2: mover wins
          - when turns = 9: draw
    """,
    "words with facts, and facts of kinds and of pieces that are values": """
        players: A, B
        board: square(3)
        words:
          sign:
            rock:
              beats: scissors
              worth: 1
            paper:
              beats: rock
              worth: count(mine)
            scissors:
              beats: paper
        pieces:
          man:
            level: 2
            home: corners
          card:
            owner: none
            supply: each
            level: 1 + turns
            with:
              suit: clubs, hearts
              rank: 2..4
              is_high: flag
              way: orthogonal
        state:
          shown[p in colours]: sign or none
          hand[p in colours]: subsets(card)
          latest: card | man or none
          points[p in colours]: 0..90
          won[s in sign]: 0..9
        define:
          best(p): max(rank(k) * level(k) for k in hand[p] if suit(k) = hearts else 0)
        actions:
          show(s in {s for s in sign if beats(s) != shown[opponent] or turns > 6}):
            - set shown[mover] to s
            - add worth(s) to points[mover]
            - if beats(s) = shown[opponent]:
                - add 1 to won[s]
          draw_card(k in {k for k in supply if kind(k) = card and not is_high(k)}):
            - require count(hand[mover]) < 3 and owner(k) = none
            - add k to hand[mover]
            - put k on first(empty)
            - set latest to k
          play_man(at in empty):
            - require at in home(man) or level(man) * 3 < turns
            - put man on at
            - set latest to piece[at]
          follow(at in empty):
            - require suit(latest) = clubs and first(empty) + way(latest) in cells
            - require owner(latest) != mover and kind(latest) in {card, man}
            - set latest to none
            - put man on at
        turn: show or draw_card or play_man or follow or pass
        end:
          - when turns = 30 or count(won[s] > 1 for s in sign) = 2: draw
          - when best(mover) > 9 and level(latest) = turns + 1: mover wins
    """,
    "all pieces slide as far as they see a free cell": """
        players: A, B
        board: hexagon(5) - corners - e5
        pieces: stone
        define:
          loose(d): c for c in pieces if sight(c, d, pieces) meets empty
        actions:
          put_one(at in empty): put stone on at
          tilt(d in directions):
            - require some loose(d)
            - repeat up to 9 times while some loose(d):
                - move c to c + d for c in loose(d)
        turn: put_one, tilt
        end:
          - when turns = 12: draw
    """,
    "tiles of each side that are left": """
        players: A, B
        board: square(8)
        pieces: stone
        words:
          shape:
            three:
              form: a1, a2, a3
            bent:
              form: a1, a2, b1
            four:
              form: a1, a2, b1, b2
        state:
          left[p in colours]: subsets(shape) = shape
        actions:
          lay(s in left[mover], at in copies(form(s))):
            - require at within empty and not (at touches mine)
            - put stone on at
            - take s from left[mover]
          bar(c in empty):
            - put stone on c
            - if c = last and no left[mover]: add three to left[mover]
        turn: lay or bar
        end:
          - when stuck or turns = 30: draw
    """,
    "which stones touch one group or several": """
        players: A, B
        board: square(5) - b2
        pieces: stone
        actions:
          put_one(at in empty): put stone on at
          drop(at in pieces):
            - require count(at in neighbours(g) for g in groups(pieces(B))) = 1
            - remove at
          turn_over(at in pieces):
            - require count(at touches g for g in groups(pieces(B))) = 1
            - set owner[at] to next
        turn: put_one or drop or turn_over
        end:
          - when turns = 60: draw
    """,
    "some of the groups, counted, joined and asked": """
        players: A, B
        board: square(5)
        pieces: stone
        define:
          large(p): g for g in groups(p) if count(g) >= 2
        actions:
          put_one(at in empty):
            - require not any(g touches at for g in large(pieces(A)) if count(g) = 3)
            - put stone on at
          drop(at in union(g for g in {h for h in groups(mine) if h touches enemy})): remove at
          take(at in enemy):
            - require max(count(g) for g in {h for h in large(mine) if h touches at} else 0) > 2
            - remove at
        turn: put_one or drop or take
        end:
          - when turns = 60: draw
    """,
    "groups by steps of their own, which only grow": """
        players: A, B
        board: square(5) - c2
        pieces: stone
        define:
          joined(c): leaps(c, 1, 2) | {c + northeast}
        actions:
          put_one(at in empty):
            - put stone on at
            - require count(group(at, c to joined(c))) <= 4
        turn: put_one else pass
        end:
          - when passes = 2: draw
          - when any(count(g) = 4 and g meets row(1) for g in groups(mine, c to joined(c))): draw
    """,
    "of cells it is asked what holds for their groups": """
        players: A, B
        board: square(5)
        pieces: stone
        define:
          breathless: c for c in enemy if not (group(c) touches empty)
          small: count(count(group(c)) < 3 for c in mine)
          beside(at): c for c in neighbours(at) & mine if count(group(c)) > 1
        actions:
          put_one(at in empty):
            - put stone on at
            - remove breathless
            - require small mod 4 != 3
          shrink(at in empty):
            - require any(count(group(c)) > 1 for c in neighbours(at) & mine)
            - require max(count(group(c)) for c in mine) < 9
            - remove beside(at)
          clear(at in empty & row(1)): remove union(group(c) for c in neighbours(at) & enemy)
        turn: put_one or shrink or clear
        end:
          - when not all(count(group(c)) < 8 for c in mine): next wins
          - when turns = 60: draw
    """,
    "rows that are looked for step by step": """
        players: A, B
        board: rectangle(6, 4) - b2
        pieces: stone
        define:
          wedged: c for c in mine if any(c + k*north in enemy for k in 1..2)
        actions:
          put_one(at in empty): put stone on at
          drop(at in wedged): remove at
        turn: put_one or drop
        end:
          - when any(all(a + k*d in mine for k in 0..2) for a in mine, d in {east, northeast}): draw
          - when any(all(a + k*north in pieces for k in 0..2 if k != 1) for a in mine): draw
          - when turns = 60: draw
    """,
    "what can be reached by steps of its own within some cells": """
        players: A, B
        board: square(5)
        pieces: stone
        actions:
          put_one(at in empty): put stone on at
          hop(a in mine, b in reach(a, c to leaps(c, 1, 2) & empty)): move a to b
          take(a in mine, b in reach(a, c to ({c + north, c + east} & enemy))): move a to b
        turn: put_one or hop or take
        end:
          - when turns = 60: draw
    """,
    "what is seen to the south alone": """
        players: A, B
        board: rectangle(13, 12) - b2 - g7
        pieces: stone
        setup:
          - put stone of A on column(3) - {c1}
          - put stone of B on c1
        actions:
          put_one(at in empty): put stone on at
          drop(c in {c for c in mine if sight(c, south, mine) meets enemy}):
            - remove {d + south for d in mine if d + south in enemy}
            - move c to first(sight(c, south, mine) & (enemy | empty))
        turn: put_one or drop
        end:
          - when turns = 120: draw
    """,
    "sets of sets together, numbers held in sets, and the first number that fits": """
        players: A, B
        board: square(4) - d4
        pieces: stone
        state:
          walls[p in colours]: subsets(links)
          left[p in colours]: subsets({2, 4, 6}) = {2, 4}
        define:
          every: union(walls[p] for p in colours if some pieces(p))
          open(c, d): c + d in empty and {c, c + d} not in every
          clear(c, d, n): all(open(c + i*d, d) for i in 0..n - 1)
          glide(c, d): first(n for n in 1..3 if clear(c, d, n) and not open(c + n*d, d))
          fall(c, d): min(n for n in 1..3 if clear(c, d, n) and c + n*d in row(1) | row(4) else 0)
        actions:
          put_one(at in empty): put stone on at
          build(w in links - every, k in left[mover] | {6}):
            - take k from left[mover]
            - if k < 6 or turns > 8: add w to walls[mover]
          slide(c in mine, d in orthogonal):
            - let n = glide(c, d)
            - move c to c + n*d
            - require n = 2 or fall(c, d) != 1
        turn: put_one or build or slide
        end:
          - when turns = 60: draw
    """,
}


@pytest.mark.parametrize("name", by_name(3, CONSTRUCTS))
def test_both_engines_play_it_alike(name: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, CONSTRUCTS[name])
    assert game.engine().name == "native", game.why_reference
    native, reference = pair(game)
    assert compare_walks(native, reference, seed=1) > 6


@pytest.mark.slow
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_its_c_is_clean(name: str, tmp_path: Path) -> None:
    assert_clean(tiny(tmp_path, CONSTRUCTS[name]), tmp_path)
