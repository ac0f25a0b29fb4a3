"""Heat maps: a share for every cell, on the drawn board, with a legend of what the tints mean.

The script tints the boards; without scripting the words below each say where most is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.compare.report.drawing import (
    CELL,
    Sheet,
    sheet_of,
    svg,
)
from interpreter.compare.report.escaping import escape
from interpreter.compare.report.numbers import number

if TYPE_CHECKING:
    from interpreter.compare.results import PairingResult, VariantResult

MAPS = (
    ("first_moves", "First moves", "games whose first turn changed the cell"),
    ("cell_use", "Cell use", "games in which a piece ever stood on the cell"),
    ("won_cells", "Cells of the winner", "won games that end with a piece of the winner on it"),
)
"""The field of `Charts`, its title, and what the share is of."""
COLOUR = "var(--heat, #0b4f8a)"
TINTS = 5  # in the legend
MOST_NAMED = 3  # cells that the words below a map name


def heat_maps(pairing: PairingResult, variants: Sequence[VariantResult]) -> list[tuple[str, str]]:
    """For each kind of map that there is its title and the maps of all variants, side by side.

    The maps of a kind have one scale, so that equal tints mean equal shares.
    """
    found = []
    for field, title, what in MAPS:
        shares = [getattr(charts, field) for charts in pairing.charts]
        most = max((v for each in shares for v in each.values()), default=0)
        if most > 0:
            pairs = enumerate(zip(variants, shares, strict=True))
            maps = [figure(i, variant, each, most, title) for i, (variant, each) in pairs]
            legend = f'<figcaption class="scale">{scale(most)} <span>{what}</span></figcaption>'
            found.append((title, f'<figure class="maps">{"".join(maps)}{legend}</figure>'))
    return found


def figure(
    number: int, variant: VariantResult, shares: Mapping[str, float], most: float, title: str
) -> str:
    """The map of one variant, and below it the cells with the largest shares."""
    words, sheet = largest(shares), sheet_of(variant)
    label = f"{title}, {variant.shown}: {words}"
    body = f'<use href="#board{number}"/>'
    drawn = svg(sheet, [body], label, "heat").replace("<svg ", f"<svg {told(sheet, shares, most)} ")
    return (
        f"<figure><figcaption>{escape(variant.shown)}</figcaption>{drawn}"
        f"<p>{escape(words)}</p></figure>"
    )


def told(sheet: Sheet, shares: Mapping[str, float], most: float) -> str:
    """The shares of the cells in thousandths, by which the script tints the board."""
    parts = ",".join(f"{1000 * shares.get(tile.cell, 0.0):.0f}" for tile in sheet.tiles)
    return f'data-shares="{parts}" data-most="{1000 * most:.0f}"'


def scale(most: float) -> str:
    """The legend: tints from none to the most, with the shares at both ends."""
    wide = CELL * 0.8
    parts = [i / (TINTS - 1) for i in range(TINTS)]
    tints = "".join(
        f'<rect x="{i * wide:g}" width="{wide:g}" height="14" class="cell" fill="{COLOUR}" '
        f'fill-opacity="{part:g}"><title>{percent(most * part)}</title></rect>'
        for i, part in enumerate(parts)
    )
    box = f'viewBox="0 0 {TINTS * wide:g} 14" width="{TINTS * wide:g}" height="14"'
    return (
        f'<span>0 %</span> <svg xmlns="http://www.w3.org/2000/svg" class="heat" {box} role="img" '
        f'aria-label="from 0 % to {percent(most)}">{tints}</svg> <span>{percent(most)} of</span>'
    )


def largest(shares: Mapping[str, float]) -> str:
    """The cells with the largest shares, in words."""
    ordered = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))
    named = [f"{cell} {percent(share)}" for cell, share in ordered[:MOST_NAMED] if share > 0]
    return f"most often {', '.join(named)}" if named else "no cell"


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{number(100 * share, 1)} %"
