"""Bounds of numbers, of sets, and of the rounds of loops."""

from __future__ import annotations

from math import inf

import pytest

from gdl import Report, Source, load_model
from gdl.model import nodes as model
from gdl.model import ranges
from gdl.model.analysis import Part, walk
from gdl.model.intervals import ANY
from gdl.model.ranges import Bounds, CloseBounds
from gdl.model.rounds import Rounds
from interpreter.api.library import library

FILE = """\
game: Bounds
players: White, Black
board: rectangle(4, 3)
pieces: stone
state:
  n: 2..5
  best[p in colours]: -3..3
  open: subsets(-2..7)
words:
  hue:
    red:
      sizes: 3, 4
    blue:
      sizes: 5, 6
define:
  used: x(c) for c in mine
  twice(k): 2*k
  more(k, j): twice(k + 1) - j
  pairs(g, d): count(c = d for c in g)
  asked: {}
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty: draw
"""


def bounds(text: str) -> tuple[Bounds, model.Expr]:
    """The bounds of a game, and a definition of it."""
    report = Report()
    game = load_model(Source("case.yaml", FILE.format(f">-\n    {text}")), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    body = game.definitions["asked"].body
    assert isinstance(body, model.Expr)
    made = Bounds(game, 12)
    made.enter(body)
    return made, body


def test_names_of_a_rule_are_not_those_of_the_definitions_that_it_uses() -> None:
    """`line` and the parameter `S` have the same number, each in its own rule."""
    text = FILE.format("cells").replace("  asked", "  run(c, d, S): sight(c, d, S) & S\n  asked")
    rules = "\n    - let line = run(at, east, mine)\n    - require count(line) < 3"
    text = text.replace("at in empty): ", f"at in empty, d in orthogonal):{rules}\n    - ")
    report = Report()
    game = load_model(Source("case.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    action = game.actions["place"]
    made = Bounds(game, 12)
    made.enter(*action.binders, *action.body)
    counts = [n for n in walk(action.body[1]) if isinstance(n, model.BuiltinCall)]
    assert [made.interval(n) for n in counts if n.name == "count"] == [(0, 12)]


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("3", (3, 3)),
        ("n", (2, 5)),
        ("n + 1", (3, 6)),
        ("n - best[White]", (-1, 8)),
        ("n * best[White]", (-15, 15)),
        ("n div 2", (1, 2)),
        ("n mod 3", (0, 3)),
        ("n mod best[White]", (-inf, inf)),  # of a number that may be negative or 0
        ("n div best[White]", (-inf, inf)),
        ("n div (best[White] + 3)", (0, 5)),  # nothing is divided by 0
        ("n div (best[White] + 4)", (0, 5)),
        ("n div count(mine)", (0, 5)),
        ("n div (count(mine) - 1)", (-inf, inf)),
        ("-n", (-5, -2)),
        ("n if some mine else 9", (2, 9)),
        ("count(mine)", (0, 12)),
        ("count(row(1))", (0, 4)),
        ("count({a1, b1} & mine)", (0, 2)),
        ("count(mine & {a1, b1})", (0, 2)),
        ("x(a1)", (1, 4)),
        ("y(a1)", (1, 3)),
        ("turns", (0, inf)),
        ("max(k + 1 for k in 1..7)", (2, 8)),
        ("max(k for k in 1..7 else 0)", (0, 7)),
        ("max({n, best[White]})", (2, 5)),
        ("min({n, best[White]})", (-3, 3)),
        ("max({best[White], best[Black], 1})", (1, 3)),
        ("max(k for k in {n, 4} else 0)", (0, 5)),
        ("max(k + 1 for k in {n, 4})", (3, 6)),
        ("sum(2 for k in 1..7)", (0, 14)),
        ("sum(k for k in 1..3, c in cells if c = a1)", (0, 9)),  # of one cell
        ("sum(k for k in 1..3, j in 1..3 if j = k)", (0, 27)),  # either may be any
        ("count(c in mine for c in cells)", (0, 12)),
        ("seat(White)", (1, 2)),
        ("twice(n)", (4, 10)),
        ("more(n, best[White])", (3, 15)),
        ("more(n, twice(turns))", (-inf, 12)),
    ],
)
def test_intervals(text: str, interval: tuple[float, float]) -> None:
    made, body = bounds(text)
    assert made.interval(body) == interval


def test_the_arguments_of_too_many_calls_are_not_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ranges, "MAX_CALLS", 1)
    made, body = bounds("twice(n) + twice(3)")
    assert made.interval(body) == ANY


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("(1..3 if some mine else {9})", (1, 9)),
        ("used", (1, 4)),
        ("open", (-2, 7)),
        ("sizes(red)", (3, 6)),
        ("union({n, k} for k in 4..8)", (2, 8)),
    ],
)
def test_what_sets_hold_is_followed_where_no_rounds_are_counted(
    text: str, interval: tuple[float, float]
) -> None:
    made, body = bounds(text)
    assert made.elements(body) == ANY
    close = CloseBounds(made.game, made.cells)
    close.enter(body)
    assert close.elements(body) == interval


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("count(c in mine for c in cells)", 12),
        ("count(c = d for c in cells, d in cells)", 144),
        ("count(any(c = d for d in cells) for c in cells)", 144),
        ("count(any(d in mine for d in cells) for c in cells)", 12),
        ("reach(a1, c to {d for d in cells if d != c})", 144),
        ("count(c = d for m in 1..turns, c in cells, d in cells)", 144),  # turns: nobody knows
        ("count(any(c in mine for m in 1..turns) for c in cells)", 12),
        ("count(no g for g in groups(mine))", 12),
        ("count(c = d for g in groups(mine), c in g, d in g)", 144),
        ("count(any(c = d for c in g) for g in groups(mine), d in cells)", 144),
        ("count(any(c = d for c in g, d in h) for g in groups(mine), h in groups(mine))", 144),
        ("count(any(c = d for c in g, d in g) for g in {{a1, b1}, mine})", 288),
        ("sum(pairs(g, d) for g in groups(mine), d in cells)", 144),
        ("sum(pairs(g | {a1}, d) for g in groups(mine), d in cells)", 288),
    ],
)
def test_rounds(text: str, rounds: float) -> None:
    made, body = bounds(text)
    assert max(Rounds(made.game, made.cells).nest(body)) == rounds


def test_loops_over_parts_within_one_another_are_looked_at_in_few_ways() -> None:
    class Counted(Rounds):
        looks = 0

        def nest(self, node: Part) -> tuple[float, float]:
            self.looks += 1
            return super().nest(node)

    loops = ", ".join(f"g{i} in groups(mine)" for i in range(6))
    made, body = bounds(f"count(some mine for {loops})")
    counted = Counted(made.game, made.cells)
    assert max(counted.nest(body)) == 12**6 and counted.looks < 200


@pytest.mark.parametrize("text, most", [
    ("max(count(s) for s in sides)", 8), ("sum(m for h in hue, m in sizes(h))", 2),
    ("sum(m for s in {{1, 2}, {3, 4, 5}}, m in s)", 3),
    ("max(count(s) for s in links)", 12 * 4), ("max(count(s) for s in blocks(2, 2))", 12),
])  # fmt: skip
def test_sizes_of_what_is_written_out(text: str, most: int) -> None:
    made, body = bounds(text)
    binders = [part for part in walk(body) if isinstance(part, model.Binder)]
    assert made.size(binders[-1].domain) == most
