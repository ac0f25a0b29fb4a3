"""What a person types, in games with pieces to name and with very many moves."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.api.state import State
from interpreter.board.values import IllegalMove
from interpreter.typed import hints
from interpreter.typed.hints import hint_at
from interpreter.typed.moves import expanded, meant_move

PIECES = """
game: Insects
players: White, Black
board: square(2)
pieces:
  ant:
    supply: 2
  big_ant:
    supply: 2
actions:
  place(p in supply(mover), at in empty): put p on at
turn: place
end:
  - when no empty: draw
"""


@pytest.fixture(scope="module")
def insects(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("typed") / "insects.yaml"
    path.write_text(PIECES, encoding="utf-8")
    return load_game(path).start()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("place ant a1", "place White-ant a1"),
        ("ANT a1", "place White-ant a1"),
        ("place big ant b2", "place White-big_ant b2"),
        ("big_ant b2", "place White-big_ant b2"),
        ("place white-ant a1", "place White-ant a1"),
    ],
)
def test_a_piece_of_the_player_to_move_is_found_by_its_kind(
    insects: State, text: str, move: str
) -> None:
    found = meant_move(insects, expanded(insects, text))
    assert found is not None and found.text == move


def test_a_misspelt_kind_is_known(insects: State) -> None:
    with pytest.raises(IllegalMove, match="no piece `antt`; did you mean `White-ant`"):
        meant_move(insects, expanded(insects, "place antt a1"))
    assert hint_at(insects, "antt a1") == "did you mean `ant`?"


MANY = """
game: Many moves
players: White, Black
board: square(17)
pieces: ant
define:
  free: cells - {c3}
actions:
  jump_far(start in free, there in cells): remove start
turn: jump_far
end:
  - when no empty: draw
"""


def test_what_is_typed_is_read_at_once_where_very_many_moves_are_legal(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text(MANY, encoding="utf-8")
    state = load_game(path).start()
    assert len(state.moves()) == 288 * 289
    begun = time.process_time()
    for text in ("jump far a1 b2", "A1 B2", "jump_far a1 b2"):
        move = meant_move(state, expanded(state, text))
        assert move is not None and move.text == "jump_far a1 b2"
    for text in ("antt a1", "jumpfar a1 b2"):
        assert meant_move(state, expanded(state, text)) is None
        hint_at(state, text)
    assert time.process_time() - begun < 1.5  # each alone in a fifth of that


def test_a_text_where_nothing_matches_it(insects: State) -> None:
    """Neither where no question is asked, nor where no move is legal."""
    assert insects.questions() == [] and expanded(insects, "  ").strip() == ""
    over = insects
    while not over.is_over:
        over = over.play(over.moves()[0])
    with pytest.raises(IllegalMove, match="over"):
        meant_move(over, "place a1")


HIVE_LIKE = """
game: Insects that walk
players: White, Black
board: square(4)
pieces:
  queen_ant:
    supply: 1
  ant:
    supply: 2
actions:
  place(p in supply, at in empty): put p on at
  walk(start in mine, there in neighbours(start) & empty): move start to there
turn: place or walk
end:
  - when no empty: draw
"""


@pytest.fixture(scope="module")
def walking(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("typed") / "walking.yaml"
    path.write_text(HIVE_LIKE, encoding="utf-8")
    return load_game(path).start().play("place White-queen_ant a1").play("place Black-ant d4")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ant d4", "Black-ant stands on d4, so d4 is not in `empty`"),
        ("ANT d4", "Black-ant stands on d4, so d4 is not in `empty`"),
        ("a1 c1", "c1 is not in `neighbours(start)` (start is a1): only b1, a2 are"),
        ("d4 c4", "Black-ant stands on d4, so d4 is not in `mine`"),
        ("ant e9", "there is no cell `e9`"),
        ("b1", "`walk` is written as `walk start there`"),
        ("walk ant b1", "there is no cell `ant`"),
        ("a1 ant", "there is no cell `ant`"),
        ("place queen ant b1", "no White-queen_ant is left, so White-queen_ant is not in `supply`"),
        ("queen_ant b1", "no White-queen_ant is left, so White-queen_ant is not in `supply`"),
    ],
)
def test_the_action_that_typed_values_fit_says_why_they_make_no_move(
    walking: State, text: str, reason: str
) -> None:
    with pytest.raises(IllegalMove) as error:
        meant_move(walking, expanded(walking, text))
    assert error.value.message.startswith(reason)


def test_of_several_actions_that_fit_the_one_nearest_to_a_legal_move_says_why() -> None:
    chess, konane = load_game("chess").start(), load_game("konane").start()
    for state, text, reason in (
        (chess, "e2 e5", "the distance from e2 to e5 is 3, more than 2, and nothing is in "),
        (chess, "e7 e5", "Black-pawn stands on e7, so e7 is not in `mine`"),
        (konane, "a1 a3", "`jump` is not possible here; possible: begin"),
    ):
        with pytest.raises(IllegalMove) as error:
            meant_move(state, expanded(state, text))
        assert error.value.message.startswith(reason)


BOTH = "`move` is written as `move start there`, `advance` as `advance start there`"


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("chess", "e4", f"{BOTH}; legal with `e4`: `advance e2 e4`"),
        ("chess", "e2", f"{BOTH}; legal with `e2`: `advance e2 e3` or `advance e2 e4`"),
        ("chess", "e5", BOTH),
    ],
)
def test_all_actions_that_a_value_may_begin_are_named(game: str, text: str, said: str) -> None:
    with pytest.raises(IllegalMove) as error:
        meant_move(load_game(game).start(), text)
    assert error.value.message == said


ORDERS = """game: Orders
players: White, Black
board: square(2)
pieces: man
words:
  order: wait, turn_back
