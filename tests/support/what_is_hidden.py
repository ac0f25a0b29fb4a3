"""A match as the referee knows it, and whether a position tells a seat no more than it may know."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any

import pytest

from interpreter.api import record as records
from interpreter.api.game import Game
from interpreter.board.values import Move, View
from interpreter.drawing.scene import look_of, shown_supply
from interpreter.drawing.text.values import stored_text
from interpreter.matches.match import Match


class Truth:
    """The match as the referee knows it, and what each seat may know."""

    def __init__(self, game: Game):
        self.game, self.state = game, game.start()
        self.states = [self.state]
        self.moves: list[str] = []
        self.views: dict[int, list[View]] = {}

    def play(self, move: str) -> None:
        """Go on."""
        self.state = self.state.play(move)
        self.states.append(self.state)
        self.moves.append(move)

    def deal(self, chooser: random.Random) -> Truth:
        """Let chance play until a seat is to move."""
        while self.state.is_chance:
            self.play(self.state.random_choice(chooser).text)
        return self

    def follow(self, record: str) -> Truth:
        """Play what a record of the match has."""
        for entry in records.read(record).moves:
            self.play(entry.text)
        return self

    def seen_by(self, seat: int) -> list[View]:
        """All views that a seat has had."""
        views = self.views.setdefault(seat, [])
        views += [state.view(seat) for state in self.states[len(views) :]]
        return views


class Dealt:
    """Luck that draws what was drawn before."""

    def __init__(self, text: str):
        self.text = text

    def choices(self, moves: Sequence[Move], weights: Sequence[float]) -> list[Move]:
        """The one move that was drawn."""
        assert len(moves) == len(weights)
        return [move for move in moves if move.text == self.text]


def deal_as(truth: Truth, monkeypatch: pytest.MonkeyPatch, may_begin: Event | None = None) -> None:
    """Let chance draw at the tables what it has drawn in the match of the referee, from the moment
    on when it may begin.
    """

    def luck(match: Match) -> Dealt:
        if may_begin is not None:
            may_begin.wait()
        return Dealt(truth.moves[len(match.plies)])

    monkeypatch.setattr(Match, "luck", luck)


def check_position(truth: Truth, seat: int, position: dict[str, Any]) -> None:
    """A position holds what one of the views of its seat holds, and nothing else."""
    views = truth.seen_by(seat)
    assert any(follows(truth, view, position) for view in views), position
    if position["offers"]["moves"]:
        assert position["acting"] == seat
    assert position["scores"] is None and position["ended"] is None


def follows(truth: Truth, view: View, position: dict[str, Any]) -> bool:
    """Whether a position follows from a view."""
    game = truth.game
    looks = {cell: look_of(game, piece) for cell, piece in view.pieces.items()}
    rows = position["values"]
    values = {row["name"] for row in rows if row["text"] != "hidden"}
    unseen = [row for row in rows if row["name"] not in {**view.variables, **view.marks}]
    stored = {mark["of"] for mark in position["decorations"]}
    supply = set(shown_supply(game, view.supply or {}))
    return (
        (position["turn"], position["acting"]) == (view.turn, view.acting)
        and position["heard"] == list(view.heard)
        and position["pieces"] == looks
        and set(position["hidden"]) == view.hidden
        and (values | stored) <= {*view.variables, *view.marks}
        and not any(hand["cards"] for row in unseen for hand in row["hands"])
        and {row["text"] for row in position["supply"]} == supply
        and is_written(truth, view.variables, position)
    )


def is_written(truth: Truth, variables: Mapping[str, Any], position: dict[str, Any]) -> bool:
    """Whether the values of a position are those of variables; it may have marks besides."""
    first = truth.states[0].variables
    return all(
        row["text"] == stored_text(variables[row["name"]], first.get(row["name"]))
        for row in position["values"]
        if row["name"] in variables
    )
