"""Where a game stands, with the way that led there and what each seat has seen on it.

A `Standing` is an immutable value, as are states; all that go on from one share it.  Numbers go in
for what seats and chance do; numbers, texts and utilities come out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from gdl.model.analysis import differs_by_seat
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.api.state_writer import write_present
from interpreter.api.views import is_choosing
from interpreter.board.values import Piece, View
from interpreter.matches.simultaneous import places
from interpreter.spaces.actions import ActionSpace, Steps
from interpreter.spaces.planes import Planes, TooLarge

MAX_KNOWN = 1 << 14  # steps of which it is known where they lead, since searches go back often


class Setting:
    """A game with its numbers, and the most decisions after which it is left unfinished.

    `origin` makes it again in another process: a function and its arguments.
    """

    def __init__(self, game: Game, most: int, origin: tuple[Callable[..., Setting], Any]):
        self.game = game
        self.most = most
        self.origin = origin
        self.actions = ActionSpace(game)
        self.chance = ActionSpace(game, chance=True)
        self.is_simultaneous = game.has_simultaneous_choices and not self.actions.steps
        self.hides = differs_by_seat(game.model)
        self.follow = lru_cache(MAX_KNOWN)(following)

    @cached_property
    def planes(self) -> Planes | None:
        """What a seat sees as an array; None where that is too large, and where moves are chosen in
        steps, which would be positions of their own.
        """
        try:
            return None if self.actions.steps else Planes(self.game)
        except TooLarge:
            return None

    @cached_property
    def start(self) -> Standing:
        """Where the game starts."""
        return Standing(self, self.game.start())

    def space(self, state: State) -> ActionSpace:
        """The numbers of what can be done in a state."""
        return self.chance if state.is_chance else self.actions

    def utilities(self, result: Sequence[float]) -> list[float]:
        """What the results of the seats are worth: in a game of two for win shares, 1 for a win and
        -1 for a loss; else the results themselves.
        """
        if self.game.results.are_points or not self.game.zero_sum:
            return list(result)
        return [2 * part - 1 for part in result]


class Deed(NamedTuple):
    """What a seat did, or chance where `seat` is None: its number, and what it is in words."""

    seat: int | None
    number: int
    text: str


class Standing:
    """A state, what is chosen of the next move where moves are chosen in steps, and the way there.
    """

    def __init__(
        self, setting: Setting, state: State, chosen: Steps = (), before: Standing | None = None,
        deed: Deed | None = None,
    ):  # fmt: skip
        self.setting = setting
        self.state = state
        self.chosen = chosen
        self.before = before
        self.deed = deed
        decided = deed is not None and deed.seat is not None
        self.decisions: int = decided + (0 if before is None else before.decisions)
        self.is_over = state.is_over or self.decisions >= setting.most  # or left unfinished
        self.trace: int = 0 if before is None or deed is None else hash((before.trace, deed.number))
        self._news: dict[int, tuple[str, ...]] = {}

    def __copy__(self) -> Standing:
        return self

    def __deepcopy__(self, memo: Any) -> Standing:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = tuple(deed.number for deed in self.deeds())
        return restored, (*self.setting.origin, numbers)

    def deeds(self) -> list[Deed]:
        """All that was done since the start, in order."""
        return [s.deed for s in self.way() if s.deed is not None]

    def way(self) -> list[Standing]:
        """This and all before it, from the start."""
        found, last = [self], self.before
        while last is not None:
            found.append(last)
            last = last.before
        return found[::-1]

    def __str__(self) -> str:
        """What there is, as JSON; what a rule may ask of the past, as one number."""
        data = write_present(self.state)
        if self.chosen:
            data["chosen"] = self.chosen
        if self.setting.game.reference.reads_history:
            data["trace"] = self.trace
        return json.dumps(data)

    # ---- what can be done ----

    @property
    def is_choosing(self) -> bool:
        """Whether several seats choose at the same time."""
        return self.setting.is_simultaneous and is_choosing(self.state) and not self.is_over

    @cached_property
    def legal(self) -> Mapping[int, list[int]]:
        """For each seat that may choose, the numbers that it may, sorted."""
        if self.is_over or self.state.seat is None:
            return {}
        actions = self.setting.actions
        if self.is_choosing:
            return {s: actions.legal(place.state) for s, place in places(self.state).items()}
        return {self.state.seat: actions.legal(self.state, self.chosen)}

    @cached_property
    def outcomes(self) -> Mapping[int, float]:
        """What chance may do, as numbers in order, with probabilities."""
        known, found, space = len(self.chosen), dict[int, float](), self.setting.chance
        for move, share in self.state.chance:
            numbers = space.numbers(move) if space.steps else (space.index(move),)
            if numbers[:known] == self.chosen:
                found[numbers[known]] = found.get(numbers[known], 0) + share
        total = sum(found.values())
        return {number: found[number] / total for number in sorted(found)}

    def after(self, number: int) -> Standing:
        """Where it stands after the seat that acts, or chance, has done this.

        Raises ValueError for what is not legal.
        """
        return self.setting.follow(self, number)

    def after_all(self, numbers: Sequence[int]) -> Standing:
        """Where it stands after all seats have chosen; of one that has no choice the number counts
        for nothing.

        Raises ValueError for what is not legal.
        """
        standing, left = self, list(self.legal)
        while left:
            left.remove(seat := standing.acting)
            standing = standing.after(numbers[seat])
        return standing

    @property
    def acting(self) -> int:
        """The seat that acts."""
        assert self.state.seat is not None
        return self.state.seat

    def utilities(self) -> list[float]:
        """What the seats have got: nothing before the end, and of an unfinished game a draw."""
        game, result = self.setting.game, self.state.result
        if result is None and not self.is_over:
            return [0.0] * game.seats
        return self.setting.utilities(result or [game.results.draw] * game.seats)

    # ---- what a seat knows ----

    def knows(self, seat: int) -> str:
        """All that a seat has done and seen so far: two ways there have the same text where it
        cannot tell them apart.
        """
        if not self.setting.hides:
            return "\n".join(deed.text for deed in self.deeds())
        return "\n".join(line for standing in self.way() for line in standing.news(seat))

    def news(self, seat: int) -> tuple[str, ...]:
        """What a seat did in the last step, if it was the one that acted, and what it sees anew."""
        if seat not in self._news:
            now, deed = self.seen_by(seat), self.deed
            then = {} if self.before is None else self.before.seen_by(seat)
            own = [f"> {deed.text}"] if deed is not None and deed.seat == seat else []
            new = [f"{name}: {text}" for name, text in now.items() if then.get(name) != text]
            gone = [f"no {name}" for name in then if name not in now]
            self._news[seat] = (*own, *new, *gone)
        return self._news[seat]

    def seen_by(self, seat: int) -> dict[str, str]:
        """What a seat sees, and what it has chosen of its next move."""
        seen = dict(lines_of(self.state.view(seat)))
        if self.chosen and self.state.seat == seat:
            seen["choosing"] = " ".join(map(str, self.chosen))
        return seen


def following(standing: Standing, number: int) -> Standing:
    """See `Standing.after`."""
    setting, state, chosen = standing.setting, standing.state, standing.chosen
    space = setting.space(state)
    move = space.move(*chosen, number)
    text = step_words(space, chosen, number) if move is None else move.text
    deed = Deed(state.seat, number, text)
    if move is None:
        return Standing(setting, state, (*chosen, number), standing, deed)
    return Standing(setting, state.play(move), (), standing, deed)


def restored(
    setting: Callable[..., Setting], args: tuple[Any, ...], numbers: Steps
) -> Standing:
    """A standing anew from what was done since the start: what pickling uses."""
    standing = setting(*args).start
    for number in numbers:
        standing = standing.after(number)
    return standing


def words(space: ActionSpace, chosen: Steps, number: int) -> str:
    """What a number stands for: a move, or a step of one."""
    move = space.move(*chosen, number)
    return step_words(space, chosen, number) if move is None else move.text


def step_words(space: ActionSpace, chosen: Steps, number: int) -> str:
    """What a step stands for after which others follow."""
    return f"{space.actions[chosen[0]].name} {number}" if chosen else space.actions[number].name


def lines_of(view: View) -> Iterator[tuple[str, str]]:
    """What there is in a view, thing by thing, in a fixed order."""
    yield "colour", view.colour
    yield "turn", str(view.turn)
    yield "acts", "nobody" if view.acting is None else str(view.acting)
    for cell, pile in sorted(view.standing().items()):
        yield cell, " ".join(map(worded, pile))
    for cell in sorted(view.hidden):
        yield cell, "hidden"
    for stored in (view.variables, view.marks):
        for name, value in stored.items():
            yield from entries(name, value)
    if view.supply is not None:
        yield "supply", " ".join(view.supply)
    yield from ((f"chosen by {colour}", worded(text)) for colour, text in view.chosen.items())
    yield from ((f"heard {at}", text) for at, text in enumerate(view.heard, 1))
    if view.result is not None:
        yield "result", worded(view.result)


def entries(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """A variable, or each entry of one with indices."""
    if not isinstance(value, Mapping):
        yield name, worded(value)
        return
    for index, entry in value.items():
        yield f"{name}[{worded(index)}]", worded(entry)


def worded(value: Any) -> str:
    """A value of a view as a text, always the same for equal values."""
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(worded, value))) + "}"
    if isinstance(value, tuple):
        return ", ".join(map(worded, value))
    if isinstance(value, Piece):
        had = (f"{name}={worded(entry)}" for name, entry in value.attributes.items())
        return " ".join([value.colour or "nobody's", value.kind, *had])
    return "none" if value is None else str(value)
