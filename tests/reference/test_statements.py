"""What statements do, one tiny game for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.positions import cells, play, refusal, targets, texts
from support.tiny import tiny


def act(folder: Path, body: str, rules: str = "", **options: Any) -> Any:
    """The state of a game whose action `go(c in cells)` has this body."""
    lines = "\n".join(f"    - {line}" for line in body.strip().splitlines())
    return tiny(
        folder, f"{rules}\nactions:\n  go(c in cells):\n{lines}\nturn: go", **options
    ).start()


def owners(state: Any) -> dict[str, str]:
    return {cell: piece.colour for cell, piece in state.pieces().items()}


# put


def test_put_is_of_the_mover(tmp_path: Path) -> None:
    state = play(act(tmp_path, "put man on c"), "go a1", "go b1")
    assert owners(state) == {"a1": "Black", "b1": "White"}


def test_put_of_another(tmp_path: Path) -> None:
    assert owners(play(act(tmp_path, "put man of White on c"), "go a1")) == {"a1": "White"}


def test_put_on_a_set(tmp_path: Path) -> None:
    state = play(act(tmp_path, "put man on row(y(c))"), "go b2")
    assert owners(state) == dict.fromkeys(["a2", "b2", "c2"], "Black")


def test_put_where_there_is_no_cell_is_refused(tmp_path: Path) -> None:
    state = act(tmp_path, "put man on c + north")
    assert targets(state, "go") == cells("a1 b1 c1 a2 b2 c2")
    assert "put man on c + north" in refusal(state, "go a3")


def test_put_replaces(tmp_path: Path) -> None:
    assert owners(play(act(tmp_path, "put man on c"), "go a1", "go a1")) == {"a1": "White"}


def test_put_with_attributes(tmp_path: Path) -> None:
    rules = "pieces:\n  pawn:\n    with:\n      rod: orthogonal"
    state = play(act(tmp_path, "put pawn with rod = east on c", rules), "go a1")
    assert state.at("a1").attributes == {"rod": "east"}


def test_an_attribute_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    rules = "pieces:\n  pawn:\n    with:\n      rod: orthogonal"
    state = act(tmp_path, "put pawn with rod = towards(c, c3) on c", rules)
    assert "go c3" not in texts(state)
    assert "go c1" in texts(state)
    assert "go b2" not in texts(state)  # northeast is no value of a rod


SUPPLY = "pieces:\n  man:\n    supply: 2"


def test_the_supply_runs_out(tmp_path: Path) -> None:
    state = act(tmp_path, "put man on c", SUPPLY)
    assert state.supply == {"Black-man": 2, "White-man": 2}
    state = play(state, "go a1", "go b1", "go c1", "go a2")
    assert state.supply == {}
    assert state.is_over  # nobody can move, and no rule says what then
    assert state.result == [0.5, 0.5]


def test_a_put_of_more_than_there_are_is_refused(tmp_path: Path) -> None:
    assert texts(act(tmp_path, "put man on row(1) | {c}", SUPPLY)) == set()
    state = act(tmp_path, "put man on {a1, c}", SUPPLY)
    assert len(texts(state)) == 9
    assert play(state, "go a1").supply == {"Black-man": 1, "White-man": 2}


def test_a_common_supply(tmp_path: Path) -> None:
    rules = "pieces:\n  cube:\n    owner: none\n    supply: 3"
    state = play(act(tmp_path, "put cube on c", rules), "go a1", "go b1")
    assert state.supply == {"cube": 1}
    assert state.at("a1").colour is None
    assert play(state, "go c1").result == [0.5, 0.5]


def test_each_piece_once(tmp_path: Path) -> None:
    rules = """
        board: square(2)
        pieces:
          pawn:
            owner: none
            supply: each
            with:
              tall: flag
              hue: dark, light
        actions:
          place(p in supply, c in empty): put p on c
        turn: place
    """
    start = tiny(tmp_path, rules).start()
    assert len(start.moves()) == 16
    state = play(start, "place true-dark a1")
    assert len(state.moves()) == 9
    assert "true-dark" not in state.supply
    assert state.at("a1").attributes == {"tall": True, "hue": "dark"}


def test_pieces_that_are_alike_are_counted_and_are_one_choice(tmp_path: Path) -> None:
    rules = """
        pieces:
          man:
            supply: 4
        actions:
          place(p in supply, c in empty):
            - require count(supply) = 4
            - put p on c
        turn: place
    """
    start = tiny(tmp_path, rules).start()
    assert len(start.moves()) == 9
    assert "place Black-man a1" in texts(start)


# lift and remove, move and swap


@pytest.mark.parametrize(("verb", "left"), [("lift", 2), ("remove", 1)])
def test_lift_goes_to_the_supply_and_remove_out_of_the_game(
    tmp_path: Path, verb: str, left: int
) -> None:
    rules = SUPPLY + "\nsetup:\n  - put man of White on a1"
    state = act(tmp_path, f"{verb} c", rules)
    assert state.supply["White-man"] == 1
    after = play(state, "go a1")
    assert after.at("a1") is None
    assert after.supply["White-man"] == left


@pytest.mark.parametrize("verb", ["lift", "remove"])
def test_taking_nothing_off_is_no_fault(tmp_path: Path, verb: str) -> None:
    assert len(texts(act(tmp_path, f"{verb} {{c}} & mine"))) == 9
    assert len(texts(act(tmp_path, f"{verb} c"))) == 9


def test_remove_a_set(tmp_path: Path) -> None:
    rules = "setup:\n  - put man of White on row(1)"
    assert set(play(act(tmp_path, "remove {c, a1}", rules), "go b1").pieces()) == {"c1"}


MEN = "setup:\n  - put man of Black on {a1, b1}\n  - put man of White on c3"


def test_move_takes_what_stood_there_out_of_the_game(tmp_path: Path) -> None:
    state = act(tmp_path, "move a1 to c", MEN)
    assert owners(play(state, "go c3")) == {"b1": "Black", "c3": "Black"}
    assert owners(play(state, "go a1")) == owners(state)


def test_move_from_an_empty_cell_is_refused(tmp_path: Path) -> None:
    assert targets(act(tmp_path, "move c to b2", MEN), "go") == {"a1", "b1", "c3"}


def test_swap_needs_two_pieces(tmp_path: Path) -> None:
    state = act(tmp_path, "swap c and c3", MEN)
    assert targets(state, "go") == {"a1", "b1", "c3"}
    assert owners(play(state, "go a1")) == {"a1": "White", "b1": "Black", "c3": "Black"}


@pytest.mark.parametrize(
    ("body", "last"),
    [
        ("put man on c", "a2"),
        ("move b1 to c", "a2"),
        ("put man on c\nmove b1 to b2", "b2"),
        ("swap b1 and c3", None),
        ("lift b1", None),
        ("set owner[b1] to White", None),
    ],
)
def test_last_is_where_a_put_or_move_ended(tmp_path: Path, body: str, last: str | None) -> None:
    checked = f"{body}\nrequire last = {last}" if last else f"{body}\nrequire last = none"
    assert "go a2" in texts(act(tmp_path, checked, MEN))


def test_last_is_none_again_in_the_next_turn(tmp_path: Path) -> None:
    state = act(tmp_path, "require last = none\nput man on c")
    assert len(texts(play(state, "go a1"))) == 9


# set, add, take


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("set score to 3", 3),
        ("set score to 9", 5),
        ("set score to 0 - 9", 0),
        ("add 1 to score", 3),
        ("add 9 to score", 5),
        ("take 1 from score", 1),
        ("take 9 from score", 0),
        ("add x(c) to score", 3),
    ],
)
def test_numbers_stay_at_the_ends_of_their_range(
    tmp_path: Path, change: str, expected: int
) -> None:
    state = play(act(tmp_path, change, "state:\n  score: 0..5 = 2"), "go a1")
    assert state.variables == {"score": expected}


def test_a_domain_with_gaps_keeps_the_nearest(tmp_path: Path) -> None:
    state = act(tmp_path, "set score to x(c) + 3", "state:\n  score: 0, 5, 10")
    assert state.variables == {"score": 0}
    assert play(state, "go a1").variables == {"score": 5}  # 4
    assert play(state, "go c1").variables == {"score": 5}  # 6


@pytest.mark.parametrize(
    ("declared", "first"),
    [
        ("v: 2..5", 2),
        ("v: flag", False),
        ("v: cells", "a1"),
        ("v: cells or none", None),
        ("v: colours", "Black"),
        ("v: subsets(cells)", frozenset()),
        ("v: early, late", "early"),
        ("v: early, late = late", "late"),
        ("v: 2..5 = 4", 4),
        ("v: colours or none = White", "White"),
        ("v: subsets(cells) = corners", frozenset({"a1", "c1", "a3", "c3"})),
        ("v: orthogonal", "north"),
    ],
)
def test_where_a_variable_starts(tmp_path: Path, declared: str, first: Any) -> None:
    state = act(tmp_path, "put man on c", f"state:\n  {declared}")
    assert state.variables == {"v": first}


def test_variables_of_all_types(tmp_path: Path) -> None:
    rules = """
