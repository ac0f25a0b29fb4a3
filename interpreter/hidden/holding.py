"""Who has which hidden piece, as a card in hand, from what was heard and seen later.

A card that somebody plays was dealt to them; one that the seat itself holds was dealt to nobody
else; one that was turned up afterwards to nobody at all.  What was dealt and not heard is drawn
accordingly.  Where a move that was heard is not possible in a guess, pieces change hands: the piece
of that move comes to whoever made it, or those pieces go away with which only other moves are
possible, as cards of the suit that somebody did not follow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.vocabulary.types import PIECE, set_of
from interpreter.hidden.exchange import Place, hidden_words, sort_of, swapped, word
from interpreter.hidden.worlds import Decision, Words

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import View
    from interpreter.hidden.knowledge import Knowledge

CHANCE = "chance"
HELD, ELSEWHERE, BARRED = 1e3, 1e-6, 1e-2  # how much likelier somebody gets a piece


@dataclass(frozen=True)
class Fact:
    """Somebody is known to have had a piece, who got it in one of several ways: from chance, where
    it is the holder that is named, or from somebody else.
    """

    piece: str
    holder: str
    sources: tuple[str, ...]


class Holding:
    """What is known of who had which pieces, and what a search assumes and has learnt of it."""

    def __init__(self, known: Knowledge, rng: random.Random):
        self.players = known.game.players
        self.rng = rng
        self.places = piece_places(known.game)
        self.are_unheard = any(
            name in known.game.model.sees and not known.game.model.sees[name].heard
            for name in self.places if not known.game.model.actions[name].is_chance
        )  # fmt: skip
        self.facts = tuple(self.known_facts(known)) if self.places else ()
        self.holders = {fact.piece: fact.holder for fact in self.facts}
        self.dealt: dict[str, str] = {}  # who got a piece from chance
        self.barred: set[tuple[str, str]] = set()  # colours, and pieces that they seem not to have
        self.assume()

    @property
    def is_sure(self) -> bool:
        """Whether each piece can have come to its holder in one way only."""
        return all(len(set(fact.sources)) == 1 for fact in self.facts)

    def assume(self) -> None:
        """Assume one of the ways in which each piece came to its holder; each way is for one piece,
        and half of the times what came from chance comes first.
        """
        used: Counter[tuple[str, str]] = Counter()
        is_chance_first = self.rng.random() < 0.5
        for fact in self.rng.sample(self.facts, len(self.facts)):
            left = Counter(fact.sources)
            left.subtract({s: used[fact.holder, s] for s in left})
            ways = list(left.elements()) or list(fact.sources)
            if is_chance_first and fact.holder in ways:
                ways = [fact.holder]
            self.dealt[fact.piece] = source = self.rng.choice(ways)
            used[fact.holder, source] += 1

    def known_facts(self, known: Knowledge) -> Iterator[Fact]:
        """The first who is known to have had each piece; `CHANCE` before anybody had it."""
        found: set[str] = set()
        heard, seen, turn = known.view.heard, 0, 0
        for view in (*known.past, known.view):
            for at in range(seen, len(view.heard)):
                who, _, move = heard[at].partition(": ")
                for piece in self.pieces(move) if who in (*self.players, CHANCE) else ():
                    if piece not in found:
                        found.add(piece)
                        holder = self.receiver(move, who)
                        yield Fact(piece, holder, self.sources(heard[:at], holder, view.turn > 0))
            told = heard[seen : len(view.heard)]
            sources = self.sources(told, view.colour, view.turn > turn)
            for piece in sorted(own_words(view) - found):
                found.add(piece)
                yield Fact(piece, view.colour, sources)
            seen, turn = len(view.heard), view.turn

    def sources(self, heard: Sequence[str], holder: str, is_later: bool) -> tuple[str, ...]:
        """From whom a piece may have come: whoever did something with one that was not heard, which
        others may have done in later turns only.
        """
        others = [player for player in self.players if player != holder]
        sources = others if self.are_unheard and is_later else []
        for text in heard:
            who, _, move = text.partition(": ")
            if not self.is_silent(move):
                continue
            if who == CHANCE and self.receiver(move, who) == holder:
                sources.append(holder)
            elif who in others:
                sources.append(who)
        return tuple(sources) or (holder,)

    def is_silent(self, text: str) -> bool:
        """Whether a move has pieces of which the seat has not heard."""
        action = text.split(" ", 1)[0]
        return len(list(self.pieces(text))) < len(self.places.get(action, ()))

    def pieces(self, text: str) -> Iterator[str]:
        """The words of a move that are pieces."""
        action, *words = text.split() or [""]
        for at in self.places.get(action, ()):
            if at < len(words):
                yield words[at]

    def receiver(self, text: str, actor: str | None) -> str:
        """Who gets the pieces of a move: whom it names, or else whoever makes it."""
        return next((p for p in text.split()[1:] if p in self.players), actor or CHANCE)

    def likelihood(self, text: str, actor: str | None) -> float:
        """How much likelier a move is than others, by who has its pieces later."""
        factor = 1.0
        for piece in self.pieces(text):
            if piece in self.holders:
                factor *= self.is_right(piece, self.receiver(text, None), actor)
            elif actor is None and (self.receiver(text, None), piece) in self.barred:
                factor *= BARRED
        return factor

    def is_right(self, piece: str, receiver: str, actor: str | None) -> float:
        """How well it agrees that chance gives a piece to somebody, or that somebody parts with it.
        """
        holder, dealt = self.holders[piece], self.dealt[piece]
        if actor is None:
            return HELD if dealt == receiver else ELSEWHERE
        if holder == actor:
            return ELSEWHERE
        return HELD if dealt == actor else 1.0

    # ---- pieces that change hands ----

    def exchange(
        self, path: Sequence[Decision], failed: Decision, heard: str, rng: random.Random
    ) -> dict[int, str]:
        """Other texts for moves of a guess, by their numbers, so that a move that was heard and is
        not possible may become so; empty where nothing is found.
        """
        if not self.places or failed.is_own or failed.state.is_chance:
            return {}
        hidden = list(self.hidden(path))
        wanted, actor = set(self.pieces(heard)), failed.state.colour or CHANCE
        missing = [p for p in hidden if word(path, p) in wanted and self.has(path, p) != actor]
        if missing:
            return self.changed(path, hidden, missing[:1], actor, rng)
        legal = {piece for move in failed.state.moves() for piece in self.pieces(move.text)}
        theirs = [p for p in hidden if self.has(path, p) == actor and self.is_free(path, p)]
        away = [p for p in theirs if word(path, p) in legal - wanted]
        self.barred |= {(actor, word(path, p)) for p in away}
        return self.changed(path, hidden, away, None, rng)

    def hidden(self, path: Sequence[Decision]) -> Iterator[Place]:
        """The pieces of earlier moves that the seat did not hear."""
        for number, made in enumerate(path):
            pieces = self.places.get(made.text.split()[0], ())
            for at in hidden_words(made) if pieces else ():
                if at - 1 in pieces:
                    yield number, at

    def has(self, path: Sequence[Decision], place: Place) -> str:
        """Who gets the piece of an earlier move."""
        made = path[place[0]]
        return self.receiver(made.text, made.state.colour)

    def is_free(self, path: Sequence[Decision], place: Place) -> bool:
        """Whether nothing is known of who has a piece."""
        return word(path, place) not in self.holders

    def changed(
        self, path: Sequence[Decision], hidden: Sequence[Place], given: Sequence[Place],
        to: str | None, rng: random.Random,
    ) -> dict[int, str]:  # fmt: skip
        """Texts in which pieces go to somebody, or to anybody else, for others of theirs."""
        texts: dict[int, str] = {}
        for place in given:
            others = [
                other for other in hidden
                if other[0] not in texts and self.may_change(path, place, other, to)
            ]  # fmt: skip
            if not others:
                return {}
            texts |= swapped(path, place, rng.choice(others))
        return texts

    def may_change(
        self, path: Sequence[Decision], one: Place, other: Place, to: str | None
    ) -> bool:
        """Whether two pieces may change places: of like moves, to somebody who may have them."""
        giver, taker = self.has(path, one), self.has(path, other)
        return (
            one[1] == other[1]
            and sort_of(path[one[0]]) == sort_of(path[other[0]])
            and (taker != giver if to is None else taker == to)
            and self.is_free(path, other)
            and (giver, word(path, other)) not in self.barred
            and (taker, word(path, one)) not in self.barred
        )


def piece_places(game: GameBase) -> dict[str, frozenset[int]]:
    """Which parameters of an action are pieces, where there are any."""
    places: dict[str, frozenset[int]] = {}
    for name, rule in game.model.actions.items():
        types = [binder.domain.type for binder in rule.binders for _ in binder.names]
        pieces = frozenset(at for at, type in enumerate(types) if type == set_of(PIECE))
        if pieces:
            places[name] = pieces
    return places


def own_words(view: View) -> Words:
    """The words that a seat sees stored for its own colour: what is in its hand among them."""
    found: set[str] = set()
    for value in view.variables.values():
        own = value.get(view.colour) if isinstance(value, Mapping) else None
        several = own if isinstance(own, Set | tuple) else (own,)
        found.update(word for word in several if isinstance(word, str))
    return frozenset(found)
