"""How much is evaluated while a file is only checked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from support.tiny import tiny

from gdl import Report
from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.source.limits import MAX_ERRORS
from interpreter.checking.check import check_file
from interpreter.native.ir.terms.effort import EACH, ROUNDS_A_TICK, limited, tick
from interpreter.reference import statements
from interpreter.reference.basis.functions import BATCH, counted
from interpreter.reference.effort import (
    ROUNDS_A_BRANCH,
    ROUNDS_A_STATEMENT,
    CountedExpressions,
    Effort,
    OutOfEffort,
)
from interpreter.reference.engine import Reference
from interpreter.walking import move_by_move
from interpreter.walking.move_by_move import ROUNDS_A_DEAL, try_set_ups

LONG = """
board: square(32)
actions:
  place(at in empty): put man on at
turn: place
end:
  - when count({}) = 0 or no empty: draw
"""


@pytest.mark.parametrize("lists", ["lines(2)", "blocks(2, 2)"])
def test_long_lists_are_counted_by_what_is_in_them(tmp_path: Path, lists: str) -> None:
    """A call alone takes few rounds; what it makes has thousands of cells."""
    game = tiny(tmp_path, LONG.format(lists))
    (ask,) = (
        part for part in walk(game.model.ends[0].condition)
        if isinstance(part, model.BuiltinCall) and part.name == lists.split("(")[0]
    )  # fmt: skip
    effort = Effort(1000)
    evaluate = CountedExpressions(game.reference.rules, effort).function(ask)
    with pytest.raises(OutOfEffort):
        evaluate(game.start().node.position, game.reference.rules.frame())


def test_sets_that_are_put_together_are_counted(tmp_path: Path) -> None:
    """There are 30 rounds, and a thousand unions."""
    triples = "{{a, b, c} for a in cells, b in cells, c in cells}"
    rules = LONG.replace("square(32)", "rectangle(10, 1)").format(triples)
    effort = Effort(500)
    game = tiny(tmp_path, rules)
    (ask,) = (p for p in walk(game.model.ends[0].condition) if isinstance(p, model.Build))
    evaluate = CountedExpressions(game.reference.rules, effort).function(ask)
    with pytest.raises(OutOfEffort):
        evaluate(game.start().node.position, game.reference.rules.frame())


WIDE = """
board: {board}
{state}
actions:
  do: {do}
turn: {turn}
"""
MANY = "state:\n  v[k in 1..64000]: 0..1"
PILE = "\n  cells: square(1)\n  pile: 2000"
FILL = "\n    - for k in 1..1000: put man under a1"
TELL = '\n    - for k in 1..1000: tell all "told"'
PILES = "\n  cells: rectangle(3, 1)\n  pile: 2000"
FILLED = (
    "\n    - for k in 1..1000: put man on a1\n    - for k in 1..100: put man on b1"
    "\n    - for k in 1..100: move 1 of {} to c1"
)
OFTEN = "do" + " or do" * 40
NESTED = "((do 0 to 5 times) 0 to 5 times) 0 to 5 times"


@pytest.mark.parametrize("few, many", [
    (("square(1)", "state:\n  v[k in 1..2]: 0..1", "set v[1] to 1", "do"),
     ("square(1)", MANY, "set v[1] to 1", "do")),
    (("square(1)", "", FILL.replace("under", "on"), "do"), (PILE, "", FILL, "do")),
    (("square(1)", "", "put man on a1", "do"), ("square(1)", "", "put man on a1", NESTED)),
    (("square(1)", "", FILL.replace("under", "on"), "do"), ("square(1)", "", TELL, "do")),
    ((PILES, "", FILLED.format("b1"), "do"), (PILES, "", FILLED.format("a1"), "do")),
    (("square(1)", "", "put man on a1", "do"), ("square(1)", "", "put man on a1", OFTEN)),
])  # fmt: skip
def test_what_is_copied_and_each_round_of_a_turn_are_counted(
    few: tuple[str, ...], many: tuple[str, ...], tmp_path: Path
) -> None:
    """A check of such rules took up to ten seconds."""
    spent = []
    for board, state, do, turn in (few, many):
        rules = WIDE.format(board=board, state=state, do=do, turn=turn)
        effort = Effort(1_000_000)
        engine = Reference(tiny(tmp_path, rules).model, Report(), effort)
        before = effort.left
        engine.moves(engine.start())
        spent.append(before - effort.left)
    assert spent[1] > spent[0] + 150


BEST = """
state:
  n: 0..999
actions:
  do(k in 1..{count}): set n to k
turn: do with the most n
"""


def test_each_way_that_a_value_may_choose_is_counted(tmp_path: Path) -> None:
    """Its position is compared with all others: with 1,000 choices a check took four seconds."""
    spent = []
    for count in (10, 110):
        effort = Effort(1_000_000)
        rules = tiny(tmp_path, BEST.format(count=count)).model
        engine = Reference(rules, Report(), effort)
        before = effort.left
        engine.moves(engine.start())
        spent.append(before - effort.left)
    assert spent[1] - spent[0] > 100 * ROUNDS_A_STATEMENT


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is left for suggestions, whenever one is looked for for an unused definition."""
    left, near = [], Report.near

    def counted(self: Report, word: str, *groups: Iterable[str]) -> tuple[str, ...]:
        names = near(self, word, *groups)
        if word.startswith("free"):
            left.append(self.guesses)
        return names

    monkeypatch.setattr(Report, "near", counted)
    return left


