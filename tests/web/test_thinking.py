"""Agents that think: at tables, for hints and for analysis; and stopping them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.page import Server, served

from gdl.source.diagnostics import GdlError
from interpreter import IllegalMove, load_game
from interpreter.agents import AgentFailed
from interpreter.agents.request import Request
from interpreter.agents.search import search
from interpreter.api.loading import packed_game
from interpreter.native.build.build import BuildFailed
from interpreter.native.runtime.search import SearchError
from interpreter.web.thinking.bounds import MAX_NODES, MAX_SECONDS, bounded_agent
from interpreter.web.thinking.failures import failure_text
from interpreter.web.thinking.jobs import Job
from interpreter.web.thinking.thinkers import Thinkers, ThinkingFailed

pytestmark = pytest.mark.usefixtures("in_time")
SEARCHED = 0.1  # seconds of CPU after which a search has surely begun


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def test_an_agent_answers_a_move(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "uct:300", seed=1)
    with server.sit(table, table["keys"][0]) as page:
        page.play("place b2")
        assert page.position(ply=2)["acting"] == 0
        assert any(m == {"type": "thinking", "seat": 1} for m in page.heard)


def test_the_seed_repeats_a_match_with_an_agent(server: Server) -> None:
    answers = []
    for _ in range(2):
        table = server.table("tic-tac-toe", "person", "uct:300", seed=7)
        with server.sit(table, table["keys"][0]) as page:
            page.play("place a1")
            answers.append(page.position(ply=2)["last"])
    assert answers[0] == answers[1]


def test_a_hint_is_a_legal_move(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        for cell in ("a1", "a2", "b1", "b2"):
            page.play(f"place {cell}")
        assert page.ask(type="hint")["move"] == "place c1"


def test_thoughts_come_until_the_time_is_up(server: Server) -> None:
    table = server.table("connect-four", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        moves = ["drop d1", "drop d2"]
        page.send(type="think", ply=0, moves=moves, agent="uct", seconds=0.7)
        thoughts = [page.until("thought")]
        while not thoughts[-1]["done"]:
            thoughts.append(page.until("thought"))
    assert len(thoughts) > 2
    last = thoughts[-1]
    assert last["moves"] == moves and last["simulations"] > 10
    assert sum(last["expected"]) == pytest.approx(1, abs=0.001)
    assert sum(row["share"] for row in last["best"]) == pytest.approx(1, abs=0.02)
    assert last["line"][0] == last["best"][0]["move"]


def test_thinking_can_be_stopped(server: Server) -> None:
    table = server.table("connect-four", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.send(type="think", ply=0, moves=[], agent="uct", seconds=50)
        page.until("thought")
        begun = time.monotonic()
        page.send(type="stop")
        while not page.until("thought")["done"]:
            pass
        assert time.monotonic() - begun < 40
        assert page.play("drop a1")["ply"] == 1


@pytest.mark.parametrize("agent", ["random", "my.py:Agent", "nobody", "person"])
def test_who_does_not_search_does_not_analyse(server: Server, agent: str) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        answer = page.ask(type="think", ply=0, moves=[], agent=agent, seconds=1)
        assert answer["type"] == "refused"


def failed(error: BaseException, cause: BaseException | None = None) -> str:
    """What is said of an error that comes of another one."""
    error.__context__ = cause
    return failure_text(error)


def test_why_an_agent_failed_names_no_file_of_the_server(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("extends: tic-tac-toe\nturn: plaice\n", encoding="utf-8")
    with pytest.raises(GdlError) as rules:
        load_game(str(path))
    with pytest.raises(IllegalMove) as move:
        load_game("tic-tac-toe").start().play("place b2").play("place b2")
    no_library = BuildFailed("it failed", tmp_path / "game.c", tmp_path / "game.log")
    said = [
        failed(rules.value), failed(move.value), failed(no_library), failed(MemoryError()),
        failed(AgentFailed(f"`uct` failed: {no_library}"), no_library),
        failed(SearchError("there is no move"))
    ]  # fmt: skip
    assert str(tmp_path) in str(rules.value) and ".yaml" in str(move.value)
    assert not any(str(tmp_path) in text or ".yaml" in text for text in said)
    assert said[0].startswith("the rules stop the agent here: line 2: ") and "plaice" in said[0]
    assert said[2] == said[4] and "compiled" in said[2]
    assert said[5] == "there is no move" and all("\n" not in text for text in said)


def test_searches_are_bounded() -> None:
    agent = bounded_agent("uct:9999999999,nodes=99999999")
    assert agent is not None
    request = agent.request  # type: ignore[attr-defined]
    assert (request.seconds, request.nodes, request.threads) == (MAX_SECONDS, MAX_NODES, 1)


@pytest.mark.parametrize("kind", ["uct", "flat", "alphabeta"])
def test_another_thread_stops_a_search(engine: str, kind: str) -> None:
    import ctypes
    import threading

    state = load_game("connect-four").start()
    stop = ctypes.c_int32(0)
    search(state, Request(kind, simulations=1))  # built, where something is to be built
    found: list[object] = []
    thread = threading.Thread(
        target=lambda: found.append(search(state, Request(kind, seconds=40, stop=stop)))
    )
    begun, used = time.monotonic(), time.process_time()
    thread.start()
    while time.process_time() - used < SEARCHED:
        thread.join(0.01)
        assert thread.is_alive()
    stop.value = 1
    thread.join(30)
    assert found and time.monotonic() - begun < 35


def job(agent: str, **more: object) -> Job:
    """A job about the start of a game."""
    packed = packed_game(load_game("connect-four"))
    return Job(**{
        "number": 0, "kind": "move", "rules": "hash", "packed": packed, "match": "match",
        "moves": (), "seat": 0, "agent": agent, "luck": "1", "seconds": 1.0, **more,
    })  # fmt: skip


async def begun(thinkers: Thinkers, asked: Job) -> asyncio.Task[str]:
    """A job that its process does: it reads jobs in order, and has answered a later one."""
    task = asyncio.create_task(thinkers.choose(asked))
    while not thinkers.processes[0].waiting:
        await asyncio.sleep(0)
    await thinkers.choose(job("uct:10", luck="later"))
    assert not task.done()
    return task


def test_a_cancelled_job_leaves_the_process_free() -> None:
    async def work() -> None:
        thinkers = Thinkers(1)
        try:
            await thinkers.choose(job("uct:10"))
            task = await begun(thinkers, job("uct:50s", luck="2"))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.wait_for(thinkers.choose(job("uct:10", luck="3")), 20)
        finally:
            await thinkers.close()

    asyncio.run(work())


def test_a_process_that_ends_is_started_again() -> None:
    async def work() -> None:
        thinkers = Thinkers(1)
        try:
            first = await thinkers.choose(job("uct:10"))
            running = thinkers.processes[0].running
            assert running is not None
            task = await begun(thinkers, job("uct:50s"))
            running.kill()
            with pytest.raises(ThinkingFailed):
                await task
            assert await thinkers.choose(job("uct:10")) == first
        finally:
            await thinkers.close()

    asyncio.run(work())


def test_a_move_that_is_not_legal_fails_clearly() -> None:
    async def work() -> None:
        thinkers = Thinkers(1)
        try:
            with pytest.raises(ThinkingFailed):
                await thinkers.choose(job("uct:10", moves=("drop z9",)))
        finally:
            await thinkers.close()

    asyncio.run(work())
