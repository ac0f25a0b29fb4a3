"""Rules in sentences: what nodes are called, and the sheet of a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.commands import invoke

from gdl import Report, Source, load_model
from gdl.model import nodes as model
from gdl.prose.expressions import clause, noun
from gdl.prose.sheet import explained
from gdl.prose.words import AGGREGATES, CLAUSES, NOUNS, PIECES
from gdl.vocabulary.builtins import BUILTINS
from interpreter import load_game
from interpreter.api.library import library

FILE = """\
game: Words
designer: Nobody
notes: Made up.
options:
  size: 2..9 = 4, published 3, 4
  late: flag = false
players:
  White:
    ahead: north
  Black:
    ahead: south
board: square(size)
words:
  suit:
    hearts:
      worth: 1
    spades:
      worth: 2
pieces:
  man:
    with:
      rod: orthogonal = north
  king:
    ways: neighbours(here, directions)
setup:
  - put man of White with rod = north on a1
  - if late: put king of Black on b2
state:
  count_down: 0..size
  owned[p in colours]: subsets(cells)
  best: colours or none
define:
  near(c): neighbours(c) & empty
  asked: {}
actions:
  step(start in mine, there in near(start)):
    - require count(mine) < size, "too many"
    - for c in enemy if c in corners:
        - set kind[c] to king
    - move start to there
  grow(at in empty):
    - put king on at
    - set count_down to count_down + 1
    - if no enemy:
        - remove at
      else:
        - swap a1 and at
opening:
  - grow
turn: (step, grow up to 2 times) or (grow, done) else pass
after turn:
  - set best to mover
end:
  - as soon as count(mine) >= 9: mover wins, "enough"
  - when passes = 2: most pieces_of wins, else best loses, else draw
"""
FILE = FILE.replace("  asked", "  pieces_of(p): count(pieces(p))\n  asked")


def game_of(asked: str) -> model.Game:
    """The game with a definition of its own."""
    report = Report()
    source = Source("case.yaml", FILE.replace("{}", f">-\n    {asked}"))
    game = load_model(source, library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    return game


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("a1", "a1"),
        ("size + 1", "`size` + 1"),
        ("2 * (count(mine) - 1)", "2 × (the number of the cells of the mover − 1)"),
        ("a1 + 2*north", "the cell two steps north from a1"),
        ("a1 + ahead(mover)", "the cell one step along the *ahead* of the mover from a1"),
        ("mine(king) | enemy - corners",
         "the cells with a king of the mover together with (the cells of others except the "
         "corners)"),
        ("near(a1)", "*near* (a1)"),
        ("pieces(White, king)", "the cells with a king of White"),
        ("rod[a1]", "the *rod* of the piece on a1"),
        ("max(x(c) for c in mine if c in corners else 0)",
         "the largest of the column of *c* for each *c* of the cells of the mover such that *c* is "
         "one of the corners, or 0 if there is none"),
        ("c for c in cells if c in near(a1)",
         "every *c* of all cells such that *c* is one of *near* (a1)"),
        ("count(x(c) = 1 for c in mine)",
         "the number of times that the column of *c* is 1, for each *c* of the cells of the mover"),
        ("1 if late else 2", "1 if `late` is chosen, otherwise 2"),
        ("(1 if late else 2) if no mine else 3 if late else 4",
         "(1 if `late` is chosen, otherwise 2) if there is nothing in the cells of the mover, "
         "otherwise 3 if `late` is chosen, otherwise 4"),
        ("first(mine)", "the first of the cells of the mover"),
        ("max({passes} | {3})",
         "the largest of (the number of passes in a row together with 3)"),
        ("sum(worth(w) for w in suit)", "the sum of the *worth* of *w* for each *w* of *suit*"),
        ("reach(a1, c to near(c))", "the cells reached from a1 by steps to *near* of *c*"),
        ("sight(a1, diagonal, mine)", "the cells seen from a1 in the diagonal directions, through "
         "the cells of the mover and up to the first cell beyond"),
    ],
)  # fmt: skip
def test_values(asked: str, said: str) -> None:
    body = game_of(asked).definitions["asked"].body
    assert isinstance(body, model.Expr)
    assert noun(body) == said


def test_the_cells_of_a_drawing_are_named() -> None:
    drawn = "board:\n  squares: |\n    w w\n    . .\n  letters:\n    upper: w\n"
    text = FILE.replace("board: square(size)\n", drawn).replace("in corners", "in upper")
    text = text.replace("put king of Black on b2", "put king of Black on upper")
    game = load_model(Source("case.yaml", text.replace("{}", "upper")), library(), {}, Report())
    assert game is not None
    body = game.definitions["upper"].body
    assert isinstance(body, model.Expr)
    assert noun(body) == "a2 and b2"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("no empty", "there is no empty cell"),
        ("some mine", "there is something in the cells of the mover"),
        ("a1 in empty", "a1 is empty"),
        ("a1 not in mine", "a1 is not one of the cells of the mover"),
        ("count(mine) >= 3", "the number of the cells of the mover is at least 3"),
        ("not count(mine) >= 3", "the number of the cells of the mover is less than 3"),
        ("count(mine) > passes",
         "the number of passes in a row is less than the number of the cells of the mover"),
        ("mine meets corners", "some of the cells of the mover is among the corners"),
        ("not mine meets corners", "none of the cells of the mover is among the corners"),
        ("late or no mine and no empty",
         "`late` is chosen or (there is nothing in the cells of the mover and there is no empty "
         "cell)"),
        ("not (no mine or no empty)",
         "there is something in the cells of the mover and there is an empty cell"),
        ("any(c in corners for c in mine)",
         "for some *c* of the cells of the mover, *c* is one of the corners"),
        ("not any(c in corners for c in mine)",
         "for no *c* of the cells of the mover, *c* is one of the corners"),
        ("not all(c in corners for c in mine)",
         "for some *c* of the cells of the mover, *c* is not one of the corners"),
        ("best = none", "*best* is nothing"),
    ],
)  # fmt: skip
def test_conditions(asked: str, said: str) -> None:
    body = game_of(asked).definitions["asked"].body
    assert isinstance(body, model.Expr) and clause(body) == said


def test_the_words_of_a_set_are_called_by_its_name() -> None:
    report = Report()
    text = FILE.replace("{}", "count(h = pale for h in hue)").replace(
        "words:\n", "words:\n  hue: pale, dark\n"
    )
    game = load_model(Source("case.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    body = game.definitions["asked"].body
    assert isinstance(body, model.Expr)
    assert noun(body) == "the number of times that *h* is pale, for each *h* of *hue*"


SHEET = """\
# Words