setup:
  - put man of White on {a1, b1}
actions:
  tell(at in mine, what in order): set next to mover
turn: tell
end:
  - when turns = 9: draw
"""


@pytest.mark.parametrize(
    ("game", "text", "hint"),
    [
        ("orders", "wait", "legal with `wait`: `tell a1 wait` or `tell b1 wait`"),
        ("orders", "turn", "legal with `turn`: `tell a1 turn_back` or `tell b1 turn_back`"),
        ("orders", "back to b1", "legal with `b1 back`: `tell b1 turn_back`"),
        ("orders", "boat", ""),  # no slip for `board`
        ("orders", "baord", "did you mean `board`?"),
        ("chess", "e2-e4", "legal with `e2 e4`: `advance e2 e4`"),
        ("chess", "E2E4", "legal with `e2 e4`: `advance e2 e4`"),
        ("chess", "Nf3", "legal with `f3`: `move g1 f3` or `advance f2 f3`"),
        ("chess", "Nf5", ""),
        ("tic-tac-toe", "h1", ""),  # no slip for a1
        ("tic-tac-toe", "d1", "did you mean `c1`?"),
        ("tic-tac-toe", "b", "did you mean `b1`?"),
    ],
)
def test_moves_with_the_words_or_cells_of_a_text_are_named(
    game: str, text: str, hint: str, tmp_path: Path
) -> None:
    (tmp_path / "orders.yaml").write_text(ORDERS, encoding="utf-8")
    state = load_game(tmp_path / "orders.yaml" if game == "orders" else game).start()
    assert meant_move(state, text) is None
    assert hint_at(state, text, ["board", "quit"]) == hint


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("boat", [["boat"], []]),
        ("a1", [["a1"]]),
        ("a2 up", [["a2", "up"], ["up", "a2"], ["a2"]]),
    ],
)
def test_the_moves_are_looked_through_once_for_each_order_of_words(
    text: str, looks: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "orders.yaml").write_text(ORDERS, encoding="utf-8")
    seen: list[list[str]] = []
    monkeypatch.setattr(hints, "moves_with", lambda state, words: seen.append(words) or "")
    hint_at(load_game(tmp_path / "orders.yaml").start(), text)
    assert seen == looks


CARDS = """
game: Cards that say where to go
players: White, Black
board: square(3)
pieces: man
words:
  card: crane, tiger, ox
state:
  hand: subsets(card) = {crane, tiger}
setup:
  - put man of White on row(1)
  - put man of Black on row(3)
actions:
  wait(k in hand): take k from hand
  rest(k in hand, n in 1..2):
    - require n > 2, "nobody may rest"
    - take k from hand
  move(k in hand, start in mine, there in neighbours(start, directions) & empty):
    - require k = crane or start in {a1}, "tigers stay on the edge"
    - move start to there
