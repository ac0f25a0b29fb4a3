"""Histories that one seat cannot tell apart, made from random games.

Something that the seat did not do is done otherwise, or two such things exchange a word; all else
is repeated, as long as the seat is shown the same after every move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from interpreter import Game, IllegalMove, Move, State, View

TRIES = 6  # for each history and seat


class History:
    """The states of a game, and the moves between them."""

    def __init__(self, states: Sequence[State], moves: Sequence[Move]):
        self.states = list(states)
        self.moves = list(moves)
        self.views: dict[tuple[int, int], View] = {}

    @property
    def now(self) -> State:
        return self.states[-1]

    def view(self, number: int, seat: int) -> View:
        """What a seat is shown after so many moves."""
        if (number, seat) not in self.views:
            self.views[number, seat] = self.states[number].view(seat)
        return self.views[number, seat]

    def until(self, length: int) -> History:
        """Its first moves."""
        return History(self.states[: length + 1], self.moves[:length])


def random_history(game: Game, chooser: random.Random, most: int) -> History:
    """A random game, or its beginning."""
    history = History([game.start()], [])
    while not history.now.is_over and len(history.moves) < most:
        history.moves.append(move := history.now.random_choice(chooser))
        history.states.append(history.now.play(move))
    return history


def twins(truth: History, seat: int, chooser: random.Random) -> Iterator[tuple[History, History]]:
    """Beginnings of a history with others that show the seat the same from the start on, though
    they lead to something else: the longest of each, and the last one in which the seat acts.
    """
    foreign = [n for n in range(len(truth.moves)) if truth.states[n].seat != seat]
    for _ in range(TRIES if foreign else 0):
        other = repeated(truth, seat, changed(truth, foreign, chooser))
        lengths = [len(other.moves)]
        lengths += [n for n in range(lengths[0]) if other.states[n].seat == seat][-1:]
        for length in lengths:
            one, two = truth.until(length), other.until(length)
            if one.now.future_key != two.now.future_key:
                yield one, two


def changed(truth: History, foreign: Sequence[int], chooser: random.Random) -> dict[int, str]:
    """The texts of one or two moves that are made otherwise."""
    number = chooser.choice(foreign)
    text = truth.moves[number].text
    words = text.split()
    alike = [n for n in foreign if n != number and truth.moves[n].action == words[0]]
    if alike and chooser.random() < 0.6:
        second = chooser.choice(alike)
        others = truth.moves[second].text.split()
        places = [n for n, (a, b) in enumerate(zip(words, others)) if a != b]
        if places and len(words) == len(others):
            place = chooser.choice(places)
            words[place], others[place] = others[place], words[place]
            return {number: " ".join(words), second: " ".join(others)}
    state = truth.states[number]
    options = [m for m, _ in state.chance] if state.is_chance else state.moves()
    return {number: chooser.choice(options).text}


def repeated(truth: History, seat: int, texts: dict[int, str]) -> History:
    """The history with other texts for some moves, as far as the seat is shown the same."""
    start = min(texts)
    made = truth.until(start)
    for number in range(start, len(truth.moves)):
        try:
            move = made.now.parse(texts.get(number, truth.moves[number].text))
        except IllegalMove:
            break
        state = made.now.play(move)
        if state.view(seat) != truth.view(number + 1, seat):
            break
        made.moves.append(move)
        made.states.append(state)
    return made
