"""Why a move is not legal: what is wrong with its text, or which line of the rules forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl import model
from gdl.nearest import nearest
from gdl.wording import clip
from interpreter.blocked import END, Blocks
from interpreter.reasons import Reasons, hidden_from_anybody
from interpreter.reference.actions import Action, Args
from interpreter.reference.position import Pending, Position
from interpreter.reference.statements import Refusal
from interpreter.values import IllegalMove, code_text

if TYPE_CHECKING:
    from interpreter.state import State

MOST_WORDS = 600  # characters of a reason: one that names all cells would be long


def why_not(state: State, text: str) -> IllegalMove:
    """The reason why the text is no legal move here, in not too many words."""
    found = reason_against(state, text)
    return IllegalMove(clip(found.message, MOST_WORDS), found.span)


def reason_against(state: State, text: str) -> IllegalMove:
    """The reason, however long."""
    if state.is_over:
        return IllegalMove("the game is over")
    words = text.split()
    if not words:
        return IllegalMove("a move begins with the name of an action")
    known = {name.lower(): action for name, action in state.game.engine.turns.actions.items()}
    action = known.get(words[0].lower())
    if action is None:
        return unknown_action(state, words[0])
    try:
        args = parse_args(state, action, words[1:])
    except ValueError as error:
        return IllegalMove(str(error))
    return forbidden(state, action, args)


def unknown_action(state: State, word: str) -> IllegalMove:
    """A text that begins with no action."""
    if word.lower() in ("pass", "done"):
        return IllegalMove(f"`{word.lower()}` is not possible here")
    names = list(dict.fromkeys(m.action for m in state._moves))
    near = nearest(word, names)
    hint = f"did you mean `{near}`?" if near else f"possible are {', '.join(names)}"
    return IllegalMove(f"there is no action `{clip(word)}`; {hint}")


def parse_args(state: State, action: Action, words: list[str]) -> Args:
    """The values of a move's words.

    Raises ValueError, saying which word is wrong.
    """
    if len(words) != len(action.types):
        shape = " ".join([action.name, *(n for b in action.model.binders for n in b.names)])
        raise ValueError(f"`{action.name}` is written as `{shape}`")
    args: list[Any] = []
    for type, word in zip(action.types, words, strict=True):
        try:
            args.append(state.game.codes.parse(type, word))
        except (ValueError, KeyError):
            names = state.game.codes.names(type) or ()
            near = nearest(word, names)
            hint = f"; did you mean `{near}`?" if near else ""
            raise ValueError(f"there is no {type} `{clip(word)}`{hint}") from None
    return tuple(args)


def forbidden(state: State, action: Action, args: Args) -> IllegalMove:
    """Which line forbids an instance of an action, or what else speaks against it."""
    turns, node = state.game.engine.turns, state.node
    if node.setup:
        return IllegalMove("chance decides here")
    key = (action.name, canonical(action, args))
    for move in state._moves:
        if move.key == key:  # said before anything is tried, which might tell a secret
            return IllegalMove(f"this move is written `{move.text}`")
    if key in node.position.refused:
        return IllegalMove("this has been tried in this turn")
    steps = turns.steps(node.position, node.pending)
    every = turns.steps(node.position, node.pending, every=True)
    ways = [s for s in [*steps, *every] if s is not None and s[0].name == action.name]
    if not ways:
        return not_now(state, action, steps)
    act, rest = ways[0]
    fixed = turns.fixed(node.position, act)
    for value, given in zip(fixed, args, strict=False):
        if value != given:
            wanted = state.words(action.name, (*fixed, *args[len(fixed) :]))[: len(fixed)]
            return IllegalMove(f"here it must be `{' '.join([action.name, *wanted])} …`", act.span)
    position = node.position.changed(passes=0)
    result = action.carry_out(position, args)
    if isinstance(result, model.Binder):
        return outside(state, action, args, result)
    if isinstance(result, Refusal) and result.attempted:
        return not_now(state, action, steps)  # only who makes the move hears whether it holds
    if isinstance(result, Refusal):
        return IllegalMove(result.message or f"`{result.span.text}` does not hold", result.span)
    finished = turns.finish(result) if not rest else None
    if isinstance(finished, Refusal):
        return IllegalMove(finished.message or finished.span.text, finished.span)
    if turns.leads_through(result, rest):  # an `else` that is not reached
        return not_now(state, action, steps)
    return unfinished(state, result, rest, act)


def outside(state: State, action: Action, args: Args, binder: model.Binder) -> IllegalMove:
    """That a parameter is not in its domain, and which part of the rules keeps it out."""
    position = state.node.position.changed(passes=0)
    frame = state.game.engine.rules.frame()
    given = iter(args)
    for before in action.model.binders:
        values = [next(given) for _ in before.slots]
        if before is binder:
            break
        for slot, part in zip(before.slots, values, strict=True):
            frame[slot] = part
    value = frozenset(values) if len(values) == 2 else values[0]
    reasons = Reasons(state.game.engine.rules)
    reason = reasons.outside(binder.domain, value, (position, frame))
    said = f"`{' '.join(binder.names)}` is not in {code_text(binder.domain.span)}"
    return IllegalMove(f"{said}: {reason}" if reason else said, binder.domain.span)


def unfinished(state: State, position: Position, rest: Pending, act: model.Act) -> IllegalMove:
    """That the turn cannot be completed after an action, and the line that keeps it from that."""
    said, engine = "the turn could not be completed after it", state.game.engine
    block = None
    if not hidden_from_anybody(engine.rules.game):
        block = Blocks(engine.turns).what(position, rest)
    if block is None:
        return IllegalMove(said, act.span)
    action = block.action if block.action == END else f"`{block.action}`"
    return IllegalMove(f"{said}: {action} would be forbidden, {block.reason}", block.span)


def canonical(action: Action, args: Args) -> Args:
    """The parameters in the order of the one text that a move has: pairs from the lower cell."""
    given, found = iter(args), []
    for binder in action.model.binders:
        values = [next(given) for _ in binder.slots]
        found += sorted(values) if len(values) == 2 else values
    return tuple(found)


def not_now(state: State, action: Action, steps: list[Any]) -> IllegalMove:
    """An action that the turn does not offer here."""
    turn = state.game.engine.turns.whole_turn(state.node.position)
    span = state.game.engine.turns.nodes[turn[0]].span if turn else None
    possible = list(dict.fromkeys(s[0].name for s in steps if s is not None))
    return IllegalMove(
        f"`{action.name}` is not possible here; possible: {', '.join(possible)}", span
    )
