"""`gdl compare` and `gdl tune` as users meet them."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from support.commands import invoke
from support.studies import InProcess, study

from interpreter.api import loading
from interpreter.cli import studies
from interpreter.study.plan import parsing
from interpreter.study.plan.study_file import title_of
from interpreter.study.report.tuned import tuned_text
from interpreter.study.results.results import Estimate
from interpreter.study.run.front import layers
from interpreter.study.run.targets import target_of
from interpreter.study.run.tune import Candidate, fresh_rank, hopeless
from interpreter.study.statistics.simultaneous import wider

pytestmark = pytest.mark.usefixtures("without_charts")

SMALL = ["compare", "squ", "--vary", "size=3,4", "--games", "30"]


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time for processes to start; `test_run` and the examples in the docs have them."""
    monkeypatch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())


def run(folder: Path, *words: str) -> Result:
    return invoke(*words, "--out", str(folder / "out"))


def test_a_study_and_its_files(tmp_path: Path) -> None:
    first = run(tmp_path, *SMALL)
    assert first.exit_code == 0 and "won by seat 1, %" in first.stdout
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["report.csv", "report.html", "report.json", "study.sqlite"]
    before = {name: (tmp_path / "out" / name).read_bytes() for name in names[:3]}
    again = run(tmp_path, *SMALL)
    assert again.stdout == first.stdout
    assert {name: (tmp_path / "out" / name).read_bytes() for name in before} == before
    assert run(tmp_path, *SMALL[:-2], "--games", "45").exit_code == 0
    (count,) = sqlite3.connect(tmp_path / "out" / "study.sqlite").execute(
        "SELECT count(*) FROM games"
    ).fetchone()  # fmt: skip
    assert count == 90


def test_data_for_programs(tmp_path: Path) -> None:
    done = run(tmp_path, *SMALL, "--json", "--metrics", "win-1,turns")
    data = json.loads(done.stdout)
    assert [v["options"] for v in data["variants"]] == [{"size": 3}, {"size": 4}]
    rows = {row["metric"]: row for row in data["pairings"][0]["rows"]}
    assert set(rows) == {"win-1", "turns"}
    assert rows["turns"]["estimates"][1]["value"] == 9
    assert "report:" in done.stderr
    with open(tmp_path / "out" / "report.csv", newline="") as file:
        lines = list(csv.DictReader(file))
    assert {(line["metric"], line["variant"]) for line in lines} == {
        (metric, variant) for metric in rows for variant in ("size=3", "size=4")
    }


def test_options_of_the_games(tmp_path: Path) -> None:
    done = run(tmp_path, "compare", "squ", "misere-squ", "--size", "3", "--games", "5", "--json")
    assert done.exit_code == 0, done.output
    assert [v["options"] for v in json.loads(done.stdout)["variants"]] == [{"size": 3}] * 2


def test_games_are_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, load = [], loading.load_game
    for module in (parsing, studies):
        monkeypatch.setattr(module, "load_game", lambda *a, **o: loaded.append(a) or load(*a, **o))
    assert run(tmp_path, "compare", "squ", "--size", "3", "--games", "2").exit_code == 0
    assert loaded == [("squ",)]


def test_an_option_that_looks_like_one_of_the_command(tmp_path: Path) -> None:
    done = run(tmp_path, "compare", "cropa", "--side", "2", "--games", "5")
    assert done.exit_code == 0, done.output
    assert run(tmp_path, "compare", "cropa", "-o", "side=2", "--games", "5").exit_code == 0


def test_rules_that_changed_since(tmp_path: Path) -> None:
    rules = tmp_path / "mine.yaml"
    text = (Path(__file__).parents[2] / "games" / "tic-tac-toe.yaml").read_text()
    rules.write_text(text)
    assert run(tmp_path, "compare", str(rules), "--games", "5").exit_code == 0
    rules.write_text(text.replace("square(3)", "square(4)"))
    words = ["record", str(tmp_path / "out"), str(rules), "1", "--allow", str(rules)]
    done = invoke(*words)
    assert done.exit_code == 1 and "have changed since the study" in done.output


def test_odd_names_of_folders(tmp_path: Path) -> None:
    folder = str(tmp_path / "a#b 50%41?")
    words = ["compare", "tic-tac-toe", "--games", "5", "--out", folder]
    assert invoke(*words).exit_code == 0
    done = invoke("record", folder, "tic-tac-toe", "1")
    assert done.exit_code == 0 and "result:" in done.stdout


