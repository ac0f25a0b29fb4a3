"""Ends and results: when they are tested, who wins, what counts, what repeats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.positions import play, refusal, result, texts
from support.tiny import tiny

from interpreter import load_game
from interpreter.api.snapshot import MAX_REASON


def ended(folder: Path, end: str, rules: str = "", moves: str = "go a1", actions: str = "") -> Any:
    """The state after some moves of a game in which one puts men on cells."""
    lines = "\n".join(f"  - {line}" for line in end.strip().splitlines())
    text = (
        f"{rules}\nactions:\n  go(c in empty): put man on c\n{actions}\nturn: go\nend:\n{lines}\n"
    )
    return play(tiny(folder, text).start(), *[m.strip() for m in moves.split(",")])


THREE = "players: Red, Green, Blue"


# Who wins.


@pytest.mark.parametrize(
    ("outcome", "shares"),
    [
        ("mover wins", [1.0, 0.0]),
        ("mover loses", [0.0, 1.0]),
        ("opponent wins", [0.0, 1.0]),
        ("White wins", [0.0, 1.0]),
        ("draw", [0.5, 0.5]),
        ("owner[a1] wins", [1.0, 0.0]),
        ("owner[b1] wins, else draw", [0.5, 0.5]),
        ("owner[b1] wins, else opponent wins", [0.0, 1.0]),
        ("owner[b1] loses, else mover loses", [0.0, 1.0]),
        ("owner[b1] wins, else owner[c1] wins, else mover wins", [1.0, 0.0]),
        ("owner[b1] wins", [0.5, 0.5]),  # nobody, and nothing else is said
        ("next wins", [0.0, 1.0]),
    ],
)
def test_results_of_two(tmp_path: Path, outcome: str, shares: list[float]) -> None:
    assert result(ended(tmp_path, f"when turns = 1: {outcome}")) == shares


@pytest.mark.parametrize(
    ("outcome", "shares"),
    [
        ("mover wins", [1.0, 0.0, 0.0]),
        ("mover loses", [0.0, 0.5, 0.5]),
        ("Green loses", [0.5, 0.0, 0.5]),
        ("draw", [0.5, 0.5, 0.5]),
        ("after(after(mover)) wins", [0.0, 0.0, 1.0]),
    ],
)
def test_results_of_three(tmp_path: Path, outcome: str, shares: list[float]) -> None:
    assert result(ended(tmp_path, f"when turns = 1: {outcome}", THREE)) == shares


POINTS = """
players: Red, Green, Blue
define:
  points(p): {points}
  stones(p): {stones}
