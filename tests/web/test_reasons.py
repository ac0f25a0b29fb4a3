"""Where the words of a question can stand among the parameters of an action."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tiny import tiny

from gdl.vocabulary.types import CELL, NUMBER, Type
from interpreter import load_game
from interpreter.web.wire import reasons
from interpreter.web.wire.reasons import placings, typed_data, why_data

pytestmark = pytest.mark.usefixtures("in_time")
PARAMETERS = 40
MANY = f"""
actions:
  go(c in empty, {", ".join(f"p{n} in 1..1" for n in range(PARAMETERS))}):
    - require {" + ".join(f"p{n}" for n in range(PARAMETERS))} > 0
    - put man on c
turn: go
"""


def fits(word: str, type: Type) -> bool:
    """Words are the kinds of types that they fit."""
    return word == "any" or word == type.name


@given(
    st.lists(st.sampled_from(["any", CELL.name, NUMBER.name, "none"]), max_size=5),
    st.lists(st.sampled_from([CELL, NUMBER]), max_size=8),
)
def test_all_ways_to_place_words_are_found_in_order(words: list[str], types: list[Type]) -> None:
    expected = [
        places for places in combinations(range(len(types)), len(words))
        if all(fits(word, types[place]) for word, place in zip(words, places, strict=True))
    ]  # fmt: skip
    assert list(placings(words, types, fits)) == expected


@pytest.mark.parametrize("words", [
    ["zz"] * 20, ["a1"] * 20, ["a1", *["zz"] * 19], [*["1"] * 19, "zz"], [*["1"] * 19, "a1"],
    ["1"] * 1_000,
])  # fmt: skip
def test_words_that_fit_nowhere_have_an_answer(tmp_path: Path, words: list[str]) -> None:
    """There are 10 ** 11 ways to place twenty words."""
    state = tiny(tmp_path, MANY).start()
    assert "no move here has the words" in why_data(state, "go", words)["message"]


def test_words_that_fit_in_many_ways_have_an_answer(tmp_path: Path) -> None:
    state = tiny(tmp_path, MANY).start()
    assert "is possible" in why_data(state, "go", ["1"] * 20)["message"]


def test_no_more_is_tried_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tiny(tmp_path, MANY.replace("> 0", "< 0")).start()
    tried: list[str] = []
    whole = type(state).parse
    monkeypatch.setattr(type(state), "parse", lambda s, t: (tried.append(t), whole(s, t))[1])
    why_data(state, "go", ["1"])
    count = len(tried)
    monkeypatch.setattr(reasons, "MAX_SECONDS", -1.0)
    why_data(state, "go", ["1"])
    assert (count, len(tried)) == (reasons.MAX_TRIED, reasons.MAX_TRIED + 1)


JUMPS = """
actions:
  jump(c in mine, d in orthogonal):
    - require c + d in mine, "there is nothing to jump over"
    - require c + 2*d in empty, "there is no room behind"
    - remove c + d
    - move c to c + 2*d
turn: jump
setup:
  - put man of Black on {a1, a2, c1}
"""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a1", "c1"], "there is nothing to jump over"),  # east leads there
        (["a2", "a1"], "there is no room behind"),
        (["a1", "a3"], "`jump a1 north` is possible"),
        (["a1", "b3"], "no move here leads from `a1` to `b3`"),
        (["a1", "zz"], "no move here has the words `a1 zz`"),
        (["zz"], "no move here has the words `zz`"),
    ],
)
def test_a_cell_where_nothing_lands_says_why(
    tmp_path: Path, words: list[str], message: str
) -> None:
    said = why_data(tiny(tmp_path, JUMPS).start(), "jump", words)
    assert message in said["message"] and said["cells"] == [w for w in words if w != "zz"]


SPREAD = """
board:
  cells: square(4)
  pile: 2
setup:
  - put man of Black on {a1, b1}
  - put man of Black on a1
actions:
  spread(start in mine, d in directions):
    - require height[start] = 2, "only a tower moves"
    - require start + 2*d in cells, "there is no room"
    - move 1 of start to start + d
    - move 1 of start to d3
turn: spread
"""


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("a3", "`d` is not chosen on the board; legal with `a1`: `spread a1 north`"),
        ("b3", "`d` is not chosen on the board; legal with `a1`: `spread a1 north`"),
        ("b1", "only a tower moves"),
    ],
)
def test_a_direction_whose_pieces_land_round_a_corner_is_asked_for(
    tmp_path: Path, cell: str, message: str
) -> None:
    said = why_data(tiny(tmp_path, SPREAD).start(), "spread", ["a1", cell])
    assert said["message"].startswith(message)


def test_an_action_without_its_direction_says_that_its_cell_is_no_own_piece(tmp_path: Path) -> None:
    state, alike = tiny(tmp_path, SPREAD).start(), "`spread` is written as `spread start d`"
    for text in ("spread c4", "c4"):
        said = typed_data(state, text)["message"]
        assert said == f"{alike}, such as `spread a1 north`; c4 is empty, so c4 is not in `mine`"


def test_a_value_before_its_action_is_answered_with_an_example(tmp_path: Path) -> None:
    state = tiny(tmp_path, "actions:\n  bid(n in 1..3): require n > 0\nturn: bid").start()
    assert typed_data(state, "2 bid")["message"] == "`bid` is written as `bid n`, such as `bid 1`"


CARDS = """
words:
  card:
    tiger:
      steps: 2*north, south
    crab:
      steps: 2*west, 2*east, north
    boar:
      steps: north, west, east
