"""The notes of a report give the true reason for what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.studies import carried_out, study

from interpreter.study.results.summary import results_of
from interpreter.study.store.store import open_store

pytestmark = pytest.mark.usefixtures("without_charts")

ENDLESS = """
game: Endless
players: White, Black
board: square(2)
pieces: man
actions:
  place(at in empty): put man on at
  lift(at in mine): remove at
turn: place or lift
end:
  - when count(mine) > 9: draw
"""
KEPT = """
game: Kept
players: A, B
board: square(2)
pieces: man
actions:
  place(at in empty): put man on at
  never:
    - require count(mine) > 4
  kept: put man on first(empty)
turn: place or never or kept
end:
  - when no empty: draw
"""
LESS = """
game: Less
extends: kept
turn: place or never
"""
SELDOM = """
game: Seldom
players: White, Black
options:
  bold: 0..1 = 1
board: square(3)
pieces: man
actions:
  place(at in empty): put man on at
  grab(at in empty):
    - require bold = 1
    - put man on at
turn: place or grab
end:
  - when no empty: draw
"""


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("tic-tac-toe", {"agents": "random"},
         "the agents of random do not say what they expect"),
        ("tic-tac-toe", {"agents": "random", "probes": 0},
         "the agents of random do not say what they expect"),
        ("tic-tac-toe", {"agents": "uct:10", "probes": 0},
         "they are of second searches, and `--probes 0` asks for none"),
        ("tic-tac-toe", {"agents": "uct:10", "probes": 0, "metrics": ("turns", "lead")},
         "they are of second searches, and `--probes 0` asks for none"),
        ("phantom-tic-tac-toe", {"agents": "uct:10"},
         "uct:10 plays a game that hides something, and there no search says what a seat may "
         "expect"),
    ],
)  # fmt: skip
def test_why_there_is_no_tension(
    tmp_path: Path, name: str, given: dict[str, object], reason: str
) -> None:
    results = carried_out(study(name, games=3, **given), tmp_path)
    assert f"no figures of tension: {reason}" in results.notes
    assert sum("no figures of tension" in note for note in results.notes) == 1


def test_games_without_an_end_have_no_tension(tmp_path: Path) -> None:
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    endless = study(str(tmp_path / "endless.yaml"), agents="uct:5", games=2, most_moves=10)
    notes = carried_out(endless, tmp_path).notes
    assert "no figures of tension: of uct:5 no game came to an end" in notes


def test_a_study_without_games_has_no_tension_yet(tmp_path: Path) -> None:
    begun = study("tic-tac-toe", agents="uct:10,random", games=3, probes=0)
    store = open_store(tmp_path / "study.sqlite")
    store.begin(begun)
    assert results_of(begun, store).notes == (
        "no figures of tension: the first game of uct:10 is not finished yet",
        "no figures of tension: the first game of random is not finished yet",
    )
    store.close()


@pytest.mark.parametrize("given", [{}, {"metrics": ("turns",), "probes": 0}])
def test_there_is_no_note_where_nothing_is_missing(
    tmp_path: Path, given: dict[str, object]
) -> None:
    results = carried_out(study("tic-tac-toe", agents="uct:10", games=3, **given), tmp_path)
    assert not any("tension" in note for note in results.notes)


def test_random_games_that_are_not_looked_at(tmp_path: Path) -> None:
    results = carried_out(study("tic-tac-toe", games=3, detailed=0), tmp_path)
    assert "random: no figures that need a look at every move, as `--detailed 0` asks" in (
        results.notes
    )


# ---- actions -----------------------------------------------------------------------------------


def test_an_action_that_is_never_chosen_is_0(tmp_path: Path) -> None:
    """It was looked at; a game whose rules have no such action has no figure."""
    (tmp_path / "seldom.yaml").write_text(SELDOM)
    (tmp_path / "other.yaml").write_text(SELDOM.replace("grab", "take"))
    files = [str(tmp_path / name) for name in ("seldom.yaml", "other.yaml")]
    results = carried_out(study(*files, vary={"bold": ["1", "0"]}, games=20), tmp_path)
    rows = {row.metric: row for row in results.pairings[0].rows}
    bold, never, *other = rows["action grab"].estimates
    assert bold is not None and never is not None and other == [None, None]
    assert bold.value > 0.2 and never.value == never.low == 0
    assert never.high == pytest.approx(1 - 0.025 ** (1 / 20)) and never.kind == "sampled"
    assert rows["action grab"].differences[1] is not None
    always = rows["action place"].estimates[1]
    assert always is not None and always.value == 1 and always.low < 1


def test_only_an_action_that_a_turn_has_is_called_unused(tmp_path: Path) -> None:
    """A variant may keep an action of its base that no turn of its own names."""
    (tmp_path / "kept.yaml").write_text(KEPT)
    (tmp_path / "less.yaml").write_text(LESS)
    files = [str(tmp_path / name) for name in ("kept.yaml", "less.yaml")]
    results = carried_out(study(*files, games=20), tmp_path)
    assert results.pairings[0].unused == (("never",), ("never",))
