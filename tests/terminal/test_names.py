"""Names of a rule file are words in all that is answered; what is quoted stays as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Player

PEOPLE = ("person", "person")
RULES = """
game: Names
players: White, Black
board: square(2)
pieces: flat_stone
words:
  box: full_house, small_straight
state:
  dice_now: 1..2 = 1
  last_box: box = full_house
  free_boxes: subsets(box) = {full_house}
questions:
  feel_out(b in box): b = last_box
chance:
  throw_dice(n in 1..2): set dice_now to n
actions:
  fill_in(b in free_boxes): set last_box to b
  cross_out(b in {b for b in box if not is_shut(b)}): set last_box to b
  keep_on(b in {b for b in box if b = last_box}): set last_box to b
  lay_down(at in empty): put flat_stone on at
  close_up(b in box):
    - require no corner_left, "a corner is left"
    - set last_box to b
define:
  is_shut(b): b = small_straight
  corner_left: corners & empty
turn: throw_dice, (fill_in or cross_out or keep_on or (lay_down, close_up))
end:
  - when turns = 4: draw
"""


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fil_in", "did you mean `fill_in`?"),
        ("feel out ful_house", "did you mean `feel_out full_house`?"),
        ("fill_in small_straight", "small straight is not in `free_boxes`: only full house is"),
        ("cross_out small_straight", "`b = small_straight` (b is small straight) holds, so small "),
        ("keep_on small_straight", "last box is full house, not small straight, so "),
        ("throw_dice 1", "`throw_dice` is what chance does"),
        ("lay_down a1", "`close_up` would be forbidden, a corner is left"),
        ("full_house", "say which is meant: `fill_in full_house` or `cross_out full_house` or "),
    ],
)
def test_an_answer_has_names_as_words_and_the_match_goes_on(
    player: Player, tmp_path: Path, typed: str, answer: str
) -> None:
    (tmp_path / "names.yaml").write_text(RULES, encoding="utf-8")
    said = player(str(tmp_path / "names.yaml"), f"{typed}\nfill in full house\nquit\n", PEOPLE)
    assert said.err.startswith("input line 1: ") and answer in said.err
    assert "White: fill in full house" in said.out


def test_a_card_that_is_not_held_is_refused_alike_by_its_symbol_and_by_its_name(
    player: Player,
) -> None:
    typed = "play ♣a\n♣A\nplay clubs-ace\nclubs-ace\n"
    said = player("whist", f"{typed}quit\n", ("person", "random", "random", "random"))
    answers = [line.split("is not legal: ")[1] for line in said.err.splitlines()]
    assert len(answers) == 4 and len(set(answers)) == 1
    assert answers[0].startswith("clubs-ace is not in ")


def test_a_word_before_cells_is_no_slip_for_a_command(player: Player) -> None:
    said = player("tic-tac-toe", "move a1\nmove\nquit\n", PEOPLE)
    first, second = said.err.splitlines()
    assert first.endswith("there is no move or command `move`; legal with `a1`: `place a1`")
    assert second.endswith("did you mean `moves`?")


def test_a_misspelt_question_about_a_move_is_known(player: Player) -> None:
    said = player("tic-tac-toe", "wyh place a1\nquit\n", PEOPLE)
    assert said.err.splitlines()[0].endswith("did you mean `why`?")
