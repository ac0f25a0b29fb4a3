"""The command `gdl diff`: what it prints, its exit status, JSON, Ctrl-C and bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from generators.mutants import write
from support.commands import invoke

from gdl import GdlError
from interpreter import load_game
from interpreter.diff import comparison as sampling
from interpreter.diff import shortening as shorter
from interpreter.diff.lockstep import pair_search as pairs
from interpreter.diff.lockstep.lockstep import Together
from interpreter.diff.lockstep.until import Until, Work
from interpreter.diff.report import facts_lines
from interpreter.diff.rules.findings import Fact, Line


@pytest.fixture(autouse=True)
def on_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")


def run(*words: str, status: int) -> str:
    result = invoke("diff", *words)
    assert result.exit_code == status, result.output
    return result.output


# ---- what is found ----


def test_a_difference() -> None:
    text = run("hex", "misere-hex", "--size", "2", status=1)
    assert "The games differ after 3 moves, `place a1`, `place b1`, `place a2`:\n" in text
    assert "  A ends: Red wins; B ends: Blue wins\n" in text
    assert "    A  hex.yaml:26: when any(" in text and "    B  misere-hex.yaml:4: when" in text
    assert "The board in both:" in text
    assert text.endswith("No shorter sequence of moves shows a difference.\n")


def test_the_answer_comes_first(tmp_path: Path) -> None:
    """Whether the games are the same, then where their rules differ, before any line of them."""
    rule = "    - require at != b2\n    - put mark on at"
    more = "".join(f"  d{n}: {n}\n" for n in range(8))
    text = f"game: Edge\nextends: tic-tac-toe\ndefine:\n{more}actions:\n  place(at in empty):\n"
    path = str(write(tmp_path, "edge", f"{text}{rule}\nturn: place if turns < 9\n"))
    lines = run("tic-tac-toe", path, "--states", "50", status=1).splitlines()
    assert lines[3] == (
        "The two games are not the same: they differ before the first move. Their rules differ in "
        "`actions` (`place`), `turn` and `define` (`d0`, `d1`, `d2`, `d3`, `d4`, `d5`, 2 more)."
    )
    assert lines[5] == "Rule lines that differ:"
    text = run("hex", "misere-hex", "--size", "2", status=1)
    assert text.splitlines()[3] == (
        "The two games are not the same: they differ after 3 moves. Their rules differ in `end`."
    )
    unmet = run("squ", "misere-squ", "--depth", "1", "--games", "0", status=0).splitlines()
    assert unmet[3].startswith("There is no difference within the first move (")
    assert unmet[3].endswith(" Their rules differ in `end`.")


def test_a_move_that_one_forbids(tmp_path: Path) -> None:
    rule = '    - require at != b2, "not the middle"\n    - put mark on at'
    text = f"game: Edge\nextends: tic-tac-toe\nactions:\n  place(at in empty):\n{rule}\n"
    output = run("tic-tac-toe", str(write(tmp_path, "edge", text)), status=1)
    assert "The games differ before the first move:\n" in output
    assert "  A allows `place b2`, B does not: not the middle\n" in output
    assert '    B  edge.yaml:5: require at != b2, "not the middle"\n' in output


def test_one_is_over(tmp_path: Path) -> None:
    lines = "end:\n  - when any(l within mine for l in lines(2)): mover wins\n"
    text = f"game: Two\nextends: tic-tac-toe\n{lines}  - when no empty: draw"
    path = write(tmp_path, "two", text)
    output = run("tic-tac-toe", str(path), status=1)
    assert "  B is over (Cross wins), A goes on\n" in output
    assert "two.yaml:4: when any(l within mine for l in lines(2)): mover wins" in output
    assert "after 3 moves" in output


def test_the_same() -> None:
    text = run("hex", "hex", "--size", "2", status=0)
    seen, waiting = set(), [load_game("hex", size=2).start()]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [state.play(move) for move in state.moves()]
    assert text == (
        "A: hex size=2 pie=false\nB: hex size=2 pie=false\n\n"
        f"The two games are the same: all {len(seen)} pairs of positions were compared. "
        "The rule lines say the same.\n"
    )


def test_none_found() -> None:
    words = ("squ", "squ", "--size", "4", "--states", "40", "--games", "2", "--seed", "2")
    text = run(*words, status=0)
    no_difference = "There is no difference within the first move (40 pairs of positions"
    assert f"\n\nThe rule lines say the same. {no_difference}" in text
    assert "And none in 2 random games (32 moves).\n" in text
    assert run(*words, status=0) == text
    assert "within the first 2 moves" in run(*words[:4], "--depth", "2", "--games", "0", status=0)
    assert "nothing is proved" not in text


def test_options_of_each() -> None:
    text = run("squ", "squ", "-a", "size=3", "-b", "size=4", status=1)
    assert "options, size\n    A  squ.yaml:15: size = 3\n    B  squ.yaml:15: size = 4\n" in text
    assert "only the board of B has 7 cells" in text
    assert "before the first move" in text


def test_a_random_game_meets_it() -> None:
    """The full board of 3 × 3 is out of reach of ten pairs."""
    words = ("squ", "misere-squ", "--size", "3", "--states", "10", "--games", "50")
    data = json.loads(run(*words, "--json", status=1))
    assert data["looked"]["depth"] == 1 and data["looked"]["random_games"] >= 1
    assert len(data["difference"]["moves"]) == 9
    assert data["difference"]["shortest"] is False
    text = run(*words, status=1)
    assert "it may not be the shortest: there is no difference within the first move (10" in text
    games = data["looked"]["random_games"]
    assert ("A random game met" if games == 1 else f"One of {games} random games (") in text


def test_players_and_seats(tmp_path: Path) -> None:
    renamed = "game: Renamed\nextends: tic-tac-toe\nplayers: White, Black\n"
    path = str(write(tmp_path, "renamed", renamed))
    text = run("tic-tac-toe", path, status=1)
    assert "A is played by Cross, Nought, B by White, Black" in text
    assert "note: the colour White of B is taken for Cross of A" in run(
        "tic-tac-toe", path, "--same-moves", status=0
    )
    text = run("quardo", "quardo", "--games", "0", "-a", "players=2", "-b", "players=3", status=1)
    assert "A has 2 seats, B has 3" in text


def test_hidden_information() -> None:
    """Nobody sees less in one game than in the other, or it is said."""
    text = run("tic-tac-toe", "phantom-tic-tac-toe", "--states", "500", "--games", "2", status=1)
    assert "is shown other cells" in text or "hears" in text or "allows" in text
    assert run("dark-hex", "dark-hex", "--size", "2", status=0)


def test_json() -> None:
    data = json.loads(run("hex", "misere-hex", "--size", "2", "--json", status=1))
    assert data["a"] == "hex size=2 pie=false"
    assert data["outcome"] == "different"
    assert [(c["section"], c["a"]["line"], c["b"]["line"]) for c in data["lines"]] == [
        ("end", 26, 4)
    ]
    assert data["difference"]["moves"] == [
        {"a": m, "b": m} for m in ("place a1", "place b1", "place a2")
    ]
    assert data["difference"]["shortest"] is True
    assert [f["kind"] for f in data["difference"]["facts"]] == ["result"]
    assert data["looked"]["depth"] == 2
    same = json.loads(run("hex", "hex", "--size", "2", "--json", status=0))
    assert (same["outcome"], same["lines"], same["difference"]) == ("equal-proved", [], None)
    assert same["looked"]["everything"] is True
    little = json.loads(run("hex", "hex", "--size", "4", "--depth", "1", "--games", "1", "--json",
                            status=0))  # fmt: skip
    assert little["outcome"] == "none-found"
    assert (little["looked"]["depth"], little["looked"]["pairs"]) == (1, 17)
    assert little["looked"]["random_games"] == 1 and not little["looked"]["everything"]


# ---- Ctrl-C ----


def interrupt(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, after: int) -> None:
    """Ctrl-C once a function was called so often."""
    function, calls = getattr(owner, name), iter(range(after))

    def stop(*args: Any) -> Any:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return function(*args)

    monkeypatch.setattr(owner, name, stop)


def test_ctrl_c_keeps_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, Together, "facts", 100)
    text = run("tic-tac-toe", "tic-tac-toe", status=130)
    assert "There is no difference within the first 2 moves (" in text
    assert text.endswith("stopped\n")


def test_ctrl_c_by_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.diff.lockstep.class_search import Graph

    interrupt(monkeypatch, Graph, "expand", 6)
    data = json.loads(run("tic-tac-toe", "tic-tac-toe", "--same-moves", "--json", status=130)
                       .removesuffix("stopped\n"))  # fmt: skip
    assert data["looked"]["stopped"] is True and data["looked"]["depth"] == 2


def test_ctrl_c_in_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, sampling, "go_on", 5)
    text = run("squ", "squ", "--size", "3", "--states", "5", status=130)
    assert "And none in 5 random games (45 moves)." in text


@pytest.mark.parametrize("after", [0, 3])
def test_ctrl_c_keeps_the_difference_that_is_being_shortened(
    monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    words = ("squ", "misere-squ", "--size", "3", "--states", "10", "--json")
    interrupt(monkeypatch, shorter, "go_on", after)
    data = json.loads(run(*words, status=130).removesuffix("stopped\n"))
    assert data["outcome"] == "different" and data["looked"]["stopped"] is True
    assert data["difference"]["met_after"] == 9 and data["difference"]["facts"]


def test_a_turn_that_is_too_long_keeps_the_difference_that_is_being_shortened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> Any:
        raise GdlError(())

    monkeypatch.setattr(shorter, "go_on", fail)
    words = ("squ", "misere-squ", "--size", "3", "--states", "10", "--json")
    data = json.loads(run(*words, status=1))
    assert data["outcome"] == "different" and data["looked"]["stopped"] is False


LONG_LATER = """
game: Later
extends: tic-tac-toe
board: square(6)
turn:
  if turns < 2: place
  else: place, place, place, place
