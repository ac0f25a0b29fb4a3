"""Carries out what a person types: moves in their various forms, questions and commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from gdl.source.nearest import nearest
from gdl.source.wording import clip, spaced
from interpreter.api.replay import rule_file
from interpreter.board.values import IllegalMove, Move
from interpreter.matches.match import Refused
from interpreter.terminal import phrases
from interpreter.terminal.match_files import findings, open_record, resumed
from interpreter.terminal.session import Session
from interpreter.typed import hints
from interpreter.typed import moves as typed

WAY_OUT = "`moves` lists what is possible"
OF_MOVES = ("why", "ask")  # the commands that cells may follow


def obey(session: Session, line: str) -> None:
    """Carry out a line; if it is wrong, say why, and the match goes on."""
    text = " ".join(line.split())
    if not text:
        return
    try:
        carry_out(session, expanded(session, text))
    except Refused as error:
        session.screen.error(str(error))
    except IllegalMove as error:
        way_out = "" if "did you mean" in error.message else f"; {WAY_OUT}"
        session.screen.error(f"{phrases.refusal(text, error)}{way_out}")


def carry_out(session: Session, text: str) -> None:
    """Carry out a text: a move, the number of one, a command or a question.

    Raises Refused and IllegalMove.
    """
    name, _, rest = text.removeprefix(":").partition(" ")
    is_move = session.match.person is not None and not text.startswith(":")
    move = exact_move(session, text) if is_move else None
    if move is None and name.lower() in COMMANDS:
        COMMANDS[name.lower()](session, rest.strip())
    elif text.startswith(":"):
        raise Refused(unknown(session, name))
    elif move is not None:
        make(session, move)
    elif not is_move:
        near = nearest(name.lower(), phrases.command_names())
        hint = f"did you mean `{near}`?" if near else "`save FILE`, `undo` and `quit` are left"
        raise Refused(f"the match is over; {hint}")
    elif name.lower() in question_names(session):
        ask(session, text)
    else:
        make(session, short_move(session, text))


# ---- moves -------------------------------------------------------------------------------------


def expanded(session: Session, text: str) -> str:
    """A text with the words and names of the rules in place of symbols and names as shown."""
    if session.match.person is None:
        return text
    return typed.expanded(session.match.state, text, session.drawer.symbols.short)


def exact_move(session: Session, text: str) -> Move | None:
    """The legal move with this text or this number in the list; None if there is none.

    Raises Refused if the number is not in the list.
    """
    moves, wanted = session.match.state.moves(), spaced(text).lower()
    move = next((m for m in moves if m.text.lower() == wanted), None)
    if move is None and text.isascii() and text.isdigit():
        if not 1 <= int(text[:9]) <= len(moves):
            raise Refused(f"the moves are numbered 1 to {len(moves)}, and this is {clip(text)}")
        return moves[int(text) - 1]
    return move


def short_move(session: Session, text: str) -> Move:
    """The legal move of a text, perhaps without its action, if only one can be meant.

    Raises Refused and IllegalMove, which say what is wrong with the text.
    """
    try:
        move = typed.meant_move(session.match.state, text)
    except typed.Unclear as error:
        raise Refused(str(error)) from None
    if move is None:
        raise Refused(unknown(session, text))
    return move


def make(session: Session, move: Move) -> None:
    """Play a person's move."""
    ply = session.match.play(move)
    session.report(ply)
    if session.is_secret and ply.seat is not None:
        session.answer(ply, ply.seat)


def unknown(session: Session, text: str) -> str:
    """The message for a text that is neither a move nor a command."""
    state, names = session.match.state, question_names(session)
    has_cells = bool(hints.cells_in(text.lower(), state.game.board.cells))
    commands = (n for n in phrases.command_names() if n in OF_MOVES or not has_cells)
    names = [*commands, *names]
    hint = hints.hint_at(state, text, names, f"{WAY_OUT}, `help` the commands")
    return f"there is no move or command `{clip(text.partition(' ')[0])}`; {hint}"


# ---- questions ---------------------------------------------------------------------------------


def question_names(session: Session) -> list[str]:
    """The names of the game's questions, in lower case."""
    return [question.name.lower() for question in session.match.game.model.questions]


def ask(session: Session, text: str) -> None:
    """Answer a private question.

    Raises Refused and IllegalMove.
    """
    if session.match.person is None:
        raise Refused("only who is to move may ask")
    possible = session.match.state.questions()
    if not possible:
        raise Refused("there is nothing to ask in this game")
    text = spaced(text)
    if text.lower() not in (q.lower() for q in possible):
        near = nearest(text.lower(), possible)
        shape = f"did you mean `{near}`?" if near else f"ask for example `{possible[0]}`"
        raise Refused(f"`{clip(text)}` cannot be asked; {shape}")
    session.screen.tell(f"{text}: {session.match.state.ask(text)}", style="bold")


