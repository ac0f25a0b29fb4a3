"""`with the most` and `with the fewest`: the ways through a part of a turn that a value chooses.

All positions are worked out by hand, and both engines give them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.c_driver import COMPILER
from support.positions import play, refusal, texts
from support.tiny import tiny

from gdl.source.limits import MAX_LOOKS
from interpreter import GdlError

NATIVE = pytest.param("native", marks=pytest.mark.skipif(COMPILER is None, reason="no compiler"))
engines = pytest.mark.parametrize("engine", ["reference", NATIVE])

# A runner on a track throws some dice and may not stop on a blocked place.  The first three turns
# say which of the turns below is tried, which dice there are, and which places are blocked.
TRACK = """\
state:
  tried: 0..99
  left: subsets(1..9)
  blocked: subsets(1..30)
  at: 0..40
define:
  unplayed: sum(n for n in left)
actions:
  try_out(n in 0..99): set tried to n
  die(n in 1..9): add n to left
  block(n in 1..30): add n to blocked
  go(n in left):
    - require at + n not in blocked
    - take n from left
    - add n to at
  rest: set at to at
  arrive:
    - require at >= 8, "too near"
  fail:
    - require false
opening:
  - try_out
  - die at will
  - block at will
turn:
{cases}
end:
  - as soon as at = 11: mover wins
  - when turns = 6: draw
"""
TURNS = {
    "backgammon": "go up to 2 times with the fewest unplayed, rest",
    "largest sum": "go 2 times with the most at",
    "far enough": "go 2 times with the fewest at, arrive",
    "nearest": "go 2 times with the fewest at, rest",
    "no way": "(go, fail) with the most at else rest",
    "a way": "go with the most at else rest",
    "nothing": "(go if turns = 0) with the most at, rest",
    "fewest left at will": "go at will with the fewest unplayed, rest",
    "nearest at will": "go at will with the fewest at, rest",
    "all the same": "go at will with the most 1, rest",
    "won": "(go, go, fail) with the most at else rest",
    "alternatives": "go with the most at or rest",
    "one after the other": "go with the most at, go with the fewest at, rest",
    "each round": "(go with the most at) 2 times, rest",
    "long rounds": "((go, go if at < 3) with the most at) up to 2 times, rest",
    "empty rounds": "(((go, fail) else rest) with the fewest at) up to 3 times, go",
    "list": "go up to 2 times with the fewest "
    "list(count(left) if i = 1 else at for i in 1..2), rest",
    "fewest or none": "go with the fewest max(n for n in left if n > 3), rest",
    "most or none": "go with the most max(n for n in left if n > 3), rest",
}


@pytest.fixture(scope="module", params=["reference", NATIVE])
def track(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The start of the game on each engine."""
    cases = "".join(
        f"  {'else ' if n else ''}if tried = {n}: {turn}\n" for n, turn in enumerate(TURNS.values())
    )
    rules = TRACK.format(cases=cases.rstrip())
    return tiny(tmp_path_factory.mktemp("track"), rules).start(request.param)


def turn(track: Any, name: str, dice: tuple[int, ...], blocked: tuple[int, ...] = ()) -> Any:
    """The position at the start of a turn that is tried."""
    given = [f"die {n}" for n in dice] + ["done"] + [f"block {n}" for n in blocked] + ["done"]
    return play(track, f"try_out {list(TURNS).index(name)}", *given)


@pytest.mark.parametrize(
    ("blocked", "first"),
    [
        ((), {"go 3", "go 5"}),  # both dice, in either order
        ((3,), {"go 5"}),  # both, the larger one first
        ((5,), {"go 3"}),
        ((8,), {"go 5"}),  # one of them, and then the larger one
        ((5, 8), {"go 3"}),
        ((3, 5), {"rest"}),  # neither
    ],
)
def test_both_dice_or_the_larger_one(
    track: Any, blocked: tuple[int, ...], first: set[str]
) -> None:
    assert texts(turn(track, "backgammon", (3, 5), blocked)) == first


def test_the_choice_binds_up_to_its_end_and_not_beyond(track: Any) -> None:
    state = play(turn(track, "backgammon", (3, 5)), "go 3")
    assert texts(state) == {"go 5"}
    state = play(state, "go 5")
    assert texts(state) == {"rest"}
    assert play(state, "rest").turn == 4


def test_of_several_sums_the_largest(track: Any) -> None:
    """Two of 1, 2, 4 and 7 with the largest sum that can be reached: 4 and 2."""
    state = turn(track, "largest sum", (1, 2, 4, 7), (7, 8, 9, 11))
    assert texts(state) == {"go 2", "go 4"}
    assert texts(play(state, "go 2")) == {"go 4"}


def test_only_ways_that_the_rest_completes(track: Any) -> None:
    """With the fewest steps, but far enough to arrive: 3 and 5, not 1 and 3."""
    assert texts(turn(track, "far enough", (1, 3, 5))) == {"go 3", "go 5"}
    assert texts(turn(track, "nearest", (1, 3, 5))) == {"go 1", "go 3"}


