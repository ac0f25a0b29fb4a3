"""The texts of the terminal: moves, results and rules in words.  Nothing here writes."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from gdl.source.wording import clip, names_as_words
from interpreter.api.game import Game
from interpreter.api.replay import name_of, rule_file
from interpreter.api.wording import UNDECIDED, title_of
from interpreter.board.values import IllegalMove, Move
from interpreter.drawing.text.values import value_text
from interpreter.matches.match import Match
from interpreter.process.shown_command import shown_command, shown_path

OFTEN = 3  # equal texts in a row that are still told one by one
MANY = 6  # moves of chance by one action in a row that are still told one by one
SHOWN = 20  # moves before a list is shortened
COMMANDS = {
    "moves": "all legal moves",
    "board": "the board again",
    "why MOVE": "which line of the rules forbids a move",
    "ask QUESTION": "ask a private question, such as `touch a1`, where the game has them",
    "heard": "all that you were told, where things are hidden",
    "hint": "a move that an agent suggests",
    "undo": "take back to your last decision",
    "redo": "play again what was taken back",
    "rules": "notes, options and the file of the rules",
    "save FILE": "keep a record of the match; `save! FILE` replaces a file that is there",
    "load FILE": "go on with the match of a record",
    "resign": "give up; `resign seat 2` or `resign Black` where several people play",
    "quit": "leave; a match that is not saved is kept",
    "help": "this list",
}


def command_names() -> tuple[str, ...]:
    """The commands without their arguments."""
    return tuple(name.split()[0] for name in COMMANDS)


def help_lines() -> list[str]:
    """The help: what may be typed."""
    lines = ["A move is typed as its text, as the number that stands before it, or without the"]
    lines += ["name of its action where that is clear. Tab completes. Besides moves there are:"]
    lines += [f"  {name:13} {meaning}" for name, meaning in COMMANDS.items()]
    return [*lines, "A colon before a command, as in `:undo`, keeps it from being read as a move."]


def heard_lines(news: Sequence[str]) -> list[str]:
    """What somebody hears, in its order; a long run of one text, or of one action of chance, such
    as the deal of many cards, is a line with its number.
    """
    return [f"you hear – {text}" for _, run in groupby(news, chance_of) for text in joined([*run])]


def chance_of(text: str) -> str:
    """The action of chance that a text tells; empty if it tells anything else."""
    return " ".join(text.split()[:2]) if text.startswith("chance: ") else ""


def joined(news: Sequence[str]) -> list[str]:
    """The lines for texts in a row, all of one action of chance or none of them."""
    action = chance_of(news[0])
    if action and len(news) > MANY and len({*news}) > 1:
        return [f"{action} × {len(news)}"]
    runs = ((text, len([*run])) for text, run in groupby(news))
    told = ([f"{text} ({n} times)"] if n > OFTEN else [text] * n for text, n in runs)
    return [text for lines in told for text in lines]


def seat_text(match: Match, seat: int) -> str:
    """A seat with its colour and the person or agent who sits there, if that is known."""
    who = f" ({match.seats[seat]})" if match.seats[seat] else ""
    return f"seat {seat + 1}, {match.state.colour_of(seat)}{who}"


def opening_lines(match: Match) -> list[str]:
    """The text at the beginning of a match."""
    seats = " · ".join(seat_text(match, s) for s in range(match.game.seats))
    return [f"{title_of(match.game)} · seed {match.seed}", seats, "`help` lists the commands."]


# ---- moves -------------------------------------------------------------------------------------


def move_lines(moves: Sequence[Move], width: int) -> list[str]:
    """All legal moves with their numbers, by action."""
    groups = by_action([move.text for move in moves], moves)
    return [line for a, group in groups.items() for line in group_lines(a, a, group, width)]


def few_move_lines(moves: Sequence[Move], width: int, short: Callable[[str], str]) -> list[str]:
    """The first legal moves and how many there are; `short` abbreviates words."""
    texts = [" ".join(map(short, move.text.split())) for move in moves]
    groups = by_action(texts, moves)
    share = max(3, SHOWN // max(1, len(groups)))
    most = len(moves) if len(moves) <= SHOWN else share
    lines: list[str] = []
    for action, group in groups.items():
        is_cut = len(group) > most
        label = f"{action} ({len(group)})" if is_cut else action
        lines += group_lines(action, label, group[:most], width)
        lines[-1] += " …" if is_cut else ""
    if all(len(group) <= most for group in groups.values()):
        return lines
    return [*lines, f"{len(moves)} moves; `moves` lists all"]


def by_action(texts: Sequence[str], moves: Sequence[Move]) -> dict[str, list[tuple[int, str]]]:
    """The numbered texts of moves by action."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, (text, move) in enumerate(zip(texts, moves, strict=True), 1):
        groups.setdefault(move.action, []).append((number, text))
    return groups


