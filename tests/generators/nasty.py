"""Rule files that ask for too much, or are of the wrong shape: none may trouble the checker."""

from __future__ import annotations

from collections.abc import Iterator

PLAIN = {
    "game": " Plain",
    "options": "\n  size: 2..9 = 4",
    "players": " White, Black",
    "board": " square(size)",
    "pieces": " stone",
    "state": "\n  n: 0..9",
    "define": "\n  f(c): neighbours(c) & empty",
    "actions": "\n  place(at in empty):\n    - require no f(at) or some f(at)\n"
    "    - put stone on at\n    - add 1 to n",
    "turn": " place",
    "end": "\n  - when no empty: draw",
}
HEADINGS = (
    *PLAIN,
    "extends",
    "looks",
    "notes",
    "year",
    "setup",
    "marks",
    "chance",
    "sees",
    "questions",
    "opening",
    "after turn",
)
DEEP = 400
BODIES = (
    "",
    " text",
    " 0",
    " ''",
    ' ""',
    " |\n  a\n  b",
    "\n  - item",
    "\n  key: value",
    "\n  key:",
    "\n  - key: value",
    "\n  - - - x",
    "\n  -",
    "\n  - key:\n    - key:\n      - x",
    "\n  a: |\n    b",
    "\n  place(at in empty):",
    "\n  if some empty:\n    place: x",
    "\n  else: place",
    " removed",
    "\n  f: 1\n  f(a): 2\n  f(a, b): 3",
    "\n  key:\n    key:\n      key:\n        key: x",
)
BOARDS = (
    "square(10000000000)",
    "square(64)",
    "square(65)",
    "rectangle(4096, 1)",
    "rectangle(1, 4096)",
    "hexagon(37)",
    "hexagon(38)",
    "triangle(90)",
    "rhombus(64)",
    "rhombus(2.5)",
    "square(4.0)",
    "square(-1)",
    "square(0)",
    "square(1)",
    "square()",
    "square(1, 2, 3)",
    "square(square(3))",
    "square(4) - cells",
    "square(64) - cells",
    "square(4) - empty",
    "square(4) - a1 - a2 - {a3, a4}",
    "square(4) - 3",
    "square(9 div 0)",
    "square(9 mod 0)",
    "square(9*9*9*9*9*9*9*9*9*9*9)",
    "square(size - size)",
    "square(size / 2)",
    "square(none)",
    "square(true)",
    "square(n)",
    "square(count(cells))",
    "square(4) - {c for c in cells, d in cells if c = d}",
    "square(64) - {c for c in cells, d in cells, e in cells}",
    "square(4) - {c + 999999999*east for c in cells}",
    "square(4) - row(1)",
    "cells",
    "empty",
    "none",
    "square(4) - group(a1)",
    "-square(4)",
    "square(4) | square(3)",
    "a1",
    "square(4) - lines(2)",
)
DOMAINS = (
    "1..1000000000",
    "0..100000",
    "0..100001",
    "-1000000000..1000000000",
    "1..0",
    "0.5..3",
    "1..2.5",
    "none",
    "true",
    "1",
    "flag",
    "cells",
    "directions",
    "colours",
    "stone",
    "empty",
    "mine",
    "{}",
    "{a for a in 1..1000, b in 1..1000}",
    "{a for a in 1..300, b in 1..300, c in 1..300}",
    "{c for c in cells, d in cells, e in cells, f in cells, g in cells}",
    "subsets(lines(3))",
    "subsets(subsets(cells))",
    "subsets(1..100000)",
    "subsets(n)",
    "links",
    "lines(2)",
    "n",
    "f(a1)",
    "1 div 0",
    "1..1 div 0",
    "{1 div 0}",
    "1..9*9*9*9*9*9*9*9*9*9*9*9",
    "max(1..0)",
    "9 or none",
    "1, 2, none",
    "1, a",
    "a, b",
    "a, a",
    "White, Black",
    "White, x",
    "1.5, 2.5",
    "x, y",
    "east, west",
    "1..3 = 7",
    "1..3 = n",
    "1..3 = none",
    "1..3 or none = none",
    "flag = 3",
    "cells = a1",
    "cells = z9",
    "first(cells)",
    "{first({}) for c in cells}",
    "lines(2.5)",
    "lines(0)",
    "lines(-1)",
    "lines(99999999999)",
    "blocks(99999, 99999)",
    "blocks(1.5, 2)",
    "blocks(0, 0)",
    "blocks(-1, -1)",
    "leaps(a1, 999999999, 1)",
    "leaps(a1, 1.5, 1)",
    "row(99999999999)",
    "row(1.5)",
    "seats",
    "reach(a1, c to neighbours(c))",
    "reach(a1, c to cells)",
    "groups(cells)",
    "sight(a1, directions)",
    "between(a1, d4)",
    "between(a1, b3)",
    "towards(a1, d4)",
    "{towards(a1, b3)}",
    "distance(a1, d4)",
    "{c + 999999999*east for c in cells}",
    "{c + 1.5*east for c in cells}",
    "{a1 + n*east}",
    "{99999999999 * 99999999999}",
    "1.5 mod 2, 3.5 div 2",
    "5 mod 0.0, 1",
    "union(lines(2))",
    "union(1..3)",
    "list(1..3)",
    "list(1..100000)",
    "descending(lines(2))",
    "sum(1..100000)",
    "{list(1..3)}",
    "max(lines(2))",
    "min(cells)",
    "x(a1)..y(d4)",
    "sides",
    "corners",
    "piece[a1]",
    "{kind[a1]}",
    "{opponent}",
    "{after(White)}",
    "{seat(White)}",
    "{mover}",
    "{stuck}",
    "{turns}",
    "{seen(board)}",
    "{viewer}",
    "{here}",
    "{last}",
    "supply",
    "pieces(stone)",
    "{stone}",
)
STATEMENTS = (
    "for a in cells, b in cells, c in cells, d in cells, e in cells:\n          - add 1 to n",
    "for a in 1..100000:\n          - for b in 1..100000:\n              - add 1 to n",
    "set n to 10*10*10*10*10*10*10*10*10*10*10*10*10*10*10*10",
    "set n to 1 div 0",
    "set n to none",
    "set n to count({a for a in 1..1000, b in 1..1000, c in 1..1000})",
    "put stone on cells",
    "put stone on {}",
    "put stone of none on a1",
    "move a1 to a1",
    "move a1 to b2",
    "swap a1 and a1",
    "lift cells",
    "remove cells",
    "set next to none",
    "set owner[cells] to none",
    "play none",
    "set kind[cells] to stone",
    "set n to max(1..0)",
    "require 1 div 0 = 1",
    "weight 1",
    'tell all "x"',
    "put stone on a1 + 999999999*east",
    "set n to n + 99999999999999999999",
    "try some empty",
    "set n to sum(count(groups(cells - {c})) for c in cells, d in cells)",
    "play White",
    "set n to 0.1 + 0.2",
    "place(a1)",
    "f(a1)",
    "put White on a1",
    "set last to a1",
    "set n to -9 mod 4",
    "set n to count(union(lines(k) for k in 1..9))",
    "require stuck",
    "require seen(n) = 0",
    "set owner[a1] to Red",
    "set n[a1] to 1",
    "set kind[a1] to none",
)
TURNS = (
    "place up to 1000000000 times",
    "place up to 2.5 times",
    "place up to none times",
    "place up to -3 times",
    "place at will",
    "place while possible",
    "place at will at will",
    "place while possible while possible",
    "(place at will) up to 99 times",
    "pass",
    "done",
    "pass or done",
    "place if possible if possible",
    "place(a1, a2, a3)",
    "place(1)",
    "place(none)",
    "place(z9)",
    "pass at will",
    "pass while possible",
    "(pass or place) at will",
    ", ".join(["place"] * 300),
    " or ".join(["place"] * 300),
    " else ".join(["place"] * 300),
    "(" * DEEP + "place" + ")" * DEEP,
    "place if 1 div 0 = 1",
    "place if some empty up to 3 times",
    "place, place(last) while possible",
    "place" + " if possible" * 300,
    "place" + " up to 2 times" * 50,
    "done, done",
    "pass, place",
)
WHOLE = (
    "",
    "\n",
    "#",
    "---",
    "...",
    "a",
    "a:",
    "a: b: c",
    "- a",
    "- - -",
    "\t",
    "\0",
    "\ufeff",
    "\r",
    "\r\n",
    "{}",
    "[]",
    "{",
    "&a",
    "*a",
    "!!python/object:os.system x",
    "? a",
    "|",
    ">",
    "'",
    '"',
    "%",
    "@",
    "`",
    "a: &b c\nd: *b",
    "<<: *x",
    ": a",
    ":",
    "?:",
    "a:\n\tb",
    "é: ü",
    "𝔸: 𝔹",
    "x" * 200_000,
    "x: " + "y " * 50_000,
    "a: " * 5000,
    "\n".join(f"k{i}:" for i in range(2_000)),
    "\n".join("a: b" for _ in range(2_000)),
    "- " * 2000 + "x",
    "".join(" " * i + "k:\n" for i in range(100)),
    "(" * 100_000,
    '"' * 100_001,
    "x: |" + "\n " * 30_000,
)


