"""Games as WebAssembly: as many sequences of moves as natively, the same search, the same bytes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.agents.request import Report, Request
from interpreter.agents.search import search
from interpreter.api.game import Game
from interpreter.native.build.compilers import packaged_compiler
from interpreter.native.build.wasm import NoZig, wasm
from interpreter.native.program.program import program_of

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.skipif(packaged_compiler() is None, reason="ziglang is not installed"),
    pytest.mark.skipif(NODE is None, reason="there is no node to run WebAssembly"),
]
# Counts sequences of moves, plays random games, and searches from the start.
DRIVER = """
const [path, depth, games, simulations] = process.argv.slice(2);
const bytes = require("fs").readFileSync(path);
const page = { now: () => performance.now() };
WebAssembly.instantiate(bytes, { page }).then(({ instance: { exports: game } }) => {
  const check = (code) => { if (code !== 0) throw new Error(`code ${code}`); };
  game.seed(7);
  check(game.start());
  const perft = Array.from({ length: Number(depth) + 1 }, (_, i) => game.perft(i));
  let played = 0;
  for (let i = 0; i < Number(games); i++) {
    check(game.start());
    for (;;) {
      const count = game.moves();
      if (count < 0) throw new Error(`moves ${count}`);
      if (count === 0) break;
      check(game.play(new BigUint64Array(game.memory.buffer, game.list(), count)[game.draw()]));
      if (++played > 100000) throw new Error("no end");
    }
    if (game.seat() !== -2 || !game.over()) throw new Error("not over");
  }
  check(game.start());
  while (game.seat() === -1) {
    const count = game.moves();
    check(game.play(new BigUint64Array(game.memory.buffer, game.list(), count)[game.draw()]));
  }
  check(game.search(Number(simulations), 0, 1 << 18, 1));
  const visits = Array.from({ length: game.found() }, (_, i) => game.visits(i));
  const proved = Array.from({ length: game.found() }, (_, i) => game.proved(i));
  console.log(JSON.stringify({ perft, played, visits, proved, best: game.best(),
                               simulations: game.simulations() }));
});
"""


def built(name: str, folder: Path, **options: Any) -> Path:
    game = load_game(name, **options)
    path = folder / f"{game.name}.wasm"
    path.write_bytes(wasm(program_of(game.reference).page_text, game.name))
    return path


def natively(game: Game, simulations: int) -> Report:
    request = Request("uct", seed=1, simulations=simulations, nodes=1 << 18)
    return search(game.start(), request)


def driven(path: Path, depth: int, games: int = 0, simulations: int = 100) -> dict[str, Any]:
    words = [str(NODE), "-", *map(str, (path, depth, games, simulations))]
    done = subprocess.run(words, input=DRIVER, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "options", "depth"),
    [
        ("squ", {"size": 8}, 3),
        ("royal-game-of-ur", {}, 5),  # with chance
        ("go", {"size": 9}, 3),  # which compares a position with earlier ones
        ("nine-mens-morris", {}, 3),  # with turns of several moves
        ("quardo", {}, 3),  # with attributes, coins and sets of cells
        pytest.param("amazons", {}, 2, marks=pytest.mark.slow),
        pytest.param("cuiquindi", {}, 2, marks=pytest.mark.slow),
        pytest.param("english-draughts", {}, 6, marks=pytest.mark.slow),
        pytest.param("quarod", {}, 3, marks=pytest.mark.slow),
    ],
)
def test_the_same_number_of_sequences_as_natively(
    name: str, options: dict[str, Any], depth: int, tmp_path: Path
) -> None:
    game = load_game(name, **options)
    found = driven(built(name, tmp_path, **options), depth, games=3, simulations=200)
    assert found["perft"] == [game.perft(i) for i in range(depth + 1)]
    assert found["played"] > 3
    assert found["simulations"] == 200 and sum(found["visits"]) == 200
    assert found["visits"][found["best"]] == max(found["visits"])
    if not game.start().is_chance:
        weights = sorted(rated.weight for rated in natively(game, 200).moves)
        assert sorted(visits / 200 for visits in found["visits"]) == pytest.approx(weights)


def test_a_search_proves_what_is_certain(tmp_path: Path) -> None:
    rules = tmp_path / "nim.yaml"
    rules.write_text(NIM, encoding="utf-8")
    found = driven(built(str(rules), tmp_path), 2, games=2, simulations=5000)
    assert found["perft"] == [1, 3, 9]
    assert found["proved"][2] == 1 and found["best"] == 2
    assert found["simulations"] == natively(load_game(str(rules)), 5000).simulations < 5000


# Whoever takes the last of eleven stones, one to three at a time, wins: take three, leave eight.
NIM = """\
game: Nim
players: First, Second
board: rectangle(1, 1)
pieces: stone
state:
  left: 0..11 = 11
actions:
  take(n in 1..3):
    - require left >= n
    - set left to left - n
turn: take
end:
  - when left = 0: mover wins
"""


def test_the_same_text_gives_the_same_bytes() -> None:
    text = program_of(load_game("tic-tac-toe").reference).page_text
    first = wasm(text, "one")
    assert first[:4] == b"\0asm" and wasm(text, "other") == first
    assert str(Path.cwd()).encode() not in first and b"scratch" not in first


def test_without_the_compiler_a_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)
    with pytest.raises(NoZig, match="pip install ziglang"):
        wasm("", "nothing")