state:
  where: cells or none
  who: colours or none
  way: directions
  phase: early, late
  done_it: flag
  cut: subsets(cells)"""
    body = """
set where to c
set who to mover
set way to north
set phase to late
set done_it to true
add c to cut
add row(1) to cut
take a1 from cut
take {c3} from cut
"""
    after = play(act(tmp_path, body, rules), "go b2")
    assert after.variables == {
        "where": "b2",
        "who": "Black",
        "way": "north",
        "phase": "late",
        "done_it": True,
        "cut": frozenset({"b2", "b1", "c1"}),
    }


def test_none_can_be_stored(tmp_path: Path) -> None:
    rules = "state:\n  who: colours or none = White"
    assert play(act(tmp_path, "set who to none", rules), "go a1").variables == {"who": None}
    assert play(act(tmp_path, "set who to owner[c]", rules), "go a1").variables == {"who": None}


def test_what_a_variable_cannot_hold_is_refused(tmp_path: Path) -> None:
    rules = "state:\n  where: row(1)\n  some_cells: subsets(row(1))"
    assert targets(act(tmp_path, "set where to c", rules), "go") == cells("a1 b1 c1")
    assert targets(act(tmp_path, "add c to some_cells", rules), "go") == cells("a1 b1 c1")
    assert targets(act(tmp_path, "set where to c + south", rules), "go") == cells("a2 b2 c2")


def test_arrays(tmp_path: Path) -> None:
    rules = "state:\n  score[p in colours]: 0..9\n  seeds[c in cells]: 0..9 = x(c)"
    state = act(tmp_path, "add seeds[c] to score[mover]\nset seeds[c] to 0", rules)
    assert state.variables["seeds"]["b3"] == 2
    after = play(state, "go b3", "go c1")
    assert after.variables["score"] == {"Black": 2, "White": 3}
    assert after.variables["seeds"]["b3"] == 0
    assert after.variables["seeds"]["b2"] == 2


def test_an_array_with_two_indices(tmp_path: Path) -> None:
    rules = "state:\n  paid[p in colours, n in 1..3]: 0..9"
    after = play(act(tmp_path, "add 4 to paid[mover, x(c)]", rules), "go b3")
    assert after.variables["paid"][("Black", 2)] == 4
    assert sum(after.variables["paid"].values()) == 4


def test_an_index_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    rules = "state:\n  seeds[c in cells]: 0..9"
    state = act(tmp_path, "add 1 to seeds[c + north]", rules)
    assert targets(state, "go") == cells("a1 b1 c1 a2 b2 c2")


def test_marks_are_stored_and_no_part_of_a_position(tmp_path: Path) -> None:
    rules = "marks:\n  spot: cells or none"
    state = act(tmp_path, "set spot to c", rules)
    one, other = play(state, "go a1"), play(state, "go b2")
    assert (one.marks, other.marks) == ({"spot": "a1"}, {"spot": "b2"})
    assert one == other


def test_a_mark_is_added_to(tmp_path: Path) -> None:
    rules = "marks:\n  trail: subsets(cells)\n  tally[p in colours]: 0..9"
    state = act(tmp_path, "add c to trail\nadd 1 to tally[mover]", rules)
    state = play(play(state, "go a1"), "go b2")
    assert state.marks["trail"] == frozenset({"a1", "b2"})
    assert sum(state.marks["tally"].values()) == 2


def test_set_owner_of_a_set(tmp_path: Path) -> None:
    state = act(tmp_path, "set owner[row(1) & pieces] to White", MEN)
    assert owners(play(state, "go a1")) == {"a1": "White", "b1": "White", "c3": "White"}
    assert texts(act(tmp_path, "set owner[row(1)] to White", MEN)) == set()  # c1 is empty


def test_set_kind(tmp_path: Path) -> None:
    rules = "pieces: man, king\nsetup:\n  - put man on {a1, b1}"
    state = play(act(tmp_path, "set kind[c] to king", rules), "go a1")
    assert {c: p.kind for c, p in state.pieces().items()} == {"a1": "king", "b1": "man"}
    assert targets(act(tmp_path, "set kind[c] to king", rules), "go") == {"a1", "b1"}


def test_set_an_attribute(tmp_path: Path) -> None:
    rules = """
