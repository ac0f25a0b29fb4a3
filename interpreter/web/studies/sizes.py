"""How large the studies are that the workbench asks for."""

from __future__ import annotations

from dataclasses import dataclass

PLAYED_SECONDS = 600.0  # for a study; the report is then of the games that there are


@dataclass(frozen=True)
class Size:
    """Who plays, and how many games of each version."""

    agents: tuple[str, ...]
    games: int

    @property
    def total(self) -> int:
        """The games of a version."""
        return len(self.agents) * self.games

    @property
    def words(self) -> str:
        """The size in words."""
        names = ("random play" if agent == "random" else agent for agent in self.agents)
        return " and ".join(f"{self.games:,} games of {name}" for name in names)


SIZES = {
    "small": Size(("random",), 1_000),
    "medium": Size(("random", "uct:50"), 100),
    "large": Size(("random", "uct:50", "uct:200"), 200),
}
