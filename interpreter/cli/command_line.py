"""The command `gdl`: the table of its commands, and how it ends, whatever goes wrong.

`interpreter/cli/__init__.py` is the entry point.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from importlib import import_module
from typing import NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem

from gdl.source.diagnostics import GdlError
from gdl.source.nearest import nearest
from interpreter import engine, process
from interpreter.cli.shared import Allow, Stopped, fail
from interpreter.engine.names import VARIABLE
from interpreter.native.build.compilers import NativeError
from interpreter.process.output import OutputLost, guarded
from interpreter.process.stopping import (
    CTRL_C,
    ENDED,
    Ended,
    heed_lost_requests,
    heed_no_more,
    left_at_once,
)

NO_ARGUMENTS = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""The error where a command is given nothing; older versions of click have none."""


class Row(NamedTuple):
    """The module and name of a command, and its help for `gdl --help`, as in the command."""

    home: str
    help: str
    reads_rules: bool = True


COMMANDS = {
    "bench": Row("measuring:bench", "Measure how fast a game is: uniformly random games, their "
                 "moves, memory and building."),
    "cache": Row("files:cache", "Show how much room compiled games take, or make it free.", False),
    "check": Row("rules:check", "Check rule files and say what is wrong with them, where, and what "
                 "would work."),
    "compare": Row("studies:compare", "Play variants of games, and say what differs and how sure "
                   "that is."),
    "convert": Row("playing:convert", "Turn records into the files of other programs (SGF, "
                   "PGN, positions such as FEN), and these into records."),
    "diff": Row("diff:diff", "Say where two games differ: which rule lines, and after which "
                "moves."),
    "dump": Row("native:dump", "Print a stage of the way from a rule file to a game."),
    "editors": Row("files:editors", "Write the extension for an editor: Visual Studio Code.",
                   False),
    "explain": Row("rules:explain", "Say the rules of a game in English sentences, made from its "
                   "file, as Markdown."),
    "export": Row("native:export", "Write a game as one HTML page that plays without a network, "
                  "or as a C library."),
    "format": Row("rules:format_", "Write rule files in the usual form: indentation, blanks, line "
                  "breaks.", False),
    "list": Row("files:list_", "List the bundled games.", False),
    "lsp": Row("serving:lsp", "Serve an editor: the Language Server Protocol on stdin and "
               "stdout."),
    "new": Row("files:new", "Write a small commented rule file to start from.", False),
    "perft": Row("measuring:perft", "Count the sequences of moves or of turns from the start, or "
                 "the positions after turns."),
    "play": Row("playing:play", "Play a game in the terminal."),
    "record": Row("studies:record", "Show a game of a study as a record, which `gdl replay` "
                  "plays."),
    "replay": Row("playing:replay", "Replay a game record, and say where and why it stops being "
                  "legal."),
    "schema": Row("files:schema", "Print the JSON schema of rule files, for editors that know "
                  "YAML.", False),
    "serve": Row("serving:serve", "Play, edit and show games in the browser."),
    "show": Row("rules:show", "Show a game: what it is, its options, its rules; or draw its "
                "board."),
    "solve": Row("measuring:solve", "Find out what a small game is worth when everybody plays "
                 "perfectly, and the best first moves."),
    "tune": Row("studies:tune", "Search option values for games that are as you want them."),
}  # fmt: skip
OUTLINES = [click.Command(name, help=row.help) for name, row in COMMANDS.items()]


class Commands(click.Group):
    """The commands, each imported when it is run; a misspelt name gets a suggestion."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        row = COMMANDS.get(name)
        if row and name not in self.commands:
            module, _, attribute = row.home.partition(":")
            command = getattr(import_module(f"interpreter.cli.{module}"), attribute)
            self.add_command(command)
            if row.reads_rules:
                command.params.append(Allow())
        return self.commands.get(name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Group(commands=OUTLINES).format_commands(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [CompletionItem(str(c.name), help=c.get_short_help_str()) for c in OUTLINES
                 if str(c.name).startswith(incomplete)]  # fmt: skip
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = nearest(name, self.list_commands(ctx))
            hint = f"did you mean `gdl {near}`?" if near else "`gdl --help` shows the commands"
            ctx.fail(f"there is no command `{name}`; {hint}")
        return super().resolve_command(ctx, args)


def show_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    """Print the version and exit, if that is asked for."""
    if is_wanted and not ctx.resilient_parsing:
        click.echo(f"gdl, version {process.program_version()}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version,
    help="Show the version and exit.",
)  # fmt: skip
def gdl() -> None:
    """Board games from rule files: define them, play them, compare them.

    Example: gdl play squ --size 8
    """
    if os.environ.get(VARIABLE):
        try:
            engine.requested_engine()
        except ValueError as error:
            raise click.UsageError(str(error)) from None


def main() -> None:
    """Run the command; any error ends in a single message."""
    with left_at_once(), guarded(), heed_lost_requests():
        run()


def run() -> None:
    """Run the command and exit; decide how to exit if the output is lost."""
    try:
        run_command()
    except OutputLost as error:
        if error.is_unread:
            sys.exit(1)
        fail(f"the output cannot be written: {error}")


def run_command() -> None:
    """Run the command and exit.

    The streams show escapes as text, so click need not strip them (`color`).  Raises OutputLost.
    """
    try:
        try:
            gdl.main(standalone_mode=False, color=True)
        finally:
            sys.stdout.flush()
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except Stopped as stop:
        heed_no_more()
        fail(stop.message, stop.exit_code)
    except click.ClickException as error:
        if isinstance(error, NO_ARGUMENTS):
            error.show()  # which is the help
            sys.exit(2)
        fail(with_help(error), 2)
    except (click.Abort, KeyboardInterrupt) as stop:
        heed_no_more()
        end_stopped(stop)
    except OutputLost:
        raise
    except MemoryError as error:
        fail(str(error) or "there is not enough memory for this")
    except Exception as error:
        if is_interrupted(error):
            heed_no_more()
            end_stopped(KeyboardInterrupt())
        if is_expected(error):
            fail(str(error))
        fail(f"internal error ({type(error).__name__}: {error}); {keep_trace()}", 70)
    finally:
        heed_no_more()


def with_help(error: click.ClickException) -> str:
    """What is wrong with a command line, and below it where its usage is told."""
    said, context = error.format_message(), getattr(error, "ctx", None)
    if context is None or "--help`" in said:
        return said
    return f"{said}\n`{context.command_path} --help` shows the usage"


def end_stopped(stop: BaseException) -> NoReturn:
    """Exit after Ctrl-C or a request to end; click has begun a new line before it raises Abort."""
    is_ended = isinstance(stop, Ended) or isinstance(stop.__cause__, Ended)
    line = "stopped" if isinstance(stop, click.Abort) else "\nstopped"
    try:
        sys.stdout.flush()
    finally:
        fail(line, ENDED if is_ended else CTRL_C)


def is_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C caused an error, as it can in modules that are being imported."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def is_expected(error: Exception) -> bool:
    """Whether the message of an error suffices: one in the rules or in building a library."""
    return isinstance(error, (GdlError, NativeError))


def keep_trace() -> str:
    """Write the traceback of an internal error to a file; return a request to report it."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="gdl-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            traceback.print_exc(file=file)
    except OSError:  # the disk is full
        return f"please report it with this:\n{traceback.format_exc()}"
    return f"please report it with {file.name}"
