"""Liar's dice: bids, doubts, ones that count as any face, and who is out."""

from __future__ import annotations

from typing import Any

from support.positions import play, refusal, result, texts

from interpreter import load_game

TWO = {"Red": "1 2 3 4 5", "Blue": "2 2 6 6 6"}


def thrown(state: Any, dice: dict[str, str]) -> Any:
    """The state after these dice have been thrown, each player's in order."""
    for colour, numbers in dice.items():
        for place, number in enumerate(numbers.split(), 1):
            state = state.play(f"throw {colour} {place} {number}")
    return state


def two(*moves: str) -> Any:
    return play(thrown(load_game("liars-dice", players=2).start(), TWO), *moves)


def test_each_bid_is_higher() -> None:
    assert len(texts(two())) == 50  # one to ten dice of five faces, and nothing to doubt
    higher = texts(two("bid 3 4"))
    assert "bid 3 5" in higher and "bid 4 2" in higher and "doubt" in higher
    assert "bid more dice" in refusal(two("bid 3 4"), "bid 3 4")
    assert "bid more dice" in refusal(two("bid 3 4"), "bid 2 6")
    assert "not so many dice" in refusal(two("bid 3 4"), "bid 11 2")


def test_ones_count_as_any_face() -> None:
    """Two of Red's dice and two of Blue's fit twos: 1, 2 and 2, 2."""
    true, false = two("bid 4 2", "doubt"), two("bid 5 2", "doubt")
    assert true.variables["held"] == {"Red": 5, "Blue": 4}
    assert false.variables["held"] == {"Red": 4, "Blue": 5}
    assert "dice that fit 4" in " ".join(true.view(0).heard[-2:]).replace(":", "")


def test_who_loses_a_die_throws_fewer_and_begins() -> None:
    after = thrown(two("bid 4 2", "doubt"), {"Red": "1 1 1 1 1", "Blue": "3 3 3 3"})
    assert (after.colour, after.variables["bidder"]) == ("Blue", None)
    assert "doubt" not in texts(after) and len(texts(after)) == 45


def test_dice_are_seen_by_their_owner_alone() -> None:
    dice = two().view(0).variables["dice"]
    assert {place[0] for place in dice} == {"Red"}


def three(held: dict[str, int]) -> Any:
    """Three players with so many dice of five each, all of which show a six."""
    state = thrown(load_game("liars-dice").start(), dict.fromkeys(held, "6 6 6 6 6"))
    while state.variables["held"] != held:
        colour = state.colour
        most = sum(state.variables["held"].values())
        before = next(p for p, n in state.variables["held"].items() if n > held[p])
        if before != colour:  # a true bid, until the one who must lose doubts or lies
            state = state.play(next(m for m in sorted(texts(state), key=bid) if m != "doubt"))
            continue
        lie = f"bid {most} 2"
        state = state.play(lie if lie in texts(state) else "doubt")
        state = state.play("doubt") if state.variables["bidder"] else state
        state = thrown(state, {p: " ".join("6" * n) for p, n in state.variables["held"].items()})
    return state


def bid(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split()[1:]) or (99, 0)


def test_who_has_no_dice_is_passed_over() -> None:
    """Blue has lost all dice: Green, who comes after, begins, then it is Red's turn."""
    state = three({"Red": 5, "Blue": 0, "Green": 5})
    assert state.variables["playing"] == {"Red", "Green"} and state.colour == "Green"
    assert state.play("bid 1 6").colour == "Red"
    assert state.play("bid 1 6").play("bid 2 6").colour == "Green"


def test_the_last_one_wins() -> None:
    state = three({"Red": 1, "Blue": 0, "Green": 1})
    lie = state.play("bid 2 5").play("doubt")
    assert result(lie) == ([0.0, 0.0, 1.0] if state.colour == "Red" else [1.0, 0.0, 0.0])