@pytest.mark.parametrize(("seconds", "told"), [
    (59, "no game was finished in 59 s, so there is no report; one game takes longer than that, "
         "and the same command begins anew"),
    (2, "no game was finished yet, so there is no report; the same command begins anew"),
])  # fmt: skip
def test_being_stopped_before_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, told: str
) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    times = iter([100.0, 100.0 + seconds])
    monkeypatch.setattr("interpreter.study.driver.completed", stop)
    monkeypatch.setattr("interpreter.study.driver.monotonic", lambda: next(times))
    done = run(tmp_path, *SMALL)
    assert done.exit_code == 130 and done.stdout == "", done.output
    assert done.stderr == f"stopped; {told}\n"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["study.sqlite"]


def test_three_seats(tmp_path: Path) -> None:
    words = ["--size", "3", "--agents", "flat:1 vs random", "--games", "40", "--json"]
    done = run(tmp_path, "compare", str(three_seats(tmp_path)), *words)
    rows = {row["metric"]: row for row in json.loads(done.stdout)["pairings"][0]["rows"]}
    base = sqlite3.connect(tmp_path / "out" / "study.sqlite")
    wins = 0
    for number, result in base.execute("SELECT number, result FROM games"):
        own = [s for s in range(3) if (s + number) % 2 == 0]
        wins += any(result.split()[s] == "1" for s in own)
    assert rows["win-first"]["estimates"][0]["value"] == pytest.approx(wins / 40)
    assert 0 < wins < 40


def three_seats(folder: Path) -> Path:
    path = folder / "three.yaml"
    path.write_text(
        "game: Three\nplayers: A, B, C\noptions:\n  size: 2..4 = 3\nboard: square(size)\n"
        "pieces: stone\nactions:\n  place(at in empty): put stone on at\nturn: place\nend:\n"
        "  - when any(l within mine for l in lines(3)): mover wins\n  - when no empty: draw\n"
    )
    return path


WRONG = [
    (["compare"], "Missing argument"),
    (["compare", "squ", "--agents", "utc:5"], "did you mean `uct`"),
    (["compare", "squ", "--vary", "size"], "--vary takes NAME=A,B"),
    (["compare", "squ", "--vary", "size=8,8"], "has the value `8` several times, and no other"),
    (["compare", "squ", "--margin", "50%"], "every game of two would be fair"),
    (["compare", "squ", "--vary", "sise=3"], "no option `sise`"),
    (["compare", "squ", "--vary", "size=1"], "size"),
    (["compare", "squ", "go", "tic-tac-toe", "--vary", "size=9"], "own, as in `- squ size=9`"),
    (["compare", "squ", "--agnets", "random"], "did you mean --agents?"),
    (["compare", "nim", "--study", "x"], "`gdl compare` has no option `--study`, and"),
    (["compare", "nim", "--study", "x"], "did you mean `--out`?"),
    (["compare", "squ", "--report"], "the report is always written"),
    (["compare", "squ", "--report", "a.html"], "which `--out DIR` chooses"),
    (["compare", "squ", "--sise", "4"], "no option `sise`"),
    (["compare", "squ", "--vary", "size=3,4", "--test", "win-first 5%"], "needs two agents"),
    (["compare", "squ", "--moves", "99999999999999"], "`moves` is a whole number"),
    (["compare", "squ", "--ladder", "uct:10,²"], "is no ladder"),
    (["compare", "squ", "--ladder", "uct:10,10"], "is no ladder"),
    (["tune", "squ", "--target", "win-1,draws<=5%"], "is no target"),
    (["tune", "squ", "--target", "win-1=.±1%"], "is no target"),
    (["tune", "squ", "--target", "turns=1.2.3..4"], "is no target"),
    (["compare", "squ", "--games", "many"], "`games` is a whole number"),
    (["compare", "squ", "--until", "200%"], "`until`"),
    (["compare", "squ", "--test", "win-1 5%"], "compares two variants"),
    (["compare", "squ", "--vary", "size=3,4", "--test", "win-1 5%", "--until", "2%"], "leave one"),
    (["compare", "squ", "--metrics", "wins"], "there is no metric `wins`"),
    (["compare", "squ", "--metrics", "lenght"], "those of the length are `turns`, `turns-q1`"),
    (["compare", "squ", "--metrics", "drawn"], "did you mean `draws`"),
    (["compare", "squ", "--metrics", "exchange"], "did you mean `swap` (games with an exchange"),
    (["compare", "squ", "--metrics", "xyzzy"], "win-1, win-2, score-1, draws, unfinished, turns"),
    (["compare", "squ", "squ"], "is there twice"),
    (["compare", "squ", "--agents", "a.py:Me", "--cluster", "tcp://x"], "a.py"),
    (["tune", "squ", "--target", "win-1"], "is no target"),
    (["tune", "squ", "--target", "wim-1=50±1"], "did you mean `win-1`"),
    (["tune", "squ", "--target", "win-first=50±1"], "cannot be a target"),
    (["tune", "tic-tac-toe", "--target", "win-1=50±1"], "no options with several"),
    (["tune", "squ", "--agents", "uct:5 vs random", "--target", "win-1=50±1"], "one agent"),
]


