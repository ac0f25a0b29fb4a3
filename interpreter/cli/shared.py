"""What the commands share: options, paths and messages."""

from __future__ import annotations

import errno
import functools
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import click

from gdl.source.wording import clip
from interpreter.api.library import ALLOWED
from interpreter.engine.names import ENGINES
from interpreter.process.output import OutputLost
from interpreter.process.stopping import CTRL_C

GAME_OPTIONS = {"ignore_unknown_options": True, "allow_extra_args": True}


class Stopped(click.ClickException):
    """Ctrl-C has stopped the command, which has printed what it had by then."""

    exit_code = CTRL_C

    def __init__(self) -> None:
        super().__init__("stopped")

    def show(self, file: Any = None) -> None:
        """Print the message to stderr."""
        click.echo(self.message, file=file, err=True)


class Number(click.IntRange):
    """A whole number in a range; refused with its bounds, or with the option that stands there."""

    def convert(self, value: Any, parameter: Any, ctx: click.Context | None) -> Any:
        """The number of a value from the command line."""
        text = str(value)
        if re.fullmatch(r"\s*[-+]?\d+\s*", text):
            return super().convert(value, parameter, ctx)
        wanted = f"a whole number {self.bounds()}"
        if not text.startswith("-") or parameter is None:
            self.fail(f"`{clip(text)}` is not {wanted}", parameter, ctx)
        if isinstance(parameter, click.Argument):
            name = parameter.human_readable_name.upper()
            raise click.UsageError(misplaced(text, f"{name} is {wanted}"))
        raise click.UsageError(f"`{parameter.opts[0]}` needs {wanted}; `{clip(text)}` follows it")

    def bounds(self) -> str:
        """The range in words."""
        return f"from {self.min}" + (f" to {self.max}" if self.max is not None else "")


def misplaced(option: str, wanted: str) -> str:
    """That an option that the command does not have stands where something else is wanted."""
    return (
        f"`{clip(option)}` is no option of this command, and {wanted}; options of the game stand "
        "behind all that is not an option"
    )


class FilePath(click.Path):
    """The path of a file or folder; refused if it is empty, too long or contains a NUL."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(path_type=Path, **rest)

    def convert(self, value: Any, parameter: Any, ctx: click.Context | None) -> Any:
        """The path of a value from the command line."""
        reason = why_no_path(os.fspath(value))
        if reason:
            self.fail(reason, parameter, ctx)
        return super().convert(value, parameter, ctx)


def why_no_path(text: str) -> str | None:
    """Why a text cannot be a path; None if it can."""
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
    """Exit with a message on stderr, if that can be written to."""
    with suppress(OutputLost):
        click.echo(message, err=True)
    sys.exit(status)


def to_json(data: Any) -> str:
    """Data as JSON for programs."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options of the game, as `--size 8`, `--size=8` or `-o size=8`."""

    @click.option(
        "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game."
    )
    @click.pass_context
    @functools.wraps(function)
    def command(ctx: click.Context, /, pairs: tuple[str, ...], **rest: Any) -> Any:
        for name in ("game", "a", "b"):
            if str(rest.get(name, "")).startswith("-"):
                raise click.UsageError(misplaced(rest[name], f"{name.upper()} is a game"))
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
                raise click.UsageError(f"`{word}` needs a value, as an option of the game")
            value = words.pop(0)
        if "=" in value:
            raise click.UsageError(
                f"there is no option `--{name}`; an option of the game is given as `-o {value}`"
            )
        options[name.replace("-", "_")] = value
    return options


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Which engine plays, and whether the compiler's output is shown."""
    verbose = click.option("--verbose", is_flag=True, help="Show what the C compiler does.")
    engine = click.option(
        "--engine", type=click.Choice(ENGINES),
        help="The engine that plays; by default the native one, if it is available.",
    )  # fmt: skip
    return engine(verbose(function))


def position_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """A position to begin in."""
    return click.option(
        "--position", metavar="TEXT",
        help="Begin in this position, such as a FEN, instead of at the start; the rule file says "
        "under `notation` how positions are written.",
    )(function)  # fmt: skip


def set_variable(name: str, value: str) -> None:
    """Set an environment variable for as long as the command runs."""
    before = os.environ.get(name)

    def reset() -> None:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before

    os.environ[name] = value
    click.get_current_context().call_on_close(reset)


def allow(ctx: click.Context, parameter: click.Parameter, paths: tuple[Path, ...]) -> None:
    """Let rule files name files in these folders, or these files, too.

    Raises UsageError if the variable cannot hold a path.
    """
    before = os.environ.get(ALLOWED)
    words = [*([before] if before else []), *(str(path.absolute()) for path in paths)]
    for path in paths:
        if os.pathsep in str(path.absolute()):
            raise click.UsageError(f"`--allow` cannot take a path with `{os.pathsep}` in it")
    if paths:
        set_variable(ALLOWED, os.pathsep.join(words))


class Allow(click.Option):
    """The option `--allow` of every command that reads rule files."""

    def __init__(self) -> None:
        super().__init__(
            ["--allow"], multiple=True, metavar="FOLDER", expose_value=False, callback=allow,
            type=FilePath(exists=True),
            help="Let files name others from this folder too (repeatable; or one file).",
        )  # fmt: skip


def keep_existing(path: Path, force: bool) -> None:
    """Exit where a file is there that may not be replaced."""
    if os.path.lexists(path) and not force:
        fail(f"there already: {path}; `--force` replaces what is there")
