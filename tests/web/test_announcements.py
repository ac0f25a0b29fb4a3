"""What is announced comes with the move that it was said of, for each who may hear it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.page import served

pytestmark = pytest.mark.usefixtures("in_time")
SHOTS = """game: Shots
players: Red, Blue
board: square(3)
pieces: mark
state:
  secret: 0..9
sees:
  secret: mover = viewer
  refusal: mover = viewer
setup:
  - tell all "all are ready"
actions:
  shoot(at in empty):
    - try at != b2, "that is a rock"
    - if at = a1: tell all "hit"
      else: tell mover "miss"
    - put mark on at
turn: shoot
end:
  - when no empty: draw
"""


def test_announcements_come_with_their_moves_to_whoever_hears_them(tmp_path: Path) -> None:
    (tmp_path / "shots.yaml").write_text(SHOTS, "utf-8")
    with served(tmp_path / "data", tmp_path) as server:
        table = server.table("./shots.yaml", "person", "person")
        first, second = table["keys"]
        with server.sit(table, first) as red, server.sit(table, second) as blue:
            red.position()
            blue.position()
            assert red.play("shoot c3")["last"]["said"] == ["miss"]
            assert blue.position(ply=1)["last"]["said"] == []
            assert blue.play("shoot b2")["last"]["said"] == ["that is a rock"]
            assert blue.play("shoot a1")["last"]["said"] == ["hit"]
        with server.sit(table, second) as again:
            moves = again.until("moves")
        assert moves["said"] == ["all are ready"]
        told = [(move["text"], move["refused"], move["said"]) for move in moves["list"]]
        refused = ("shoot b2", True, ["that is a rock"])
        assert told == [("shoot c3", False, []), refused, ("shoot a1", False, ["hit"])]


BIDS = """game: Bids
players: Red, Blue
state:
  bid[p in colours]: 0..5
  bids: 0..9
sees:
  bid[p]: p = viewer
  {shown}
actions:
  offer(n in 1..5):
    - tell mover "you offered", n
    - tell opponent "an offer was made"
    - set bid[mover] to n
turn: all offer
after turn:
  - tell all "the higher offer is", max(bid[p] for p in colours)
end:
  - when turns = 2: most bid wins
"""


@pytest.mark.parametrize(
    ("shown", "red", "after"),
    [
        ("bids: true", [["you offered 2"], ["an offer was made"]], []),
        ("offer: nothing", [["you offered 2"], []], ["an offer was made"]),
    ],
)
def test_what_is_told_when_all_have_chosen_is_shared_out(
    tmp_path: Path, shown: str, red: list[list[str]], after: list[str]
) -> None:
    """To each choice what its own action tells, unless others did not hear whose that was."""
    (tmp_path / "bids.yaml").write_text(BIDS.replace("{shown}", shown), "utf-8")
    with served(tmp_path / "data", tmp_path) as server:
        table = server.table("./bids.yaml", "person", "person")
        first, second = table["keys"]
        with server.sit(table, first) as red_page, server.sit(table, second) as blue_page:
            red_page.play("offer 2")
            assert blue_page.play("offer 3")["last"]["said"] == ["you offered 3"]
        told = []
        for key in table["keys"]:
            with server.sit(table, key) as again:
                moves = again.until("moves")["list"]
            told.append([(move["said"], move["said_after"]) for move in moves])
    ends = [*after, "the higher offer is 3"]
    assert told[0] == [(red[0], []), (red[1], ends)]
    assert told[1] == [(red[1], []), (["you offered 3"], ends)]


DEALT = """game: Dealt
players: Red, Blue
state:
  card[p in colours]: 0..3
  thrown: 0..3
sees:
  card[p]: p = viewer
  deal: p
setup:
  - for p in colours: deal(p)
chance:
  deal(p in colours, n in 1..3): set card[p] to n
  throw(n in 1..3): set thrown to n
actions:
  keep: set card[mover] to thrown
turn: throw, keep
end:
  - when turns = 2: most card wins
"""


def test_a_throw_is_of_whose_turn_it_is_and_the_set_up_nobodys(tmp_path: Path) -> None:
    (tmp_path / "dealt.yaml").write_text(DEALT, "utf-8")
    with served(tmp_path / "data", tmp_path) as server:
        table = server.table("./dealt.yaml", "person", "person")
        with server.sit(table, table["keys"][0]) as page:
            page.position(chance=False)
        with server.sit(table, table["keys"][0]) as again:
            moves = again.until("moves")["list"]
    whose = [(move["text"].split()[0], move["colour"]) for move in moves]
    assert whose == [("deal", None), ("deal", None), ("throw", "Red")]


def test_announcements_of_a_game_without_secrets_come_with_their_moves(tmp_path: Path) -> None:
    hidden = "sees:\n  secret: mover = viewer\n  refusal: mover = viewer\n"
    rules = SHOTS.replace(hidden, "").replace("tell mover", "tell all").replace("try", "require")
    (tmp_path / "shots.yaml").write_text(rules, "utf-8")
    with served(tmp_path / "data", tmp_path) as server:
        table = server.table("./shots.yaml", "person", "person")
        with server.sit(table, *table["keys"]) as page:
            page.position()
            page.play("shoot c3")
            page.play("shoot a1")
        with server.sit(table) as watching:
            moves = watching.until("moves")
    assert moves["said"] == ["all are ready"]
    told = [(move["text"], move["said"]) for move in moves["list"]]
    assert told == [("shoot c3", ["miss"]), ("shoot a1", ["hit"])]