state:
  hand[p in colours]: subsets(card)
actions:
  move(k in hand[mover], start in mine, s in steps(k)):
    - require start + s in cells - mine
    - move start to start + s
  rest: set hand[mover] to {}
turn: move or rest
setup:
  - put man of Black on {a1, c3}
  - set hand[Black] to {crab}
"""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a1", "b2"], "no move here leads from `a1` to `b2`"),  # no card has such a step
        (["a1", "b1"], "no move here leads from `a1` to `b1`"),  # boar has, which is nobody's
        (["a1", "a3"], "no move here leads from `a1` to `a3`"),  # crab goes north, not so far
        (["crab", "a1", "b1"], "no move with `crab` leads from `a1` to `b1`"),
        (["tiger", "a1"], "tiger is not in `hand[mover]`: only crab is"),
        (["b2"], "b2 is empty, so b2 is not in `mine`"),
    ],
)
def test_a_reason_names_no_parameter_that_nobody_chose(
    tmp_path: Path, words: list[str], message: str
) -> None:
    said = why_data(tiny(tmp_path, CARDS).start(), "move", words)
    assert said["message"] == message and said["line"] is not None


def test_nothing_to_choose_from_is_said(tmp_path: Path) -> None:
    rules = CARDS.replace("to {crab}", "to {}").replace("{a1, c3}", "a1")
    said = why_data(tiny(tmp_path, rules).start(), "move", ["b2"])
    assert said["message"] == "no move here has the words `b2`: nothing in `hand[mover]` allows it"


DICE = """
state:
  due: subsets(cells)
words:
  box: ones, twos_and_more
actions:
  again(s in subsets_of_two): set due to s
  fill(b in box):
    - require b != ones or due = {}, "that box is full"
    - set due to {}
define:
  subsets_of_two: ({{a, b} for a in {a1, b1}, b in {a1, b1}})
turn: (fill or again), fill
"""


@pytest.mark.parametrize(
    ("moves", "action", "words", "message"),
    [
        ([], "again", ["c1"], "nothing in `{a1, b1}` gives {c1}, so {c1} is not in "),
        ([], None, ["a1", "c1"], "nothing in `{a1, b1}` gives {a1,c1}, so "),
        (["fill ones"], "fill", ["a1"], "`again` is not possible here; possible: fill"),
        (["again {a1}"], None, ["ones"], "that box is full"),
    ],
)
def test_what_is_part_of_a_set_or_of_another_action_says_why(
    tmp_path: Path, moves: list[str], action: str | None, words: list[str], message: str
) -> None:
    state = tiny(tmp_path, DICE).start()
    for move in moves:
        state = state.play(move)
    said = why_data(state, action, words)
    assert said["message"].startswith(message) and said["line"] is not None


PAIRS = """
actions:
  pick(s in {{a1, b1}, {a1, c1}}):
    - require no pieces
    - put man on s
  rest: put man on a1
turn: pick or rest
"""


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([], "no move here has the words `c3`: nothing in `{{a1, b1}, {a1, c1}}` allows it"),
        (["rest"], "{c3} is not in `{{a1, b1}, {a1, c1}}`"),  # no set says how many
    ],
)
def test_a_part_of_a_set_is_not_taken_for_the_whole(
    tmp_path: Path, moves: list[str], message: str
) -> None:
    state = tiny(tmp_path, PAIRS).start()
    for move in moves:
        state = state.play(move)
    assert why_data(state, "pick", ["c3"])["message"].startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("onse", "there is no move `onse`; did you mean `ones`?"),
        ("fill onse", "there is no word `onse`; did you mean `ones`?"),
        ("fil ones", "there is no move `fil`; did you mean `fill`?"),
        ("fill twos and mor", "`fill` is written as `fill b`"),
        ("again {c1}", "nothing in `{a1, b1}` gives {c1}, so {c1} is not in "),
        ("zz", "there is no move `zz`; possible: fill, again"),
    ],
)
def test_a_typed_text_that_is_no_move_says_what_may_be_meant(
    tmp_path: Path, text: str, message: str
) -> None:
    said = typed_data(tiny(tmp_path, DICE).start(), text)["message"]
    assert said.startswith(message)


SEVERAL_WORDS = """
actions:
  take_card(at in empty): put man on at
  put_up(at in empty): put man on at
  put_down(at in empty): put man on at
  pay: put man on a1