Nobody

## Options

- `size`: 4 here, any of 2 to 9; published with 3, 4.
  - It decides the board, what is remembered and **step**.
- `late`: false here, any of false, true.
  - It decides the start.

## Equipment

- 2 colours: White and Black.
- The board: square(4).
- Pieces: man of every colour with *rod*: the orthogonal directions.
- Pieces: king of every colour.
- The *ahead* of White: north.
- The *ahead* of Black: south.
- The *ways* of a king: the neighbours of *here* in all directions.
- The *worth* of hearts: 1.
- The *worth* of spades: 2.
- Remembered: *count down*, a number from 0 to `size`.
- Remembered: *owned* for each *p* of the colours, any set of all cells.
- Remembered: *best*, one of the colours, or nothing.

## Start

- Put a man of White with *rod* north on a1.
- If `late` is chosen:
  - Put a king of Black on b2.

## Terms

- *near* of *c*: the empty cells among the neighbours of *c*.
- *pieces of* of *p*: the number of the cells with a piece of *p*.
- *asked*: there is no empty cell.

## Actions

- **step**: choose *start* from the cells of the mover and *there* from *near* of *start*.
  - Only if the number of the cells of the mover is less than `size` (“too many”).
  - For each *c* of the cells of others such that *c* is one of the corners:
    - Set the kind of what stands on *c* to king.
  - Move what stands on *start* to *there*.
- **grow**: choose *at* from the empty cells.
  - Put a king on *at*.
  - Set *count down* to *count down* + 1.
  - If there is nothing in the cells of others:
    - Remove what stands on *at* from the game.
  - Otherwise:
    - Swap a1 and *at*.

## Turns

- Turn 1: **grow**.
- Every later turn: (**step**, then **grow** as often as possible, at most 2 times) or \
(**grow**, then stop); if that is impossible, pass.
- After each turn:
  - Set *best* to the mover.

## The end

- As soon as the number of the cells of the mover is at least 9: the mover wins (“enough”).
- When the number of passes in a row is 2: whoever has the most *pieces of* wins; else \
*best* loses; else a draw.

## Notes

Made up.
"""


def test_the_sheet_of_a_game() -> None:
    text = explained(game_of("no empty"))
    head, _, rest = text.partition("What follows")
    assert head + rest[rest.index("## Options"):] == SHEET


def test_what_is_hidden() -> None:
    text = explained(load_game("dark-hex").model)
    assert "  - The attempt fails unless *at* is empty (“that cell is taken”).\n" in text
    assert "- Of *board*, a player sees only the cells with a piece of that player.\n" in text
    assert "- Of *place*, the others are told nothing.\n" in text
    assert "- Only the mover sees *refusal*.\n" in text
    text = explained(load_game("stratego-small").model)
    assert "- Only *p* sees *stock* of *p* and *r*.\n" in text
    assert """\
