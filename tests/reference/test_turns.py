"""Turns: order, choice, repetition, and looking ahead to the end of the turn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.positions import play, refusal, targets, texts
from support.tiny import tiny

ACTIONS = {
    "put_on": "put_on(c in empty): put man on c",
    "take_off": "take_off(c in mine): remove c",
    "hop": "hop(a in mine, b in neighbours(a) & empty): move a to b",
    "never": 'never:\n    - require false, "never"',
}


def start(folder: Path, turn: str, rules: str = "", actions: str = "") -> Any:
    """The start of a game with this turn, on four cells in a row.

    The usual actions that the turn or the opening names are added to those given.
    """
    named = set(re.findall(r"\w+", f"{turn} {rules}"))
    usual = "".join(f"  {text}\n" for name, text in ACTIONS.items() if name in named)
    lines = f"board: rectangle(4, 1)\n{rules}actions:\n{usual}{actions}turn: {turn}"
    return tiny(folder, lines).start()


def kinds(state: Any) -> set[str]:
    """The actions that are possible."""
    return {text.split()[0] for text in texts(state)}


ONE_EACH = "setup:\n  - put man of Black on a1\n  - put man of White on d1\n"


def test_one_after_the_other(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on, take_off")
    assert kinds(state) == {"put_on"}
    after = play(state, "put_on a1")
    assert (after.seat, after.turn) == (0, 0)
    assert texts(after) == {"take_off a1"}
    end = play(after, "take_off a1")
    assert (end.seat, end.turn) == (1, 1)


def test_choice(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on or take_off or pass", ONE_EACH)
    assert texts(state) == {"put_on b1", "put_on c1", "take_off a1", "pass"}


def test_a_choice_of_sequences(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on, take_off or take_off, put_on", ONE_EACH)
    assert kinds(state) == {"put_on", "take_off"}
    assert kinds(play(state, "put_on b1")) == {"take_off"}
    assert kinds(play(state, "take_off a1")) == {"put_on"}


def test_a_move_that_leads_on_in_several_ways(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on, take_off or put_on, hop", ONE_EACH)
    assert texts(state) == {"put_on b1", "put_on c1"}
    assert kinds(play(state, "put_on b1")) == {"take_off", "hop"}
    assert kinds(play(state, "put_on b1", "take_off a1")) == {"put_on"}  # White's turn


def test_ways_on_that_are_all_over_end_the_turn(tmp_path: Path) -> None:
    turn = "put_on or (put_on, take_off if count(mine) >= 2)"
    state = play(start(tmp_path, turn), "put_on a1", "put_on b1")
    assert (state.seat, state.turn) == (0, 2)
    state = play(state, "put_on c1")
    assert texts(state) == {"take_off a1", "take_off c1", "done"}


def test_else_is_for_where_there_is_no_way(tmp_path: Path) -> None:
    assert kinds(start(tmp_path, "take_off else put_on")) == {"put_on"}
    assert kinds(start(tmp_path, "take_off else put_on", ONE_EACH)) == {"take_off"}
    assert kinds(start(tmp_path, "never else take_off else put_on")) == {"put_on"}
    state = start(tmp_path, "take_off else put_on", ONE_EACH)
    assert "take_off" in refusal(state, "put_on b1")


def test_else_binds_loosest(tmp_path: Path) -> None:
    """(take_off, hop or put_on) else pass."""
    state = start(tmp_path, "take_off, hop or put_on else pass")
    assert kinds(state) == {"put_on"}
    full = "setup:\n  - put man of White on cells\n"
    assert texts(start(tmp_path, "take_off, hop or put_on else pass", full)) == {"pass"}


def test_if_possible(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on, hop if possible", "setup:\n  - put man of White on c1\n")
    assert kinds(play(state, "put_on a1")) == {"hop"}
    blocked = play(state, "put_on d1")
    assert blocked.seat == 1
    assert "hop" in refusal(play(state, "put_on a1"), "put_on b1")


def test_nothing_at_all_is_a_turn_too(tmp_path: Path) -> None:
    """Black has nothing to take off: its turn is over at once, and White's begins."""
    state = start(tmp_path, "take_off if possible", "setup:\n  - put man of White on {b1, c1}\n")
    assert (state.seat, state.turn) == (1, 1)
    assert texts(state) == {"take_off b1", "take_off c1"}
    state = play(state, "take_off b1")
    assert (state.seat, state.turn) == (1, 3)
    over = play(state, "take_off c1")
    assert over.result == [0.5, 0.5]  # nobody has anything to do