turn: take_card or put_up or put_down or pay
"""


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("take", "did you mean `take_card`?"),
        ("TAK a1", "did you mean `take_card`?"),
        ("put dwn a1", "did you mean `put_down`?"),
        ("pt down a1", "did you mean `put_down`?"),
        ("put_dwn a1", "did you mean `put_down`?"),
        ("put", "did you mean `put_up`?"),
        ("pya", "did you mean `pay`?"),
        ("ta", "possible: take_card, put_up, put_down, pay"),
    ],
)
def test_a_name_of_several_words_is_suggested(tmp_path: Path, text: str, hint: str) -> None:
    state = tiny(tmp_path, SEVERAL_WORDS).start()
    assert typed_data(state, text)["message"].endswith(f"; {hint}")


READ = """
board: square(4)
actions:
  leap(at in {b1}, s in {2*north + east, north}): put man on at + s
  trade(n in {6, 16}, m in {7}): put man on a1
  again(s in {{a1, c1}, {a2, c2}}): put man on s
  rest: put man on a1
  take(at in {b1}): put man on at
  give(at in {b1}): put man on at
  bid(n in -3..9):
    - require n > 1
    - put man on a1
  pay(n in {1}, w in ways): put man on a1
  go(w in ways): put man on a1
  go_a(w in ways): put man on a1
words:
  ways: red, a_b, b
turn: leap or trade or again or rest or take or give or bid or pay or go or go_a
"""


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("leap b1 2*north+east", "leap b1 2*north+east"),
        ("LEAP b1  2 north and 1 east", "leap b1 2*north+east"),
        ("b1 2 north and east", "leap b1 2*north+east"),
        ("6 7", "trade 6 7"),
        ("Trade  6 7", "trade 6 7"),
        ("REST", "rest"),
        ("again a1 c1", "again {a1,c1}"),
        ("{ a2, c2 }", "again {a2,c2}"),
        ("16", None),
        ("6 8", None),
        ("b1", None),
        ("bid 2", "bid 2"),
        ("bid -2", None),
        ("bid (2)", None),
        ("pay red", "pay 1 red"),  # the only legal one with these
        ("go a_b", "go a_b"),
        ("go a b", None),
        ("GO_A B", "go_a b"),
    ],
)
def test_a_text_means_a_move_as_the_file_writes_it_or_as_people_read_it(
    tmp_path: Path, text: str, move: str | None
) -> None:
    said = typed_data(tiny(tmp_path, READ).start(), text)
    assert (said["type"], said.get("move")) == ("reason" if move is None else "meant", move)


def test_words_with_blanks_are_read(tmp_path: Path) -> None:
    said = typed_data(tiny(tmp_path, DICE).start(), "twos and more")
    assert said == {"type": "meant", "move": "fill twos_and_more"}


def test_moves_that_read_alike_are_told_apart_as_the_file_writes_them(tmp_path: Path) -> None:
    state = tiny(tmp_path, READ).start()
    alike = "say which is meant: `go a_b` or `go_a b`"
    assert typed_data(state, "go a b")["message"] == alike


TWO_ACTIONS = """
actions:
  light(c in empty): put man on c
  dark(c in empty): put man on c
turn: light or dark
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1", "say which is meant: `light a1` or `dark a1`"),
        ("1", "there is no move `1`; possible: light, dark"),
        ("done", "`done` is not possible here; possible: light, dark"),
        ("\u202ezz\x1b", "there is no move `\\u202ezz\\u001b`; possible: light, dark"),
    ],
)
def test_what_is_typed_is_read_as_in_the_terminal(tmp_path: Path, text: str, message: str) -> None:
    assert typed_data(tiny(tmp_path, TWO_ACTIONS).start(), text)["message"] == message


def test_a_long_text_gets_a_short_answer_and_chance_is_told(tmp_path: Path) -> None:
    state = tiny(tmp_path, TWO_ACTIONS).start()
    assert len(typed_data(state, "z" * 20_000)["message"]) < 200
    assert typed_data(load_game("yahtzee").start(), "zz")["message"] == "chance acts now"


def test_a_card_is_typed_by_the_symbol_that_the_terminal_has_for_it() -> None:
    state, chooser = load_game("whist").start("reference"), Random(1)
    while state.is_chance:
        state = state.random_move(chooser)
    suits = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
    ranks = {"ten": "t", "jack": "j", "queen": "q", "king": "k", "ace": "a"}
    shown = {f"{s}-{r}": f"{suits[s]}{ranks[r]}" for s in suits for r in ranks}
    cards = [move.text.split()[1] for move in state.moves()]
    card = next(card for card in cards if card in shown)
    for text in (f"play {shown[card]}", shown[card].upper()):
        assert typed_data(state, text) == {"type": "meant", "move": f"play {card}"}