# ---- commands ----------------------------------------------------------------------------------


def moves(session: Session, rest: str) -> None:
    """List all legal moves."""
    if session.match.person is None:
        raise Refused("the match is over")
    width = session.screen.size[0]
    session.screen.tell(*phrases.move_lines(session.match.state.moves(), width))


def board(session: Session, rest: str) -> None:
    """Show the board again."""
    seat = session.match.person
    if session.is_secret and seat is None and len(session.match.people) == 1:
        seat = session.match.people[0]
    session.show_board(seat, legend=True)


def why(session: Session, rest: str) -> None:
    """Show which line of the rules forbids a move."""
    if not rest:
        raise Refused("say which move: `why MOVE`")
    if session.match.person is None:
        raise Refused("the match is over")
    try:
        move = exact_move(session, rest) or short_move(session, rest)
        session.screen.say(f"`{move.text}` is legal.")
    except IllegalMove as error:
        session.screen.say(phrases.refusal(rest, error))
        session.screen.say(*phrases.rule_lines(error))


def heard(session: Session, rest: str) -> None:
    """Show all that the person to move has heard."""
    seat = session.match.person
    if seat is None:
        raise Refused("the match is over")
    texts = session.match.state.view(seat).heard if session.is_secret else ()
    nothing = "nothing was told; `board` shows how things stand"
    session.screen.tell(*(texts or (nothing,)))


def hint(session: Session, rest: str) -> None:
    """Show a move that an agent suggests."""
    name, move = session.match.hint()
    session.screen.tell(f"hint ({name}): {move.text}")


def take_nothing(command: str, rest: str) -> None:
    """Refuse what was typed behind a command that would otherwise do something else than meant.

    Raises Refused.
    """
    if rest:
        meaning = phrases.COMMANDS[command]
        raise Refused(f"`{command}` stands alone, and would {meaning}; nothing was changed")


def undo(session: Session, rest: str) -> None:
    """Take back everything from the last decision of a person on."""
    take_nothing("undo", rest)
    taken = session.match.undo()
    texts = ", ".join(ply.move.text for ply in taken)
    session.screen.tell(f"taken back: {texts}" if taken else "the resignation is taken back")
    session.is_stale = True


def redo(session: Session, rest: str) -> None:
    """Play again what was taken back."""
    take_nothing("redo", rest)
    plies = session.match.redo()
    session.screen.tell(f"played again: {', '.join(ply.move.text for ply in plies)}")
    session.is_stale = True


def rules(session: Session, rest: str) -> None:
    """Show the notes, the options and the file of the rules."""
    session.screen.say(*phrases.rules_lines(session.match.game, min(session.screen.size[0], 100)))


def save(session: Session, name: str, replace: bool = False) -> None:
    """Write a record to a new file, or with `replace` over any file."""
    if not name:
        raise Refused("say where: `save FILE`")
    session.keeper.save(path_of(name), session.match, replace)
    session.screen.say(f"saved in {path_of(name)}")


def load(session: Session, rest: str) -> None:
    """Go on with the match of a record; the match so far is saved first."""
    if not rest:
        raise Refused("say which: `load FILE`")
    path = path_of(rest)
    replayed = open_record(path, rule_file(session.match.game))
    match = resumed(path, replayed, (), session.match.seed)
    if not session.keeper.is_kept(session.match):
        place = session.keeper.rescue(session.match)
        if place is None:
            raise Refused("the match so far can be kept nowhere; `save FILE` first")
        session.screen.say(f"the match so far is kept in {place}")
    told = findings(replayed, path)
    for text in told:
        session.screen.error(text)
    if session.autosave is not None:
        left = f"{session.autosave} is left as it is; `save FILE` keeps the match from here"
        session.screen.say(left)
    session.autosave = None
    session.keeper.kept = match.record()
    if not told:
        session.keeper.own.add(path.resolve())
    session.begin(match)
    session.screen.say(*phrases.opening_lines(match))


def resign(session: Session, rest: str) -> None:
    """Resign."""
    session.match.resign(rest)
    session.is_stale = True


def leave(session: Session, rest: str) -> None:
    """End the session."""
    session.is_done = True


def help_(session: Session, rest: str) -> None:
    """List the commands."""
    session.screen.say(*phrases.help_lines())


def path_of(name: str) -> Path:
    """The path that was typed."""
    path = Path(name.strip("\"'"))
    try:
        return path.expanduser()
    except RuntimeError:
        return path


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "moves": moves, "board": board, "why": why, "ask": ask, "heard": heard, "hint": hint,
    "undo": undo, "redo": redo, "rules": rules, "load": load,
    "save": save, "save!": partial(save, replace=True),
    "resign": resign, "quit": leave, "exit": leave, "help": help_, "?": help_,
}  # fmt: skip