"""


def by_colour(red: str, green: str, blue: str) -> str:
    return f"{red} if p = Red else {green} if p = Green else {blue}"


def ranked(folder: Path, outcome: str, points: str, stones: str = "0") -> list[float]:
    """The result where three colours have these points and stones."""
    rules = POINTS.format(
        points=by_colour(*points.split()), stones=by_colour(*(stones.split() * 3)[:3])
    )
    if "stones" not in outcome:
        rules = "\n".join(line for line in rules.splitlines() if "stones" not in line)
    return result(ended(folder, f"when turns = 1: {outcome}", rules))


@pytest.mark.parametrize(
    ("outcome", "points", "stones", "shares"),
    [
        ("most points wins", "3 5 4", "0", [0.0, 1.0, 0.0]),
        ("fewest points wins", "3 5 4", "0", [1.0, 0.0, 0.0]),
        ("most points wins", "5 5 4", "0", [0.5, 0.5, 0.0]),
        ("most points wins", "5 5 5", "0", [0.5, 0.5, 0.5]),
        ("most points, fewest stones wins", "5 5 4", "7 6 1", [0.0, 1.0, 0.0]),
        ("most points, fewest stones wins", "5 5 4", "6 6 1", [0.5, 0.5, 0.0]),
        ("most points, most stones wins", "5 4 5", "6 9 7", [0.0, 0.0, 1.0]),
        ("most points wins, else Blue wins", "5 5 4", "0", [0.0, 0.0, 1.0]),
        ("most points wins, else Blue wins", "5 6 4", "0", [0.0, 1.0, 0.0]),
        ("most points wins, else Blue loses", "5 5 4", "0", [0.5, 0.5, 0.0]),
        ("most points wins, else draw", "5 5 4", "0", [0.5, 0.5, 0.5]),
        ("most points wins, else fewest stones wins", "5 5 4", "3 2 1", [0.0, 0.0, 1.0]),
        ("most points wins", "0.5 1.5 1", "0", [0.0, 1.0, 0.0]),
    ],
)
def test_ranks(tmp_path: Path, outcome: str, points: str, stones: str, shares: list[float]) -> None:
    assert ranked(tmp_path, outcome, points, stones) == shares


@pytest.mark.parametrize(
    ("black", "white", "shares"),
    [
        ("a1", "c1", [0.5, 0.5]),
        ("a1 b1", "c1", [1.0, 0.0]),  # 2 against 1
        ("a1 a2", "c1 c3", [1.0, 0.0]),  # 2 against 1 1
        ("a1 a2", "c1 c2 a3", [0.0, 1.0]),  # 2 against 2 1: the longer is ahead
        ("a1 a2 c3", "c1 b3", [1.0, 0.0]),  # 2 1 against 1 1
        ("a1 a3 c3", "c1 b2", [1.0, 0.0]),  # 1 1 1 against 1 1
    ],
)
def test_lists_are_compared_number_by_number(
    tmp_path: Path, black: str, white: str, shares: list[float]
) -> None:
    rules = f"""
setup:
  - put man of Black on {{{", ".join(black.split())}}}
  - put man of White on {{{", ".join(white.split())}}}
define:
  sizes(p): descending(count(g) for g in groups(pieces(p)))
actions:
  wait: require true
turn: pass or wait
end:
  - when passes = 1: most sizes wins
"""
    assert result(play(tiny(tmp_path, rules).start(), "pass")) == shares


def test_the_score_is_what_the_first_rank_counts(tmp_path: Path) -> None:
    rules = "define:\n  stones(p): count(pieces(p))"
    end = "when no empty: draw\nwhen turns = 3: most stones wins"
    state = ended(tmp_path, end, rules, "go a1, go b1")
    assert state.scores == {"Black": 1, "White": 1}
    over = play(state, "go c1")
    assert over.scores == {"Black": 2, "White": 1}
    assert result(over) == [1.0, 0.0]


def test_no_score_where_nothing_is_counted(tmp_path: Path) -> None:
    assert ended(tmp_path, "when turns = 1: draw").scores is None


def test_a_variable_may_be_ranked(tmp_path: Path) -> None:
    rules = """
state:
  home[p in colours]: 0..9
actions:
  go(n in 1..3): add n to home[mover]
turn: go
end:
  - when turns = 2: most home wins
"""
    start = tiny(tmp_path, rules).start()
    assert result(play(start, "go 1", "go 3")) == [0.0, 1.0]
    assert result(play(start, "go 2", "go 2")) == [0.5, 0.5]
    assert play(start, "go 2").scores == {"Black": 2, "White": 0}


def test_the_result_is_by_seat_not_by_colour(tmp_path: Path) -> None:
    rules = """
actions:
  exchange: play opponent
  go(c in empty): put man on c
opening:
  - go
  - exchange
turn: go
end:
  - when turns = 3: Black wins
"""
    assert result(play(tiny(tmp_path, rules).start(), "go a1", "exchange", "go b1")) == [0.0, 1.0]


# When.


def test_the_first_line_that_holds_decides(tmp_path: Path) -> None:
    end = "when turns = 1: mover wins\nwhen turns = 1: mover loses"
    assert result(ended(tmp_path, end)) == [1.0, 0.0]


def test_as_soon_as_is_tested_after_each_action(tmp_path: Path) -> None:
    rules = """