def test_without_a_way_through_the_alternative(track: Any) -> None:
    assert texts(turn(track, "no way", (3, 5))) == {"rest"}
    assert texts(turn(track, "a way", (3, 5))) == {"go 5"}


def test_nothing_to_do_is_a_way(track: Any) -> None:
    assert texts(turn(track, "nothing", (3, 5))) == {"rest"}


def test_to_stop_is_a_way_with_its_value(track: Any) -> None:
    assert texts(turn(track, "fewest left at will", (3, 5))) == {"go 3", "go 5"}
    state = turn(track, "nearest at will", (3, 5))
    assert texts(state) == {"done"}
    assert texts(play(state, "done")) == {"rest"}
    assert texts(turn(track, "all the same", (3, 5))) == {"go 3", "go 5", "done"}


def test_an_end_within_counts_where_it_is(track: Any) -> None:
    """Nothing can be completed but by the end at 11, with 4 and 7."""
    state = turn(track, "won", (4, 7, 9))
    assert texts(state) == {"go 4", "go 7"}
    assert play(state, "go 7", "go 4").result == [0, 1]


def test_each_alternative_is_chosen_by_itself(track: Any) -> None:
    assert texts(turn(track, "alternatives", (3, 5))) == {"go 5", "rest"}


def test_one_after_the_other_each_with_its_own_value(track: Any) -> None:
    state = turn(track, "one after the other", (1, 2, 4))
    assert texts(state) == {"go 4"}
    assert texts(play(state, "go 4")) == {"go 1"}


def test_in_each_round_anew(track: Any) -> None:
    state = turn(track, "each round", (1, 2, 4))
    assert texts(state) == {"go 4"}
    assert texts(play(state, "go 4")) == {"go 2"}


def test_a_way_does_not_go_on_in_the_next_round(track: Any) -> None:
    """The first round leads to 6 at most, by 2 and 4; with what follows it, all ways lead to 7."""
    state = turn(track, "long rounds", (1, 2, 4))
    assert texts(state) == {"go 2"}
    assert texts(play(state, "go 2")) == {"go 4"}
    assert texts(play(state, "go 2", "go 4")) == {"go 1"}


def test_rounds_of_alternatives(track: Any) -> None:
    state = turn(track, "empty rounds", (3, 5))
    assert texts(state) == {"rest"}
    assert texts(play(state, "rest", "rest", "rest")) == {"go 3", "go 5"}


def test_a_list_is_compared_number_by_number(track: Any) -> None:
    """As many dice as can be, and of these ways the shortest one: 1 and 3, not 9."""
    state = turn(track, "list", (1, 3, 9))
    assert texts(state) == {"go 1", "go 3"}
    assert texts(play(state, "go 3")) == {"go 1"}


def test_a_value_that_does_not_exist_counts_as_nought(track: Any) -> None:
    """The largest die left over that is more than 3: none, once 5 is played."""
    assert texts(turn(track, "fewest or none", (3, 5))) == {"go 5"}
    assert texts(turn(track, "most or none", (3, 5))) == {"go 3"}


def test_a_refusal_says_what_could_be_reached(track: Any) -> None:
    state = turn(track, "backgammon", (3, 5), (8,))
    said = "`unplayed` would be 5 at least after it, and 3 is possible"
    assert said in refusal(state, "go 3")
    state = turn(track, "largest sum", (1, 2, 4))
    assert "`at` would be 5 at most after it, and 6 is possible" in refusal(state, "go 1")
    state = turn(track, "fewest left at will", (3, 5))
    said = "`unplayed` would be 8 at least after it, and 0 is possible"
    assert said in refusal(state, "done")
    state = turn(track, "list", (1, 3, 9))
    assert "would be 1 10 at least after it, and 1 4 is possible" in refusal(state, "go 9")


LIMIT = """\
state:
  wish: 0..20000
actions:
  wish_for(n in 1..{count}): set wish to n
  hope:
    - require wish > 0
turn: (wish_for, hope) with the most wish mod 7
"""


@engines
@pytest.mark.parametrize("count", [MAX_LOOKS - 1, MAX_LOOKS])
def test_so_many_positions_are_looked_at(tmp_path: Path, engine: str, count: int) -> None:
    """The start, and the positions after each wish."""
    state = tiny(tmp_path, LIMIT.format(count=count)).start(engine)
    if count == MAX_LOOKS:
        with pytest.raises(GdlError, match="look-too-long"):
            state.moves()
    else:
        assert len(state.moves()) == sum(n % 7 == 6 for n in range(1, count + 1))


MEN = """\
board: rectangle(10, 1)
setup:
  - put man of Black on cells
actions:
  take_off(c in mine): remove c
turn: take_off while possible with the most count(empty)
"""


@engines
def test_equal_positions_are_looked_at_once(tmp_path: Path, engine: str) -> None:
    """In whatever order the men leave: 1,024 positions, and more than three million ways."""
    state = tiny(tmp_path, MEN).start(engine)
    assert len(state.moves()) == 10
