"""How large a game is, how it is opened and mirrored, on games whose truth is known."""

from __future__ import annotations

import random
from math import inf, log10
from pathlib import Path

import pytest
from support.tiny import tiny

from interpreter import load_game
from interpreter.study.plan.metrics import WHOLE, listed_metrics, metrics_of
from interpreter.study.play import walks
from interpreter.study.play.mirror import mirrored
from interpreter.study.report.data import to_data
from interpreter.study.report.table import report_text
from interpreter.study.report.verdict import findings
from interpreter.study.results.derived import sizes
from interpreter.study.results.elo import levels_of, top_of
from interpreter.study.results.openings import classes_of
from interpreter.study.results.results import Estimate
from interpreter.study.results.whole import tokens, unused_cells
from interpreter.study.statistics.sizes import distinct_seen, richness, tree_size
from interpreter.symmetry.boards import board_symmetries, rule_symmetries
from tests.support.studies import carried_out, study

pytestmark = pytest.mark.usefixtures("describe_at_length", "without_charts")
GAMES, POSITIONS = 255_168, 5_478  # of tic-tac-toe
ALONE = """\
game: Alone
players: White, Black
board: square(4)
pieces: stone
actions:
  place(c in {c for c in empty if no neighbours(c) & pieces}): put stone on c
turn: place
end:
  - when stuck: mover wins
"""
THROW = """\
game: Throw
players: White, Black
board: square(1)
pieces: man
state:
  chosen: 0..3
  dice: 0..6
chance:
  throw(n in 1..6): set dice to n
actions:
  choose(n in 1..3): set chosen to n
turn: choose, throw
end:
  - when dice > 3: White wins
  - when dice > 0: Black wins
"""


# ---- how many games and positions --------------------------------------------------------------


def test_intervals_hold_the_number_of_games_of_tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> None:
    game, held, below = load_game("tic-tac-toe"), 0, 0
    monkeypatch.setattr(walks, "WALKS", 400)
    for seed in range(20):
        monkeypatch.setattr(walks, "SEED", seed)
        found = walks.walks_of(game, 500)
        games = tree_size(found.leaves)
        positions = richness(len(found.positions), distinct_seen(found.positions))
        assert games is not None and positions is not None
        held += games.low <= log10(GAMES) <= games.high
        below += positions.low <= log10(POSITIONS)
    assert held >= 17 and below >= 18


def test_the_interval_of_positions_holds_their_number() -> None:
    for name, options, count in (("tic-tac-toe", {}, POSITIONS), ("hex", {"size": 3}, 5_514)):
        found = sizes(load_game(name, **options), 500)[1]
        assert found is not None and found.low <= log10(count) <= found.high < inf


def test_chance_leads_to_more_positions_than_there_are_ways_for_given_luck(tmp_path: Path) -> None:
    """One start, three choices, and six throws after each: 22 positions."""
    path = tmp_path / "throw.yaml"
    path.write_text(THROW)
    found = sizes(load_game(str(path)), 500)[1]
    assert found is not None and found.value == pytest.approx(log10(22))
    assert found.low <= log10(22) < found.high == inf


def test_a_tree_whose_walks_are_all_alike_is_known() -> None:
    games = sizes(load_game("squ", size=3), 500)[0]
    assert games is not None and games.kind == "constant"
    assert games.value == pytest.approx(log10(362_880))  # nine cells are filled in any order


def test_of_a_tree_with_rare_large_parts_only_the_lower_end_is_known() -> None:
    one_large = tree_size([*[1.0] * 99, 30.0])
    assert one_large is not None and one_large.high == inf and one_large.low < one_large.log


def test_games_that_do_not_end_are_not_counted() -> None:
    assert tree_size([-inf, -inf]) is None
    half = tree_size([2.0, -inf])
    assert half is not None and half.log == pytest.approx(log10(50))


def test_richness_is_a_lower_bound_whatever_the_chances() -> None:
    rng, kinds, below = random.Random(3), 300, 0
    weights = [1 / (n + 1) for n in range(kinds)]
    for _ in range(40):
        samples = [rng.choices(range(kinds), weights, k=20) for _ in range(40)]
        found = richness(40, distinct_seen(samples))
        assert found is not None and found.high == inf
        below += found.low <= log10(kinds)
    assert below >= 38


