"""A match without a screen: turns, undo and redo, dice, resigning, records, completion."""

from __future__ import annotations

import pytest

from interpreter import IllegalMove, load_game
from interpreter.api.replay import replay
from interpreter.matches.match import Match, Refused, complete, resume


def texts(match: Match) -> list[str]:
    return [ply.move.text for ply in match.plies]


def run_on(match: Match) -> Match:
    while match.advance():
        pass
    return match


def test_agents_act_until_a_person_is_to_move() -> None:
    match = run_on(Match(load_game("tic-tac-toe"), ["random", "person"], 1))
    assert len(match.plies) == 1 and match.person == 1
    assert match.advance() is None
    match.play("place b2" if "b2" not in texts(match)[0] else "place a1")
    assert match.person is None
    run_on(match)
    assert len(match.plies) == 3 and match.person == 1


def test_a_seed_repeats_a_match_and_another_one_does_not() -> None:
    def match(seed: int) -> list[str]:
        return texts(run_on(Match(load_game("royal-game-of-ur"), ["random"] * 2, seed)))

    assert match(4) == match(4) != match(5)


def test_undo_goes_back_to_the_last_decision_and_redo_forth() -> None:
    match = Match(load_game("squ", size=4), ["person", "random"], 3)
    match.play("drop a1")
    run_on(match)
    match.play("drop d4") if "drop d4" not in texts(match) else match.play("drop d3")
    before = texts(match)
    assert len(before) == 4
    match.undo()
    assert len(match.plies) == 3 and match.person == 0
    match.undo()
    assert match.plies == [] and match.person == 0
    match.redo()
    match.redo()
    assert texts(match) == before
    with pytest.raises(Refused, match="no move has been taken back"):
        match.redo()
    match.undo()
    match.play(match.state.moves()[0])
    with pytest.raises(Refused):
        match.redo()


def test_undo_where_there_is_nothing() -> None:
    match = run_on(Match(load_game("tic-tac-toe"), ["random", "person"], 1))
    with pytest.raises(Refused, match="no move to take back"):
        match.undo()


def test_taking_back_does_not_throw_the_dice_again() -> None:
    match = run_on(Match(load_game("royal-game-of-ur"), ["person"] * 2, 11))
    thrown = texts(match)
    match.play(match.state.moves()[0])
    run_on(match)
    later = texts(match)
    match.undo()
    assert texts(match) == thrown
    match.play(later[len(thrown)])
    assert texts(run_on(match)) == later


def test_an_illegal_move_changes_nothing() -> None:
    match = Match(load_game("tic-tac-toe"), ["person", "person"], 1)
    with pytest.raises(IllegalMove):
        match.play("place z9")
    assert match.plies == []


def test_resigning() -> None:
    match = Match(load_game("quardo", players=3), ["person", "person", "random"], 1)
    run_on(match)
    with pytest.raises(Refused, match="no person sits at seat 3"):
        match.resign("Third")
    with pytest.raises(Refused, match="there is no seat `9`"):
        match.resign("9")
    with pytest.raises(Refused, match="did you mean `second`"):
        match.resign("secnd")
    assert match.resign("Second") == 1
    assert match.is_over and match.result == (0.5, 0.0, 0.5) and match.person is None
    assert match.record().resigned == 1 and match.record().result is None
    with pytest.raises(Refused, match="over"):
        match.play(match.state.moves()[0])
    match.undo()
    assert not match.is_over and match.result is None


def test_a_colour_is_that_of_its_seat_now() -> None:
    match = Match(load_game("quarod"), ["person", "person"], 1)
    match.play("place d4 d5")
    match.play("exchange")
    assert match.seat_named("White") == 0 and match.seat_named("Black") == 1


def test_a_hint_is_legal_and_stays_the_same() -> None:
    match = Match(load_game("tic-tac-toe"), ["person", "random"], 1)
    assert match.hint() == match.hint()
    assert match.hint()[1] in match.state.moves()


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["person", "persn"], "did you mean `person`"),
        (["person", "randm"], "did you mean `random`"),
        (["person", "xyz"], "nobody is called `xyz`; there are person, random"),
        (["person"], "has 2 seats, and 1 are taken"),
        (["person", "random:3"], "without `:3`"),
    ],
)
def test_seats_that_cannot_be_filled(seats: list[str], message: str) -> None:
    with pytest.raises(Refused) as error:
        Match(load_game("tic-tac-toe"), seats, 1)
    assert message in str(error.value)


def test_a_match_goes_on_from_its_record_as_if_it_had_not_stopped() -> None:
    game = load_game("royal-game-of-ur")
    match = run_on(Match(game, ["person", "random"], 8))
    for _ in range(4):
        match.play(match.state.moves()[0])
        run_on(match)
    middle = resume(replay(match.record(), game), (), 0)
    assert texts(middle) == texts(match) and middle.seed == 8
    assert middle.record() == match.record()
    for each in (match, middle):
        each.play(each.state.moves()[-1])
        run_on(each)
    assert texts(middle) == texts(match)


def test_where_things_are_hidden_nothing_is_taken_back() -> None:
    match = Match(load_game("phantom-tic-tac-toe"), ["person", "person"], 1)
    match.play("place a1")
    match.play("place a1")
    with pytest.raises(Refused, match="hidden"):
        match.undo()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", ["place", "pass", "touch", "undo"]),
        ("p", ["place", "pass"]),
        ("PL", ["place"]),
        ("place ", ["place a1", "place b1"]),
        ("place   b", ["place b1"]),
        ("place b1", ["place b1 c1"]),
        ("place b1 ", ["place b1 c1"]),
        ("x", []),
    ],
)
def test_completion_goes_word_by_word(typed: str, words: list[str]) -> None:
    assert complete(typed, ["place a1", "place b1 c1", "pass", "touch a1", "undo"]) == words
