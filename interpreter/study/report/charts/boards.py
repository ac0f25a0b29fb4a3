"""Boards of a report: their sizes on the page, and heat maps on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING

from markupsafe import Markup
from scipy.special import chdtri

from interpreter.drawing.scene.places import CELL
from interpreter.drawing.scene.scene import Scene
from interpreter.study.report.charts.markup import macros
from interpreter.study.report.charts.numbers import number

if TYPE_CHECKING:
    from interpreter.study.results.results import PairingResult, VariantResult


def drawing(
    kind: str, scene: Scene, key: int, label: str, shares: str = "", most: str = ""
) -> Markup:
    """A drawing that uses the symbol of a board; pieces or tints are added by the script."""
    markup: Markup = macros("boards.svg").drawing(
        kind, scene.view_box, width(scene), key, label, shares, most
    )
    return markup


def width(scene: Scene) -> int:
    """How wide a drawing is on the page."""
    return round(min(max(scene.box[2] * 1.2, 240), 460))


# ---- heat maps ----------------------------------------------------------------------------------
#
# The script tints the boards; without scripting the words below each say where most is.

MAPS = (
    ("first_moves", "First moves", "games whose first turn changed the cell"),
    ("cell_use", "Cell use", "games in which a piece ever stood on the cell"),
    ("won_cells", "Cells of the winner", "won games that end with a piece of the winner on it"),
)
"""The field of `Charts`, its title, and what the share is of."""
TINTS = 5  # in the legend
LEVEL = 0.05  # of the test that cells differ at all
NOISE = "No cell differs from another beyond what chance alone gives in so few games."
MAX_NAMED = 3  # cells that the words below a map name


def heat_maps(
    pairing: PairingResult, variants: Sequence[VariantResult]
) -> list[tuple[str, Markup]]:
    """For each kind of map that there is its title and the maps of all variants, side by side.

    The maps of a kind have one scale, so that equal tints mean equal shares.
    """
    drawn = []
    for field, title, what in MAPS:
        shares = [getattr(charts, field) for charts in pairing.charts]
        if all(is_noise(each, games_of(pairing, i, field)) for i, each in enumerate(shares)):
            if any(any(each.values()) for each in shares):
                drawn.append((title, macros("parts.html").paragraph(NOISE, "note")))
            continue
        most = max((v for each in shares for v in each.values()), default=0)
        if most > 0:
            maps = [
                heat_map(i, variant, each, most, title)
                for i, (variant, each) in enumerate(zip(variants, shares, strict=True))
            ]
            parts = [i / (TINTS - 1) for i in range(TINTS)]
            tints = [(part, percent(most * part)) for part in parts]
            body = macros("boards.svg").heat_maps(maps, tints, CELL * 0.8, percent(most), what)
            drawn.append((title, body))
    return drawn


def is_noise(shares: Mapping[str, float], games: float) -> bool:
    """Whether chance alone may make cells differ so much: a chi-square test of equal shares."""
    values = list(shares.values())
    mean = fsum(values) / len(values) if values else 0.0
    if len(values) < 2 or not 0 < mean < 1:
        return True
    spread = fsum((value - mean) ** 2 for value in values) * games / (mean * (1 - mean))
    return bool(spread < chdtri(len(values) - 1, LEVEL))


def games_of(pairing: PairingResult, variant: int, field: str) -> float:
    """How many games the shares of a map are of."""
    games = float(pairing.charts[variant].games)
    drawn = next((row.estimates[variant] for row in pairing.rows if row.metric == "draws"), None)
    return games * (1 - drawn.value) if field == "won_cells" and drawn else games


def heat_map(
    number: int, variant: VariantResult, shares: Mapping[str, float], most: float, title: str
) -> tuple[str, Markup, str]:
    """The title of one variant, its map, and the cells with the largest shares."""
    words, scene = largest(shares), variant.scene
    drawn = drawing(
        "heat", scene, number, f"{title}, {variant.shown}: {words}",
        ",".join(f"{1000 * shares.get(cell.name, 0.0):.0f}" for cell in scene.cells),
        f"{1000 * most:.0f}",
    )  # fmt: skip
    return variant.shown, drawn, words


def largest(shares: Mapping[str, float]) -> str:
    """The cells with the largest shares, in words."""
    ordered = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))
    named = [f"{cell} {percent(share)}" for cell, share in ordered[:MAX_NAMED] if share > 0]
    return f"most often {', '.join(named)}" if named else "no cell"


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{number(100 * share, 1)} %"