# ---- symmetries and openings -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "symmetries", "moves", "different"),
    [
        ("tic-tac-toe", {}, 7, 9, 3),
        ("dots-and-boxes", {"width": 3, "height": 3}, 7, 12, 2),  # at the border, in the middle
        ("quoridor", {"size": 5}, 1, 3 + 2 * 16, 2 + 2 * 8),  # a step ahead is its own image
    ],
)
def test_first_moves_that_are_the_same(
    name: str, options: dict[str, int], symmetries: int, moves: int, different: int
) -> None:
    game = load_game(name, **options)
    found = rule_symmetries(game)
    heads = classes_of(game, found)
    counts = len(found), len(heads), len(set(heads.values()))
    assert counts == (symmetries, moves, different)


BALL = """
    state:
      ball: cells
      way: directions or none
    setup:
      - set ball to b2
    actions:
      roll(d in directions):
        - set ball to ball + d
        - set way to d
        {more}
    turn: roll
    end:
      - when turns = 4: draw
"""


@pytest.mark.parametrize(
    ("more", "symmetries"),
    [("", 7), ("- if ball = a1: set ball to b2", 1), ("- if d = north: set way to none", 1)],
)
def test_what_is_held_by_variables_has_images(tmp_path: Path, more: str, symmetries: int) -> None:
    assert len(rule_symmetries(tiny(tmp_path, BALL.format(more=more)))) == symmetries


def test_rules_that_break_a_symmetry_are_not_folded() -> None:
    game = load_game("hex", size=3)
    assert len(board_symmetries(game)) == 3  # of the rhombus; only a half turn keeps the sides
    assert len(rule_symmetries(game)) == 1
    assert len(set(classes_of(game, rule_symmetries(game)).values())) == 5


def test_a_column_is_folded_although_its_moves_name_no_cell() -> None:
    assert len(rule_symmetries(load_game("connect-four"))) == 1


def test_games_that_hide_something_are_not_folded() -> None:
    assert rule_symmetries(load_game("phantom-tic-tac-toe")) == []


def test_openings_are_counted_with_those_that_are_the_same(tmp_path: Path) -> None:
    results = carried_out(study("tic-tac-toe", games=300), tmp_path)
    (openings,) = results.pairings[0].openings
    assert openings.chosen == openings.possible == 3 and openings.symmetries == 8
    assert sum(each.games for each in openings.moves) == 300
    shares = {len(each.alike): each.share for each in openings.moves}
    middle = shares[1]
    assert middle.low <= 1 / 9 <= middle.high
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "3 of 3 first moves, folded by 8 symmetries" in page


# ---- copying -----------------------------------------------------------------------------------


def test_a_mirror_wins_where_copying_wins(tmp_path: Path) -> None:
    path = tmp_path / "alone.yaml"
    path.write_text(ALONE)
    found = mirrored(load_game(str(path)), 500)
    assert found is not None
    assert set(found.legal) == {1.0} and set(found.results) == {1.0}


def test_a_mirror_does_not_win_where_it_does_not(tmp_path: Path) -> None:
    found = mirrored(load_game("tic-tac-toe"), 500)
    assert found is not None
    known = [part for part in found.legal if part is not None]
    assert 0.5 < sum(known) / len(known) < 1  # the middle cell has no image
    assert mirrored(load_game("phantom-tic-tac-toe"), 500) is None


def test_a_mirror_copies_moves_that_name_sets() -> None:
    """A copy is not legal only where a line was drawn at random, after a box or for want of one."""
    found = mirrored(load_game("dots-and-boxes", width=3, height=3), 500)
    assert found is not None
    known = [part for part in found.legal if part is not None]
    assert 0.9 < sum(known) / len(known) < 1


# ---- rules, cells, skill -----------------------------------------------------------------------


