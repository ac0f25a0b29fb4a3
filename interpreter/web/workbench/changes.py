"""What a change of a rule file changes in play: its lines, and the shortest play that shows it."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.diff import Wanted, find
from interpreter.diff.report import bound, joined, verdict
from interpreter.diff.rules.findings import Change, Difference, Line
from interpreter.web.workbench.drawn import small_board

SECONDS = 8.0  # of a comparison
PAIRS = 20_000  # pairs of positions to compare before random games
GAMES = 60
MAX_FACTS = 8
MAX_BOARDS = 4  # drawn of a play, the last ones


def changes_of(before: Game, now: Game) -> dict[str, Any]:
    """The differences of two versions as plain data."""
    finding = find(before, now, Wanted(pairs=PAIRS, games=GAMES, seconds=SECONDS))
    difference, looked = finding.difference, finding.looked
    return {
        "lines": lines_of(finding.changes),
        "notes": list(finding.notes),
        "equal": difference is None,
        "proved": looked.is_everything,
        "said": verdict(looked) if difference is None else bound(difference, looked),
        "play": None if difference is None else play_of(before, difference),
    }


def lines_of(changes: tuple[Change, ...]) -> list[dict[str, Any]]:
    """The rule lines that differ, under their headings."""
    grouped = groupby(changes, key=lambda change: (change.section, change.name))
    return [
        {
            "heading": ", ".join(part for part in head if part),
            "lines": [{"before": line_of(c.a), "now": line_of(c.b)} for c in group],
        }
        for head, group in grouped
    ]


def line_of(line: Line | None) -> dict[str, Any] | None:
    """A line as plain data; its file by its name alone."""
    if line is None:
        return None
    return {"file": Path(line.file).name, "line": line.number, "text": line.text}


def play_of(before: Game, difference: Difference) -> dict[str, Any]:
    """The moves after which the versions differ, what differs then, and the boards."""
    states = difference.states
    return {
        "moves": [{"before": a, "now": b} for a, b in difference.moves],
        "said": list(joined(difference.facts))[:MAX_FACTS],
        "steps": steps(before, [a for a, _ in difference.moves]),
        "boards": None if states is None else boards(*states),
    }


def steps(game: Game, moves: list[str]) -> list[dict[str, Any]]:
    """The boards that the last moves but one lead to, in the version before."""
    state: State = game.start("reference")
    shown: list[dict[str, Any]] = []
    for number, move in enumerate(moves[:-1], 1):
        state = state.play(move)
        if number >= len(moves) - MAX_BOARDS:
            shown.append({"number": number, "move": move, "svg": small_board(state)})
    return shown


def boards(before: State, now: State) -> dict[str, str]:
    """The boards of both versions."""
    return {"before": small_board(before), "now": small_board(now)}
