"""States as JSON: what is written, what may be left out, what is refused and how it is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.positions import play, texts
from support.tiny import tiny

from interpreter import load_game
from interpreter.api.state import begun

CROSS = {"kind": "mark", "colour": "Cross"}


def read(name: str, data: Any, **options: Any) -> Any:
    text = data if isinstance(data, str) else json.dumps(data)
    return load_game(name, **options).state_from_json(text)


def test_what_is_written() -> None:
    state = play(load_game("squ", size=4).start(), "drop a1", "drop b1")
    data = json.loads(state.to_json())
    assert data["game"] == "squ"
    assert data["options"] == {"size": 4}
    assert data["board"] == {
        "a1": {"kind": "disc", "colour": "Red"},
        "b1": {"kind": "disc", "colour": "Black"},
    }
    assert (data["seat"], data["next"], data["turn"], data["passes"]) == (1, 0, 1, 0)
    assert (data["last"], data["result"]) == ("b1", None)
    assert data["colours"] == ["Red", "Black"]
    assert data["variables"] == {"record": 0, "holder": None}
    assert data["marks"] == {"pyramids": {"Red": [], "Black": []}}


def test_attributes_are_written_and_read() -> None:
    state = play(load_game("quarod", size=3).start(), "place a1 b1")
    data = json.loads(state.to_json())
    assert data["board"]["a1"] == {
        "kind": "token", "colour": "Black", "attributes": {"rod": "east"},
    }  # fmt: skip
    assert read("quarod", data, size=3) == state


def test_all_may_be_left_out() -> None:
    for name in ("squ", "tic-tac-toe", "english-draughts", "royal-game-of-ur"):
        game = load_game(name)
        assert game.state_from_json("{}") == game.start()


def test_the_supply_is_what_is_not_on_the_board() -> None:
    board = {c: {"kind": "man", "colour": "White"} for c in ("a1", "d1")}
    assert read("nine-mens-morris", {"board": board}).supply == {"White-man": 7, "Black-man": 9}
    supply = read("nine-mens-morris", {"board": board, "supply": [0, 3]}).supply
    assert supply == {"Black-man": 3}


@pytest.mark.parametrize(
    ("count", "supply", "said"),
    [
        (9, None, None),
        (9, [0, 9], None),
        (10, None, "here are 10 of White-man, 10 on the board and 0 off it, and the rules have 9"),
        (9, [1, 0], "here are 10 of White-man, 9 on the board and 1 off it, and the rules have 9"),
        (0, [0, 10], "10 of Black-man, 0 on the board and 10 off it, and the rules have 9"),
    ],
)
def test_more_pieces_than_the_supply_are_not_set_up(
    count: int, supply: list[int] | None, said: str | None
) -> None:
    cells = load_game("nine-mens-morris").board.cells[:count]
    data: dict[str, Any] = {"board": {c: {"kind": "man", "colour": "White"} for c in cells}}
    data |= {} if supply is None else {"supply": supply}
    game, text = load_game("nine-mens-morris"), json.dumps(data)
    assert game.state_from_json(text)  # what a program asks for need not come up in play
    if said is None:
        assert begun(game, text)
        return
    with pytest.raises(ValueError, match=said):
        begun(game, text)


@pytest.mark.parametrize(
    ("change", "count", "said"),
    [
        ("lift c", 2, "2 of Black-king, 2 on the board and 0 off it, and the rules have 1"),
        ("set owner[c] to opponent", 2, None),
        ("set owner[c] to opponent", 3, "3 of king, 3 on the board and 0 off it, and the"),
        ("set kind[c] to king", 9, None),
    ],
)
def test_what_a_rule_changes_may_be_there_more_often_than_in_the_supply(
    change: str, count: int, said: str | None, tmp_path: Path
) -> None:
    game = tiny(tmp_path, f"""
    pieces:
      man:
        supply: 5
      king:
        supply: 1
    actions:
      drop(c in empty): put man on c
      change(c in mine): {change}
    turn: drop or change
    """)
    board = {cell: {"kind": "king", "colour": "Black"} for cell in game.board.cells[:count]}
    text = json.dumps({"board": board, "supply": [0] * 4})
    if said is None:
        assert begun(game, text)
        return
    with pytest.raises(ValueError, match=said):
        begun(game, text)


def test_in_the_middle_of_a_turn() -> None:
    state = play(load_game("amazons").start(), "move d1 d7")
    again = load_game("amazons").state_from_json(state.to_json())
    assert again == state
    assert texts(again) == texts(state)


def test_a_position_that_is_given_has_been_there() -> None:
    """A third occurrence counts the one that was set up."""
    board = {"b8": {"kind": "king", "colour": "White"}, "g1": {"kind": "king", "colour": "Black"}}
    state = read("english-draughts", {"board": board, "turn": 60})
    again = ["step g1 h2", "step b8 a7", "step h2 g1", "step a7 b8"]
    assert play(state, *again, *again).result == [0.5, 0.5]


def test_what_was_seen_is_kept() -> None:
    state = play(load_game("go", size=3).start(), "place b2", "place a1", "pass")
    again = load_game("go", size=3).state_from_json(state.to_json())
    assert again == state
    assert again.node.position.history == state.node.position.history


def test_after_the_set_up_of_a_chance(tmp_path: Path) -> None:
    """What is left of the set-up may depend on what chance did."""
    rules = """
