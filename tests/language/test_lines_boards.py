"""Boards drawn by lines: a jump by `between` goes where a jump along a direction would go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from interpreter import load_game

RECIPES = Path(__file__).parents[2] / "docs" / "recipes.md"
SIZE = 5
Place = tuple[int, int]
Board = dict[Place, int]  # a man of player 0 or 1


def recipe(folder: Path) -> str:
    """The file of the recipe."""
    text = re.search(r"```yaml\n(game: Alquerque\n.*?)```", RECIPES.read_text("utf-8"), re.DOTALL)
    assert text is not None
    path = folder / "alquerque.yaml"
    path.write_text(text[1], encoding="utf-8")
    return str(path)


def ways(x: int, y: int) -> Iterator[Place]:
    """The directions of the lines through a point: diagonals only through every other one."""
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx or dy) and not (dx and dy and (x + y) % 2):
                yield dx, dy


def jumps(board: Board, who: int, start: Place) -> Iterator[Board]:
    for dx, dy in ways(*start):
        over = start[0] + dx, start[1] + dy
        there = start[0] + 2 * dx, start[1] + 2 * dy
        if board.get(over) == 1 - who and there not in board and inside(there):
            after = {place: man for place, man in board.items() if place not in (start, over)}
            yield {**after, there: who}


def steps(board: Board, who: int, start: Place) -> Iterator[Board]:
    for dx, dy in ways(*start):
        there = start[0] + dx, start[1] + dy
        if there not in board and inside(there):
            after = {place: man for place, man in board.items() if place != start}
            yield {**after, there: who}


def inside(place: Place) -> bool:
    return all(0 <= part < SIZE for part in place)


def perft(board: Board, who: int, depth: int, last: Place | None = None) -> int:
    """The number of sequences of moves, counted without the interpreter."""
    if depth == 0:
        return 1
    mine = [place for place, man in board.items() if man == who]
    forced = [(last, b) for b in jumps(board, who, last)] if last else []
    if last and not forced:
        return perft(board, 1 - who, depth)
    if not last:
        if not mine or len(mine) == len(board):
            return 0
        forced = [(place, b) for place in mine for b in jumps(board, who, place)]
    if forced:
        return sum(perft(b, who, depth - 1, next(iter(b.keys() - board.keys()))) for _, b in forced)
    later = [b for place in mine for b in steps(board, who, place)]
    return sum(perft(b, 1 - who, depth - 1) for b in later)


def test_the_recipe_plays_as_the_drawn_board_says(tmp_path: Path) -> None:
    game = load_game(recipe(tmp_path))
    start: Board = {(x, y): 0 for x in range(SIZE) for y in (0, 1)}
    start |= {(x, y): 1 for x in range(SIZE) for y in (3, 4)}
    start |= {(0, 2): 0, (1, 2): 0, (3, 2): 1, (4, 2): 1}
    for depth in range(1, 8):
        assert game.perft(depth) == perft(start, 0, depth)