pieces:
  pawn:
    with:
      rod: orthogonal
setup:
  - put pawn with rod = north on {a1, b1}"""
    state = play(act(tmp_path, "set rod[c] to -rod[c]", rules), "go a1")
    assert state.at("a1").attributes == {"rod": "south"}
    assert state.at("b1").attributes == {"rod": "north"}


# next, play


def test_set_next(tmp_path: Path) -> None:
    again = play(act(tmp_path, "if c in corners: set next to mover"), "go a1")
    assert again.colour == "Black"


def test_set_next_skips(tmp_path: Path) -> None:
    rules = "players: Red, Green, Blue"
    state = act(tmp_path, "set next to after(next)", rules)
    order = []
    for _ in range(4):
        order.append(state.colour)
        state = play(state, "go a1")
    assert order == ["Red", "Blue", "Green", "Red"]


def test_play_exchanges_colours_not_seats(tmp_path: Path) -> None:
    rules = "players: Red, Green, Blue"
    state = act(tmp_path, "if turns = 0: play Blue", rules)
    after = play(state, "go a1")
    assert [after.colour_of(seat) for seat in (0, 1, 2)] == ["Blue", "Green", "Red"]
    assert (after.seat, after.colour) == (1, "Green")
    assert play(after, "go a1").colour == "Red"


# require, if, for, definitions


def test_require_before_between_and_after(tmp_path: Path) -> None:
    body = """
