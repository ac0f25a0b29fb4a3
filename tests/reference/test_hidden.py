"""Hidden information: what is shown, heard, refused and asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.c_driver import COMPILER
from support.positions import play, refusal, texts
from support.tiny import tiny

from interpreter import IllegalMove

NATIVE = pytest.param("native", marks=pytest.mark.skipif(COMPILER is None, reason="no compiler"))
SECRET = """
pieces:
  man:
    supply: 3
state:
  secret: 0..9
  hand[p in colours]: 0..9
actions:
  go(c in cells - mine, n in 1..2):
    - try c in empty and some supply, "it is taken"
    - put man on c
    - set secret to n
    - add n to hand[mover]
    - tell all "a man is placed"
    - tell mover "you did it"
    - tell opponent "they did it"
turn: go or pass
sees:
{sees}
"""


def start(folder: Path, *sees: str) -> Any:
    rules = SECRET.format(sees="\n".join(f"  {line}" for line in sees))
    if "board: nothing" in sees:  # then the cells that are offered may not tell it
        rules = rules.replace("cells - mine", "cells")
    return tiny(folder, rules).start()


def test_the_board(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: pieces(viewer) | row(1)"), "go a1 1", "go b2 2")
    assert set(state.view(0).pieces) == {"a1"}
    assert set(state.view(1).pieces) == {"a1", "b2"}
    assert state.view(1).hidden == {"a2", "c2", "a3", "b3", "c3"}
    assert state.view(0).hidden == {"a2", "b2", "c2", "a3", "b3", "c3"}


def test_nothing_of_the_board(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing"), "go a1 1")
    assert dict(state.view(0).pieces) == {}
    assert len(state.view(0).hidden) == 9


def test_what_is_not_mentioned_is_shown(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing"), "go a1 2")
    for seat in (0, 1):
        assert state.view(seat).variables == {"secret": 2, "hand": {"Black": 2, "White": 0}}
        assert state.view(seat).supply == {"Black-man": 2, "White-man": 3}


def test_a_variable_is_hidden_by_a_condition(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing", "secret: viewer = White"), "go a1 2")
    assert "secret" not in state.view(0).variables
    assert state.view(1).variables["secret"] == 2


def test_a_variable_with_an_index(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing", "hand[p]: p = viewer"), "go a1 2", "go b1 1")
    assert state.view(0).variables["hand"] == {"Black": 2}
    assert state.view(1).variables["hand"] == {"White": 1}


def test_a_variable_that_nobody_sees(tmp_path: Path) -> None:
    state = play(
        start(tmp_path, "board: nothing", "secret: nothing", "hand[p]: nothing"), "go a1 2"
    )
    assert state.view(0).variables == state.view(1).variables == {}


@pytest.mark.parametrize("engine", [NATIVE, "reference"])
def test_who_the_mover_is_from_the_set_up_to_the_end(tmp_path: Path, engine: str) -> None:
    """The first in order while the set-up throws, who took the last turn at the end; and for `seen`
    the last in order has taken a turn before the first one.
    """
    state = tiny(tmp_path, """
    players: Black, White, Grey
    setup:
      - deal
      - set next to White
    state:
      secret: 1..2
      times: 0..9
    chance:
      deal(n in 1..2): set secret to n
    actions:
      look(c in {a1}): set times to seen(board, mover)
    turn: look
    sees:
      secret: viewer = mover
      deal: nothing
    end:
      - when turns = 3: draw
    """).start(engine)  # fmt: skip
    noted = []
    for text in ("deal 1", *["look a1"] * 3):
        viewers = [seat for seat in range(3) if "secret" in state.view(seat).variables]
        noted.append((*viewers, state.variables["times"]))
        state = state.play(text)
    assert noted == [(0, 0), (1, 0), (2, 0), (0, 1)]  # none was White's, the start was Grey's
    assert [seat for seat in range(3) if "secret" in state.view(seat).variables] == [0]


def test_the_supply(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing", "supply: nothing"), "go a1 2")
    assert state.view(0).supply is None


@pytest.mark.parametrize(
    ("entry", "public"),
    [
        ("go: nothing", None),
        ("go: c", "Black: go a1"),
        ("go: n", "Black: go 2"),
        ("go: c, n", "Black: go a1 2"),
        ("secret: nothing", "Black: go a1 2"),
    ],
)
def test_what_the_others_hear_of_an_action(tmp_path: Path, entry: str, public: str | None) -> None:
    state = play(start(tmp_path, "board: nothing", entry), "go a1 2")
    moves = [line for line in state.view(1).heard if "go" in line]
    assert moves == ([] if public is None else [public])
    assert "Black: go a1 2" in state.view(0).heard


def test_tell(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing"), "go a1 1")
    assert "a man is placed" in state.view(0).heard
    assert "a man is placed" in state.view(1).heard
    assert "you did it" in state.view(0).heard
    assert "you did it" not in state.view(1).heard
    assert "they did it" in state.view(1).heard
    assert "they did it" not in state.view(0).heard


def test_a_pass_is_heard(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: nothing"), "pass")
    assert state.view(1).heard == ("Black: pass",)


def test_tell_in_an_open_game(tmp_path: Path) -> None:
    rules = """
actions:
  go(c in empty):
    - put man on c
    - tell all "check"
turn: go
"""
    state = play(tiny(tmp_path, rules).start(), "go a1")
    assert [line for line in state.view(1).heard if "check" in line] == ["check"]
    assert state.view(1).pieces == state.pieces()


def test_tell_in_a_definition_and_after_the_turn(tmp_path: Path) -> None:
    """Who is told of something hears of moves as well, wherever the words stand."""
    rules = """
