"""What chance finds in secret before players choose: reported where it decides what they may."""

from __future__ import annotations

import pytest
from support.diagnosing import mistakes

FILE = """\
game: A card from a deck that may be empty
players: White, Black
state:
  deck[i in 1..6]: flag = true
  hand[p in colours]: subsets(1..6)
  points[p in colours]: 0..90
chance:
  draw(i in 1..6):
    - require deck[i]
    - set deck[i] to false
    - add i to hand[mover]
  burn(i in 1..6): set deck[i] to false
  gift:
    - require turns > 4
    - add 1 to points[mover]
sees:
  deck[i]: nothing
  hand[p]: p = viewer
  draw: nothing
  burn: nothing
actions:
  play(n in hand[mover]):
    - take n from hand[mover]
    - add n to points[mover]
  wait: add 1 to points[mover]
opening:
  - (draw if possible), (gift if possible), burn, (play or wait)
turn: {turn}
end:
  - when turns = 20: most points wins
"""


def reported(turn: str) -> list[tuple[str, str]]:
    """The mistakes in a game with this turn, and the text that each is about."""
    return [(d.code, d.span.text) for d in mistakes(FILE.format(turn=turn))]


@pytest.mark.parametrize(
    "turn",
    [
        "(draw, wait) else (burn, wait, wait)",
        "((draw, wait) else burn), (play or wait)",  # with a card they wait and choose, else choose
        "(burn, ((draw, wait) else burn)) if turns > 2, (play or wait)",
        "((draw, play) up to 3 times), wait",
        "((draw, play) up to turns times), (burn, wait)",
        "(wait, ((draw, play) if possible)) up to 3 times",  # then they play, or wait again
        "((draw else gift), wait) else wait, wait",  # early there are no gifts
        "((burn, (draw else gift)), wait) else wait, wait",
        "(((draw else gift), wait) up to 3 times), (play or wait)",
        "((gift else (draw else gift)), wait) else wait, wait",
        "(((draw, wait) up to 3 times), wait) else (burn, wait)",
    ],
)
def test_what_decides_what_players_may_choose_is_reported(turn: str) -> None:
    assert reported(turn) == [("secret-ahead", "require deck[i]")]


@pytest.mark.parametrize(
    "turn",
    [
        "(draw, wait) else burn",  # that the turn is over is seen by everybody
        "burn, ((draw, wait) if possible)",
        "(draw, wait) up to 3 times",
        "(draw up to 3 times), wait",
        "((draw else burn), wait) if possible",
        "(draw else gift else burn), wait",
        "((draw if possible), wait) else wait, wait",
        "(((draw if possible), wait) up to 3 times), wait",
    ],
)
def test_what_decides_on_nothing_else_is_not(turn: str) -> None:
    assert not reported(turn)


def test_a_draw_after_a_move_is_reported_in_the_turn_where_it_may_be_left_out() -> None:
    (found,) = mistakes(FILE.format(turn="wait, draw"))
    assert (found.code, found.span.text) == ("secret-ahead", "draw")
    assert "for example `draw if possible`" in (found.hint or "")
    assert not reported("wait, draw if possible")


def test_of_two_draws_the_one_that_may_be_left_out_is_named() -> None:
    text = FILE.format(turn="(play, (draw else wait)) or (play, draw) or wait")
    (found,) = mistakes(text)
    assert found.span.start == text.index("draw) or wait")
