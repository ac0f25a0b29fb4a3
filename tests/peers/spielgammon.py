"""Backgammon of OpenSpiel, whose actions are two half-moves each; ours are one."""

from __future__ import annotations

from typing import Any

from peers.openspiel import OpenSpiel
from peers.walking import CHANCE

BAR = 25  # the point that men on the bar count as
LETTERS = "abcdefhijklm"  # of the points; the bar lies between f and h
ON_THE_BAR = 100  # what OpenSpiel calls it


class Backgammon(OpenSpiel):
    """White is X, seat 0.  Half-moves are called by their point, counted by the mover, and die.

    Where nothing can be played we go on to the next throw, so passes are made here.
    """

    def __init__(self) -> None:
        super().__init__("backgammon", scoring_type="full_scoring")
        self.played: list[str] = []  # of an action that is not complete

    def name(self, text: str) -> str:
        _, first, second = text.split()
        if self.state.is_chance_node():
            return second + first  # a throw for the start is called the other way round
        return f"{self.point(first)} {second}"

    def point(self, cell: str) -> int:
        """The number of a point, from the mover's side."""
        if cell[0] not in LETTERS:
            return BAR
        number, own = LETTERS.index(cell[0]) + 1, "14"[self.seat()]
        return number if cell[1] == own else BAR - number

    def names(self) -> set[str]:
        if self.state.is_chance_node():
            return set(self.chances())
        n = len(self.played)
        return {h[n] for h in self.ways() if len(h) > n}

    def chances(self) -> dict[str, float]:
        return {
            self.state.action_to_string(CHANCE, action)[-3:-1]: chance
            for action, chance in self.state.chance_outcomes()
        }

    def ways(self) -> dict[tuple[str, ...], int]:
        """The actions that begin with what was played, by their half-moves without passes."""
        n, seat = len(self.played), self.state.current_player()
        every = {
            tuple(
                self.half(move, seat)
                for move in self.state.spiel_move_to_checker_moves(seat, action)
                if move.pos == ON_THE_BAR or 0 <= move.pos < BAR - 1
            ): action
            for action in self.state.legal_actions()
        }
        return {halves: a for halves, a in every.items() if list(halves[:n]) == self.played}

    def half(self, move: Any, seat: int) -> str:
        if move.pos == ON_THE_BAR:
            return f"{BAR} {move.num}"
        return f"{move.pos + 1 if seat else BAR - 1 - move.pos} {move.num}"

    def result(self) -> list[float] | None:
        return list(self.state.returns()) if self.state.is_terminal() else None

    def seat(self) -> int:
        return CHANCE if self.state.is_chance_node() else int(self.state.current_player())

    def play(self, name: str) -> None:
        if self.state.is_chance_node():
            actions = {self.state.action_to_string(CHANCE, a)[-3:-1]: a for a, _ in self.outcomes()}
            self.state.apply_action(actions[name])
        else:
            self.played.append(name)
        self.settle()

    def outcomes(self) -> list[tuple[int, float]]:
        return list(self.state.chance_outcomes())

    def settle(self) -> None:
        """Carry out what is complete: an action, and those without half-moves."""
        while not self.state.is_terminal() and not self.state.is_chance_node():
            ways = self.ways()
            if any(len(halves) > len(self.played) for halves in ways):
                break
            self.state.apply_action(ways[tuple(self.played)])
            self.played = []
