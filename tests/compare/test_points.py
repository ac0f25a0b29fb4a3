"""Studies of games for points: who has won, mean points, and perfect play."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.studies import carried_out, study

from interpreter import load_game
from interpreter.api.loading import packed_game
from interpreter.process.version import program_version
from interpreter.study.play.batch import Batch
from interpreter.study.play.games import play_outcomes
from interpreter.study.results.derived import computed

pytestmark = pytest.mark.usefixtures("without_charts")

STAKES = """
game: Stakes
players: Red, Green
state:
  left: 0..9 = 9
  stake[p in colours]: 0..9
actions:
  take(n in 1..3):
    - require n <= left
    - take n from left
    - add n to stake[mover]
turn: take
end:
  - when left = 0: opponent gets stake[mover] from mover
"""
PLACES = STAKES.replace("Red, Green", "Red, Green, Blue").replace(
    "opponent gets stake[mover] from mover", "fewest stake ranks first"
)




@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("rules", [STAKES, PLACES])
def test_games_are_won_by_points_and_keep_them(
    tmp_path: Path, rules: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
    path = tmp_path / "stakes.yaml"
    path.write_text(rules, encoding="utf-8")
    game = load_game(str(path))
    for is_measured in (True, False):
        games = play_outcomes(Batch(
            variant=0, pairing=0, agents=("random",), first=0, count=40, seed=5, is_detailed=False,
            most_moves=100, engine=engine, version=program_version(), rules=packed_game(game),
            is_measured=is_measured,
        ))  # fmt: skip
        for number in range(40):
            points = [games.figures[f"gained-{s}"][number] for s in range(1, game.seats + 1)]
            assert tuple(games.results[number]) == game.results.wins(points)
            total = 0 if rules == STAKES else 1.5
            assert sum(points) == pytest.approx(total)
        # Places are worth a half on average; but only who is first has won.
        assert (games.results.mean() == 0.5) == (game.seats == 2)


def test_a_study_reports_mean_points(tmp_path: Path) -> None:
    path = tmp_path / "stakes.yaml"
    path.write_text(STAKES, encoding="utf-8")
    one = study(str(path), games=60)
    carried_out(one, tmp_path / "study")
    lines = (tmp_path / "study" / "report.csv").read_text("utf-8").splitlines()
    assert all(any(f"gained-{seat}," in line for line in lines) for seat in (1, 2))
    assert computed(one, 0)["points"] == -3 and "value" not in computed(one, 0)
