"""The report as text: every figure at its place, within the width, whatever the texts are."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf, nan

import pytest
from support import sample_results

from interpreter.study.report.charts import numbers
from interpreter.study.report.html_table import row_table
from interpreter.study.report.sentences import differing, explored, result_text, sequential_text
from interpreter.study.report.table import print_report, report_text
from interpreter.study.results.results import Difference, Estimate, Results, Row, SequentialAnswer
from interpreter.study.statistics.sequential import Sprt


def line_of(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.strip().startswith(start))


def table_of(text: str) -> str:
    """What comes below the sentences."""
    return text[text.index("\nuct:500 – ") :]


def test_a_row_has_figures_intervals_the_difference_and_its_p() -> None:
    text = table_of(report_text(sample_results.two(), 80))
    assert line_of(text, "Turns per game").split() == (
        "Turns per game 61.42 92.03 +30.61* <0.001".split()
    )
    assert "[60.89, 61.95] [91.50, 92.56] [29.87, 31.35]" in " ".join(text.split())
    assert line_of(text, "Seat 2 wins, %").split()[-2:] == ["−1.0", "(0.30)"]
    assert line_of(text, "Unfinished, %").split()[-2:] == ["+2.00*", "0.040"]
    assert line_of(text, "Drama").split() == ["Drama", "–", "–", "–", "–"]


def test_what_is_not_sampled_well_is_marked() -> None:
    text = report_text(sample_results.two(), 100)
    quartile = line_of(text, "Turns, upper quartile").split()
    assert quartile[3:8] == ["70.00", "†", "71.00", "†", "+1.00"]
    assert line_of(text, "Branching").split()[2:6] == ["1,234.50", "always", "1,233.50", "always"]
    assert line_of(text, "Result of seat 1, % (null 50)")
    text = " ".join(text.split())
    assert "† too few games" in text and "always: the same in every game" in text
    assert "null: where nothing matters" in text


@pytest.mark.parametrize(
    ("nulls", "shown", "told"),
    [
        ((0.5, 0.5, 0.5), (0, 1, 2), " (null 50)"),
        ((0.5, 1 / 3, 0.5), (0, 1, 2), " (null 50, 33.3, 50)"),
        ((0.5, 1 / 3, 0.5), (0, 2), " (null 50)"),
        ((None, 1 / 3, 0.5), (0, 1, 2), " (null –, 33.3, 50)"),
        ((None, None, 0.5), (0, 1), ""),
        ((), (0, 1, 2), ""),
    ],
)
def test_the_null_of_each_variant_shown(
    nulls: tuple[float | None, ...], shown: tuple[int, ...], told: str
) -> None:
    row = Row("score-1", "result of seat 1", "%", "Result", (None,) * 3, (None,) * 3, True, nulls)
    assert numbers.heading(row, shown) == f"result of seat 1, %{told}"


def test_groups_stand_over_their_rows_and_all_parts_are_there() -> None:
    lines = report_text(sample_results.two(), 80).splitlines()
    order = [lines.index(group) for group in ("Primary", "Result", "Length", "Choice")]
    assert order == sorted(order)
    text = "\n".join(lines)
    for part in ("Ladder – ", "Best play – ", "log", "Note: random agents", "Seed 7", "Holm"):
        assert part in text


@pytest.mark.parametrize("name", ["one", "two", "six", "nasty", "bare"])
@pytest.mark.parametrize("width", [80, 100, 200])
def test_no_line_is_too_wide_and_no_figure_is_cut(name: str, width: int) -> None:
    results = getattr(sample_results, name)()
    text = report_text(results, width)
    assert max(map(len, text.splitlines())) <= width
    for pairing in results.pairings:
        for row in pairing.rows:
            for estimate in row.estimates:
                assert numbers.interval_text(estimate, row.unit) in text
    assert "…" not in text


def test_many_variants_are_folded_into_pairs_where_they_do_not_fit() -> None:
    results = sample_results.six()
    narrow, wide = report_text(results, 80), report_text(results, 300)
    assert len(re.findall("^  Seat 1 wins", narrow, re.MULTILINE)) == 5
    assert len(re.findall("^  Seat 1 wins", wide, re.MULTILINE)) == 1
    for variant in results.variants:
        assert variant.title.split()[0] in narrow and variant.title.split()[0] in wide


def test_one_variant_has_no_differences() -> None:
    text = report_text(sample_results.one(), 80)
    assert not re.search("difference +p", text) and "Holm" not in text


def test_colour_only_where_it_is_wanted_and_nothing_steers_the_terminal() -> None:
    results = sample_results.two(title="a\x1b[31mb\rc")
    assert "\x1b" not in report_text(results, 80)
    assert report_text(results, 80).startswith("a\\u001b[31mb\\u000dc")
    coloured = report_text(results, 80, has_colour=True)
    assert "\x1b[1m" in coloured and "\x1b[31m" not in coloured


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(sample_results.two())
    assert capsys.readouterr().out == report_text(sample_results.two())


# ---- figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, low, high, unit, shown, interval",
    [
        (0.5, 0.4, 0.6, "%", "50.0", "[40.0, 60.0]"),
        (0.5, 0.4975, 0.5025, "%", "50.00", "[49.75, 50.25]"),
        (0.12345678, 0.1234, 0.1235, "%", "12.3457", "[12.3400, 12.3500]"),
        (61.4, 49.0, 74.0, "turns", "61", "[49, 74]"),
        (61.44, 60.9, 61.98, "turns", "61.44", "[60.90, 61.98]"),
        (123456.0, 120000.0, 126000.0, "", "123,456", "[120,000, 126,000]"),
        (-0.001, -0.2, 0.2, "%", "−0.1", "[−20.0, 20.0]"),
        (-0.00001, -0.2, 0.2, "%", "0.0", "[−20.0, 20.0]"),
        (3.0, 3.0, 3.0, "", "3.00", "[3.00, 3.00]"),
        (3.0, nan, nan, "", "3.00", ""),
        (3.0, -inf, inf, "", "3.00", ""),
        (nan, nan, nan, "%", "–", ""),
    ],
)
def test_figures_are_rounded_to_their_intervals(
    value: float, low: float, high: float, unit: str, shown: str, interval: str
) -> None:
    estimate = Estimate(value, low, high, 10)
    assert numbers.value_text(estimate, unit) == shown
    assert numbers.interval_text(estimate, unit) == interval


def test_differences_have_a_sign_unless_they_are_shown_as_nothing() -> None:
    def text(value: float) -> str:
        return numbers.signed_text(Difference(value, value - 1, value + 1, 0.5, None), "turns")

    assert [text(v) for v in (2.0, -2.0, 0.0, 0.01, nan)] == ["+2.0", "−2.0", "0.0", "0.0", "–"]


def test_p_values() -> None:
    shown = [numbers.p_text(p) for p in (0.0, 0.00099, 0.001, 0.0499, 0.5, 1.0, nan)]
    assert shown == ["<0.001", "<0.001", "0.001", "0.050", "0.50", "1.00", "–"]
    assert numbers.told_p(Difference(1, 0.5, 2, 0.01, 0.0499)) == "0.050"
    assert numbers.told_p(Difference(1, 0.5, 2, 0.01, None)) == "(0.010)"
    assert numbers.told_p(Difference(1, nan, nan, nan, None)) == "–"
    assert numbers.is_significant(Difference(1, 0.5, 2, 0.01, 0.02, is_marked=True))
    assert not numbers.is_significant(Difference(1, 0.5, 2, 0.01, 0.02))
    assert not numbers.is_significant(None)


# ---- sentences ---------------------------------------------------------------------------------


def test_what_differs_is_told_with_the_largest_first() -> None:
    lines = differing(sample_results.two())
    assert [text.split(" (")[0] for text in lines] == [
        "Turns per game", "Unfinished", "Seat 1 wins", (
            "Of 10 exploratory differences none has p < 0.05, where chance alone gives about 0.5."
        ),
    ]  # fmt: skip
    assert lines[0] == (
        "Turns per game (uct:500): 61.42 turns in size=5, 92.03 turns in size=7; +30.61 turns, "
        "95 % interval [29.87, 31.35], p < 0.001."
    )
    assert "nothing to compare" in differing(sample_results.one())[0]
    assert differing(sample_results.bare())[0].startswith("No primary metric was measured")


def test_the_terminal_begins_with_what_differs() -> None:
    results = sample_results.two()
    first = report_text(results, 400).splitlines()[2]
    assert first.startswith("Difference (uct:500): size=7 plays differently from size=5: ")
    (pairing,) = results.pairings
    open_rows = tuple(
        replace(row, differences=tuple(d and replace(d, is_marked=False) for d in row.differences))
        for row in pairing.rows
    )
    unsure = replace(results, pairings=(replace(pairing, rows=open_rows),))
    lines = differing(unsure)
    assert lines[0].startswith("Nothing in the primary metrics was found to differ")


@pytest.mark.parametrize(("small", "wanted"), [
    (0, "none has p < 0.05"), (1, "1 has p < 0.05"), (2, "2 have p < 0.05"),
])  # fmt: skip
def test_how_many_exploratory_differences_are_small(small: int, wanted: str) -> None:
    results = sample_results.two()
    (pairing,) = results.pairings
    row = next(row for row in pairing.rows if row.differences[1])
    ps = [0.01] * small + [0.5] * (3 - small)
    rows = tuple(
        replace(row, differences=(None, replace(row.differences[1], p=p, corrected=None)),
                is_detail=p == 0.01)
        for p in ps
    )
    lines = explored(replace(results, pairings=(replace(pairing, rows=rows),)))
    assert wanted in lines[0]
    say = {0: "about 0.3.", 1: ": it says where", 2: ": they say where"}[small]
    assert say in lines[0]


def test_what_the_games_leave_no_room_for_is_not_counted_among_what_chance_gives() -> None:
    results = sample_results.two()
    (pairing,) = results.pairings
    row = next(row for row in pairing.rows if row.differences[1])
    rows = tuple(
        replace(row, differences=(None, replace(row.differences[1], p=1.0, corrected=None,
                                                least_p=least)))
        for least in (0.0, 0.04, 0.06, 1.0)
    )  # fmt: skip
    (line,) = explored(replace(results, pairings=(replace(pairing, rows=rows),)))
    assert line.startswith("Of 5 exploratory differences none")  # with 3 of the ladder


@pytest.mark.parametrize(("answer", "low", "high", "wanted", "unwanted"), [
    ("no difference", -0.048, 0.061, "still reaches to 5 points and beyond", "−5 points"),
    ("no difference", -0.02, 0.03, "no difference of 5 points or more", "reaches"),
    ("difference", 0.02, 0.09, "not how large it is", "still"),
    ("difference", -0.01, 0.09, "still holds 0 points", "reaches"),
    ("open", -0.1, 0.1, "no answer yet", "taken as shown"),
])  # fmt: skip
def test_what_a_sequential_test_decided_and_what_not(
    answer: str, low: float, high: float, wanted: str, unwanted: str
) -> None:
    test, apart = Sprt(0.05, is_two_sided=True), Difference(0.006, low, high, nan, None)
    tested = SequentialAnswer("score-1 5%", answer, -3.0, -2.94, 3.6, 400, "%", test, apart)
    text = sequential_text(tested)
    assert wanted in text and unwanted not in text and "error rates 5 %" in text


def test_results_of_games_in_words() -> None:
    cases = {
        None: "not finished", (0.0, 1.0): "seat 2 wins", (0.5, 0.5): "a draw",
        (0.5, 0.5, 0.0): "shares by seat: 0.5, 0.5, 0",
    }  # fmt: skip
    assert {result: result_text(result) for result in cases} == cases


# ---- variants with the same rules --------------------------------------------------------------


def alike(results: Results, *hashes: str) -> Results:
    """Results in which no difference is marked, and whose variants have these rules."""
    variants = tuple(
        replace(v, rules_hash=text) for v, text in zip(results.variants, hashes, strict=True)
    )
    (pairing,) = results.pairings
    rows = tuple(
        replace(row, differences=tuple(d and replace(d, is_marked=False) for d in row.differences))
        for row in pairing.rows
    )
    return replace(results, variants=variants, pairings=(replace(pairing, rows=rows),))


def test_variants_with_the_same_rules_are_told_first() -> None:
    lines = differing(alike(sample_results.two(), "abc", "abc"))
    assert lines[0].startswith("`size=5` and `size=7` have the same rules, or rules")
    assert lines[1].endswith("metrics was found to differ (after Holm’s correction).")
    text = report_text(alike(sample_results.two(), "abc", "abc"), 400)
    first = text.splitlines()[2]
    told = "No difference between size=7 and size=5: their rules are the same"
    assert first.startswith(f"Difference (uct:500): {told}")
    different = replace(sample_results.two(), variants=alike(
        sample_results.two(), "abc", "abc").variants)  # fmt: skip
    assert differing(different)[0] == lines[0] and "Turns per game" in differing(different)[1]


def test_some_variants_with_the_same_rules() -> None:
    results = alike(sample_results.six(), "a", "b", "a", "c", "b", "a")
    titles = results.titles
    lines = differing(results)
    assert lines[0].startswith(f"`{titles[0]}`, `{titles[2]}` and `{titles[5]}` have the same")
    assert lines[1].startswith(f"`{titles[1]}` and `{titles[4]}` have the same rules")
    assert not any("same rules" in text for text in differing(sample_results.six()))


# ---- sums --------------------------------------------------------------------------------------


def shares(*values: float) -> list[Row]:
    """Wins by seat, and draws."""
    keys = [*(f"win-{i}" for i in range(1, len(values))), "draws"]
    return [
        Row(key, key, "%", "Result", (Estimate(v, v - 0.05, v + 0.05, 1000),), (None,))
        for key, v in zip(keys, values, strict=True)
    ]


@pytest.mark.parametrize(("values", "is_off"), [
    ((0.50746, 0.49234, 0.0002), True),  # 50.7 + 49.2 + 0.0
    ((0.5, 0.49, 0.01), False),
    ((1 / 3, 1 / 3, 1 / 3), True),
    ((0.335, 0.334, 0.331), False),
    ((0.5, 0.4, 0.05), False),  # not all: a game with a third seat that is not shown
])  # fmt: skip
def test_shares_that_seem_not_to_add_up(values: tuple[float, ...], is_off: bool) -> None:
    told = "shares are rounded each by itself" in numbers.legend([shares(*values)], False)
    assert told is is_off
    twice = numbers.legend([shares(0.5, 0.49, 0.01), shares(*values)], False)
    assert ("rounded each by itself" in twice) is is_off


def test_each_group_of_rows_stands_once_and_rule_lines_are_code() -> None:
    row = sample_results.two().pairings[0].rows[0]
    rows = [replace(row, group=group, is_primary=False) for group in ("One", "Other", "One")]
    assert [(group, len(members)) for group, members in numbers.grouped(rows)] == [
        ("One", 2), ("Other", 1)
    ]  # fmt: skip
    line = replace(rows[0], title="`when no empty: draw`")
    page = row_table([line, *rows[1:]], ["A", "B"], "All")
    assert "<code>when no empty: draw</code>" in page and "`" not in page
    assert page.count(">One<") == 1