after turn:
  - require turns < 3 or count(mine) > 30
"""


def test_a_turn_that_is_too_long_leaves_the_rule_lines(tmp_path: Path) -> None:
    """What is known is told before the error: where the rules differ, and how far play is alike."""
    a = str(write(tmp_path, "a", LONG_LATER))
    b = str(write(tmp_path, "b", LONG_LATER.replace("> 30", "> 29")))
    text = run(a, b, status=2)
    assert text.splitlines()[3] == (
        "There is no difference before the first move (1 pairs of positions were compared). "
        "Their rules differ in `after turn`."
    )
    assert "    A  a.yaml:9: require turns < 3 or count(mine) > 30\n" in text
    assert text.index("Rule lines that differ") < text.index("error[look-too-long]")
    data = json.JSONDecoder().raw_decode(run(a, b, "--json", status=2))[0]
    assert data["lines"] and data["outcome"] == "none-found" and data["looked"]["depth"] == 0


# ---- wrong usage ----


@pytest.mark.parametrize(("words", "message"), [
    (("tic-tac-toe",), "Missing argument 'B'"),
    (("tic-tac-toe", "no-such-game"), "there is no game called `no-such-game`"),
    (("tic-tac-toe", "missing.yaml"), "there is no file missing.yaml"),
    (("squ", "squ", "--size", "1"), "size"),
    (("tic-tac-toe", "squ", "--dept", "3"), "did you mean `--depth` of `"),
    (("squ", "tic-tac-toe", "--size", "3"), "squ has it: write `-a size=3`, which is for A alone"),
    (("tic-tac-toe", "squ", "-o", "size=3"), "squ has it: write `-b size=3`, which is for B alone"),
    (("tic-tac-toe", "squ", "-a", "size=3"), "it has no options"),
    (("tic-tac-toe", "squ", "-o", "komi=3", "--size", "3"), "it has no options"),
    (("squ", "squ", "-a", "size"), "-o takes NAME=VALUE"),
    (("squ", "squ", "--depth", "-1"), "--depth"),
    (("squ", "squ", "--states", "0"), "--states"),
    (("squ", "squ", "--seconds", "0"), "--seconds"),
    (("squ", "squ", "extra"), "`extra` is one argument too many"),
])  # fmt: skip
def test_wrong_usage(words: tuple[str, ...], message: str) -> None:
    assert message in run(*words, status=2)


def test_a_file_with_mistakes(tmp_path: Path) -> None:
    path = write(tmp_path, "wrong", "game: Wrong\nextends: tic-tac-toe\nturn: plaec\n")
    assert "wrong.yaml:3:7" in run("tic-tac-toe", str(path), status=2)


def test_a_limit_of_time() -> None:
    text = run("squ", "squ", "--size", "4", "--seconds", "2", status=0)  # without a limit, hours
    assert "random game" in text and "There is no difference" in text


def test_searches_stop_at_limits() -> None:
    assert pairs.Limits(pairs=3).is_reached(3) and not pairs.Limits(pairs=3).is_reached(2)
    assert not pairs.Limits().is_reached(10**9)
    assert pairs.Limits(until=Until(time=0.0)).is_reached(0)
    assert pairs.Limits(until=Until(most=5, work=Work(5))).is_reached(0)
    assert not pairs.Limits(until=Until(most=5, work=Work(4))).is_reached(0)


# ---- what is said once ----

DEALT = """
game: Dealt
players: White, Black
board: rectangle(3, 2)
pieces: man
chance:
  deal(c in cells & empty): put man of White on c
