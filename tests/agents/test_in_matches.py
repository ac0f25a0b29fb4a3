"""Agents in matches and records: seats, files of users, failures, hints."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import invoke

from interpreter import load_game
from interpreter.agents.search import SearchAgent
from interpreter.api.record import read, write
from interpreter.api.replay import replay
from interpreter.engine.choice import ENGINES
from interpreter.hidden.knowledge import Attempt
from interpreter.matches.match import Match, Refused, resume, shown

LAST = "def last(state, rng):\n    return state.moves()[-1]\n"
FAILS = "def last(state, rng):\n    return 1 / 0\n"
SEATS = ["uct:9,2s,c=0.5", "Mine.py:last"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "Mine.py").write_text(LAST, encoding="utf-8")
    return tmp_path


def played(match: Match) -> Match:
    while match.advance():
        pass
    return match


def test_seats_come_back_from_a_record_as_they_were(folder: Path) -> None:
    match = played(Match(load_game("tic-tac-toe"), SEATS, 1))
    assert match.is_over and match.seats == ("uct:9,2s,c=0.5", "Mine.py:last")
    record = read(write(match.record()))
    assert record.seats == match.seats


def test_a_record_starts_no_program(folder: Path) -> None:
    game = load_game("tic-tac-toe")
    replayed = replay(played(Match(game, SEATS, 1)).record(), game)
    with pytest.raises(Refused, match=r"`Mine\.py:last` is a program; say with --seat"):
        resume(replayed, (), 1)
    assert resume(replayed, SEATS, 1).seats == tuple(SEATS)
    (folder / "Mine.py").unlink()
    assert shown(replayed).seats == tuple(SEATS)


def test_what_an_agent_does_wrong_ends_in_one_message(folder: Path) -> None:
    (folder / "Mine.py").write_text(FAILS, encoding="utf-8")
    words = ["play", "tic-tac-toe", "--seat", "random", "--seat", "Mine.py:last", "--seed", "1"]
    result = invoke(*words)
    assert result.exit_code == 1
    assert "`Mine.py:last` failed: ZeroDivisionError: division by zero (Mine.py:2)" in result.output


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("utc:500", "nobody is called `utc:500`; did you mean `uct`?"),
        ("uct:5y", "`uct` cannot take `5y`"),
        ("missing.py:A", "there is no file `missing.py`"),
        ("Mine.py:lust", "did you mean `last`?"),
    ],
)
def test_a_wrong_seat_is_wrong_usage(folder: Path, seat: str, message: str) -> None:
    result = invoke("play", "tic-tac-toe", "--seat", seat)
    assert result.exit_code == 2 and message in result.output


def test_a_hint_takes_a_win(folder: Path) -> None:
    match = Match(load_game("tic-tac-toe"), ["person", "person"], 1)
    for text in ("place a1", "place b1", "place a2", "place b2"):
        match.play(text)
    name, move = match.hint()
    assert name == "uct:1000,2s" and move.text == "place a3"


def test_an_agent_that_comes_back_knows_what_was_refused(folder: Path) -> None:
    game = load_game("phantom-tic-tac-toe")
    match = Match(game, ["person", "person"], 1)
    for text in ("place a1", "place a1", "place b2"):
        match.play(text)
    again = resume(replay(match.record(), game), ["person", "uct:9"], 1)
    agent = again.agents[1]
    assert isinstance(agent, SearchAgent)
    known = agent.memory.knowledge(match.play("place c3").after)
    assert known.attempts == (Attempt(0, "place a1"),)


@pytest.mark.parametrize("engine", ENGINES)
def test_agents_that_search_play_from_the_command_line(folder: Path, engine: str) -> None:
    words = ["play", "squ", "--size", "3", "--engine", engine, "--seed", "4"]
    words += ["--seat", "uct:40,threads=2,nodes=5000", "--seat", "flat:30"]
    records = []
    for name in ("one.yaml", "two.yaml"):
        result = invoke(*words, "--save", name)
        assert result.exit_code == 0, result.output
        assert "The match is over." in result.output
        records.append(read((folder / name).read_text("utf-8")))
    assert records[0].seats == ("uct:40,threads=2,nodes=5000", "flat:30")
    assert records[0].moves == records[1].moves
    assert replay(records[0], load_game("squ", size=3)).states[-1].is_over