actions:
  go(c in empty): put man on c
turn: go, go
end:
  - as soon as b2 in mine: mover wins
  - when a1 in mine: mover loses
"""
    start = tiny(tmp_path, rules).start()
    over = play(start, "go b2")
    assert result(over) == [1.0, 0.0]
    assert over.turn == 0
    state = play(start, "go a1")
    assert not state.is_over
    assert result(play(state, "go b2")) == [1.0, 0.0]
    assert result(play(state, "go c3")) == [0.0, 1.0]


def test_a_simultaneous_end(tmp_path: Path) -> None:
    """White gets its turn when Black is home, and may draw level."""
    rules = """
state:
  home[p in colours]: 0..9
actions:
  go(n in 1..2): add n to home[mover]
turn: go
end:
  - when next = first(colours) and any(home[p] >= 2 for p in colours): most home wins
"""
    state = play(tiny(tmp_path, rules).start(), "go 2")
    assert not state.is_over
    assert result(play(state, "go 2")) == [0.5, 0.5]
    assert result(play(state, "go 1")) == [1.0, 0.0]


# Nothing to do.

THREE_MEN = """
board: rectangle(4, 1)
setup:
  - put man of Black on a1
  - put man of White on {c1, d1}
actions:
  hop(a in mine, b in neighbours(a) & empty): move a to b
"""


def test_stuck_is_said_of_the_player_to_move_next(tmp_path: Path) -> None:
    """
    B . W W     Black's hop to b1 leaves White nothing.
    """
    rules = THREE_MEN + """\
turn: hop
end:
  - when stuck: mover wins
  - when turns = 1: mover loses
"""
    assert result(play(tiny(tmp_path, rules).start(), "hop a1 b1")) == [1.0, 0.0]


def test_without_a_line_for_it_being_stuck_is_a_draw(tmp_path: Path) -> None:
    rules = THREE_MEN + """\
turn: hop
end:
  - when turns = 9: mover wins
"""
    over = play(tiny(tmp_path, rules).start(), "hop a1 b1")
    assert result(over) == [0.5, 0.5]
    assert over.turn == 1


def test_one_who_may_pass_is_not_stuck(tmp_path: Path) -> None:
    rules = THREE_MEN + """\
turn: hop else pass
end:
  - when stuck or passes = 2: mover wins
"""
    state = play(tiny(tmp_path, rules).start(), "hop a1 b1")
    assert texts(state) == {"pass"}


def test_stuck_looks_at_the_whole_turn(tmp_path: Path) -> None:
    """A single empty cell is no turn of two stones."""
    rules = """
board: rectangle(3, 1)
actions:
  go(c in empty): put man on c
opening:
  - go
turn: go, go
end:
  - when stuck: mover wins
"""
    assert result(play(tiny(tmp_path, rules).start(), "go a1", "go b1", "go c1")) == [0.0, 1.0]


# Repetition and limits.

HOP = """
board: rectangle(4, 1)
setup:
  - put man of Black on a1
  - put man of White on d1
actions:
  hop(a in mine, b in neighbours(a) & empty): move a to b{require}
turn: hop or pass
end:
  - when passes = 9: draw
"""


def test_a_position_may_not_come_back(tmp_path: Path) -> None:
    require = "\n  back(a in mine, b in neighbours(a) & empty):\n    - move a to b\n"
    require += '    - require seen(board) = 0, "been there"'
    rules = HOP.format(require=require).replace("hop or pass", "hop or back or pass")
    state = play(tiny(tmp_path, rules).start(), "hop a1 b1")
    state = play(state, "hop d1 c1", "hop b1 a1")
    assert "been there" not in " ".join(texts(state))
    assert "been there" in refusal(state, "back c1 d1")  # the start
    assert "hop c1 d1" in texts(state)


@pytest.mark.parametrize(("things", "allowed"), [("board", False), ("board, mover", True)])
def test_what_is_compared(tmp_path: Path, things: str, allowed: bool) -> None:
    """After a pass the same board comes back with the other to move."""
    rules = """
