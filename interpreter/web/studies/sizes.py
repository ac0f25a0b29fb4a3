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
        """The games of both versions."""
        return 2 * len(self.agents) * self.games

    @property
    def words(self) -> str:
        """The size in words."""
        return f"{self.games:,} games each, between {' and between '.join(self.agents)}"


SIZES = {
    "small": Size(("random",), 1_000),
    "medium": Size(("random", "uct:50"), 100),
    "large": Size(("random", "uct:50", "uct:200"), 200),
}