require c in empty, "taken"
put man on c
require count(mine) = 1, "one man"
remove c + east
require count(pieces) = 1, "alone"
"""
    state = act(tmp_path, body, "setup:\n  - put man of White on c1")
    assert targets(state, "go") == {"b1"}
    assert "taken" in refusal(state, "go c1")
    assert "alone" in refusal(state, "go a1")
    # for c3 the removal itself cannot be carried out
    assert "remove c + east" in refusal(state, "go c3")


def test_a_refused_action_leaves_no_trace(tmp_path: Path) -> None:
    state = act(tmp_path, "put man on c\nrequire c in corners")
    refusal(state, "go b2")
    assert state.pieces() == {}


def test_if_else_if_else(tmp_path: Path) -> None:
    rules = """
        state:
          said: low, middle, high
        actions:
          go(c in cells):
            - if y(c) = 1: set said to low
              else if y(c) = 2: set said to middle
              else: set said to high
        turn: go
    """
    start = tiny(tmp_path, rules).start()
    said = {c: play(start, f"go {c}").variables["said"] for c in ("a1", "b2", "c3")}
    assert said == {"a1": "low", "b2": "middle", "c3": "high"}


def test_for_reads_its_set_once(tmp_path: Path) -> None:
    """Each man is followed by another; the new ones are not followed in turn."""
    rules = """
        board: rectangle(5, 1)
        setup:
          - put man on a1
        actions:
          grow:
            - for c in mine: put man on c + east
        turn: grow
    """
    state = play(tiny(tmp_path, rules).start(), "grow")
    assert set(state.pieces()) == {"a1", "b1"}


def test_for_goes_in_the_fixed_order(tmp_path: Path) -> None:
    rules = """
        state:
          where: cells or none
        actions:
          go:
            - for c in corners | row(2) if c != a1: set where to c
          back(d in directions):
            - for n in 1..3, c in row(n) if n < 3: set where to c
        turn: go or back
    """
    start = tiny(tmp_path, rules).start()
    assert play(start, "go").variables["where"] == "c3"
    assert play(start, "back north").variables["where"] == "c2"


def test_each_statement_reads_what_those_before_left(tmp_path: Path) -> None:
    body = "set a to x(c)\nset b to a + 1\nset a to 5"
    rules = "state:\n  a: 0..9\n  b: 0..9"
    assert play(act(tmp_path, body, rules), "go b1").variables == {"a": 5, "b": 3}


def test_a_refusal_inside_a_for_refuses_the_action(tmp_path: Path) -> None:
    body = "for e in {c, c + east}: require e in empty\nput man on c"
    state = act(tmp_path, body, "setup:\n  - put man of White on b1")
    assert "go a1" not in texts(state)
    assert "go b1" not in texts(state)
    assert "go c1" in texts(state)  # the set does not exist, so nothing is required


def test_statements_as_a_definition(tmp_path: Path) -> None:
    rules = """
        state:
          score[p in colours]: 0..99
        define:
          pay(p, n):
            - require n < 3, "too much"
            - add n to score[p]
        actions:
          go(c in cells):
            - pay(mover, x(c))
            - pay(opponent, 1)
        turn: go
    """
    start = tiny(tmp_path, rules).start()
    assert play(start, "go b1").variables["score"] == {"Black": 2, "White": 1}
    assert "too much" in refusal(start, "go c1")


def test_an_argument_is_evaluated_once(tmp_path: Path) -> None:
    """`n` stays what it was when the body changes what it was read from."""
    rules = """
        state:
          a: 0..9 = 3
          b: 0..9
        define:
          double(n):
            - set a to 0
            - set b to n + n
        actions:
          go: double(a)
        turn: go
    """
    assert play(tiny(tmp_path, rules).start(), "go").variables == {"a": 0, "b": 6}


def test_parameters_are_read_in_the_position_before_the_action(tmp_path: Path) -> None:
    """`there` is chosen among the cells that were empty, though `start` is lifted first."""
    rules = """
        board: rectangle(3, 1)
        setup:
          - put man on a1
        actions:
          hop(start in mine, there in empty):
            - lift start
            - put man on there
        turn: hop
    """
    assert texts(tiny(tmp_path, rules).start()) == {"hop a1 b1", "hop a1 c1"}


def test_a_domain_may_use_the_parameters_before_it(tmp_path: Path) -> None:
    rules = """
        board: rectangle(3, 1)
        actions:
          go(c in cells, d in neighbours(c)): put man on {c, d}
        turn: go
    """
    assert texts(tiny(tmp_path, rules).start()) == {"go a1 b1", "go b1 a1", "go b1 c1", "go c1 b1"}


# let


NAMED = """
state:
  best: 0..9
