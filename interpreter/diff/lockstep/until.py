"""When a comparison of two games stops: at a time, or after work that is the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic


@dataclass
class Work:
    """How much was done so far; listing a move of a game counts 1."""

    count: int = 0


@dataclass(frozen=True)
class Until:
    """The end of a search: a time of `monotonic` and an amount of work; None is no end."""

    time: float | None = None
    most: int | None = None
    work: Work = field(default_factory=Work)

    @property
    def is_reached(self) -> bool:
        """Whether the time is up or the work is done."""
        if self.most is not None and self.work.count >= self.most:
            return True
        return self.time is not None and monotonic() >= self.time
