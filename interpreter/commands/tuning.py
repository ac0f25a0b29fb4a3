"""The command `gdl tune`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.commands.shared import GAME_OPTIONS, FilePath, parse_options, telling_mistakes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.compare.study import Study
    from interpreter.compare.tune import Target


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
@click.option("--best", type=click.IntRange(1), default=3, show_default=True,
              help="How many variants are shown.")  # fmt: skip
@click.option("--seed", default="1", show_default=True, metavar="N", help="Where chance begins.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes; default: all cores.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, as tcp://host:8786.")
@click.option("--out", type=FilePath(file_okay=False), metavar="DIR",
              help="The folder of the games; the same command goes on with them.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@click.pass_context
def tune(
    ctx: click.Context, /, game: str, vary: tuple[str, ...], pairs: tuple[str, ...],
    targets: tuple[str, ...], agents: str, count: str, best: int, seed: str, workers: int | None,
    cluster: str | None, out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Search option values for games that are as you want them.

    All combinations play a few games, the better third goes on with three times as many, and so
    on. The best then play as many games again, since luck has helped to choose them. Ctrl-C keeps
    what was played, and the same command goes on.

    Example: gdl tune cropa --vary side=4..7 --agents uct:200 --target win-1=50±2% --games 200
    """
    from interpreter.compare.carry_out import default_folder, tune_and_show
    from interpreter.compare.tune import target_of

    options = parse_options(pairs, ctx.args)
    with telling_mistakes():
        wanted = [target_of(text) for text in targets]
        study = study_of(game, vary, options, agents, count, seed, wanted)
        folder = out or default_folder(study)
        status = tune_and_show(study, wanted, folder, workers, cluster, best, as_json)
    sys.exit(status)


def study_of(
    game: str, vary: tuple[str, ...], options: dict[str, str], agents: str, count: str, seed: str,
    targets: Sequence[Target],
) -> Study:  # fmt: skip
    """The study whose variants are all combinations of values.

    Games are looked at as closely as the targets need it.  Raises StudyError, and GdlError for
    rules that cannot be played.
    """
    from interpreter.compare import texts as t
    from interpreter.compare.study import Study, check_study, wrong
    from interpreter.compare.vary import published_values, varied

    values = varied(vary) or published_values(game, options)
    games, pairings = t.whole("games", count, 1000), t.pairings_of([agents], runs_programs=True)
    found = Study(
        f"tune {game}", t.variants_of([game], values, options), pairings,
        games=games, seed=t.whole("seed", seed, 1, least=0),
        detailed=2 * games if any(target.metric.needs_look for target in targets) else 0,
        probes=2 * games if any(target.metric.needs_second_look for target in targets) else 0,
    )  # fmt: skip
    check_study(found)
    if len(found.pairings) != 1 or not found.pairings[0].is_mirror:
        raise wrong("`--agents` of `tune` is one agent, which plays on all seats")
    return found
