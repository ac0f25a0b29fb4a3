"""Which rule lines games use, and which line of `end` decided them, in the reports of a study."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.studies import carried_out, study

from interpreter.study.report.data import to_data
from interpreter.study.report.table import report_text
from interpreter.study.results import lines
from interpreter.study.results.lines import followed

pytestmark = pytest.mark.usefixtures("without_charts")

NEVER = """\
extends: tic-tac-toe
end:
  - when turns > 99: mover wins
  - when any(l within mine for l in lines(3)): mover wins
  - when no empty: draw
"""


def test_the_lines_that_decide_games_share_them_out(tmp_path: Path) -> None:
    made = carried_out(study("tic-tac-toe", games=60), tmp_path)
    rows = [row for row in made.whole if row.metric.startswith("ended-by")]
    assert len(rows) == 2 and {row.group for row in rows} == {lines.GROUP}
    shares = [row.estimates[0] for row in rows]
    assert sum(e.value for e in shares if e) == pytest.approx(1)
    draws = next(r for r in made.pairings[0].rows if r.metric == "draws").estimates[0]
    assert shares[1] is not None and draws is not None and shares[1].value == draws.value
    assert {row["metric"] for row in to_data(made)["whole"]} >= {row.metric for row in rows}


def test_games_that_are_not_finished_are_no_draws(tmp_path: Path) -> None:
    made = carried_out(study("tic-tac-toe", games=20, most_moves=4), tmp_path)
    (row,) = [row for row in made.whole if row.metric.startswith("ended-by")]
    assert row.title == "not finished" and row.estimates[0] and row.estimates[0].value == 1


def test_a_line_that_an_option_rules_out_is_no_unused_one(tmp_path: Path) -> None:
    path = tmp_path / "capped.yaml"
    capped = NEVER.replace("end:", "options:\n  cap: 9..99 = 99\nend:")
    path.write_text(capped.replace("> 99", "> cap"))
    made = carried_out(study(str(path), games=40), tmp_path / "out")
    assert not any(row.metric == "unused-lines" and any(
        e and e.value for e in row.estimates) for row in made.whole)


def test_what_chance_does_is_used(tmp_path: Path) -> None:
    made = carried_out(study("royal-game-of-ur", games=20), tmp_path)
    assert made.pairings[0].unused == ((),)


def test_a_line_that_no_game_uses_is_named_with_the_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "never.yaml").write_text(NEVER)
    path = tmp_path / "mine.yaml"
    path.write_text("extends: never\n")
    made = carried_out(study("tic-tac-toe", str(path), games=40), tmp_path / "out")
    row = next(row for row in made.whole if row.metric == "unused-lines")
    assert [e and e.value for e in row.estimates] == [0, 1]
    (note,) = [note for note in made.notes if "never used" in note]
    assert note.startswith("random: in 40 games of ") and "mine.yaml" in note
    assert note.endswith("this line was never used: `when turns > 99: mover wins` (never.yaml:3)")
    assert "99" in report_text(made)


def test_a_note_on_lines_tells_that_only_the_first_games_were_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_MOVES", 150)
    (tmp_path / "never.yaml").write_text(NEVER)
    made = carried_out(study(str(tmp_path / "never.yaml"), games=40), tmp_path / "out")
    (note,) = [note for note in made.notes if "never used" in note]
    assert re.match(r"random: in the first 20 of 40 games of .* (was|were) never used: ", note)


def test_few_games_say_nothing_of_unused_lines(tmp_path: Path) -> None:
    made = carried_out(study("tic-tac-toe", games=5), tmp_path)
    assert not any(row.metric == "unused-lines" for row in made.whole)


def test_no_more_moves_are_followed_than_are_to_be() -> None:
    facts = {number: {"moves": ["a"] * 900} for number in range(5)}
    assert len(followed(facts)) == 3
    assert len(followed({0: {"moves": ["a"] * 5_000}})) == 1  # a long one alone is
