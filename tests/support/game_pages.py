"""Writes `docs/games/`: a page and a drawing for every game of the library, and the index.

    python tests/support/game_pages.py [GAME …]

What a page says comes from the rule file (the sentences of `gdl explain`, the drawing of
`gdl show --svg`), from counting the first moves, and from the table of peers in the index.  Tests
compare what takes no time to make, slow ones the whole pages.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from peers.report import rows_of

from gdl.prose.sheet import explained
from gdl.source.wording import number_of
from interpreter import list_games, load_game
from interpreter.api.game import Game
from interpreter.api.library import library
from interpreter.checking.catalogue import entry
from interpreter.cli.rules import drawing

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "games"
INDEX = FOLDER / "README.md"
MARK = "<!-- Written by `python tests/support/game_pages.py`; do not edit. -->\n"
END = "<!-- The end of what is written. -->\n"
MOST = 200_000  # sequences that are counted
DEEPEST = 5
SHARE, MOST_SHOWN = 3, 30  # of an empty board: a third of the cells, at most so many moves


def page(game: Game) -> str:
    """The page of a game."""
    head, rules = explained(game.model).split("\n", 1)
    return "\n".join([head, "", MARK, *facts(game), rules.strip("\n"), "", *ending(game)])


def facts(game: Game) -> Iterator[str]:
    """The drawing, and where everything is."""
    yield f'<img src="images/{game.name}.svg" alt="{caption(game)}" width="420">\n'
    cells = number_of(len(game.board.cells), "cell") if game.board.cells else "No board"
    yield f"{caption(game)}. {cells}, {number_of(len(game.players), 'player')}."
    lines = [f"[`{game.name}.yaml`](../../games/{game.name}.yaml)"]
    if base := entry(library(), game.name)["extends"]:
        lines.append(f"a variant of [{load_game(base).title}]({base}.md)")
    file = ", ".join(lines)
    yield f"The file: {file}; rules `{game.rules_hash}`. Play it: `gdl play {game.name}`.\n"


def ending(game: Game) -> Iterator[str]:
    """Counts, and what the game was checked with."""
    yield "## Counts\n\nSequences of moves from the start, with the options above.\n"
    yield "| moves | sequences |\n|---|---|"
    yield from (f"| {depth} | {count:,} |" for depth, count in counts(game))
    yield f"\n## Checked with\n\n{checked(game)}\n"


def counts(game: Game) -> Iterator[tuple[int, int]]:
    """How many sequences of 1, 2 … moves there are, as long as that is quick."""
    before, count = 1, 1
    for depth in range(1, DEEPEST + 1):
        if count and count * count / before > MOST:
            return
        before, count = count, game.perft(depth)
        yield depth, count


def checked(game: Game) -> str:
    """What played the game side by side with it, from the table of peers."""
    rows = [row for row in rows_of(INDEX.read_text("utf-8")) if row[0] == f"`{game.name}`"]
    tests = f"Positions checked by hand are in [its tests](../../tests/games/{game.name})."
    played = [
        f"{peer}{f' ({options})' if options else ''}: {positions} positions at random, "
        f"{disagreements} disagreements."
        for _, options, peer, positions, disagreements in rows
    ]
    return "\n".join([f"- {line}" for line in [*played, tests]])


# ---- the drawing ---------------------------------------------------------------------------------


@cache
def shown_moves(game: Game) -> tuple[str, ...]:
    """The moves before the drawing: none where pieces stand at the start, else some at random."""
    state, chooser = game.start(), random.Random(1)
    moves: list[str] = []
    if state.pieces():
        return ()
    for _ in range(min(len(game.board.cells) // SHARE, MOST_SHOWN)):
        move = state.random_choice(chooser)
        state = state.play(move)
        if state.is_over:
            break
        moves.append(str(move))
    return tuple(moves)


def drawn(game: Game) -> str:
    """The text of the drawing, light or dark as whoever looks has it."""
    if not game.board.cells:
        return f"{drawing(game, (), 'light')}\n"
    return f"{drawing(game, shown_moves(game), 'auto')}\n"


def caption(game: Game) -> str:
    """What the drawing shows."""
    count = len(shown_moves(game))
    return f"The board after {count} moves at random" if count else "The start"


# ---- the index -----------------------------------------------------------------------------------


def index() -> str:
    """The table of all games."""
    lines = ["| game | by | year | board | options |", "|---|---|---|---|---|"]
    for name in list_games():
        game = load_game(name)
        about = game.model.about
        options = ", ".join(f"`{o.name}`" for o in game.model.declared)
        cells = number_of(len(game.board.cells), "cell") if game.board.cells else "none"
        lines.append(f"| [{game.title}]({name}.md) | {about.get('designer', '')} | "
                     f"{about.get('year', '')} | {cells} | {options} |")  # fmt: skip
    return "\n".join(lines) + "\n"


def with_index(text: str) -> str:
    """The page of all games with the table as it should be."""
    before, _, rest = text.partition(MARK)
    return f"{before}{MARK}\n{index()}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Write the pages of the games that are named, or all, and the index."""
    (FOLDER / "images").mkdir(exist_ok=True)
    for name in sys.argv[1:] or list_games():
        game = load_game(name)
        (FOLDER / f"{name}.md").write_text(page(game), "utf-8")
        (FOLDER / "images" / f"{name}.svg").write_text(drawn(game), "utf-8")
        print(name, flush=True)
    INDEX.write_text(with_index(INDEX.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
