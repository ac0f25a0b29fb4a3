"""Trains a small network to guide `uct` in a game: docs/learning.md explains it.

    python train.py hex size=5 --out hex-5.onnx

First `uct` plays against itself without a network, which is quick since it searches in C; then come
rounds in which the network guides it (expert iteration).  From all positions the network learns
what the searches chose, and how the games ended.  The seed repeats everything on the same machine
with the same number of processes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from gdl.model.analysis import has_secrets
from interpreter import load_game
from interpreter.agents.guided import GuidedTree, grow
from interpreter.agents.network import network_of
from interpreter.agents.request import Report, Request
from interpreter.agents.search import search
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.spaces import ActionSpace, Planes

AT_ONCE = 64  # games that one process plays at once
MOST_MOVES = 500  # of a game, which then counts as drawn


@dataclass(frozen=True)
class Lesson:
    """A position that was searched: what its seat sees, which moves are legal, how promising the
    search found each, and what each seat got of the result, from the seat that acts on.
    """

    observed: np.ndarray
    legal: np.ndarray
    policy: np.ndarray
    shares: np.ndarray


# ---- the network ----


class Block(nn.Module):
    """Two convolutions, whose result is added to what goes in."""

    def __init__(self, width: int):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Net(nn.Module):
    """A residual network over the planes of a board, with a head for moves and one for shares."""

    def __init__(self, shape: tuple[int, ...], size: int, seats: int, width: int, blocks: int):
        super().__init__()
        planes, rows, columns = shape
        self.body = nn.Sequential(
            nn.Conv2d(planes, width, 3, padding=1),
            nn.ReLU(),
            *(Block(width) for _ in range(blocks)),
        )
        self.policy = nn.Sequential(
            nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * rows * columns, size)
        )
        self.shares = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * rows * columns, 48),
            nn.ReLU(), nn.Linear(48, seats), nn.Sigmoid(),
        )  # fmt: skip

    def forward(self, observed: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.body(observed)
        return self.policy(features), self.shares(features)


def learn(net: Net, lessons: list[Lesson], steps: int, rate: float, rng: random.Random) -> float:
    """Train with random batches of lessons; return the mean loss of the last tenth of the steps."""
    observed, legal, policy, shares = (
        torch.from_numpy(np.stack([getattr(lesson, name) for lesson in lessons]))
        for name in ("observed", "legal", "policy", "shares")
    )
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    losses: deque[float] = deque(maxlen=max(1, steps // 10))
    net.train()
    for _ in range(steps):
        batch = torch.tensor(rng.choices(range(len(lessons)), k=128))
        logits, expected = net(observed[batch])
        logits = logits.masked_fill(~legal[batch], -1e9)
        loss = -(policy[batch] * torch.log_softmax(logits, 1)).sum(1).mean()
        loss = loss + 4 * ((expected - shares[batch]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def write(net: Net, shape: tuple[int, ...], path: Path) -> None:
    """Write the network in ONNX, with the names that `uct:net=FILE` wants."""
    net.eval()
    names = ["observations", "policy", "shares"]
    torch.onnx.export(
        net, (torch.zeros(1, *shape),), path, input_names=names[:1], output_names=names[1:],
        dynamic_axes={name: {0: "batch"} for name in names}, dynamo=False,
    )  # fmt: skip


# ---- the games ----


class SelfPlay:
    """One game against itself, with what it teaches."""

    def __init__(self, game: Game, planes: Planes, actions: ActionSpace, rng: random.Random):
        self.planes, self.actions, self.rng = planes, actions, rng
        self.state = past_chance(game.start(), rng)
        self.noted: list[tuple[int, np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = []
        self.moves = 0

    @property
    def is_over(self) -> bool:
        return self.state.is_over or self.moves >= MOST_MOVES

    def play(self, report: Report) -> None:
        """Note what a search says of the position, and play a move, in proportion to its weight."""
        state, seat = self.state, self.state.seat
        weights = [rated.weight + 1e-9 for rated in report.moves]
        policy = np.zeros(self.actions.size, np.float32)
        numbers = [self.actions.index(rated.move) for rated in report.moves]
        policy[numbers] = np.array(weights) / sum(weights)
        legal = self.actions.mask(state).astype(bool)
        expected = np.array(report.shares or (0.5,) * state.game.seats, np.float32)
        self.noted.append((seat, self.planes.observe(state, seat), legal, policy, expected))
        move = self.rng.choices([rated.move for rated in report.moves], weights)[0]
        if self.rng.random() < 0.05:  # so that there is something to learn of other positions too
            move = self.rng.choice(state.moves())
        self.state = past_chance(state.play(move), self.rng)
        self.moves += 1

    def lessons(self) -> Iterator[Lesson]:
        """What the game teaches; the shares are half the result and half what the search said."""
        result = np.array(self.state.shares or (0.5,) * self.state.game.seats, np.float32)
        for seat, observed, legal, policy, expected in self.noted:
            shares = np.roll((result + expected) / 2, -seat)
            yield Lesson(observed, legal, policy, shares)


def past_chance(state: State, rng: random.Random) -> State:
    """The next state in which a seat acts, or the end."""
    while state.is_chance:
        state = state.random_move(rng)
    return state


def play(task: tuple[list[str], int, int, str | None, int]) -> list[Lesson]:
    """Play some games at once, and return what they teach; with a network if there is one."""
    words, count, simulations, net, seed = task
    game, rng = game_of(words), random.Random(seed)
    planes, actions = Planes(game), ActionSpace(game)
    games = [SelfPlay(game, planes, actions, rng) for _ in range(count)]
    while going := [one for one in games if not one.is_over]:
        states = [one.state for one in going]
        found = guided(states, net, simulations, rng) if net else plain(states, simulations, rng)
        for one, report in zip(going, found, strict=True):
            one.play(report)
    return [lesson for one in games for lesson in one.lessons()]


def plain(states: list[State], simulations: int, rng: random.Random) -> list[Report]:
    """Search states without a network."""
    seeds = [rng.getrandbits(32) for _ in states]
    requests = [Request("uct", seed=seed, simulations=simulations) for seed in seeds]
    return [search(state, asked) for state, asked in zip(states, requests, strict=True)]


def guided(states: list[State], net: str, simulations: int, rng: random.Random) -> list[Report]:
    """Search states with a network that judges a position of each at once."""
    evaluator = network_of(net)
    trees = [GuidedTree(state, rng.getrandbits(32)) for state in states]
    grow(trees, evaluator, [1] * len(trees))
    for tree in trees:
        tree.add_noise(alpha=10 / len(tree.root.moves), part=0.25)
    for _ in range(simulations - 1):
        grow(trees, evaluator, [1] * len(trees))
    return [tree.report() for tree in trees]


def game_of(words: list[str]) -> Game:
    """The game of a name or file and its options."""
    return load_game(words[0], **dict(word.split("=", 1) for word in words[1:]))


# ---- all of it ----


@dataclass(frozen=True)
class Round:
    """Some games, and the steps of training after them."""

    games: int
    simulations: int
    is_guided: bool
    steps: int


def rounds_of(asked: argparse.Namespace) -> list[Round]:
    """What is to be done."""
    first = Round(asked.games, asked.simulations, False, 2 * asked.steps)
    later = Round(asked.guided_games, asked.guided_simulations, True, asked.steps)
    return [first] + [later] * asked.rounds


def train(asked: argparse.Namespace, pool: Executor) -> None:
    """Play and learn in turn."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.processes)
    rng, game = random.Random(asked.seed), game_of(asked.game)
    if has_secrets(game.model):  # the searches below know all of a state
        raise SystemExit(f"{game.name} hides something, and lessons would tell what no seat knows")
    planes, actions = Planes(game), ActionSpace(game)
    net = Net(planes.shape, actions.size, game.seats, asked.width, asked.blocks)
    lessons: list[Lesson] = []
    for number, one in enumerate(rounds_of(asked)):
        begun = time.monotonic()
        counts = [min(AT_ONCE, one.games - done) for done in range(0, one.games, AT_ONCE)]
        tasks = [
            (asked.game, count, one.simulations, str(asked.out) if one.is_guided else None,
             rng.getrandbits(32))
            for count in counts
        ]  # fmt: skip
        for made in pool.map(play, tasks):
            lessons += made
        played = time.monotonic() - begun
        loss = learn(net, lessons, one.steps, asked.rate, rng)
        write(net, planes.shape, asked.out)
        print(
            f"round {number}: {len(lessons)} positions, {played:.0f} s of play, "
            f"{time.monotonic() - begun - played:.0f} s of training, loss {loss:.3f}",
            flush=True,
        )


def main() -> None:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(description="Train a network that guides uct.")
    parser.add_argument("game", nargs="+", help="the game or rule file, and its options")
    parser.add_argument("--out", type=Path, default=Path("net.onnx"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--games", type=int, default=1024, help="games without a network")
    parser.add_argument("--simulations", type=int, default=1000, help="a move, in these games")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of games with the network")
    parser.add_argument("--guided-games", type=int, default=128, help="games in each of them")
    parser.add_argument("--guided-simulations", type=int, default=100, help="a move, in these")
    parser.add_argument("--steps", type=int, default=600, help="of training, after each round")
    parser.add_argument("--rate", type=float, default=2e-3, help="the largest learning rate")
    parser.add_argument("--width", type=int, default=24, help="planes inside the network")
    parser.add_argument("--blocks", type=int, default=2, help="residual blocks")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes) as pool:
        train(asked, pool)


if __name__ == "__main__":
    main()
