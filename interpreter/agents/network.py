"""Networks in files as evaluators: `uct:200,net=FILE`.

A file in ONNX holds numbers and a list of operations that onnxruntime knows; it is read as data and
runs no code of its own.  One that takes numbers from other files is refused.  The network reads
`observations`, what `Planes` makes for the seat that acts, of shape (batch, *planes), and gives
`policy`, a logit for each number of the `ActionSpace`, of shape (batch, size), and `shares`, the
results that the seats expect, from 0 to 1: that of the seat that acts, then those after it in the
order of play, of shape (batch, seats).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gdl.source.wording import clip
from interpreter import spaces
from interpreter.agents.evaluator import Estimate, EvaluatorFailed

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State

MAX_BYTES = 1 << 28  # of a file
LEARNING = "`pip install 'boardwright[learning]'`"
INPUT, POLICY, SHARES = "observations", "policy", "shares"
Shape = tuple[Any, ...]


class Network:
    """A network of an ONNX file, which judges the states of any game that its shapes fit."""

    def __init__(self, data: bytes, name: str):
        """`data` is what the file holds, and `name` what messages call it.

        Raises ValueError for what is no such network, or without onnxruntime.
        """
        self.name = name
        self.hash = hashlib.sha256(data).hexdigest()[:16]
        self.session = session_of(data, name)
        self.inputs = {node.name: tuple(node.shape) for node in self.session.get_inputs()}
        self.outputs = {node.name: tuple(node.shape) for node in self.session.get_outputs()}
        if set(self.inputs) != {INPUT} or not {POLICY, SHARES} <= set(self.outputs):
            raise ValueError(
                f"`{name}` is a network for something else: it reads {listed(self.inputs)} and "
                f"gives {listed(self.outputs)}, not `{INPUT}`, and `{POLICY}` and `{SHARES}`"
            )
        self.fitted: Fitted | None = None

    def evaluate(self, states: Sequence[State]) -> Sequence[Estimate]:
        """Estimates of states of one game.

        Raises EvaluatorFailed where the network is not for that game.
        """
        import numpy as np

        fitted = self.fitted
        if fitted is None or fitted.game is not states[0].game:
            fitted = self.fitted = self.fit(states[0].game)
        observed = np.stack([fitted.planes.observe(state, state.seat or 0) for state in states])
        try:
            policies, shares = self.session.run([POLICY, SHARES], {INPUT: observed})
        except Exception as error:  # onnxruntime has a class of its own for everything
            raise EvaluatorFailed(f"the network `{self.name}` failed: {reason(error)}") from error
        for given, wanted in ((policies, fitted.actions.size), (shares, fitted.game.seats)):
            is_right = given.shape == (len(states), wanted) and given.dtype.kind == "f"
            if not is_right or not np.isfinite(given).all():
                raise EvaluatorFailed(f"what the network `{self.name}` gives are no estimates")
        rows = zip(states, policies, shares.clip(0, 1), strict=True)
        return [fitted.estimate(state, policy, share) for state, policy, share in rows]

    def fit(self, game: GameBase) -> Fitted:
        """What it takes to judge the states of a game.

        Raises EvaluatorFailed where the shapes are those of another game or size.
        """
        fitted = Fitted(game)
        for what, given, wanted in (
            (f"reads `{INPUT}`", self.inputs[INPUT], fitted.planes.shape),
            (f"gives `{POLICY}`", self.outputs[POLICY], (fitted.actions.size,)),
            (f"gives `{SHARES}`", self.outputs[SHARES], (game.seats,)),
        ):
            if not fits(given[1:], wanted) or not given:
                raise EvaluatorFailed(
                    f"the network `{self.name}` is for another game or size: it {what} of shape "
                    f"{shape_text(given[1:])}, and {game.title} has {shape_text(wanted)}"
                )
        return fitted


class Fitted:
    """The numbers of a game whose states a network judges."""

    def __init__(self, game: GameBase):
        self.game = game
        try:
            self.actions = spaces.ActionSpace(game)
            self.planes = spaces.Planes(game)
        except ValueError as error:
            raise EvaluatorFailed(f"no network can guide {game.title}: {error}") from None
        if self.actions.steps:
            raise EvaluatorFailed(
                f"no network can guide {game.title}: its moves have no single numbers"
            )

    def estimate(self, state: State, policy: Any, shares: Any) -> Estimate:
        """The estimate of a state by a row of logits, and shares from the seat that acts on."""
        import numpy as np

        logits = policy[self.actions.indices(state.moves())]
        priors = np.exp(logits - logits.max())
        return Estimate(priors.tolist(), np.roll(shares, state.seat or 0).tolist())


def network_of(path: str) -> Network:
    """The network of a file; the same one as long as the file is not changed.

    Raises ValueError, with the reason, if there is none.
    """
    full = os.path.realpath(os.path.expanduser(path))
    try:
        about = os.stat(full)
        if not os.path.isfile(full):
            raise ValueError(f"there is no file `{path}`, which would hold a network")
        if about.st_size > MAX_BYTES:
            raise ValueError(f"`{path}` is larger than {MAX_BYTES >> 20} MiB, too large for a net")
        return read_network(full, path, about.st_mtime_ns, about.st_size)
    except FileNotFoundError:
        raise ValueError(f"there is no file `{path}`, which would hold a network") from None
    except OSError as error:
        raise ValueError(f"`{path}` cannot be read: {error.strerror}") from None


@lru_cache(maxsize=4)
def read_network(full: str, path: str, changed: int, size: int) -> Network:
    """The network of a file that was last changed at this time."""
    with open(full, "rb") as file:
        return Network(file.read(MAX_BYTES), path)


def session_of(data: bytes, name: str) -> Any:
    """A session of onnxruntime on one thread, so that it gives the same wherever it runs.

    Raises ValueError.
    """
    try:
        import onnxruntime
    except ImportError:
        raise ValueError(f"networks need onnxruntime: {LEARNING}") from None
    if names_other_files(data, name):
        raise ValueError(f"`{name}` takes numbers from other files: save it as one file")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(data, options, ["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has a class of its own for everything
        raise ValueError(f"`{name}` holds no network in ONNX: {reason(error)}") from None


def names_other_files(data: bytes, name: str) -> bool:
    """Whether a network takes numbers from other files, wherever in it.

    onnxruntime would read them from where the program was started, some versions from anywhere.
    Raises ValueError for what is no network, or without onnx.
    """
    try:
        import onnx
        from google.protobuf.message import DecodeError
    except ImportError:
        raise ValueError(f"networks need onnx: {LEARNING}") from None
    try:
        model = onnx.load_model_from_string(data)
    except DecodeError as error:
        raise ValueError(f"`{name}` holds no network in ONNX: {reason(error)}") from None
    return any(
        isinstance(part, onnx.TensorProto)
        and (part.external_data or part.data_location == onnx.TensorProto.EXTERNAL)
        for part in messages_in(model)
    )


def messages_in(message: Any) -> Iterator[Any]:
    """A message of protobuf and all that are in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for inner in (value,) if hasattr(value, "ListFields") else value:
                yield from messages_in(inner)


def reason(error: Exception) -> str:
    """What onnxruntime says, in one line."""
    return clip(" ".join(str(error).split()), 200)


def fits(given: Shape, wanted: Shape) -> bool:
    """Whether a shape, some of whose lengths may be open, can be another one."""
    return len(given) == len(wanted) and all(
        length == right or not isinstance(length, int)
        for length, right in zip(given, wanted, strict=True)
    )


def shape_text(shape: Shape) -> str:
    """A shape as a message shows it."""
    return " × ".join(str(n) if isinstance(n, int) else "any" for n in shape) or "a single number"


def listed(nodes: dict[str, Shape]) -> str:
    """The names of inputs or outputs."""
    return ", ".join(f"`{clip(name, 40)}`" for name in list(nodes)[:4]) or "nothing"
