"""A match as the referee knows it, and whether a position tells a seat no more than it may know."""

from __future__ import annotations

from typing import Any

from interpreter.api.game import Game
from interpreter.drawing.scene import look_of


class Truth:
    """The match as the referee knows it, and what each seat may know."""

    def __init__(self, game: Game):
        self.game, self.state = game, game.start()
        self.states = [self.state]

    def play(self, move: str) -> None:
        """Go on."""
        self.state = self.state.play(move)
        self.states.append(self.state)

    def seen_by(self, seat: int) -> list[Any]:
        """All views that a seat has had."""
        return [state.view(seat) for state in self.states]


def check_position(truth: Truth, seat: int, position: dict[str, Any]) -> None:
    """A position holds what one of the views of its seat holds, and nothing else."""
    views = truth.seen_by(seat)
    assert any(follows(truth.game, view, position) for view in views), position
    if position["offers"]["moves"]:
        assert position["acting"] == seat
    assert position["scores"] is None and position["ended"] is None


def follows(game: Game, view: Any, position: dict[str, Any]) -> bool:
    """Whether a position follows from a view."""
    looks = {cell: look_of(game, piece) for cell, piece in view.pieces.items()}
    rows = position["values"]
    values = {row["name"] for row in rows if row["text"] != "hidden"}
    unseen = [row for row in rows if row["name"] not in {**view.variables, **view.marks}]
    stored = {mark["of"] for mark in position["decorations"]}
    return (
        position["pieces"] == looks
        and set(position["hidden"]) == view.hidden
        and (position["turn"], position["acting"]) == (view.turn, view.acting)
        and position["heard"] == list(view.heard)
        and (values | stored) <= {*view.variables, *view.marks}
        and not any(hand["cards"] for row in unseen for hand in row["hands"])
        and {row["text"] for row in position["supply"]} == set(view.supply or ())
    )