setup:
  - let home = row(1)
  - put man of White on home
  - put man on a3
actions:
  go(c in cells):
    - let was = owner[c]
    - let n = count(mine)
    - remove c
    - put man of was on c + north
    - set best to n
  slip(c in mine):
    - let there = c + south
    - let missing = c + east
    - require there in cells and not missing in cells
    - put man on missing
  spread(c in cells):
    - for d in orthogonal if c + d in cells:
        - let there = c + d
        - if there in empty:
            - let twice = there + d
            - if twice in empty: put man on twice
  shield(c in row(1)):
    - let there = c + 3*north
    - require there = none and there != c and there not in cells
turn: go or slip or spread or shield
"""


def test_a_let_keeps_its_value(tmp_path: Path) -> None:
    """It is read where its line stands: the piece that belonged to White is gone by then."""
    state = tiny(tmp_path, NAMED).start()
    assert targets(state, "go") == cells("a1 b1 c1")
    after = play(state, "go b1")
    assert owners(after) == {"a1": "White", "b2": "White", "c1": "White", "a3": "Black"}
    assert after.view(0).variables["best"] == 1


def test_a_let_may_name_what_does_not_exist(tmp_path: Path) -> None:
    """The line itself never fails; a statement that needs the value does."""
    state = tiny(tmp_path, NAMED).start()
    assert targets(state, "shield") == cells("a1 b1 c1")
    state = play(state, "go b1")  # to b2, and White moves
    assert targets(state, "slip") == set()
    state = play(tiny(tmp_path, NAMED).start(), "go c1")
    assert "put man on missing" in refusal(state, "slip c2")


def test_each_round_has_its_own_values(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, NAMED).start(), "spread c3")
    assert owners(state) == {"a1": "White", "b1": "White", "c1": "White", "a3": "Black"}
    state = play(tiny(tmp_path, NAMED).start(), "go a1", "spread b1")
    assert owners(state)["b3"] == "White"


def test_an_attribute_with_a_start_need_not_be_given(tmp_path: Path) -> None:
    rules = """