turn: move or rest else wait
end:
  - when turns = 9: draw
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tiger", "; legal with `tiger`: `move tiger a1 a2` or `move tiger a1 b2`"),
        ("crane b1", "; legal with `crane b1`: `move crane b1 a2`, `move crane b1 b2` or "
         "`move crane b1 c2`"),
        ("crane", "; legal with `crane`: `move crane a1 a2`, `move crane a1 b2`, "
         "`move crane b1 a2` and others"),
        ("c1 C2", "; legal with `c1 c2`: `move crane c1 c2`"),
        ("move tiger b2", "; legal with `tiger b2`: `move tiger a1 b2`"),
        (
            "move tiger c3",
            ", such as `move crane a1 a2`; Black-man stands on c3, so c3 is not in `mine`",
        ),
        ("move", ", such as `move crane a1 a2`"),
    ],
)  # fmt: skip
def test_legal_moves_are_named_where_values_are_missing(
    tmp_path: Path, text: str, reason: str
) -> None:
    """`wait`, which has as many parameters as `tiger` has words, is not possible."""
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS, encoding="utf-8")
    state = load_game(path).start()
    with pytest.raises(IllegalMove) as error:
        meant_move(state, expanded(state, text))
    assert error.value.message == f"`move` is written as `move k start there`{reason}"


def test_only_actions_with_a_legal_move_are_called_possible(tmp_path: Path) -> None:
    """The turn offers `rest`, and nobody may."""
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS, encoding="utf-8")
    with pytest.raises(IllegalMove) as error:
        load_game(path).start().parse("wait tiger")
    assert error.value.message == "`wait` is not possible here; possible: move"


def test_no_hint_offers_what_was_typed(walking: State) -> None:
    assert hint_at(walking, "white-ant d4") != "did you mean `White-ant`?"


def test_the_only_move_that_fits_is_taken(tmp_path: Path) -> None:
    """What is left out must be of another type than what is typed."""
    path = tmp_path / "crows.yaml"
    text = PIECES.replace("  big_ant:\n    supply: 2\n", "").replace(
        "turn: place", "  step(a in mine, b in cells): move a to b\nturn: place or step"
    )
    path.write_text(text, encoding="utf-8")
    state = load_game(path).start()
    move = meant_move(state, "place A1")
    assert move is not None and move.text == "place White-ant a1"
    after = state.play(move).play("place Black-ant b2")
    with pytest.raises(IllegalMove):
        meant_move(after, "step b1")


@pytest.mark.parametrize("text", ["", " "])
def test_nothing_typed_is_no_move(insects: State, text: str) -> None:
    assert meant_move(insects, text) is None


TILES = """
game: Tiles
players: Black, White
board: square(3)
pieces: man
state:
  tiles: 0..9 = 0
actions:
  place(at in empty): put man on at
  take_tile(k in 1..9):
    - require tiles >= k, "no tile is left"
    - set tiles to tiles - k
  draw_card(k in 1..9): set tiles to k
turn:
  if turns < 1: place or take_tile
  else: place or draw_card
end:
  - when no empty: draw
"""
NO_TILE = "did you mean `take_tile`? No `take_tile` is legal now: no tile is left"
NO_CARD = "did you mean `draw_card`? `draw_card` is not possible here; possible: place"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("tak tile 3", NO_TILE),
        ("take_til 3", NO_TILE),
        ("tak", NO_TILE),
        ("drw card 3", NO_CARD),
        ("draw", NO_CARD),
        ("plce a1", "did you mean `place`?"),
        ("frobnicate 3", ""),
    ],
)
def test_a_misspelt_action_that_is_not_legal_now_is_told_with_the_reason(
    tmp_path: Path, text: str, hint: str
) -> None:
    (path := tmp_path / "tiles.yaml").write_text(TILES, encoding="utf-8")
    state = load_game(path).start()
    assert meant_move(state, text) is None
    assert hint_at(state, text) == hint


UNFINISHED = """
extends: tic-tac-toe
actions:
  far(n in 1..3): remove pieces
  go_far(n in 1..3): remove pieces
  stay(n in 1..3):
    - require n > 3, "too little"
turn: place or (far, stay) or (go_far, stay)
"""
NO_WAY_ON = "The turn could not be completed after it: `stay` would be forbidden, too little"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("frr 1", f"did you mean `far`? {NO_WAY_ON}"),
        ("gi far 1", f"did you mean `go_far`? {NO_WAY_ON}"),
        ("go_farr 1", f"did you mean `go_far`? {NO_WAY_ON}"),
        ("frr 9", "did you mean `far`? 9 is not in `1..3`"),
        ("frr", "did you mean `far`? `far` is written as `far n`"),
    ],
)
def test_the_reason_against_a_misspelt_action_is_that_against_its_values(
    tmp_path: Path, text: str, hint: str
) -> None:
    (path := tmp_path / "unfinished.yaml").write_text(UNFINISHED, encoding="utf-8")
    assert hint_at(load_game(path).start(), text) == hint
