"""Which game is compared with what."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from peers.walking import Case, Peer

REPEATED = (  # pyffish also asks who chases what, and counts moves up to a draw otherwise
    "when third and always(mover) and always(opponent)", "when third and always(mover)",
    "when third and always(opponent)", "when third", "when quiet = 120",
)  # fmt: skip
THIRD = "when seen(board, mover) = 2"
BEFORE_TWIST = "as soon as made(mover) and not made(opponent)"


def lazily(module: str, name: str, *arguments: Any) -> Callable[..., Peer]:
    """A peer whose program is imported only when a game begins."""

    def make(**options: Any) -> Peer:
        from importlib import import_module

        return getattr(import_module(f"peers.{module}"), name)(*arguments, **options)  # type: ignore[no-any-return]

    return make


def open_spiel(game: str, name: str, *arguments: Any, **more: Any) -> Case:
    return Case(game, "OpenSpiel", lazily("openspiel", name, *arguments), **more)


def spiel_board(game: str, name: str, *arguments: Any, **more: Any) -> Case:
    return Case(game, "OpenSpiel", lazily("spielboards", name, *arguments), **more)


def model(game: str, module: str, name: str, *arguments: Any, **more: Any) -> Case:
    return Case(game, "a model in Python", lazily(f"models.{module}", name, *arguments), **more)


HEAPS = {"heap_a": 1, "heap_b": 3, "heap_c": 5, "heap_d": 7, "misere": False}
OPEN_SPIEL = [
    open_spiel("amazons", "Amazons", "amazons"),
    Case("backgammon", "OpenSpiel", lazily("spielgammon", "Backgammon")),
    open_spiel("breakthrough", "Upside", "breakthrough", options={"size": 8}),
    *(
        Case(
            "chinese-checkers", "OpenSpiel", lazily("spielstar", "Star"),
            {"players": players, "stay": False, "blocked": "own", "limit": 300}, (THIRD,),
            quick=200 if players == 6 else 0,
        )
        for players in (2, 3, 4, 6)
    ),
    open_spiel("clobber", "OpenSpiel", "clobber"),
    open_spiel("connect-four", "Column", "connect_four"),
    spiel_board("banqi", "Banqi"),
    spiel_board("dots-and-boxes", "Dots", options={"width": 4, "height": 5}),
    open_spiel("english-draughts", "Checkers", "checkers", unknown_ends=(THIRD,)),
    open_spiel("go", "Go", options={"size": 5, "komi": 0.5}),
    open_spiel("goofspiel", "Prizes", options={"cards": 13}),
    open_spiel("goofspiel", "Prizes", options={"cards": 4, "players": 3}),
    open_spiel("gomoku", "Grid", "gomoku", options={"size": 15}),
    open_spiel("havannah", "Hexagon", options={"side": 4}),
    open_spiel("hex", "Rhombus", options={"size": 7}),
    open_spiel("kalah", "Houses", "mancala"),
    open_spiel("kuhn-poker", "Poker", "kuhn_poker", ("check fold", "bet call")),
    open_spiel("leduc-poker", "Poker", "leduc_poker", ("fold", "call", "raise"), 2),
    open_spiel("lines-of-action", "Hyphen", "lines_of_action"),
    spiel_board("nim", "Nim", options=HEAPS),
    spiel_board("nim", "Nim", options=HEAPS | {"misere": True}),
    open_spiel("nine-mens-morris", "Mills", unknown_ends=(THIRD,)),
    open_spiel("oware", "Houses", "oware"),
    spiel_board("pentago", "Pentago", unknown_ends=(BEFORE_TWIST,)),
    spiel_board("pig", "Pig", options={"goal": 100}),
    spiel_board("quoridor", "Quoridor", options={"size": 9}),
    spiel_board("quoridor", "Quoridor", options={"size": 5, "players": 4}),
    open_spiel("reversi", "Passing", "othello"),
    open_spiel("rock-paper-scissors", "Hands", options={"rounds": 1}),
    spiel_board("twenty-forty-eight", "Tiles", options={"goal": 2048}),
    spiel_board("twenty-forty-eight", "Tiles", options={"goal": 64}),
    open_spiel("twixt", "Twixt", options={"size": 8}),
    open_spiel("y", "Triangle", options={"side": 7}),
]
PYTHON_CHESS = [
    Case("antichess", "python-chess", lazily("pythonchess", "Chess", "antichess")),
    Case("chess", "python-chess", lazily("pythonchess", "Chess")),
    Case(
        "chess960", "python-chess", lazily("pythonchess", "Chess960"), options={"position": 960}
    ),
    Case("crazyhouse", "python-chess", lazily("pythonchess", "Crazyhouse")),
    Case("king-of-the-hill", "python-chess", lazily("pythonchess", "Chess", "kingofthehill")),
    Case("three-check", "python-chess", lazily("pythonchess", "Chess", "3check")),
]
FAIRY = [
    Case("ataxx", "pyffish", lazily("fairy", "Cells", "ataxx"), quick=60),
    Case("chess", "pyffish", lazily("fairy", "Fairy", "chess"), quick=60),
    Case("crazyhouse", "pyffish", lazily("fairy", "Dropping", "crazyhouse"), quick=20),
    Case("los-alamos-chess", "pyffish", lazily("fairy", "Fairy", "losalamos"), quick=60),
    Case("minishogi", "pyffish", lazily("fairy", "Shogi", "minishogi"), quick=60),
    Case("shogi", "pyffish", lazily("fairy", "Shogi", "shogi"), quick=20),
    Case("xiangqi", "pyffish", lazily("fairy", "Mates", "xiangqi"), {}, REPEATED, quick=60),
]
WAREHOUSE = "\n".join(("    ###", " $@   #", "  #$#  ", "#    $ ", "##...  "))
PYDRAUGHTS = [
    Case("russian-draughts", "pydraughts", lazily("pydraughts", "Draughts", "russian"), quick=60),
]
SHEET = {"players": 2, "upper_bonus": 35, "yahtzee_bonus": 100, "joker": "forced"}
MODELS = [
    model("abalone", "abalone", "Abalone"),
    model("abalone", "abalone", "Abalone", options={"layout": "belgian_daisy"}),
    model("blokus-duo", "polyominoes", "BlokusDuo", quick=30),
    model("brandubh", "tafl", "Tafl", "brandubh"),
    model("catchup", "crowded", "Catchup", options={"side": 3}),
    model("chinese-checkers", "star", "ChineseCheckers", quick=0),
    model(
        "chinese-checkers", "star", "ChineseCheckers", quick=0,
        options={"players": 3, "jumps": "long", "blocked": "exchange", "limit": 3000},
    ),
    model(
        "chinese-checkers", "star", "ChineseCheckers", quick=0,
        options={"marbles": 15, "jumps": "long", "stay": False, "blocked": "exchange"},
    ),
    model(
        "chinese-checkers", "star", "ChineseCheckers", quick=0,
        options={"players": 6, "jumps": "long", "limit": 3000},
    ),
    model("connect6", "rows", "Connect6", options={"size": 7}),
    model("domineering", "blocking", "Domineering", options={"width": 6, "height": 5}),
    model(
        "dots-and-boxes", "borders", "DotsForMany",
        options={"width": 4, "height": 4, "players": 3},
    ),
    model("dvonn", "stacks", "Dvonn"),
    model("fifteen-puzzle", "puzzles", "FifteenPuzzle", options={"size": 4}),
    model("focus", "columns", "Focus"),
    model("fox-and-geese", "crowded", "FoxAndGeese"),
    model("golomb", "polyominoes", "Golomb", options={"size": 6}, quick=100),
    model("gonnect", "stones", "Gonnect", options={"size": 5}),
    model("harary", "polyominoes", "Harary", options={"animal": "tippy", "size": 6}),
    model("harary", "polyominoes", "Harary", options={"animal": "snaky", "size": 8}),
    model("hare-and-hounds", "blocking", "HareAndHounds"),
    model("hus", "sowing", "Hus"),
    model("international-draughts", "draughts", "International"),
    model("konane", "blocking", "Konane", options={"size": 8}),
    model("lasca", "columns", "Lasca"),
    model("liars-dice", "dice", "LiarsDice", options={"players": 2}, quick=150),
    model("liars-dice", "dice", "LiarsDice", options={"players": 4}, quick=150),
    model("mu-torere", "crowded", "MuTorere", options={"limit": 100}),
    model("oust", "stones", "Oust", options={"size": 5}),
    model("pente", "rows", "Pente", options={"size": 9, "pro": True}),
    model("peg-solitaire", "puzzles", "PegSolitaire"),
    model("slither", "stones", "Slither", options={"size": 6}),
    model("sokoban", "puzzles", "Sokoban", WAREHOUSE),
    model("star", "borders", "Star", options={"side": 3}),
    model("stratego-small", "armies", "Stratego"),
    model("surakarta", "surakarta", "Surakarta"),
    model("tablut", "tafl", "Tafl", "tablut"),
    model("togyzqumalaq", "sowing", "Togyzqumalaq"),
    model("tumbleweed", "stacks", "Tumbleweed", options={"side": 5}),
    model("turkish-draughts", "draughts", "Turkish"),
    model("tzaar", "stacks", "Tzaar", options={"layout": "fixed"}),
    model("tzaar", "stacks", "Tzaar", options={"layout": "placed"}),
    model("whist", "tricks", "Whist", quick=104),
    model("yahtzee", "yahtzee", "Yahtzee", options=SHEET),
    model("yahtzee", "yahtzee", "Yahtzee", options=SHEET | {"players": 4, "joker": "free"}),
    model("yavalath", "rows", "Yavalath", options={"side": 4}),
]
CASES = [*OPEN_SPIEL, *PYTHON_CHESS, *FAIRY, *PYDRAUGHTS, *MODELS]
MODULES = {
    "OpenSpiel": "pyspiel", "python-chess": "chess", "pyffish": "pyffish", "pydraughts": "draughts",
}  # fmt: skip


def missing(case: Case) -> str:
    """Why a case cannot be tried here, or nothing."""
    module = MODULES.get(case.peer)
    if module is None or find_spec(module):
        return ""
    return f"{case.peer} is not installed: pip install '.[peers]'"
