"""Why a move is not legal: what is wrong with its text, or which line of the rules forbids it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from gdl.model import nodes as model
from gdl.source.nearest import nearest
from gdl.source.spans import Span
from gdl.source.wording import clip, show_values, spaced
from gdl.vocabulary.types import PIECE, VECTOR, WordType
from interpreter.board.position import Pending, Position
from interpreter.board.values import IllegalMove, Move, code_text
from interpreter.explain.near_names import nearest_name
from interpreter.explain.reasons import Reasons, hidden_from_anybody
from interpreter.reference.actions import Action, Args
from interpreter.reference.engine import Reference
from interpreter.reference.statements import Refusal
from interpreter.reference.turns import DONE, PASS, Turns
from interpreter.reference.ways.most import Step, after_mark

MAX_LOOKS = 2_000  # positions that are looked at to find the line
END = "the end of the turn"


@dataclass(frozen=True)
class Block:
    """A line that forbids an action (or the end of the turn), so many actions on."""

    depth: int
    action: str
    span: Span
    reason: str
    is_domain: bool  # that of a parameter, which gives nothing to choose


class Blocks:
    """Looks for the lines that keep a turn from being completed."""

    def __init__(self, turns: Turns):
        self.turns = turns
        self.found: Counter[Block] = Counter()
        self.looks = 0

    def what(self, position: Position, pending: Pending) -> Block | None:
        """The line that blocks the turn furthest on, of several the one that does so most often."""
        self.look(position, pending, 1)
        deepest = max((block.depth for block in self.found), default=0)
        last = {b: n for b, n in self.found.items() if b.depth == deepest}
        return max(last, key=lambda b: last[b], default=None)

    def look(self, position: Position, pending: Pending, depth: int) -> None:
        """Remember what blocks the rest of a turn."""
        self.looks += 1
        if self.looks > MAX_LOOKS:
            return
        for step in self.turns.steps(position, pending, every=True):
            if step is None:
                finished = self.turns.finish(position)
                if isinstance(finished, Refusal):
                    self.add(depth, END, finished)
                continue
            act, rest, _ = step
            self.refused(position, act, depth)
            for _, result in self.turns.instances(position, act):
                if isinstance(result, Position):
                    self.look(result, rest, depth + 1)

    def refused(self, position: Position, act: model.Act, depth: int) -> None:
        """Remember what forbids an action."""
        action = self.turns.actions.get(act.name)
        if action is None:
            return
        for refusal in action.refusals(position, self.turns.fixed(position, act)):
            self.add(depth, act.name, refusal)

    def add(self, depth: int, action: str, by: Refusal | model.Binder) -> None:
        """Remember one line."""
        is_domain = isinstance(by, model.Binder)
        if isinstance(by, model.Binder):
            names, span = " ".join(by.names), by.domain.span
            reason = f"there is no `{names}` in {code_text(span)}"
        else:
            span = by.span
            reason = refused(replace(by, part=None)).message  # others may fail by another part
        self.found[Block(depth, action, span, reason, is_domain)] += 1


MAX_WORDS = 600  # characters of a reason: one that names all cells would be long


@dataclass(frozen=True)
class Explained:
    """The node in which a move is not legal, and the moves that are."""

    reference: Reference
    node: Any
    moves: list[Move]


def why_not(at: Explained, text: str) -> IllegalMove:
    """The reason why the text is no legal move here, in not too many words."""
    reason = reason_against(at, text)
    return IllegalMove(clip(reason.message, MAX_WORDS), reason.span)


def reason_against(at: Explained, text: str) -> IllegalMove:
    """The reason, however long."""
    if at.node.is_over:
        return IllegalMove("the game is over")
    words = spaced(text).split()
    if not words:
        return IllegalMove("a move begins with the name of an action")
    known = {name.lower(): action for name, action in at.reference.turns.actions.items()}
    action = known.get(words[0].lower())
    if action is None:
        return unknown_action(at, words[0])
    if action.model.is_chance and not at.node.chance:  # its rules may read what the seat may not
        return IllegalMove(f"`{action.name}` is what chance does, no move of a player")
    try:
        args = parse_args(at, action, words[1:])
    except IllegalMove as error:
        return error
    except ValueError as error:
        return IllegalMove(str(error))
    return forbidden(at, action, args)


def unknown_action(at: Explained, word: str) -> IllegalMove:
    """A text that begins with no action."""
    if word.lower() in (PASS, DONE):
        return not_ended(at, word.lower())
    names = list(dict.fromkeys(m.action for m in at.moves))
    near = nearest(word, names)
    hint = f"did you mean `{near}`?" if near else f"possible: {', '.join(names)}"
    return IllegalMove(f"there is no action `{clip(word)}`; {hint}")


def shape_of(action: Action) -> str:
    """How the moves of an action are written: its name and those of its parameters."""
    return " ".join([action.name, *(n for b in action.model.binders for n in b.names)])


def parse_args(at: Explained, action: Action, words: list[str]) -> Args:
    """The values of a move's words.

    Raises ValueError, saying which word is wrong.
    """
    if len(words) != len(action.types):
        of_action = [m.text for m in at.moves if m.action == action.name]
        such_as = f", such as `{of_action[0]}`" if of_action else ""
        told = legal_with(of_action, words)
        if not told:
            is_begun = of_action and len(words) < len(action.types)
            told = such_as + (not_chosen(at, action, words) if is_begun else "")
        if not of_action and (reason := none_legal(at, action)):
            raise reason
        raise ValueError(f"`{action.name}` is written as `{shape_of(action)}`{told}")
    args: list[Any] = []
    codes = at.reference.rules.codes
    for place, (type, word) in enumerate(zip(action.types, words, strict=True), 1):
        try:
            args.append(codes.parse(type, word))
        except (ValueError, KeyError):
            noun = "word" if isinstance(type, WordType) else str(type)
            said = f"there is no {noun} `{clip(word)}`"
            texts = (m.text for m in at.moves if m.action == action.name)
            legal = dict.fromkeys(text.split(" ", place + 1)[place] for text in texts)
            known = codes.topology.directions if type == VECTOR else codes.words(type) or ()
            names = dict.fromkeys([*legal, *known])
            near = next((name for name in names if has_words(name, word)), None)
            if near and type == PIECE and lacks_colour(at, word, near):
                said += " without a colour"
            meant = "" if near else begun_by(word, legal)
            near = near or nearest_name(word, names, type)
            if near or meant:
                raise ValueError(f"{said}; did you mean {meant or f'`{near}`'}?") from None
            possible = show_values([*legal]) if noun == "word" else ""
            raise ValueError(f"{said}; possible: {possible}" if possible else said) from None
    return tuple(args)


def none_legal(at: Explained, action: Action) -> IllegalMove | None:
    """That no instance of an action is legal, and why: the turn does not have it here, or a line
    forbids them, of several the one that forbids most; None where nothing can be told.
    """
    turns, node = at.reference.turns, at.node
    if node.setup or hidden_from_anybody(at.reference.rules.model):
        return None
    steps = turns.steps(node.position, node.pending, every=True)
    acts = [step[0] for step in steps if step is not None and step[0].name == action.name]
    if not acts:
        return not_now(at, action.name)
    blocks = Blocks(turns)
    blocks.refused(node.position, acts[0], 1)
    block = max(blocks.found, key=lambda b: blocks.found[b], default=None)
    said = f"no `{action.name}` is legal now"
    return None if block is None else IllegalMove(f"{said}: {block.reason}", block.span)


def not_chosen(at: Explained, action: Action, words: Sequence[str]) -> str:
    """The first of too few words that is not in the domain of its parameter, and why, to be added
    to a message; or nothing.
    """
    rules, args = at.reference.rules, []
    position, frame = at.node.position.changed(passes=0), at.reference.rules.frame()
    for binder, type, word in zip(action.model.binders, action.types, words, strict=False):
        if len(binder.slots) > 1:
            return ""
        try:
            args.append(rules.codes.parse(type, word))
        except (ValueError, KeyError):
            return ""
        if not action.is_choice(len(args) - 1, args[-1], position, frame):
            return f"; {outside(at, action, tuple(args), binder).message}"
    return ""


MOST_LEGAL = 3  # moves that are named


def legal_with(texts: Iterable[str], words: Sequence[str]) -> str:
    """What to add to a message of some typed values that are not all of a move's: the first legal
    moves that have them in this order, or nothing.
    """
    typed = [word.lower() for word in words]
    if not typed:
        return ""
    return those_with(words, (text for text in texts if has_in_order(text.lower(), typed)))


def those_with(words: Sequence[str], texts: Iterable[str]) -> str:
    """The first of the legal moves with some words, to be added to a message; or nothing."""
    found = [*islice(texts, MOST_LEGAL + 1)]
    named = [f"`{text}`" for text in found[:MOST_LEGAL]]
    last = " and others" if len(found) > MOST_LEGAL else f" or {named.pop()}" if named[1:] else ""
    return f"; legal with `{clip(' '.join(words))}`: {', '.join(named)}{last}" if found else ""


def has_in_order(text: str, words: Sequence[str]) -> bool:
    """Whether the words of a text include some others, in their order."""
    if words[0] not in text:
        return False
    rest = iter(text.split())
    return all(word in rest for word in words)


def begun_by(word: str, names: Iterable[str]) -> str:
    """The first names that a word, or the beginning of one of their parts, begins; or nothing."""
    start = word.lower()
    parts = ((name, [name.lower(), *name.lower().split("-")]) for name in names)
    found = (name for name, each in parts if any(part.startswith(start) for part in each))
    *others, last = ["", *(f"`{name}`" for name in islice(found, MOST_LEGAL))]
    return f"{', '.join(others[1:])} or {last}" if others[1:] else last


def has_words(name: str, of: str) -> bool:
    """Whether a name such as `White-man-3` has all words of another: `man`, `white-3`."""
    return set(of.lower().split("-")) <= set(name.lower().split("-"))


def lacks_colour(at: Explained, word: str, meant: str) -> bool:
    """Whether a word lacks the colour of the piece that is meant."""
    colour = meant.split("-")[0]
    return colour in at.reference.rules.model.colours and not has_words(word, colour)


def forbidden(at: Explained, action: Action, args: Args) -> IllegalMove:
    """Which line forbids an instance of an action, or what else speaks against it."""
    turns, node = at.reference.turns, at.node
    if node.setup:
        return IllegalMove("chance decides here")
    key = (action.name, canonical(action, args))
    for move in at.moves:
        if move.key == key:  # said before anything is tried, which might tell a secret
            return IllegalMove(f"this move is written `{move.text}`")
    if key in node.position.refused:
        return IllegalMove("this has been tried in this turn")
    steps = turns.steps(node.position, node.pending)
    every = turns.steps(node.position, node.pending, every=True)
    ways = [s for s in [*steps, *every] if s is not None and s[0].name == action.name]
    if not ways:
        return not_now(at, action.name)
    act, rest, _ = step = ways[0]
    fixed = turns.fixed(node.position, act)
    for value, given in zip(fixed, args, strict=False):
        if value != given:
            wanted = [
                at.reference.rules.codes.text(t, a)
                for t, a in zip(action.types, fixed, strict=False)
            ]
            return IllegalMove(f"here it must be `{' '.join([action.name, *wanted])} …`", act.span)
    position = node.position.changed(passes=0)
    result = action.carry_out(position, args)
    if isinstance(result, model.Binder):
        return outside(at, action, args, result)
    if isinstance(result, Refusal) and result.attempted:
        return not_now(at, action.name)  # only who makes the move hears whether it holds
    if isinstance(result, Refusal):
        return refused(result)
    if turns.leads_through(result, rest):  # an `else` that is not reached
        return not_best(at, step, result) or not_now(at, action.name)
    return unfinished(at, result, rest, act)


def not_ended(at: Explained, word: str) -> IllegalMove:
    """What keeps `pass` or `done` from being legal: the turn does not have it here, or the turn
    cannot be completed after it.
    """
    turns, node = at.reference.turns, at.node
    if any(move.action == word for move in at.moves):
        return IllegalMove(f"this move is written `{word}`")
    steps = turns.steps(node.position, node.pending)
    every = turns.steps(node.position, node.pending, every=True)
    for step in (step for step in [*steps, *every] if step is not None):
        act, rest, _ = step
        if act.name == word:
            ((_, result),) = turns.instances(node.position, act)
            if isinstance(result, Position) and not turns.leads_through(result, rest):
                return unfinished(at, result, rest, act)
            if isinstance(result, Position) and (worse := not_best(at, step, result)):
                return worse
    finished = turns.finish(node.position)
    if word == DONE and None in every and isinstance(finished, Refusal):
        return refused(finished)
    return not_now(at, word)


def refused(by: Refusal) -> IllegalMove:
    """The line that forbids something, with its message or its words: of several conditions the
    one that does not hold.
    """
    failed = "does not hold" if by.is_condition else "cannot be carried out here"
    return IllegalMove(by.message or f"{code_text(by.part or by.span)} {failed}", by.span)


def outside(
    at: Explained, action: Action, args: Args, binder: model.Binder, reasons: Reasons | None = None
) -> IllegalMove:
    """That a value is not in the domain of its parameter, and what keeps it out."""
    position = at.node.position.changed(passes=0)
    frame = at.reference.rules.frame()
    given = iter(args)
    for before in action.model.binders:
        values = [next(given) for _ in before.slots]
        if before is binder:
            break
        for slot, part in zip(before.slots, values, strict=True):
            frame[slot] = part
    value = frozenset(values) if len(values) == 2 else values[0]
    reasons = reasons or Reasons(at.reference.rules)
    return IllegalMove(reasons.not_in(binder.domain, value, (position, frame)), binder.domain.span)


def unfinished(at: Explained, position: Position, rest: Pending, act: model.Act) -> IllegalMove:
    """That the turn cannot be completed after an action, and the line that keeps it from that."""
    said, engine = "the turn could not be completed after it", at.reference
    finished = engine.turns.finish(position) if not rest else None
    if isinstance(finished, Refusal):
        return refused(finished)
    block = None
    if not hidden_from_anybody(engine.rules.model):
        block = Blocks(engine.turns).what(position, rest)
    if block is None:
        return IllegalMove(said, act.span)
    action = block.action if block.action == END else f"`{block.action}`"
    return IllegalMove(f"{said}: {action} would be forbidden, {block.reason}", block.span)


def not_best(at: Explained, step: Step, position: Position) -> IllegalMove | None:
    """That a value that chooses among ways through the turn would be worse after an action."""
    most, codes = at.reference.turns.most, at.reference.rules.codes
    for pending in step.chosen:
        reached = most.reached(at.node.position, pending, step, position)
        best = most.found(at.node.position, pending, step).best
        if reached != best:
            node, _ = most.values[after_mark(pending)[0][1]]
            of, sign = node.value, "at most" if node.most else "at least"
            would, could = codes.text(of.type, reached), codes.text(of.type, best)
            said = f"{code_text(of.span)} would be {would} {sign} after it, and {could} is possible"
            return IllegalMove(said, of.span)
    return None


def canonical(action: Action, args: Args) -> Args:
    """The parameters in the order of the one text that a move has: pairs from the lower cell."""
    given, ordered = iter(args), []
    for binder in action.model.binders:
        values = [next(given) for _ in binder.slots]
        ordered += sorted(values) if len(values) == 2 else values
    return tuple(ordered)


def not_now(at: Explained, name: str) -> IllegalMove:
    """An action that the turn does not offer here, and those that have a legal move."""
    turn = at.reference.turns.whole_turn(at.node.position)
    span = at.reference.turns.nodes[turn[0]].span if turn else None
    possible = list(dict.fromkeys(move.action for move in at.moves))
    return IllegalMove(f"`{name}` is not possible here; possible: {', '.join(possible)}", span)
