"""Loads games for the commands and chooses the engines that play them."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from gdl.source.diagnostics import GdlError
from gdl.source.nearest import nearest
from interpreter.api.game import Game
from interpreter.api.loading import UNKNOWN, load_game, with_hint
from interpreter.api.state import State
from interpreter.cli.shared import fail, set_variable
from interpreter.engine.choice import REFUSED
from interpreter.engine.names import VARIABLE
from interpreter.exchange.faults import ExchangeError
from interpreter.exchange.positions import position_from
from interpreter.native.build.compilers import NoCompiler
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.runtime.libraries import ready

WRONG_OPTION = 2  # the exit status where only the command line is wrong
SLOWER = "playing on the reference engine, which is slower"


def load(name: str, options: dict[str, str]) -> Game:
    """Load a game; if it has errors, print them to stderr and exit."""
    try:
        return load_game(name, **options)
    except GdlError as error:
        meant = meant_of_command(error, options)
        fail(str(with_hint(error, meant) if meant else error), status_of(error))


def meant_of_command(error: GdlError, options: Iterable[str]) -> str | None:
    """The hint for options that the game does not have where the command has ones that are spelled
    like them.
    """
    unknown = [d for d in error.diagnostics if d.code == UNKNOWN and not d.is_guess]
    if not unknown:
        return None
    context = click.get_current_context()
    of_command = [p for p in context.command.params if isinstance(p, click.Option)]
    known = [name.removeprefix("--") for p in of_command for name in p.opts]
    meant = [near for name in options if (near := nearest(name, known))]
    named = "` and `".join(f"--{name}" for name in meant)
    return f"did you mean `{named}` of `{context.command_path}`?" if meant else None


def status_of(error: GdlError) -> int:
    """The exit status: 2 if only an option on the command line is wrong, 1 if the rules are."""
    codes = {d.code for d in error.diagnostics}
    return WRONG_OPTION if codes and codes <= {"unknown-option", "option-value"} else 1


def choose_engine(game: Game, engine: str | None, verbose: bool) -> None:
    """Choose the engine of a game, with a note if it is the slow one and nobody asked for that."""
    if engine:
        set_variable(VARIABLE, engine)
    if verbose and os.environ.get(VARIABLE) != "reference":
        build_verbosely(game)
    try:
        game.engine()
    except ValueError as error:
        fail(str(error))
    reason = game.why_reference
    if reason:
        click.echo(slower(reason), err=True)


def beginning(game: Game, position: str | None, engine: str | None) -> State | None:
    """The state of a position on the command line, with a note if the native engine cannot hold
    it; None where there is no position.  If it cannot be, say so and exit.
    """
    if position is None:
        return None
    try:
        state = position_from(game, position)
    except ExchangeError as error:
        place = f", column {error.column}" if error.column else ""
        fail(f"`--position`{place}: {error.message}", WRONG_OPTION)
    if state.engine.name != game.engine().name:
        reason = "the native engine cannot hold this position"
        if engine == "native":
            fail(reason)
        click.echo(slower(reason), err=True)
    return state


def slower(reason: str) -> str:
    """The note that the reference engine plays, and why."""
    if reason == str(NoCompiler()):
        return f"no C compiler found; {SLOWER}; install gcc or `pip install boardwright[native]`"
    if reason.startswith(REFUSED):
        name, _, why = reason.removeprefix(REFUSED).partition(": ")
        return f"{name} is played by the reference engine, which is far slower, because {why}"
    return f"{reason}; {SLOWER}"


def build_verbosely(game: Game) -> None:
    """Build the library of a game unless it is in the cache, and show how.

    Raises NativeError.
    """
    try:
        library = ready(game.reference, verbose=True).library
    except (NotNative, NoCompiler):
        return  # `choose_engine` says so
    click.echo(f"library: {library._name}", err=True)
