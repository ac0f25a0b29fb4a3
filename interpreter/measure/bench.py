"""Speed and memory of both engines, measured in uniformly random games.

`measure` gives the figures of one engine, `rows` puts those of several side by side.  A move is
whatever `State.moves` or `State.chance` offers: one stone of a turn of two, a pass, a roll of dice.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import tracemalloc
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from gdl.source.printable import printable
from interpreter.api.game import Game
from interpreter.api.wording import name_of
from interpreter.board.values import Playouts
from interpreter.engine.protocol import Engine
from interpreter.native.build.build import build, job_of
from interpreter.native.program.program import program_of
from interpreter.native.runtime.engine import NativeEngine
from interpreter.native.runtime.search import SearchOptions
from interpreter.process.arguments import MAX_MOVES
from interpreter.process.output import console

BATCH_SECONDS = 0.2  # the length of a batch, which is the most that Ctrl-C loses
PATIENCE = 5  # the first game may take this many times the seconds asked for
SAMPLE = 60  # states of a game whose memory is measured
SAMPLE_SECONDS = 2  # after which fewer states must do
SIMULATIONS = 50  # of the search whose node size is measured


@dataclass
class Figures:
    """The measurements of one engine.

    `playouts` of the native engine include games cut off at `MAX_MOVES`; `moves` include those of
    unfinished games.  `seconds` is wall-clock time, `cpu_seconds` CPU time of all threads together.
    """

    engine: str
    threads: int
    playouts: int = 0
    moves: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    draws: int = 0
    unfinished: int = 0
    finished_moves: int = 0
    shares: list[float] = field(default_factory=list)  # sums by seat
    state_bytes: int | None = None
    node_bytes: int | None = None  # of a tree search
    build_seconds: float | None = None  # from checked rules to a library, nothing in the cache
    load_seconds: float | None = None  # the same with the library in the cache
    interrupted: bool = False

    @property
    def playouts_per_second(self) -> float | None:
        """Playouts per second of wall-clock time; None if there is none."""
        return self.playouts / self.seconds if self.playouts and self.seconds else None

    @property
    def playouts_per_cpu_second(self) -> float | None:
        """Playouts per second of CPU time, a better measure on a machine that others use too."""
        return self.playouts / self.cpu_seconds if self.playouts and self.cpu_seconds else None

    @property
    def moves_per_second(self) -> float | None:
        """Moves per second of wall-clock time."""
        return self.moves / self.seconds if self.moves and self.seconds else None

    @property
    def nanoseconds(self) -> float | None:
        """CPU time per move, in nanoseconds."""
        return 1e9 * self.cpu_seconds / self.moves if self.moves else None

    @property
    def mean_length(self) -> float | None:
        """The mean number of moves of a playout."""
        return self.finished_moves / self.playouts if self.playouts else None

    @property
    def results(self) -> list[float] | None:
        """The mean share of each seat."""
        return [s / self.playouts for s in self.shares] if self.playouts else None

    def as_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        data = asdict(self)
        del data["shares"], data["finished_moves"]
        return data | {
            "playouts_per_second": self.playouts_per_second,
            "playouts_per_cpu_second": self.playouts_per_cpu_second,
            "moves_per_second": self.moves_per_second,
            "nanoseconds_per_move": self.nanoseconds,
            "mean_length": self.mean_length,
            "results": self.results,
        }


def measure(game: Game, engine: str, seconds: float, threads: int = 1, seed: int = 1) -> Figures:
    """Measure one engine; Ctrl-C ends it with the figures so far.

    Raises ValueError if the native engine cannot play.
    """
    figures = Figures(engine, threads if engine == "native" else 1, shares=[0.0] * game.seats)
    plays = game.engine(engine)
    try:
        if plays.state_size is None:
            measure_reference(game, figures, seconds, seed)
        else:
            measure_native(game, plays, figures, seconds, seed)
    except KeyboardInterrupt:
        figures.interrupted = True
    return figures


# ---- the native engine -------------------------------------------------------------------------


def measure_native(
    game: Game, engine: Engine, figures: Figures, seconds: float, seed: int
) -> None:
    """Measure play, memory and building."""
    play_native(game, engine, figures, seconds, seed)
    figures.state_bytes = engine.state_size
    figures.node_bytes = node_bytes(game, engine)
    figures.build_seconds, figures.load_seconds = build_times(game)


def play_native(
    game: Game, engine: Engine, figures: Figures, seconds: float, seed: int
) -> None:
    """Play games in batches until the time is up."""
    if engine.analyses is not None:
        engine.analyses.improve()
    start, count = engine.start(), 1
    engine.playouts(start, 1, seed, figures.threads, MAX_MOVES)  # warms up pages and caches
    while figures.seconds < seconds:
        begun, cpu = perf_counter(), process_time()
        made = engine.playouts(start, count, seed, figures.threads, MAX_MOVES)
        took = perf_counter() - begun
        add_playouts(figures, made, took, process_time() - cpu)
        seed += 1
        wanted = min(BATCH_SECONDS, max(seconds - figures.seconds, 0))
        count = max(1, int(min(count * wanted / max(took, 1e-9), 10 * count)))


def add_playouts(figures: Figures, made: Playouts, seconds: float, cpu: float) -> None:
    """Add a batch of games to the figures."""
    moves = round(made.mean_moves * made.count)
    figures.playouts += made.count
    figures.moves += moves
    figures.finished_moves += moves
    figures.draws += made.draws
    figures.unfinished += made.unfinished
    figures.shares = [a + b * made.count for a, b in zip(figures.shares, made.results, strict=True)]
    figures.seconds += seconds
    figures.cpu_seconds += cpu


def node_bytes(game: Game, engine: Engine) -> int | None:
    """The bytes of a node of a tree search; None if a game was over before a seat acted."""
    chooser, state = random.Random(1), game.start("native")
    while state.is_chance:
        state = state.random_move(chooser)
    if state.is_over or engine.analyses is None:
        return None
    options = SearchOptions(simulations=SIMULATIONS, nodes=10_000)
    return engine.analyses.search(state.node, options).bytes_per_node


def build_times(game: Game) -> tuple[float, float]:
    """Wall-clock seconds from checked rules to a library: compiled, and from the cache."""
    begun = perf_counter()
    text = program_of(game.reference).text
    with tempfile.TemporaryDirectory(prefix="boardwright-", ignore_cleanup_errors=True) as folder:
        build(job_of(text, game.name, False), Path(folder))
    built = perf_counter() - begun
    begun = perf_counter()
    NativeEngine(game.reference)
    return built, perf_counter() - begun


# ---- the reference engine ----------------------------------------------------------------------


def measure_reference(game: Game, figures: Figures, seconds: float, seed: int) -> None:
    """Measure play and memory."""
    chooser = random.Random(seed)
    while figures.seconds < seconds:
        if not play_reference(game, chooser, figures, seconds):
            break
    figures.state_bytes = reference_bytes(game)


def play_reference(game: Game, chooser: random.Random, figures: Figures, seconds: float) -> bool:
    """Play one game; return whether it ended before its time was up."""
    state, moves = game.start("reference"), 0
    begun, cpu, before = perf_counter(), process_time(), figures.seconds
    try:
        while not state.is_over:
            state = state.random_move(chooser)
            moves += 1
            passed = before + perf_counter() - begun
            if passed > seconds * (1 if figures.playouts else PATIENCE):
                break
    finally:
        figures.seconds += perf_counter() - begun
        figures.cpu_seconds += process_time() - cpu
        figures.moves += moves
        if state.result is not None:
            figures.playouts += 1
            figures.finished_moves += moves
            figures.draws += game.results.is_drawn(state.result)
            figures.shares = [a + b for a, b in zip(figures.shares, state.result, strict=True)]
    return state.is_over


def reference_bytes(game: Game) -> int | None:
    """The mean bytes of the states of a game, with what the engine has computed for them.

    None if the game was over after its first move.
    """
    chooser, state = random.Random(1), game.start("reference")
    if not state.is_over:  # the first move computes things that stay for the whole game
        state = state.random_move(chooser)
    kept: list[Any] = []
    end = perf_counter() + SAMPLE_SECONDS
    tracemalloc.start()
    try:
        while len(kept) < SAMPLE and not state.is_over and (perf_counter() < end or not kept):
            before, state = state, state.random_move(chooser)
            before.forget()
            kept.append(state.node)
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return round(size / len(kept)) if kept else None


# ---- tables ------------------------------------------------------------------------------------


def rows(game: Game, all_figures: list[Figures]) -> list[tuple[str, ...]]:
    """The lines of a table, its head first: what is measured, then the figure of each engine."""
    heads = [f"{f.engine}, {f.threads} threads" if f.threads > 1 else f.engine for f in all_figures]
    lines = [("", *heads)]

    def add(what: str, *values: str) -> None:
        if any(v != NOTHING for v in values):
            lines.append((what, *values))

    def each(what: str, form: str, name: str) -> None:
        add(what, *(shown(form, getattr(f, name)) for f in all_figures))

    each("playouts", "{:,}", "playouts")
    each("playouts/s", "{:,.4g}", "playouts_per_second")
    each("playouts per CPU second", "{:,.4g}", "playouts_per_cpu_second")
    each("moves/s", "{:,.4g}", "moves_per_second")
    each("CPU time of a move, ns", "{:,.4g}", "nanoseconds")
    each("moves of a game, mean", "{:.2f}", "mean_length")
    for seat in range(game.seats):
        results = [f.results for f in all_figures]
        add(f"result of seat {seat + 1}, mean",
            *(shown("{:.4f}", r[seat] if r else None) for r in results))  # fmt: skip
    each("draws and shared wins", "{:,}", "draws")
    if any(f.unfinished for f in all_figures):
        each("not finished", "{:,}", "unfinished")
    each("seconds", "{:.2f}", "seconds")
    each("CPU seconds", "{:.2f}", "cpu_seconds")
    each("memory of a state, bytes", "{:,}", "state_bytes")
    each("memory of a search node, bytes", "{:,}", "node_bytes")
    each("building, s", "{:.2f}", "build_seconds")
    each("building, from the cache, s", "{:.2f}", "load_seconds")
    return lines


NOTHING = "–"


def shown(form: str, value: Any) -> str:
    """A figure as text, without an exponent; a dash for None."""
    if value is None:
        return NOTHING
    text = form.format(value)
    return f"{float(text.replace(',', '')):,.0f}" if "e+" in text else text


def measured(
    game: Game, engines: list[str], seconds: float, threads: int, seed: int
) -> list[Figures]:
    """Measure the engines in turn; Ctrl-C ends it with the figures so far."""
    all_figures: list[Figures] = []
    on_terminal = console(sys.stderr)
    for engine in engines:
        if on_terminal.is_terminal:
            with on_terminal.status(f"{engine} engine: building and playing …"):
                all_figures.append(measure(game, engine, seconds, threads, seed))
        else:
            all_figures.append(measure(game, engine, seconds, threads, seed))
        if all_figures[-1].interrupted:
            break
    return all_figures


def print_figures(game: Game, all_figures: list[Figures]) -> None:
    """Print the figures: a table on a terminal, plain columns in a pipe."""
    from rich.table import Table

    title, lines = printable(name_of(game)), rows(game, all_figures)
    out = console(sys.stdout)
    if not out.is_terminal:
        wide = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        print(title)
        for line in lines:
            right = "  ".join(f"{t:>{w}}" for t, w in zip(line[1:], wide[1:], strict=True))
            print(f"  {line[0]:{wide[0]}}  {right}")
        return
    table = Table(title=title)
    table.add_column(lines[0][0])
    for head in lines[0][1:]:
        table.add_column(head, justify="right")
    for line in lines[1:]:
        table.add_row(*line)
    out.print(table)