- A player may ask *best* with *n* from 1 to 9, and is told whether `hint` is chosen and *score* \
(the mover) is *n*.
""" in sheet_of(POINTS)


def test_the_words_are_those_of_built_ins() -> None:
    assert {*NOUNS, *CLAUSES, *PIECES, *AGGREGATES} <= set(BUILTINS)


def test_the_command() -> None:
    done = invoke("explain", "hex", "--size", "5")
    assert done.exit_code == 0
    assert "# Hex\n\nPiet Hein, John Nash, 1942\n" in done.output
    assert "- The board: rhombus(5).\n" in done.output


def test_turns_with_most_of_something() -> None:
    text = explained(load_game("international-draughts").model)
    assert "such that the number of *taken* is as large as it can be; if that is imposs" in text


PILES = """\
game: Piles
players: White, Black
board:
  cells: square(3)
  pile: 4
pieces:
  man:
    with:
      rod: 0..9 = 0
state:
  steps[p in colours]: 0..400
define:
  low(c): rod[c, 1]
  odd: turns - since(board, steps)
setup:
  - put man of White on a1
actions:
  turn_over(c in mine):
    - set owner[c, 1] to opponent
    - set rod[c, height[c] - 1] to low(c)
    - set kind[c] to man
    - remove 1 of c from below
    - move 1 of c to a1
    - move 2 of c to a1
turn: turn_over
end:
  - when 2*steps[mover] >= since(board, supply, mover): mover loses
  - when seen(board) >= 3: draw
"""


def sheet_of(text: str) -> str:
    """The rules of a file in sentences."""
    report = Report()
    game = load_model(Source("case.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    return explained(game)


def test_levels_of_piles() -> None:
    text = sheet_of(PILES)
    assert """\
- The board: square(3). Up to 4 pieces may stand on a cell. Where nothing else is said, the owner, \
the kind and the like of what stands there are those of the top piece.
""" in text
    assert "- *low* of *c*: the *rod* of piece 1 from below on *c*.\n" in text
    assert """\
  - Set the owner of piece 1 from below on *c* to the opponent.
  - Set the rod of piece (the number of pieces on *c* − 1) from below on *c* to *low* of *c*.
  - Set the kind of what stands on *c* to man.
  - Remove the lowest piece of *c* from the game.
  - Move the top piece of *c* to a1.
  - Move the 2 upper pieces of *c* to a1.
""" in text


def test_positions_that_come_again() -> None:
    text = sheet_of(PILES)
    assert (
        "- *odd*: the number of turns played − (the number of turns since the board and *steps* "
        "were first as they are now).\n"
    ) in text
    assert (
        "- When the number of turns since the board, the supply and the mover were first as they "
        "are now is at most 2 × *steps* (the mover): the mover loses.\n"
        "- When the number of times that the board has been as it is now before is at least 3: a "
        "draw.\n"
    ) in text


POINTS = """\
game: Points
players: A, B, C
options:
  worth: 1..5 = 2
  limit: 1..9 = 3
  late: flag = false
  hint: flag = false
  show: flag = false
  start: 0..3 = 1
state:
  score[p in colours]: 0..9 = start
  left: 0..9 = 9
actions:
  bid(n in 1..3):
    - if late: add n to score[mover]
  rest:
    - take 1 from left
turn:
  if left > limit: all bid, rest
  else: all (bid or rest)
after turn:
  - if late: take 1 from left
sees:
  score[p]: p = viewer or show
questions:
  best(n in 1..9): hint and score[mover] = n
end:
  - when left = 0: p gets score[p] for p in colours if p != mover
  - when left = 1: mover gets 1 from colours - {mover}, "paid"
  - when left = 2: mover gets worth from A
  - when left = 3: ({A, B}) gets 2 * left
  - when left = 4: p gets score[q] from q for p in colours, q in colours if p != q
  - when left = 5: p gets 3 from mover for p in colours
"""


LATE = "the number of turns played is more than 3"
SEEN = {
    "nothing": "Nobody sees *score*",
    "p = viewer": "Only *p* sees *score* of *p*",
    "p = viewer or turns > 3": f"Only *p* sees *score* of *p*; if {LATE}, everybody does",
    "p != viewer": "Everybody but *p* sees *score* of *p*",
    "p != viewer and turns > 3": f"Everybody but *p* sees *score* of *p*, but only if {LATE}",
    "turns > 3": f"Everybody sees *score* of *p* if {LATE}; otherwise nobody does",
    "p != viewer and viewer = mover": (
        "A player sees *score* of *p* only if *p* is not that player and that player is the mover"
    ),
}


@pytest.mark.parametrize("condition", SEEN)
def test_who_sees_something(condition: str) -> None:
    text = POINTS.replace("score[p]: p = viewer or show", f"score[p]: {condition}")
    assert f"- {SEEN[condition]}.\n" in sheet_of(text)


def test_all_at_once() -> None:
    text = sheet_of(POINTS)
    assert """\
