"""The command `gdl compare`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.commands.shared import (
    GAME_OPTIONS,
    FilePath,
    fail,
    parse_options,
    slower,
    telling_mistakes,
)

if TYPE_CHECKING:
    from interpreter.compare.study import Study
    from interpreter.compare.study_file import StudyText

TEXTS = ("games", "seed", "detailed", "probes", "until", "test", "metrics", "moves")


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
@click.option("--ladder", metavar="uct:A,B,C", help="Play each strength against the one before.")
@click.option("--games", "count", metavar="N", help="Games of each variant and pairing [1000].")
@click.option("--seed", metavar="N", help="Where chance begins [1].")
@click.option("--until", metavar="2%", help="Stop when half of every interval is at most this.")
@click.option(
    "--test", metavar="METRIC D",
    help="Stop when a sequential test knows whether a metric of two variants differs by D.",
)  # fmt: skip
@click.option("--metrics", metavar="A,B", help="Only these metrics.")
@click.option("--detailed", metavar="N", help="Random games looked at move by move [1000].")
@click.option("--probes", metavar="N", help="Games of agents that are searched twice [200].")
@click.option("--moves", metavar="N", help="Moves after which a game is given up [5000].")
@click.option("--solve", is_flag=True, help="Add the value with best play, on small boards.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes; default: all cores.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, as tcp://host:8786.")
@click.option("--out", type=FilePath(file_okay=False), metavar="DIR",
              help="The folder of the study; the same command goes on with it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the report as data for programs.")
@click.pass_context
def compare(ctx: click.Context, /, games: tuple[str, ...], **given: Any) -> None:
    """Play variants of games, and say what differs and how sure that is.

    Variants are rule files, values of an option, or both; or the study file that names them. Every
    game is kept in DIR/study.sqlite, the report is DIR/report.html. Ctrl-C keeps what was played,
    and the same command goes on.

    Example: gdl compare squ --vary size=8,10 --agents random,uct:500 --games 1000
    """
    from gdl.diagnostics import GdlError
    from interpreter.compare.carry_out import carry_out, default_folder
    from interpreter.compare.study import StudyError

    begin = next((i for i, word in enumerate(games) if word.startswith("--")), len(games))
    options = parse_options(given["pairs"], [*games[begin:], *ctx.args])
    with telling_mistakes():
        try:
            study = study_of(list(games[:begin]), options, given)
        except (StudyError, GdlError):
            check_names(ctx, games[:begin], parse_options((), list(games[begin:])))
            raise
        for variant in study.variants:
            if variant.game.why_reference:
                click.echo(f"{variant.title}: {slower(variant.game.why_reference)}", err=True)
        folder = given["out"] or default_folder(study)
        status = carry_out(study, folder, given["workers"], given["cluster"], given["as_json"])
    sys.exit(status)


def check_names(ctx: click.Context, games: tuple[str, ...], options: dict[str, str]) -> None:
    """Refuse options that no game has and that look like misspelt options of the command.

    Raises UsageError, and GdlError for rules that cannot be played.
    """
    from gdl.nearest import nearest
    from interpreter.compare.study_file import is_study
    from interpreter.loading import load_game

    declared = {
        name for game in games if options and not is_study(Path(game))
        for name in load_game(game).options
    }  # fmt: skip
    options_of_command = [p for p in ctx.command.params if isinstance(p, click.Option)]
    known = [name.removeprefix("--") for p in options_of_command for name in p.opts]
    for name in options:
        near = None if name in declared else nearest(name, known)
        if near:
            raise click.UsageError(f"there is no option --{name}; did you mean --{near}?")


@click.command()
@click.argument("folder", type=FilePath(exists=True))
@click.argument("variant")
@click.argument("number", type=click.IntRange(0))
@click.option("--agents", metavar="WHO", help="The pairing, if there are several.")
@click.option("--save", type=FilePath(), help="Write it to this file.")
def record(folder: Path, variant: str, number: int, agents: str | None, save: Path | None) -> None:
    """Show a game of a study as a record, which `gdl replay` plays.

    Example: gdl record sizes size=8 17 --agents uct:500 --save game.txt
    """
    from interpreter.compare.carry_out import FILE
    from interpreter.compare.records import record_of
    from interpreter.record import RecordError, write
    from interpreter.record import save as save_record

    path = folder / FILE if folder.is_dir() else folder
    with telling_mistakes():
        found = record_of(path, variant, agents, number)
    if save is None:
        click.echo(write(found), nl=False)
        return
    try:
        save_record(save, found)
    except (OSError, RecordError) as error:
        fail(f"{save} cannot be written: {getattr(error, 'strerror', None) or error}")


def study_of(games: list[str], options: dict[str, str], given: dict[str, Any]) -> Study:
    """The study that the words of a command stand for.

    Raises StudyError, and GdlError for rules that cannot be played.
    """
    from interpreter.compare.study import StudyError
    from interpreter.compare.study_file import StudyText, is_study, read_study
    from interpreter.compare.texts import variants_of
    from interpreter.compare.vary import varied

    texts = {name: given["count" if name == "games" else name] for name in TEXTS}
    if any(is_study(Path(name)) for name in games):
        if len(games) > 1 or options or given["vary"]:
            raise StudyError("a study file names all its variants; give it alone", is_usage=True)
        found = read_study(Path(games[0]))
    else:
        found = StudyText(" and ".join(games), variants_of(games, varied(given["vary"]), options))
    found.agents = list(given["agents"]) or found.agents or ["random"]
    found.runs_programs = given["trust"] or bool(given["agents"])
    found.ladder = given["ladder"] or found.ladder
    found.settings |= {name: text for name, text in texts.items() if text is not None}
    if given["solve"]:
        found.settings["solve"] = "yes"
    return built(found)


def built(text: StudyText) -> Study:
    """The study of what was written in a file or on the command line.

    Raises StudyError.
    """
    from interpreter.arguments import MAX_MOVES, USUAL_MOVES
    from interpreter.compare import texts as t
    from interpreter.compare.metrics import listed_metrics, sequential_keys
    from interpreter.compare.study import PROBES, Study, check_study

    words = text.settings
    until = words.get("until")
    found = Study(
        text.title or "a study",
        text.variants,
        t.pairings_of(text.agents, text.runs_programs),
        t.ladder_of(text.ladder) if text.ladder else (),
        games=t.whole("games", words.get("games"), 1000),
        seed=t.whole("seed", words.get("seed"), 1, least=0),
        detailed=t.whole("detailed", words.get("detailed"), 1000, least=0),
        probes=t.whole("probes", words.get("probes"), PROBES, least=0),
        most_moves=t.whole("moves", words.get("moves"), USUAL_MOVES, most=MAX_MOVES),
        until=None if until is None else t.width(until),
        question=t.question_of(words["test"], sequential_keys()) if "test" in words else None,
        metrics=listed_metrics(words.get("metrics", "")),
        solve=t.is_yes("solve", words.get("solve", "no")),
    )
    check_study(found)
    return found
