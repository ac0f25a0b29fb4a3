"""The render modes of environments: a text (`ansi`), printed (`human`), a picture (`rgb_array`)."""

from __future__ import annotations

import re
from importlib.util import find_spec
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.drawing.svg import position_svg
from interpreter.drawing.text.states import state_text

RENDER_MODES = ("ansi", "human", "rgb_array")
WIDTH = 480  # of a picture, in pixels
MAX_HEIGHT = 1920  # of one; a board that is much higher than wide is drawn narrower
VIEW = re.compile(r'viewBox="[-0-9.e]+ [-0-9.e]+ ([0-9.e+]+) ([0-9.e+]+)"')
Picture = NDArray[np.uint8]


def check_render_mode(mode: str | None, game: Game) -> None:
    """Raise ValueError for a render mode that there is not, or not for this game, and ImportError
    where what it needs is not installed.
    """
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"`render_mode` is one of {', '.join(RENDER_MODES)}")
    if mode != "rgb_array":
        return
    if not game.board.cells:
        raise ValueError(f"{game.name} has no board to be drawn: use the render mode `ansi`")
    if find_spec("resvg_py") is None:
        raise ImportError("`rgb_array` needs resvg: `pip install 'boardwright[pictures]'`")


def rendered(state: State, mode: str | None) -> str | Picture | None:
    """The whole position as a text in the mode `ansi`, as a picture in `rgb_array`, with rows,
    columns and the three colours; in `human` the text is printed.
    """
    if mode == "human":
        print(state_text(state))
    if mode == "rgb_array":
        return picture(state)
    return state_text(state) if mode == "ansi" else None


def picture(state: State) -> Picture:
    """The board of a state on white ground: `WIDTH` pixels wide, or `MAX_HEIGHT` high."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    drawing = str(position_svg(state, "light"))
    view = VIEW.search(drawing)
    assert view is not None
    width, height = map(float, view.groups())
    pixels = min(WIDTH, max(1, int(MAX_HEIGHT * width / height)))
    png = svg_to_bytes(svg_string=drawing, width=pixels, background="#ffffff")
    with Image.open(BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))
