"""Who takes turns."""

from __future__ import annotations

from interpreter.board.position import Position


class Order:
    """Who takes turns: all colours, or those that are still playing.

    `playing` is the place of the variable of this name; None in games in which nobody goes out.
    """

    playing: int | None

    @property
    def has_playing(self) -> bool:
        """Whether colours can go out of the game."""
        return self.playing is not None

    def still_playing(self, position: Position) -> frozenset[int]:
        """The colours that take turns."""
        if self.playing is None:
            return frozenset(position.colours)
        colours: frozenset[int] = position.variables[self.playing][0]
        return colours

    def acting_from(self, position: Position, seat: int) -> int:
        """The seat that takes a turn when it comes to a seat: the first that still plays."""
        if self.playing is None:
            return seat
        playing, seats = self.still_playing(position), len(position.colours)
        order = ((seat + n) % seats for n in range(seats))
        return next((s for s in order if position.colours[s] in playing), seat)
