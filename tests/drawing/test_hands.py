"""Cards beside the board: rows, the number of those that are not seen, and nothing more."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from support.tiny import tiny

from interpreter import load_game
from interpreter.drawing.scene import Hand, hands, shown_supply
from interpreter.drawing.text.symbols import Symbols
from interpreter.terminal.hands import rows_of_cards
from interpreter.web.wire.drawing import drawing_data
from interpreter.web.wire.positions import position_data

CARDS = """\
game: Cards
players: Red, Blue
pieces:
  card:
    owner: none
    supply: each
    with:
      suit: clubs, hearts
      rank: 1..3
looks:
  hearts: red ♥
  hand: cards{counted}
state:
  deck: subsets(card) = card
  hand[p in colours]: subsets(card)
  held[p in colours]: 0..2
  top: card or none
sees:
  deck: nothing
  hand[p]: p = viewer
  deal: p
  {sees}
setup:
  - for i in 1..2, p in colours: deal(p)
chance:
  deal(p in colours, k in deck):
    - take k from deck
    - add k to hand[p]
    - add 1 to held[p]
actions:
  play(k in hand[mover]):
    - take k from hand[mover]
    - take 1 from held[mover]
    - set top to k
turn: play
end:
  - when turns = 4: draw
"""
DEAL = "deal Red hearts-3", "deal Blue clubs-1", "deal Red clubs-2", "deal Blue hearts-1"


def dealt(folder: Path, counted: str = " held", sees: str = "top: viewer = viewer") -> Any:
    state = tiny(folder, CARDS.format(counted=counted, sees=sees)).start()
    for text in DEAL:
        state = state.play(text)
    return state


def rows(state: Any, seat: int) -> dict[str, tuple[Hand, ...]]:
    return hands(state.game, state.view(seat), state.game.start().variables)


def test_the_own_hand_is_sorted_and_face_up_and_others_are_backs(tmp_path: Path) -> None:
    mine, theirs = rows(dealt(tmp_path), 0)["hand"]
    assert (mine.label, mine.colour, mine.backs) == ("Red", "Red", 0)
    assert [(c.word, c.face, c.fill) for c in mine.cards] == [
        ("clubs-2", ("c", "2"), None), ("hearts-3", ("♥", "3"), "#d0342c"),
    ]  # fmt: skip
    assert theirs == Hand("Blue", "Blue", (), 2)
    after = rows(dealt(tmp_path).play("play clubs-2"), 1)
    assert after["hand"][0] == Hand("Red", "Red", (), 1)
    assert [c.word for c in after["top"][0].cards] == ["clubs-2"]


def test_how_many_cards_are_hidden_is_told_only_where_the_rules_tell_it(tmp_path: Path) -> None:
    assert rows(dealt(tmp_path, counted=""), 0)["hand"][1].backs is None
    hidden = rows(dealt(tmp_path, sees="held[p]: nothing"), 0)
    assert hidden["hand"][1].backs is None
    own = rows(dealt(tmp_path, sees="held[p]: p = viewer"), 0)
    assert [hand.backs for hand in own["hand"]] == [0, None]
    assert hidden["deck"] == (Hand("", None, (), None),)


def test_a_hidden_place_for_one_card_does_not_tell_whether_it_is_empty(tmp_path: Path) -> None:
    before = dealt(tmp_path, sees="top: nothing")
    for state in (before, before.play("play clubs-2")):
        assert rows(state, 1)["top"] == (Hand("", None, (), 1, has_place=True),)


def test_rows_do_not_depend_on_what_is_hidden(tmp_path: Path) -> None:
    """Whatever the others were dealt, a seat is shown the same."""
    game, shown = tiny(tmp_path, CARDS.format(counted=" held", sees="top: nothing")), set()
    for seed in range(12):
        state, luck = game.start(), random.Random(seed)
        for text in DEAL:
            is_own = text.startswith("deal Red")
            there = [m.text for m, _ in state.chance if m.text.endswith(("-1", "clubs-3"))]
            state = state.play(text if is_own else luck.choice(there))
        data = position_data(state, state.view(0))
        shown.add(str([value["hands"] for value in data["values"]]))
    assert len(shown) == 1


def test_dice_lie_by_player_as_many_as_are_held() -> None:
    state = load_game("liars-dice", players=2).start()
    while state.is_chance:
        state = state.play(state.chance[0][0])
    state = state.play("bid 9 6").play("doubt")  # ones count: all ten fit, and the doubter loses
    while state.is_chance:
        state = state.play(state.chance[0][0])
    red, blue = rows(state, 0)["dice"]
    assert [card.word for card in red.cards] == ["1"] * 5 and red.backs == 0
    assert (blue.label, blue.cards, blue.backs) == ("Blue", (), 4)


def test_lines_in_the_terminal(tmp_path: Path) -> None:
    state = dealt(tmp_path)
    start, symbols = state.game.start().variables, Symbols(state.game)
    assert rows_of_cards(state.game, state.view(0), start, symbols) == {
        "deck": ("deck: ? × [?]",),
        "hand": ("hand of Red: [clubs-2] [hearts-3]", "hand of Blue: 2 × [?]"),
        "top": ("top: [ ]",),
    }


def test_where_the_values_of_a_parameter_lie(tmp_path: Path) -> None:
    def sources(game: Any) -> Any:
        return {name: action["from"] for name, action in drawing_data(game)["actions"].items()}

    assert sources(dealt(tmp_path).game) == {"play": [["hand"]]}
    assert sources(load_game("crazyhouse"))["drop"] == [["supply"], []]
    supply = position_data(load_game("quarto").start(), load_game("quarto").start().view(0))
    assert {row["colour"] for row in supply["supply"]} == {None}


BOARD_AND_CARDS = """\
game: Board and cards
players: Red, Blue
board: square(3)
pieces:
  man:
    supply: 3
  card:
    owner: none
    supply: each
    with:
      rank: 1..3
state:
  deck: subsets(card) = card
actions:
  place(at in empty, k in deck):
    - put man on at
    - {drop}
turn: place
end:
  - when no deck or stuck: draw
"""


def test_cards_that_never_come_to_the_board_are_not_shown_off_it(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    for drop, shown in (("take k from deck", {"Red-man", "Blue-man"}), ("put k on a1", None)):
        path.write_text(BOARD_AND_CARDS.format(drop=drop), "utf-8")
        state = load_game(path).start()
        supply = state.view(0).supply or {}
        assert set(shown_supply(state.game, supply)) == (shown or set(supply))
