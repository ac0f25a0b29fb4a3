"""`gdl play` runs a match on the screen and saves it, whatever ends it; `gdl replay` shows a record
and where and why it stops being legal.
"""

from __future__ import annotations

import json
import os
import random
import sys
from contextlib import suppress
from pathlib import Path

from interpreter.agents import AgentFailed
from interpreter.api.game import Game
from interpreter.api.replay import Replay, name_of, rule_file
from interpreter.api.state import State
from interpreter.api.wording import title_of
from interpreter.drawing.text.board import Drawer
from interpreter.drawing.text.tables import status_lines
from interpreter.matches.match import Match, Refused, default_seats, shown
from interpreter.matches.seen import mover_text
from interpreter.process.output import OutputLost
from interpreter.process.shown_command import shown_command, shown_path
from interpreter.process.stopping import Ended, stopped_kindly
from interpreter.terminal import phrases, visibility
from interpreter.terminal.commands import obey
from interpreter.terminal.match_files import Keeper, findings, open_record, resumed
from interpreter.terminal.screen import Screen
from interpreter.terminal.session import BELOW, Session
from interpreter.terminal.stored import note_room


def run_play(
    game: Game, seats: list[str], seed: int | None, load: Path | None, save: Path | None,
    start: State | None = None,
) -> int:  # fmt: skip
    """Play a game in the terminal.  Return the exit status: 0; 1 after an invalid record, errors in
    piped lines or a failure of an agent; 2 for unusable seats or files; 130 after Ctrl-C.

    If `seats` is empty, they are those of the record, or a person against the random agent.  A
    match that is not loaded begins in the state `start`, or at the start of the game.
    """
    screen, keeper = Screen(), Keeper()
    luck = random.SystemRandom().randrange(10**6) if seed is None else seed
    try:
        match = set_up(screen, keeper, game, seats, luck, load, start)
        if match is None:
            return 1
        if save is not None:
            keeper.save(save, match)
    except Refused as error:
        remove = shown_command("rm", shown_path(save))
        screen.error(str(error).replace(f"`save! {save}`", f"remove it with `{remove}`"))
        return 2
    return play(Session(match, screen, keeper, save))


def set_up(
    screen: Screen, keeper: Keeper, game: Game, seats: list[str], seed: int, load: Path | None,
    start: State | None = None,
) -> Match | None:  # fmt: skip
    """The match, new or of a record; None if the record cannot be continued."""
    if load is None:
        return Match(game, seats or default_seats(game), seed, name_of(game), start=start)
    try:
        replayed = open_record(load, rule_file(game))
    except Refused as error:
        screen.error(str(error))
        return None
    if replayed.game.name != game.name:
        screen.error(f"{load} is a record of {replayed.record.game}, not of {game.name}")
        return None
    match = resumed(load, replayed, seats, seed)
    told = findings(replayed, load)
    screen.note(*told)
    if told and not match.is_over:
        screen.note(f"The match goes on after move {len(match.plies)}.")
    keeper.kept = match.record()
    if not told:
        keeper.own.add(Path(os.path.realpath(load)))
    return match


def play(session: Session) -> int:
    """Run a match and save it, whatever ends it; it is saved before anything is printed."""
    last: list[str] = []
    with stopped_kindly() as stop:
        try:
            status = run(session)
        except KeyboardInterrupt:
            last, status = ["", "Stopped."], stop.status
        except AgentFailed as error:
            last, status = [str(error)], 1
        finally:
            stop.is_deaf = True
            kept = session.leave()
            with suppress(OutputLost):
                session.screen.note(*last, *kept)
    return status


def run(session: Session) -> int:
    """Play until the end; return the exit status."""
    session.screen.say(*phrases.opening_lines(session.match))
    interrupted = False
    while not session.is_done:
        session.go_on()
        if trouble := session.keep():
            session.screen.error(trouble)
        if session.match.is_over and not session.match.people:
            break
        try:
            line = session.screen.ask(session.prompt(), session.editor(), session.words)
        except Ended:
            raise
        except KeyboardInterrupt:
            if interrupted or not session.screen.is_terminal:
                raise
            session.screen.say("The match goes on; `quit` or Ctrl-C again leaves it.")
            interrupted = True
            continue
        except EOFError:
            session.end_of_input()
            break
        interrupted = False
        obey(session, line)
    return int(session.screen.wrong > 0 and not session.screen.is_terminal)


# ---- replay --------------------------------------------------------------------------------------


def run_replay(path: Path, step: bool = False, as_json: bool = False) -> int:
    """Replay a record; return the exit status: 0, or 1 if something is wrong with it.

    `step` shows the position after every move, and on a terminal waits for Enter; `as_json` prints
    the findings as JSON and nothing else.
    """
    screen = Screen()
    try:
        replayed = open_record(path)
    except Refused as error:
        screen.error(str(error))
        return 1
    if as_json:
        print(json.dumps(replayed.as_json(), indent=2, ensure_ascii=False))
        return int(not replayed.is_sound)
    try:
        show(screen, replayed, step)
        screen.note(*findings(replayed, path))
    except (EOFError, KeyboardInterrupt):
        screen.say("")
    return int(not replayed.is_sound)


def show(screen: Screen, replayed: Replay, step: bool) -> None:
    """Show the moves turn by turn, the positions, and the end."""
    columns, rows = screen.size
    room, notes = (columns, rows - BELOW), note_room(replayed.game)
    drawer = Drawer(replayed.game, room, screen.ascii_only, notes)
    screen.say(title_of(replayed.game), style="bold")
    if step:
        draw(screen, drawer, replayed, 0)
    number = 0
    while number < len(replayed.moves):
        before = replayed.states[number]
        screen.tell(f"{before.turn + 1}. {mover_text(before)}: {replayed.moves[number].text}")
        number += 1
        if step:
            draw(screen, drawer, replayed, number)
            if sys.stdin.isatty() and sys.stdout.isatty() and number < len(replayed.moves):
                screen.wait("Enter: the next move; Ctrl-C: the end")
    if not step:
        draw(screen, drawer, replayed, number)
    if replayed.result is not None:
        screen.say(*phrases.result_lines(shown(replayed)))


def draw(screen: Screen, drawer: Drawer, replayed: Replay, number: int) -> None:
    """Show the position after `number` moves."""
    state = replayed.states[number]
    last = visibility.words(replayed.moves[number - 1].text) if number else []
    screen.say("")
    screen.runs(drawer.rows(visibility.whole(state, last, drawer.symbols)))
    if state.variables:
        start = replayed.states[0].variables
        screen.tell(*status_lines(state.variables, start, screen.size[0]))
    screen.say("")
