"""The lines of a board can be told from its ground: on the page and in pictures, light and dark.

WCAG 2.1, 1.4.11 asks for 3:1 of what must be seen to understand a picture.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter.study.report
import interpreter.web
from interpreter.drawing.svg.boards import DARK, LIGHT, Colours

STYLES = Path(interpreter.web.__file__).parent / "client/src/styles/tokens.css"
REPORT = Path(interpreter.study.report.__file__).parent / "template/page.css"
LEAST = 3.0


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def of_the_page(theme: int) -> dict[str, str]:
    found = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", STYLES.read_text("utf-8"))
    return {name: colours[theme] for name, *colours in found}


@pytest.mark.parametrize("theme", range(3), ids=["light", "dark", "printed"])
def test_lines_stand_out_in_a_report(theme: int) -> None:
    block = re.findall(r":root \{(.*?)\}", REPORT.read_text("utf-8"), re.DOTALL)[theme]
    colour = dict(
        re.findall(r"--(\w+): (#\w{6})", re.sub(r"#(\w)(\w)(\w)\b", r"#\1\1\2\2\3\3", block))
    )
    for line, ground in [("grid", "cell"), ("grid", "dark"), ("edge", "page"), ("edge", "cell")]:
        assert contrast(colour[line], colour[ground]) >= LEAST, (line, ground)


@pytest.mark.parametrize(("theme", "pictures"), [(0, LIGHT), (1, DARK)], ids=["light", "dark"])
def test_lines_stand_out(theme: int, pictures: Colours) -> None:
    page = of_the_page(theme)
    for line, ground in [("edge", "cell"), ("edge", "cell-dark"), ("path", "cell"),
                         ("path", "cell-dark"), ("path", "ground")]:  # fmt: skip
        assert contrast(page[line], page[ground]) >= LEAST, (line, ground)
    drawn = (page["cell"], page["cell-dark"], page["edge"], page["path"])
    assert drawn == (pictures.cell, pictures.dark, pictures.edge, pictures.line)
