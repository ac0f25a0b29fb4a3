"""Rule files under 150 lines that ask much of the native engine: a lot of one thing in each."""

from __future__ import annotations

from collections.abc import Callable

PLAYERS = "game: Stress\nplayers: White, Black\n"
MEN = "pieces: man\nsetup:\n  - put man of White on row(1)\n  - put man of Black on row({size})\n"
END = "end:\n  - when stuck: mover loses\n  - when turns = 60: draw\n"
SLIDE = "start in mine, there in sight(start, directions) & empty"
STEP = "start in mine, there in neighbours(start, directions) - mine"
MOVES = f"  slide({SLIDE}): move start to there\n  step({STEP}): move start to there\n"
STONES = "pieces: stone\nactions:\n  place(c in empty): put stone on c\n"


def game(turn: str, actions: str, rest: str = END, size: int = 8, before: str = "") -> str:
    """A rule file on a square board."""
    head = f"{PLAYERS}board: square({size})\n{MEN.format(size=size)}{before}"
    return f"{head}actions:\n{actions}turn: {turn}\n{rest}"


def chain(alternatives: int) -> str:
    """As many captures as can be, by a chain of alternatives that announce a number."""
    takes = "(take({n}), jump(last) while possible)"
    turn = " else ".join(takes.format(n=n) for n in range(alternatives, 0, -1)) + " else step"
    return game(
        turn,
        "  take(n in 1..20, start in mine, there in hops(start)):\n"
        "    - set need to n\n    - hop(start, there)\n"
        "  jump(start in mine, there in hops(start)): hop(start, there)\n"
        f"  step({STEP} - enemy): move start to there\n",
        "after turn:\n  - require count(taken) >= need\n  - set need to 0\n"
        f"  - remove taken\n  - set taken to cells - cells\n{END}",
        before=(
            "state:\n  taken: subsets(cells)\n  need: 0..20\ndefine:\n"
            "  prey: enemy - taken\n"
            "  hops(c): c + 2*d for d in directions if c + d in prey and c + 2*d in empty\n"
            "  hop(start, there):\n    - set taken to taken | between(start, there) & enemy\n"
            "    - move start to there\n"
        ),
    )


def lengths(most: int) -> str:
    """The same by the lengths of sequences."""
    ways = (
        "(" + ", ".join(["jump", *["jump(last)"] * (n - 1)]) + ")" for n in range(most, 0, -1)
    )
    return game(
        " else ".join(ways) + " else step",
        "  jump(start in mine, there in hops(start)):\n"
        "    - remove between(start, there)\n    - move start to there\n"
        f"  step({STEP} - enemy): move start to there\n",
        before="define:\n  hops(c): empty & {c + 2*d for d in directions if c + d in enemy}\n",
    )


def actions(count: int) -> str:
    """Many actions to choose from."""
    ways = ("directions", "orthogonal", "diagonal")
    each = (
        f"  act{i}(start in mine, there in sight(start, {ways[i % 3]}) & empty):"
        " move start to there\n" for i in range(count)
    )  # fmt: skip
    return game(" or ".join(f"act{i}" for i in range(count)), "".join(each))


def alternatives(count: int) -> str:
    """A long turn of choices."""
    turn = ", ".join(["(slide or step)"] * count)
    return game(turn, MOVES)


def repetitions(count: int) -> str:
    """A long turn of repetitions in each other."""
    turn = ", ".join(["(slide while possible, (step at will) up to 3 times)"] * count)
    return game(turn, MOVES)


def definitions(count: int) -> str:
    """Definitions each of which asks the one before it four times."""
    each = "".join(
        f"  n{i}: n{i - 1} + n{i - 1} mod {i + 2} if n{i - 1} > {i} else n{i - 1} * 2\n"
        for i in range(1, count)
    )
    return game(
        "step",
        f"  step({STEP}):\n    - require n{count - 1} mod 7 < 6\n    - move start to there\n",
        before=f"define:\n  n0: count(mine)\n{each}",
    )


def kinds(count: int) -> str:
    """Many kinds of pieces that turn into each other."""
    put = "".join(f"  - put k{i} of White on {'abcdefgh'[i % 8]}{1 + i // 8}\n" for i in range(24))
    turns = "".join(
        f"    - if kind[start] = k{i}:\n        - set kind[start] to k{(i * 7 + 3) % count}\n"
        for i in range(count)
    )
    names = ", ".join(f"k{i}" for i in range(count))
    return (
        f"{PLAYERS}board: square(8)\npieces: {names}\nsetup:\n{put}actions:\n"
        f"  step({STEP}):\n{turns}    - move start to there\nturn: step\n{END}"
    )


def lines(_count: int) -> str:
    """Lines of many lengths on a large board."""
    asked = "".join(
        f"  - when any(l within mine for l in lines({n})): mover wins\n" for n in range(3, 12)
    )
    counted = "".join(
        f"  - when count(l within mine for l in lines({n})) > {n}: mover wins\n"
        for n in range(4, 9)
    )
    return (
        f"{PLAYERS}board: square(25)\n{STONES}"
        f"turn: place, place\nend:\n{asked}{counted}  - when no empty: draw\n"
    )