def test_if_a_condition_holds(tmp_path: Path) -> None:
    """Read at that moment, after what stands before."""
    state = start(tmp_path, "put_on, take_off if last in {a1, b1} and c1 in empty")
    assert play(state, "put_on d1").seat == 1
    assert kinds(play(state, "put_on a1")) == {"take_off"}
    either = start(tmp_path, "put_on, take_off if (last = a1 or last = d1)")
    assert kinds(play(either, "put_on d1")) == {"take_off"}


def test_while_possible(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on while possible")
    state = play(state, "put_on a1", "put_on b1", "put_on c1")
    assert (state.seat, state.turn) == (0, 0)
    assert texts(state) == {"put_on d1"}


def test_while_possible_may_be_nothing(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on, take_off(b1) while possible")
    assert play(state, "put_on a1").seat == 1
    assert texts(play(state, "put_on b1")) == {"take_off b1"}


def test_the_same_piece_goes_on(tmp_path: Path) -> None:
    rules = "setup:\n  - put man of Black on {a1, d1}\n"
    actions = "  run(a in mine, b in {a + east} & empty): move a to b\n"
    state = start(tmp_path, "run, run(last) while possible", rules, actions)
    assert texts(state) == {"run a1 b1"}
    assert texts(play(state, "run a1 b1")) == {"run b1 c1"}


def test_an_action_with_fixed_parameters(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on(b1) else put_on(c1)")
    assert texts(state) == {"put_on b1"}
    assert "put_on b1" in refusal(state, "put_on a1")
    assert texts(play(state, "put_on b1")) == {"put_on c1"}
    assert texts(start(tmp_path, "hop(a1)", ONE_EACH)) == {"hop a1 b1"}


def test_a_fixed_parameter_must_be_in_its_domain(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on(a1) else put_on", ONE_EACH)
    assert texts(state) == {"put_on b1", "put_on c1"}


@pytest.mark.parametrize(("times", "stones"), [("1", 1), ("3", 3), ("9", 4), ("1 + 1", 2)])
def test_up_to_n_times_is_as_many_as_possible(tmp_path: Path, times: str, stones: int) -> None:
    state = start(tmp_path, f"put_on up to ({times}) times")
    for cell in "abcd"[:stones]:
        assert (state.seat, state.turn) == (0, 0)
        state = play(state, f"put_on {cell}1")
    assert state.turn > 0 or state.is_over


def test_how_often_may_depend_on_the_position(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on up to turns + 1 times")
    state = play(state, "put_on a1")
    assert state.seat == 1
    state = play(state, "put_on b1")
    assert state.seat == 1
    assert play(state, "put_on c1").seat == 0


def test_at_will(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on at will")
    assert texts(state) == {"put_on a1", "put_on b1", "put_on c1", "put_on d1", "done"}
    assert play(state, "done").seat == 1
    state = play(state, "put_on a1", "put_on b1")
    assert (state.seat, texts(state)) == (0, {"put_on c1", "put_on d1", "done"})
    assert play(state, "done").seat == 1


def test_at_will_ends_where_no_more_is_possible(tmp_path: Path) -> None:
    state = play(start(tmp_path, "put_on at will"), "put_on a1", "put_on b1", "put_on c1")
    assert texts(state) == {"put_on d1", "done"}
    assert play(state, "put_on d1").turn > 0


def test_nothing_is_asked_where_a_round_at_will_has_no_action(tmp_path: Path) -> None:
    rules = "state:\n  n: 0..1\n"
    state = start(tmp_path, "put_on, (take_off if n > 0) 0 to 2 times", rules)
    assert play(state, "put_on a1").seat == 1
    rules = rules.replace("0..1", "0..1 = 1")
    state = play(start(tmp_path, "put_on, (take_off if n > 0) at will", rules), "put_on a1")
    assert texts(state) == {"take_off a1", "done"}
    state = start(tmp_path, "(take_off if possible) at will, put_on")
    assert kinds(state) == {"put_on"}


def test_at_will_goes_round_once_for_each_cell(tmp_path: Path) -> None:
    actions = "  tap: set n to n + 1\n"
    state = start(tmp_path, "tap at will", "state:\n  n: 0..99\n", actions)
    state = play(state, "tap", "tap", "tap", "tap")
    assert (state.turn, state.variables["n"]) == (1, 4)


def test_once_or_not(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on, (put_on or done)")
    state = play(state, "put_on a1")
    assert texts(state) == {"put_on b1", "put_on c1", "put_on d1", "done"}
    assert play(state, "done").seat == 1
    assert play(state, "put_on b1").seat == 1


def test_done_and_pass_only_where_the_turn_says_so(tmp_path: Path) -> None:
    state = start(tmp_path, "put_on")
    assert "pass" in refusal(state, "pass")
    assert "done" in refusal(state, "done")


def test_passes_are_counted_in_a_row(tmp_path: Path) -> None:
    rules = "end:\n  - when passes = 3: draw\n"
    state = start(tmp_path, "put_on or pass", rules)
    state = play(state, "pass", "pass", "put_on a1", "pass", "pass")
    assert not state.is_over
    assert play(state, "pass").is_over


def test_done_is_no_pass(tmp_path: Path) -> None:
    rules = "end:\n  - when passes = 1: draw\n"
    state = start(tmp_path, "(put_on or done) else pass", rules)
    assert not play(state, "done", "done").is_over


# Looking ahead.


def test_a_first_move_that_leaves_no_second_is_illegal(tmp_path: Path) -> None:
    """Of two stones in a row of four the second must stand next to the first one."""
    actions = """\
  begin(c in empty): put man on c
  join(c in neighbours(last) & empty): put man on c
"""
    rules = "setup:\n  - put man of White on c1\n"
    state = start(tmp_path, "begin, join", rules, actions)
    assert texts(state) == {"begin a1", "begin b1"}
    assert "could not be completed" in refusal(state, "begin d1")
    assert texts(play(state, "begin a1")) == {"join b1"}


def test_a_pair_or_a_pass(tmp_path: Path) -> None:
    full = "setup:\n  - put man of White on {a1, b1, c1}\n"
    assert texts(start(tmp_path, "put_on, put_on else pass", full)) == {"pass"}
    two = "setup:\n  - put man of White on {a1, b1}\n"
    assert texts(start(tmp_path, "put_on, put_on else pass", two)) == {"put_on c1", "put_on d1"}


def test_else_after_a_first_part_looks_at_what_follows(tmp_path: Path) -> None:
    """(take_off else put_on), take_off: taking off the only man leaves nothing to take off."""
    state = start(tmp_path, "(take_off else put_on), take_off", ONE_EACH)
    assert kinds(state) == {"put_on"}


def test_if_possible_looks_at_what_follows(tmp_path: Path) -> None:
    """With one cell left, the optional stone may not use up what the second needs."""
    rules = "setup:\n  - put man of White on {a1, b1, c1}\n"
    state = start(tmp_path, "put_on if possible, put_on", rules)
    assert texts(state) == {"put_on d1"}
    assert play(state, "put_on d1").is_over or play(state, "put_on d1").turn == 1


def test_a_require_after_the_turn(tmp_path: Path) -> None:
    rules = 'after turn:\n  - require c1 not in mine, "not on c1"\n'
    state = start(tmp_path, "put_on", rules)
    assert texts(state) == {"put_on a1", "put_on b1", "put_on d1"}
    assert "not on c1" in refusal(state, "put_on c1")


def test_a_require_after_the_turn_is_seen_from_its_first_move(tmp_path: Path) -> None:
    """Two stones that must not be neighbours: b1 leaves d1, and so on; the first always has one."""
    rules = (
        "setup:\n  - put man of White on d1\n"
        'after turn:\n  - require no neighbours(last) & mine, "apart"\n'
    )
    state = start(tmp_path, "put_on, put_on", rules)
    assert texts(state) == {"put_on a1", "put_on c1"}  # after b1 none is apart
    assert texts(play(state, "put_on a1")) == {"put_on c1"}
    assert "apart" in refusal(play(state, "put_on a1"), "put_on b1")


def test_an_end_completes_the_turn(tmp_path: Path) -> None:
    rules = "end:\n  - as soon as d1 in mine: mover wins\n"
    state = start(tmp_path, "put_on, never", rules)
    assert texts(state) == {"put_on d1"}
    assert play(state, "put_on d1").result == [1.0, 0.0]


def test_after_turn_runs_before_the_end_is_tested(tmp_path: Path) -> None:
    rules = (
        "state:\n  n: 0..9\nafter turn:\n  - add 1 to n\n  - if turns = 2: set n to 7\n"
        "end:\n  - when n = 7: opponent wins\n"
    )
    state = play(start(tmp_path, "put_on", rules), "put_on a1")
    assert (state.variables["n"], state.turn) == (1, 1)
    assert play(state, "put_on b1").result == [1.0, 0.0]  # White moved last


def test_mover_and_next_after_the_turn(tmp_path: Path) -> None:
    rules = (
        "state:\n  who: colours or none\n  then: colours or none\n"
        "after turn:\n  - set who to mover\n  - set then to next\n"
    )
    rules = rules.replace("then", "later")
    state = play(start(tmp_path, "put_on", rules), "put_on a1")
    assert state.variables == {"who": "Black", "later": "White"}


# Openings, phases, the order of play.


def test_the_opening_is_one_turn_each(tmp_path: Path) -> None:
    rules = "opening:\n  - put_on\n  - put_on or pass\n"
    state = start(tmp_path, "put_on, put_on", rules)
    assert kinds(state) == {"put_on"}
    state = play(state, "put_on a1")
    assert (state.seat, kinds(state)) == (1, {"put_on", "pass"})
    state = play(state, "pass")
    assert (state.seat, kinds(state)) == (0, {"put_on"})
    assert play(state, "put_on b1").seat == 0


def test_set_next_in_the_opening(tmp_path: Path) -> None:
    """Black places, chooses for White to wait, and goes on."""
    actions = "  again(c in empty):\n    - put man on c\n    - set next to mover\n"
    rules = "opening:\n  - again\n  - put_on\n"
    state = play(start(tmp_path, "take_off", rules, actions), "again a1")
    assert (state.seat, kinds(state)) == (0, {"put_on"})
    state = play(state, "put_on b1")
    assert state.is_over or state.seat == 1


def test_choosing_colours(tmp_path: Path) -> None:
    actions = "  choose(p in colours): play p\n"
    rules = "opening:\n  - put_on\n  - choose\n"
    state = play(start(tmp_path, "put_on", rules, actions), "put_on a1")
    assert targets(state, "choose") == {"Black", "White"}
    kept = play(state, "choose White")
    assert (kept.seat, kept.colour) == (0, "Black")
    taken = play(state, "choose Black")
    assert (taken.seat, taken.colour) == (0, "White")
    assert play(taken, "put_on b1").colour == "Black"


def test_phases_are_read_when_the_turn_begins(tmp_path: Path) -> None:
    rules = """
board: rectangle(4, 1)
actions:
  put_on(c in empty): put man on c
  take_off(c in mine): remove c
turn:
  if no mine: put_on, put_on
  else if count(empty) = 1: pass
  else: take_off
"""
    state = tiny(tmp_path, rules).start()
    state = play(state, "put_on a1")
    assert (state.seat, kinds(state)) == (0, {"put_on"})
    state = play(state, "put_on b1", "put_on c1")
    assert texts(state) == {"put_on d1"}
    state = play(state, "put_on d1")
    assert texts(state) == {"take_off a1", "take_off b1"}
    state = play(state, "take_off a1")
    assert texts(state) == {"pass"}


def test_no_case_holds(tmp_path: Path) -> None:
    """The turn is empty and over at once."""
    rules = """
actions:
  put_on(c in empty): put man on c
turn:
  if mover = White: put_on
"""
    state = tiny(tmp_path, rules).start()
    assert (state.seat, state.turn) == (1, 1)
    state = play(state, "put_on a1")
    assert (state.seat, state.turn) == (1, 3)


def test_the_order_of_three(tmp_path: Path) -> None:
    rules = """
players: Red, Green, Blue
actions:
  put_on(c in empty): put man on c
  back(c in empty):
    - put man on c
    - set next to after(after(mover))
turn: put_on or back
"""
    state = tiny(tmp_path, rules).start()
    order = [state.colour]
    for move in ("put_on a1", "put_on b1", "back c1", "back a2", "put_on b2"):
        state = play(state, move)
        order.append(state.colour)
    assert order == ["Red", "Green", "Blue", "Green", "Red", "Green"]


def test_moves_come_in_a_fixed_order(tmp_path: Path) -> None:
    moves = [move.text for move in start(tmp_path, "take_off or put_on", ONE_EACH).moves()]
    assert moves == ["take_off a1", "put_on b1", "put_on c1"]
    rules = "actions:\n  go(c in cells, d in directions): put man on c\nturn: go\n"
    words = [move.text.split()[1] for move in tiny(tmp_path, rules).start().moves()]
    assert words[::8] == "a1 b1 c1 a2 b2 c2 a3 b3 c3".split()


def test_a_turn_of_many_steps_is_looked_through(tmp_path: Path) -> None:
    """Sixty stones in one turn: looking ahead goes as deep."""
    rules = """
board: rectangle(12, 5)
actions:
  put_on(c in {first(empty)}): put man on c
turn: put_on up to 60 times
end:
  - when no empty: mover wins
"""
    state = tiny(tmp_path, rules).start()
    for _ in range(60):
        assert len(state.moves()) == 1
        state = state.play(state.moves()[0])
    assert state.result == [1.0, 0.0]


PARTS = """
actions:
  put_on(c in empty): put man on c
  take_off(c in mine): remove c
parts:
  pair: put_on, once_more
  once_more: (put_on or take_off) up to 2 times
turn: pair, pair
"""
WRITTEN_OUT = """
actions:
  put_on(c in empty): put man on c
  take_off(c in mine): remove c
turn: >-
  (put_on, (put_on or take_off) up to 2 times), (put_on, (put_on or take_off) up to 2 times)
"""


def test_a_part_is_as_if_it_stood_there_in_brackets(tmp_path: Path) -> None:
    """The rounds of its repetitions count anew in each place."""
    here, there = tiny(tmp_path, PARTS).start(), tiny(tmp_path, WRITTEN_OUT).start()
    for move in ("put_on a1", "put_on b1", "take_off a1", "put_on c1", "put_on a1", "put_on a2"):
        assert texts(here) == texts(there)
        here, there = here.play(move), there.play(move)
    assert here.colour == there.colour == "White"


TIMES = """
actions:
  put_on(c in empty): put man on c
  take_off(c in mine): remove c
opening:
  - {turn}
turn: put_on or take_off or pass
"""


def test_a_fixed_number_of_times(tmp_path: Path) -> None:
    here = tiny(tmp_path, TIMES.format(turn="put_on 3 times")).start()
    there = tiny(tmp_path, TIMES.format(turn="put_on, put_on, put_on")).start()
    for move in ("put_on a1", "put_on b1", "put_on c1"):
        assert here.colour == there.colour == "Black"
        assert texts(here) == texts(there)
        here, there = here.play(move), there.play(move)
    assert here.colour == there.colour == "White"


def test_between_two_numbers_of_times(tmp_path: Path) -> None:
    """The first is compulsory; then `done` may stop, and after the last the turn is over."""
    state = tiny(tmp_path, TIMES.format(turn="put_on 1 to 3 times")).start()
    assert "done" not in texts(state)
    state = play(state, "put_on a1")
    assert state.colour == "Black" and "done" in texts(state)
    assert play(state, "done").colour == "White"
    assert play(state, "put_on b1", "put_on c1").colour == "White"


def test_what_is_not_possible_any_more_needs_no_done(tmp_path: Path) -> None:
    """Nine cells: after one of them, the eight that are left, and no `done`."""
    state = tiny(tmp_path, TIMES.format(turn="put_on 1 to 60 times")).start()
    for move in sorted(texts(state))[:9]:
        assert state.colour == "Black"
        state = play(state, move)
    assert state.colour == "White"


def test_no_times_is_nothing(tmp_path: Path) -> None:
    state = tiny(tmp_path, TIMES.format(turn="put_on 0 times, take_off 1 times")).start()
    assert state.result is not None  # nothing can be taken off
