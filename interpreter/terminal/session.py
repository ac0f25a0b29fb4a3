"""A match on a screen: what is said, shown and saved."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from interpreter.api.record import write
from interpreter.drawing.text.board import Drawer
from interpreter.matches.match import Match, Ply, Refused
from interpreter.matches.seen import mover_text
from interpreter.process.shown_command import shown_command, shown_path
from interpreter.terminal import phrases, visibility
from interpreter.terminal.match_files import Keeper
from interpreter.terminal.screen import Screen
from interpreter.terminal.stored import note_room
from interpreter.terminal.tints import tint_lines

BELOW = 6  # rows of the screen for what stands below the board
REPEATED = 10  # texts heard earlier that are shown again when a match is loaded


class Session:
    """A match and the screen that it is played on."""

    def __init__(self, match: Match, screen: Screen, keeper: Keeper, save: Path | None):
        self.screen = screen
        self.keeper = keeper
        self.autosave = save
        self.begin(match)

    def begin(self, match: Match) -> None:
        """Switch to a match, new or loaded."""
        self.match = match
        columns, rows = self.screen.size
        room, ascii_only = (columns, rows - BELOW), self.screen.ascii_only
        self.drawer = Drawer(match.game, room, ascii_only, note_room(match.game))
        self.looking: int | None = None  # the seat of the person at the screen
        seats = range(match.game.seats)
        self.told = {s: max(0, len(match.state.view(s).heard) - REPEATED) for s in seats}
        self.news: dict[int, tuple[str, ...]] = {}  # what each person heard last
        self.seen: object = None  # what that person was shown last
        self.is_stale = True  # the screen does not show the current state
        self.is_new = True
        self.is_done = False

    @property
    def is_secret(self) -> bool:
        """Whether something must be hidden from a person."""
        return self.match.is_secret and bool(self.match.people)

    # ---- the loop ----

    def go_on(self) -> None:
        """Let chance and agents move, then show the state if it has changed."""
        while ply := self.match.advance():
            self.report(ply)
        if not self.is_stale:
            return
        self.is_stale = False
        if self.match.is_over:
            self.show_end()
        else:
            self.pass_on()
            self.show()

    def prompt(self) -> str:
        """The prompt for the next line."""
        seat = self.match.person
        if seat is None:
            return "the match is over> "
        state = self.match.state
        return f"{state.colour_of(seat)}, seat {seat + 1}, turn {state.turn + 1}> "

    def editor(self) -> object:
        """The key of the input history: one for each person if things are hidden."""
        return self.looking if self.is_secret else None

    def words(self) -> list[str]:
        """The completions of a line: moves, questions and commands."""
        names = [*phrases.command_names(), *(f"why {n}" for n in self.match.game.model.actions)]
        if self.match.person is None:
            return names
        state = self.match.state
        return [*(m.text for m in state.moves()), *state.questions(), *names]

    def end_of_input(self) -> None:
        """Say that the input has ended, unless the match is over."""
        if not self.match.is_over:
            is_piped = self.screen.line and not self.screen.is_terminal
            line = f" after line {self.screen.line}" if is_piped else ""
            self.screen.note(f"The input ended{line}, before the match was over.")

    # ---- what is said ----

    def report(self, ply: Ply) -> None:
        """Announce a move; if things are hidden, each person is told later what they may know."""
        self.is_stale = True
        if self.is_secret:
            return
        before, heard = ply.before.view(0).heard, ply.after.view(0).heard
        news, moves = heard[len(before) :], self.moves_as_heard(ply)
        who = mover_text(ply.before) if ply.seat is None else ply.before.colour_of(ply.seat)
        told = [text for text in news if text not in moves]
        self.screen.tell(f"{who}: {ply.move.text}", *told, style="bold")

    def moves_as_heard(self, ply: Ply) -> set[str]:
        """The moves of the turn so far as the first seat hears them, each of them told before: in
        part where something is hidden, and together where all chose at once.
        """
        turn = takewhile(lambda p: p.before.turn == ply.before.turn, reversed(self.match.plies))
        return {p.before.heard_of(p.move.key, p.seat)[0] for p in turn}

    def tell(self, seat: int) -> None:
        """Say what a seat has heard since it was last told."""
        heard = self.match.state.view(seat).heard
        news, self.told[seat] = heard[self.told[seat] :], len(heard)
        if news:
            self.news[seat] = news
            self.screen.tell(*phrases.heard_lines(news), style="bold")

    def answer(self, ply: Ply, seat: int) -> None:
        """Tell the person who moved what came of it, where things are hidden."""
        view = self.match.state.view(seat)
        heard, move = view.heard[self.told[seat] :], ply.move.text
        if view.chosen.get(view.colour):
            self.screen.tell(f"chosen: {move} – told when all have chosen", style="bold")
        elif f"{ply.before.colour_of(seat)}: {ply.move.text}" not in heard:
            self.screen.tell(f"refused: {move} – the turn goes on", style="bold")
        self.tell(seat)

    def pass_on(self) -> None:
        """If things are hidden, clear the screen before the next person sees it."""
        seat = self.match.person
        if not self.is_secret or seat == self.looking or seat is None:
            return
        name = phrases.seat_text(self.match, seat)
        if self.looking is not None or len(self.match.people) > 1:
            if self.looking is None:
                self.screen.say(f"pass the terminal to {name}", style="bold")
            else:
                self.screen.wait(f"Press Enter, then pass the terminal to {name}.")
            self.screen.hide()
            if self.screen.is_terminal and self.looking is None:
                self.screen.say(*phrases.opening_lines(self.match))
            if self.screen.is_terminal:
                self.screen.wait(f"{name}: press Enter when nobody else looks.")
            self.is_new = True
        self.looking, self.seen = seat, None

    # ---- what is shown ----

    def show(self) -> None:
        """Show the board, what else is known, and the moves, as the person to move may see them."""
        seat = self.match.person
        if self.is_secret and seat is not None:
            self.tell(seat)
        seen = self.is_secret and seat is not None and self.match.state.view(seat)
        if not seen or self.seen != (seen.standing(), seen.hidden, seen.variables, seen.supply):
            self.show_board(seat)
        if seen:
            self.seen = (seen.standing(), seen.hidden, seen.variables, seen.supply)
        if seat is not None:
            state, width = self.match.state, self.screen.size[0]
            short = self.drawer.symbols.short
            self.screen.tell(*phrases.few_move_lines(state.moves(), width, short))

    def show_board(self, seat: int | None, legend: bool = False) -> None:
        """Show the board and what stands below it."""
        if self.is_secret and seat is None:
            return
        news = self.news.get(seat, ()) if seat is not None else ()
        symbols, viewer = self.drawer.symbols, seat if self.is_secret else None
        seen = visibility.scene(self.match, viewer, symbols, news)
        self.screen.say("")
        self.screen.runs(self.drawer.rows(seen))
        if self.is_new or legend:
            self.screen.runs(visibility.legend(symbols))
            self.screen.tell(*tint_lines(self.match.game, self.screen.size[0]))
            self.is_new = False
        self.screen.tell(*visibility.facts(self.match, viewer, symbols, self.screen.size[0]))

    def show_end(self) -> None:
        """Show the last position and the result."""
        for seat in self.match.people if self.is_secret else ():
            if seat == self.looking or len(self.match.people) == 1:
                self.tell(seat)
        only = self.match.people[0] if len(self.match.people) == 1 else None
        self.show_board(only)
        self.screen.say("", *phrases.result_lines(self.match), style="bold")
        if self.match.people:
            back = "" if self.is_secret else "`undo` takes back, "
            self.screen.say(f"`save FILE` keeps a record, {back}`quit` leaves.")

    # ---- keeping ----

    def keep(self) -> str:
        """Write the record to the file of `--save` if anything is new; return an error message, or
        an empty text.
        """
        if self.autosave is None or self.keeper.kept == self.match.record():
            return ""
        try:
            self.keeper.save(self.autosave, self.match)
        except Refused as error:
            self.autosave = None
            return f"{error}; until then the match is not saved"
        return ""

    def leave(self) -> list[str]:
        """Save what would be lost; return lines to print, since printing may fail."""
        trouble = self.keep()
        said = [trouble] if trouble else []
        if self.keeper.is_kept(self.match):
            return said
        path = self.keeper.rescue(self.match)
        if path is None:
            nowhere = "No folder can be written to. This is the record of the match:"
            return [*said, nowhere, write(self.match.record())]
        said.append(f"The match is kept in {path}")
        if not self.match.is_over:
            words = "gdl", "play", shown_path(self.match.origin), "--load", shown_path(path)
            said.append(f"Go on with: {shown_command(*words)}")
        return said
