"""All choose at once, on both engines, in positions worked out by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.both_engines import compare, compare_encoding, pair, walk
from support.diagnosing import findings
from support.tiny import tiny

from interpreter import IllegalMove
from interpreter.coverage import coverage_of, endings_of

ORDERS = """
    players: White, Black
    board: rectangle(3, 1)
    setup:
      - put man of White on a1
      - put man of Black on c1
    actions:
      go(start in mine, there in neighbours(start) & empty): move start to there
    turn: all (go or pass)
    end:
      - when turns = 3: draw
"""


class Both:
    """A state on both engines, compared after every move."""

    def __init__(self, game: Any):
        self.native, self.reference = pair(game)

    def play(self, *moves: str) -> Both:
        for move in moves:
            self.native, self.reference = self.native.play(move), self.reference.play(move)
            compare(self.native, self.reference)
            compare_encoding(self.native)
        return self

    @property
    def moves(self) -> list[str]:
        return [move.text for move in self.native.moves()]

    @property
    def men(self) -> dict[str, str]:
        return {cell: piece.colour for cell, piece in self.native.pieces().items()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.native, name)


@pytest.fixture
def orders(tmp_path: Path) -> Both:
    return Both(tiny(tmp_path, ORDERS))


def test_a_choice_changes_nothing_before_all_have_chosen(orders: Both) -> None:
    assert (orders.colour, orders.moves) == ("White", ["go a1 b1", "pass"])
    orders.play("go a1 b1")
    assert (orders.colour, orders.turn) == ("Black", 0)
    assert orders.men == {"a1": "White", "c1": "Black"}
    assert orders.moves == ["go c1 b1", "pass"]  # as if White had not chosen


def test_what_has_become_impossible_does_nothing(orders: Both) -> None:
    orders.play("go a1 b1", "go c1 b1")
    assert orders.men == {"b1": "White", "c1": "Black"}
    assert orders.turn == 1


def test_the_mover_chooses_and_acts_first(orders: Both) -> None:
    orders.play("pass", "pass")
    assert orders.colour == "Black"
    orders.play("go c1 b1", "go a1 b1")
    assert orders.men == {"a1": "White", "b1": "Black"}


def test_what_is_impossible_does_not_end_a_row_of_passes(tmp_path: Path) -> None:
    rules = ORDERS + "      - when passes = 2: mover loses\n"
    state = Both(tiny(tmp_path, rules)).play("go a1 b1", "go c1 b1")  # the second does nothing
    assert not state.is_over
    state.play("pass", "pass")
    assert state.result == [1.0, 0.0]  # Black was the mover of the second turn


def test_seats_hear_all_choices_at_once_and_see_who_has_chosen(orders: Both) -> None:
    orders.play("go a1 b1")
    assert orders.view(0).chosen == {"White": "go a1 b1"}
    assert orders.view(1).chosen == {"White": None}
    assert orders.view(1).acting == 1
    assert orders.view(0).heard == orders.view(1).heard == ()
    orders.play("pass")
    assert orders.view(0).chosen == {}
    assert orders.view(0).heard == orders.view(1).heard == ("White: go a1 b1", "Black: pass")


def test_no_view_tells_choices_apart(orders: Both) -> None:
    one = orders.native.play("go a1 b1")
    other = orders.native.play("pass")
    assert one != other
    assert one.view(1) == other.view(1)
    assert [m.text for m in one.moves()] == [m.text for m in other.moves()]


def test_a_state_in_a_round_is_written_and_read(orders: Both) -> None:
    orders.play("go a1 b1")
    for state in (orders.native, orders.reference):
        assert state.game.state_from_json(state.to_json()) == state
    told = orders.native.to_json()
    for wrong in ('["go", [0, 2]]', '["go", [0]]', "null", "3"):
        with pytest.raises(ValueError, match="pending"):
            orders.game.state_from_json(told.replace('["go", [0, 1]]', wrong))
    for pending in ([1, ["all", 2, [["junk"]]]], [1, ["all", 2, [5]]], [["all", True, []]], 3):
        with pytest.raises(ValueError, match="pending"):
            orders.game.state_from_json(json.dumps(json.loads(told) | {"pending": pending}))


def test_a_choice_that_is_not_legal_is_refused_with_its_reason(orders: Both) -> None:
    for state in (orders.native, orders.reference):
        with pytest.raises(IllegalMove, match="c1 is not in `neighbours"):
            state.play("go a1 c1")


WAITING = """
    players: Red, Green, Blue
    board: rectangle(4, 1)
    setup:
      - put man of Green on a1
      - put man of Blue on b1
      - set next to Red
    state:
      turn_of: colours
    actions:
      leap(start in mine):
        - require start + 2*east in cells, "too far"
        - move start to start + 2*east
        - set turn_of to mover
    turn: all leap
    end:
      - as soon as last = c1: mover loses
      - as soon as last = d1: mover wins
      - when stuck: mover wins
