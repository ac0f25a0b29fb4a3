"""Pieces as SVG symbols around the origin, with presentation attributes only."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from interpreter.drawing.colours import brightness
from interpreter.drawing.scene.fills import ink_on, mixed, rim_of
from interpreter.drawing.scene.forms import Form, form_of, known_looks, look_of
from interpreter.drawing.svg.markup import macros
from interpreter.drawing.svg.shapes import GLYPHS, OPEN, cue, outline

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import Piece, Pile

RADIUS = 15.5  # of a piece on a cell of 40 units
TEXT = 17.0  # size of one character on a piece
STEP = 3.6  # how far up each piece of a pile lies above the one below
DOT, MAX_DOTS = 3.6, 12  # the radius of a dot of a heap, and how many of them are drawn
SEEN = 6  # dots that are counted at a glance


def symbol(game: GameBase, piece: Piece | Pile | str) -> Markup:
    """The `<symbol>` of a piece, of the pieces on a cell, or of the id of a piece's look.

    Raises KeyError for an id that no piece of the game has.
    """
    if isinstance(piece, str):
        every = known_looks(game).values()
        found = next((each for look, each in every if look == piece), None)
        if found is None:
            raise KeyError(piece)
        piece = found
    return form_symbol(form_of(game, piece), look_of(game, piece))


def form_symbol(form: Form, key: str, is_titled: bool = True) -> Markup:
    """The `<symbol>` with this id that draws a form, perhaps with its words as the title."""
    markup: Markup = macros().symbol(key, form.words if is_titled else "", parts(form))
    return markup


def parts(form: Form) -> list[dict[str, Any]]:
    """The paths and texts of a piece from the bottom, each as the attributes of its element.

    The pieces of a pile are shifted upwards, each on the one below; a heap is drawn as dots.
    """
    if form.is_heap:
        return heap(form)
    shown = (*form.below, form)
    lowest = STEP * len(form.below) / 2
    made: list[dict[str, Any]] = []
    for level, each in enumerate(shown):
        for part in single(each):
            made.append(part | ({"shift": f"{lowest - STEP * level:g}"} if form.below else {}))
    if form.height > len(shown):
        made += number(form.height, RADIUS * 0.8, RADIUS * 0.8)
    return made


def heap(form: Form) -> list[dict[str, Any]]:
    """Alike pieces as dots in rings, with their number if they are more than `SEEN`; of more than
    `MAX_DOTS` the number alone.
    """
    rim, count = rim_of(form.fill), form.height
    if count > MAX_DOTS:
        ink = ink_on(form.fill)
        return [
            {"d": outline("disc", RADIUS * 0.9), "fill": form.fill, "stroke": rim,
             "stroke-width": "1.5"},
            {"text": str(count), "fill": ink, "size": f"{1.5 * TEXT / len(str(count)):.3g}"},
        ]  # fmt: skip
    made: list[dict[str, Any]] = [
        {"d": outline("disc", DOT), "fill": form.fill, "stroke": rim, "stroke-width": "1",
         "shift": f"{x:.3g} {y:.3g}"}
        for x, y in dots(count)
    ]  # fmt: skip
    return made + number(count, RADIUS * 0.9, RADIUS * 0.9) if count > SEEN else made


def dots(count: int) -> list[tuple[float, float]]:
    """Where so many dots lie: up to three of them in the middle, the others around."""
    inner = 1 if count in (1, 5, 6, 7, 8) else 2 if count == 10 else 3 if count > 8 else 0
    inner = count if count == 2 or count == 3 else inner
    rings = [(inner, 0.0 if inner == 1 else 0.3 * RADIUS), (count - inner, 0.74 * RADIUS)]
    return [
        (far * sin(2 * pi * i / many), -far * cos(2 * pi * i / many))
        for many, far in rings for i in range(many)
    ]  # fmt: skip


def number(count: int, x: float, y: float) -> list[dict[str, Any]]:
    """The number of the pieces of a pile, beside its top."""
    size = "11" if count < 100 else "9"
    disc = {"d": outline("disc", 7.5), "fill": "#ffffff", "stroke": "#39352d", "stroke-width": "1"}
    text = {"text": str(count), "fill": "#1c1a17", "size": size}
    return [part | {"shift": f"{x:g} {y:g}"} for part in (disc, text)]


def single(form: Form) -> list[dict[str, Any]]:
    """The parts of one piece."""
    fill, rim, ink = form.fill, rim_of(form.fill), ink_on(form.fill)
    shape = outline(form.outline, RADIUS)
    made = open_parts(form) if form.outline in OPEN else body(form, shape, fill, rim)
    if form.cue == "ring" and form.outline not in OPEN:
        made.append(stroke(outline(form.outline, 0.72 * RADIUS), ink, 1.2, 0.5))
    elif form.cue and form.outline not in OPEN:
        made.append(stroke(cue(form.cue, RADIUS), ink, 2.2, 0.75))
    made += middle(form, fill)
    if form.mark:
        fill = form.mark.fill
        made.append({"d": outline(form.mark.outline, 0.5 * RADIUS), "fill": fill,
                     "stroke": rim_of(fill), "stroke-width": "1.2"})  # fmt: skip
        ink = ink_on(fill)
    for x, y in form.rods:
        made += rod(x, y, ink, 0.62 * RADIUS if form.glyph or form.text else 0)
    if form.glyph:
        made.append({"d": GLYPHS.get(form.glyph, ""), "fill": ink})
    if form.text:
        size = TEXT if len(form.text) == 1 else 1.5 * TEXT / len(form.text)
        made.append({"text": form.text, "fill": text_ink(form, ink), "size": f"{size:.3g}"})
    return made


def text_ink(form: Form, ink: str) -> str:
    """The colour of a text: on a shape of strokes it stands on the board itself."""
    return form.fill if form.outline in OPEN else ink


def open_parts(form: Form) -> list[dict[str, Any]]:
    """A ring or a cross: a stroke with a rim."""
    wide = outline(form.outline, 0.8 * RADIUS)
    return [stroke(wide, rim_of(form.fill), 8.5), stroke(wide, form.fill, 6)]


def body(form: Form, shape: str, fill: str, rim: str) -> list[dict[str, Any]]:
    """The body of a piece: its rim, and the smaller top of one that tapers."""
    made: list[dict[str, Any]] = []
    if form.edge:
        gaps = mixed(fill, "#ffffff", 0.5)  # the rim alone is hard to see on a dark ground
        made.append(stroke(shape, gaps, 5))
        made.append(stroke(shape, rim, 5) | {"stroke-dasharray": "3.6 3.6"})
    side = mixed(fill, "#000000", 0.55) if form.body else fill
    made.append({"d": shape, "fill": side, "stroke": rim, "stroke-width": "1.5",
                 "stroke-linejoin": "round"})  # fmt: skip
    if form.body:
        top = mixed(fill, "#ffffff", 0.35)
        made.append({"d": outline(form.outline, 0.66 * RADIUS), "fill": top})
    return made


def middle(form: Form, fill: str) -> list[dict[str, Any]]:
    """The centre of a piece: a hollow, a knob, or nothing."""
    if form.centre == 0:
        dark = mixed(fill, "#000000", 0.75)
        return [{"d": outline("disc", 0.3 * RADIUS), "fill": dark}]
    if form.centre == 1:
        light = mixed(fill, "#ffffff", 0.85)
        rim = mixed(fill, "#000000", 0.6)
        return [{"d": outline("disc", 0.3 * RADIUS), "fill": light, "stroke": rim,
                 "stroke-width": "1.6"}]  # fmt: skip
    return []


def rod(x: float, y: float, ink: str, start: float) -> list[dict[str, Any]]:
    """A rod to the edge of the cell, from the middle or from around what is written there."""
    ends = f"M{start * x:.3g},{start * y:.3g}L{1.18 * RADIUS * x:.3g},{1.18 * RADIUS * y:.3g}"
    paper = "#ffffff" if brightness(ink) < 0.5 else "#000000"
    return [
        stroke(ends, paper, 7.5) | {"stroke-linecap": "round"},
        stroke(ends, ink, 4.5) | {"stroke-linecap": "round"},
    ]


def stroke(path: str, colour: str, width: float, opacity: float = 1.0) -> dict[str, Any]:
    """A path that is drawn as a line."""
    made = {"d": path, "fill": "none", "stroke": colour, "stroke-width": f"{width:g}"}
    return made | ({"stroke-opacity": f"{opacity:g}"} if opacity < 1 else {})
