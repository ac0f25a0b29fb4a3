"""Charts that stand for those of reports in tests about other things: matplotlib takes a second to
draw those of one report.

What a chart shows is in its place, as a hash of the data: reports that should be the same still
have the same bytes, and others have not.  As a program it is the command `gdl` with such charts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markupsafe import Markup


@contextmanager
def plain_charts() -> Iterator[None]:
    """Reports that are written meanwhile have such charts."""
    import pytest

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("interpreter.study.report.charts.style.Chart.svg", plain)
        yield


def plain(chart: Any, label: str) -> Markup:
    """What stands for the SVG of a chart."""
    from interpreter.study.report.charts.style import embedded

    axes = chart.axes
    texts = axes.get_xlabel(), axes.get_ylabel()
    data = [shown for artist in axes.get_children() for shown in data_of(artist)]
    drawn = sha256(repr((texts, data)).encode()).hexdigest()
    text = f'<svg viewBox="0 0 4 3"><title>{drawn}</title></svg>'
    return embedded(text, f"{chart.title}. {label}")


def data_of(artist: Any) -> Iterator[Any]:
    """The data that a mark of a chart shows."""
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.spines import Spine
    from matplotlib.text import Text

    if isinstance(artist, Line2D):
        yield artist.get_label(), artist.get_xydata().tolist(), artist.get_color()
    elif isinstance(artist, Patch) and not isinstance(artist, Spine):
        path = artist.get_patch_transform().transform_path(artist.get_path())
        yield artist.get_label(), path.vertices.tolist(), artist.get_facecolor()
    elif isinstance(artist, Collection):
        yield artist.get_label(), [path.vertices.tolist() for path in artist.get_paths()]
        yield artist.get_offsets().tolist()
    elif isinstance(artist, Text):
        yield artist.get_text(), artist.get_position()


if __name__ == "__main__":
    from interpreter.cli import main
    from interpreter.study.report.charts.style import Chart

    Chart.svg = plain
    main()