pieces:
  man:
    with:
      up: flag = true
      rod: orthogonal
  king:
    with:
      rod: orthogonal
      rank: 1..9 = 7
"""
    body = "put man with rod = east on c\nset kind[c] to king"
    state = act(tmp_path, body, rules)
    assert play(state, "go a1").at("a1").attributes == {"rod": "east", "rank": 7}
    state = act(tmp_path, body + "\nset rank[c] to 2\nset kind[c] to man", rules)
    assert play(state, "go a1").at("a1").attributes == {"up": True, "rod": "east"}


def test_a_kind_with_an_attribute_that_has_no_start_is_not_changed(tmp_path: Path) -> None:
    """Neither to it nor from it: the piece would lose what it has."""
    rules = """
pieces:
  man:
  king:
    with:
      rank: 1..9
"""
    state = act(tmp_path, "put man on c\nif c = a1: set kind[c] to king", rules)
    assert "set kind[c] to king" in refusal(state, "go a1")
    body = "put king with rank = 1 on c\nif c = a1: set kind[c] to man"
    state = act(tmp_path, body, rules)
    assert "set kind[c] to man" in refusal(state, "go a1")


# repeat


SLIDE = """
state:
  n: 0..9
setup:
  - put man on a1
  - put man of White on c3
actions:
  slide(start in mine, d in orthogonal):
    - require start + d in empty
    - move start to start + d
    - repeat up to 5 times while last + d in empty:
        - let there = last + d
        - move last to there
        - add 1 to n
  count_up(k in 0..3):
    - repeat up to k times while n < 2: add 1 to n
  never:
    - repeat up to 9 times while last in cells: remove a1
  half_way:
    - repeat up to 3 times while true:
        - require n < 1, "enough"
        - add 1 to n
turn: slide or count_up or never or half_way
"""


def test_a_repetition_asks_before_each_round(tmp_path: Path) -> None:
    state = tiny(tmp_path, SLIDE).start()
    after = play(state, "slide a1 north")
    assert owners(after) == {"a3": "Black", "c3": "White"}
    assert after.view(0).variables["n"] == 1
    assert owners(play(state, "never")) == owners(state)


def test_a_repetition_stops_after_its_last_round(tmp_path: Path) -> None:
    state = tiny(tmp_path, SLIDE).start()
    held = {k: play(state, f"count_up {k}").view(0).variables["n"] for k in range(4)}
    assert held == {0: 0, 1: 1, 2: 2, 3: 2}


def test_what_fails_in_a_round_forbids_the_action(tmp_path: Path) -> None:
    state = tiny(tmp_path, SLIDE).start()
    assert refusal(state, "half_way").startswith("enough")