- If *left* is more than `limit`: all players choose **bid** at the same time, in secret, then \
**rest**.
- Otherwise: all players choose **bid** or **rest** at the same time, in secret.
""" in text


def test_points() -> None:
    text = sheet_of(POINTS)
    assert """\
- When *left* is 0: *p* gets *score* of *p* in points, for each *p* of the colours such that *p* \
is not the mover.
- When *left* is 1: the mover gets 1 point from each of the colours except the mover (“paid”).
- When *left* is 2: the mover gets `worth` points from A.
- When *left* is 3: each of A and B gets 2 × *left* in points.
- When *left* is 4: *p* gets *score* of *q* in points from *q*, for each *p* of the colours and \
each *q* of the colours such that *p* is not *q*.
- When *left* is 5: *p* gets 3 points from the mover, for each *p* of the colours.
""" in text


def test_places_and_the_most() -> None:
    text = sheet_of("""\
game: Places
players: A, B, C
board: square(3)
pieces: man
define:
  area(p): count(pieces(p))
  edge(p): count(pieces(p) & corners)
actions:
  place(at in empty): put man on at
turn: (place, place if possible) with the most area(mover) or place with the fewest count(mine)
end:
  - when no empty: most area, fewest edge ranks first, "full"
""")
    assert """\
- Every turn: (**place**, then (**place**; if that is impossible, nothing more)) such that *area* \
(the mover) is as large as it can be or **place** such that the number of the cells of the mover \
is as small as it can be.
""" in text
    assert """\
- When there is no empty cell: everybody gets a place by the most *area*, then the fewest *edge* \
(“full”).
""" in text


def test_what_options_decide() -> None:
    text = sheet_of(POINTS)
    said = text.partition("## Options\n\n")[2].partition("\n\n")[0]
    assert said == """\
- `worth`: 2 here, any of 1 to 5.
  - It decides the end.
- `limit`: 3 here, any of 1 to 9.
  - It decides the turn.
- `late`: false here, any of false, true.
  - It decides **bid** and what happens after a turn.
- `hint`: false here, any of false, true.
  - It decides what can be asked.
- `show`: false here, any of false, true.
  - It decides what is hidden.
- `start`: 1 here, any of 0 to 3.
  - It decides what is remembered."""


def test_options_decide_who_plays_and_how_many_pieces_there_are() -> None:
    said = sheet_of("""game: Case
options:
  players: 2..3 = 2
  men: 1..9 = 4
players: Red, Blue, Green if players > 2
board: square(3)
pieces:
  man:
    supply: men
setup:
  - if players > 2: put man of Green on b2
actions:
  place(at in empty): put man on at
turn: place else pass
end:
  - when no empty: colours & playing wins
""")
    assert "Put a man of Green on b2." in said  # who does not play here
    assert """\
- `players`: 2 here, any of 2, 3.
  - It decides who plays and the start.
- `men`: 4 here, any of 1 to 9.
  - It decides the pieces.
""" in said
    assert "share the win" in said.splitlines()[-1]


def test_a_message_names_no_option() -> None:
    text = sheet_of(POINTS.replace("- take 1 from left\n", "- require left > 3, \"show\"\n", 1))
    assert "It decides what is hidden.\n" in text and "**rest** and" not in text


def test_what_a_letter_marks_in_a_drawing_is_said_by_its_cells() -> None:
    body = load_game("focus").model.definitions["dark"].body
    assert isinstance(body, model.Expr)
    assert noun(body).startswith("b2, c2, f2, g2, d3, e3, ")


def test_a_set_of_words_is_called_by_its_name_and_told_once() -> None:
    text = explained(game_of("any(w = hearts for w in suit)"))
    assert "- Words: *suit* is one of hearts or spades.\n" in text
    assert "for some *w* of *suit*, *w* is hearts" in text


def test_texts_of_a_file_are_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "hostile.yaml"
    evil = "<img src=x> [x](javascript:a) ![](http://a.b/c) &lt;"
    path.write_text(
        f"game: {evil}\ndesigner: {evil}\nnotes: |\n  # {evil}\nplayers: A, B\nboard: square(3)\n"
        f"pieces: stone\nactions:\n  place(at in empty):\n    - require turns < 9, \"{evil}\"\n"
        f"    - tell all \"{evil}\"\n    - put stone on at\nturn: place\nend:\n"
        f"  - when no empty: draw, \"{evil}\"\n"
    )
    text = explained(load_game(str(path)).model)
    assert text.count("img src") == 6
    assert not re.search(r"(?<!\\)[<\[&]|^# <", text, re.M)