setup:
  - lay(a1)
  - if owner[a1] = White:
      - for c in row(1) if c != a1: lay(c)
chance:
  lay(c in cells, p in colours): put man of p on c
actions:
  go(c in empty): put man on c
turn: go
"""
    start = tiny(tmp_path, rules).start()
    for state in (start, play(start, "lay a1 White"), play(start, "lay a1 White", "lay b1 Black")):
        again = start.game.state_from_json(state.to_json())
        assert again == state
        assert [m.text for m, _ in again.chance] == [m.text for m, _ in state.chance]


REFUSED = [
    ("tic-tac-toe", "", "no JSON"),
    ("tic-tac-toe", "{", "no JSON"),
    ("tic-tac-toe", "[]", "JSON object"),
    ("tic-tac-toe", {"boards": 1}, "no entry 'boards'"),
    ("tic-tac-toe", {"game": "hex"}, "a state of hex"),
    ("tic-tac-toe", {"options": {"size": 4}}, "options"),
    ("tic-tac-toe", {"board": []}, "board"),
    ("tic-tac-toe", {"board": {"z9": CROSS}}, "no cell z9"),
    ("tic-tac-toe", {"board": {"a1": None}}, "a1.*kind.*mark"),
    ("tic-tac-toe", {"board": {"a1": {}}}, "a1.*kind.*mark"),
    ("tic-tac-toe", {"board": {"a1": {**CROSS, "kind": "king"}}}, "a1.*mark"),
    ("tic-tac-toe", {"board": {"a1": {"kind": "mark"}}}, "Cross or Nought"),
    ("tic-tac-toe", {"board": {"a1": {**CROSS, "colour": "Red"}}}, "Cross or Nought"),
    ("tic-tac-toe", {"board": {"a1": {**CROSS, "attributes": {"x": 1}}}}, "attributes"),
    ("tic-tac-toe", {"seat": 2}, "seat.*0 to 1"),
    ("tic-tac-toe", {"seat": -1}, "seat"),
    ("tic-tac-toe", {"seat": True}, "seat"),
    ("tic-tac-toe", {"seat": None}, "seat"),
    ("tic-tac-toe", {"turn": -1}, "turn"),
    ("tic-tac-toe", {"turn": 1.5}, "turn"),
    ("tic-tac-toe", {"next": 7}, "next"),
    ("tic-tac-toe", {"passes": "a"}, "passes"),
    ("tic-tac-toe", {"colours": ["Cross", "Cross"]}, "colours"),
    ("tic-tac-toe", {"colours": 3}, "no state of tic-tac-toe"),
    ("tic-tac-toe", {"last": "z9"}, "no cell z9"),
    ("tic-tac-toe", {"variables": {"x": 1}}, "there is no x"),
    ("tic-tac-toe", {"variables": []}, "variables"),
    ("tic-tac-toe", {"supply": [1]}, "supply.*0 numbers"),
    ("tic-tac-toe", {"pending": [99]}, "pending"),
    ("tic-tac-toe", {"pending": [-1]}, "pending"),
    ("tic-tac-toe", {"pending": []}, "pending"),
    ("tic-tac-toe", {"pending": "x"}, "pending"),
    ("tic-tac-toe", {"pending": [["or"]]}, "pending"),
    ("tic-tac-toe", {"pending": [[0, "x"]]}, "pending"),
    ("tic-tac-toe", {"result": [1]}, "result"),
    ("tic-tac-toe", {"result": [9, 9]}, "result"),
    ("tic-tac-toe", {"setup": 3}, "no state of tic-tac-toe"),
    ("tic-tac-toe", {"history": 3}, "no state of tic-tac-toe"),
    ("tic-tac-toe", {"heard": [["x"]]}, "heard"),
    ("phantom-tic-tac-toe", {"refused": [["place", None]]}, "refused.*place"),
    ("phantom-tic-tac-toe", {"refused": [["place", []]]}, "refused.*place"),
    ("phantom-tic-tac-toe", {"refused": [["place", [99999]]]}, "refused.*place"),
    ("phantom-tic-tac-toe", {"refused": [["place", [-1]]]}, "refused.*place"),
    ("phantom-tic-tac-toe", {"refused": [["place", ["x"]]]}, "refused.*place"),
    ("phantom-tic-tac-toe", {"refused": [["fly", [1]]]}, "refused.*fly"),
    ("phantom-tic-tac-toe", {"refused": [3]}, "no state of phantom-tic-tac-toe"),
    ("squ", {"variables": {"record": 99}}, "record.*99"),
    ("squ", {"variables": {"record": "x"}}, "record"),
    ("squ", {"variables": {"record": None}}, "record"),
    ("squ", {"variables": {"holder": "Green"}}, "holder.*colour Green"),
    ("squ", {"marks": {"pyramids": {"Red": []}}}, "pyramids.*Red, Black"),
    ("nine-mens-morris", {"supply": [-1, 0]}, "supply"),
    ("quarod", {"board": {"a1": {"kind": "token", "colour": "Black"}}}, "rod"),
    ("quardo", {"variables": {"unclaimed": [["a1", "b1"]]}}, "unclaimed"),
    ("quardo", {"variables": {"coins": 3}}, "coins.*First, Second"),
]


@pytest.mark.parametrize(("name", "data", "message"), REFUSED)
def test_what_is_no_state_is_refused_in_words(name: str, data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        read(name, data)
    assert "object has no" not in str(error.value)


NUMBERED = """
state:
  k: 0..9
