"""The command `gdl`.

Each command is a function of its own; what it does lives elsewhere and is imported when it is used,
so that starting stays quick.  A command ends with status 0, with 1 on a finding (a bad file, an
illegal move in a record), with 2 on wrong usage; errors go to stderr.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from gdl.diagnostics import Diagnostic
    from interpreter.game import Game

GAME_OPTIONS = {"ignore_unknown_options": True, "allow_extra_args": True}


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


def fail(message: str, status: int = 1) -> NoReturn:
    """End with a message on stderr."""
    click.echo(message, err=True)
    sys.exit(status)


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


def load(name: str, options: dict[str, str]) -> Game:
    """The game, or its diagnostics on stderr and the end."""
    from gdl.diagnostics import GdlError
    from interpreter.loading import load_game

    try:
        return load_game(name, **options)
    except GdlError as error:
        codes = {d.code for d in error.diagnostics}
        usage = bool(codes) and codes <= {"unknown-option", "option-value"}
        fail(str(error), 2 if usage else 1)


def to_json(data: Any) -> str:
    """Data as JSON for programs."""
    return json.dumps(data, indent=2, ensure_ascii=False)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="boardwright", prog_name="gdl")
def gdl() -> None:
    """Board games from rule files: define them, play them, compare them.

    Example: gdl play squ --size 8
    """


@gdl.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def list_(as_json: bool) -> None:
    """List the bundled games.

    Example: gdl list
    """
    from interpreter.catalogue import catalogue

    entries = catalogue()
    if as_json:
        click.echo(to_json(entries))
        return
    wide = max(len(e["name"]) for e in entries)
    for entry in entries:
        about = ", ".join(str(entry[k]) for k in ("designer", "year") if entry[k])
        click.echo(f"{entry['name']:{wide}}  {entry['title']}{f'  ({about})' if about else ''}")


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@game_options
def show(game: str, as_json: bool, options: dict[str, str]) -> None:
    """Show a game: what it is, its options, its rules.

    Example: gdl show cropa
    """
    from interpreter.catalogue import describe, description

    loaded = load(game, options)
    click.echo(to_json(describe(loaded)) if as_json else description(loaded))


@gdl.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Check rule files and say what is wrong with them, where, and what would work.

    Example: gdl check my-game.yaml
    """
    from gdl.library import NoSuchGame
    from interpreter.checking import check_file

    found: list[Diagnostic] = []
    missing = []
    for name in files:
        try:
            found += check_file(name)
        except NoSuchGame as error:
            missing.append(str(error.args[0]))
    errors = sum(d.is_error for d in found)
    if as_json:
        click.echo(to_json([d.as_json() for d in found]))
    else:
        for diagnostic in found:
            click.echo(diagnostic.render() + "\n")
        if not missing:
            click.echo(summary(len(files), errors, len(found) - errors))
    for message in missing:
        click.echo(message, err=True)
    if missing or errors:
        sys.exit(1)


def summary(files: int, errors: int, warnings: int) -> str:
    """The last line of `gdl check`."""
    if not errors and not warnings:
        return "no mistakes found" if files == 1 else f"no mistakes found in {files} files"
    return f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--seat", "seats", multiple=True, metavar="WHO",
    help="Who sits at the next seat: person or random (repeatable; the rest are random).",
)  # fmt: skip
@click.option("--seed", type=int, help="Makes chance and the agents repeat exactly.")
@click.option("--load", "record", type=click.Path(path_type=Path), help="Go on from a record.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep the record in this file.")
@game_options
def play(
    game: str,
    seats: tuple[str, ...],
    seed: int | None,
    record: Path | None,
    save: Path | None,
    options: dict[str, str],
) -> None:
    """Play a game in the terminal.

    Example: gdl play squ --size 8 --seat person --seat random --seed 7
    """
    from interpreter.terminal.play import run_play

    loaded = load(game, options)
    if len(seats) > loaded.seats:
        raise click.UsageError(f"{loaded.title} has {loaded.seats} seats")
    sitting = [*seats, *["random"] * (loaded.seats - len(seats))] if seats else []
    sys.exit(run_play(loaded, sitting, seed, record, save))


@gdl.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--step", is_flag=True, help="Show the position after every move.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def replay(record: Path, step: bool, as_json: bool) -> None:
    """Replay a game record, and say where and why it stops being legal.

    Example: gdl replay game.txt
    """
    from interpreter.terminal.replay import run_replay

    sys.exit(run_replay(record, step, as_json))


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 100))
@click.option("--positions", is_flag=True, help="Count distinct positions after complete turns.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@game_options
def perft(
    game: str, depth: int, positions: bool, as_json: bool, options: dict[str, str]
) -> None:
    """Count the sequences of moves from the start, or the positions after complete turns.

    Example: gdl perft connect-four 4
    """
    loaded = load(game, options)
    if positions:
        counts = loaded.positions(depth)
        rows = [{"turns": n, "positions": c, "over": o} for n, (c, o) in enumerate(counts)]
        lines = [f"{r['turns']:3}  {r['positions']:12}  {r['over']:10} over" for r in rows]
    else:
        rows = [{"depth": n, "sequences": loaded.perft(n)} for n in range(depth + 1)]
        lines = [f"{r['depth']:3}  {r['sequences']:12}" for r in rows]
    click.echo(to_json(rows) if as_json else "\n".join(lines))


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--stage", type=click.Choice(["syntax", "model"]), default="model", show_default=True,
    help="Which stage to print.",
)  # fmt: skip
@game_options
def dump(game: str, stage: str, options: dict[str, str]) -> None:
    """Print a stage of the way from a rule file to a game.

    Example: gdl dump squ --stage model
    """
    from interpreter.catalogue import stage_text

    load(game, options)
    click.echo(stage_text(game, stage, options), nl=False)


@gdl.command()
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write a small commented rule file to start from.

    Example: gdl new my-game.yaml
    """
    from interpreter.files import write_file

    if file.suffix not in (".yaml", ".yml"):
        file = file.with_name(f"{file.name}.yaml")
    if file.exists():
        fail(f"{file} is there already; choose another name or delete it first")
    starter = Path(__file__).with_name("starter.yaml").read_text(encoding="utf-8")
    try:
        write_file(file, starter)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")
    click.echo(f"wrote {file}; now try: gdl check {file}, gdl play {file}")


@gdl.command()
@click.option("--clear", is_flag=True, help="Remove what is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def cache(clear: bool, as_json: bool) -> None:
    """Show how much room compiled games take, or make it free.

    Example: gdl cache --clear
    """
    from interpreter.native.cache import cache_folder, clear_folder, usage

    folder = cache_folder()
    try:
        before = usage(folder)
        if clear:
            clear_folder(folder)
        left = usage(folder)
    except OSError as error:
        fail(f"{error.filename or folder} cannot be used: {error.strerror or error}")
    if as_json:
        data = {"folder": str(folder), "libraries": left.libraries, "bytes": left.size}
        removed = {"removed": before.libraries} if clear else {}
        click.echo(to_json(data | removed))
    elif clear:
        click.echo(f"{folder}: removed {before.text}")
    else:
        click.echo(f"{folder}: {left.text}")


def main() -> None:
    """Run the command; whatever goes wrong ends in one message."""
    try:
        gdl.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        fail("\nstopped", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        fail(f"gdl met a mistake of its own ({type(error).__name__}: {error}); {keep_trace()}", 70)


def keep_trace() -> str:
    """Write where an unforeseen error came from into a file, and say so."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="gdl-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return f"please report it with {file.name}"


if __name__ == "__main__":
    main()
