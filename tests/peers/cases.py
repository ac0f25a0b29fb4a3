"""Which game is compared with what."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from peers.walking import Case, Peer

THIRD = "when seen(board, mover) = 2"


def lazily(module: str, name: str, *arguments: Any) -> Callable[..., Peer]:
    """A peer whose program is imported only when a game begins."""

    def make(**options: Any) -> Peer:
        from importlib import import_module

        return getattr(import_module(f"peers.{module}"), name)(*arguments, **options)  # type: ignore[no-any-return]

    return make


def open_spiel(game: str, name: str, *arguments: Any, **more: Any) -> Case:
    return Case(game, "OpenSpiel", lazily("openspiel", name, *arguments), **more)


def model(game: str, module: str, name: str, *arguments: Any, **more: Any) -> Case:
    return Case(game, "a model in Python", lazily(f"models.{module}", name, *arguments), **more)


OPEN_SPIEL = [
    open_spiel("amazons", "Amazons", "amazons"),
    open_spiel("breakthrough", "Upside", "breakthrough", options={"size": 8}),
    open_spiel("clobber", "OpenSpiel", "clobber"),
    open_spiel("connect-four", "Column", "connect_four"),
    open_spiel("english-draughts", "Checkers", "checkers", unknown_ends=(THIRD,)),
    open_spiel("go", "Go", options={"size": 5, "komi": 0.5}),
    open_spiel("gomoku", "Grid", "gomoku", options={"size": 15}),
    open_spiel("havannah", "Hexagon", options={"side": 4}),
    open_spiel("hex", "Rhombus", options={"size": 7}),
    open_spiel("kalah", "Houses", "mancala"),
    open_spiel("lines-of-action", "Hyphen", "lines_of_action"),
    open_spiel("nine-mens-morris", "Mills", unknown_ends=(THIRD,)),
    open_spiel("oware", "Houses", "oware"),
    open_spiel("reversi", "Passing", "othello"),
    open_spiel("y", "Triangle", options={"side": 7}),
]
PYTHON_CHESS = [
    Case("antichess", "python-chess", lazily("pythonchess", "Chess", "antichess")),
    Case("chess", "python-chess", lazily("pythonchess", "Chess")),
    Case("king-of-the-hill", "python-chess", lazily("pythonchess", "Chess", "kingofthehill")),
    Case("three-check", "python-chess", lazily("pythonchess", "Chess", "3check")),
]
FAIRY = [
    Case("ataxx", "pyffish", lazily("fairy", "Cells", "ataxx"), quick=60),
    Case("chess", "pyffish", lazily("fairy", "Fairy", "chess"), quick=60),
    Case("los-alamos-chess", "pyffish", lazily("fairy", "Fairy", "losalamos"), quick=60),
]
WAREHOUSE = "\n".join(("    ###", " $@   #", "  #$#  ", "#    $ ", "##...  "))
MODELS = [
    model("brandubh", "tafl", "Tafl", "brandubh"),
    model("connect6", "rows", "Connect6", options={"size": 7}),
    model("domineering", "blocking", "Domineering", options={"width": 6, "height": 5}),
    model("dvonn", "stacks", "Dvonn"),
    model("fifteen-puzzle", "puzzles", "FifteenPuzzle", options={"size": 4}),
    model("focus", "columns", "Focus"),
    model("gonnect", "stones", "Gonnect", options={"size": 5}),
    model("hare-and-hounds", "blocking", "HareAndHounds"),
    model("hus", "sowing", "Hus"),
    model("konane", "blocking", "Konane", options={"size": 8}),
    model("lasca", "columns", "Lasca"),
    model("oust", "stones", "Oust", options={"size": 5}),
    model("pente", "rows", "Pente", options={"size": 9, "pro": True}),
    model("peg-solitaire", "puzzles", "PegSolitaire"),
    model("slither", "stones", "Slither", options={"size": 6}),
    model("sokoban", "puzzles", "Sokoban", WAREHOUSE),
    model("stratego-small", "armies", "Stratego"),
    model("surakarta", "surakarta", "Surakarta"),
    model("tablut", "tafl", "Tafl", "tablut"),
    model("tumbleweed", "stacks", "Tumbleweed", options={"side": 5}),
    model("tzaar", "stacks", "Tzaar", options={"layout": "fixed"}),
    model("tzaar", "stacks", "Tzaar", options={"layout": "placed"}),
    model("yavalath", "rows", "Yavalath", options={"side": 4}),
]
CASES = [*OPEN_SPIEL, *PYTHON_CHESS, *FAIRY, *MODELS]
MODULES = {"OpenSpiel": "pyspiel", "python-chess": "chess", "pyffish": "pyffish"}


def missing(case: Case) -> str:
    """Why a case cannot be tried here, or nothing."""
    module = MODULES.get(case.peer)
    if module is None or find_spec(module):
        return ""
    return f"{module} is not installed: pip install '.[peers]'"
