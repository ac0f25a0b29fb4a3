"""Where a parameter that everybody hears is kept in secret: the ways that lead there."""

from __future__ import annotations

import pytest
from support.diagnosing import findings

RULES = """
game: Secret numbers
players: A, B
board: square(3)
pieces:
  man:
    with:
      rank: 0..9
state:
  number[p in colours]: 0..9
  lots[k in 1..3]: 0..9
  open: 0..9
  second: 0..9
  hoard: subsets(cells)
  bag: subsets(cells)
sees:
  number[p]: p = viewer
  lots[k]: nothing
  hoard: nothing
  bag: nothing
  rank[c]: owner[c] = viewer
{sees}
define:
  inner(n): n if open > 4 else 3
  keep(p, n):
    - set number[p] to n
  split(k):
    - if k = 1: add 1 to number[mover]
      else: take 1 from number[mover]
actions:
  choose(n in 1..3, at in empty):
{statements}
turn: choose
end:
  - when turns = 2: draw
"""


def told(*statements: str, sees: str = "", code: str = "secret-heard") -> list[str]:
    """What the warnings of a code say of an action with these statements."""
    lines = "\n".join(f"    - {line}" for line in statements)
    found = findings(RULES.format(sees=sees, statements=lines), "game.yaml")
    assert not [d.render() for d in found if d.is_error]
    return [d.message for d in found if d.code == code]


@pytest.mark.parametrize(
    ("statements", "word", "kept"),
    [
        (["set number[mover] to n"], "n", "number"),
        (["set number[mover] to n * 2 + 1"], "n", "number"),
        (["set number[mover] to 0 if open = 1 else n"], "n", "number"),
        (["set number[mover] to inner(n)"], "n", "number"),
        (["set number[mover] to min(k for k in 1..3 if k > 3 else n)"], "n", "number"),
        (["let m = n", "let k = m + 1", "set number[mover] to k"], "n", "number"),
        (["keep(mover, n)"], "n", "number"),
        (["if open = 1: set open to 2\n      else: keep(mover, n)"], "n", "number"),
        (["for p in colours: set number[p] to n"], "n", "number"),
        (["add at to hoard"], "at", "hoard"),
        (["set hoard to {at} | mine"], "at", "hoard"),
        (["put man with rank = n on at"], "n", "rank"),
        (["put man with rank = 0 on at", "set rank[at] to n"], "n", "rank"),
    ],
)
def test_a_heard_parameter_is_followed_to_where_it_is_kept(
    statements: list[str], word: str, kept: str
) -> None:
    said = f"everybody hears the `{word}` of `choose`, kept in `{kept}`, which `sees` hides"
    assert told(*statements) == [said]
    assert told(*statements, sees="  choose: nothing") == []


@pytest.mark.parametrize(
    ("statements", "kept"),
    [
        (["if n = 1: add 1 to number[mover]"], "number"),
        (["if not n in {1, 2} and open = 3: add 1 to number[mover]"], "number"),
        (["split(n)", "add 1 to open"], "number"),
        (["put man with rank = 0 on at", "let k = n", "if k > 2: set rank[at] to 1"], "rank"),
        (["add 1 to lots[n]"], "lots"),
        (["set lots[n] to open"], "lots"),
    ],
)  # fmt: skip
def test_a_heard_parameter_may_decide_what_is_kept(statements: list[str], kept: str) -> None:
    said = (
        f"everybody hears the `n` of `choose`, and it decides what is kept in `{kept}`, which "
        "`sees` hides"
    )
    assert told(*statements) == [said]
    assert told(*statements, sees="  choose: nothing") == []


@pytest.mark.parametrize(
    "statements",
    [
        ["set open to n"],
        ["if n = 1: set open to 2\n      else: add 1 to number[mover]"],  # decides on both
        ["if n = 1: add 1 to number[mover]", "set open to n"],
        ["if number[mover] = n: add 1 to number[mover]"],  # no constant: a guess
        ["if open = 1: add 1 to number[mover]"],
        ["if n = 1: put man with rank = 1 on at"],  # decides on the board too, which is seen
        ["take 1 from lots[n]"],  # what was hidden is laid open
        ["set lots[n] to 0"],
        ["set number[mover] to open"],
        ["take at from hoard"],  # what was hidden is laid open
        ["add n to number[mover]"],  # how much there was before stays hidden
        ["set number[mover] to open if n = 1 else 3"],  # tells something, but not what it is
        ["put man with rank = 0 on at"],  # the board is seen
        ["let m = n", "set open to m"],
        ["set number[mover] to n", "set open to n"],  # laid open on purpose
    ],
)
def test_what_is_no_secret_or_is_not_kept_gives_no_warning(statements: list[str]) -> None:
    assert told(*statements) == []


HIDDEN_BOARD = """
game: In the fog
players: A, B
board: square(3)
pieces: man
sees:
  board: pieces(viewer)
actions:
  enter(at in cells - mine):
    - try at in empty
    - put man on at
  walk(start in mine, there in cells - mine):
    - try there in empty
    - move start to there
turn: enter or walk
end:
  - when turns = 9: draw
"""


def test_a_cell_of_a_hidden_board_is_heard_where_a_piece_comes_to_it() -> None:
    said = [d.message for d in findings(HIDDEN_BOARD, "game.yaml") if d.code == "secret-heard"]
    assert said == [
        "everybody hears the `at` of `enter`, kept in `board`, which `sees` hides",
        "everybody hears the `there` of `walk`, kept in `board`, which `sees` hides",
    ]


@pytest.mark.parametrize(
    ("statement", "heard", "place"),
    [
        ("set open to n", "at", "open"),
        ("set open to inner(n)", "at", "open"),
        ("set open to n", "nothing", "open"),  # which hides `at`, too
        ("set open to n", "n", ""),  # everybody may know it
        ("set number[mover] to n", "nothing", ""),
        ("if n = 1: add 1 to open", "nothing", ""),
    ],
)
def test_what_an_action_hides_is_not_to_be_kept_in_the_open(
    statement: str, heard: str, place: str
) -> None:
    found = told(statement, sees=f"  choose: {heard}", code="secret-open")
    assert [f"kept in `{place}`" in text for text in found] == [True] * bool(place)


def test_what_is_kept_in_the_open_twice_is_reported_once() -> None:
    twice = "set open to n", "set second to n"
    found = told(*twice, sees="  choose: nothing", code="secret-open")
    assert ["kept in `open`" in text for text in found] == [True]