"""


def test_who_has_nothing_to_choose_is_passed_over(tmp_path: Path) -> None:
    state = Both(tiny(tmp_path, WAITING))
    assert (state.colour, state.moves) == ("Green", ["leap a1"])
    state.play("leap a1")
    assert state.colour == "Blue"


def test_ends_are_tested_when_all_is_carried_out_for_the_one_whose_turn_it_is(
    tmp_path: Path,
) -> None:
    state = Both(tiny(tmp_path, WAITING)).play("leap a1", "leap b1")
    assert state.variables == {"turn_of": "Blue"}
    assert state.men == {"c1": "Green", "d1": "Blue"}
    assert state.result == [1.0, 0.0, 0.0]  # Red's turn; `last` is d1, where Blue came last


def test_nobody_can_choose(tmp_path: Path) -> None:
    rules = WAITING.replace("last = c1", "a1 in mine").replace("last = d1", "b1 in mine")
    state = Both(tiny(tmp_path, rules)).play("leap a1", "leap b1")
    assert (state.turn, state.result) == (1, [1.0, 0.0, 0.0])  # stuck, after Red's turn


OUT = """
    players: Red, Green, Blue
    state:
      lives[p in colours]: 0..2 = 2
      hit[p in colours]: colours or none
    actions:
      shoot(p in playing):
        - require p != mover
        - set hit[mover] to p
    turn: all shoot
    after turn:
      - for p in colours if hit[p] != none:
          - take 1 from lives[hit[p]]
          - set hit[p] to none
      - for p in playing if lives[p] = 0: take p from playing
    end:
      - when count(playing) <= 1 or turns = 9: draw
"""


def test_who_is_out_chooses_no_more(tmp_path: Path) -> None:
    state = Both(tiny(tmp_path, OUT)).play("shoot Green", "shoot Red", "shoot Green")
    assert state.variables["lives"] == {"Red": 1, "Green": 0, "Blue": 2}
    assert (state.colour, state.moves) == ("Blue", ["shoot Red"])  # it would have been Green's turn
    state.play("shoot Red")
    assert (state.colour, state.moves) == ("Red", ["shoot Blue"])
    state.play("shoot Blue")
    assert (state.turn, state.is_over) == (2, True)


AFTER_CHOICES = """
    players: White, Black
    board: rectangle(4, 1)
    state:
      picked[p in colours]: 0..3
      throw: 0..3
    chance:
      roll(n in 1..3): set throw to n
    actions:
      pick(n in 1..3): set picked[mover] to n
      drop(n in {2, 3}):
        - require n = picked[mover]
        - require n = throw, "another number was thrown"
        - put man on a1 + n*east
      claim(c in empty):
        - require picked[mover] > picked[opponent]
        - put man on c
    turn: all pick, roll, all drop, claim
    end:
      - when turns = 2: draw
"""


def test_choices_chance_and_actions_follow_each_other(tmp_path: Path) -> None:
    state = Both(tiny(tmp_path, AFTER_CHOICES)).play("pick 3", "pick 2")
    assert state.is_chance and [m.text for m, _ in state.chance] == ["roll 2", "roll 3"]  # not 1
    state.play("roll 3")
    assert (state.colour, state.moves) == ("White", ["drop 3"])  # Black is passed over
    state.play("drop 3")
    assert (state.colour, state.turn) == ("White", 0)
    state.play("claim a1")
    assert (state.colour, state.turn, state.men) == ("Black", 1, {"a1": "White", "d1": "White"})


def test_what_cannot_be_completed_after_a_round_is_left_out(tmp_path: Path) -> None:
    state = Both(tiny(tmp_path, AFTER_CHOICES))
    state.play("pick 2", "pick 2", "roll 2", "drop 2", "drop 2")
    assert (state.colour, state.turn, state.men) == ("Black", 1, {"c1": "Black"})
    state.play("pick 1", "pick 1")  # nobody can drop what is thrown
    assert (state.turn, state.result) == (2, [0.5, 0.5])


AT_THE_END = """
    players: White, Black
    state:
      left[p in colours]: 0..5 = 2
    actions:
      spend(n in 0..2): take n from left[mover]
    turn: all spend
    after turn:
      - set left[White] to 5
      - let heir = max(n for n in 1..3 if n > left[Black])
      - set left[Black] to 1 + heir
    end:
      - when turns = 3: draw
