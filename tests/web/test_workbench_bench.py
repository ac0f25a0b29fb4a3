"""The match of the workbench under rules that change, figures of random play, and comparisons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.board.values import IllegalMove
from interpreter.matches.match import Refused
from interpreter.web.workbench.bench import Bench
from interpreter.web.workbench.changes import changes_of
from interpreter.web.workbench.drawn import position_of
from interpreter.web.workbench.figures import BARS, Sampling, compared, histogram
from interpreter.web.workbench.rule_files import RuleFiles
from interpreter.web.workbench.worker import Jobs

FILES = RuleFiles(Path())
TICTACTOE = FILES.saved("tic-tac-toe").text


def loaded(text: str = TICTACTOE, **options: Any) -> Bench:
    bench = Bench()
    assert bench.load(FILES.edited("tic-tac-toe", text), options, None).game is not None
    return bench


def reload(bench: Bench, text: str) -> Any:
    return bench.load(FILES.edited("tic-tac-toe", text), {}, None)


def test_the_match_goes_on_under_rules_that_allow_it() -> None:
    bench = loaded()
    for move in ("place a1", "place b2"):
        bench.play(move, None)
    after = reload(bench, TICTACTOE.replace("square(3)", "square(4)"))
    assert after.stopped is None and [m.text for m in bench.moves] == ["place a1", "place b2"]
    assert len(bench.state().game.board.cells) == 16


def test_the_match_stops_where_a_move_is_no_longer_legal() -> None:
    bench = loaded(TICTACTOE.replace("square(3)", "square(4)"))
    for move in ("place a1", "place d4", "place b1"):
        bench.play(move, None)
    after = reload(bench, TICTACTOE)
    assert [m.text for m in bench.moves] == ["place a1"]
    assert after.stopped.move == "place d4" and "d4" in after.stopped.message


def test_moves_that_rules_left_out_come_back_with_the_rules() -> None:
    large = TICTACTOE.replace("square(3)", "square(4)")
    bench = loaded(large)
    for move in ("place a1", "place d4", "place b1"):
        bench.play(move, None)
    for text in (TICTACTOE, TICTACTOE + "# half a word"):
        reload(bench, text)
    assert bench.held() == ["place a1", "place d4", "place b1"]
    assert reload(bench, large).stopped is None
    assert [m.text for m in bench.moves] == ["place a1", "place d4", "place b1"]
    reload(bench, TICTACTOE)
    bench.play("place b2", None)  # another line: what was left out is not a part of it
    reload(bench, large)
    assert [m.text for m in bench.moves] == ["place a1", "place b2"]


def test_a_match_says_whether_rules_have_cut_it_short() -> None:
    large = TICTACTOE.replace("square(3)", "square(4)")
    jobs = Jobs(Path())

    def tried(text: str) -> Any:
        job = {"job": "rules", "file": "tic-tac-toe", "text": text, "options": {}}
        return jobs.answer(job)["is_cut_short"]

    assert not tried(large)
    jobs.answer({"job": "play", "move": "place d4"})
    assert tried(TICTACTOE) and not tried(large) and tried(TICTACTOE)
    assert jobs.answer({"job": "look", "ply": 0})["is_cut_short"], "nobody has played on"
    assert not jobs.answer({"job": "agent", "agent": "random"})["is_cut_short"]


def test_what_only_chance_has_done_is_not_kept_for_other_rules() -> None:
    text = """game: Throws
players: White, Black
state:
  thrown: 0..6 = 0
  stayed: 0..9 = 0
chance:
  throw(n in 1..6):
    - set thrown to n
actions:
  stay: set stayed to stayed + 1
turn: throw, stay
end:
  - when stayed = 9: draw
"""
    bench = loaded(text)
    few = text.replace("1..6", "1..1")
    bench.play("throw 2", None)
    assert reload(bench, few).stopped is not None and not bench.is_cut_short
    reload(bench, text)
    for move in ("throw 2", "stay"):
        bench.play(move, None)
    assert reload(bench, few).stopped is not None and bench.is_cut_short


def test_agents_that_read_files_do_not_play(tmp_path: Path) -> None:
    bench = loaded()
    for spec in (f"uct:9,net={tmp_path / 'my.onnx'}", "mine.py:Agent"):
        with pytest.raises(Refused, match="there is no agent of that name"):
            bench.let_play(spec, None)
    assert not bench.moves


def test_chance_carries_out_the_whole_set_up_at_once() -> None:
    text = """game: Deal
players: North, South
state:
  deck: subsets(1..20) = 1..20
  hand[p in colours]: subsets(1..20)
setup:
  - for i in 1..8, p in colours: deal(p)