def group_lines(action: str, label: str, group: list[tuple[int, str]], width: int) -> list[str]:
    """Moves of one action, in columns."""
    if len(group) == 1:
        return [f"  {group[0][0]} {group[0][1]}"]
    cells = [f"{n} {text.removeprefix(action).strip()}" for n, text in group]
    wide = max(map(len, cells)) + 2
    columns = max(1, (width - len(label) - 4) // wide)
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    texts = ["".join(cell.ljust(wide) for cell in row).rstrip() for row in rows]
    indent = " " * (len(label) + 4)
    return [f"  {label}: {texts[0]}", *(indent + text for text in texts[1:])]


# ---- why not -----------------------------------------------------------------------------------


def refusal(text: str, error: IllegalMove) -> str:
    """That a move is not legal, and why, with the place in the rules."""
    where = f" ({place(error)})" if error.span else ""
    return f"`{clip(text)}` is not legal: {names_as_words(error.message)}{where}"


def place(error: IllegalMove) -> str:
    """The file and line of the rule that forbids a move."""
    span = error.span
    return f"{span.source.name.rpartition('/')[2]}:{span.line}:{span.column}" if span else ""


def rule_lines(error: IllegalMove) -> list[str]:
    """The line of the rules that forbids a move, with carets under the span."""
    span = error.span
    if span is None:
        return []
    line, number = span.source.line(span.line).expandtabs(1), str(span.line)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    gutter = " " * len(number)
    return [
        f"{gutter} --> {span}",
        f"{number} | {line}",
        f"{gutter} | {' ' * (span.column - 1)}{'^' * max(1, end - span.column)}",
    ]


# ---- the end, the rules ------------------------------------------------------------------------


def result_lines(match: Match) -> list[str]:
    """The end of the match and the result of each seat, with its score if that may be seen."""
    result, scores = match.result, match.state.scores
    if result is None:
        return []
    lines = ["The match is over.", f"  {ending(match)}"]
    if match.resigned is not None:
        lines = [f"{match.state.colour_of(match.resigned)} has resigned."]
        scores = None
    if match.is_secret and not all(
        scores in match.state.view(seat).variables.values() for seat in match.people
    ):
        scores = None
    wins = match.game.results.wins(result)
    for seat, points in enumerate(result):
        colour = match.state.colour_of(seat)
        share = wins[seat]
        how = "wins" if share == 1 else "loses" if share == 0 else shared(wins)
        count = f", score {value_text(scores[colour])}" if scores else ""
        said = "" if match.game.results.is_common(result) else f" – {how}"
        lines.append(f"  {seat_text(match, seat)}: {gained(match.game, points)}{said}{count}")
    return lines


def gained(game: Game, result: float) -> str:
    """What a seat gets, rounded: points, or a share."""
    shown = f"{result:.12g}" if result == int(result) else f"{result:.4g}"
    return shown + f" point{'s' * (result != 1)}" * game.results.are_points


def ending(match: Match) -> str:
    """Why the match is over, in the words of the rules, or the rule; and where it stands."""
    if match.agreed is not None:
        return "the players have agreed on it"
    span = match.state.ended_by
    if span is None and not match.plies:
        return "it was over where it began"
    if span is None:
        return UNDECIDED
    said = match.state.ended_because or " ".join(span.text.split())
    return f"{said} ({Path(span.source.name).name}:{span.line})"


def shared(result: Sequence[float]) -> str:
    """What a share between 0 and 1 means in a result."""
    return "draws" if all(share == 0.5 for share in result) else "shares the win"


def rules_lines(game: Game, width: int) -> list[str]:
    """The notes, the options and the file of the rules."""
    about, path = game.model.about, rule_file(game)
    lines = [game.title + "".join(f", {about[k]}" for k in ("designer", "year") if k in about)]
    for paragraph in about.get("notes", "").split("\n\n"):
        lines += textwrap.wrap(paragraph, width)
    for option in game.model.declared:
        value = value_text(game.options[option.name])
        values = [value_text(v) for v in option.offered_published or option.offered]
        offered = ", ".join(values[:12]) + (" …" if len(values) > 12 else "")
        lines.append(f"option {option.name}: {value} (offered: {offered})")
    command = shown_command("gdl", "show", shown_path(name_of(game)))
    return [*lines, f"rules: {path or game.name}; `{command}` prints more"]
