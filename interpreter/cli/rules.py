"""Commands about rule files: show, check, format."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import click

from gdl.formatting import format_source
from gdl.prose.sheet import explained
from gdl.source.diagnostics import Diagnostic, GdlError
from gdl.source.files import read_bounded
from gdl.source.library import NoSuchGame, as_source
from gdl.source.limits import MAX_BYTES
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.api.wording import plural
from interpreter.board.values import IllegalMove, Move
from interpreter.checking.catalogue import describe, description
from interpreter.checking.check import check_file
from interpreter.cli.loading import load
from interpreter.cli.shared import GAME_OPTIONS, FilePath, fail, game_options, to_json
from interpreter.drawing.svg import THEMES, cover_svg, position_svg
from interpreter.drawing.text.symbols import Symbols
from interpreter.process.files import write_file
from interpreter.process.output import pass_on
from interpreter.typed.moves import Unclear, expanded, meant_move


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@click.option(
    "--svg", type=FilePath(dir_okay=False, allow_dash=True), metavar="FILE",
    help="Draw the board into a file instead, or to the terminal with `-`.",
)  # fmt: skip
@click.option(
    "--after", "moves", multiple=True, metavar="MOVE", help="Draw it after this move (repeatable)."
)
@click.option(
    "--theme", type=click.Choice([*THEMES]), default="light", show_default=True,
    help="Colours of the drawing; `auto` follows the setting of whoever looks.",
)  # fmt: skip
@game_options
def show(
    game: str, as_json: bool, svg: Path | None, moves: tuple[str, ...], theme: str,
    options: dict[str, str],
) -> None:  # fmt: skip
    """Show a game: what it is, its options, its rules; or draw its board.

    Example: gdl show hex --size 7 --svg hex.svg --after "place d4"
    """

    if svg is None and (moves or theme != "light"):
        raise click.UsageError("`--after` and `--theme` belong to a drawing: say `--svg FILE`")
    if svg is not None and as_json:
        raise click.UsageError("either `--svg` or `--json`")
    loaded = load(game, options)
    if svg is None:
        click.echo(to_json(describe(loaded)) if as_json else description(loaded))
        return
    text = f"{drawing(loaded, moves, theme)}\n"
    if str(svg) == "-":
        click.echo(text, nl=False)
        return
    try:
        write_file(svg, text)
    except OSError as error:
        fail(f"{svg} cannot be written: {error.strerror}")


def drawing(game: Game, moves: tuple[str, ...], theme: str) -> str:
    """The board after some moves, with all that is on it, as SVG; its cover where there is none."""
    if not game.board.cells:
        if moves or theme != "light":
            fail(f"{game.title} has no board: `--svg` draws what stands for it, in one way only")
        return str(cover_svg(game))
    state = game.start("reference")
    for move in moves:
        try:
            state = state.play(typed_move(state, move))
        except (IllegalMove, Unclear) as error:
            fail(str(error))
    return position_svg(state, theme)


def typed_move(state: State, text: str) -> Move:
    """The move that a text means, as it would be typed in play.  Raises IllegalMove and Unclear."""
    if not state.is_chance and not state.is_over:
        text = expanded(state, text, Symbols(state.game).short)
        if (move := meant_move(state, text)) is not None:
            return move
    return state.parse(text)


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@game_options
def explain(game: str, options: dict[str, str]) -> None:
    """Say the rules of a game in English sentences, made from its file, as Markdown.

    What you have written may be legal and yet not what you meant; this says what it means.

    Example: gdl explain reversi
    """
    click.echo(explained(load(game, options).model), nl=False)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Check rule files and say what is wrong with them, where, and what would work.

    Example: gdl check my-game.yaml
    """

    diagnostics: list[Diagnostic] = []
    missing = []
    for name in files:
        try:
            diagnostics += check_file(name)
        except NoSuchGame as error:
            missing.append(str(error.args[0]))
    errors = sum(d.is_error for d in diagnostics)
    if as_json:
        click.echo(to_json([d.as_json() for d in diagnostics]))
    else:
        for diagnostic in diagnostics:
            click.echo(diagnostic.render() + "\n")
        if not missing:
            click.echo(summary(len(files), diagnostics))
    for message in missing:
        click.echo(message, err=True)
    if missing or errors:
        sys.exit(1)


def summary(files: int, diagnostics: list[Diagnostic]) -> str:
    """The last line of `gdl check`."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    errors, warnings, notes = (counts[severity] for severity in ("error", "warning", "note"))
    noted = f", {plural(notes, 'note')}" if notes else ""
    if not errors and not warnings:
        return f"no mistakes found{'' if files == 1 else f' in {files} files'}{noted}"
    return f"{plural(errors, 'error')}, {plural(warnings, 'warning')}{noted}"


# ---- format ------------------------------------------------------------------------------------

STANDARD_INPUT = Path("-")


@dataclass(frozen=True)
class Form:
    """A rule file as it is, and its text as it should be."""

    path: Path
    before: bytes
    after: str

    @property
    def is_changed(self) -> bool:
        """Whether formatting changes the file."""
        return self.before != self.after.encode()

    def difference(self) -> str:
        """The lines that change, as `diff -u` shows them."""
        before = self.before.decode("utf-8-sig").splitlines(keepends=True)
        after = self.after.splitlines(keepends=True)
        names = str(self.path), f"{self.path} (formatted)"
        return "".join(difflib.unified_diff(before, after, *names))


@click.command("format")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FilePath())
@click.option("--check", is_flag=True, help="Write nothing; status 1 if a file would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
def format_(files: tuple[Path, ...], check: bool, show_diff: bool) -> None:
    """Write rule files in the usual form: indentation, blanks, line breaks.

    Rules, comments and their order stay, and a file that cannot be read is left as it is.  With
    `-`, the standard input is formatted and written to the standard output.

    Example: gdl format my-game.yaml
    """
    forms = [form for path in files if (form := form_of(path))]
    changed = [form for form in forms if form.is_changed]
    is_failed = len(forms) < len(files) or (check and bool(changed))
    for form in forms:
        if show_diff:
            click.echo(form.difference(), nl=False)
        elif check:
            click.echo(f"{form.path} would change\n" * form.is_changed, nl=False)
        else:
            is_failed |= not write_form(form)
    if forms and not changed and not show_diff and STANDARD_INPUT not in files:
        click.echo("nothing to change")
    if is_failed:
        sys.exit(1)


def form_of(path: Path) -> Form | None:
    """The form of a file; None after saying why it cannot be formatted."""
    try:
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""  # None if closed
        else:
            data = read_bounded(path, MAX_BYTES + 1)
        name = "standard input" if path == STANDARD_INPUT else str(path)
        return Form(path, data, format_source(as_source(name, data)))
    except OSError as error:
        click.echo(f"{path} cannot be read: {error.strerror or error}", err=True)
    except NoSuchGame as error:
        click.echo(str(error.args[0]), err=True)
    except GdlError as error:
        click.echo(f"{error}\n", err=True)
    return None


def write_form(form: Form) -> bool:
    """Write a form in place of its file, if it differs; whether that succeeds."""
    if form.path == STANDARD_INPUT:
        pass_on(sys.stdout, form.after)
    elif form.is_changed:
        try:
            write_file(form.path, form.after)
        except OSError as error:
            click.echo(f"{form.path} cannot be written: {error.strerror or error}", err=True)
            return False
        click.echo(f"formatted {form.path}")
    return True
