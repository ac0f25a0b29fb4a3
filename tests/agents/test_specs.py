"""The texts of agents, and what is said to those that stand for none."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.agents import AgentFailed, is_program, is_timed, make_agent
from interpreter.agents.request import Request
from interpreter.agents.search import SearchAgent


@pytest.mark.parametrize(
    ("spec", "name", "request_"),
    [
        ("flat:500", "flat:500", Request("flat", simulations=500)),
        ("uct", "uct:1000", Request("uct", simulations=1000)),
        (" UCT : 2s ", "uct:2s", Request("uct", seconds=2)),
        ("uct:500ms", "uct:0.5s", Request("uct", seconds=0.5)),
        ("uct:1000,c=0.5", "uct:1000,c=0.5", Request("uct", simulations=1000, exploration=0.5)),
        ("uct:9,amaf=0,decisive=0", "uct:9,amaf=0,decisive=0",
         Request("uct", simulations=9, amaf=0, decisive=False)),
        ("uct:9,minimax=0.25", "uct:9,minimax=0.25", Request("uct", simulations=9, minimax=0.25)),
        ("uct:c=0, 10_000", "uct:10000,c=0", Request("uct", simulations=10_000, exploration=0)),
        ("uct:20x", "uct:20x", Request("uct", each=20)),
        ("flat: 0.25X", "flat:0.25x", Request("flat", each=0.25)),
        ("uct:20×,1_000,c=0.5", "uct:1000,20x,c=0.5",
         Request("uct", simulations=1000, each=20, exploration=0.5)),
        ("uct:1234567.5x", "uct:1234567.5x", Request("uct", each=1234567.5)),
        ("alphabeta:100x", "alphabeta:100x", Request("alphabeta", each=100)),
        ("uct:9,2s", "uct:9,2s", Request("uct", simulations=9, seconds=2)),
        ("alphabeta", "alphabeta:20000", Request("alphabeta", simulations=20_000)),
        ("alphabeta:depth=6", "alphabeta:depth=6", Request("alphabeta", depth=6)),
        (
            "uct:9,threads=2,nodes=20000000",
            "uct:9,threads=2,nodes=20000000",
            Request("uct", simulations=9, threads=2, nodes=20_000_000),
        ),
    ],
)
def test_what_a_text_stands_for(spec: str, name: str, request_: Request) -> None:
    agent = make_agent(spec)
    assert isinstance(agent, SearchAgent)
    assert (agent.name, agent.request, agent.worlds) == (name, request_, 8)
    again = make_agent(agent.name)
    assert isinstance(again, SearchAgent)
    assert (again.name, again.request) == (agent.name, agent.request)


def test_the_number_of_worlds() -> None:
    agent = make_agent("uct:1000,worlds=20")
    assert isinstance(agent, SearchAgent)
    assert agent.worlds == 20 and agent.name == "uct:1000,worlds=20"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("uctt:5", "there is no agent `uctt:5`; did you mean `uct:5`?"),
        ("alpha", "there is no agent `alpha`; there is random, flat, uct, alphabeta"),
        ("uct:many", "`uct` cannot take `many`; write for example `uct:1000`, `uct:20x`, `uct:2s`"),
        ("uct:x20", "`uct` cannot take `x20`; write for example `uct:1000`, `uct:20x`, `uct:2s`"),
        ("uct:0x", "`uct` needs something to do"),
        ("uct:" + "9" * 30 + "x", "`uct` needs something to do"),
        ("uct:-5", "`uct` cannot take `-5`"),
        ("uct:0", "`uct` needs something to do"),
        ("uct:0s", "`uct` needs something to do"),
        ("uct:1000,d=3", "`uct` has no `d`; it has `c`, `amaf`, `decisive`, `minimax`, `threads`"),
        ("alphabeta:depht=3", "`alphabeta` has no `depht`; did you mean `depth`?"),
        ("alphabeta:depth=0", "`depth` of `alphabeta` is a whole number from 1, not `0`"),
        ("alphabeta:depth=2.5", "a whole number from 1, not `2.5`"),
        ("uct:c=nan", "`c` of `uct` is a number from 0, not `nan`"),
        ("uct:c=1,c=2", "`c` is set twice"),
        ("uct:amaf=-1", "`amaf` of `uct` is a whole number from 0, not `-1`"),
        ("uct:minimax=2", "`minimax` of `uct` is a number from 0 to 1, not `2`"),
        ("uct:decisive=2", "`decisive` of `uct` is a whole number from 0 to 1, not `2`"),
        ("uct:threads=257", "`threads` of `uct` is a whole number from 1 to 256, not `257`"),
        ("uct:nodes=0", "`nodes` of `uct` is a whole number from 1, not `0`"),
        ("alphabeta:threads=2", "`alphabeta` has no `threads`; it has `depth`, `nodes` and"),
        ("flat:" + "9" * 30, "`flat` needs something to do"),
        ("nowhere.py:Any", "there is no file `nowhere.py`"),
        ("~nobody-of-this-name/a.py:Any", "there is no file `~nobody-of-this-name/a.py`"),
        ("no.such_module:Any", "there is no agent or module `no.such_module`"),
        ("json:Nothing", "`json` has no `Nothing`"),
        ("json:JSONDecodr", "did you mean `JSONDecoder`?"),
        ("math:pi", "has no `choose(state, rng)`"),
    ],
)
def test_what_stands_for_no_agent(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        make_agent(spec)
    assert message in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("my_agent.py:Greedy", True),
        ("folder/my_agent.py:Greedy", True),
        ("package.module:choose", True),
        ("greedy:Greedy", True),
        ("random", False),
        ("uct:abc", False),
        ("randm:x", False),
        ("person", False),
        ("my_agent.py", False),
    ],
)
def test_which_texts_name_a_program(spec: str, expected: bool) -> None:
    assert is_program(spec) is expected


@pytest.mark.parametrize("spec", ["uct:2s", "flat:500,50ms", "alphabeta:0.5s,depth=6", " UCT: 2s ",
                                  "uct:0.01ms", "uct:2000000s"])  # fmt: skip
def test_agents_that_a_clock_limits(spec: str) -> None:
    assert is_timed(spec) and is_timed(make_agent(spec).name)


@pytest.mark.parametrize(
    "spec", ["random", "uct", "uct:1000,c=0.7", "alphabeta:depth=2", "my_2s/a.py:Me", "a.py:m2s"]
)
def test_agents_that_no_clock_limits(spec: str) -> None:
    assert not is_timed(spec)


# ---- agents of users ---------------------------------------------------------------------------


def write(folder: Path, body: str) -> str:
    path = folder / "mine.py"
    path.write_text(body, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "body",
    [
        "class A:\n    def choose(self, state, rng):\n        return state.moves()[-1]\n",
        "def A(state, rng):\n    return 'PLACE c3'\n",
        "class A:\n    def choose(self, state, rng):\n        return state.moves()[0].text\n",
    ],
)
def test_a_program_chooses_a_move_or_its_text(tmp_path: Path, body: str) -> None:
    agent = make_agent(f"{write(tmp_path, body)}:A")
    state = load_game("tic-tac-toe").start()
    assert agent.choose(state, random.Random(1)) in state.moves()
    assert agent.name.endswith("mine.py:A")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("def A(state, rng:\n", "mine.py:1"),
        ("x = 1 / 0\n", "ZeroDivisionError: division by zero (mine.py:1)"),
        ("import nothing_at_all\n", "ModuleNotFoundError: No module named 'nothing_at_all'"),
        ("class A:\n    def __init__(self):\n        self.x = [][1]\n", "IndexError"),
        ("class Ab:\n    pass\n", "has no `A`"),
        ("class A:\n    pass\n", "has no `choose(state, rng)`"),
    ],
)
def test_a_program_that_cannot_be_loaded(tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        make_agent(f"{write(tmp_path, body)}:A")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("def A(state, rng):\n    return 'place z9'\n", "chose `place z9`, which is not legal"),
        ("def A(state, rng):\n    return None\n", "chose `None`, which is not legal"),
        (
            "def A(state, rng):\n    return [][1]\n",
            "IndexError: list index out of range (mine.py:2)",
        ),
    ],
)
def test_a_program_that_fails(tmp_path: Path, body: str, message: str) -> None:
    agent = make_agent(f"{write(tmp_path, body)}:A")
    with pytest.raises(AgentFailed) as error:
        agent.choose(load_game("tic-tac-toe").start(), random.Random(1))
    assert message in str(error.value)


def test_a_module_of_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some_agents_of_mine.py").write_text("def last(state, rng):\n    return 'pass'\n")
    assert make_agent("some_agents_of_mine:last").name == "some_agents_of_mine:last"
