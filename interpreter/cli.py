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

ENGINE_VARIABLE = "BOARDWRIGHT_ENGINE"
SLOWER = "playing on the reference engine, which is slower"
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


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Which engine plays, and whether the compiler's output is shown."""
    verbose = click.option("--verbose", is_flag=True, help="Show what the C compiler does.")
    engine = click.option(
        "--engine", type=click.Choice(["native", "reference"]),
        help="The engine that plays; without it the native one where it can be had.",
    )  # fmt: skip
    return engine(verbose(function))


def choose_engine(game: Game, engine: str | None, verbose: bool, quiet: bool = False) -> None:
    """Let an engine play, and say so where that is the slow one though nobody asked for it.

    `quiet` says so only where there is something that the user can do about it.
    """
    if engine:
        set_engine(engine)
    if verbose and os.environ.get(ENGINE_VARIABLE) != "reference":
        build_verbosely(game)
    try:
        game.player()
    except ValueError as error:
        fail(str(error))
    reason = game.why_reference
    if reason and not (quiet and is_refused(reason)):
        click.echo(slower(reason), err=True)


def set_engine(engine: str) -> None:
    """Name the engine where all parts of the program look, for as long as the command runs."""
    before = os.environ.get(ENGINE_VARIABLE)

    def reset() -> None:
        if before is None:
            del os.environ[ENGINE_VARIABLE]
        else:
            os.environ[ENGINE_VARIABLE] = before

    os.environ[ENGINE_VARIABLE] = engine
    click.get_current_context().call_on_close(reset)


def is_refused(reason: str) -> bool:
    """Whether a game, not the machine, is why there is no native engine."""
    return reason.startswith("the native engine cannot play")


def slower(reason: str) -> str:
    """The note that the reference engine plays, and why."""
    from interpreter.native.compilers import NoCompiler

    if reason == str(NoCompiler()):
        return f"no C compiler found; {SLOWER}; install gcc or `pip install boardwright[native]`"
    return f"{reason}; {SLOWER}"


def build_verbosely(game: Game) -> None:
    """Build the library of a game where it is not in the cache, and show how.

    Raises NativeError.
    """
    from interpreter.native.build import library
    from interpreter.native.compilers import NoCompiler
    from interpreter.native.engine import text_of
    from interpreter.native.refusal import NotNative

    try:
        path = library(text_of(game.engine)[1], game.name, verbose=True)
    except (NotNative, NoCompiler):
        return  # the note says so
    click.echo(f"library: {path}", err=True)


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
    if os.environ.get(ENGINE_VARIABLE):
        from interpreter.playing import wanted_engine

        try:
            wanted_engine()
        except ValueError as error:
            raise click.UsageError(str(error)) from None


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
    help="Who sits at the next seat: person, or an agent such as random, flat:500, uct:1000, "
    "uct:2s or alphabeta:depth=6 (repeatable; the rest are random). docs/agents.md tells of them.",
)  # fmt: skip
@click.option("--seed", type=int, help="Makes chance and the agents repeat exactly.")
@click.option("--load", "record", type=click.Path(path_type=Path), help="Go on from a record.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep the record in this file.")
@engine_options
@game_options
def play(
    game: str,
    seats: tuple[str, ...],
    seed: int | None,
    record: Path | None,
    save: Path | None,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Play a game in the terminal.

    Example: gdl play squ --size 8 --seat person --seat random --seed 7
    """
    from interpreter.terminal.play import run_play

    loaded = load(game, options)
    if len(seats) > loaded.seats:
        raise click.UsageError(f"{loaded.title} has {loaded.seats} seats")
    choose_engine(loaded, engine, verbose, quiet=True)
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
@engine_options
@game_options
def perft(
    game: str,
    depth: int,
    positions: bool,
    as_json: bool,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Count the sequences of moves from the start, or the positions after complete turns.

    On a terminal it tells the time too; in a pipe, where the same should give the same, it does
    not. Ctrl-C keeps what is done.

    Example: gdl perft connect-four 4
    """
    from interpreter.counting import Counts, show_counts

    loaded = load(game, options)
    choose_engine(loaded, engine, verbose)
    counts = Counts(loaded, depth, positions)
    try:
        show_counts(counts, as_json)
    except KeyboardInterrupt:
        if as_json:
            click.echo(to_json(counts.rows))
        fail("stopped", 130)


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--seconds", type=click.FloatRange(0, 3600, min_open=True), default=2.0, show_default=True,
    help="How long each engine plays.",
)  # fmt: skip
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True,
    help="How many games the native engine plays at once.",
)  # fmt: skip
@click.option(
    "--engine", type=click.Choice(["native", "reference", "both"]), default="both",
    show_default=True, help="Which engine is measured.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Where chance begins.")
