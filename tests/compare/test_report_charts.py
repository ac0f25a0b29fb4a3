"""Charts and drawings: well-formed, with titles, units and legends, and drawn from the data."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from support import sample_results
from support.simulated_studies import results_of

from interpreter.study.plan.metrics import Games
from interpreter.study.report.charts import boards as heat
from interpreter.study.report.charts import charts
from interpreter.study.report.charts import charts as bars
from interpreter.study.report.charts.strength import strength
from interpreter.study.report.charts.style import COLOURS, beside_axis, in_legend, page_colour
from interpreter.study.results.charts_data import histograms
from interpreter.study.results.results import Charts, Estimate, Histogram, Results, Row

SPACE = "{http://www.w3.org/2000/svg}"


def drawn(results: Results) -> dict[str, ElementTree.Element]:
    titles = [v.title for v in results.variants]
    texts = dict(charts.pairing_charts(results.pairings[0], titles))
    texts["Ladder"] = bars.ladder(results.ladder, titles) or ""
    return {title: ElementTree.fromstring(text) for title, text in texts.items() if text}


def texts(svg: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in svg.iter(f"{SPACE}text")]


AXES = {
    "Results": ["share of all games, %"],
    "Game length": ["length of a game, turns", "games in bins of 5 turns, %"],
    "Branching": ["turn", "legal moves, mean"],
    "Advantage": ["turn", "expected share of seat 1, %"],
    "Actions": ["share of decisions, %"],
    "Ladder": ["share of the stronger agent, %"],
}


@pytest.mark.parametrize("name", ["two", "six", "nasty", "one"])
def test_every_chart_has_a_title_named_axes_and_a_legend(name: str) -> None:
    results = getattr(sample_results, name)()
    svgs = drawn(results)
    assert list(svgs) == list(AXES)
    for title, svg in svgs.items():
        shown = texts(svg)
        assert any(text.startswith(title) for text in shown)
        assert set(AXES[title]) <= set(shown)
        named = [t for t in shown if t[:6] in {v.title[:6] for v in results.variants}]
        assert len(named) >= len(results.variants)
        assert svg.attrib["role"] == "img" and svg.attrib["aria-label"].startswith(title)


def test_a_variant_has_its_colour_in_every_chart_that_has_variants() -> None:
    results = sample_results.two()
    titles = [v.title for v in results.variants]
    texts = dict(charts.pairing_charts(results.pairings[0], titles))
    for title in ("Game length", "Branching", "Advantage", "Actions"):
        for i in range(6):
            assert (page_colour(i) in texts[title]) == (i < 2), (title, i)
    assert not any(colour in texts["Results"] for colour in COLOURS)


def test_numbers_on_the_bars_are_those_of_the_rows() -> None:
    """Of 98 % and 96 % of the games that were finished seat 1 wins 50 % and 49 %."""
    shown = texts(drawn(sample_results.two())["Results"])
    assert {"49.0", "47.0", "41.2", "39.4", "9.6"} <= set(shown)
    assert {"Seat 1 wins", "Seat 2 wins", "Draws", "Unfinished"} <= set(shown)


def test_the_parts_of_a_bar_are_all_games() -> None:
    rows = sample_results.two().pairings[0].rows
    parts = bars.result_rows(rows)
    assert [row.metric for row in parts] == ["win-1", "win-2", "draws", "unfinished"]
    for i in range(2):
        shares = [e.value for e in bars.of_all_games(parts, i) if e]
        assert sum(shares) == pytest.approx(1)
        assert shares[0] == pytest.approx((0.5 - 0.01 * i) * (0.98 - 0.02 * i))


def test_without_seats_the_agent_that_is_named_first_has_a_part() -> None:
    rows = sample_results.two().pairings[0].rows
    first = replace(rows[0], metric="win-first")
    assert [r.metric for r in bars.result_rows([first, rows[1]])] == ["win-first", "unfinished"]


def test_what_is_not_known_is_not_drawn() -> None:
    results = sample_results.bare()
    assert drawn(results) == {} and heat.heat_maps(results.pairings[0], results.variants) == []
    only = replace(results.pairings[0], charts=())
    assert charts.pairing_charts(only, ["a", "b"]) == []


def test_only_the_variants_that_have_a_curve_are_in_a_chart() -> None:
    results = sample_results.two()
    first, other = results.pairings[0].charts
    text = charts.advantage_curves([replace(first, advantage=None), other], ["one", "two"])
    assert text and page_colour(1) in text and page_colour(0) not in text


def charts_with(*histograms: Histogram) -> list[Charts]:
    return [Charts(h, None, None, {}, {}, {}) for h in histograms]


def test_gaps_in_a_histogram_are_empty_bins() -> None:
    shares, edges = charts.outline(Histogram((10, 25), 5, (3, 1)))
    assert (shares, edges) == ([75, 0, 0, 25], [9.5, 14.5, 19.5, 24.5, 29.5])
    chart = charts.length_histogram(charts_with(Histogram((0,), 6, (5,))), ["a"])
    assert chart and "games in bins of 6 turns, %" in chart


def test_the_lengths_of_all_variants_are_counted_in_the_same_bins() -> None:
    short, long, none = (
        Games(np.ones((len(t), 1)), np.array(t, float), *[np.ones(len(t))] * 3, {})
        for t in ([10, 11, 50], [25, 25, 130], [])
    )
    found = histograms([short, long, none])
    assert {histogram.width for histogram in found} == {4}
    assert found[0].starts[::10] == (10, 50) and found[0].counts[::10] == (2, 1)
    assert found[1].starts[0] == 22 and found[1].counts[0] == 2 and found[1].starts[-1] == 130
    assert found[2].counts == () and histograms([none])[0].starts == ()


def test_the_settings_of_matplotlib_stay_as_they_were() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    with matplotlib.rc_context({"font.size": 33, "axes.facecolor": "red"}):
        drawn(sample_results.two())
        assert matplotlib.rcParams["font.size"] == 33
    assert dict(matplotlib.rcParams) == before


# ---- boards ------------------------------------------------------------------------------------


def test_heat_maps_have_a_tint_for_every_cell_on_one_scale() -> None:
    results = sample_results.two()
    many = tuple(replace(each, games=5_000) for each in results.pairings[0].charts)
    pairing = replace(results.pairings[0], charts=many)
    bodies = dict(heat.heat_maps(pairing, results.variants))
    assert list(bodies) == ["First moves", "Cell use", "Cells of the winner"]
    for (field, title, what), body in zip(heat.MAPS, bodies.values(), strict=True):
        tree = ElementTree.fromstring(body)
        maps = [e for e in tree.iter(f"{SPACE}svg")]
        shares = [getattr(c, field) for c in results.pairings[0].charts]
        most = max(max(each.values()) for each in shares)
        for svg, each, variant in zip(maps, shares, results.variants, strict=False):
            told = [int(part) for part in svg.attrib["data-shares"].split(",")]
            assert told == [round(1000 * each[cell.name]) for cell in variant.scene.cells]
            assert int(svg.attrib["data-most"]) == round(1000 * most)
            assert title in svg.attrib["aria-label"] and variant.title in svg.attrib["aria-label"]
        assert what in "".join(tree.itertext()) and heat.percent(most) in "".join(tree.itertext())


def test_the_most_used_cells_are_named() -> None:
    shares = {"a1": 0.2, "b1": 0.5, "c1": 0.0, "d1": 0.2, "e1": 0.1}
    assert heat.largest(shares) == "most often b1 50.0 %, a1 20.0 %, d1 20.0 %"
    assert heat.largest({"a1": 0.0}) == "no cell"


def test_cells_that_differ_by_chance_alone_get_no_map() -> None:
    """Of 100 games 50 ± 4 use each of four cells, which chance does; 30 and 70 it does not."""
    even = {"a1": 0.54, "b1": 0.46, "c1": 0.51, "d1": 0.49}
    assert heat.is_noise(even, 100) and not heat.is_noise({**even, "a1": 0.7, "b1": 0.3}, 100)
    assert heat.is_noise({"a1": 1.0, "b1": 1.0}, 100)
    results = sample_results.two()
    charts = tuple(
        replace(each, first_moves=dict.fromkeys(each.first_moves, 0.1), games=200)
        for each in results.pairings[0].charts
    )
    body = dict(heat.heat_maps(replace(results.pairings[0], charts=charts), results.variants))
    assert body["First moves"].striptags() == heat.NOISE and "data-shares" in body["Cell use"]


def test_fairness_has_an_even_share_and_what_counts_as_even() -> None:
    results = sample_results.two()
    chart = charts.fairness(results.pairings[0].rows, results.titles, 0.02)
    assert chart is not None
    shown = texts(ElementTree.fromstring(chart))
    assert {"Fairness: what seat 1 gets", "54.0", "size=5", "size=7"} <= set(shown)
    assert "%; dashed: an even share" in shown
    assert charts.fairness((), results.titles, 0.02) is None


def test_fairness_of_three_seats_shows_each_of_them() -> None:
    luck, winners = np.random.default_rng(1), [0, 1, 2]
    scores = np.eye(3)[luck.choice(winners, 600, p=[0.5, 0.3, 0.2])]
    turns, empty = np.full(600, 9.0), np.full(600, np.nan)
    results = results_of(Games(scores, turns, turns, empty, empty, {}))
    chart = charts.fairness(results.pairings[0].rows, results.titles, 0.02)
    assert chart is not None
    shown = texts(ElementTree.fromstring(chart))
    assert {"A, seat 1", "A, seat 2", "A, seat 3"} <= set(shown)
    assert "Fairness: what each seat gets" in shown


def test_no_word_of_the_fairness_chart_is_cut_off_beside_long_titles() -> None:
    results = sample_results.two()
    titles = ["a planted handicap of one in four", "Breakthrough, capture only forward sideways"]
    svg = charts.fairness(results.pairings[0].rows, titles, 0.02)
    assert svg is not None
    chart = ElementTree.fromstring(svg)
    wide = float(chart.attrib["viewBox"].split()[2])
    for text in chart.iter(f"{SPACE}text"):
        style = text.attrib["style"]
        long = 0.5 * 10 * len(text.text or "")  # letters of 10 pixels are about half as wide
        anchor = re.search("anchor:(\\w+)", style)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor[1] if anchor else "start"]
        moved = re.search(r"translate\(([-0-9.]+)", text.attrib.get("transform", ""))
        left = float(moved[1] if moved else text.attrib["x"]) - share * long
        assert left >= 0 and left + long <= wide, text.text
    lines = [text.text or "" for text in chart.iter(f"{SPACE}text")]
    for title in titles:
        assert any(" ".join(pair) == title for pair in pairwise(lines)), lines


def test_titles_that_are_too_long_even_for_two_lines_keep_both_ends() -> None:
    title = "Breakthrough, where pieces capture only forward and never sideways"
    assert beside_axis(title) == "Breakthroug…r sideways"
    assert beside_axis("one in four") == "one in four" and beside_axis("") == ""
    shown = in_legend(title)
    assert len(shown) == 46 and shown.startswith("Breakthrough, where") and "…" in shown


def test_letters_have_eleven_pixels_on_a_narrow_screen() -> None:
    """Of 390 pixels the page has 364 beside its margins."""
    for svg in drawn(sample_results.two()).values():
        wide = float(svg.attrib["viewBox"].split()[2])
        for text in svg.iter(f"{SPACE}text"):
            size = re.search(r"([\d.]+)px", text.attrib.get("style", ""))
            assert size is None or float(size[1]) * 364 / wide >= 11, text.attrib


# ---- how strong agents are ---------------------------------------------------------------------


def elo_row(agent: str, *estimates: Estimate | None) -> Row:
    """A row of a ladder."""
    return Row(f"elo {agent}", agent, "Elo", "Elo", estimates, (None,) * len(estimates))


def test_the_strength_of_agents_is_drawn_with_intervals_and_open_ends() -> None:
    zero = Estimate(0, 0, 0, 0, "exact")
    rows = [
        elo_row("random", zero, zero),
        elo_row("uct:1", Estimate(200, 150, 260, 100), Estimate(100, 40, 170, 100)),
        elo_row("uct:2", Estimate(700, 500, float("inf"), 100), None),
    ]
    text = strength(rows, ["first", "second"]) or ""
    svg = ElementTree.fromstring(text)
    shown = texts(svg)
    assert {"Strength", "random", "uct:1", "uct:2", "first", "second"} <= set(shown)
    assert "Elo above random" in shown and "agents of the ladder" in shown
    assert "uct:1 200 Elo [150, 260]" in svg.attrib["aria-label"]
    assert "uct:2 700 Elo [500, ∞]" in svg.attrib["aria-label"]
    assert page_colour(0) in text and page_colour(1) in text
    closed = [*rows[:2], elo_row("uct:2", Estimate(700, 500, 900, 100), None)]
    arrows = (strength(each, ["first", "second"]) or "" for each in (rows, closed))
    counts = [each.count("<path") for each in arrows]
    assert counts[0] > counts[1]


def test_without_a_rung_there_is_no_chart_of_strength() -> None:
    zero = Estimate(0, 0, 0, 0, "exact")
    assert strength([], []) is None
    assert strength([elo_row("random", zero), elo_row("uct:1", None)], ["only"]) is None
