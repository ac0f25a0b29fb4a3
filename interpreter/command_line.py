"""The command `gdl`: the commands together, and how it ends whatever goes wrong.

`cli` begins it.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from interpreter.commands import comparing, diff, measuring, native, playing, rules, solving, tuning
from interpreter.commands.shared import ENGINE_VARIABLE, Allow, Stopped, fail
from interpreter.output import OutputLost, guarded
from interpreter.stopping import CTRL_C, ENDED, Ended, heed_lost_requests, heed_no_more

COMMANDS = (
    rules.list_, rules.show, rules.check, rules.dump, rules.new, playing.play, playing.replay,
    measuring.perft, measuring.bench, comparing.compare, comparing.record, diff.diff,
    solving.solve, tuning.tune, native.export, native.cache,
)  # fmt: skip


class Commands(click.Group):
    """The commands; a misspelt one gets a suggestion."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from gdl.nearest import nearest

        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = nearest(name, self.list_commands(ctx))
            hint = f"did you mean `gdl {near}`?" if near else "`gdl --help` shows the commands"
            ctx.fail(f"there is no command `{name}`; {hint}")
        return super().resolve_command(ctx, args)


def show_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    """Print the version and end, where that is asked for."""
    if is_wanted and not ctx.resilient_parsing:
        from interpreter.version import version

        click.echo(f"gdl, version {version()}")
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
    if os.environ.get(ENGINE_VARIABLE):
        from interpreter.playing import wanted_engine

        try:
            wanted_engine()
        except ValueError as error:
            raise click.UsageError(str(error)) from None


READ_NO_RULES = (rules.list_, rules.new, native.cache)

for command in COMMANDS:
    gdl.add_command(command)
    if command not in READ_NO_RULES:
        command.params.append(Allow())


def main() -> None:
    """Run the command; whatever goes wrong ends in one message."""
    with guarded(), heed_lost_requests():
        run()


def run() -> None:
    """Run the command and end; here it is decided what it means that the output is lost."""
    try:
        run_command()
    except OutputLost as error:
        if error.is_unread:
            sys.exit(1)
        fail(f"the output cannot be written: {error}")


def run_command() -> None:
    """Run the command and end.

    The streams show escapes as text, so click need not take them out (`color`).  Raises OutputLost.
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
        error.show()
        sys.exit(2)
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
        fail(f"gdl met a mistake of its own ({type(error).__name__}: {error}); {keep_trace()}", 70)
    finally:
        heed_no_more()


def end_stopped(stop: BaseException) -> NoReturn:
    """End after Ctrl-C or a request; click has begun a new line below what a terminal shows."""
    is_ended = isinstance(stop, Ended) or isinstance(stop.__cause__, Ended)
    line = "stopped" if isinstance(stop, click.Abort) else "\nstopped"
    try:
        sys.stdout.flush()
    finally:
        fail(line, ENDED if is_ended else CTRL_C)


def is_interrupted(error: BaseException | None) -> bool:
    """Whether an error only says that Ctrl-C came, as those of half imported modules do."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def is_expected(error: Exception) -> bool:
    """Whether an error says in full what is wrong: with the rules, or with building a library."""
    from gdl.diagnostics import GdlError
    from interpreter.native.compilers import NativeError

    return isinstance(error, (GdlError, NativeError))


def keep_trace() -> str:
    """Write where an unforeseen error came from into a file, and say so."""
    import tempfile
    import traceback

    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="gdl-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            traceback.print_exc(file=file)
    except OSError:  # the disk is full
        return f"please report it with this:\n{traceback.format_exc()}"
    return f"please report it with {file.name}"
