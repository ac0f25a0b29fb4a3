"""The page: its tables say what the data says, all texts are escaped, nothing is missing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from support import sample_results
from support.pages import Element, parsed

from interpreter import load_game
from interpreter.drawing.scene import DrawnPosition, board_scene, drawn_position
from interpreter.drawing.scene.drawn import UNDER
from interpreter.drawing.scene.forms import Form
from interpreter.study.plan.metrics import action
from interpreter.study.report.charts import numbers
from interpreter.study.report.game_viewer import encoded, values_of
from interpreter.study.report.page import note, to_html
from interpreter.study.results.results import ChangedLine, RulesApart, Step

EVERYTHING = Path(__file__).parents[1] / "drawing" / "games" / "everything.yaml"
NAMES = ["one", "two", "six", "nasty", "bare"]


@cache
def page(name: str) -> tuple[str, Element]:
    text = to_html(getattr(sample_results, name)())
    return text, parsed(text)


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_unique_and_what_is_pointed_at_is_there(name: str) -> None:
    text, tree = page(name)
    ids = [e.attributes["id"] for e in tree.all() if "id" in e.attributes]
    parts = [part for chart in tree.all("svg", kind="chart") for part in chart.all()]
    of_charts = {part.attributes["id"] for part in parts if "id" in part.attributes}
    own = [i for i in ids if i not in of_charts]
    assert len(own) == len(set(own))
    for element in tree.all():
        for key in ("href", "xlink:href"):
            goal = element.attributes.get(key) or "data:"
            assert goal.startswith("data:") or goal[1:] in ids
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_comes_from_elsewhere(name: str) -> None:
    text, tree = page(name)
    assert not re.search(r"\bsrc=|\baction=|https?://(?!www\.w3\.org/)", text)
    assert not re.search(r"@import|url\((?!#)", text)
    policies = [e.attributes["content"] for e in tree.all("meta") if "content" in e.attributes]
    assert any(policy and "default-src 'none'" in policy for policy in policies)


def test_texts_of_the_study_are_never_markup() -> None:
    text, tree = page("nasty")
    results = sample_results.nasty()
    assert "<script>alert" not in text and "<b>" not in text
    assert next(tree.all("h1")).text == results.title
    assert next(tree.all("title")).text == results.title
    assert [e.text for e in tree.all("h2") if e.text.startswith("Play")] == [
        f"Play: {results.pairings[0].title}"
    ]
    assert len(list(tree.all("script"))) == 2 + len(results.pairings[0].samples)
    assert any(sample_results.NASTY in e.text for e in tree.all("li"))


@pytest.mark.parametrize("name", ["one", "two", "six"])
def test_tables_have_heads_and_the_cells_of_the_data(name: str) -> None:
    results = getattr(sample_results, name)()
    tables = {next(t.all("caption")).text: t for t in page(name)[1].all("table")}
    shown = tables["uct:500: 1,000 games each" if len(results.variants) > 1 else
                   "uct:500: 1,000 games"]  # fmt: skip
    heads = list(shown.all("th", scope="col"))
    count = len(results.variants)
    assert len(heads) == 1 + count + 2 * (count - 1)
    assert [h.text for h in heads[1 : 1 + count]] == [v.title for v in results.variants]
    groups = [e.text for e in shown.all("th", scope="rowgroup")]
    assert groups == ["Primary", "Result", "Length", "Choice", "Actions"]
    lines = [e for e in shown.all("tr") if list(e.all("th", scope="row"))]
    for line, row in zip(lines, results.pairings[0].rows, strict=True):
        cells = [cell.text for cell in line.all("td")]
        heading = numbers.heading(row, range(len(row.estimates)))
        assert next(line.all("th")).text == heading.replace("`", "")  # which is code there
        for cell, estimate in zip(cells, row.estimates, strict=False):
            interval = numbers.interval_text(estimate, row.unit)
            assert cell == f"{numbers.value_text(estimate, row.unit)} {interval}".strip()
        for i, apart in enumerate(row.differences[1:]):
            estimate, p = cells[count + 2 * i : count + 2 * i + 2]
            if apart is None:
                assert estimate == p == numbers.NOTHING
                continue
            assert p == numbers.told_p(apart)
            assert ("*" in estimate) == numbers.is_significant(apart)
            assert estimate.startswith(numbers.signed_text(apart, row.unit))


def test_a_table_with_shares_explains_their_lopsided_intervals() -> None:
    results = sample_results.one()
    rows = results.pairings[0].rows
    others = [row for row in rows if row.unit != "%"]
    assert 0 < len(others) < len(rows)
    texts = [note(rows, results), note(others, results)]
    assert ["reaches farther towards the middle" in text for text in texts] == [True, False]


def test_every_part_has_its_section_and_the_way_to_repeat_it() -> None:
    results = sample_results.two()
    tree = page("two")[1]
    titles = [e.text for e in tree.all("h2")]
    assert titles == [
        "Verdict", "What differs", "What was played", "Play: uct:500", "Ladder", "Best play",
        "Sequential test", "Notes", "How to repeat this",
    ]  # fmt: skip
    links = [e.attributes["href"] for e in tree.all("a")]
    sections = [f"#{e.attributes['id']}" for e in tree.all("section") if "id" in e.attributes]
    assert links == sections
    repeat = next(tree.all("section", id="repeat")).text
    assert all(v.rules_hash in repeat for v in results.variants) and "Seed7" in repeat
    played = next(tree.all("section", id="played")).text
    assert "size=5 pie=false" in played and "200 games each looked at move by move" in played


def test_names_are_words_in_games_and_metrics() -> None:
    sample = replace(sample_results.one().pairings[0].samples[0], values="pile_height: 3")
    assert values_of(sample)[0] == "pile height: 3"
    assert action("advance_both").title == "decisions that are “advance both”"


def test_what_cannot_be_seen_can_be_read() -> None:
    tree = page("six")[1]
    assert next(tree.all("html")).attributes["lang"] == "en"
    for svg in tree.all("svg"):
        is_said = svg.attributes.get("role") == "img" and svg.attributes.get("aria-label")
        assert is_said or svg.attributes.get("aria-hidden") == "true"
    for control in [*tree.all("button"), *tree.all("input")]:
        assert control.attributes["aria-label"]


def drawn_labels(tree: Element, mark: int) -> set[str]:
    """What is drawn by a mark of the first board, whose small pieces are there."""
    symbol = next(tree.all("symbol", id=f"stored0-{mark}"))
    for used in symbol.all("use"):
        assert list(tree.all("symbol", id=used.attributes["href"][1:]))
    return {title.text for title in symbol.all("title")}


@pytest.mark.parametrize("game", ["english-draughts", "dots-and-boxes", str(EVERYTHING)])
def test_sample_games_hold_every_position(game: str) -> None:
    results = sample_results.study(("d", load_game(game)))
    tree = parsed(to_html(results))
    sections = list(tree.all("section", kind="sample"))
    (board_of,) = json.loads(next(tree.all("script", id="boards")).text)
    for section, sample in zip(sections, results.pairings[0].samples, strict=True):
        data = json.loads(next(section.all("script")).text)
        board: dict[str, str] = {}
        stored: set[int] = set()
        positions = [sample.start, *(step.position for step in sample.steps)]
        rows = zip(data["changes"], data["stored"], positions, strict=True)
        for changes, toggled, position in rows:
            stored ^= set(toggled)
            labels = sorted(label for mark in stored for label in drawn_labels(tree, mark))
            assert labels == sorted(mark.label for mark in position.stored)
            for cell, look in zip(changes[::2], changes[1::2], strict=True):
                board.pop(board_of["cells"][cell], None)
                if look >= 0:
                    board[board_of["cells"][cell]] = board_of["looks"][look]
            assert board == {c: form.words for c, form in position.pieces.items()}
        moves = [e.text for e in next(section.all("ol")).all("li")]
        assert moves == [" ".join(f"{s.who}: {s.text}".split()) for s in sample.steps]


def test_what_is_stored_lies_below_or_above_the_pieces() -> None:
    state = load_game(str(EVERYTHING)).start()
    before, after = drawn_position(state), drawn_position(state.play("fill"))
    results = sample_results.study(("e", state.game))
    apart = RulesApart(0, (), "different", "", ("a",), ("A ends",), "", before, (after, after))
    tree = parsed(to_html(replace(results, rules=(apart,))))
    boards = list(next(tree.all("section", id="rules")).all("svg"))
    for board, position in zip(boards, (before, after), strict=True):
        drawn: list[set[str]] = [set(), set()]
        is_above = False
        for used in board.all("use"):
            kind, _, mark = used.attributes["href"][1:].partition("-")
            is_above |= kind == "piece0"
            if kind == "stored0":
                drawn[is_above] |= drawn_labels(tree, int(mark))
        for is_under in (True, False):
            wanted = {m.label for m in position.stored if (m.form in UNDER) == is_under}
            assert drawn[not is_under] == wanted
            assert wanted or position is before
    (board_of,) = json.loads(next(tree.all("script", id="boards")).text)
    below = {label for mark in board_of["under"] for label in drawn_labels(tree, mark)}
    samples = [s.position for one in results.pairings[0].samples for s in one.steps]
    known = [mark for each in (*samples, before, after) for mark in each.stored]
    assert below >= {m.label for m in known if m.form in UNDER}
    assert below.isdisjoint(m.label for m in known if m.form not in UNDER)


def test_a_report_says_that_it_does_not_draw_all_that_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("interpreter.study.report.game_viewer.MAX_STORED", 3)
    results = sample_results.study(("d", load_game("dots-and-boxes")))
    text = to_html(results)
    assert "what is stored changes too often to be drawn here" in text
    assert not list(parsed(text).all("symbol", id="stored0-0"))


def test_a_game_without_a_board_is_followed_without_a_drawing() -> None:
    results = sample_results.study(("d", load_game("rock-paper-scissors")))
    empty = DrawnPosition()
    apart = RulesApart(
        0, (), "different", "", ("choose rock",), ("A ends",), "", empty, (empty, empty)
    )  # fmt: skip
    tree = parsed(to_html(replace(results, rules=(apart,))))
    sections = [*tree.all("section", kind="sample"), next(tree.all("section", id="rules"))]
    assert len(sections) > 1
    assert not [svg for section in sections for svg in section.all("svg")]
    assert [button for section in sections for button in section.all("button")]


def test_data_cannot_close_its_script() -> None:
    text = encoded({"a": sample_results.NASTY})
    assert "<" not in text and ">" not in text
    assert json.loads(text) == {"a": sample_results.NASTY}


def test_a_large_board_makes_a_page_of_modest_size() -> None:
    """Two boards of 19 by 19, and three games each in which every cell is filled."""
    results = sample_results.two()
    scene = board_scene(load_game("gomoku", size=19))
    variants = tuple(replace(v, scene=scene) for v in results.variants)
    pieces: dict[str, Form] = {}
    steps = []
    for i, cell in enumerate(scene.cells):
        pieces = {**pieces, cell.name: Form(f"{('Red', 'Blue')[i % 2]} stone")}
        position = DrawnPosition(pieces)
        steps.append(Step("Red", f"place {cell.name}", i + 1, position, 0.512345678))
    game = replace(results.pairings[0].samples[0], start=DrawnPosition(), steps=tuple(steps))
    pairing = replace(
        results.pairings[0], samples=tuple(replace(game, variant=i) for i in (0, 1) * 3),
        charts=tuple(sample_results.charts(v, i) for i, v in enumerate(variants)),
    )  # fmt: skip
    results = replace(results, variants=variants, pairings=(pairing,))
    assert len(to_html(results).encode()) < 320_000


def test_the_rules_that_differ_are_quoted_and_drawn_before_and_after() -> None:
    """Texts of files are no markup; the same board after the last move is drawn once."""
    results = sample_results.two()
    before = DrawnPosition({"a1": Form("Red stone")})
    after = DrawnPosition({"a1": Form("Red stone"), "b1": Form("Blue stone")})
    nasty = sample_results.NASTY
    line = ChangedLine("end", f"when {nasty}: mover wins", "when no empty: draw")
    apart = RulesApart(
        1, (line,), "different", "No shorter sequence of moves shows a difference",
        ("place a1", "place b1"), (f"A ends: {nasty} wins; B goes on",), "", before,
        (after, before),
    )  # fmt: skip
    tree = parsed(to_html(replace(results, rules=(apart,))))
    section = next(tree.all("section", id="rules"))
    assert next(section.all("del")).text == " ".join(line.first.split())
    assert next(section.all("ins")).text == line.other
    captions = [e.text for e in section.all("figcaption")]
    assert captions == [
        "Before the last move", "After place b1, in size=5", "After place b1, in size=7",
    ]  # fmt: skip
    drawn = [[e.text for e in svg.all("title")] for svg in section.all("svg")]
    assert drawn == [["a1: Red stone"], ["a1: Red stone", "b1: Blue stone"], ["a1: Red stone"]]
    verdict = next(tree.all("section", id="verdict")).text
    assert "play differs after place a1, place b1 (A: size=5, B: size=7): A ends:" in verdict
    dealt = replace(apart, by_chance="all of them by chance, before anybody chooses")
    tree = parsed(to_html(replace(results, rules=(dealt,))))
    verdict = next(tree.all("section", id="verdict")).text
    assert "place b1 (all of them by chance, before anybody chooses; A: size=5" in verdict


def test_the_study_file_that_repeats_it_is_shown() -> None:
    text = "study: A & B\nvariants:\n  - hex\n"
    tree = parsed(to_html(replace(sample_results.two(), recipe=text)))
    assert next(next(tree.all("section", id="repeat")).all("pre")).text == " ".join(text.split())
