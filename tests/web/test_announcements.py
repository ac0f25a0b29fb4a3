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
