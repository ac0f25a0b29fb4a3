"""Files that are written otherwise and mean the same are shown to be the same game."""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.mutants import write

from interpreter import Game, load_game
from interpreter.api.library import library
from interpreter.diff.comparison import Wanted, find
from interpreter.diff.rules.findings import DIFFERENT, EQUAL, Finding


@pytest.fixture(autouse=True)
def on_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")


def text_of(name: str, *edits: tuple[str, str]) -> str:
    """The text of a bundled game with edits, each of which must apply."""
    text = library().find(name).read_text("utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return text


def compare(a: Game, b: Game, same_moves: bool = False) -> Finding:
    return find(a, b, Wanted(pairs=None, games=0, same_moves=same_moves))


SMALL = ("board: square(3)", "board: rectangle(3, 2)")
TALL = (("rectangle(7, 6)", "rectangle(3, 3)"), ("lines(4)", "lines(3)"))
ROWS = "any(l within mine for l in lines(3))"
NAMES = (  # only names of parameters and variables, blanks, notes and the order of headings
    ("squ", {"size": 2}, (), (
        ("squ(c, s): c, c + s*east, c + s*north, c + s*east + s*north",
         "squ(corner, side): corner, corner + side*east, corner + side*north,\n"
         "    corner + side*east + side*north   # four of them"),
        ("drop(at in empty): put disc on at", "drop(there in empty):   put  disc  on  there"),
    )),
    ("cropa", {"side": 2}, (), (
        ("largest_but(g): max(count(h) for h in all_groups if h != g",
                                 "largest_but(one): max(count(g) for g in all_groups if g != one"),
    )),
    ("connect-four", {}, TALL, (
        ("turn: drop\n", ""), ("players: Yellow, Red\n", "turn: drop\nplayers: Yellow, Red\n"),
    )),
    ("quarod", {"size": 2}, (), (
        ("number(p, n): count(count(g) = n for g in groups(pieces(p)))",
         "number(n, p): count(count(h) = p for h in groups(pieces(n)))"),
    )),
)  # fmt: skip
WORDS = (  # other words for the same rules
    ("tic-tac-toe", {}, (SMALL,), ((ROWS, "not all(not (l within mine) for l in lines(3))"),)),
    ("tic-tac-toe", {}, (SMALL,), ((ROWS, "some {l for l in lines(3) if no l - mine}"),)),
    ("tic-tac-toe", {}, (SMALL,), (("at in empty", "at in cells - pieces"),)),
    ("connect-four", {}, TALL, (
        ("define:\n  lowest: c for c in empty if c + south not in empty\n", ""),
        ("at in lowest", "at in {c for c in empty if c + south not in empty}"),
    )),
    ("cropa", {"side": 2}, (), (
        ('    - put stone on at\n    - require count(group(at)) <= largest_but(group(at)) + 1',
         '    - put stone on at\n    - require largest_but(group(at)) + 1 > count(group(at)) - 1'),
    )),
    ("quarod", {"size": 2}, (), (
        ("engaged(black) and engaged(white)", "not (not engaged(white) or not engaged(black))"),
        ("turn: place or swap else pass", "turn: (swap or place) else pass"),
    )),
    ("squ", {"size": 2}, (), (
        ("turn: drop, drop if possible",
         "turn:\n  if count(empty) > 1: drop, drop\n  else: drop"),
    )),
    ("hex", {"size": 2, "pie": "true"}, (), (
        ("g meets start(mover) and g meets goal(mover)",
         "g meets goal(mover) and some g & start(mover)"),
    )),
)  # fmt: skip


@pytest.mark.parametrize("case", NAMES, ids=lambda case: case[0])
def test_names_and_order_do_not_count(case, tmp_path: Path) -> None:
    name, options, both, edits = case
    a = load_game(str(write(tmp_path, "a", text_of(name, *both))), **options)
    b = load_game(str(write(tmp_path, "b", text_of(name, *both, *edits))), **options)
    outcome = compare(a, b)
    assert outcome.outcome == EQUAL
    assert outcome.changes == ()
    assert outcome.looked.is_everything


@pytest.mark.parametrize("case", WORDS, ids=lambda case: f"{case[0]}, {case[3][0][1]}")
def test_other_words_for_the_same_rules(case, tmp_path: Path) -> None:
    name, options, both, edits = case
    a = load_game(str(write(tmp_path, "a", text_of(name, *both))), **options)
    b = load_game(str(write(tmp_path, "b", text_of(name, *both, *edits))), **options)
    outcome = compare(a, b)
    assert outcome.outcome == EQUAL
    assert outcome.changes


def test_a_variant_and_its_whole_text(tmp_path: Path) -> None:
    whole = text_of("tic-tac-toe", SMALL, ("mover wins", "mover loses"))
    write(tmp_path, "base", text_of("tic-tac-toe", SMALL))
    variant = (
        "game: Variant\nextends: base\nend:\n"
        f"  - when {ROWS}: mover loses\n  - when no empty: draw\n"
    )
    a = load_game(str(write(tmp_path, "variant", variant)))
    b = load_game(str(write(tmp_path, "whole", whole)))
    outcome = compare(a, b)
    assert outcome.outcome == EQUAL and outcome.changes == ()


def test_tic_tac_toe_has_its_known_number_of_positions(tmp_path: Path) -> None:
    """5,478 positions: https://oeis.org/A008907."""
    a = load_game("tic-tac-toe")
    b = load_game(str(write(tmp_path, "b", text_of("tic-tac-toe", ("at in empty", "c in empty"),
                                                   ("on at", "on c")))))  # fmt: skip
    outcome = compare(a, b)
    assert (outcome.outcome, outcome.looked.pairs, outcome.looked.depth) == (EQUAL, 5478, 9)


# ---- moves by positions ------------------------------------------------------------------------

RENAMED = (
    ("tic-tac-toe", {}, (SMALL,), (("place", "mark"), ("pieces: mark", "pieces: sign"),
                                   ("put mark on", "put sign on"))),
    ("tic-tac-toe", {}, (SMALL,), (
        ("Cross, Nought", "White, Black"), ("Cross: red", "White: red"),
        ("Nought: blue", "Black: blue"),
    )),
    ("quarod", {"size": 2}, (), (
        ("place(black in empty, white in neighbours(black) & empty)",
         "place(white in empty, black in neighbours(white) & empty)"),
    )),
    ("hex", {"size": 2, "pie": "true"}, (), (("exchange", "swap_sides"),)),
)  # fmt: skip


@pytest.mark.parametrize("case", RENAMED, ids=lambda case: f"{case[0]}, {case[3][0][1]}")
def test_other_names_of_moves(case, tmp_path: Path) -> None:
    name, options, both, edits = case
    a = load_game(str(write(tmp_path, "a", text_of(name, *both))), **options)
    b = load_game(str(write(tmp_path, "b", text_of(name, *both, *edits))), **options)
    assert compare(a, b).outcome == DIFFERENT
    assert compare(a, b, same_moves=True).outcome == EQUAL


SPLIT = """game: Split
players: White, Black
board: rectangle(2, 1)
pieces: man
actions:
  one(n in 1..{ways}): set chosen to {chosen}
  two(at in empty): put man on at
state:
  {name}: 0..3
turn: one, two
end:
  - when no empty: draw
"""


def split(folder: Path, name: str, ways: int, chosen: str) -> Game:
    text = SPLIT.format(ways=ways, chosen=chosen, name="chosen")
    return load_game(str(write(folder, name, text)))


def test_moves_that_lead_to_the_same_are_one(tmp_path: Path) -> None:
    a, b = split(tmp_path, "a", 3, "1"), split(tmp_path, "b", 1, "1")
    assert compare(a, b).outcome == DIFFERENT
    assert compare(a, b, same_moves=True).outcome == EQUAL


WORDS = """game: Words
players: White, Black
board: rectangle(2, 1)
pieces:
  stone:
    owner: none
    with:
      side: {side}
state:
  shown: {last} or none = none
actions:
  place(at in empty, w in {{{side}}}):
    - put stone with side = w on at
    - set shown to w
turn: place
end:
  - when any(side[c] = {lost} for c in pieces): mover loses
  - when no empty: draw
"""


@pytest.mark.parametrize(
    ("b", "outcome"),
    [
        (("up, down", "up, down", "up"), EQUAL),
        (("high, down", "high, down", "high"), EQUAL),
        (("high, low", "high, low", "high"), EQUAL),
        (("high, low", "high, low", "low"), DIFFERENT),
        (("down, up", "down, up", "down"), DIFFERENT),  # the names tell, not the order
    ],
)
def test_words_match_by_name_and_then_in_order(
    tmp_path: Path, b: tuple[str, str, str], outcome: str
) -> None:
    one, other = (
        load_game(str(write(tmp_path, name, WORDS.format(side=s, last=v, lost=lost))))
        for name, (s, v, lost) in (("a", ("up, down", "up, down", "up")), ("b", b))
    )
    finding = compare(one, other, same_moves=True)
    assert finding.outcome == outcome
    if "high" in b[0]:
        assert compare(one, other).outcome == DIFFERENT
        assert "the word high of B is taken for up of A" in finding.notes


HIDDEN = """game: Hidden choice
players: White, Black
board: rectangle(3, 1)
pieces: man
state:
  {name}: 0..2
actions:
  choose(n in {numbers}): set {name} to n
  put_one(at in empty):
    - require {allowed}
    - put man on at
turn: choose, put_one
end:
  - when turns = 1: draw
"""


def hidden(folder: Path, name: str, numbers: str, allowed: str) -> Game:
    return load_game(str(write(folder, name, HIDDEN.format(
        name=name, numbers=numbers, allowed=allowed.format(name)
    ))))  # fmt: skip


def test_moves_that_only_look_the_same_are_told_apart(tmp_path: Path) -> None:
    """Both may end with a man on a1 or b1; but in B the first move decides which."""
    free = hidden(tmp_path, "free", "1..2", "at in {{a1, b1}} and {} > 0")
    bound = hidden(tmp_path, "bound", "1..2", "at = (a1 if {} = 1 else b1)")
    other = hidden(tmp_path, "other", "1..2", "at = (b1 if {} = 1 else a1)")
    outcome = compare(free, bound, same_moves=True)
    assert outcome.outcome == DIFFERENT and outcome.difference is not None
    assert len(outcome.difference.moves) == 1
    assert compare(bound, other, same_moves=True).outcome == EQUAL


DICE = """game: Dice
players: White, Black
board: rectangle(2, 1)
pieces: man
chance:
  {name}(n in 1..{sides}):
    - weight {weight}
    - put man of White on ({{a1}} if n > {limit} else {{b1}})
actions:
  wait: set owner[pieces] to mover
turn: {name}, wait
end:
  - when turns = 2: draw
"""


def dice(folder: Path, name: str, sides: int, weight: str, limit: int) -> Game:
    text = DICE.format(name=name, sides=sides, weight=weight, limit=limit)
    return load_game(str(write(folder, name, text)))


def test_probabilities_are_compared(tmp_path: Path) -> None:
    coin = dice(tmp_path, "coin", 2, "1", 1)
    die = dice(tmp_path, "die", 6, "1", 3)
    crooked = dice(tmp_path, "crooked", 6, "2 if n = 1 else 1", 3)
    loaded = dice(tmp_path, "coin", 2, "n", 1)
    assert compare(coin, die, same_moves=True).outcome == EQUAL
    outcome = compare(coin, crooked, same_moves=True)
    assert outcome.difference is not None and outcome.difference.moves == ()
    assert "0.5 in A, 0.428571 in B" in outcome.difference.facts[-1].text + str(
        [f.text for f in outcome.difference.facts]
    )
    outcome = compare(coin, loaded)
    assert outcome.difference is not None and outcome.difference.moves == ()
    assert [f.kind for f in outcome.difference.facts] == ["chance", "chance"]
