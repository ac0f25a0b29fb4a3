"""What the section `notation` of a rule file cannot write, or not so that it can be read.

Some moves are played at random; the positions are written as the section says, and so is all that
is legal in them.  Only what the file itself says something about is tried, not what a base says.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator

from gdl.model import nodes as model
from gdl.model.analysis import acts, everything, free_slots, walk
from gdl.model.fold import NotConstant, fold_domain
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.syntax.rule_file import RuleFile
from gdl.vocabulary.notation import PARTS
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.values import Move
from interpreter.checking.one_turn import ROUNDS_A_MOVE, some_move
from interpreter.exchange.faults import ExchangeError
from interpreter.exchange.positions import is_between_turns, position_text
from interpreter.exchange.records import FORMATS, PLAYERS
from interpreter.exchange.spelling import WHOLE, Spelling, spelling_of
from interpreter.exchange.turns import TooMany, Turn, Turns

TURNS = 200  # of which all is written, at most
LIMITING = (model.Require, model.Attempt, model.Let, model.Perform, model.If)
"""Statements that may keep an action from some values of its parameters."""
IN_TURNS = (
    "of the actions after the first, only what stands after `then` is written: let it say all in "
    "which they differ"
)
MOST_BETWEEN = 8  # moves that are played before the next turn


def report_unwritten(game: Game, file: RuleFile, report: Report) -> None:
    """Report what cannot be written, the first thing of positions and of each format.

    Raises OutOfEffort if the effort of the game's engine is spent.
    """
    trials = [trial for trial in trials_of(game, Said(file), report) if not trial.has_found()]
    if any(finding.code == "no-letter" for finding in report.diagnostics):
        return  # moves may need the same letter
    chooser = random.Random(1)
    start = game.start("reference")
    state = start
    for _ in range(TURNS):
        if not trials or start.is_over:
            return
        turn = some_turn(state, chooser)
        trials = [trial for trial in trials if not trial.has_found(turn)]
        state = later(turn.after, chooser)
        state = start if state.is_over else state


def some_turn(state: State, chooser: random.Random) -> Turn:
    """The moves from a state to the end of the turn, or what chance does there."""
    made: list[tuple[State, Move]] = []
    after = state
    while not after.is_over and after.turn == state.turn and after.is_chance == state.is_chance:
        state.game.reference.rules.spend(ROUNDS_A_MOVE * (1 + len(after.moves())))
        made.append((after, after.random_choice(chooser)))
        after = after.play(made[-1][1])
    return Turn(tuple(made), after)


def later(state: State, chooser: random.Random) -> State:
    """The state after some moves, which are chosen among the first ones and are quickly found."""
    engine, node = state.game.reference, state.node
    for _ in range(chooser.randrange(MOST_BETWEEN)):
        if node.result is None:
            engine.rules.spend(ROUNDS_A_MOVE)
            key, led = some_move(engine, node, chooser)
            node = engine.play(node, key, led)
    return State(state.game, node, state.engine)


class Said:
    """What a file itself says under `notation`, and where."""

    def __init__(self, file: RuleFile):
        own = (e for e in file.notation if e.key.span.source == file.span.source)
        self.keys = [(*entry.above, entry.key) for entry in own]

    def place(self, *path: str) -> Span | None:
        """Where the keys of a path stand, as many of them as there are; None if there are none."""
        for length in range(len(path), 0, -1):
            for keys in self.keys:
                if tuple(key.value.strip() for key in keys[:length]) == path[:length]:
                    return keys[length - 1].span
        return None


def trials_of(game: Game, said: Said, report: Report) -> Iterator[Trial]:
    """What is to be tried."""
    notation = game.model.notation
    place = said.place("position") or said.place("letters")
    if place is not None and notation.position:
        yield PositionTrial(game, place, report)
    for name in FORMATS if game.seats == PLAYERS else ():
        place = said.place(name)
        if place is not None:
            is_by_turns = getattr(notation, name).has_whole_turns
            yield (TurnTrial if is_by_turns else MoveTrial)(game, place, report, name, said)


class Trial(ABC):
    """Tries to write something, and reports the first thing that cannot be written."""

    what: str

    def __init__(self, game: Game, place: Span, report: Report):
        self.game = game
        self.place = place  # where the file says how it is written
        self.report = report

    def has_found(self, turn: Turn | None = None) -> bool:
        """Whether something cannot be written in some states, or in whatever state."""
        try:
            return self.finds_gap() if turn is None else self.finds(turn)
        except ExchangeError as error:
            self.report.add("not-written", self.place, what=self.what, reason=error.message)
            return True

    @abstractmethod
    def finds_gap(self) -> bool:
        """Whether the rules show that something cannot be written.  Raises ExchangeError."""

    @abstractmethod
    def finds(self, turn: Turn) -> bool:
        """Whether something cannot be written in the states of a turn.  Raises ExchangeError."""


# ---- positions ----


class PositionTrial(Trial):
    """Writes positions."""

    what = "positions"

    def finds_gap(self) -> bool:
        """A kind that comes to the board, perhaps late, has no letter there."""
        notation = self.game.model.notation
        come = kinds_that_come(self.game.model)
        missing = [name for name in come if name not in notation.letters]
        if not missing or all(word.says != "board" for word in notation.position):
            return False
        self.report.add("no-letter", self.place, word=missing[0])
        return True

    def finds(self, turn: Turn) -> bool:
        """What cannot be written raises an error."""
        state, _ = turn.made[0]
        is_plain = state.node.position.colours == tuple(range(self.game.seats))
        if not state.is_chance and is_plain and is_between_turns(state):
            position_text(state)
        return False


def kinds_that_come(rules: model.Game) -> list[str]:
    """The kinds of which pieces may come to the board: all of them where one is chosen."""
    come, every = set[str](), [kind.name for kind in rules.kinds]
    for part in everything(rules):
        match part:
            case model.Put(piece=what) | model.SetPiece(what="kind", value=what):
                come.update([str(what.value)] if isinstance(what, model.Value) else every)
    return [name for name in every if name in come]


# ---- moves ----


class MoveTrial(Trial):
    """Writes all legal moves in a format."""

    what = "matches"

    def __init__(self, game: Game, place: Span, report: Report, name: str, said: Said):
        super().__init__(game, place, report)
        self.name = name
        self.said = said

    @property
    def spelling(self) -> Spelling:
        """How moves are written.  Raises ExchangeError."""
        return spelling_of(self.game, self.name)

    def go_to(self, *path: str) -> None:
        """Let what is reported next stand where the format says this."""
        self.place = self.said.place(self.name, *path) or self.place

    def finds_gap(self) -> bool:
        """An action is not written at all, or a parameter that nothing else tells."""
        self.go_to("cells")
        spelling = self.spelling
        for act in acts(self.game.model):
            action = self.game.model.actions.get(act.name)
            self.require_choice(action is None or not action.is_chance)
            self.go_to("moves", act.name)
            spelling.require(act.name)
            for name in free_parameters(action, self.game.model) if action else ():
                if name not in self.written(act.name, "value", *PARTS):
                    raise ExchangeError(f"nothing tells the `{name}` of `{act.name}`; add "
                                        f"`{name}` to its way of writing")  # fmt: skip
        return False

    def require_choice(self, is_choice: bool) -> None:
        """Raise ExchangeError for what chance does."""
        if not is_choice:
            raise ExchangeError(f"{FORMATS[self.name]} has no place for what chance does; leave "
                                f"`{self.name}` out")  # fmt: skip

    def written(self, action: str, *says: str) -> set[str]:
        """The parameters of which one of some things is written in the first way of an action."""
        way = self.spelling.format.moves[action][0]
        numbers = {word.number for word in way if word.says in says}
        return {name for n, name in enumerate(names_of(self.game.model, action)) if n in numbers}

    def finds(self, turn: Turn) -> bool:
        """Two legal moves are written alike."""
        self.require_choice(not turn.made[0][0].is_chance)
        return any(self.finds_alike(state) for state, _ in turn.made)

    def finds_alike(self, state: State) -> bool:
        """Whether two legal moves of a state are written alike."""
        whole: dict[str, list[Move]] = {}
        for move in state.moves():
            self.go_to("moves", move.action)
            whole.setdefault(self.spelling.texts(state, move).levels[WHOLE], []).append(move)
        for moves in whole.values():  # a sign for captures may still tell some of them apart
            by_text: dict[str, Move] = {}
            for move in moves if len(moves) > 1 else ():
                other = by_text.setdefault(text := self.spelling.write(state, move), move)
                if other != move:
                    self.tell(text, (other,), (move,))
                    return True
        return False

    def tell(self, text: str, one: tuple[Move, ...], other: tuple[Move, ...]) -> None:
        """Report two moves or turns with the same text."""
        self.go_to("moves", one[-1].action)
        first, second = (f"`{', '.join(move.text for move in moves)}`" for moves in (one, other))
        hint = IN_TURNS if len(one) > 1 else None
        if hint is None and (short := self.cut_short(one[0], other[0])):
            hint = f"they differ in `{short[0]}`; `{short[0]}?` writes as much of it as is needed"
        self.report.add("moves-alike", self.place, hint=hint, first=first, second=second, text=text)

    def cut_short(self, one: Move, other: Move) -> list[str]:
        """The parameters that tell two moves of an action apart and are not written in full, those
        that are written in part first.
        """
        if one.action != other.action:
            return []
        values = zip(names_of(self.game.model, one.action), one.key[1], other.key[1], strict=True)
        whole, part = (self.written(one.action, *says) for says in (("value",), PARTS))
        short = [name for name, a, b in values if a != b and name not in whole]
        return sorted(short, key=lambda name: name not in part)


class TurnTrial(MoveTrial):
    """Writes whole turns in a format."""

    def finds(self, turn: Turn) -> bool:
        """The turn is written like another one that leads elsewhere."""
        self.require_choice(not turn.made[0][0].is_chance)
        self.go_to("moves", turn.made[-1][1].action)
        turns = Turns(self.spelling)
        text = turns.write(turn)
        try:
            others = [o for o in turns.found(turn.made[0][0], text) if o.after != turn.after]
        except TooMany:
            return False
        for other in others[:1]:
            self.tell(text, turn.moves, other.moves)
        return bool(others)


def names_of(rules: model.Game, action: str) -> list[str]:
    """The parameters of an action in their order; none for `pass` and `done`."""
    binders = rules.actions[action].binders if action in rules.actions else ()
    return [name for binder in binders for name in binder.names]


def free_parameters(action: model.Action, rules: model.Game) -> Iterator[str]:
    """The parameters that have several values whatever the others are: their domains are fixed, or
    the supply, and nothing else that limits the action depends on them.
    """
    limits = [part for s in action.body for part in walk(s) if isinstance(part, LIMITING)]
    for binder in action.binders:
        others = (b.domain for b in action.binders if b is not binder)
        used = frozenset().union(*map(free_slots, (*others, *limits)))
        if len(binder.names) == 1 and not used & set(binder.slots):
            if has_several(binder.domain, rules):
                yield binder.names[0]


def has_several(domain: model.Expr, rules: model.Game) -> bool:
    """Whether a domain certainly has several values that are written differently."""
    if isinstance(domain, model.BuiltinCall) and domain.name == "supply":
        return len(rules.kinds) > 1
    try:
        return len(fold_domain(domain)) > 1
    except NotConstant:
        return False
