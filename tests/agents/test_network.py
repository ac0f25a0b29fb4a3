"""Networks in files: which guide `uct`, what is said of those that cannot, and who may name them.

A stand-in for onnxruntime plays in most tests, so that they are quick; the last ones read real
files.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
from support.commands import environment, invoke
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents import AgentFailed, file_of, is_timed, make_agent, network
from interpreter.agents.evaluator import EvaluatorFailed
from interpreter.agents.network import Network
from interpreter.agents.search import SearchAgent
from interpreter.agents.specs import file_hash
from interpreter.api.replay import replay
from interpreter.matches.match import Match, Refused, resume
from interpreter.spaces import ActionSpace, Planes
from interpreter.study.plan.parsing import pairing_of, pairings_of
from interpreter.study.plan.study import StudyError
from interpreter.web.thinking.bounds import bounded_agent

GUIDED = "uct:20,net=my.onnx"
Arrays = tuple[Any, Any]


class Session:
    """A network that wants one move, and expects what it is told to."""

    shapes: ClassVar[list[tuple[str, tuple[Any, ...]]]] = []
    favourite = 0
    shares: Sequence[float] = (0.5, 0.5)
    answer: Arrays | None = None

    def __init__(self, data: bytes, options: Any, providers: Sequence[str]):
        assert (options.intra_op_num_threads, providers) == (1, ["CPUExecutionProvider"])
        if not data.startswith(b"a net"):
            raise RuntimeError("INVALID_PROTOBUF:\n  no model")

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name=name, shape=list(s)) for name, s in self.shapes[:1]]

    def get_outputs(self) -> list[Any]:
        return [SimpleNamespace(name=name, shape=list(s)) for name, s in self.shapes[1:]]

    def run(self, names: list[str], given: dict[str, Any]) -> Arrays:
        assert names == ["policy", "shares"]
        if self.answer is not None:
            return self.answer
        count = len(given["observations"])
        policy = np.zeros((count, self.shapes[1][1][1]), np.float32)
        policy[:, self.favourite] = 5
        return policy, np.array([self.shares] * count, np.float32)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Session]:
    """The class of the sessions that onnxruntime makes, whose networks fit tic-tac-toe."""
    made = type("Session", (Session,), {"shapes": shapes_of("tic-tac-toe")})
    module = SimpleNamespace(SessionOptions=SimpleNamespace, InferenceSession=made)
    monkeypatch.setitem(sys.modules, "onnxruntime", module)
    monkeypatch.setattr(network, "names_other_files", lambda data, name: False)
    network.read_network.cache_clear()
    monkeypatch.chdir(tmp_path)
    Path("my.onnx").write_bytes(b"a net")
    return made


def shapes_of(name: str, **options: Any) -> list[tuple[str, tuple[Any, ...]]]:
    game = load_game(name, **options)
    return [
        ("observations", ("batch", *Planes(game).shape)),
        ("policy", ("batch", ActionSpace(game).size)),
        ("shares", ("batch", game.seats)),
    ]


# ---- what it does ----


def test_a_network_guides_the_search(session: type[Session]) -> None:
    game = load_game("tic-tac-toe")
    session.favourite = ActionSpace(game).index(game.start().parse("place c1"))
    agent = make_agent("uct:30,net=my.onnx,batch=4")
    assert agent.name == "uct:30,net=my.onnx,batch=4"
    assert agent.choose(game.start(), random.Random(1)).text == "place c1"


def test_shares_are_those_of_the_seat_that_acts_and_then_of_the_others(
    session: type[Session],
) -> None:
    session.shares = (0.9, 0.2)
    state = load_game("tic-tac-toe").start()
    first, second = Network(b"a net", "my").evaluate([state, state.play("place a1")])
    assert list(first.shares) == pytest.approx([0.9, 0.2])
    assert list(second.shares) == pytest.approx([0.2, 0.9])


def test_priors_belong_to_the_legal_moves(session: type[Session]) -> None:
    state = load_game("tic-tac-toe").start().play("place a1").play("place b1")
    session.favourite = ActionSpace(state.game).index(state.parse("place c2"))
    (estimate,) = Network(b"a net", "my").evaluate([state])
    assert len(estimate.priors) == 7
    best = max(zip(estimate.priors, state.moves(), strict=True), key=lambda pair: pair[0])
    assert best[1].text == "place c2"


def test_a_network_judges_games_that_were_loaded_apart(session: type[Session]) -> None:
    judge = Network(b"a net", "my")
    for state in (load_game("tic-tac-toe").start(), load_game("tic-tac-toe").start()):
        assert len(judge.evaluate([state])[0].priors) == 9


def test_a_file_is_read_again_only_when_it_has_changed(session: type[Session]) -> None:
    first, again = make_agent(GUIDED), make_agent(GUIDED)
    assert isinstance(first, SearchAgent) and isinstance(again, SearchAgent)
    assert first.request == again.request
    before = file_hash(GUIDED)
    Path("my.onnx").write_bytes(b"a network")
    changed = make_agent(GUIDED)
    assert isinstance(changed, SearchAgent) and changed.request != first.request
    assert file_hash(GUIDED) != before


def test_a_match_on_the_command_line(session: type[Session]) -> None:
    words = ["play", "tic-tac-toe", "--seat", GUIDED, "--seat", "random", "--seed", "3"]
    done = invoke(*words)
    assert done.exit_code == 0 and f"({GUIDED})" in done.output
    assert invoke(*words).output == done.output


# ---- what is said of those that cannot ----


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("uct:net=no.onnx", "there is no file `no.onnx`, which would hold a network"),
        ("uct:net=.", "there is no file `.`, which would hold a network"),
        ("uct:net=bad.onnx", "`bad.onnx` holds no network in ONNX: INVALID_PROTOBUF: no model"),
        ("uct:net=", "`net` of `uct` is a file; write `net=FILE`"),
        ("uct:net=my.onnx,net=my.onnx", "`net` is set twice"),
        ("flat:9,net=my.onnx", "`flat` has no `net`; it has `threads` and `worlds`"),
        ("uct:9,net=my.onnx,amaf=5", "`amaf` of `uct` does nothing where `net` guides it"),
        ("uct:9,decisive=0,net=my.onnx", "`decisive` of `uct` does nothing where `net` guides"),
        ("uct:9,net=my.onnx,threads=2", "`threads` of `uct` does nothing where `net` guides it"),
        ("uct:9,batch=2", "`batch` of `uct` does nothing without `net`"),
        ("uct:9,net=my.onnx,batch=0", "`batch` of `uct` is a whole number from 1 to 4096, not"),
        ("uct:9,net=my.onnx,batch=5000", "`batch` of `uct` is a whole number from 1 to 4096"),
    ],
)
def test_what_names_no_network(session: type[Session], spec: str, message: str) -> None:
    Path("bad.onnx").write_bytes(b"pickle")
    with pytest.raises(ValueError, match=r".") as error:
        make_agent(spec)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_file_that_is_too_large_is_not_read(session: type[Session]) -> None:
    with open("huge.onnx", "wb") as file:
        file.truncate(network.MAX_BYTES + 1)
    with pytest.raises(ValueError, match=r"`huge\.onnx` is larger than 256 MiB"):
        make_agent("uct:net=huge.onnx")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_waited_for(session: type[Session]) -> None:
    os.mkfifo("pipe.onnx")
    with pytest.raises(ValueError, match=r"there is no file `pipe\.onnx`"):
        make_agent("uct:net=pipe.onnx")


def test_without_onnxruntime_the_message_says_how_to_install_it(
    session: type[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ValueError, match=r"onnxruntime: `pip install 'boardwright\[learning\]'`"):
        make_agent(GUIDED)


def test_a_network_for_something_else_is_refused(session: type[Session]) -> None:
    session.shapes = [("image", (1, 3, 224, 224)), ("class", (1, 1000))]
    with pytest.raises(ValueError, match="for something else: it reads `image` and gives `class`"):
        make_agent(GUIDED)


@pytest.mark.parametrize(
    ("size", "place", "shape", "message"),
    [
        (3, 0, (6, 4, 4), "it reads `observations` of shape 6 × 4 × 4, and Hex has 6 × 3 × 3"),
        (4, 0, (), "it reads `observations` of shape a single number, and Hex has 6 × 4 × 4"),
        (4, 1, (16,), "it gives `policy` of shape 16, and Hex has 17"),
        (4, 2, (3,), "it gives `shares` of shape 3, and Hex has 2"),
    ],
)
def test_a_network_of_another_game_or_size_is_refused(
    session: type[Session], size: int, place: int, shape: tuple[int, ...], message: str
) -> None:
    session.shapes = shapes_of("hex", size=4)
    session.shapes[place] = (session.shapes[place][0], ("batch", *shape))
    state = load_game("hex", size=size).start()
    with pytest.raises(AgentFailed, match="is for another game or size") as error:
        make_agent(GUIDED).choose(state, random.Random(1))
    assert message in str(error.value)


@pytest.mark.parametrize(
    "action", ["lift(g in groups(mine)): remove g", "lift(n in 1..turns): remove a1"]
)
def test_a_game_whose_moves_have_no_single_numbers_is_refused(
    session: type[Session], tmp_path: Path, action: str
) -> None:
    head = "pieces: stone\nsetup:\n  - put stone of Black on {a1, b1, c3}\n"
    game = tiny(tmp_path, f"{head}actions:\n  {action}\nturn: lift or pass\n")
    with pytest.raises(EvaluatorFailed, match="no network can guide Tiny: "):
        Network(b"a net", "my").evaluate([game.start(engine="reference")])


@pytest.mark.parametrize(
    "answer",
    [
        (np.zeros((1, 8)), np.zeros((1, 2))),
        (np.zeros((1, 9)), np.full((1, 2), np.nan)),
        (np.full((1, 9), np.inf), np.zeros((1, 2))),
        (np.zeros((2, 9)), np.zeros((2, 2))),
        (np.zeros((1, 9), np.uint8), np.zeros((1, 2))),
        (np.zeros((1, 9), np.bool_), np.zeros((1, 2))),
        (np.full((1, 9), "a"), np.zeros((1, 2))),
    ],
)
def test_what_it_gives_must_be_estimates(session: type[Session], answer: Arrays) -> None:
    session.answer = answer
    with pytest.raises(EvaluatorFailed, match="are no estimates"):
        Network(b"a net", "my").evaluate([load_game("tic-tac-toe").start()])


# ---- who may name them ----


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (GUIDED, "a network"), (" UCT : net=x", "a network"), ("uct:c=1 net=x", "a network"),
        ("uct:net=", "a network"), ("uct:20", None), ("random", None), ("person", None),
        ("a.py:Me", "a program"), ("uct:sonnet=3", None),
    ],
)  # fmt: skip
def test_which_agents_need_a_file(spec: str, expected: str | None) -> None:
    assert file_of(spec) == expected


def test_the_clock_does_not_limit_a_network_by_itself() -> None:
    assert not is_timed(GUIDED) and is_timed("uct:2s,net=my.onnx")


def test_a_study_file_reads_no_network(session: type[Session]) -> None:
    with pytest.raises(StudyError, match="names a network, which a study file does not read"):
        pairing_of(f"{GUIDED} vs random")
    (pairing,) = pairings_of([f"{GUIDED},batch=2 vs uct:20"], runs_programs=True)
    assert pairing.agents == ("uct:20,net=my.onnx,batch=2", "uct:20")


def test_a_record_reads_no_network(session: type[Session]) -> None:
    game = load_game("tic-tac-toe")
    match = Match(game, (GUIDED, "random"), 1)
    replayed = replay(match.record(), game)
    with pytest.raises(Refused, match="reads a file; say with --seat for every seat"):
        resume(replayed, (), 1)
    assert resume(replayed, (GUIDED, "random"), 1).seats == (GUIDED, "random")


def test_a_page_reads_no_network(session: type[Session]) -> None:
    with pytest.raises(Refused, match="networks cannot play on the page"):
        bounded_agent(GUIDED)


# ---- real files ----


def real(path: Path, **changed: Any) -> Path:
    """A network in ONNX for tic-tac-toe, which likes the move of the first number best."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    (_, planes), (_, (_, size)), (_, (_, seats)) = shapes_of("tic-tac-toe")
    length = int(np.prod(planes[1:]))
    bias = np.zeros(size, np.float32)
    bias[0] = 5
    values = {
        "w": np.zeros((length, size), np.float32), "b": bias,
        "v": np.zeros((length, seats), np.float32),
    }  # fmt: skip
    nodes = [
        helper.make_node("Flatten", ["observations"], ["flat"]),
        helper.make_node("Gemm", ["flat", "w", "b"], ["policy"]),
        helper.make_node("MatMul", ["flat", "v"], ["even"]),
        helper.make_node("Sigmoid", ["even"], ["shares"]),
    ]
    number = TensorProto.FLOAT
    graph = helper.make_graph(
        nodes, "net",
        [helper.make_tensor_value_info("observations", number, ["batch", *planes[1:]])],
        [helper.make_tensor_value_info("policy", number, ["batch", size]),
         helper.make_tensor_value_info("shares", number, ["batch", seats])],
        [numpy_helper.from_array(value, name) for name, value in values.items()],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(path), **changed)
    return path