"""


def test_what_follows_a_turn_does_nothing_where_it_fails(tmp_path: Path) -> None:
    state = Both(tiny(tmp_path, AT_THE_END)).play("spend 1", "spend 0")
    assert state.variables == {"left": {"White": 5, "Black": 4}}
    state.play("spend 0", "spend 1")  # there is no heir above 4
    assert state.variables == {"left": {"White": 4, "Black": 4}}


SETS = """
    players: White, Black
    board: square(3)
    state:
      paint[p in colours]: subsets(cells)
      spent: subsets(1..9)
    setup:
      - put man of White on a1
      - put man of Black on c3
    define:
      free: n for n in 1..9 if n not in spent and n mod 3 = turns mod 3
    actions:
      colour(l in lines(3)):
        - require l meets empty
        - for c in l: add c to paint[mover]
      swap({a, b} in links):
        - require a in mine or b in mine
        - require not {a, b} within pieces
        - if a in mine: move a to b
          else: move b to a
      number(n in free): add n to spent
      turn_to(d in orthogonal, k in 1..2):
        - require count(mine) = 1
        - let start = first(c for c in mine)
        - require start + k*d in empty, "it is in the way"
        - move start to start + k*d
      onto(c in cells - pieces):
        - require last = none or c != last
        - put man on c
    turn: all (colour or swap or number or turn_to), all (onto or pass) if turns > 0
    end:
      - when turns = 4 or no empty: draw
"""


@pytest.mark.parametrize("rules", [ORDERS, WAITING, OUT, AFTER_CHOICES, AT_THE_END, SETS])
def test_walks_are_the_same_on_both_engines(tmp_path: Path, rules: str) -> None:
    game = tiny(tmp_path, rules)
    for seed in range(4):
        walk(game, seed, 60)


def test_an_order_is_void_by_its_own_arguments(tmp_path: Path) -> None:
    state = Both(tiny(tmp_path, SETS)).play("number 3", "number 3")
    assert state.variables["spent"] == frozenset({3})
    state.play("swap c2 c3", "swap a1 b1")
    assert state.men == {"b1": "White", "c2": "Black"}


def test_random_games_are_the_same_move_by_move(tmp_path: Path) -> None:
    for rules in (ORDERS, WAITING, AFTER_CHOICES, SETS):
        game = tiny(tmp_path, rules)
        native, _ = pair(game)
        for number in range(5):
            state = Both(game)
            for key in native.engine.playout_moves(native.node, number, 7, 100):
                state.play(game.move(key).text)
            assert state.is_over


def test_counts(tmp_path: Path) -> None:
    """Each choice is an action.

    The pairs from 1 1 to 3 3, White's first, have 1 1 1, 3 1 2, 3 6 1 ends: what is thrown has been
    picked by somebody, and White claims one of three cells where it picked more.
    """
    for state in pair(tiny(tmp_path, AFTER_CHOICES)):
        assert [state.perft(n) for n in (1, 2)] == [3, 9]
        assert state.perft(1, turns=True) == 19


MANY = """game: Hands
players: First, Second
board: square(3)
state:
  hand[p in colours]: 0..1000
actions:
  show(n in 1..1000): set hand[mover] to n
turn: all show
end:
  - when WHEN: draw
"""


@pytest.mark.parametrize(("when", "codes"), [
    ("all(hand[p] > 0 for p in colours)", ["only-one-turn"]),
    ("hand[First] > 0 and hand[Second] = 0", []),  # that never holds: all have shown
])  # fmt: skip
def test_a_first_round_is_tried_as_a_whole(when: str, codes: list[str]) -> None:
    """It has too many ways to be tried in all of them."""
    assert [found.code for found in findings(MANY.replace("WHEN", when), tried=250_000)] == codes


def test_random_moves_are_equally_likely(tmp_path: Path) -> None:
    game = tiny(tmp_path, ORDERS)
    native, reference = pair(game)
    chooser = random.Random(2)
    assert {reference.random_move(chooser).view(0).chosen["White"] for _ in range(20)} == {
        "go a1 b1", "pass",
    }  # fmt: skip
    shares = native.engine.playouts(native.node, 500, 1, 1, 100)
    assert shares.draws == 500


def test_the_use_of_lines_counts_what_was_carried_out(tmp_path: Path) -> None:
    game = tiny(tmp_path, ORDERS)
    uses = coverage_of(game, [["go a1 b1", "go c1 b1", "pass", "go b1 a1"]])
    used = {use.kind: (use.uses, use.chances) for use in uses if use.section == "actions"}
    assert used["statement"] == (2, 2)  # of the second choice nothing was done
    assert used["action"] == (3, 3)
    assert endings_of(game, [["pass"] * 6, ["pass"] * 3]) == {
        "when turns = 3: draw": 1, "not finished": 1,
    }  # fmt: skip
