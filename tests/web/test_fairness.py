"""Whoever makes a table for several people gets to know nothing that the others do not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.diagnosing import bundled_games, secret_games
from support.page import Server, served
from support.quick import each

from gdl.model.analysis import differs_by_seat
from interpreter.api import record as records
from interpreter.matches.match import Match

pytestmark = pytest.mark.usefixtures("in_time")
GAMES, SECRET = bundled_games(), secret_games()
DRAWN = [n for n, g in GAMES.items() if any(a.is_chance for a in g.model.actions.values())]
TRIABLE = 2**40  # seeds that somebody could try, to find the one that gives what is known
UNFAIR = sorted({n for n in (*SECRET, *DRAWN) if GAMES[n].seats > 1})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def people(name: str) -> list[str]:
    """A person at each seat."""
    return ["person"] * GAMES[name].seats


def test_there_are_games_with_chance_and_games_with_secrets() -> None:
    for some in (UNFAIR, UNFAIR[::3]):  # and of both in the quick run
        assert {(n in DRAWN, n in SECRET) for n in some} == {(1, 0), (0, 1), (1, 1)}


@pytest.mark.parametrize("name", each(3, UNFAIR))
def test_several_people_cannot_play_with_a_chosen_seed(server: Server, name: str) -> None:
    asked = {"game": name, "seats": people(name), "seed": 1}
    answer = server.post("/api/tables", asked, 400)
    assert answer["code"] == "refused" and "work out what the others do not know" in str(answer)
    server.table(name, *people(name))


@pytest.mark.parametrize("name", each(3, UNFAIR))
def test_one_person_can(server: Server, name: str) -> None:
    server.table(name, "person", *["random"] * (GAMES[name].seats - 1), seed=1)


def test_a_seed_is_nobodys_advantage_where_all_is_open(server: Server) -> None:
    server.table("tic-tac-toe", "person", "person", seed=1)


def written(name: str, moves: int, seed: int, is_resigned: bool = False) -> str:
    """The record of a match of people, played at random."""
    match, chooser = Match(GAMES[name], people(name), seed, name), random.Random(seed)
    while not match.is_over and len(match.plies) < moves:
        if match.person is None:
            match.advance()
        else:
            match.play(chooser.choice(match.state.moves()))
    if is_resigned:
        match.resign("1")
    return records.write(match.record())


@pytest.mark.parametrize("name", [
    name for name in DRAWN if GAMES[name].seats > 1 and not differs_by_seat(GAMES[name].model)
])  # fmt: skip
def test_a_record_goes_on_with_new_luck(server: Server, name: str) -> None:
    """The seed is in the record, which somebody has read."""
    record = written(name, 4, 123456)
    assert "123456" in record
    table = server.post("/api/tables", {"record": record}, 201)
    again = server.get(f"/api/tables/{table['table']}/record?key={table['watch']}")
    assert "123456" not in again and "seed:" not in again  # it tells the luck that is to come
    for line in record.splitlines()[-4:]:
        assert line in again
    alone = ["person", *["random"] * (GAMES[name].seats - 1)]
    mine = server.table(name, *alone, record=record)
    assert "123456" in server.get(f"/api/tables/{mine['table']}/record?key={mine['watch']}")
    with server.sit(table, table["keys"][0]) as page:
        page.ask(type="resign", seat=0)
    ended = server.get(f"/api/tables/{table['table']}/record?key={table['watch']}")
    assert (records.read(ended).seed or 0) > TRIABLE


@pytest.mark.parametrize("name", [name for name in SECRET if GAMES[name].model.sees])
def test_a_record_with_secrets_is_opened_for_several_people_when_it_is_over(
    server: Server, name: str
) -> None:
    record = written(name, 2, 5)
    answer = server.post("/api/tables", {"record": record}, 400)
    assert "whoever has this record has read them" in answer["message"]
    server.table(name, "person", *["random"] * (GAMES[name].seats - 1), record=record)
    ended = server.post("/api/tables", {"record": written(name, 2, 5, is_resigned=True)}, 201)
    with server.sit(ended, *ended["keys"]) as page:
        assert page.position()["over"]