actions:
  place(at in empty): put man on at
opening:
  - deal
  - deal
turn: place
end:
  - when no empty: draw
"""


def test_moves_that_a_rule_forbids_are_listed_once(tmp_path: Path) -> None:
    rule = '    - require at not in {a1, a2, c3}, "no"\n    - put mark on at'
    text = f"game: Edge\nextends: tic-tac-toe\nactions:\n  place(at in empty):\n{rule}\n"
    output = run("tic-tac-toe", str(write(tmp_path, "edge", text)), status=1)
    assert "  A allows `place a1`, `place a2`, `place c3`, B does not: no\n" in output
    play = output[output.index("The games differ") :]
    assert play.count("edge.yaml:5: require") == 1 and "more" not in play


def test_many_things_that_differ() -> None:
    line, other = (Line("x.yaml", n, "rule") for n in (1, 2))
    moves = [Fact("move", f"A allows `go {n}`, B does not: no", None, line) for n in range(30)]
    rest = [Fact("variable", f"score[{n}] is 1 in A, 2 in B", other) for n in range(9)]
    lines = list(facts_lines((*moves, *rest)))
    assert lines[0].endswith("`go 23` and 6 more, B does not: no")
    assert lines[1] == "    B  x.yaml:1: rule"
    assert lines[2:9] == [f"  score[{n}] is 1 in A, 2 in B" for n in range(7)]
    assert lines[9:] == ["    A  x.yaml:2: rule", "  … and 2 more"]


def test_deals_are_told_apart_from_moves(tmp_path: Path) -> None:
    one = str(write(tmp_path, "one", DEALT))
    two = str(write(tmp_path, "two", DEALT.replace("no empty", "count(empty) < 2")))
    output = run(one, two, status=1)
    assert "after 5 moves (2 of them by chance, before anybody chooses), `deal " in output
    output = run(one, two, "--depth", "2", "--games", "0", status=0)
    assert "within the first 2 moves (all of them by chance, before anybody chooses)" in output
    assert json.loads(run(one, two, "--json", status=1))["looked"]["dealt"] == 2
    output = run("hex", "misere-hex", "--size", "2", "--depth", "1", "--games", "0", status=0)
    assert "chance" not in output
