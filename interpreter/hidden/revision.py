"""One earlier hidden move chosen anew, so that all that was heard and seen since comes true.

A guess and the move at which it first contradicts what the seat knows enter.  Of the hidden moves
before, each in turn is exchanged for others that could have been made there, and what followed is
replayed: the known moves as they were, the others as they were guessed, or, where such a move has
become impossible, another one in its place.  The first choice with which the contradiction is gone
leaves; all that was heard and seen agrees up to there.  Moves that share a cell or another word
with the contradiction come first.  Where no single choice will do, one is made that changes what
goes wrong, and the search goes on from there: so what is in the way goes away before something else
takes its place.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Protocol

from interpreter.board.values import IllegalMove
from interpreter.hidden.exchange import hidden_words
from interpreter.hidden.worlds import Decision, Words, Work, words_of

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.told import Told
    from interpreter.board.values import Move
    from interpreter.hidden.knowledge import Knowledge

MAX_REPLAYED = 2_000  # moves for one contradiction, without getting nearer
MAX_A_ROUND = 600  # of these, before something is changed that leaves it
MAX_OTHERS = 12  # changes that get no further are collected, and one of the best is made
MAX_REDRAWN = 2  # moves of a replay that have become impossible
MAX_DRAWN = 4  # moves that are tried in the place of one of these
NUMBER = re.compile(r"-?\d{1,18}")


class Guess(Protocol):
    """The search for a state that agrees, as far as it has come."""

    known: Knowledge
    rng: random.Random
    work: Work
    path: list[Decision]
    heard: Told

    def options(self, state: State) -> list[Move]:
        """The moves that may come next, the first to be tried at the end."""

    def next_words(self, state: State) -> Words:
        """The words of the next move that is heard, if it is soon and of whoever acts."""

    def is_heard(self, state: State) -> bool:
        """Whether what is heard in a state agrees, and it does not come too late."""

    def is_seen(self, state: State) -> bool:
        """Whether what is seen in a state agrees, where it is an own choice of which that is known.
        """

    def is_it(self, state: State) -> bool:
        """Whether a state is one that agrees with all that is known."""

    def advance(self, decision: Decision) -> State | None:
        """The state after one of the options that agrees."""


@dataclass(frozen=True)
class Trial:
    """What a replay led to: its moves; the decision where the contradiction was; the state after
    it, or None if it is there again, and then how far what is told is from what should be.
    """

    path: list[Decision]
    failed: Decision
    later: State | None
    apart: int


class Revision:
    """Makes other choices in a guess."""

    def __init__(self, guess: Guess):
        self.guess = guess

    def revise(self, failed: Decision, words: Words) -> State | None:
        """The state after a decision that failed, which was reached in another way; None, and the
        guess as it was, where none was found.

        `words` have to do with what goes wrong.
        """
        guess = self.guess
        before, least = guess.path, guess.work.left - MAX_REPLAYED
        while guess.work.left > least:
            trial = self.round(failed, traced(guess.path, words))
            if trial is None:
                break
            if trial.later is not None:
                guess.path = trial.path
                return trial.later
            if trial.apart < self.apart(failed):
                least = guess.work.left - MAX_REPLAYED
            guess.path, failed = trial.path, trial.failed
        guess.path = before
        return None

    def round(self, failed: Decision, words: Words) -> Trial | None:
        """A replay with another choice: one that gets further, or else one of those in which
        something else goes wrong at the same place.
        """
        others: list[Trial] = []
        is_nearer = False
        least, now = self.guess.work.left - MAX_A_ROUND, self.apart(failed)
        for at, move in self.choices(words):
            if self.guess.work.left < least or self.guess.work.is_over:
                break
            trial = self.replay(at, move, failed)
            if trial is None:
                continue
            if trial.later is not None:
                return trial
            others.append(trial)
            is_nearer = is_nearer or trial.apart < now
            if len(others) >= MAX_OTHERS and (is_nearer or not now):
                break
        if not others or self.guess.work.is_over:
            return None
        nearest = min(trial.apart for trial in others)
        return self.guess.rng.choice([trial for trial in others if trial.apart == nearest])

    def choices(self, words: Words) -> list[tuple[int, Move]]:
        """Other moves that could have been made, and where: first those that have something in
        common with what goes wrong where the guess has not, or the other way round; of these, and
        of the others, first those that have most in common with the same moves as the guess.
        """
        guess, path = self.guess, self.guess.path
        said: dict[str, int] = {}  # for each word, the moves with it, as bits
        for number, made in enumerate(path):
            for word in made.words:
                said[word] = said.get(word, 0) | 1 << number
        ranked: list[tuple[int, int, float, int, Move]] = []
        for at, made in enumerate(path):
            if guess.work.is_over:
                break
            if made.is_own:
                continue
            heard, later = guess.next_words(made.state), -1 << at + 1
            old, was_near = bits(said, made.words), bool(made.words & words)
            for move in moves_of(made.state):
                new = words_of(move.text)
                if move.text == made.text or not heard <= new:
                    continue
                is_near = bool(new & words)
                tier = 0 if is_near != was_near else 1 if is_near else 2
                changed = ((old ^ bits(said, new)) & later).bit_count()
                ranked.append((tier, changed, guess.rng.random(), at, move))
        ranked.sort(key=lambda choice: choice[:3])
        return [choice[3:] for choice in ranked]

    # ---- replays ----

    def replay(self, at: int, move: Move, failed: Decision) -> Trial | None:
        """What comes of another move at a place; None where something goes wrong earlier."""
        guess = self.guess
        old = guess.path[at]
        path, redrawn = guess.path[:at], 0
        state = self.played(old, move, path)
        for made in guess.path[at + 1 :]:
            if state is None or guess.work.is_over:
                return None
            again = Decision(state, made.options, made.is_own)
            later = self.played(again, made.text, path)
            if later is None:
                redrawn += 1
                if made.is_own or redrawn > MAX_REDRAWN:
                    return None
                later = self.redrawn(again, old.words - words_of(move.text), path)
            state = later
        if state is None or len(self.heard_in(state)) != len(self.heard_in(failed.state)):
            return None
        if state.seat != failed.state.seat:
            return None
        if not all(guess.is_seen(s) for s in (*(made.state for made in path[at + 1 :]), state)):
            return None
        again = Decision(state, guess.options(state), failed.is_own)
        if guess.is_it(state):
            return Trial(path, again, state, 0)
        later = guess.advance(again)
        if later is not None:
            path.append(again)
        return Trial(path, again, later, 0 if later else self.apart(again))

    def played(self, made: Decision, move: Move | str, path: list[Decision]) -> State | None:
        """The state after a move that agrees with what is known, which the path then has."""
        text = move if isinstance(move, str) else move.text
        self.guess.work.left -= 1
        try:
            later = made.state.play(move)
        except IllegalMove:
            return None
        if not self.guess.is_heard(later):
            return None
        left = [option for option in made.options if option.text != text]
        path.append(Decision(made.state, left, made.is_own, words_of(text), text, is_replayed=True))
        return later

    def redrawn(self, made: Decision, free: Words, path: list[Decision]) -> State | None:
        """The state after a move in the place of one that has become impossible, if it may be one
        with words that the other choice has left.
        """
        options = self.guess.options(made.state)
        heard = self.guess.next_words(made.state)
        fitting = [move for move in reversed(options) if heard <= words_of(move.text)]
        fitting.sort(key=lambda move: -len(words_of(move.text) & free))
        for move in fitting[:MAX_DRAWN]:
            later = self.played(Decision(made.state, options, False), move, path)
            if later is not None:
                return later
        return None

    def heard_in(self, state: State) -> Told:
        """What the seat has heard in a state."""
        heard: Told = state.node.heard[self.guess.known.seat]
        return heard

    def apart(self, failed: Decision) -> int:
        """How far the numbers of what is told at a decision are from those that should be."""
        return min((numbers_apart(one, other) for one, other in failed.pairs), default=0)


def traced(path: Sequence[Decision], words: Words) -> Words:
    """The words, and those from which they come by known moves, as where a piece came from."""
    for made in reversed(path):
        if made.words & words and not any(True for _ in hidden_words(made)):
            words |= made.words
    return words


def bits(said: Mapping[str, int], words: Words) -> int:
    """The moves, as bits, that have some of the words."""
    return reduce(or_, (said.get(word, 0) for word in words), 0)


def moves_of(state: State) -> list[Move]:
    """The moves of a seat, or what chance may do."""
    return [move for move, _ in state.chance] if state.is_chance else state.moves()


def numbers_apart(one: str, other: str) -> int:
    """How far two numbers are apart; 0 for other words, of which none is nearer."""
    is_number = NUMBER.fullmatch(one) and NUMBER.fullmatch(other)
    return abs(int(one) - int(other)) if is_number else 0