define:
  warn(c):
    - if c in corners: tell all "a corner"
actions:
  go(c in empty):
    - put man on c
    - warn(c)
turn: go
after turn:
  - if turns = 2: tell mover "well done"
"""
    state = play(tiny(tmp_path, rules).start(), "go a1", "go b2")
    assert {"Black: go a1", "a corner", "White: go b2"} <= set(state.view(0).heard)
    assert "well done" in state.view(1).heard
    assert "well done" not in state.view(0).heard


# try


def test_a_failed_try_is_taken_back(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: pieces(viewer)"), "go a1 1")
    before = (state.pieces(), state.variables, state.supply)
    failed = play(state, "go a1 2")
    assert (failed.pieces(), failed.variables, failed.supply) == before
    assert (failed.seat, failed.turn) == (1, 1)
    assert "go a1 2" not in texts(failed)
    assert "go a1 1" in texts(failed)  # another instance
    assert "tried" in refusal(failed, "go a1 2")


def test_a_failed_try_does_not_run_what_follows(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: pieces(viewer)"), "go a1 1", "go a1 2")
    assert "you did it" not in state.view(1).heard


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([], {0, 1}),
        (["refusal: viewer = mover"], {1}),
        (["refusal: viewer != mover"], {0}),
        (["refusal: nothing"], set()),
    ],
)
def test_who_is_told_of_a_failed_try(tmp_path: Path, entries: list[str], told: set[int]) -> None:
    state = play(start(tmp_path, "board: pieces(viewer)", *entries), "go a1 1", "go a1 2")
    heard = {seat for seat in (0, 1) if any("it is taken" in h for h in state.view(seat).heard)}
    assert heard == told


def test_what_was_tried_is_offered_again_in_the_next_turn(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: pieces(viewer)"), "go a1 1", "go a1 2", "pass", "pass")
    assert "go a1 2" in texts(state)


def test_a_refusal_survives_json(tmp_path: Path) -> None:
    state = play(start(tmp_path, "board: pieces(viewer)"), "go a1 1", "go a1 2")
    again = state.game.state_from_json(state.to_json())
    assert again == state
    assert texts(again) == texts(state)
    assert again.view(1) == state.view(1)


# questions


QUESTIONS = """
pieces:
  pawn:
    with:
      hue: dark, light
state:
  n: 0..9 = 4
actions:
  go(c in cells): put pawn with hue = dark on c
turn: go
sees:
  board: nothing
questions:
  touch(c in cells): piece[c]
  taken: pieces
  many: n
  is_mine(c in row(1)): c in mine
  way(c in row(1), d in row(2)): towards(c, d)
"""


def test_questions_are_listed(tmp_path: Path) -> None:
    state = tiny(tmp_path, QUESTIONS).start()
    asked = state.questions()
    assert len(asked) == 9 + 1 + 1 + 3 + 9
    assert {"touch a1", "taken", "many", "is_mine c1", "way a1 c2"} <= set(asked)


def test_answers(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, QUESTIONS).start(), "go a1", "go c1")
    expected = {
        "touch a1": "Black-dark",
        "touch b2": "none",
        "taken": "a1, c1",
        "many": "4",
        "is_mine a1": "true",
        "is_mine c1": "false",
        "is_mine b1": "false",
        "way a1 b2": "northeast",
        "way a1 c2": "none",
        "  TOUCH  A1": "Black-dark",
    }
    assert {question: state.ask(question) for question in expected} == expected


def test_what_is_no_question(tmp_path: Path) -> None:
    state = tiny(tmp_path, QUESTIONS).start()
    for text in ("touch d4", "go a1", "is_mine a2", ""):
        with pytest.raises(IllegalMove):
            state.ask(text)


def test_asking_changes_nothing(tmp_path: Path) -> None:
    state = tiny(tmp_path, QUESTIONS).start()
    before = state.to_json()
    state.ask("touch a1")
    assert state.to_json() == before


def test_nobody_asks_after_the_end(tmp_path: Path) -> None:
    rules = QUESTIONS + "end:\n  - when turns = 1: draw\n"
    over = play(tiny(tmp_path, rules).start(), "go a1")
    assert over.questions() == []
    with pytest.raises(IllegalMove):
        over.ask("many")


NETS = """
pieces: net
sees:
  board: pieces(viewer)
  cast: nothing
  mend: nothing
  refusal: viewer = mover
setup:
  - put net of Black on a1
  - put net of White on {hidden}
actions:
  cast(at in cells - mine):
    - try at in empty and not neighbours(at) meets mine, "it is not free"
    - put net on at
  mend(at in mine): remove at
turn: cast or (mend, (cast or mend or done))
"""


@pytest.mark.parametrize("engine", ["reference", NATIVE])
def test_what_was_refused_is_offered_again_after_another_action(
    engine: str, tmp_path: Path
) -> None:
    """Whether b1 is free once a1 is, only who holds b1 knows: both games offer the same."""
    offered = []
    for hidden in ("b1", "c3"):
        state = tiny(tmp_path, NETS.format(hidden=hidden)).start(engine=engine)
        for move in ("cast b1", "cast a2"):
            state = play(state, move)
            assert move not in texts(state)
        state = play(state, "mend a1")
        assert {"cast b1", "cast a2"} <= set(texts(state))
        offered.append(texts(state))
        state = play(state, "cast b1")
        assert state.seat == (0 if hidden == "b1" else 1)
        assert ("cast b1" in texts(state)) == (hidden != "b1")
    assert offered[0] == offered[1]
