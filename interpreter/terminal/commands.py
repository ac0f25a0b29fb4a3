"""What a person types, carried out: moves in their several forms, questions, and commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.nearest import nearest
from gdl.wording import clip
from interpreter.replay import rule_file
from interpreter.terminal import phrases
from interpreter.terminal.keeping import findings, open_record, resumed
from interpreter.terminal.session import Refused
from interpreter.values import IllegalMove

if TYPE_CHECKING:
    from interpreter.terminal.play import Play
    from interpreter.values import Move

WAY_OUT = "`moves` lists what is possible"


def obey(play: Play, line: str) -> None:
    """Carry out a line; whatever is wrong with it is said, and the match goes on."""
    text = " ".join(line.split())
    if not text:
        return
    try:
        carry_out(play, expanded(play, text))
    except Refused as error:
        play.screen.error(str(error))
    except IllegalMove as error:
        way_out = "" if "did you mean" in error.message else f"; {WAY_OUT}"
        play.screen.error(f"`{clip(text)}` is not legal: {phrases.reason(error)}{way_out}")


def carry_out(play: Play, text: str) -> None:
    """Tell a move, a number, a command and a question apart.

    Raises Refused and IllegalMove.
    """
    name, _, rest = text.removeprefix(":").partition(" ")
    is_move = play.match.person is not None and not text.startswith(":")
    move = exact_move(play, text) if is_move else None
    if move is None and name.lower() in COMMANDS:
        COMMANDS[name.lower()](play, rest.strip())
    elif text.startswith(":"):
        raise Refused(unknown(play, name))
    elif move is not None:
        make(play, move)
    elif not is_move:
        near = nearest(name.lower(), phrases.command_names())
        hint = f"did you mean `{near}`?" if near else "`save FILE`, `undo` and `quit` are left"
        raise Refused(f"the match is over; {hint}")
    elif name.lower() in question_names(play):
        ask(play, text)
    else:
        make(play, short_move(play, text))


# ---- moves -------------------------------------------------------------------------------------


def expanded(play: Play, text: str) -> str:
    """A text with the pieces that are written as on the board in full."""
    if play.match.person is None:
        return text
    state, short = play.match.state, play.drawer.symbols.short
    known = [*(move.text for move in state.moves()), *state.questions()]
    full = {short(word): word for known_text in known for word in known_text.split()}
    return " ".join(full.get(word.lower(), word) for word in text.split())


def exact_move(play: Play, text: str) -> Move | None:
    """The legal move of a text, or of the number before it.

    Raises Refused for a number that stands before none.
    """
    moves = play.match.state.moves()
    found = next((m for m in moves if m.text.lower() == text.lower()), None)
    if found is None and text.isascii() and text.isdigit():
        if not 1 <= int(text[:9]) <= len(moves):
            raise Refused(f"the moves are numbered 1 to {len(moves)}, and this is {clip(text)}")
        return moves[int(text) - 1]
    return found


def short_move(play: Play, text: str) -> Move:
    """The legal move of a text without its action, where only one can be meant.

    Raises Refused and IllegalMove, which say what is wrong with the text.
    """
    state = play.match.state
    possible = list(dict.fromkeys(m.action for m in state.moves()))
    wanted = {f"{action} {text}".lower() for action in possible}
    found = [m for m in state.moves() if m.text.lower() in wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(f"say which is meant: {' or '.join(f'`{m.text}`' for m in found)}")
    first = text.partition(" ")[0].lower()
    actions = [*possible, *play.match.game.rules.actions, "pass", "done"]
    if first in (a.lower() for a in actions):
        return state.parse(text)
    if len(possible) == 1 and is_word_of(play, first):
        return state.parse(f"{possible[0]} {text}")
    raise Refused(unknown(play, text.partition(" ")[0], actions))


def is_word_of(play: Play, word: str) -> bool:
    """Whether a word can be the first one behind an action."""
    seconds = (m.text.split()[1:2] for m in play.match.state.moves())
    cells = (c.lower() for c in play.match.game.board.cells)
    return word in cells or any(word == s[0].lower() for s in seconds if s)


def make(play: Play, move: Move) -> None:
    """Play a person's move."""
    step = play.match.play(move)
    play.report(step)
    if play.is_secret and step.seat is not None:
        play.answer(step, step.seat)


def unknown(play: Play, word: str, actions: list[str] | None = None) -> str:
    """What to say to a word that is nothing."""
    names = [*(actions or ()), *phrases.command_names(), *question_names(play)]
    near = nearest(word.lower(), names)
    hint = f"did you mean `{near}`?" if near else f"{WAY_OUT}, `help` the commands"
    return f"there is no move or command `{clip(word)}`; {hint}"


# ---- questions ---------------------------------------------------------------------------------


def question_names(play: Play) -> list[str]:
    """The first words of the questions that there are."""
    return [question.name.lower() for question in play.match.game.rules.questions]


