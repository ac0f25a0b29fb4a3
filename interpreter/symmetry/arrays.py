"""Symmetries of what programs learn from: observations and numbers of moves.

A symmetry of the board carries each number of an observation and each number of a move to another
one.  The rules respect it if games and their images can be played side by side, and each has the
image of what the other shows and allows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.model.analysis import has_secrets
from gdl.vocabulary.types import SetType, Type
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.spaces.actions import ActionSpace, NumberedAction
from interpreter.spaces.planes import Planes
from interpreter.spaces.records import (
    AttributePlane,
    BoardPlane,
    Has,
    Is,
    LastPlane,
    Plane,
    SeenPiece,
    Site,
    VariablePlane,
)
from interpreter.symmetry.boards import SEED, TRIALS, board_symmetries
from interpreter.symmetry.images import Images, NoImage, Symmetry

Places = NDArray[np.intp]
MOST_MOVES = {"native": 300, "reference": 60}  # of the games by which a symmetry is tried


@dataclass(frozen=True, eq=False)
class ArraySymmetry:
    """A symmetry: the image of each cell and of each number of a move.

    Of an observation, the numbers at `source` go to `target`, as places in the flat array.
    """

    cells: Symmetry
    actions: Places
    source: Places
    target: Places

    def observation(self, array: NDArray[Any]) -> NDArray[Any]:
        """The image of an observation."""
        image = np.zeros_like(array)
        image.reshape(-1)[self.target] = array.reshape(-1)[self.source]
        return image

    def mask(self, mask: NDArray[Any]) -> NDArray[Any]:
        """The image of a mask, or of anything that has a number for each move."""
        image = np.zeros_like(mask)
        image[self.actions] = mask
        return image


class ArrayImages(Images):
    """Images also of what records of planes hold, and of numbers."""

    game: Game

    def of(self, type: Type, value: Any) -> Any:
        """The image of a code, or of a value of a record."""
        if isinstance(value, Site):
            return value
        if isinstance(value, SeenPiece):
            return replace(value, attributes=self.attributes(value))
        return super().of(type, value)

    # ---- numbers of moves ----

    def actions(self, space: ActionSpace) -> Places:
        """The image of the number of each move."""
        parts = [self.action(action) for action in space.actions]
        return np.concatenate(parts) if parts else np.zeros(0, np.intp)

    def action(self, action: NumberedAction) -> Places:
        """The images of the numbers of an action."""
        numbers: Places = np.full(1, action.first, np.intp)
        for domain, places, stride in zip(
            action.domains, action.places, action.strides, strict=True
        ):
            try:
                images = [places[self.of(domain.type, value)] for value in domain.values]
            except KeyError:
                raise NoImage from None
            numbers = (numbers[:, None] + stride * np.array(images, np.intp)).reshape(-1)
        return numbers

    # ---- numbers of observations ----

    def places(self, planes: Planes) -> tuple[Places, Places]:
        """From where to where the numbers of an observation go."""
        at = {atom: place for number, plane in enumerate(planes.records)
              for atom, place, _ in self.atoms(planes, number, plane)}  # fmt: skip
        pairs = []
        for number, plane in enumerate(planes.records):
            for _, place, image in self.atoms(planes, number, plane):
                if image not in at:
                    raise NoImage
                pairs.append((place, at[image]))
        moved = np.array(pairs, np.intp).reshape(-1, 2)
        return moved[:, 0], moved[:, 1]

    def atoms(self, planes: Planes, number: int, plane: Plane) -> Iterator[tuple[Any, int, Any]]:
        """The things that a plane tells: each with its place in the flat array, and its image."""
        grid, cells = planes.grid, self.cells
        first = number * grid.size
        said, image = self.said(plane, None), self.image(plane, None)
        if isinstance(plane, BoardPlane | LastPlane):
            for cell, at in enumerate(grid.places):
                yield (said, cell), first + at, (image, cells[cell])
        elif isinstance(plane, VariablePlane) and any(site_in(plane)):
            for cell, at in enumerate(grid.places):
                told = self.said(plane, cell)
                if told is not None:
                    yield told, first + at, self.image(plane, cell)
        else:
            for at in range(grid.size):
                yield (said, at), first + at, (image, at)

    def said(self, plane: Plane, cell: int | None) -> Any:
        """What a plane tells of, without its name; None where a site has nothing on a cell."""
        plain = replace(plane, name="")
        if cell is None or not isinstance(plain, VariablePlane):
            return plain
        key = tuple(resolved(part, cell) for part in plain.key)
        reading = plain.reading
        if isinstance(reading, Is | Has):
            if isinstance(reading.value, Site) and reading.value.codes[cell] is None:
                return None
            reading = replace(reading, value=resolved(reading.value, cell))
        if any(part is None for part in key):
            return None
        return replace(plain, key=key, reading=reading)

    def image(self, plane: Plane, cell: int | None) -> Any:
        """What the image of a plane, or of its number on a cell, tells of."""
        said = self.said(plane, cell)
        if isinstance(said, AttributePlane) and isinstance(said.reading, Is):
            value = self.of(said.type, said.reading.value)
            return replace(said, reading=replace(said.reading, value=value))
        if not isinstance(said, VariablePlane):
            return said
        rules = self.game.reference.rules
        among = rules.marks if said.is_mark else rules.variables
        variable = next(v for v in among if v.name == said.variable)
        key = tuple(map(self.of, variable.index_types, said.key))
        reading, type = said.reading, variable.type
        if isinstance(reading, Has) and isinstance(type, SetType):
            type = type.element
        if isinstance(reading, Is | Has):
            reading = replace(reading, value=self.of(type, reading.value))
        return replace(said, key=key, reading=reading)


def site_in(plane: VariablePlane) -> Iterator[bool]:
    """For each part of a plane whether it is a site."""
    yield from (isinstance(part, Site) for part in plane.key)
    if isinstance(plane.reading, Is | Has):
        yield isinstance(plane.reading.value, Site)


def resolved(value: Any, cell: int) -> Any:
    """A part of a record as it is on a cell."""
    return value.codes[cell] if isinstance(value, Site) else value


# ---- which of them the rules respect -----------------------------------------------------------


def array_symmetries(game: Game, planes: Planes, actions: ActionSpace) -> list[ArraySymmetry]:
    """The symmetries of the board that the rules respect, as far as a trial shows.

    None where something is hidden, where chance acts before the first choice, and where the moves
    of `actions` are chosen in steps.
    """
    if actions.steps or has_secrets(game.model) or game.start().is_chance:
        return []
    found = []
    for cells in board_symmetries(game):
        images = ArrayImages(game, cells)
        try:
            made = ArraySymmetry(cells, images.actions(actions), *images.places(planes))
        except NoImage:
            continue
        if is_respected(images, made, planes, actions):
            found.append(made)
    return found


def is_respected(
    images: ArrayImages, symmetry: ArraySymmetry, planes: Planes, actions: ActionSpace
) -> bool:
    """Whether some random games and their images can be played side by side."""
    game = images.game
    rng, left = random.Random(SEED), MOST_MOVES[game.engine().name]
    for _ in range(TRIALS):
        state = image = game.start()
        while left:
            left -= 1
            if not agree(state, image, symmetry, planes, actions):
                return False
            if state.is_over:
                break
            move = state.random_choice(rng)
            try:
                key = images.key(move.key)
            except NoImage:
                return False
            answers = image.moves() or [m for m, _ in image.chance]
            if not any(answer.key == key for answer in answers):
                return False
            state, image = state.play(move), image.play(game.move(key))
    return True


def agree(
    state: State, image: State, symmetry: ArraySymmetry, planes: Planes, actions: ActionSpace
) -> bool:
    """Whether a state shows and allows the image of what another one does."""
    if (state.seat, state.result) != (image.seat, image.result):
        return False
    if (symmetry.mask(actions.mask(state)) != actions.mask(image)).any():
        return False
    return all(
        (symmetry.observation(planes.observe(state, seat)) == planes.observe(image, seat)).all()
        for seat in range(state.game.seats)
    )