def ends(count: int) -> str:
    """Many conditions with loops in each other."""
    each = "".join(
        f"  - when any(c in mine and count(neighbours(c, directions) & mine) = {i % 8} and "
        f"any(e + {i % 3 + 1}*w in enemy for e in sight(c, diagonal), w in orthogonal) "
        f"for c in row({i % 10 + 1}) | column({i % 7 + 1})): mover wins\n"
        for i in range(count)
    )
    return game("slide", f"  slide({SLIDE}): move start to there\n", f"end:\n{each}", size=10)


def groups(count: int) -> str:
    """Much that is asked of groups."""
    each = "".join(
        f"  - when any(count(g) > {i + 3} and g meets row({i % 13 + 1}) and "
        f"count(g meets column(j) for j in 1..{i % 5 + 2}) > 1 for g in groups(mine)): mover wins\n"
        for i in range(count)
    )
    return (
        f"{PLAYERS}board: square(13)\n{STONES}"
        f"turn: place\nend:\n{each}  - when no empty: draw\n"
    )


def branches(depth: int) -> str:
    """Conditions in each other."""

    def nested(left: int, indent: str) -> str:
        if left == 0:
            return f"{indent}- set n to n + 1\n"
        inner = nested(left - 1, f"{indent}    ")
        return f"{indent}- if n mod {left + 2} = 1:\n{inner}{indent}  else:\n{inner}"

    body = nested(depth, "    ")
    return game(
        "step", f"  step({STEP}):\n{body}    - move start to there\n",
        before="state:\n  n: 0..1000\n",
    )  # fmt: skip


def variables(count: int) -> str:
    """Many sets that change with each action."""
    state = "".join(f"  v{i}: subsets(cells)\n" for i in range(count))
    sets = "".join(
        f"    - set v{i} to v{(i + 1) % count} | neighbours(start, directions)"
        f" - v{(i * 3 + 2) % count}\n" for i in range(count)
    )  # fmt: skip
    return game(
        "step", f"  step({STEP}):\n{sets}    - move start to there\n", before=f"state:\n{state}"
    )


def reaches(count: int) -> str:
    """Many actions that go through groups, combined with each other."""
    names = [f"p{i}" for i in range(count)]
    actions = "".join(
        f"  {name}(at in empty, beside in sight(at, directions)):\n"
        "    - require count({c for c in reach(at, c to neighbours(c) & mine)"
        f" if {i} < count(group(c))}}) > {i}\n    - put man on at\n"
        for i, name in enumerate(names)
    )
    turn = " or ".join(f"({a}, {b} up to 3 times)" for a, b in zip(names, reversed(names)))
    return game(f"{turn} or pass", actions, size=12)


PILES = """\
game: Piles
players: White, Black
board: square(5)
pieces: flat, wall, cap
state:
  height[c in cells]: 0..44
  level[c in cells, i in 1..44]: colours or none
  hand[i in 1..6]: colours or none
  held: soft, hard, heavy
  left: 0..6
  dropped: 0..6
  at: cells or none
  way: orthogonal
define:
  show(c):
    - if height[c] = 0: remove c
      else: put flat of level[c, height[c]] on c
  raise(c, p):
    - set height[c] to height[c] + 1
    - set level[c, height[c]] to p
actions:
  place(c in empty):
    - put flat on c
    - raise(c, mover)
  grab(c in mine, n in 1..5, d in orthogonal):
    - require n <= height[c]
    - set held to hard if c in pieces(wall) else heavy if c in pieces(cap) else soft
    - for i in 1..5 if i <= n: set hand[i] to level[c, height[c] - n + i]
    - for i in 1..5 if i <= n:
        - set level[c, height[c]] to none
        - take 1 from height[c]
    - set left to n
    - set dropped to 0
    - set at to c
    - set way to d
    - show(c)
  drop(k in 1..5):
    - require left > 0 and k <= left and at + way in cells
    - set at to at + way
    - require at not in pieces(wall) or (held = heavy and left = 1)
    - for i in 1..5 if i <= k: raise(at, hand[dropped + i])
    - add k to dropped
    - take k from left
    - show(at)
    - if left = 0 and held = hard: put wall on at
turn: place or (grab, drop while possible)
after turn:
  - require left = 0
end:
  - when no empty or turns = 60: draw
"""


FILES: dict[str, Callable[[], str]] = {
    "chain": lambda: chain(20),
    "lengths": lambda: lengths(13),
    "actions": lambda: actions(60),
    "alternatives": lambda: alternatives(45),
    "repetitions": lambda: repetitions(20),
    "definitions": lambda: definitions(20),
    "kinds": lambda: kinds(40),
    "lines": lambda: lines(25),
    "ends": lambda: ends(60),
    "groups": lambda: groups(30),
    "branches": lambda: branches(5),
    "variables": lambda: variables(40),
    "reaches": lambda: reaches(39),
    "piles": lambda: PILES,
}