def test_words_and_signs_are_those_that_matter(tmp_path: Path) -> None:
    plain, noted = tmp_path / "plain.yaml", tmp_path / "noted.yaml"
    plain.write_text(ALONE)
    noted.write_text(ALONE.replace("board:", "notes: |\n  A long note.\nboard:  # a board\n "))
    longer = tmp_path / "longer.yaml"
    longer.write_text(f"{ALONE}  - when turns = 9: draw\n")
    count = tokens(load_game(str(plain)))
    assert tokens(load_game(str(noted))) == count
    assert tokens(load_game(str(longer))) == count + 6  # when, turns, =, 9, :, draw


def test_a_dead_region_is_told_with_how_rare_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "dead.yaml"
    path.write_text(ALONE.replace("if no neighbours", "if x(c) < 4 and no neighbours"))
    results = carried_out(study(str(path), games=100), tmp_path / "out")
    (row,) = [row for row in results.whole if row.metric == "unused-cells"]
    assert row.estimates[0].value == 4
    (told,) = [found.text for found in findings(results) if found.topic == "use"]
    assert "d1, d2, d3 and d4" in told and "100 games" in told and "fewer than 3.6 %" in told
    assert unused_cells(load_game("tic-tac-toe"), {0: {"used": [*range(9)]}}) == []


def test_nothing_is_told_of_pieces_where_there_are_none(tmp_path: Path) -> None:
    options = {"width": ["3"], "height": ["3"]}
    results = carried_out(study("dots-and-boxes", vary=options, games=40), tmp_path)
    rows = {row.metric for row in results.pairings[0].rows}
    assert "branching" in rows
    assert not {"coverage", "filled", "pieces", "pieces-most", "growth", "removals"} & rows
    whole = {row.metric for row in results.whole}
    assert "symmetries" in whole and "unused-cells" not in whole
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "No cell differs" not in page and "2 of 2 first moves" in page


def test_nothing_is_told_of_a_board_where_there_is_none(tmp_path: Path) -> None:
    results = carried_out(study("goofspiel", games=20), tmp_path)
    assert {"symmetries", "unused-cells"}.isdisjoint(row.metric for row in results.whole)


def test_the_ladder_adds_up() -> None:
    rung = Estimate(0.75, 0.7, 0.8, 100_000)
    total, levels = top_of([rung, rung]), levels_of([rung, rung])
    assert total is not None and levels is not None
    assert total.value == pytest.approx(381.7, abs=0.1)
    assert levels.value == pytest.approx(3.0, abs=0.001) and levels.low < 3 < levels.high
    assert top_of([rung, None]) is None and top_of([]) is None
    every = top_of([Estimate(1.0, 0.96, 1.0, 100)])
    assert every is not None and 0 < every.low < every.value < every.high == inf
    none = levels_of([Estimate(0.0, 0.0, 0.04, 100)])
    assert none is not None and none.low == none.value == 1


# ---- in reports --------------------------------------------------------------------------------


def test_details_are_shown_where_they_are_asked_for(tmp_path: Path) -> None:
    usual = carried_out(study("tic-tac-toe", games=40), tmp_path / "usual")
    shown = report_text(usual)
    assert "tree-size" not in shown and "positions that can be reached" not in shown
    assert "`--metrics all` shows them here" in shown
    assert "positions that can be reached" in (tmp_path / "usual/report.html").read_text("utf-8")
    assert {row["metric"] for row in to_data(usual)["whole"]} >= {"tree-size", "tokens"}
    every = carried_out(study("tic-tac-toe", games=40, metrics=("all",)), tmp_path / "every")
    text = report_text(every)
    assert "positions that can be reached" in text and "more metric" not in text
    assert [row.metric for row in every.pairings[0].rows if row.is_primary] == [
        row.metric for row in usual.pairings[0].rows if row.is_primary
    ]
    one = carried_out(study("tic-tac-toe", games=40, metrics=("tokens",)), tmp_path / "one")
    assert [row.metric for row in one.whole] == ["tokens"] and one.pairings[0].rows == ()


def test_all_and_every_key_can_be_named() -> None:
    assert listed_metrics("all") == ("all",)
    assert listed_metrics(", ".join(WHOLE)) == tuple(WHOLE)
    assert not {metric.key for metric in metrics_of(2, (), is_mirror=True)} & set(WHOLE)