@click.option("--verbose", is_flag=True, help="Show what the C compiler does.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@game_options
def bench(
    game: str,
    seconds: float,
    threads: int,
    engine: str,
    seed: int,
    verbose: bool,
    as_json: bool,
    options: dict[str, str],
) -> None:
    """Measure how fast a game is: uniformly random games, their moves, memory and building.

    A move is whatever the game offers: a stone of a turn of two, a pass, and what chance does.
    Ctrl-C keeps what is done.

    Example: gdl bench squ --size 8 --seconds 5
    """
    from interpreter.bench import measured, print_figures

    loaded = load(game, options)
    engines = ["native", "reference"] if engine == "both" else [engine]
    if "native" in engines:
        choose_engine(loaded, "native" if engine == "native" else None, verbose)
    if engine == "both" and loaded.why_reference:
        engines = ["reference"]
    figures = measured(loaded, engines, seconds, threads, seed)
    if as_json:
        data = {"game": loaded.name, "options": loaded.options,
                "why_reference": loaded.why_reference,
                "engines": [f.as_json() for f in figures]}  # fmt: skip
        click.echo(to_json(data))
    else:
        print_figures(loaded, figures)
    if any(f.interrupted for f in figures):
        fail("stopped", 130)


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--c", "is_c", is_flag=True, help="As C11 (the one language there is).")
@click.option(
    "-o", "--out", "words", multiple=True, metavar="DIR",
    help="The folder for the files; made if need be.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace files that are there.")
@click.pass_context
def export(
    ctx: click.Context, game: str, is_c: bool, words: tuple[str, ...], force: bool
) -> None:
    """Write a game as a C library of its own, that any program can link.

    Three files: a header, which documents the functions, a source, and an example that plays a
    random game. Nothing in them needs Python. Options of the game are given as --size 8 or
    -o size=8.

    Example: gdl export squ --size 8 --c -o squ-c
    """
    from interpreter.native.export import export as make_export
    from interpreter.native.export import write_export
    from interpreter.native.refusal import NotNative

    pairs = tuple(word for word in words if "=" in word and not Path(word).is_dir())
    folders = [word for word in words if word not in pairs]
    if not is_c:
        raise click.UsageError("say in which language: `--c` is the one there is")
    if len(folders) != 1:
        raise click.UsageError("say where to, as in `-o DIR`")
    loaded = load(game, parse_options(pairs, ctx.args))
    try:
        made = make_export(loaded)
        paths = write_export(made, Path(folders[0]), force)
    except NotNative as error:
        fail(f"{loaded.name} cannot be written as C: {error}")
    except FileExistsError as error:
        fail(f"there already: {error}; `--force` replaces what is there")
    except OSError as error:
        fail(f"{error.filename or folders[0]} cannot be written: {error.strerror or error}")
    click.echo("".join(f"wrote {path}\n" for path in paths), nl=False)
    click.echo(f"now try: cd {folders[0]} && {made.build_line} && ./example 7")


@gdl.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--stage", type=click.Choice(["syntax", "model"]), default="model", show_default=True,
    help="Which stage to print.",
)  # fmt: skip
@click.option(
    "--native", is_flag=True,
    help="Print the plan of the native engine, and what each pass changes.",
)  # fmt: skip
@game_options
def dump(game: str, stage: str, native: bool, options: dict[str, str]) -> None:
    """Print a stage of the way from a rule file to a game.

    Example: gdl dump squ --stage model
    """
    from interpreter.catalogue import stage_text
    from interpreter.native.refusal import NotNative

    loaded = load(game, options)
    if native:
        from interpreter.native.dump import dump_native

        try:
            click.echo("\n".join(dump_native(loaded.engine)), nl=False)
        except NotNative as error:
            fail(f"the native engine cannot play {loaded.name}: {error}")
        return
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
    except MemoryError as error:
        fail(str(error) or "there is not enough memory for this")
    except Exception as error:
        if is_expected(error):
            fail(str(error))
        fail(f"gdl met a mistake of its own ({type(error).__name__}: {error}); {keep_trace()}", 70)


def is_expected(error: Exception) -> bool:
    """Whether an error says in full what is wrong: with the rules, or with building a library."""
    from gdl.diagnostics import GdlError
    from interpreter.native.compilers import NativeError

    return isinstance(error, (GdlError, NativeError))


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
