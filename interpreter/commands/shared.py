"""What the commands share: options of games and engines, loading, messages."""

from __future__ import annotations

import errno
import functools
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from gdl.wording import clip
from interpreter.output import OutputLost
from interpreter.stopping import CTRL_C

if TYPE_CHECKING:
    from gdl.diagnostics import GdlError
    from interpreter.game import Game

ENGINE_VARIABLE = "BOARDWRIGHT_ENGINE"
SLOWER = "playing on the reference engine, which is slower"
GAME_OPTIONS = {"ignore_unknown_options": True, "allow_extra_args": True}


class Stopped(click.ClickException):
    """The command was stopped by Ctrl-C, and has told what was done until then."""

    exit_code = CTRL_C

    def __init__(self) -> None:
        super().__init__("stopped")

    def show(self, file: Any = None) -> None:
        """Say so."""
        click.echo(self.message, file=file, err=True)


class FilePath(click.Path):
    """The path of a file or folder, refused where it can be none: empty, too long, with a NUL."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(path_type=Path, **rest)

    def convert(self, value: Any, parameter: Any, ctx: click.Context | None) -> Any:
        """The path."""
        reason = why_no_path(os.fspath(value))
        if reason:
            self.fail(reason, parameter, ctx)
        return super().convert(value, parameter, ctx)


def why_no_path(text: str) -> str | None:
    """Why nothing can be called so; None where something can."""
    if not text:
        return "an empty name names no file and no folder"
    try:
        os.lstat(text)
    except ValueError as error:
        return f"{clip(text)} is no name of a file: {error}"
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return f"{clip(text)} is no name of a file: {error.strerror}"
    return None


def fail(message: str, status: int = 1) -> NoReturn:
    """End with a message on stderr, where that can be written."""
    with suppress(OutputLost):
        click.echo(message, err=True)
    sys.exit(status)


def to_json(data: Any) -> str:
    """Data as JSON for programs."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def load(name: str, options: dict[str, str]) -> Game:
    """The game, or its diagnostics on stderr and the end."""
    from gdl.diagnostics import GdlError
    from interpreter.loading import load_game

    try:
        return load_game(name, **options)
    except GdlError as error:
        fail(str(error), status_of(error))


def status_of(error: GdlError) -> int:
    """2 where only an option on the command line is wrong, 1 where the rules are."""
    codes = {d.code for d in error.diagnostics}
    return 2 if codes and codes <= {"unknown-option", "option-value"} else 1


@contextmanager
def telling_mistakes() -> Iterator[None]:
    """End with the message of a study, or of rules, that cannot be carried out."""
    from gdl.diagnostics import GdlError
    from interpreter.compare.study import StudyError

    try:
        yield
    except StudyError as error:
        fail(str(error), 2 if error.is_usage else 1)
    except GdlError as error:
        fail(str(error), status_of(error))


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options of the game, as `--size 8`, `--size=8` or `-o size=8`."""

    @click.option(
        "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game."
    )
    @click.pass_context
    @functools.wraps(function)
    def command(ctx: click.Context, /, pairs: tuple[str, ...], **rest: Any) -> Any:
        return function(options=parse_options(pairs, ctx.args), **rest)

    return command


def parse_options(pairs: tuple[str, ...], extra: list[str]) -> dict[str, str]:
    """Game options from `-o` pairs and from options that the command does not know."""
    options = {}
    words = list(extra)
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"-o takes NAME=VALUE, and this is `{pair}`")
        options[name.strip()] = value.strip()
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            raise click.UsageError(f"`{word}` is one argument too many")
        name, equals, value = word[2:].partition("=")
        if not equals:
            if not words:
                raise click.UsageError(f"`{word}` needs a value")
            value = words.pop(0)
        options[name.replace("-", "_")] = value
    return options


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Which engine plays, and whether the compiler's output is shown."""
    verbose = click.option("--verbose", is_flag=True, help="Show what the C compiler does.")
    engine = click.option(
        "--engine", type=click.Choice(["native", "reference"]),
        help="The engine that plays; without it the native one where it can be had.",
    )  # fmt: skip
    return engine(verbose(function))


def choose_engine(game: Game, engine: str | None, verbose: bool) -> None:
    """Let an engine play, and say so where that is the slow one though nobody asked for it."""
    if engine:
        set_variable(ENGINE_VARIABLE, engine)
    if verbose and os.environ.get(ENGINE_VARIABLE) != "reference":
        build_verbosely(game)
    try:
        game.player()
    except ValueError as error:
        fail(str(error))
    reason = game.why_reference
    if reason:
        click.echo(slower(reason), err=True)


def set_variable(name: str, value: str) -> None:
    """Set a variable where all parts of the program look, for as long as the command runs."""
    before = os.environ.get(name)

    def reset() -> None:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before

    os.environ[name] = value
    click.get_current_context().call_on_close(reset)


def allow(ctx: click.Context, parameter: click.Parameter, paths: tuple[Path, ...]) -> None:
    """Let rule files be named that lie elsewhere than the files that name them.

    Raises UsageError for a path that the variable cannot hold.
    """
    from interpreter.library import ALLOWED

    before = os.environ.get(ALLOWED)
    words = [*([before] if before else []), *(str(path.absolute()) for path in paths)]
    for path in paths:
        if os.pathsep in str(path.absolute()):
            raise click.UsageError(f"`--allow` cannot take a path with `{os.pathsep}` in it")
    if paths:
        set_variable(ALLOWED, os.pathsep.join(words))


class Allow(click.Option):
    """The option `--allow`, which every command has that reads rule files."""

    def __init__(self) -> None:
        super().__init__(
            ["--allow"], multiple=True, metavar="FOLDER", expose_value=False, callback=allow,
            type=FilePath(exists=True),
            help="Let files name others from this folder too (repeatable; or one file).",
        )  # fmt: skip


def slower(reason: str) -> str:
    """The note that the reference engine plays, and why."""
    from interpreter.native.compilers import NoCompiler
    from interpreter.playing import REFUSED

    if reason == str(NoCompiler()):
        return f"no C compiler found; {SLOWER}; install gcc or `pip install boardwright[native]`"
    if reason.startswith(REFUSED):
        name, _, why = reason.removeprefix(REFUSED).partition(": ")
        return f"{name} is played by the reference engine, which is far slower, because {why}"
    return f"{reason}; {SLOWER}"


def build_verbosely(game: Game) -> None:
    """Build the library of a game where it is not in the cache, and show how.

    Raises NativeError.
    """
    from interpreter.native.compilers import NoCompiler
    from interpreter.native.ready import ready
    from interpreter.native.refusal import NotNative

    try:
        library, _ = ready(game.engine, verbose=True)
    except (NotNative, NoCompiler):
        return  # the note says so
    click.echo(f"library: {library._name}", err=True)