@pytest.mark.parametrize(("words", "message"), WRONG)
def test_wrong_usage(tmp_path: Path, words: list[str], message: str) -> None:
    done = run(tmp_path, *words)
    assert done.exit_code == 2, done.output
    assert message in done.output and "Traceback" not in done.output
    assert not (tmp_path / "out").exists()


def test_what_goes_wrong_otherwise(tmp_path: Path) -> None:
    done = invoke("compare", "no-such-game")
    assert done.exit_code == 1 and "no-such-game" in done.output
    (tmp_path / "out").write_text("a file")
    done = invoke(*SMALL, "--out", str(tmp_path / "out"))
    assert done.exit_code == 2 and "is a file" in done.output
    done = invoke(*SMALL, "--out", str(tmp_path / "out" / "below"))
    assert done.exit_code == 1 and "cannot be made" in done.output


def test_an_agent_that_fails(tmp_path: Path) -> None:
    program = tmp_path / "bad.py"
    program.write_text("def play(state, rng):\n    return rng.choice([])\n")
    done = run(tmp_path, *SMALL, "--agents", f"{program}:play")
    assert done.exit_code == 1
    assert "the agent" in done.output and "bad.py" in done.output


def test_an_agent_of_ones_own(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("def first(state, rng):\n    return state.moves()[0]\n")
    done = run(tmp_path, *SMALL, "--agents", f"{program}:first vs random")
    assert done.exit_code == 0 and "won by the agent named first" in done.stdout


def test_perfect_play(tmp_path: Path) -> None:
    done = run(tmp_path, "compare", "tic-tac-toe", "misere-tic-tac-toe", "--games", "20",
               "--solve", "--json")  # fmt: skip
    rows = {row["metric"]: row["estimates"] for row in json.loads(done.stdout)["solved"]}
    assert [e["value"] for e in rows["solved-value"]] == [0.5, 0.5]
    assert [e["value"] for e in rows["solved-positions"]] == [5478, 5478]
    assert rows["solved-best"][0]["value"] == 9 and rows["solved-best"][1]["value"] == 1


def test_games_as_records(tmp_path: Path) -> None:
    words = ["compare", "royal-game-of-ur", "--agents", "random,uct:5 vs random", "--games", "8"]
    assert run(tmp_path, *words, "--detailed", "3").exit_code == 0
    folder = str(tmp_path / "out")
    results = dict(sqlite3.connect(tmp_path / "out" / "study.sqlite").execute(
        "SELECT number, result FROM games WHERE pairing = 0"
    ))  # fmt: skip
    for number in (1, 6):  # looked at, and kept as its number
        file = str(tmp_path / f"{number}.txt")
        words = ["record", folder, "royal-game-of-ur", str(number), "--agents", "random"]
        done = invoke(*words, "--save", file)
        assert done.exit_code == 0, done.output
        assert invoke("replay", file).exit_code == 0
        shown = invoke(*words).stdout
        assert shown == Path(file).read_text() and f"result: {results[number - 1]}" in shown
    seats = invoke(*words[:3], "2", "--agents", "uct:5 vs random").stdout
    assert "seats: random, uct:5" in seats
    page = (tmp_path / "out" / "report.html").read_text()
    numbers = {int(n) for n in re.findall(r"Royal Game of Ur, game (\d+)<", page)}
    assert numbers and numbers <= set(range(1, 9))
    for number in numbers:  # the same game as in the report
        shown = invoke(*words[:3], str(number), "--agents", "random").stdout
        assert f"result: {results[number - 1]}" in shown
    for wrong, message in [
        ((folder, "royal-game-of-ur", "0"), "0 is not in the range"),
        ((folder, "ur", "1"), "no variant `ur`"),
        ((folder, "royal-game-of-ur", "1"), "no pairing"),
        ((folder, "royal-game-of-ur", "99", "--agents", "random"), "there is no game 99"),
        ((str(tmp_path / "1.txt"), "x", "1"), "a damaged study"),
    ]:
        done = invoke("record", *wrong)
        assert done.exit_code in (1, 2) and message in done.output, done.output


# ---- tune --------------------------------------------------------------------------------------

TUNE = ["tune", "squ", "--agents", "random", "--games", "300"]


def tuned(folder: Path, *words: str) -> Any:
    done = run(folder, *TUNE, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_tuning_finds_what_is_there(tmp_path: Path) -> None:
    # A board of n × n cells is full after 1 + ⌈(n² − 1) / 2⌉ turns: 5, 9, 13, 19, 25, 33.
    tuning = tuned(tmp_path, "--vary", "size=3..8", "--target", "turns=12..14")
    assert tuning["tried"] == 6 and len(tuning["best"]) == 3
    best = tuning["best"][0]
    assert best["options"] == {"size": 5} and best["distance"] == 0 and best["games"] == 300
    assert best["targets"]["turns=12..14"]["value"] == 13
    assert tuning["best"][1]["distance"] > 0


def test_tuning_weighs_its_targets(tmp_path: Path) -> None:
    tuning = tuned(
        tmp_path, "--vary", "size=3,4,5", "--target", "draws<=10%", "--target", "turns<10",
        "--best", "2",
    )  # fmt: skip
    distances = [one["distance"] for one in tuning["best"]]
    assert distances == sorted(distances) and len(distances) == 2


def test_tuning_by_figures_and_published_values(tmp_path: Path) -> None:
    tuning = tuned(tmp_path, "--target", "branching=32±1", "--games", "60")
    assert tuning["best"][0]["options"] == {"size": 8} and tuning["tried"] == 2


@pytest.mark.parametrize(
    ("target", "agents", "looked_at"),
    [("turns=8..9", "random", 0), ("branching=8±1", "random", 120), ("turns=8..9", "uct:2", 120)],
)
def test_tuning_looks_at_moves_where_a_target_needs_it(
    tmp_path: Path, target: str, agents: str, looked_at: int
) -> None:
    tuned(tmp_path, "--vary", "size=3", "--agents", agents, "--target", target, "--games", "60")
    base = sqlite3.connect(tmp_path / "out" / "study.sqlite")
    assert base.execute("SELECT count(*) FROM facts").fetchone() == (looked_at,)


def test_targets_about_actions(tmp_path: Path) -> None:
    tuning = tuned(tmp_path, "--vary", "size=3,4", "--target", "action drop>=99%", "--games", "60")
    assert tuning["best"][0]["distance"] == 0


def test_a_target_has_one_line_however_wide_its_figures_are(tmp_path: Path) -> None:
    target = target_of("turns=1..2")
    whole = study("squ", games=10)
    for estimate in (Estimate(1234.5, 1233.1, 1235.9, 10), Estimate(2.0, 2.0, 2.0, 10), None):
        one = Candidate(0, 10, (0.0,), (estimate,), (estimate,))
        lines = tuned_text(whole, [target], [one], as_json=False).splitlines()
        lines = lines[next(i for i, line in enumerate(lines) if line.startswith("1. ")) :]
        assert lines[1].split()[0] == "turns=1..2" and not lines[2]


def test_the_answer_of_a_search_gives_figures_and_what_would_tell() -> None:
    whole, target = study("squ", games=10), target_of("score-1=50±6%")
    near = Candidate(0, 300, (0.0,), (None,), (Estimate(0.483, 0.426, 0.541, 300),))
    text = " ".join(tuned_text(whole, [target], [near], as_json=False).split())
    assert (
        "No variant, played by random, is sure to meet the target. The nearest is squ: "
        "score-1=50±6% is likely, with 48.3 % [42.6, 54.1] (about 800 more games would probably "
        "tell)."
    ) in text
    sure = replace(near, fresh=(Estimate(0.49, 0.47, 0.51, 3_000),))
    text = " ".join(tuned_text(whole, [target], [sure], as_json=False).split())
    assert text.split("random ")[1].startswith(
        "squ, played by random, meets the target: score-1=50±6% is met, with 49.0 % [47.0, 51.0]."
    )


@pytest.mark.parametrize(("value", "low", "high", "wanted"), [
    (0.55, 0.53, 0.57, "met"), (0.55, 0.52, 0.58, "met"),
    (0.57, 0.511, 0.646, "likely"), (0.58, 0.511, 0.646, "likely"),
    (0.60, 0.55, 0.65, "open"), (0.70, 0.65, 0.75, "missed"),
    (0.55, nan, nan, "likely"), (0.70, nan, nan, "open"),
])  # fmt: skip
def test_a_target_is_met_where_the_whole_interval_is_within(
    value: float, low: float, high: float, wanted: str
) -> None:
    target = target_of("win-1=52..58")
    assert target.standing(Estimate(value, low, high, 200)) == wanted


def test_of_the_best_of_several_more_is_asked() -> None:
    target = target_of("win-1=52..58")
    assert target.standing(Estimate(0.55, 0.522, 0.578, 200), best=1) == "met"
    assert target.standing(Estimate(0.55, 0.522, 0.578, 200), best=3) == "likely"
    assert target.standing(Estimate(0.50, 0.481, 0.519, 200), best=3) == "open"
    rare = target_of("draws=0..5%")  # an interval made wider still ends where shares do
    assert rare.standing(Estimate(0.01, 0.0, 0.02, 200), best=3) == "met"


def test_what_is_the_same_in_every_game_and_what_is_not_known() -> None:
    target = target_of("turns=12..14")
    assert target.standing(Estimate(13.0, 13.0, 13.0, 200, "constant")) == "met"
    assert target.standing(Estimate(13.0, 13.0, 13.0, 100, "constant")) == "likely"
    assert target.standing(Estimate(13.0, 13.0, 13.0, 200, "constant"), best=3) == "likely"
    assert target.standing(Estimate(13.0, 13.0, 13.0, 240, "constant"), best=3) == "met"
    assert target.standing(Estimate(11.0, 11.0, 11.0, 100, "constant")) == "open"
    assert target.standing(Estimate(11.0, 11.0, 11.0, 200, "constant")) == "missed"
    assert target.standing(Estimate(13.0, nan, nan, 5, "few")) == "likely"
    assert target.standing(None) == "not measured"


def test_the_best_is_judged_by_games_that_nobody_has_chosen_by(tmp_path: Path) -> None:
    """The first games choose, the others judge."""
    tuning = tuned(tmp_path, "--vary", "size=3..5", "--target", "win-1=40±1%", "--best", "2")
    best, second, third = tuning["best"][0], tuning["best"][1], tuning["best"][2:]
    for one in (best, second):
        (fresh,), (chosen,) = one["fresh"].values(), one["targets"].values()
        assert fresh["count"] == 300 and fresh["verdict"] and fresh["value"] != chosen["value"]
    assert not third
    base = sqlite3.connect(tmp_path / "out" / "study.sqlite")
    counts = dict(base.execute("SELECT variant, count(*) FROM games GROUP BY variant"))
    assert sorted(counts.values())[1:] == [600, 600]


def test_tuning_writes_a_report(tmp_path: Path) -> None:
    words = ["--vary", "size=3..6", "--target", "win-1=50±1%", "--target", "turns<10"]
    done = run(tmp_path, *TUNE, *words, "--best", "1")
    assert f"report: {tmp_path / 'out' / 'report.html'}" in done.output
    page = (tmp_path / "out" / "report.html").read_text()
    for text in ("All that were tried", "size=6", "win-1=50±1%", "turns&lt;10", "luck has helped"):
        assert text in page
    data = json.loads((tmp_path / "out" / "report.json").read_text())
    assert len(data["best"]) == 4 and [one["fresh"] is None for one in data["best"]] == (
        [False, True, True, True]
    )


def test_tuning_goes_on(tmp_path: Path) -> None:
    words = ["--vary", "size=3..5", "--target", "win-1=50±1%"]
    first = run(tmp_path, *TUNE, *words)
    assert first.exit_code == 0 and "the best of 3 variants" in first.stdout
    assert run(tmp_path, *TUNE, *words).stdout == first.stdout
    assert "luck has helped to choose it" in first.stdout


def test_what_is_certainly_farther_is_ruled_out_at_once() -> None:
    """Racing: no more games than it takes to be sure; what is not sure goes on."""
    target = target_of("win-1=50±1%")
    near, far, unsure = (
        Candidate(v, 50, (abs(value - 0.5),), (Estimate(value, value - half, value + half, 50),))
        for v, (value, half) in enumerate(((0.5, 0.05), (0.9, 0.05), (0.6, 0.1)))
    )
    assert hopeless([target], [near, far, unsure], 300) == [1]
    same = Candidate(3, 50, (0.4,), (Estimate(0.9, 0.9, 0.9, 50, "constant"),))
    assert hopeless([target], [near, same], 300) == []  # the next game may be another one
    assert wider(1) == pytest.approx(1) and wider(100) > 1.7


def test_what_is_ruled_out_plays_no_more_games(tmp_path: Path) -> None:
    """Although three variants are few enough for all to go on."""
    words = ["--vary", "size=4..6", "--target", "turns<=20", "--best", "1"]
    done = run(tmp_path, "tune", "breakthrough", *TUNE[2:], *words)
    assert "Ruled out early" in done.output
    data = json.loads((tmp_path / "out" / "report.json").read_text())
    by_size = {one["options"]["size"]: (one["fate"], one["games"]) for one in data["best"]}
    assert by_size[4] == ("kept", 300) and by_size[6] == ("ruled out", 50)


def test_what_is_gained_in_one_target_and_lost_in_another(tmp_path: Path) -> None:
    """Boards are drawn less often the larger they are, and games longer."""
    words = ["--vary", "size=3..6", "--target", "draws<=20%", "--target", "turns<=5"]
    done = run(tmp_path, *TUNE, *words)
    told = " ".join(done.output.split())
    assert "By the fresh games" in told and "none is nearer to every target than another" in told
    data = json.loads((tmp_path / "out" / "report.json").read_text())
    by_size = {one["options"]["size"]: one for one in data["best"]}
    assert by_size[3]["front"] and not by_size[6]["front"]
    assert by_size[6]["fate"] in ("left behind", "ruled out")
    page = (tmp_path / "out" / "report.html").read_text()
    assert "Two targets" in page and "draws&lt;=20% by size" in page


def test_layers_of_what_no_other_beats() -> None:
    assert layers([(0, 3), (1, 1), (3, 0), (2, 2), (1, 1), (3, 3)]) == [0, 0, 0, 1, 0, 2]


def test_the_answer_comes_first(tmp_path: Path) -> None:
    done = run(tmp_path, *TUNE, "--vary", "size=3..5", "--target", "turns=12..14")
    assert done.stdout.splitlines()[2] == (
        "size=5, played by random, meets the target: turns=12..14 is met, with exactly 13 turns."
    )
    done = run(tmp_path, *TUNE, "--vary", "size=3..5", "--target", "win-1=99..100%")
    answer = done.stdout.splitlines()[2]
    assert answer.startswith("No variant, played by random, is sure to meet the target. The near")


def test_the_fresh_games_decide_the_order() -> None:
    """Met before uncertain before missed, whatever the games said that chose."""
    target = target_of("win-1=50±5%")
    missed, near, met = (
        Candidate(v, 300, (float(v),), (None,), (Estimate(value, value - 0.03, value + 0.03, 300),))
        for v, value in enumerate((0.7, 0.54, 0.5))
    )
    ordered = sorted([missed, near, met], key=lambda c: fresh_rank([target], c, 3))
    assert ordered == [met, near, missed]
    text = tuned_text(study("squ", games=10), [target], [missed], as_json=False)
    assert "in the order of these fresh games" in " ".join(text.split())


def test_cells_that_are_the_same_in_every_game_are_always_so(tmp_path: Path) -> None:
    """A full board is counted; a result of every game is a matter of luck, with its interval."""
    done = run(tmp_path, "compare", "squ", "--size", "3", "--games", "30", "--json")
    rows = {r["metric"]: r["estimates"][0] for r in json.loads(done.stdout)["pairings"][0]["rows"]}
    assert rows["filled"]["kind"] == rows["turns"]["kind"] == "constant"
    assert rows["unfinished"]["kind"] == "sampled"


def test_the_title_of_a_study_names_two_games_at_most() -> None:
    games = ["Tic-tac-toe", "Squ", "Hex", "Y"]
    assert title_of(games[:1]) == "Tic-tac-toe"
    assert title_of(games[:2]) == "Tic-tac-toe and Squ"
    assert title_of(games) == "Tic-tac-toe and 3 others"