def ask(play: Play, text: str) -> None:
    """Answer a private question.

    Raises Refused and IllegalMove.
    """
    if play.match.person is None:
        raise Refused("only who is to move may ask")
    possible = play.match.state.questions()
    if not possible:
        raise Refused("there is nothing to ask in this game")
    if text.lower() not in (q.lower() for q in possible):
        near = nearest(text.lower(), possible)
        shape = f"did you mean `{near}`?" if near else f"ask for example `{possible[0]}`"
        raise Refused(f"`{clip(text)}` cannot be asked; {shape}")
    play.screen.say(f"{text}: {play.match.state.ask(text)}", style="bold")


# ---- commands ----------------------------------------------------------------------------------


def moves(play: Play, rest: str) -> None:
    """All legal moves."""
    if play.match.person is None:
        raise Refused("the match is over")
    width = play.screen.size[0]
    play.screen.say(*phrases.move_lines(play.match.state.moves(), width))


def board(play: Play, rest: str) -> None:
    """The board again."""
    seat = play.match.person
    if play.is_secret and seat is None and len(play.match.people) == 1:
        seat = play.match.people[0]
    play.show_board(seat, legend=True)


def why(play: Play, rest: str) -> None:
    """Which line of the rules forbids a move."""
    if not rest:
        raise Refused("say which move: `why MOVE`")
    if play.match.person is None:
        raise Refused("the match is over")
    try:
        found = exact_move(play, rest) or short_move(play, rest)
        play.screen.say(f"`{found.text}` is legal.")
    except IllegalMove as error:
        play.screen.say(f"`{clip(rest)}` is not legal: {phrases.reason(error)}")
        play.screen.say(*phrases.rule_lines(error))


def heard(play: Play, rest: str) -> None:
    """All that the person to move has heard."""
    seat = play.match.person
    if seat is None:
        raise Refused("the match is over")
    texts = play.match.state.view(seat).heard if play.is_secret else ()
    play.screen.say(*(texts or ("nothing was told; `board` shows how things stand",)))


def hint(play: Play, rest: str) -> None:
    """A move that an agent suggests."""
    name, move = play.match.hint()
    play.screen.say(f"hint ({name}): {move.text}")


def undo(play: Play, rest: str) -> None:
    """Take back to the last decision of a person."""
    taken = play.match.undo()
    texts = ", ".join(step.move.text for step in taken)
    play.screen.say(f"taken back: {texts}" if taken else "the resignation is taken back")
    play.is_stale = True


def redo(play: Play, rest: str) -> None:
    """Play again what was taken back."""
    steps = play.match.redo()
    play.screen.say(f"played again: {', '.join(step.move.text for step in steps)}")
    play.is_stale = True


def rules(play: Play, rest: str) -> None:
    """Notes, options and the place of the rules."""
    play.screen.say(*phrases.rules_lines(play.match.game, min(play.screen.size[0], 100)))


def save(play: Play, rest: str) -> None:
    """Keep a record, in a new file."""
    write(play, rest, replace=False)


def save_over(play: Play, rest: str) -> None:
    """Keep a record, also in the place of another file."""
    write(play, rest, replace=True)


def write(play: Play, name: str, replace: bool) -> None:
    """Keep a record in a file."""
    if not name:
        raise Refused("say where: `save FILE`")
    play.keeper.save(path_of(name), play.match, replace)
    play.screen.say(f"saved in {path_of(name)}")


def load(play: Play, rest: str) -> None:
    """Go on with the match of a record; the match before it is kept."""
    if not rest:
        raise Refused("say which: `load FILE`")
    path = path_of(rest)
    found = open_record(path, rule_file(play.match.game))
    match = resumed(path, found, (), play.match.seed)
    if not play.keeper.is_kept(play.match):
        place = play.keeper.rescue(play.match)
        if place is None:
            raise Refused("the match so far can be kept nowhere; `save FILE` first")
        play.screen.say(f"the match so far is kept in {place}")
    told = findings(found, path)
    for text in told:
        play.screen.error(text)
    if play.autosave is not None:
        play.screen.say(f"{play.autosave} is left as it is; `save FILE` keeps the match from here")
    play.autosave = None
    play.keeper.kept = match.record()
    if not told:
        play.keeper.own.add(path.resolve())
    play.begin(match)
    play.screen.say(*phrases.opening_lines(match))


def resign(play: Play, rest: str) -> None:
    """Give up."""
    play.match.resign(rest)
    play.is_stale = True


def leave(play: Play, rest: str) -> None:
    """End the session."""
    play.is_done = True


def help_(play: Play, rest: str) -> None:
    """What may be typed."""
    play.screen.say(*phrases.help_lines())


def path_of(name: str) -> Path:
    """The path that was typed."""
    path = Path(name.strip("\"'"))
    try:
        return path.expanduser()
    except RuntimeError:
        return path


COMMANDS: dict[str, Callable[[Play, str], None]] = {
    "moves": moves, "board": board, "why": why, "ask": ask, "heard": heard, "hint": hint,
    "undo": undo, "redo": redo, "rules": rules, "save": save, "save!": save_over, "load": load,
    "resign": resign, "quit": leave, "exit": leave, "help": help_, "?": help_,
}  # fmt: skip
