"""Two games in lockstep, moves matched by text, and the comparison of their states."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gdl.vocabulary.types import SetType
from interpreter.board.values import IllegalMove
from interpreter.diff.lockstep.picture import readers, unlike_pictures
from interpreter.diff.lockstep.until import Work
from interpreter.diff.rules.correspondence import Correspondence
from interpreter.diff.rules.findings import Fact, Line, line_of

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move

POSITION = (
    "own", "unowned", "kind", "height", "pile", "supply", "bag", "colour_of", "seat", "over",
    "result",
)  # fmt: skip
A_PAIR = A_MOVE = 10  # work of comparing two positions, and of making a move in both games
Steps = dict[str, tuple["Move", float]]  # moves by text, with their probability (0 for a seat)


def steps(state: State) -> Steps:
    """The moves of a state, of a seat or of chance."""
    if state.is_chance:
        return {move.text: (move, share) for move, share in state.chance}
    return {move.text: (move, 0.0) for move in state.moves()}


def glance(words: Correspondence) -> Callable[[Any, Any], bool] | None:
    """A fast test whether nodes of two games are the same position.

    It compares fields of the state.  False only means that the nodes must be compared by meaning.
    None if the fields differ in meaning or layout.
    """
    if meanings(words.a, words) != meanings(words.b, words):
        return None
    attributes = (f"with_{name}" for name in sorted(words.attributes))
    shared = [*POSITION, *attributes, *(f"v_{name}" for name in sorted(words.variables))]
    return words.a.engine().same_fields(words.b.engine(), shared)


def meanings(game: Game, words: Correspondence) -> Any:
    """What the fields of a game's states mean; equal to nothing if they hold sets of sets."""
    rules, codes = game.reference.rules, game.codes
    variables = [v for v in rules.variables if v.name in words.variables]
    if any(isinstance(v.type, SetType) and isinstance(v.type.element, SetType) for v in variables):
        return object()
    return (
        game.board.cells, game.players, codes.kind_names, codes.attribute_names, rules.pools,
        codes.attribute_types, codes.all_pieces(),
        {v.name: (v.type, v.index_types, tuple(v.keys)) for v in variables},
        rules.topology.directions, game.model.board.pile, game.results.unit,
        game.results.are_points,
    )  # fmt: skip


Label = tuple[str, str]  # a move as A and as B write it
ALIKE = 1e-9  # the largest difference of probabilities that count as equal


class Pair:
    """States of A and B after the same moves; `told`: what seats heard differently of the last."""

    __slots__ = ("__dict__", "a", "b", "told")

    def __init__(self, a: State, b: State, told: tuple[Fact, ...] = ()):
        self.a = a
        self.b = b
        self.told = told

    @property
    def states(self) -> tuple[State, State]:
        """Both states."""
        return self.a, self.b

    @cached_property
    def steps(self) -> tuple[Steps, Steps]:
        """The moves of each."""
        return steps(self.a), steps(self.b)