actions:
  place(at in empty, n in 1..3): put man on at
  halve(n in {0.5, 1}): set k to k
  again(n in {m + k for m in 1..3}): set k to k
  share(a in {1, 2}, b in {a + 1, a + 2}): set k to k
turn: place or halve or again or share
"""
NUMBERS = [
    ("place", [0, 3], True), ("place", [0, 0], False), ("place", [0, 99], False),
    ("place", [0, -5], False), ("place", [0, 10**30], False), ("place", [0, 1.5], False),
    ("place", [0, 1.0], False), ("place", [0, True], False), ("place", [True, 1], False),
    ("place", [0, float("nan")], False), ("place", [0, float("inf")], False),
    ("place", [0, [[[1]]]], False), ("place", [0, {"set": []}], False), ("place", [0, "1"], False),
    ("place", [0, None], False), ("place", [[0], 1], False),
    ("halve", [0.5], True), ("halve", [1], True), ("halve", [0.75], False), ("halve", [2], False),
    ("again", [12], True), ("again", [13], False), ("again", [float("nan")], False),
    ("share", [2, 4], True), ("share", [3, 4], False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "values", "is_taken"), NUMBERS)
def test_the_numbers_of_refused_attempts(
    tmp_path: Path, name: str, values: list[Any], is_taken: bool
) -> None:
    game = tiny(tmp_path, NUMBERED)
    data = json.loads(game.start().to_json())
    data["refused"] = [["place", [0, 2]], [name, values]]
    if is_taken:
        state = game.state_from_json(json.dumps(data))
        assert game.state_from_json(state.to_json()) == state
        assert [name, values] in json.loads(state.to_json())["refused"]
    else:
        with pytest.raises(ValueError, match=f"`refused`: these are no parameters of {name}"):
            game.state_from_json(json.dumps(data))


def test_a_value_that_a_rod_cannot_have() -> None:
    token = {"kind": "token", "colour": "Black", "attributes": {"rod": "northeast"}}
    with pytest.raises(ValueError, match="rod cannot be northeast"):
        read("quarod", {"board": {"a1": token}})