USED = """\
game: Used
options:
  size: 3..6 = 3
players: Black, White
board: square(size)
pieces: man
define:
  free: empty
actions:
  place(at in free): put man on at
turn: place
end:
  - when no free: draw
"""


def written(folder: Path, count: int) -> str:
    """A file with so many definitions that nothing uses; the file that it extends uses one."""
    (folder / "used.yaml").write_text(USED, "utf-8")
    path = folder / "unused.yaml"
    unused = "\n".join(f"  free{n}: empty" for n in range(count))
    path.write_text(f"game: Unused\nextends: used\ndefine:\n{unused}\n", "utf-8")
    return str(path)


def test_all_values_of_the_options_share_what_may_be_spent_on_suggestions(
    tmp_path: Path, asked: list[int]
) -> None:
    check_file(written(tmp_path, 3))
    assert len(asked) == 4 * 3
    assert asked == sorted(set(asked), reverse=True)


def test_no_suggestions_are_looked_for_once_there_are_too_many_warnings(
    tmp_path: Path, asked: list[int]
) -> None:
    diagnostics = check_file(written(tmp_path, MAX_ERRORS + 50))
    assert len([d for d in diagnostics if d.code == "unused-name"]) == MAX_ERRORS
    assert len(asked) == 4 * MAX_ERRORS


def test_what_was_counted_for_another_plan_does_not_count() -> None:
    tick(EACH - 1)
    effort = Effort(1000)
    with limited(effort):
        tick(EACH - 1)
        assert effort.left == 1000
        tick()
    assert effort.left == 1000 - EACH * ROUNDS_A_TICK


DEALT = """
state:
  drawn: 0..4
setup:
  - for i in 1..3: draw
chance:
  draw(n in 1..4): set drawn to n
turn: pass
end:
  - when turns = 9: draw
"""


def test_the_chance_moves_of_a_set_up_take_effort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So much for each position in which chance has yet to draw, besides what its moves take."""
    game, spent = tiny(tmp_path, DEALT), []
    for price in (0, ROUNDS_A_DEAL):
        monkeypatch.setattr(move_by_move, "ROUNDS_A_DEAL", price)
        effort = game.reference.rules.effort = Effort(10_000)
        try_set_ups(game.reference, effort, 10_000)
        spent.append(10_000 - effort.left)
    assert spent[1] - spent[0] == (1 + 4 + 16) * ROUNDS_A_DEAL > 0


BRANCHES = """
state:
  n: 0..9
actions:
  place(at in {a1}): put man on at
turn: place
after turn:
  - if n > 3: pass
    else if n > 2: pass
    else if n > 1: pass
end:
  - when count(empty) = 5 and no empty: draw
"""


def test_the_branches_that_are_asked_take_effort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, spent = tiny(tmp_path, BRANCHES.replace(": pass", ": set n to 1")), []
    for price in (0, ROUNDS_A_BRANCH):
        monkeypatch.setattr(statements, "ROUNDS_A_BRANCH", price)
        effort = game.reference.rules.effort = Effort(10_000)
        engine = game.reference
        engine.turns.finish(engine.start().position.changed(turns=1))
        spent.append(10_000 - effort.left)
    assert spent[1] - spent[0] == 3 * ROUNDS_A_BRANCH > 0


def test_a_word_is_evaluated_once_a_position_wherever_it_stands(tmp_path: Path) -> None:
    game, effort = tiny(tmp_path, BRANCHES.replace(": pass", ": set n to 1")), Effort(1000)
    rules, position = game.reference.rules, game.start().node.position
    one, other = (
        part for part in walk(game.model.ends[0].condition)
        if isinstance(part, model.BuiltinCall) and part.name == "empty"
    )  # fmt: skip
    expressions = CountedExpressions(rules, effort)
    assert expressions.function(one)(position, rules.frame())
    left = effort.left
    assert left < 1000
    assert expressions.function(other)(position, rules.frame()) and effort.left == left


DOUBLED = """
state:
  n: 0..9
define:
  s0:
    - set n to (n + 1) mod 10
  s1:
    - s0
    - s0
  s2:
    - s1
    - s1
actions:
  do: {}
turn: do
"""


def test_what_is_performed_takes_effort_for_each_statement(tmp_path: Path) -> None:
    """A check of twice as many for each of fourteen definitions had no end."""
    spent = []
    for do in ("set n to 1", "s2"):
        effort = Effort(10_000)
        rules = tiny(tmp_path, DOUBLED.format(do)).model
        engine = Reference(rules, Report(), effort)
        before = effort.left
        engine.moves(engine.start())
        spent.append(before - effort.left)
    assert spent[1] - spent[0] >= (2 + 4 + 4) * ROUNDS_A_STATEMENT


def test_a_loop_that_is_left_early_counts_what_it_went_through() -> None:
    """A large set counts by batches, as far as it is gone through; all of it at the end."""
    counts: list[int] = []
    elements = counted(lambda position, frame: range(1000), counts.append, is_range=False)
    next(iter(elements(None, [])))  # type: ignore[arg-type]
    assert counts == [BATCH]
    assert list(elements(None, [])) == list(range(1000))  # type: ignore[arg-type]
    assert sum(counts) == BATCH + 1000