board: rectangle(4, 1)
setup:
  - put man of Black on a1
  - put man of White on d1
actions:
  hop(a in mine, b in neighbours(a) & empty):
    - move a to b
    - require seen({things}) = 0
turn: hop or pass
end:
  - when passes = 9: draw
""".replace("{things}", things)
    start = tiny(tmp_path, rules).start()
    # Black to b1, White passes, Black back to a1: the board of the start, whose turn was over
    # when White (the last in order) was the mover.
    state = play(start, "hop a1 b1", "pass")
    assert ("hop b1 a1" in texts(state)) == allowed


@pytest.mark.parametrize("times", [1, 2])
def test_recurring_ends_the_game(tmp_path: Path, times: int) -> None:
    rules = HOP.format(require="").replace(
        "  - when passes = 9: draw", f"  - when seen(board, mover) = {times}: mover loses"
    )
    again = ["hop a1 b1", "hop d1 c1", "hop b1 a1", "hop c1 d1"]
    state = tiny(tmp_path, rules).start()
    for number in range(1, times + 1):
        assert not state.is_over
        state = play(state, *again)
        assert state.is_over == (number == times)
    assert result(state) == [1.0, 0.0]


def test_variables_are_compared_too(tmp_path: Path) -> None:
    rules = """
state:
  n: 0..9
actions:
  tap(k in 0..1): set n to n + k
turn: tap
end:
  - when seen(n, mover) = 1: mover loses
  - when turns = 50: draw
"""
    start = tiny(tmp_path, rules).start()
    state = play(start, "tap 0")
    assert not state.is_over  # White was the last mover at the start
    assert result(play(state, "tap 0")) == [1.0, 0.0]


def test_a_limit_on_turns(tmp_path: Path) -> None:
    state = ended(tmp_path, "when turns = 3: draw", moves="go a1, go b1")
    assert not state.is_over
    assert result(play(state, "go c1")) == [0.5, 0.5]


def test_nothing_is_played_after_the_end(tmp_path: Path) -> None:
    over = ended(tmp_path, "when turns = 1: draw")
    with pytest.raises(ValueError, match="over"):
        over.parse("go b1")


# Why a game is over, in the words of its rules.


def test_a_line_of_the_end_says_why(tmp_path: Path) -> None:
    end = 'when c1 in mine: draw, "no"\nwhen a1 in mine: owner[a2] wins, else draw, "a1 is taken"'
    state = ended(tmp_path, end)
    assert state.is_over and state.ended_because == "a1 is taken"
    assert ended(tmp_path, end, moves="go b1").ended_because is None
    assert ended(tmp_path, "when a1 in mine: draw").ended_because is None


def test_what_is_said_of_an_end_is_one_line_of_visible_text(tmp_path: Path) -> None:
    said = ended(tmp_path, 'when a1 in mine: draw, "left \u202e  right"').ended_because
    assert said == r"left \u202e right"
    long = ended(tmp_path, f'when a1 in mine: draw, "{"long " * 400}"').ended_because
    assert len(long) <= MAX_REASON


def test_both_engines_say_why() -> None:
    for engine in ("reference", "native"):
        state = load_game("tic-tac-toe").start(engine)
        for cell in ("a1", "a2", "b1", "c3", "c1"):
            state = state.play(f"place {cell}")
        assert state.ended_because == "three in a row"


def test_why_a_game_is_over_makes_no_other_rules(tmp_path: Path) -> None:
    plain = ended(tmp_path, "when a1 in mine: draw")
    told = ended(tmp_path, 'when a1 in mine: draw, "a1 is taken"')
    other = ended(tmp_path, 'when a1 in mine: mover wins, "a1 is taken"')
    assert plain.game.rules_hash == told.game.rules_hash != other.game.rules_hash
