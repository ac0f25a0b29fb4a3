"""Guesses at what is hidden: whole states that agree with all that a seat knows.

A state is made by playing on, from the start or from a state that agreed with what the seat knew at
an earlier choice.  The seat's own moves are known.  The others' moves and those of chance are drawn
at random, but what makes the known things come true is preferred: what chance does is compared with
what the seat saw next.  A move that shares a cell or a piece with an attempt of ours is wanted if
that attempt was refused later, and avoided if it succeeded.

Where the seat should have heard or seen something else, there are three ways to mend the guess.
Earlier moves exchange what is hidden of them (`interpreter.hidden.exchange`); one of them is chosen
anew (`interpreter.hidden.revision`); or the search goes back to an earlier move of somebody else
that has to do with it, and takes another.
`Work` limits the moves that it plays; when none of its states agrees with everything, it gives the
one that got farthest, and says so.

Not every state that agrees is equally likely to be found: the guesses are possible, but no exact
sample of what is likely.  The answers to private questions are not used.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.api.state import State, start_of
from interpreter.api.views import is_choosing
from interpreter.board.values import IllegalMove
from interpreter.hidden.exchange import Pair, exchange, seen_apart, told_apart
from interpreter.hidden.holding import Holding
from interpreter.hidden.knowledge import Knowledge
from interpreter.hidden.revision import Revision
from interpreter.hidden.worlds import Decision, Words, Work, World, copies, words_of

if TYPE_CHECKING:
    from interpreter.board.values import Move, View

MAX_AT_ONCE = 1_000  # moves without getting farther, before it begins again
MAX_ASSUMED = 200  # of these, where it has assumed who got which piece
MAX_TESTED = 60  # moves at one decision
MAX_MENDED = 12  # exchanges in a row, before an earlier move is taken back
MAX_COMPARED = 36  # things that chance may do, of which the one is taken that fits best
MAX_ALIKE = 3  # of these, where the seat sees the same after each
RECENT = 4  # decisions of others, one of which is taken back half of the times
NEAR = 4  # texts within which an own move is heard after it was made
HEARD, WANTED, AVOIDED = 1e6, 1e3, 0.03  # how much likelier a move is drawn
UNSURE = 0.15  # of the draws of moves look at nothing of that but what is heard


@dataclass(frozen=True)
class Event:
    """An own move as it went: at which length of what was heard, and whether it was carried out."""

    heard: int
    words: Words
    is_done: bool


class Determiniser:
    """Makes whole states for one seat at one moment."""

    def __init__(self, known: Knowledge, rng: random.Random, work: Work | None = None):
        self.known = known
        self.rng = rng
        self.work = work or Work()
        self.heard = known.view.heard
        self.people = (*known.game.players, "chance")
        self.near = NEAR + known.game.seats if known.game.has_simultaneous_choices else NEAR
        self.events = self.own_events()
        self.seen = (*known.past, known.view)
        self.past: dict[int, list[View]] = {}  # by how much had been heard
        for view in known.past:
            self.past.setdefault(len(view.heard), []).append(view)
        self.path: list[Decision] = []
        self.is_comparing = True
        self.holding = Holding(known, rng)
        self.revision = Revision(self)
        self.mended: dict[int, int] = {}  # exchanges, for each length of what was heard

    def own_events(self) -> list[Event]:
        """The own moves and refused attempts, as far as they are known."""
        own = f"{self.known.view.colour}: "
        done = [
            Event(number, words_of(text.removeprefix(own)), True)
            for number, text in enumerate(self.heard)
            if text.startswith(own)
        ]
        refused = [Event(a.heard, words_of(a.text), False) for a in self.known.attempts]
        return sorted(done + refused, key=lambda event: event.heard)

    def sample(self, start: World | None = None) -> World | None:
        """A state in which the seat acts; None where not even one that disagrees was found.

        `start` is a world that agreed with what was known earlier, to be played on.
        """
        if start is None:
            start = World(start_of(self.known.game, self.known.engine), True)
        before, begin = start.path, start.state
        state = begin
        farthest, best, reached = -1, -1, None
        most = MAX_AT_ONCE if self.holding.is_sure else MAX_ASSUMED
        self.path, fresh = copies(before), self.work.left - most
        self.is_comparing = True
        while True:
            count = self.heard_in(state)
            if count > best:
                best, fresh = count, self.work.left - most
            if self.is_it(state):
                return World(state, True, tuple(self.path))
            if state.seat == self.known.seat and count >= farthest:
                farthest, reached = count, state
            if self.work.is_over:
                return None if reached is None else World(reached, False)
            if self.work.left < fresh:
                self.path, state, best = copies(before), begin, -1
                self.is_comparing = not self.is_comparing  # it may have led the wrong way
                self.holding.assume()
            later = self.go_on(state)
            if later is None:
                self.path, best = copies(before), -1
            state = later or begin

    # ---- from state to state ----

    def go_on(self, state: State) -> State | None:
        """The state after one more move, or after another one than before at an earlier place.

        None where nothing is left but to begin again.
        """
        self.path.append(Decision(state, self.options(state), state.seat == self.known.seat))
        while (later := self.advance(self.path[-1])) is None:
            failed = self.path.pop()
            mended = self.mend(failed)
            if mended is not None:
                self.path.append(Decision(mended, self.options(mended), failed.is_own))
                continue
            words, is_missing = self.blame(failed)
            if not self.holding.facts:  # otherwise other hands are more likely to help
                later = self.revision.revise(failed, self.next_words(failed.state) or words)
                if later is not None:
                    return later
            if not self.go_back(words, is_missing):
                return None
        return later

    def mend(self, failed: Decision) -> State | None:
        """The state of a decision that failed, after what was hidden before was dealt anew."""
        count, pairs = self.heard_in(failed.state), failed.pairs
        if count == len(self.heard) and failed.is_own:
            pairs = seen_apart(failed.state.view(self.known.seat), self.known.view)
        heard, words = self.next_move(failed.state), sorted(self.next_words(failed.state))
        for _ in range(MAX_MENDED if pairs or words else 0):
            self.mended[count] = self.mended.get(count, 0) + 1
            if self.work.is_over or self.mended[count] % (MAX_MENDED + 1) == 0:
                return None
            texts = self.holding.exchange(self.path, failed, heard, self.rng)
            texts = texts or exchange(self.path, pairs, words, self.rng)
            state = self.replay(texts) if texts else None
            if state is not None:
                return state
        return None

    def replay(self, texts: Mapping[int, str]) -> State | None:
        """The state after all moves of the path, with other texts for some; None, and the path as
        it was, if that disagrees with what is known.
        """
        first = min(texts)
        path = self.path[:first]
        state = self.path[first].state
        for number, old in enumerate(self.path[first:], first):
            self.work.left -= 1
            text = texts.get(number, old.text)
            try:
                later = state.play(text)
            except IllegalMove:
                return None
            if self.clash(later) is not None:
                return None
            left = [move for move in old.options if move.text != text]
            path.append(Decision(state, left, old.is_own, words_of(text), text, is_replayed=True))
            state = later
        self.path = path
        return state

    def advance(self, decision: Decision) -> State | None:
        """The state after one of the options that agrees with what was heard and seen.

        Of what chance may do it is the one after which the seat sees most of what it saw.
        """
        is_compared = decision.state.is_chance and self.is_comparing
        fitting: list[tuple[int, int, Move, State]] = []
        views: list[View] = []
        for tested in range(MAX_TESTED):
            if not decision.options or self.work.is_over:
                break
            move = decision.options.pop()
            if decision.is_replayed and move not in decision.state.moves():
                continue
            later = decision.state.play(move)
            self.work.left -= 1
            clash = self.clash(later)
            if clash is not None:
                decision.pairs += clash
                decision.unlike = decision.unlike or self.unlike(later)
            else:
                view = later.view(self.known.seat) if is_compared else None
                fitting.append((self.gap(view) if view else 0, tested, move, later))
                if view is None or len(fitting) >= MAX_COMPARED:
                    break
                views += [] if view in views else [view]
                if len(views) == 1 and len(fitting) >= MAX_ALIKE:  # it makes no difference
                    break
        if not fitting:
            self.work.left -= 1
            return None
        best = min(fitting, key=lambda f: f[:2])
        decision.options[:0] = [f[2] for f in fitting if f is not best]
        decision.text, decision.words = best[2].text, words_of(best[2].text)
        return best[3]

    def gap(self, view: View) -> int:
        """How much the seat sees that it did not see when it chose next."""
        wanted = next((v for v in self.seen if len(v.heard) >= len(view.heard)), self.known.view)
        return differences(view, wanted)

    def go_back(self, words: Words, is_missing: bool) -> bool:
        """Cut the way off behind a move of somebody else that is to blame; whether there is one."""
        places = [n for n, decision in enumerate(self.path) if not decision.is_own]
        guilty = [n for n in places if self.path[n].words & words]
        if not places:
            self.path = []
            return False
        is_missing = is_missing or not guilty
        if is_missing:
            place = self.rng.choice(places[-RECENT:] if self.rng.random() < 0.5 else places)
        else:
            place = guilty[-1]
        del self.path[place + 1 :]
        if is_missing and words:
            decision = self.path[place]
            decision.words = frozenset()
            decision.options = self.options(decision.state, words)
        return True

    def blame(self, failed: Decision) -> tuple[Words, bool]:
        """The words of what went wrong, and whether something is missing rather than in the way."""
        count = self.heard_in(failed.state)
        if failed.unlike and self.rng.random() > UNSURE:
            wrong, missing = failed.unlike
            return (missing, True) if missing else (wrong, False)
        if not failed.is_own:
            return self.next_words(failed.state), False
        if count == len(self.heard):
            return self.differing(failed.state), False
        for event in self.events:
            if event.heard == count or (event.is_done and 0 < event.heard - count < NEAR):
                return event.words, not event.is_done
        return frozenset(), False

    # ---- what agrees ----

    def heard_in(self, state: State) -> int:
        """How many texts the seat has heard in a state."""
        return len(state.node.heard[self.known.seat])

    def clash(self, state: State) -> list[Pair] | None:
        """None for a state that may be on the way to what is known; else the words in which what is
        heard or seen in it is another, if there are any.
        """
        heard = state.node.heard[self.known.seat]
        if not self.heard.begins_with(heard):
            return told_apart(heard, self.heard, self.people)
        if not self.is_in_time(state):
            return []
        then = self.seen_at(state)
        view = state.view(self.known.seat) if then else None
        return None if view is None or view in then else seen_apart(view, then[0])

    def is_in_time(self, state: State) -> bool:
        """Whether a state may come before the one that the seat knows."""
        return not state.is_over and state.turn <= self.known.view.turn

    def is_heard(self, state: State) -> bool:
        """Whether what is heard in a state agrees, and it does not come too late."""
        heard = state.node.heard[self.known.seat]
        return self.heard.begins_with(heard) and self.is_in_time(state)

    def is_seen(self, state: State) -> bool:
        """Whether what is seen in a state agrees, where it is an own choice of which that is known.
        """
        then = self.seen_at(state)
        return not then or state.view(self.known.seat) in then

    def seen_at(self, state: State) -> list[View]:
        """What was seen at the earlier own choices that this may be."""
        count = self.heard_in(state)
        if state.seat != self.known.seat or count == len(self.heard):
            return []
        return self.past.get(count, [])

    def unlike(self, state: State) -> tuple[Words, Words] | None:
        """The cells on which the seat sees a piece that it did not see when it chose there, and
        those on which it misses one.
        """
        count = self.heard_in(state)
        then = [view for view in self.seen if len(view.heard) == count]
        if state.seat != self.known.seat or not then:
            return None
        here, there = state.view(self.known.seat).pieces.keys(), then[0].pieces.keys()
        return (frozenset(here - there), frozenset(there - here)) if here != there else None

    def is_it(self, state: State) -> bool:
        """Whether the seat acts in a state, and it looks to it as the true one does."""
        if state.seat != self.known.seat or self.heard_in(state) != len(self.heard):
            return False
        moves = tuple(move.text for move in state.moves())
        return moves == self.known.moves and state.view(self.known.seat) == self.known.view

    def differing(self, state: State) -> Words:
        """The words of what looks different at the end."""
        mine, here = self.known.view, state.view(self.known.seat)
        cells = mine.pieces.keys() | here.pieces.keys()
        one, other = mine.standing(), here.standing()
        words = {cell for cell in cells if one.get(cell) != other.get(cell)}
        words |= mine.hidden ^ here.hidden
        words |= set(mine.supply or ()) ^ set(here.supply or ())
        words |= words_in(mine.variables) ^ words_in(here.variables)
        for text in {move.text for move in state.moves()} ^ set(self.known.moves):
            words |= words_of(text)
        return frozenset(words)

    # ---- what to try ----

    def options(self, state: State, forced: Words = frozenset()) -> list[Move]:
        """The moves that may come next, the first to be tried at the end."""
        if state.seat == self.known.seat:
            return self.own_options(state)
        if state.is_chance:
            moves, odds = zip(*state.chance, strict=True)
            return self.drawn(state, moves, odds, forced)
        moves = tuple(state.moves())
        return self.drawn(state, moves, (1.0,) * len(moves), forced)

    def own_options(self, state: State) -> list[Move]:
        """The own move that is known to have been made here, or what may have been attempted."""
        count, moves = self.heard_in(state), state.moves()
        tried = {a.text for a in self.known.attempts if a.heard == count}
        made = [move for move in moves if move.text in tried][:1]
        if made:
            return made
        if count == len(self.heard):  # only what was refused in this turn can have come
            is_now = state.turn == self.known.view.turn
            left = [move for move in moves if is_now and move.text not in self.known.moves]
            return self.rng.sample(left, len(left))
        said = {f"{state.colour}: {move.text}": move for move in moves}
        made = [said[text] for text in self.heard[count : count + self.near] if text in said][:1]
        if self.heard[count] in said or is_choosing(state):
            return made
        left = [move for move in moves if move not in made]
        return [*self.rng.sample(left, len(left)), *made]

    def drawn(
        self, state: State, moves: Sequence[Move], odds: Sequence[float], forced: Words
    ) -> list[Move]:
        """Moves of others in a random order, in which likelier ones come later."""
        count = self.heard_in(state)
        hint = self.next_words(state)
        wanted, avoided = self.preferences(count)
        order = {}
        for move, weight in zip(moves, odds, strict=True):
            words = words_of(move.text)
            weight *= HEARD ** (bool(hint) and hint <= words)
            weight *= WANTED ** bool(words & (wanted | forced)) * AVOIDED ** len(words & avoided)
            weight *= self.holding.likelihood(move.text, None if state.is_chance else state.colour)
            order[move] = self.rng.expovariate(1.0) / weight
        return sorted(moves, key=lambda move: -order[move])

    def next_words(self, state: State) -> Words:
        """The words of the next move that is heard, if it is soon and of whoever acts here."""
        return words_of(self.next_move(state))

    def next_move(self, state: State) -> str:
        """The next move that is heard, if it is soon and of whoever acts here; or nothing."""
        count = self.heard_in(state)
        actor = "chance" if state.is_chance else state.colour
        is_together = is_choosing(state)  # what all chose is heard when the last has chosen
        for text in self.heard[count : count + self.near]:
            who, _, move = text.partition(": ")
            if who == actor:
                return move
            if who in self.people and not is_together:
                return ""
        return ""

    def preferences(self, count: int) -> tuple[Words, Words]:
        """The words that others should use by now, and those that they should leave alone."""
        if self.rng.random() < UNSURE:
            return frozenset(), frozenset()
        used = {word for d in self.path if not d.is_own for word in d.words}
        wanted: set[str] = set()
        avoided: set[str] = set()
        chances = 1  # turns that are left to do what is wanted
        for event in self.events:
            if event.heard < count:
                continue
            if event.is_done:
                avoided |= event.words
                chances += 1
            elif not event.words & used and self.rng.random() < 1 / chances:
                wanted |= event.words
        return frozenset(wanted), frozenset(avoided - wanted)


def differences(a: View, b: View) -> int:
    """How many things two views show differently."""
    cells = a.pieces.keys() | b.pieces.keys()
    here, there = a.standing(), b.standing()
    count = sum(here.get(cell) != there.get(cell) for cell in cells)
    for name in a.variables.keys() | b.variables.keys():
        one, other = a.variables.get(name), b.variables.get(name)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            count += sum(one.get(key) != other.get(key) for key in one.keys() | other.keys())
        else:
            count += one != other
    return count + len(set(a.supply or ()) ^ set(b.supply or ()))


def words_in(value: Any) -> set[str]:
    """The words and numbers of the values of variables."""
    return set(re.findall(r"[\w-]+", repr(value)))
