"""Games of OpenSpiel (github.com/google-deepmind/open_spiel)."""

from __future__ import annotations

import re
from typing import Any

import pyspiel
from peers.walking import CHANCE, shares_of


class OpenSpiel:
    """A game of OpenSpiel whose moves are the texts of ours without the name of the action."""

    def __init__(self, game: str, **parameters: Any):
        self.state = pyspiel.load_game(game, parameters).new_initial_state()
        self.actions: dict[str, int] = {}

    def name(self, text: str) -> str:
        return "".join(text.split()[1:])

    def their(self, text: str) -> str:
        """What we call a move, given by the text of OpenSpiel."""
        return text

    def names(self) -> set[str]:
        state = self.state
        player = state.current_player()
        self.actions = {
            self.their(state.action_to_string(player, action)): action
            for action in state.legal_actions()
        }
        return set(self.actions)

    def seat(self) -> int:
        return int(self.state.current_player())

    def chances(self) -> dict[str, float]:
        names = {action: name for name, action in self.actions.items()}
        return {names[action]: chance for action, chance in self.state.chance_outcomes()}

    def play(self, name: str) -> None:
        self.state.apply_action(self.actions[name])

    def result(self) -> list[float] | None:
        return shares_of(self.state.returns()) if self.state.is_terminal() else None

    def gave_up(self) -> bool:
        return False


class Column(OpenSpiel):
    """Connect Four: OpenSpiel names the column only."""

    def name(self, text: str) -> str:
        return str(ord(text.split()[1][0]) - ord("a"))

    def their(self, text: str) -> str:
        return text[1:]


class Passing(OpenSpiel):
    """Othello: a pass is a move of its own.  Its ranks run down, which mirrors the set-up."""

    def name(self, text: str) -> str:
        return text.split()[-1]


class Upside(OpenSpiel):
    """Breakthrough: the side at the top begins."""

    def __init__(self, game: str, size: int):
        super().__init__(game, rows=size, columns=size)
        self.size = size

    def name(self, text: str) -> str:
        turned = (c[0] + str(self.size + 1 - int(c[1:])) for c in text.split()[1:])
        return "".join(turned)

    def their(self, text: str) -> str:
        return text.rstrip("*")


class Hyphen(OpenSpiel):
    """Lines of Action: `b1-h1`, `c1xa3`; a draw when the board is as it was once before."""

    def their(self, text: str) -> str:
        return re.sub("[-x]", "", text)

    def gave_up(self) -> bool:
        return self.state.is_terminal() and not any(self.state.returns())


class Checkers(OpenSpiel):
    """English draughts; OpenSpiel ends after forty turns without a capture, men or not."""

    QUIET = 40

    def __init__(self, game: str):
        super().__init__(game)
        self.quiet = 0

    def play(self, name: str) -> None:
        self.quiet = 0 if abs(int(name[1]) - int(name[3])) == 2 else self.quiet + 1
        super().play(name)

    def gave_up(self) -> bool:
        return self.quiet >= self.QUIET


class Amazons(OpenSpiel):
    """A move and a shot are three choices in OpenSpiel: from, to, shoot."""

    SIZE = 10

    def cell(self, text: str) -> str:
        row, column = map(int, re.findall(r"\d+", text))
        return f"{chr(ord('a') + column - 1)}{self.SIZE + 1 - row}"

    def choices(self, state: Any) -> list[tuple[str, int]]:
        return [
            (self.cell(state.action_to_string(state.current_player(), a)), a)
            for a in state.legal_actions()
        ]

    def names(self) -> set[str]:
        self.pairs = {}
        for start, action in self.choices(self.state):
            later = self.state.child(action)
            if "Shoot" in self.state.action_to_string(action):
                self.pairs[start] = [action]
            else:
                for there, second in self.choices(later):
                    self.pairs[start + there] = [action, second]
        return set(self.pairs)

    def play(self, name: str) -> None:
        for action in self.pairs[name]:
            self.state.apply_action(action)


class Grid(OpenSpiel):
    """Gomoku: `row,column`, both from 0."""

    def their(self, text: str) -> str:
        row, column = map(int, text.split(","))
        return f"{chr(ord('a') + column)}{row + 1}"


class Rhombus(OpenSpiel):
    """Hex, where rows and columns are ours."""

    def __init__(self, size: int):
        super().__init__("hex", board_size=size)


class Triangle(OpenSpiel):
    """Y: OpenSpiel's letters count within a row, ours count the rows."""

    def __init__(self, side: int):
        super().__init__("y", board_size=side)

    def their(self, text: str) -> str:
        return f"{chr(ord('a') + int(text[1:]) - 1)}{ord(text[0]) - ord('a') + 1}"


class Hexagon(OpenSpiel):
    """Havannah: OpenSpiel's letters are those of slanting columns, its rows run down."""

    def __init__(self, side: int):
        super().__init__("havannah", board_size=side)
        self.side = side

    def their(self, text: str) -> str:
        column, row = ord(text[0]) - ord("a"), int(text[1:]) - 1
        return f"{chr(ord('a') + row)}{column - max(0, row - self.side + 1) + 1}"


class Twixt(OpenSpiel):
    """Twixt without the pie rule, by which a second peg may be put on the first one."""

    def __init__(self, size: int):
        super().__init__("twixt", board_size=size)

    def their(self, text: str) -> str:
        return text[1:]  # without the sign of the colour

    def names(self) -> set[str]:
        first = self.state.history()
        return {n for n in super().names() if [self.actions[n]] != first}


