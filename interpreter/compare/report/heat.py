"""Heat maps: a share for every cell, on the drawn board, with a legend of what the tints mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.compare.report.drawing import (
    CELL,
    Sheet,
    line_parts,
    name_parts,
    points,
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
            pairs = zip(variants, shares, strict=True)
            maps = [figure(variant, each, most, title) for variant, each in pairs]
            legend = f'<figcaption class="scale">{scale(most)} <span>{what}</span></figcaption>'
            found.append((title, f'<figure class="maps">{"".join(maps)}{legend}</figure>'))
    return found


def figure(
    variant: VariantResult, shares: Mapping[str, float], most: float, title: str
) -> str:
    """The map of one variant, and below it the cells with the largest shares."""
    words, sheet = largest(shares), sheet_of(variant)
    label = f"{title}, {variant.title}: {words}"
    return (
        f'<figure><figcaption>{escape(variant.title)}</figcaption>'
        f"{svg(sheet, heat(sheet, shares, most), label, 'heat')}"
        f"<p>{escape(words)}</p></figure>"
    )


def heat(sheet: Sheet, shares: Mapping[str, float], most: float) -> list[str]:
    """The parts of a map: a tint for every cell, its name and share as a title."""
    found = line_parts(sheet)
    if found:  # which a tint would let through
        found += [f'<polygon class="under" points="{points(sheet, t)}"/>' for t in sheet.tiles]
    for tile in sheet.tiles:
        share = shares.get(tile.cell, 0.0)
        title = f"<title>{escape(tile.cell)}: {percent(share)}</title>"
        found.append(
            f'<polygon class="cell" points="{points(sheet, tile)}" fill="{COLOUR}" '
            f'fill-opacity="{share / most:.3f}">{title}</polygon>'
        )
    return found + name_parts(sheet)


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
