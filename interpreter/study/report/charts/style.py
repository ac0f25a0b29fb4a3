"""What all charts share: colours, marks, and how a figure of matplotlib becomes SVG.

The colours are those of Okabe and Ito (2008), which people with any kind of colour vision tell
apart; marks and dashes differ too.  Text and axes take the colour of the text around the chart, so
that a chart suits a light and a dark page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from matplotlib import style
from matplotlib.figure import Figure

from gdl.source.printable import printable
from interpreter.study.report.charts.markup import macros

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    Dash = str | tuple[int, tuple[float, ...]]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = "osD^vP"
DASHES: tuple[Dash, ...] = (
    "-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)),
    (0, (3, 3)), (0, (9, 2)),
)  # fmt: skip
MARK = re.compile(r'style="fill:var\(--v(\d), [^)]*\);stroke:var\(--v\1, [^)]*\)"')
"""Of a mark in the colour of a variant, for which the page has a class."""
INK = "#010203"  # stands for the colour of the text until the SVG is written
WIDTH, HEIGHT = 4.4, 2.9  # inches: on a screen 390 pixels wide letters of 10 points have 11 pixels
LEGEND_LETTERS = 54  # that fit below a chart
LEGEND_SIGN = 8  # letters for which its line and mark need the room
LONGEST = 22  # letters of a line beside an axis
SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none", "text.usetex": False, "font.family": "sans-serif", "font.size": 10,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK,
    "ytick.color": INK, "axes.titlesize": 11, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.color": INK, "grid.alpha": 0.15,
    "legend.frameon": False, "legend.fontsize": 10, "axes.unicode_minus": True,
    "text.parse_math": False, "path.simplify": True,
}  # fmt: skip
"""Those of a person's matplotlibrc must not change a report."""


@dataclass(frozen=True)
class Style:
    """How a variant is drawn, in every chart."""

    colour: str
    marker: str
    dash: Dash


def style_of(variant: int) -> Style:
    """How the variant of this number is drawn."""
    return Style(
        COLOURS[variant % len(COLOURS)],
        MARKERS[variant % len(MARKERS)],
        DASHES[variant % len(DASHES)],
    )


@contextmanager
def new_chart(title: str, across: str, up: str, height: float = HEIGHT) -> Iterator[Chart]:
    """A chart, to be drawn and written within the context, where the settings are those of all."""
    with style.context({**SETTINGS, "svg.hashsalt": title}, after_reset=True):
        yield Chart(title, across, up, height)


class Chart:
    """A figure with one pair of axes."""

    def __init__(self, title: str, across: str, up: str, height: float):
        self.title = title
        self.figure = Figure(figsize=(WIDTH, height), layout="constrained")
        self.axes: Axes = self.figure.add_subplot()
        self.axes.set_title(title, loc="left")
        self.axes.set_xlabel(across)
        self.axes.set_ylabel(up)
        self.axes.set_axisbelow(True)

    def add_legend(self) -> None:
        """A legend below the axes."""
        handles, labels = self.axes.get_legend_handles_labels()
        if labels:
            fitting = LEGEND_LETTERS // (max(map(len, labels)) + LEGEND_SIGN)
            columns = max(1, min(fitting, len(labels)))
            self.figure.legend(handles, labels, loc="outside lower left", ncols=columns)

    def svg(self, label: str) -> Markup:
        """The SVG; the label is read out where the chart cannot be seen."""
        out = StringIO()
        nothing = {key: None for key in ("Creator", "Date", "Format", "Type")}
        self.figure.savefig(out, format="svg", transparent=True, metadata=nothing)
        return embedded(out.getvalue(), f"{self.title}. {label}")


def page_colour(variant: int) -> str:
    """The colour of a variant as a page has it: it may make it brighter on a dark ground."""
    number = variant % len(COLOURS)
    return f"var(--v{number}, {COLOURS[number]})"


def short(title: str, most: int = LONGEST) -> str:
    """A title of at most so many letters: its two ends, as titles may differ in either."""
    half = most // 2
    title = printable(title)
    return title if len(title) <= most else f"{title[:half]}…{title[1 - half :]}"


def in_legend(title: str) -> str:
    """A title that fits into a legend."""
    return short(title, LEGEND_LETTERS - LEGEND_SIGN)


def beside_axis(title: str) -> str:
    """A title that fits beside an axis, in two lines at most."""
    lines = wrap(printable(title), LONGEST)
    return "\n".join(lines) if 0 < len(lines) <= 2 else short(title)


def compact(match: re.Match[str]) -> str:
    """The value of an attribute in fewer letters: the font is the page's."""
    body = re.sub(r" ?font-family: [^;\"]*;?", "", match[0])
    return re.sub(r"-?\d+\.\d+", rounded, re.sub(r"(?<=[:;]) ", "", body))


def rounded(match: re.Match[str]) -> str:
    """A coordinate to a hundredth, which is finer than any screen."""
    return f"{round(float(match[0]), 2) + 0.0:g}"


def embedded(text: str, label: str) -> Markup:
    """An SVG file as a part of a page: one element, with a label, in the colours of the page."""
    body = text[text.index("<svg") :].replace(INK, "currentColor")
    for i, colour in enumerate(COLOURS):
        body = body.replace(colour, page_colour(i)).replace(colour.lower(), page_colour(i))
    body = re.sub(r'(?<=<g) id="[^"]*"', "", body)
    body = re.sub(r"<!--.*?-->\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"\s*\n\s*", " ", body).replace("> <", "><")
    body = re.sub(r' transform="rotate\(-0[^"]*"', "", body)
    body = re.sub(r'="[^"]*"', compact, body)
    body = MARK.sub(r'class="v\1"', body)
    markup: Markup = macros("boards.svg").chart(label, Markup(body.removeprefix("<svg").rstrip()))
    return markup