class Go(OpenSpiel):
    """Go: the letter i is left out.  A move that OpenSpiel ends as superko is illegal with us."""

    LETTERS = "abcdefghjklmnopqrstuvwxyz"

    def __init__(self, size: int, komi: float):
        super().__init__("go", board_size=size, komi=komi, max_game_length=100_000)

    def their(self, text: str) -> str:
        place = text.split()[1].lower()
        if place == "pass":
            return place
        return f"{chr(ord('a') + self.LETTERS.index(place[0]))}{place[1:]}"

    def name(self, text: str) -> str:
        return text.split()[-1]

    def names(self) -> set[str]:
        listed = super().names()
        return {n for n in listed if n == "pass" or not self.is_superko(n)}

    def is_superko(self, name: str) -> bool:
        return bool(self.state.child(self.actions[name]).is_terminal())


class Poker(OpenSpiel):
    """Kuhn and Leduc poker: cards by number, moves by their places in the list of actions."""

    def __init__(self, game: str, moves: tuple[str, ...], copies: int = 1):
        super().__init__(game)
        self.copies = copies
        self.moves = {word: place for place, words in enumerate(moves) for word in words.split()}

    def name(self, text: str) -> str:
        action, *words = text.split()
        if action in self.moves:
            return str(self.moves[action])
        rank, copy = (int(number) for number in f"{words[-1]}-1".split("-")[:2])
        return str(self.copies * (rank - 1) + copy - 1)

    def names(self) -> set[str]:
        self.actions = {str(action): action for action in self.state.legal_actions()}
        return set(self.actions)

    def chances(self) -> dict[str, float]:
        return {str(action): odds for action, odds in self.state.chance_outcomes()}

    def result(self) -> list[float] | None:
        return list(self.state.returns()) if self.state.is_terminal() else None


MILL_POINTS = (
    "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
)


class Mills(OpenSpiel):
    """Nine men's morris; OpenSpiel ends after two hundred turns."""

    def __init__(self) -> None:
        super().__init__("nine_mens_morris")
        self.turns = 0

    def their(self, text: str) -> str:
        return "".join(MILL_POINTS[int(n)] for n in re.findall(r"\d+", text))

    def play(self, name: str) -> None:
        super().play(name)
        self.turns += 1

    def gave_up(self) -> bool:
        over = self.state.is_terminal()
        return over and all(value == 0 for value in self.state.returns())


class Houses(OpenSpiel):
    """Kalah, whose houses are numbered round with the stores; Oware, where they are letters."""

    WAY = tuple("north_store a1 b1 c1 d1 e1 f1 south_store f2 e2 d2 c2 b2 a2".split())

    def their(self, text: str) -> str:
        if text.isdigit():
            return self.WAY[int(text)]
        return f"{text}1".lower() if text.isupper() else self.WAY[8 + ord(text) - ord("a")]


class AtOnce(OpenSpiel):
    """All choose at once; here one after the other, in the order of play."""

    def __init__(self, game: str, **parameters: Any):
        super().__init__(game, **parameters)
        self.chosen: list[int] = []
        self.turns = 0

    @property
    def players(self) -> int:
        return int(self.state.num_players())

    def seat(self) -> int:
        if self.state.is_chance_node():
            return CHANCE
        return (self.turns + len(self.chosen)) % self.players

    def names(self) -> set[str]:
        seat = self.seat()
        player = pyspiel.PlayerId.CHANCE if seat == CHANCE else seat
        self.actions = {
            self.their(self.state.action_to_string(player, action)): action
            for action in self.state.legal_actions(player)
        }
        return set(self.actions)

    def play(self, name: str) -> None:
        if self.seat() == CHANCE:
            self.state.apply_action(self.actions[name])
            return
        self.chosen.append(self.actions[name])
        if len(self.chosen) == self.players:
            first = self.turns % self.players
            self.state.apply_actions([*self.chosen[-first:], *self.chosen[:-first]])
            self.chosen = []
            self.turns += 1

    def result(self) -> list[float] | None:
        if not self.state.is_terminal():
            return None
        returns = self.state.returns()
        winners = [value > 0 for value in returns]
        alone = 1.0 if sum(winners) == 1 else 0.5
        if not any(winners):
            return [0.5] * len(returns)
        return [alone if wins else 0.0 for wins in winners]


class Hands(AtOnce):
    """Rock, paper, scissors, of which OpenSpiel has one round."""

    def __init__(self, rounds: int):
        assert rounds == 1
        super().__init__("matrix_rps")

    def their(self, text: str) -> str:
        return text.lower()


class Prizes(AtOnce):
    """Goofspiel, whose last prize and last cards OpenSpiel plays by itself."""

    def __init__(self, cards: int, players: int = 2):
        super().__init__(
            "goofspiel", num_cards=cards, players=players, points_order="random", imp_info=False,
            returns_type="win_loss",
        )  # fmt: skip
        self.left = [{str(n + 1) for n in range(cards)} for _ in range(players + 1)]  # prizes last

    def their(self, text: str) -> str:
        return text.split()[-1]

    def seat(self) -> int:
        hands = [len(hand) for hand in self.left[:-1]]
        if len(self.left[-1]) == max(hands) == min(hands):
            return CHANCE
        return (self.turns + len(self.chosen)) % self.players

    def names(self) -> set[str]:
        return set(self.left[self.seat()]) if self.state.is_terminal() else super().names()

    def chances(self) -> dict[str, float]:
        is_forced = self.state.is_terminal()
        return dict.fromkeys(self.left[CHANCE], 1.0) if is_forced else super().chances()

    def play(self, name: str) -> None:
        seat, is_forced = self.seat(), self.state.is_terminal()
        if is_forced and seat != CHANCE:
            self.chosen.append(0)
        elif not is_forced:
            super().play(name)
        self.left[seat].remove(name)

    def result(self) -> list[float] | None:
        return None if any(self.left) else super().result()
