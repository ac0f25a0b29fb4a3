"""One server and one browser for the tests of a process; the client with what it is built with."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from support.browsing import Server, Visit, chromium, serve
from support.small_games import GOODS

import interpreter.web

CLIENT = Path(interpreter.web.__file__).parent / "client"
LOCK = CLIENT / ".installing"
PATIENCE = 300.0  # seconds for an installation that another process has begun
MINE = "extends: tic-tac-toe\ngame: A game of mine\n"
BROKEN = "game: A broken one\nboard: square(3)\nplayers: Black, White\nactions:\n  go: fly away\n"

PIG = """game: Pig
players: White, Black
state:
  points[p in colours]: 0..60
  pot: 0..60
chance:
  throw(n in 1..6):
    - if n = 1: set pot to 0
      else: add n to pot
actions:
  roll: require pot < 30
  hold:
    - require pot > 0
    - add pot to points[mover]
    - set pot to 0
turn: (roll, throw) or hold
after turn:
  - if pot > 0: set next to mover
end:
  - when points[mover] >= 20: mover wins
"""
SURE = PIG.replace("    - if n = 1: set pot to 0\n      else: add n", "    - add n")
"""The same without a throw that loses the pot."""
TRAY = """game: Tray
players: White, Black
state:
  tray: subsets(1..6) = {1, 5}
  total[p in colours]: 0..60
  first_notes: 0..5
  second_notes: 0..5
  third_notes: 0..5
  fourth_notes: 0..5
actions:
  keep(n in tray): add n to total[mover]
  double_it(n in tray): add 2 * n to total[mover]
turn: keep or double_it
end:
  - when total[mover] >= 20: mover wins
"""
GHOSTS = """game: Ghosts
players: White, Blue, Red
board: square(3)
pieces:
  ghost:
    with:
      heart: good, evil
sees:
  heart[c]: owner[c] = viewer
  place: at
actions:
  place(h in {good, evil}, at in empty): put ghost with heart = h on at
turn: place
end:
  - when no empty: draw
"""
TAKERS = """game: Takers
players: Ann, Bartholomew
looks:
  hand: cards
state:
  hand: subsets(1..6) = {1, 2, 3, 4, 5, 6}
  taker: colours
actions:
  play(n in hand):
    - take n from hand
    - set taker to mover
turn: play
end:
  - when no hand: draw
"""
"""A word beside the cards gets longer and shorter, and a line tells what the other has played."""
PEGS = """game: Pegs
players: Solver
board: rectangle(5, 1)
pieces: peg
setup:
  - put peg on {a1, b1, d1}
actions:
  jump(start in mine, d in orthogonal):
    - require start + d in mine and start + 2*d in empty
    - remove start + d
    - move start to start + 2*d
turn: jump
end:
  - when count(mine) = 1: Solver wins
  - when stuck: Solver loses
"""
CARDS = """game: Cards
players: White, Black
board: square(5)
pieces: man
words:
  card:
    tiger:
      steps: 2*north, south
    crab:
      steps: 2*west, 2*east, north
    cobra_that_waits:
      steps: north, 2*north + east
      patience: 3
state:
  hand[p in colours]: subsets(card)
setup:
  - put man of White on row(1)
  - put man of Black on row(5)
  - set hand[White] to {tiger, crab}
  - set hand[Black] to {crab, cobra_that_waits}
actions:
  move(k in hand[mover], start in mine, s in steps(k)):
    - let there = start + s if mover = White else start - s
    - require there in cells - mine
    - move start to there
    - take k from hand[mover]
    - add k to hand[opponent]
  rest: require no hand[mover]
turn: move or rest else pass
end:
  - when no enemy: mover wins
  - when turns = 4: draw
looks:
  hand: cards
"""

NAMES = """game: Names
players: White, Black
board: square(2)
pieces: man
words:
  animal: ox, elk, tiger
state:
  hand[p in colours]: subsets(animal)
setup:
  - set hand[White] to {ox, elk, tiger}
  - set hand[Black] to {ox}
actions:
  put_down(k in hand[mover], at in empty): put man on at
turn: put_down
end:
  - when no empty: draw
looks:
  hand: cards
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a folder with files, one of which has mistakes."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "mine.yaml").write_text(MINE, "utf-8")
    (folder / "broken.yaml").write_text(BROKEN, "utf-8")
    (folder / "pig.yaml").write_text(PIG, "utf-8")
    (folder / "sure.yaml").write_text(SURE, "utf-8")
    (folder / "takers.yaml").write_text(TAKERS, "utf-8")
    (folder / "tray.yaml").write_text(TRAY, "utf-8")
    (folder / "pegs.yaml").write_text(PEGS, "utf-8")
    (folder / "ghosts.yaml").write_text(GHOSTS, "utf-8")
    (folder / "cards.yaml").write_text(CARDS, "utf-8")
    (folder / "goods.yaml").write_text(GOODS, "utf-8")
    (folder / "names.yaml").write_text(NAMES, "utf-8")
    made = serve(folder, tmp_path_factory.mktemp("data"))
    with urlopen(f"{made.address}/api/games") as games:  # where nothing is cached, the first waits
        games.read()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser; closed after each module, since nothing else may run an event loop beside it."""
    with chromium() as made:
        yield made


@pytest.fixture
def visit(server: Server, browser: Any) -> Iterator[Callable[..., Visit]]:
    """Opens pages, each of a person with a browser of their own; they must say nothing."""
    visits: list[Visit] = []

    def open_page(width: int = 1280, height: int = 900, **context: Any) -> Visit:
        size = {"width": width, "height": height}
        page = browser.new_context(viewport=size, **context).new_page()
        visits.append(Visit(page, server.address))
        return visits[-1]

    yield open_page
    for made in visits:
        made.finish()
        made.page.context.close()


@pytest.fixture(scope="session")
def client() -> Path:
    """The sources of the client and what builds and tests them; skipped without node and network.

    Where `CI` is set nothing is skipped.
    """
    must = os.environ.get("CI") == "true"
    if shutil.which("npm") is None and not must:
        pytest.skip("there is no node")
    if not (CLIENT / "node_modules/axe-core").is_dir() and not install() and not must:
        pytest.skip("what builds the client cannot be installed here")
    assert (CLIENT / "node_modules/axe-core").is_dir()
    return CLIENT


def install() -> bool:
    """Install what the client is built with, in one of the processes that want it."""
    try:
        os.close(os.open(LOCK, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        late = time.monotonic() + PATIENCE
        while LOCK.exists() and time.monotonic() < late:
            time.sleep(0.2)
        return (CLIENT / "node_modules/axe-core").is_dir()
    try:
        command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        return subprocess.run(command, cwd=CLIENT, check=False).returncode == 0
    finally:
        LOCK.unlink()
