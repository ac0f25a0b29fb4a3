"""Carrying out a study: which games are missing, who plays them, and when it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from gdl.source.diagnostics import GdlError
from interpreter.agents import AgentFailed
from interpreter.api.loading import packed_game
from interpreter.process.arguments import MAX_COUNT
from interpreter.process.stopping import signals_held
from interpreter.process.version import program_version
from interpreter.study.plan.study import Study, StudyError
from interpreter.study.play.batch import Batch, batch_text
from interpreter.study.play.games import WorkerError, games_of, play_text
from interpreter.study.play.workers import KEPT, Workers
from interpreter.study.results.goals import Goal, goal_of
from interpreter.study.run.pace import Pace
from interpreter.study.store.columns import Columns
from interpreter.study.store.outcomes import Outcomes
from interpreter.study.store.store import Store

BATCH_SECONDS = 1.0  # what a batch should take, unless a single game takes longer
MAX_GAMES = 20_000  # of a batch
QUEUED = 2  # batches for each worker, so that none waits for the next one
MOST_FACTS = 1000  # random games of which moves and cells are kept, where an engine is quick
POLL_SECONDS = 0.5
MAX_LOST = 5  # times that workers are replaced with no batch between them


class Progress(Protocol):
    """Who shows how far a study is."""

    def show(self, done: int, total: int, seconds_left: tuple[float, float] | None) -> None:
        """So many of the games that are known to be needed are there; the others take between so
        many seconds.
        """
        ...


@dataclass(frozen=True)
class Kind:
    """Games that take about the same time: of one cell, and looked at as closely."""

    variant: int
    pairing: int
    is_detailed: bool
    is_measured: bool = False


def kind_of(batch: Batch) -> Kind:
    """The kind of the games of a batch."""
    return Kind(batch.variant, batch.pairing, batch.is_detailed, batch.is_measured)


@dataclass(frozen=True)
class Playing:
    """A batch that was handed out, and to whom."""

    batch: Batch
    executor: Executor


class Runner:
    """Plays the missing games of a study."""

    def __init__(
        self, study: Study, store: Store, progress: Progress, hire: Callable[[], Workers]
    ):
        self.study, self.store, self.progress, self.hire = study, store, progress, hire
        self.columns = Columns(study, store)
        self.rules = [packed_game(variant.game) for variant in study.variants]
        self.engines = [variant.game.engine().name for variant in study.variants]
        self.goals: dict[int, Goal] = {}
        self.waiting: list[tuple[Kind, int, int]] = []  # runs of numbers to be played
        self.playing: dict[Future[str], Playing] = {}
        self.pace = Pace()
        self.total = 0  # games that are known to be needed
        self.lost = 0  # workers in a row, with no batch between them

    def run(self) -> None:
        """Play until nothing is missing.

        Raises StudyError, and KeyboardInterrupt for Ctrl-C; what was played is kept.  Executors
        share locks with threads of their own: an exception in the midst of one could leave a lock
        closed for ever, so requests to stop wait for the end of a step.
        """
        try:
            while self.plan():
                with signals_held():
                    self.step()
        finally:
            if "workers" in self.__dict__:
                with signals_held():
                    self.workers.close(self.playing)

    @cached_property
    def workers(self) -> Workers:
        """The workers, from when there is something for them to do."""
        return self.hire()

    def plan(self) -> bool:
        """Find what is missing when all that was planned is done; whether there is anything."""
        if self.waiting or self.playing:
            return True
        self.total = 0
        for variant, pairing, games in self.wanted():
            self.total += games
            for run in self.store.missing(variant, pairing, games):
                self.waiting += self.split(variant, pairing, *run)
        if self.waiting:
            self.show()
        return bool(self.waiting)

    def wanted(self) -> Iterator[tuple[int, int, int]]:
        """How many games each variant and pairing should have by now."""
        for pairing in range(len(self.study.all_pairings)):
            goal = self.goals.get(pairing)
            if goal is None or not goal.is_reached:
                seen = goal.games if goal else 0
                goal = self.goals[pairing] = goal_of(self.study, pairing, self.columns, seen)
            for variant in range(len(self.study.variants)):
                yield variant, pairing, goal.games

    def split(self, variant: int, pairing: int, first: int, end: int) -> (
        Iterator[tuple[Kind, int, int]]
    ):  # fmt: skip
        """A run of numbers, apart where games begin to be looked at less closely."""
        for kind, border in self.kinds(variant, pairing):
            if first < min(border, end):
                yield kind, first, min(border, end)
                first = min(border, end)

    def kinds(self, variant: int, pairing: int) -> Iterator[tuple[Kind, int]]:
        """The kinds of games of a cell in the order of their numbers, and where each ends.

        Of random games that are looked at, only the first ones are kept with their moves and cells
        where an engine has a quick way to the figures of the others.
        """
        if not self.study.all_pairings[pairing].is_random:
            yield Kind(variant, pairing, True), self.study.probes
        else:
            looked, is_quick = self.study.detailed, self.engines[variant] == "native"
            yield Kind(variant, pairing, True), min(looked, MOST_FACTS) if is_quick else looked
            yield Kind(variant, pairing, False, True), looked
        yield Kind(variant, pairing, False), MAX_COUNT

    # ---- batches ----

    def step(self) -> None:
        """Keep the workers busy, and keep what they have played."""
        self.fill()
        done, _ = wait(self.playing, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            self.take(future)
        self.show()

    def fill(self) -> None:
        """Hand out batches, from all kinds in turn."""
        most = QUEUED * self.workers.count()
        while self.waiting and len(self.playing) < most:
            kind, first, end = self.waiting.pop(0)
            count = min(end - first, self.size(kind, end - first))
            if first + count < end:
                self.waiting.append((kind, first + count, end))
            self.submit(self.batch(kind, first, count))

    def size(self, kind: Kind, left: int) -> int:
        """How many games a batch of a kind should have."""
        seconds = self.pace.mean(kind)
        if seconds is None:
            is_random = self.study.all_pairings[kind.pairing].is_random
            return 100 if is_random and not kind.is_detailed else 1  # to see how long they take
        fair = -(-left // (QUEUED * self.workers.count()))
        return max(1, min(int(BATCH_SECONDS / max(seconds, 1e-9)), fair, MAX_GAMES))

    def batch(self, kind: Kind, first: int, count: int) -> Batch:
        """A batch of a kind."""
        study, pairing = self.study, self.study.all_pairings[kind.pairing]
        return Batch(
            kind.variant, kind.pairing, pairing.agents, first, count,
            study.cell_seed(kind.variant, pairing), kind.is_detailed, study.most_moves,
            self.engines[kind.variant], program_version(), self.rules[kind.variant],
            kind.is_measured,
        )  # fmt: skip

    def submit(self, batch: Batch) -> None:
        """Hand out a batch; to new workers where the old ones are lost."""
        try:
            future = self.workers.executor.submit(play_text, batch_text(batch))
        except self.workers.lost as error:
            self.renew(self.workers.executor, error)
            future = self.workers.executor.submit(play_text, batch_text(batch))
        self.playing[future] = Playing(batch, self.workers.executor)

    def take(self, future: Future[str]) -> None:
        """Keep the games of a batch, or hand it out again where its worker was lost."""
        was = self.playing.pop(future)
        try:
            game = self.study.variants[was.batch.variant].game
            games = games_of(future.result(), was.batch, game)
        except self.workers.lost as error:
            self.renew(was.executor, error)
            self.submit(was.batch)
            return
        except (WorkerError, AgentFailed, GdlError) as error:
            raise StudyError(str(error)) from error
        except CancelledError:
            raise StudyError(f"the cluster is gone; {KEPT}") from None
        self.lost = 0
        where = was.batch.variant, was.batch.pairing
        if isinstance(games, Outcomes):
            self.store.add_outcomes(*where, games)
            seconds = games.seconds
        else:
            self.store.add(*where, games)
            seconds = sum(row.seconds for row in games)
        self.pace.note(kind_of(was.batch), was.batch.count, seconds)

    def renew(self, executor: Executor, error: BaseException) -> None:
        """New workers for those of an executor, unless that was done already."""
        if executor is not self.workers.executor:
            return
        self.lost += 1
        if self.lost > MAX_LOST:
            raise StudyError(
                f"the workers are lost again and again ({error}); is there enough memory for "
                f"{self.workers.count()}? {KEPT}"
            ) from error
        self.workers.renew()

    # ---- how far it is ----

    def show(self) -> None:
        """Tell how far the study is, and how long what is planned will take."""
        planned = [(kind, end - first) for kind, first, end in self.waiting]
        planned += [(kind_of(p.batch), p.batch.count) for p in self.playing.values()]
        left = sum(count for _, count in planned)
        seconds = self.pace.left(planned, self.workers.count())
        self.progress.show(self.total - left, self.total, seconds)