class Together:
    """Plays two games in lockstep."""

    def __init__(self, words: Correspondence):
        self.words = words
        self.work = Work()
        self.frame, self.first, self.second = readers(words)
        self.glance = glance(words)
        games = words.a, words.b
        self.engines = words.a.engine(), words.b.engine()
        self.has_secrets = any(g.reference.keeps_heard or g.model.questions for g in games)

    def start(self) -> Pair:
        """Both games at the start."""
        return Pair(self.words.a.start(), self.words.b.start())

    def key(self, pair: Pair) -> Any:
        """A key of a pair: pairs with the same key have the same future."""
        a, b = pair.states
        return a.engine.key(a.node), b.engine.key(b.node)

    def play(self, pair: Pair, label: Label) -> Pair:
        """The pair after a move that both games allow."""
        self.work.count += A_MOVE
        mine, yours = pair.steps
        a, b = pair.a.play(mine[label[0]][0]), pair.b.play(yours[label[1]][0])
        return Pair(a, b, self.unlike_told(pair, a, b) if self.has_secrets else ())

    def labels(self, pair: Pair) -> list[Label]:
        """The moves that both games allow."""
        mine, yours = pair.steps
        return [(text, text) for text in mine if text in yours]

    def facts(self, pair: Pair) -> tuple[Fact, ...]:
        """The differences between the states of a pair."""
        self.work.count += A_PAIR
        facts = [*pair.told, *self.unlike_positions(pair)]
        if self.has_secrets:
            facts += self.unlike_shown(pair)
        ends = any(fact.kind in ("over", "acting") for fact in facts)
        return tuple(facts if ends else [*facts, *self.unlike_moves(pair)])

    def unlike_positions(self, pair: Pair) -> tuple[Fact, ...]:
        """The differences between the positions of a pair."""
        if self.is_same(pair):
            return ()
        pictures = self.first.picture(pair.a), self.second.picture(pair.b)
        return tuple(unlike_pictures(self.frame, *pictures, pair.states))

    def is_same(self, pair: Pair) -> bool:
        """Whether the fast test shows that the positions are the same."""
        if self.glance is None or (pair.a.engine, pair.b.engine) != self.engines:
            return False
        a, b = pair.a.node, pair.b.node
        return bool(a.chance == b.chance and self.glance(a, b))

    # ---- moves ----

    def unlike_moves(self, pair: Pair) -> list[Fact]:
        """The moves that only one game allows, or that have different probabilities."""
        mine, yours = pair.steps
        self.work.count += len(mine) + len(yours)
        facts = [refused(pair.b, text, "A", "B") for text in mine if text not in yours]
        facts += [refused(pair.a, text, "B", "A") for text in yours if text not in mine]
        for text, (_, share) in mine.items():
            if text in yours and abs(share - yours[text][1]) > ALIKE:
                facts.append(unlike_chance(text, share, yours[text][1]))
        return facts

    # ---- what is hidden ----

    def unlike_told(self, pair: Pair, a: State, b: State) -> tuple[Fact, ...]:
        """What seats heard differently of a move."""
        seats = range(len(self.words.seats))
        facts = []
        for seat in seats:
            place = self.words.seats.index(seat)
            one, other = news(pair.a, a, seat), news(pair.b, b, place)
            if one != other:
                heard = f"{said(one)} in A, {said(other)} in B"
                facts.append(Fact("told", f"seat {seat + 1} hears {heard}"))
        return tuple(facts)

    def unlike_shown(self, pair: Pair) -> list[Fact]:
        """What seats see, or may ask, differently."""
        facts = []
        for seat in range(len(self.words.seats)):
            one = shown(pair.a, seat, self.words.variables)
            other = shown(pair.b, self.words.seats.index(seat), self.words.variables)
            for name in one:
                if one[name] != other[name]:
                    text = f"seat {seat + 1} is shown other {name} in A than in B"
                    facts.append(Fact("shown", text))
        return facts


def refused(state: State, text: str, allows: str, forbids: str) -> Fact:
    """A move that one game allows, and the rule of the other that forbids it."""
    reason = "chance does not do it"
    line: Line | None = None
    if not state.is_chance:
        try:
            state.parse(text)
        except IllegalMove as error:
            reason = error.message
            line = None if error.span is None else line_of(error.span)
    a, b = (None, line) if forbids == "B" else (line, None)
    words = f"{allows} allows `{text}`, {forbids} does not: {reason}"
    return Fact("move", words, a, b, action_of(text))


def action_of(text: str) -> str:
    """The action of a move."""
    return text.partition(" ")[0]


def unlike_chance(text: str, a: float, b: float) -> Fact:
    """A chance move with different probabilities."""
    return Fact("chance", f"`{text}` has the probability {a:.6g} in A, {b:.6g} in B")


def news(before: State, after: State, seat: int) -> tuple[str, ...]:
    """What a seat heard of the last move."""
    heard: tuple[str, ...] = after.node.position.heard[seat]
    return heard[len(before.node.position.heard[seat]) :]


def said(words: tuple[str, ...]) -> str:
    """What was heard, in words."""
    return ", ".join(f"“{word}”" for word in words) or "nothing"


def shown(state: State, seat: int, variables: frozenset[str]) -> dict[str, Any]:
    """What a seat sees of a state, and the questions it may ask with their answers."""
    view = state.view(seat)
    asked = state.questions() if state.seat == seat else []
    return {
        "cells": view.hidden,
        "variables": {n: v for n, v in view.variables.items() if n in variables},
        "supply": None if view.supply is None else sorted(view.supply),
        "answers": {question: state.ask(question) for question in asked},
    }
