"""Observations of random games: what they say, and when they say nothing."""

from __future__ import annotations

import pytest
from support.diagnosing import CASES, bundled, findings

CODES = {"never-possible", "never-ended", "drawn-stuck", "always-stuck"}
CASE = (CASES / "never-possible.yaml").read_text("utf-8")


def codes(text: str) -> set[str]:
    return {d.code for d in findings(text, "game.yaml", CASES)} & CODES


def test_an_action_that_hangs_on_an_option_is_not_noted() -> None:
    assert codes(CASE) == {"never-possible"}
    option = "options:\n  hops: yes, no = no\n"
    assert not codes(option + CASE.replace("step or hop", "step or (hop if hops)"))


def test_nothing_is_said_after_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.checking.check.MAX_WATCHED", 1_000)
    assert not codes(CASE)


@pytest.mark.parametrize("name", ["english-draughts", "hex", "nine-mens-morris", "reversi"])
def test_games_that_are_right_get_none(name: str) -> None:
    assert not codes(bundled()[name])


def test_what_a_variant_with_a_set_up_of_its_own_does_not_name_is_not_noted() -> None:
    text = """\
extends: kuhn-poker
setup:
  - for k in card:
      - if rank(k) = 1: set hand[First] to k
        else: set hand[Second] to k
"""
    assert not codes(text)


def test_a_game_without_a_first_move_is_left_alone() -> None:
    text = CASE.replace("step or hop", "pass").replace("turns = 30", "turns = 0")
    assert not codes(text)


def test_an_action_that_an_option_leaves_no_times_is_no_mistake() -> None:
    text = CASE.replace("step or hop", "hop 0 to more times, step")
    text = text.replace("pieces:", "options:\n  throws: 1..2 = 2\npieces:", 1)
    named = text.replace("actions:", "define:\n  more: throws - 1\nactions:", 1)
    assert "options:" in named and "define:" in named
    assert "unused-action" not in {d.code for d in findings(named, "game.yaml", CASES)}
    without = named.replace("hop 0 to more times, step", "step")
    assert "unused-action" in {d.code for d in findings(without, "game.yaml", CASES)}


def test_turns_with_nothing_to_do_are_not_called_stuck() -> None:
    stuck = (CASES / "drawn-stuck.yaml").read_text("utf-8")
    assert codes(stuck) == {"drawn-stuck"}
    assert not codes(stuck.replace("turn: place", "turn: place if possible"))
    assert not codes(stuck + "  - when stuck and turns = 3: draw\n")


def test_a_few_games_are_enough_where_nobody_can_go_on_in_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stuck = (CASES / "always-stuck.yaml").read_text("utf-8")
    assert codes(stuck) == {"always-stuck"}
    monkeypatch.setattr("interpreter.checking.check.MAX_WATCHED", 20_000)  # not for 400 turns
    assert codes(stuck) == {"always-stuck"}
    monkeypatch.setattr("interpreter.checking.check.MAX_WATCHED", 8_000)  # for two games: a note
    (told,) = (d for d in findings(stuck, "game.yaml", CASES) if d.code == "drawn-stuck")
    assert told.severity == "note" and told.message.startswith("in 2 of 2 trial games of 20 turns")
    monkeypatch.setattr("interpreter.checking.check.MAX_WATCHED", 20_000)
    assert not codes(stuck + "  - when stuck: draw\n")
    assert "always-stuck" not in codes(stuck.replace("turn: place", "turn: place if possible"))
    monkeypatch.setattr("interpreter.checking.check.MAX_WATCHED", 2_000)
    assert not codes(stuck)