def with_(**changed: str) -> str:
    """The plain game with some headings changed."""
    parts = PLAIN | {name.replace("_", " "): body for name, body in changed.items()}
    return "".join(f"{name}:{body}\n" for name, body in parts.items())


def cases() -> Iterator[tuple[str, str]]:
    """Each with a name."""
    for number, text in enumerate(WHOLE):
        yield f"whole {number}", text
    for heading in HEADINGS:
        for number, body in enumerate(BODIES):
            yield f"{heading} {number}", with_(**{heading: body})
    for board in BOARDS:
        yield f"board {board}", with_(board=f" {board}")
    for domain in DOMAINS:
        yield f"domain {domain}", with_(state=f"\n  n: 0..9\n  v: {domain}")
        yield f"index {domain}", with_(state=f"\n  n: 0..9\n  v[i in {domain}]: 0..2")
        yield f"option {domain}", with_(options=f"\n  size: 4\n  v: {domain}")
        yield f"parameter {domain}", with_(actions=f"\n  place(at in {domain}): put stone on a1")
        yield f"attribute {domain}", with_(pieces=f"\n  stone:\n    with:\n      v: {domain}")
        yield f"start {domain}", with_(state=f"\n  n: 0..9\n  v: cells = {domain}")
        yield f"supply {domain}", with_(pieces=f"\n  stone:\n    supply: {domain}")
        yield (
            f"fact {domain}",
            with_(pieces=f"\n  stone:\n    v: {domain}", after_turn=" set n to v(a1)"),
        )
        yield f"end {domain}", with_(end=f"\n  - when {domain} = {domain}: draw")
        yield f"value {domain}", with_(after_turn=f" set n to {domain}")
        yield f"count {domain}", with_(setup=f" set n to count({domain})")
    for statement in STATEMENTS:
        yield f"setup {statement}", with_(setup=f"\n  - {statement}")
        yield f"action {statement}", with_(actions=f"\n  place(at in empty):\n      - {statement}")
        yield f"after {statement}", with_(after_turn=f"\n  - {statement}")
        yield (
            f"chance {statement}",
            with_(chance=f"\n  roll(k in 1..6):\n      - {statement}", turn=" roll, place"),
        )
    for turn in TURNS:
        yield f"turn {turn[:40]}", with_(turn=f" {turn}")
        yield f"opening {turn[:40]}", with_(opening=f"\n  - {turn}")
    for kinds in (20, 40, 300):
        attributes = "".join(f"      v{i}: flag\n" for i in range(kinds))
        yield (
            f"{kinds} attributes",
            with_(pieces=f"\n  stone:\n    supply: each\n    with:\n{attributes}"),
        )
        players = ", ".join(f"P{i}" for i in range(kinds))
        yield f"{kinds} players", with_(players=f" {players}")
    yield "long opening", with_(opening="\n  - place" * 5_000)
    yield (
        "many variables",
        with_(state="".join(f"\n  v{i}: 0..9" for i in range(2_000)) + "\n  n: 0..9"),
    )
    yield (
        "many actions",
        with_(actions="".join(f"\n  a{i}x(at in empty): put stone on at" for i in range(1_200))),
    )
    chain = "".join(f"\n  f{i}(c): f{i + 1}(c)" for i in range(500))
    yield "long chain", with_(define=f"{chain}\n  f500(c): c\n  f(c): f0(c)")
    doubling = "".join(f"\n  f{i}(c): count(f{i + 1}(c)) + count(f{i + 1}(c))" for i in range(40))
    yield "doubling", with_(define=f"{doubling}\n  f40(c): cells\n  f(c): f0(c)")
    for sign in ("(", "not ", "-", "{", "count(", "a1 + ", "1 if true else ", "f("):
        yield f"deep {sign}", with_(define=f"\n  f(c): {sign * DEEP}1")
        close = {"(": ")", "{": "}", "count(": ")", "f(": ")"}.get(sign, "")
        yield f"closed {sign}", with_(define=f"\n  f(c): {sign * DEEP}1{close * DEEP}")
        yield f"shallow {sign}", with_(define=f"\n  f(c): {sign * 25}1{close * 25}")
    for operator in ("or", "and", "+", "|", "&", "-", "*", ","):
        yield f"chain {operator}", with_(define=f"\n  f(c): {f' {operator} '.join(['c'] * 1500)}")
    yield (
        "deep blocks",
        with_(
            setup="".join("\n" + "  " * i + "  - if true:" for i in range(1, 24)) + " set n to 1"
        ),
    )
