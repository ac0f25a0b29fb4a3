"""Chinese checkers of OpenSpiel, in which each jump of a chain is an action, and a pass ends it."""

from __future__ import annotations

import re

from peers.openspiel import OpenSpiel

ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
HOLES = [  # as OpenSpiel numbers them, from the top
    f"{letter}{n}" for letter, row in zip("qponmlkjihgfedcba", ROWS, strict=True)
    for n in range(1, row + 1)
]  # fmt: skip


class Star(OpenSpiel):
    """A turn is where a marble starts and where it ends; only the first place is known."""

    PASS = 726

    def __init__(self, players: int, stay: bool, blocked: str, limit: int):
        assert (stay, blocked) == (False, "own")  # the rules that OpenSpiel knows
        super().__init__("chinese_checkers", players=players, max_moves=limit)
        self.turns: dict[str, list[int]] = {}

    def names(self) -> set[str]:
        self.turns = {"pass": [self.PASS]} if self.state.legal_actions() == [self.PASS] else {}
        self.explore([])
        return set(self.turns)

    def explore(self, chain: list[int]) -> None:
        """Note where each marble, or the one in the middle of a chain, can end its turn."""
        player = self.state.current_player()
        for action in self.state.legal_actions():
            if action == self.PASS:
                continue
            text = self.state.action_to_string(player, action)
            there = HOLES[int(re.findall(r"\d+", text)[1])]
            turn = [*chain, action]
            name = HOLES[turn[0] // 6] + there
            if name not in self.turns:
                self.turns[name] = turn
                self.state.apply_action(action)
                if self.state.current_player() == player:
                    self.explore(turn)
                self.state.undo_action(player, action)

    def play(self, name: str) -> None:
        player = self.state.current_player()
        for action in self.turns[name]:
            self.state.apply_action(action)
        if self.state.current_player() == player:
            self.state.apply_action(self.PASS)

    def result(self) -> list[float] | None:
        if not self.state.is_terminal():
            return None
        returns = self.state.returns()
        return [0.5 if not any(returns) else float(value > 0) for value in returns]

    def gave_up(self) -> bool:
        """Somebody has won, and the others would play on."""
        returns = self.state.returns()
        return len(returns) > 2 and any(returns)