chance:
  deal(p in colours, k in deck):
    - take k from deck
    - add k to hand[p]
actions:
  play(k in hand[mover]): take k from hand[mover]
turn: play
end:
  - when no hand[North] and no hand[South]: draw
"""
    bench = loaded(text)
    bench.let_play("chance", 0)
    assert len(bench.moves) == 16 and bench.state().colour == "North"
    bench.let_play("chance", 3)
    assert len(bench.moves) == 16, "as well from the middle of it"


def test_rules_with_mistakes_leave_the_match_as_it_is() -> None:
    bench = loaded()
    bench.play("place a1", None)
    after = reload(bench, TICTACTOE.replace("put mark", "putt mark"))
    assert after.game is None and after.diagnostics[0].is_error
    bench.play("place b1", None)
    assert len(bench.moves) == 2


def test_options_that_are_gone_go_back_to_the_default_and_are_named() -> None:
    bench = Bench()
    source = FILES.edited("hex", FILES.saved("hex").text.replace("  pie: flag = false\n", ""))
    text = source.text.replace("require pie", "require true")
    answer = bench.load(FILES.edited("hex", text), {"pie": True, "size": 5}, None)
    assert answer.game is not None and answer.game.options == {"size": 5}
    assert answer.note == "Back at the default: pie."


def test_a_position_set_up_by_hand_outlasts_a_change() -> None:
    bench = loaded()
    board = {"a1": {"kind": "mark", "colour": "Cross"}, "b1": {"kind": "mark", "colour": "Cross"}}
    bench.edit({"board": board, "seat": 1, "turn": 2})
    bench.play("place c1", 0)
    reload(bench, TICTACTOE.replace("lines(3)", "lines(2)"))
    assert set(bench.state(0).pieces()) == {"a1", "b1"}
    assert [m.text for m in bench.moves] == ["place c1"]
    after = reload(bench, TICTACTOE.replace("mark", "man"))
    assert "does not fit these rules" in after.note and bench.state(0).pieces() == {}


def test_a_set_up_position_comes_back_with_rules_that_it_fits() -> None:
    bench = loaded()
    bench.edit({"board": {"a1": {"kind": "mark", "colour": "Cross"}}, "seat": 1, "turn": 1})
    bench.play("place c1", 0)
    other = TICTACTOE.replace("mark", "man")
    for _ in "tw":
        assert "does not fit these rules" in reload(bench, other).note
        assert bench.is_cut_short and not bench.moves, "the moves are those of another position"
    assert reload(bench, TICTACTOE).note is None and not bench.is_cut_short
    assert set(bench.state(0).pieces()) == {"a1"} and [m.text for m in bench.moves] == ["place c1"]
    reload(bench, other)
    bench.play("place b2", None)  # from the start of the game: the position is given up
    reload(bench, TICTACTOE)
    assert bench.state(0).pieces() == {} and [m.text for m in bench.moves] == ["place b2"]


def test_what_cannot_be_done_is_refused() -> None:
    bench = Bench()
    with pytest.raises(Refused, match="no rules yet"):
        bench.play("place a1", None)
    bench = loaded()
    with pytest.raises(IllegalMove):
        bench.play("place z9", None)
    with pytest.raises(Refused, match="no position 7"):
        bench.state(7)
    with pytest.raises(Refused, match="no agent of that name"):
        bench.let_play("os:system", None)
    with pytest.raises(Refused, match="no agent of that name"):
        bench.let_play("evil.py:Agent", None)
    with pytest.raises(ValueError, match="there is no cell"):
        bench.edit({"board": {"z9": {"kind": "mark", "colour": "Cross"}}})


def test_playing_from_an_earlier_position_forgets_what_came_after() -> None:
    bench = loaded()
    for move in ("place a1", "place b1", "place c1"):
        bench.play(move, None)
    bench.play("place b2", 1)
    assert [m.text for m in bench.moves] == ["place a1", "place b2"]


def test_an_agent_that_searches_plays_on_the_native_engine_if_there_is_one() -> None:
    bench = loaded()
    bench.let_play("random", None)
    bench.let_play("uct:50", None)
    assert len(bench.moves) == 2 and len(bench.states) == 3


def test_a_seat_is_told_only_what_it_may_know() -> None:
    bench = Bench()
    bench.load(FILES.saved("phantom-tic-tac-toe"), {}, None)
    move = bench.state().moves()[0].text
    bench.play(move, None)
    last = bench.states[0], bench.moves[0]
    own = position_of(bench.state(), 1, 1, 0, last)
    other = position_of(bench.state(), 1, 1, 1, last)
    assert own["last"]["text"] == move and len(own["pieces"]) == 1
    assert other["pieces"] == {} and move.split()[1] not in str(other["last"])


# ---- figures ----


def test_figures_count_games_and_have_intervals() -> None:
    sampling = Sampling(load_game("tic-tac-toe"))
    sampling.play(0.3)
    data = sampling.as_json()
    assert data["engine"] == "reference" and data["games"] == sampling.count > 10
    first, second = data["balance"]
    assert first["value"] + second["value"] == pytest.approx(1)
    assert first["low"] <= first["value"] <= first["high"]
    assert 5 <= data["length"]["value"] <= 9 and data["length"]["low"] <= data["length"]["high"]
    assert 4 < data["branching"]["value"] < 7
    assert sum(count for _, count in data["lengths"]) == data["games"]


def test_native_figures_agree_with_the_known_values_of_random_play() -> None:
    sampling = Sampling(load_game("tic-tac-toe"))
    if sampling.use_native() is not None:
        pytest.skip("there is no native engine here")
    while sampling.count < 30_000:
        sampling.play(0.2)
    data = sampling.as_json()
    # Of all 255,168 games weighted by random choice, Cross wins 737/1260 and 8/63 are drawn.
    assert data["draws"]["value"] == pytest.approx(8 / 63, abs=0.01)
    assert data["balance"][0]["value"] == pytest.approx(737 / 1260 + 4 / 63, abs=0.015)


def test_a_histogram_has_few_bars_and_loses_no_game() -> None:
    lengths: Any = {5: 3, 900: 2, 77: 1}
    bars = histogram(lengths)
    assert len(bars) <= BARS and sum(count for _, count in bars) == 6 and bars[0] == [5, 3]
    assert histogram({}) == []  # type: ignore[arg-type]


def changed_tictactoe() -> tuple[Any, Any]:
    bench = loaded(TICTACTOE.replace("lines(3)", "lines(2)"))
    assert bench.game is not None
    return load_game("tic-tac-toe"), bench.game


def test_a_comparison_shows_the_line_the_play_and_the_figures() -> None:
    before, now = changed_tictactoe()
    found = changes_of(before, now)
    (group,) = found["lines"]
    assert group["heading"] == "end" and "lines(2)" in group["lines"][0]["now"]["text"]
    assert group["lines"][0]["now"]["file"] == "tic-tac-toe.yaml"
    assert len(found["play"]["moves"]) == 3 and len(found["play"]["steps"]) == 2
    assert found["play"]["boards"]["now"].startswith("<svg")
    pair = Sampling(before), Sampling(now)
    for sampling in pair:
        sampling.play(0.4)
    length = compared(*pair)[0]
    assert length["name"] == "length" and length["difference"]["high"] < 0


def test_equal_rules_are_said_to_be_equal() -> None:
    game = load_game("tic-tac-toe")
    found = changes_of(game, loaded().playable)
    assert found["equal"] and found["lines"] == [] and found["play"] is None


# ---- jobs ----


def test_jobs_answer_with_data_or_one_sentence() -> None:
    jobs = Jobs(Path())
    assert jobs.answer({"job": "nothing"})["refused"]["code"] == "no-such-job"
    assert jobs.answer({"job": "look"})["refused"]["message"].startswith("there are no rules yet")
    job = {"job": "rules", "file": None, "text": "game: [", "options": {}, "moves": None}
    answer = jobs.answer(job)
    assert answer["drawing"] is None and answer["diagnostics"][0]["file"] == "untitled.yaml"
    answer = jobs.answer({**job, "text": TICTACTOE})
    assert answer["position"]["acting"] == 0 and len(answer["drawing"]["scene"]["cells"]) == 9
    palette = jobs.answer({"job": "palette"})
    assert [p["colour"] for p in palette["pieces"]] == ["Cross", "Nought"]
    assert set(palette["symbols"]) == {p["look"] for p in palette["pieces"]}
    assert palette["room"] == 1
    written = jobs.answer({"job": "state", "ply": 0})
    assert written["state"]["board"] == {} and "assert [move.text" in written["test"]


def test_the_test_that_is_written_for_a_position_passes(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path)
    (tmp_path / "mine.yaml").write_text(TICTACTOE)
    job = {"file": "./mine.yaml", "text": TICTACTOE, "options": {}, "moves": ["place a1"]}
    jobs.answer({"job": "rules", **job})
    text = jobs.answer({"job": "state", "ply": 1})["test"]
    text = text.replace("'mine.yaml'", repr(str(tmp_path / "mine.yaml")))
    space: dict[str, Any] = {}
    exec(compile(text, "test_mine", "exec"), space)
    space["test_position"]()