def test_a_real_network_guides_the_search(tmp_path: Path) -> None:
    path = real(tmp_path / "real.onnx")
    agent, state = make_agent(f"uct:30,net={path}"), load_game("tic-tac-toe").start()
    favourite = ActionSpace(state.game).move(0)
    assert agent.choose(state, random.Random(1)) == favourite
    with pytest.raises(AgentFailed, match="is for another game or size"):
        agent.choose(load_game("hex", size=3).start(), random.Random(1))


def test_a_real_network_may_name_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where onnxruntime would look for it
    path = real(
        tmp_path / "real.onnx", save_as_external_data=True, location="weights",
        size_threshold=0,
    )  # fmt: skip
    assert (tmp_path / "weights").exists()
    with pytest.raises(ValueError, match="takes numbers from other files"):
        make_agent(f"uct:30,net={path}")


def test_what_is_no_network_is_no_network_to_onnxruntime_either(tmp_path: Path) -> None:
    path = tmp_path / "bad.onnx"
    for content in (b"", b"\x80\x04N.", b"game: Hex\n", bytes(range(256)) * 9):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"holds no network in ONNX|for something else"):
            make_agent(f"uct:30,net={path}")


@pytest.mark.slow
def test_a_network_is_trained(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    script = Path(__file__).parents[2] / "docs" / "learning" / "train.py"
    game = load_game("tic-tac-toe")
    written = []
    for name in ("first", "again"):
        path = tmp_path / f"{name}.onnx"
        words = (
            "tic-tac-toe --games 130 --simulations 100 --rounds 1 --guided-games 8 --steps 300 "
            f"--guided-simulations 20 --width 16 --blocks 1 --processes 1 --out {path}"
        )
        done = subprocess.run(
            [sys.executable, str(script), *words.split()], capture_output=True, text=True,
            env=environment(), timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["round 0", "round 1"]
        written.append(path)
    assert written[0].read_bytes() == written[1].read_bytes()
    threat = game.start()
    for move in ("place a1", "place b2", "place a2"):
        threat = threat.play(move)
    (estimate,) = network.network_of(str(written[0])).evaluate([threat])
    liked = max(zip(estimate.priors, threat.moves(), strict=True), key=lambda pair: pair[0])
    assert liked[1].text == "place a3"  # the network alone has learned to answer it
