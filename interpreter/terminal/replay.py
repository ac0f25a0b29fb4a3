"""`gdl replay`: a record step by step, and where and why it stops."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from interpreter.replay import Replay
from interpreter.terminal import phrases, sight
from interpreter.terminal.drawing import Drawer
from interpreter.terminal.keeping import findings, open_record
from interpreter.terminal.play import BELOW
from interpreter.terminal.screen import Screen
from interpreter.terminal.session import Refused, shown
from interpreter.wording import title_of


def run_replay(path: Path, step: bool = False, as_json: bool = False) -> int:
    """Replay a record; the exit status: 0, or 1 if something is wrong with it.

    `step` shows the position after every move, and on a terminal waits for Enter; `as_json` prints
    what was found as data and nothing else.
    """
    screen = Screen()
    try:
        found = open_record(path)
    except Refused as error:
        screen.error(str(error))
        return 1
    if as_json:
        print(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
        return int(not found.is_sound)
    try:
        show(screen, found, step)
        screen.note(*findings(found, path))
    except (EOFError, KeyboardInterrupt):
        screen.say("")
    return int(not found.is_sound)


def show(screen: Screen, found: Replay, step: bool) -> None:
    """The moves turn by turn, the positions, and the end."""
    columns, rows = screen.size
    drawer = Drawer(found.game, (columns, rows - BELOW), screen.ascii_only)
    screen.say(title_of(found.game), style="bold")
    if step:
        draw(screen, drawer, found, 0)
    number = 0
    while number < len(found.moves):
        before = found.states[number]
        who = "chance" if before.is_chance else before.colour
        screen.say(f"{before.turn + 1}. {who}: {found.moves[number].text}")
        number += 1
        if step:
            draw(screen, drawer, found, number)
            if sys.stdin.isatty() and sys.stdout.isatty() and number < len(found.moves):
                screen.wait("Enter: the next move; Ctrl-C: the end")
    if not step:
        draw(screen, drawer, found, number)
    if found.result is not None:
        screen.say(*phrases.result_lines(shown(found)))


def draw(screen: Screen, drawer: Drawer, found: Replay, number: int) -> None:
    """The position after so many moves."""
    state, cells = found.states[number], frozenset(found.game.board.cells)
    last = sight.words(found.moves[number - 1].text) if number else []
    screen.say("")
    screen.runs(drawer.rows(sight.whole(state, cells.intersection(last))))
    if state.variables:
        screen.say(phrases.status(state.variables, found.states[0].variables))
    screen.say("")
