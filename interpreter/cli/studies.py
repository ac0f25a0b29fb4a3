"""Commands that play many games: compare, record, tune."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from gdl.source.diagnostics import GdlError
from gdl.source.nearest import nearest
from interpreter.api.loading import load_game
from interpreter.api.record import RecordError, write
from interpreter.api.record import save as save_record
from interpreter.cli.loading import slower, status_of
from interpreter.cli.shared import GAME_OPTIONS, FilePath, Number, fail, parse_options
from interpreter.process.progress import ProgressLine
from interpreter.study.driver import FILE, carry_out, default_folder, tune_and_show
from interpreter.study.plan.parsing import varied
from interpreter.study.plan.study import Study, StudyError
from interpreter.study.plan.study_file import is_study, study_of
from interpreter.study.results.records import record_of
from interpreter.study.run.targets import target_of
from interpreter.study.run.tune import tuning_study

MEANT = dict.fromkeys(("study", "folder", "dir", "directory", "output"), "out")
"""What people write for an option of a comparison."""


@click.command(context_settings=GAME_OPTIONS)
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "--vary", multiple=True, metavar="NAME=A,B or A..B",
    help="Compare these values of an option (repeatable: every combination).",
)  # fmt: skip
@click.option("-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the games.")
@click.option(
    "--agents", multiple=True, metavar="WHO",
    help="Who plays: random, uct:500, alphabeta:depth=4, or `uct:1000 vs uct:500`; several with "
    "commas or | between them, or by repeating the option. Default: random.",
)  # fmt: skip
@click.option("--trust", is_flag=True, help="Run the programs that a study file names as agents.")
@click.option("--ladder", metavar="uct:A,B,C", help="Play each strength against the next weaker "
              "one, in whatever order they are written; `reference` goes from random play upward.")
@click.option("--games", "count", metavar="N", help="Games of each variant and pairing [1000].")
@click.option("--seed", metavar="N", help="The seed of all games [1].")
@click.option("--until", metavar="2%", help="Stop when half of every interval is at most this; "
              "not with --test.")
@click.option("--margin", metavar="2%", help="Shares that lie closer count as equal [2%].")
@click.option("--pace", metavar="20s", help="What people take for a turn [20s].")
@click.option("--base", metavar="VARIANT", help="The variant with which the report compares the "
              "others: its title, or its number from 1 [1].")
@click.option(
    "--test", metavar="METRIC D",
    help="Stop when a sequential test knows whether a metric of two variants differs by D.",
)  # fmt: skip
@click.option("--metrics", metavar="A,B", help="Only these metrics.")
@click.option("--detailed", metavar="N", help="Random games measured move by move [1000].")
@click.option("--probes", metavar="N", help="Games of agents that are searched twice [200].")
@click.option("--moves", metavar="N", help="Moves after which a game is given up [5000].")
@click.option("--solve", is_flag=True, help="Add the value with best play, on small boards.")
@click.option("--workers", type=Number(1, 1024), help="Processes; default: all cores.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, as tcp://host:8786.")
@click.option("--out", type=FilePath(file_okay=False), metavar="DIR",
              help="The folder of the study; the same command continues it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the report as data for programs.")
@click.pass_context
def compare(ctx: click.Context, /, games: tuple[str, ...], **given: Any) -> None:
    """Play variants of games, and say what differs and how sure that is.

    Variants are rule files, values of an option, or both; or the study file that names them. Every
    game is kept in DIR/study.sqlite, the report is DIR/report.html. Games played before Ctrl-C are
    kept, and the same command continues from there.

    Example: gdl compare squ --vary size=8,10 --agents random,uct:500 --games 1000
    """

    begin = next((i for i, word in enumerate(games) if word.startswith("--")), len(games))
    extra = [*games[begin:], *ctx.args]
    refuse_report(extra)
    options = parse_options(given["pairs"], extra)
    with telling_mistakes():
        try:
            plan = study_of(list(games[:begin]), options, words_of(given))
        except (StudyError, GdlError):
            check_names(ctx, games[:begin], parse_options((), list(games[begin:])))
            raise
        build_all(plan)
        folder = given["out"] or default_folder(plan)
        status = carry_out(plan, folder, given["workers"], given["cluster"], given["as_json"])
    sys.exit(status)


def refuse_report(words: list[str]) -> None:
    """Refuse to be asked for what is written anyway.

    Raises UsageError.
    """
    asked = next((w for w in words if w.partition("=")[0] in ("--report", "--html")), None)
    if asked is not None:
        raise click.UsageError(
            f"`{asked.partition('=')[0]}` is not needed: the report is always written, as "
            "report.html in the folder of the study, which `--out DIR` chooses"
        )


def build_all(plan: Study) -> None:
    """Build what plays the variants, with a note on each that the slow engine plays."""
    with ProgressLine() as line:
        for number, variant in enumerate(plan.variants, 1):
            line.tell(f"building {variant.title} ({number} of {len(plan.variants)})")
            variant.game.engine()
    for variant in plan.variants:
        if variant.game.why_reference:
            click.echo(f"{variant.title}: {slower(variant.game.why_reference)}", err=True)


def words_of(given: dict[str, Any]) -> dict[str, Any]:
    """The options of the command as `study_of` takes them."""
    solve = "yes" if given["solve"] else None
    return given | {"games": given["count"], "solve": solve, "vary": varied(given["vary"])}


def check_names(ctx: click.Context, games: tuple[str, ...], options: dict[str, str]) -> None:
    """Refuse options that neither the command nor any game has, and say what there is.

    Raises UsageError, and GdlError if the rules of a game have errors.
    """

    declared = {
        name for game in games if options and not is_study(Path(game))
        for name in load_game(game).options
    }  # fmt: skip
    options_of_command = [p for p in ctx.command.params if isinstance(p, click.Option)]
    known = [name.removeprefix("--") for p in options_of_command for name in p.opts]
    for name in options:
        is_of_a_game = name in declared or nearest(name, declared) is not None
        near = None if is_of_a_game else nearest(name, known)
        if near:
            raise click.UsageError(f"there is no option --{name}; did you mean --{near}?")
        if not is_of_a_game:
            raise click.UsageError(no_option(ctx, name, sorted(declared)))


def no_option(ctx: click.Context, name: str, declared: list[str]) -> str:
    """That neither the command nor the games have an option, and which ones there are."""
    games = f"the games have {', '.join(f'`--{d}`' for d in declared)}" if declared else (
        "the games have no options"
    )  # fmt: skip
    near = f"; did you mean `--{MEANT[name]}`?" if name in MEANT else "."
    return (
        f"`{ctx.command_path}` has no option `--{name}`, and {games}{near} "
        f"`{ctx.command_path} --help` lists those of the command"
    )


@click.command()
@click.argument("folder", type=FilePath(exists=True))
@click.argument("variant")
@click.argument("number", type=Number(1))
@click.option("--agents", metavar="WHO", help="The pairing, if there are several.")
@click.option("--save", type=FilePath(), help="Write it to this file.")
def record(folder: Path, variant: str, number: int, agents: str | None, save: Path | None) -> None:
    """Show a game of a study as a record, which `gdl replay` plays.

    The games of a variant and a pairing are counted from 1.

    Example: gdl record sizes size=8 17 --agents uct:500 --save game.txt
    """

    path = folder / FILE if folder.is_dir() else folder
    with telling_mistakes():
        played = record_of(path, variant, agents, number - 1)
    if save is None:
        click.echo(write(played), nl=False)
        return
    try:
        save_record(save, played)
    except (OSError, RecordError) as error:
        fail(f"{save} cannot be written: {getattr(error, 'strerror', None) or error}")


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--vary", multiple=True, metavar="NAME=A,B or A..B",
    help="The values of an option to try (repeatable: every combination). Default: the published "
    "values of all options.",
)  # fmt: skip
@click.option("-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--target", "targets", multiple=True, required=True, metavar="METRIC=RANGE",
    help="What is wanted: win-1=50±1%, draws<=5%, turns=30..60 (repeatable).",
)  # fmt: skip
@click.option("--agents", default="uct:500", show_default=True, help="Who plays, on all seats.")
@click.option("--games", "count", default="1000", show_default=True, metavar="N",
              help="Games of each variant that is kept to the end.")  # fmt: skip
@click.option("--best", type=Number(1), default=3, show_default=True,
              help="How many variants are shown.")  # fmt: skip
@click.option("--seed", default="1", show_default=True, metavar="N", help="The seed of all games.")
@click.option("--workers", type=Number(1, 1024), help="Processes; default: all cores.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, as tcp://host:8786.")
@click.option("--out", type=FilePath(file_okay=False), metavar="DIR",
              help="The folder of the games; the same command continues them.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@click.pass_context
def tune(
    ctx: click.Context, /, game: str, vary: tuple[str, ...], pairs: tuple[str, ...],
    targets: tuple[str, ...], agents: str, count: str, best: int, seed: str, workers: int | None,
    cluster: str | None, out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Search option values for games that are as you want them.

    All combinations play a few games; the better third plays three times as many, and so on. The
    best then play as many games again, because luck has helped to select them. Games played before
    Ctrl-C are kept, and the same command continues from there.

    Example: gdl tune cropa --vary side=4..7 --agents uct:200 --target win-1=50±2% --games 200
    """

    options = parse_options(pairs, ctx.args)
    with telling_mistakes():
        wanted = [target_of(text) for text in targets]
        plan = tuning_study(game, vary, options, agents, count, seed, wanted)
        build_all(plan)
        folder = out or default_folder(plan)
        status = tune_and_show(plan, wanted, folder, workers, cluster, best, as_json)
    sys.exit(status)


@contextmanager
def telling_mistakes() -> Iterator[None]:
    """Exit with a message if a study cannot be carried out or its rules have errors."""
    try:
        yield
    except StudyError as error:
        fail(str(error), 2 if error.is_usage else 1)
    except GdlError as error:
        fail(str(error), status_of(error))
