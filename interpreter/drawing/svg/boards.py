"""Boards with pieces and what is stored, as SVG that stands alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from gdl.source.wording import names_as_words
from interpreter.drawing.scene.drawn import UNDER, parts_of
from interpreter.drawing.scene.forms import look_of
from interpreter.drawing.scene.parts import Part, Path, Written
from interpreter.drawing.scene.scene import Scene, board_scene
from interpreter.drawing.scene.stored import Decoration
from interpreter.drawing.svg.markup import macros
from interpreter.drawing.svg.pieces import symbol

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import Piece, Pile


MAX_TOLD = 40  # things stored on a board that its label tells


@dataclass(frozen=True)
class Colours:
    """The colours of a board, and the rules of a style sheet that change them in the dark."""

    cell: str = "#f3ead7"
    dark: str = "#e3d3b3"
    edge: str = "#6f6350"
    line: str = "#6f6350"  # between points
    name: str = "#6b6455"
    mark: str = "#8a5a00"  # what is stored and belongs to no colour
    night: tuple[tuple[str, str], ...] = ()


LIGHT = Colours()
DARK = Colours("#756d5d", "#665f51", "#0f0e0b", "#d8cfba", "#b4ac9c", "#f5c451")
NIGHT = (
    (".cell", f"fill:{DARK.cell};stroke:{DARK.edge}"), (".cell.dark", f"fill:{DARK.dark}"),
    (".cell.plain,.rim", f"stroke:{DARK.cell}"),
    (".link", f"stroke:{DARK.line}"), (".point", f"fill:{DARK.line}"),
    (".name", f"fill:{DARK.name}"), (".small", "fill:#f5f0e6"),
    (".marks", f"color:{DARK.mark}"),
)  # fmt: skip
AUTO = Colours(night=NIGHT)
THEMES = {"light": LIGHT, "dark": DARK, "auto": AUTO}


def board_svg(
    game: GameBase,
    pieces: Mapping[str, Piece | Pile] | None = None,
    decorations: Iterable[Decoration] = (),
    theme: str = "auto",
    width: int | None = None,
    label: str = "",
) -> Markup:
    """A whole drawing of a board with pieces by cell (None: as at the start) and decorations.

    Of a board with piles, `pieces` may have all pieces of a cell, lowest first.

    `theme` is "light", "dark" or "auto", which follows the setting of whoever looks.
    """
    if pieces is None:
        pieces = game.start_pieces()
    scene, marks = board_scene(game), tuple(decorations)
    looks = {look_of(game, piece): piece for piece in pieces.values()}
    smaller = {mark.text for mark in marks if mark.form == "piece"} - looks.keys()
    symbols = [symbol(game, piece) for piece in looks.values()]
    symbols += [symbol(game, look) for look in sorted(smaller)]
    use = macros().use
    shown = [use(look_of(game, piece), *scene.places[cell]) for cell, piece in pieces.items()]
    under = [drawn(scene, mark) for mark in marks if mark.form in UNDER]
    over = [drawn(scene, mark) for mark in marks if mark.form not in UNDER]
    markup: Markup = macros().drawing(
        scene, label or label_of(game, marks), symbols, under, ground(scene, THEMES[theme]),
        shown, over, width, THEMES[theme],
    )  # fmt: skip
    return markup


def label_of(game: GameBase, marks: Sequence[Decoration]) -> str:
    """The name of a board, and what is stored on it."""
    texts = [*dict.fromkeys(mark.label for mark in marks)]
    more = [f"and {len(texts) - MAX_TOLD} more"] if len(texts) > MAX_TOLD else []
    stored = "; ".join([*texts[:MAX_TOLD], *more])
    return f"board of {game.title}" + (f". Stored: {names_as_words(stored)}" if stored else "")


def ground(scene: Scene, colours: Colours = LIGHT) -> Markup:
    """The empty board: links, cells with their names as titles, zones and names that are seen."""
    zones = [mark("zone", zone.parts, zone.label) for zone in scene.zones]
    markup: Markup = macros().ground(scene, zones, colours)
    return markup


def drawn(scene: Scene, decoration: Decoration) -> Markup:
    """A decoration."""
    return mark("stored", parts_of(scene, decoration), decoration.label)


def mark(kind: str, parts: Iterable[Part], label: str) -> Markup:
    """Parts with the label as the title of each."""
    made = Markup()
    for part in parts:
        if isinstance(part, Path):
            made += macros().path(kind, part, label)
        elif isinstance(part, Written):
            made += macros().written(part, label)
        else:
            made += macros().use(part.look, part.x, part.y, part.scale, label)
    return made
