"""Games of OpenSpiel in which a move is more than a cell: walls, lines, twists, dice."""

from __future__ import annotations

import re

from peers.openspiel import OpenSpiel

CELL = re.compile(r"([a-z])(\d+)")


LIES = {"north": "h", "east": "v"}  # a wall, by the direction that it stops
TWISTS = dict(zip("stuvwxyz", (
    "b5 anticlockwise", "b5 clockwise", "e5 anticlockwise", "e5 clockwise",
    "e2 anticlockwise", "e2 clockwise", "b2 anticlockwise", "b2 clockwise",
), strict=True))  # fmt: skip
SLIDES = {"north": "Up", "east": "Right", "south": "Down", "west": "Left"}


class Quoridor(OpenSpiel):
    """Rows run down.  A wall is named by the upper left of its four squares, and `h` or `v`."""

    def __init__(self, size: int, players: int = 2):
        super().__init__("quoridor", board_size=size, players=players,
                         wall_count=20 // players)  # fmt: skip
        self.size, self.is_lost = size, False
        self.order = [0, 2, 1, 3] if players == 4 else [0, 1]

    def name(self, text: str) -> str:
        cells = CELL.findall(text)
        if text == "pass":
            self.is_lost = True
            (only,) = self.names()
            return only
        if text.startswith("step"):
            column, row = cells[1]
            return f"{column}{self.size + 1 - int(row)}"
        column, row = min(cells)
        return f"{column}{self.size - int(row)}{LIES[text.split()[-1]]}"

    def seat(self) -> int:
        """Four play clockwise: 0, 2, 1, 3 by OpenSpiel's numbers, though the result is in turn."""
        return self.order[self.state.current_player()]

    def result(self) -> list[float] | None:
        returns = self.state.returns()
        return [float(value == 1) for value in returns] if self.state.is_terminal() else None

    def play(self, name: str) -> None:
        if not self.is_lost:
            super().play(name)

    def gave_up(self) -> bool:
        """A draw after a number of turns, or where it has only a move that no rule allows."""
        drawn = self.state.is_terminal() and not any(self.state.returns())
        return drawn or self.is_lost


class Dots(OpenSpiel):
    """Dots and boxes: `P1(h,row,column)` for the line to the right of or below a dot."""

    def __init__(self, width: int, height: int):
        super().__init__("dots_and_boxes", num_rows=height - 1, num_cols=width - 1)

    def name(self, text: str) -> str:
        (x, y), (u, _) = sorted((ord(a) - ord("a"), int(n) - 1) for a, n in CELL.findall(text))
        return f"({'v' if x == u else 'h'},{y},{x})"

    def their(self, text: str) -> str:
        return text[2:]


class Pentago(OpenSpiel):
    """Placing and twisting is one action of OpenSpiel; it draws rows that run down."""

    def __init__(self) -> None:
        super().__init__("pentago")
        self.placed = ""

    def name(self, text: str) -> str:
        return text.partition(" ")[2]

    def their(self, text: str) -> str:
        return f"{text[0]}{7 - int(text[1])} {TWISTS[text[2]]}"

    def names(self) -> set[str]:
        listed = super().names()
        return {
            n[3:] if self.placed else n[:2] for n in listed if n.startswith(self.placed)
        }

    def play(self, name: str) -> None:
        if self.placed:
            super().play(f"{self.placed} {name}")
            self.placed = ""
        else:
            self.placed = name


class Nim(OpenSpiel):
    """Heaps are numbered from 1."""

    def __init__(self, **options: object):
        heaps = ";".join(str(options[f"heap_{letter}"]) for letter in "abcd")
        super().__init__("nim", pile_sizes=heaps, is_misere=options["misere"])

    def name(self, text: str) -> str:
        _, heap, number = text.split()
        return f"pile:{ord(heap[0]) - ord('a') + 1}, take:{number};"


class Pig(OpenSpiel):
    """OpenSpiel lets a player hold without having rolled, which is a pass."""

    def __init__(self, goal: int):
        super().__init__("pig", winscore=goal, horizon=100_000)

    def name(self, text: str) -> str:
        return {"hold": "stop"}.get(text, text.replace("throw ", "Roll "))

    def names(self) -> set[str]:
        return super().names() - ({"stop"} if str(self.state).count("Turn total: 0") else set())


class Banqi(OpenSpiel):
    """Rows, downwards, and columns count from 0; Red is turned up as a capital letter."""

    LETTERS = "general:G advisor:A elephant:E chariot:R horse:H cannon:C soldier:S"

    def __init__(self) -> None:
        super().__init__("banqi")
        self.letters = dict(pair.split(":") for pair in self.LETTERS.split())

    def name(self, text: str) -> str:
        verb, *rest = text.split()
        if verb == "turn_up":
            colour, _, kind = rest[-1].partition("-")
            letter = self.letters[kind]
            return letter if colour == "Red" else letter.lower()
        return "".join(f"({4 - int(row)},{ord(column) - 97})" for column, row in CELL.findall(text))

    def their(self, text: str) -> str:
        return text[-1] if text.startswith("Reveal") else "".join(re.findall(r"\(\d,\d\)", text))


class Tiles(OpenSpiel):
    """2048: rows run down, slides go up and down, and the score is the result.

    OpenSpiel's list lacks a slide that does no more than join a tile which the last slide made,
    though it can be played; so a slide is taken to be possible if it changes OpenSpiel's board.
    """

    def __init__(self, size: int = 4, goal: int = 131072):
        assert size == 4
        super().__init__("2048", max_tile=goal)

    def name(self, text: str) -> str:
        action, *words = text.split()
        if action == "slide":
            return SLIDES[words[0]]
        column, row = ord(words[0][0]) - ord("a") + 1, 5 - int(words[0][1])
        return f"{words[1]} added to row {row}, column {column}"

    def names(self) -> set[str]:
        if self.state.is_chance_node():
            return super().names()
        slides = {self.state.action_to_string(0, action): action for action in range(4)}
        before = str(self.state)
        self.actions = {n: a for n, a in slides.items() if str(self.state.child(a)) != before}
        return set(self.actions)

    def result(self) -> list[float] | None:
        return list(self.state.returns()) if self.state.is_terminal() else None
