"""What a seat was told: a sequence like a tuple, in which positions share what is common."""

from __future__ import annotations

import pickle
import random

import pytest

from interpreter import load_game
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.told import Told
from interpreter.web.wire.positions import MAX_HEARD, position_data

DARK = """
game: Steps in the dark
players: White, Black
board: square(3)
pieces: man
setup:
  - put man of White on a1
  - put man of Black on c3
sees:
  board: pieces(viewer)
actions:
  step(start in mine, there in neighbours(start)):
    - try there in empty, "somebody is there"
    - move start to there
turn: step or pass
end:
  - when turns = 9000: draw
"""


def test_it_is_as_a_tuple() -> None:
    rng = random.Random(1)
    both: list[tuple[Told, tuple[str, ...]]] = [(Told(), ())]
    for number in range(300):  # trees of continuations, as searches make them
        told, texts = rng.choice(both)
        both.append((told.and_then(f"text {number % 7}"), (*texts, f"text {number % 7}")))
    for told, texts in both:
        assert told == texts and tuple(told) == texts and len(told) == len(texts)
        assert hash(told) == hash(texts) and repr(told) == repr(texts)
        assert pickle.loads(pickle.dumps(told)) == told
        assert told.latest == (texts[-1] if texts else None)
        other, others = rng.choice(both)
        assert (told == other) == (texts == others)
        assert told.begins_with(other) == (texts[: len(others)] == others)
        low, high, step = rng.randrange(-9, 9), rng.randrange(-9, 9), rng.choice((-2, -1, 1, 3))
        for part in (slice(low, high, step), slice(low, None), slice(None, high), slice(None)):
            assert told[part] == texts[part]
        if texts:
            assert told[-1] == texts[-1] and told[0] == texts[0]
        with pytest.raises(IndexError):
            told[len(texts)]


@pytest.fixture(scope="module")
def dark(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("dark") / "dark.yaml"
    path.write_text(DARK, encoding="utf-8")
    return load_game(str(path))


def played(game: Game, engine: str, moves: int) -> list[State]:
    states, rng = [game.start(engine=engine)], random.Random(3)
    for _ in range(moves):
        states.append(states[-1].random_move(rng))
    return states


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_all_positions_of_a_game_share_what_was_told(dark: Game, engine: str) -> None:
    states = played(dark, engine, 200)
    lengths = [len(state.view(0).heard) for state in states]
    assert lengths == sorted(lengths) and lengths[-1] > 100
    logs = {id(told._log) for state in states for told in state.node.heard}
    assert len(logs) <= 2 * dark.seats  # an earlier game may have begun those of the start
    other = states[100].play("pass")  # the game went on without it, so it has a log of its own
    assert other.view(0).heard[:-1] == states[100].view(0).heard
    assert lengths == [len(state.view(0).heard) for state in states]


def test_states_that_were_told_different_things_differ(dark: Game) -> None:
    start = dark.start()
    one, other = start.play("step a1 a2"), start.play("step a1 b1")
    back = [one.play("step c3 c2").play("step a2 a1"), other.play("step c3 c2").play("step b1 a1")]
    assert back[0] != back[1]
    again = start.play("step a1 a2").play("step c3 c2").play("step a2 a1")
    assert again == back[0] and hash(again) == hash(back[0])


def test_of_many_texts_the_page_is_sent_the_latest(dark: Game) -> None:
    state = played(dark, "native", 3 * MAX_HEARD)[-1]
    view = state.view(0)
    data = position_data(state, view)
    assert len(view.heard) > MAX_HEARD
    assert data["heard"] == list(view.heard[-MAX_HEARD:])
