"""Games in SGF: the main line is read, comments and variations are skipped.

The first colour of the rules is B, the second W.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gdl.source.wording import clip, show
from interpreter.api.game import Game
from interpreter.api.record import Record
from interpreter.api.state import State
from interpreter.api.wording import plural
from interpreter.exchange.faults import ExchangeError, bounded, fault
from interpreter.exchange.records import (
    Ending,
    LegalMovesLeft,
    Moves,
    chosen,
    ended,
    format_of,
    played,
    set_up,
    shares_of,
    variant,
    written_tags,
)
from interpreter.exchange.sgf_text import Node, Property, read_trees, write_tree
from interpreter.exchange.spelling import Spelling, spelling_of
from interpreter.process.version import program_version

COLOURS = "BW"
STONES = {"AB": 0, "AW": 1, "AE": None}  # properties that set a position up
RESULT = re.compile(r"([BW])\+(.*)")
GIVEN_UP = ("r", "resign", "t", "time", "f", "forfeit")
DRAWN = ("0", "draw", "jigo")
MAX_RECTANGLE = 52 * 52  # points: there are so many letters
MAX_POINTS = 100_000  # that are set up, however often
READ = {*COLOURS, *STONES, "PL", "RE"}
SILENT = frozenset(
    """AN AP AR BL BM BR BT C CA CP CR DD DM DO DT EV FF FG GB GC GM GN GW HO IT LB LN MA MN N OB ON
    OT OW PB PC PM PW RO SL SO SQ ST SZ TB TE TM TR TW UC US V VW WL WR WT""".split()
)
"""Properties that say nothing about play: comments, marks, names, clocks."""
HANDICAP = "HA"  # how many stones are set up, which says nothing else where they are
MAX_TOLD = 20  # properties that are not read


def read_sgf(
    game: Game, text: str, number: int | None = None, tell: Callable[[str], None] | None = None
) -> tuple[Record, ...]:
    """The records of the games of an SGF text, or of the one with a number (from 1), each with the
    options that it says.

    `tell` hears of properties that are not read although they may say something about play.  Raises
    ExchangeError, with the place, and TypeError for what is no text.
    """
    text = bounded(text)
    games = chosen(read_trees(text), number)
    is_one, legal_left = len(games) == 1 and number is None, LegalMovesLeft()
    records = tuple(
        GameReader(game, text, nodes, legal_left, "" if is_one else f"game {at}: ").record()
        for at, nodes in games
    )
    if tell is not None:
        for note in left_out(game, text, (nodes for _, nodes in games)):
            tell(note)
    return records


def left_out(game: Game, text: str, games: Iterable[Sequence[Node]]) -> list[str]:
    """What says something about play and is not read: each property with its first place."""
    known = READ | SILENT | format_of(game, "sgf").tags.keys()
    found: dict[str, list[Property]] = {}
    for nodes in games:
        is_set_up = any(STONES.keys() & node.keys() for node in nodes)
        for name, said in (pair for node in nodes for pair in node.items()):
            is_implied = name == HANDICAP and (is_set_up or said.values[0].strip() in ("", "0"))
            if name not in known and not is_implied:
                found.setdefault(name, []).append(said)
    notes = []
    for name, (first, *others) in list(found.items())[:MAX_TOLD]:
        what = f"`{clip(name)}[{clip(first.values[0])}]` is not read"
        more = f", nor are {len(others)} like it" if others else ""
        notes.append(str(fault(text, first.offset, what + more)))
    more_names = len(found) - MAX_TOLD
    if more_names > 0:
        notes.append(f"{plural(more_names, 'more name')} of properties that are not read")
    return notes


@dataclass
class GameReader:
    """Reads the nodes of a game; `place` says which one it is, for messages."""

    game: Game
    text: str
    nodes: tuple[Node, ...]
    legal_left: LegalMovesLeft
    place: str = ""

    def record(self) -> Record:
        """The record."""
        format = format_of(self.game, "sgf")
        root = self.nodes[0]
        tags = {name: p.values[0] for name, p in root.items()}
        try:
            game = variant(self.game, format, tags)
        except ExchangeError as error:
            raise self.fault(next(iter(root.values()), None), error.message) from error
        begin = next((n for n, node in enumerate(self.nodes) if node.keys() & set(COLOURS)),
                     len(self.nodes))  # fmt: skip
        moves = Moves(game, self.setup(game, begin), self.legal_left)
        spelling = spelling_of(game, "sgf")
        for node in self.nodes[begin:]:
            for name in node:
                if name in STONES:
                    raise self.fault(node[name], "the board is set up after the first move; only "
                                     "a position before it can be read")  # fmt: skip
                if name in COLOURS:
                    self.move(spelling, moves, node[name])
        return moves.record(ending(tags.get("RE", ""), moves.state))

    def move(self, spelling: Spelling, moves: Moves, made: Property) -> None:
        """Play the move of a property."""
        state, number = moves.state, len(moves.entries) + 1
        side = state.game.players[COLOURS.index(made.name)]
        if state.colour not in (side, None):
            raise self.fault(made, f"move {number} is one of {side}, and it is {state.colour}'s "
                             "turn")  # fmt: skip
        if len(made.values) != 1:
            raise self.fault(made, f"move {number} has {len(made.values)} values, and not one")
        read = spelling.read(state, made.values[0].strip())
        if isinstance(read, str):
            raise self.fault(made, f"move {number}: {read}")
        try:
            moves.add(read)
        except ExchangeError as error:
            raise self.fault(made, error.message) from error

    def fault(self, where: Property | None, message: str) -> ExchangeError:
        """What is wrong at a property."""
        offset = where.offset if where else self.text.find(";")
        return fault(self.text, offset, f"{self.place}{message}")

    # ---- the position at the start ----

    def setup(self, game: Game, begin: int) -> State | None:
        """The position that is set up before the first move; None for that of the rules."""
        before = self.nodes[: begin + 1]
        said = [node[name] for node in before for name in node if name in STONES]
        named = [node["PL"] for node in before if "PL" in node]
        position: dict[str, Any] = {"board": self.board(game, said)} if said else {}
        if named:
            position["seat"] = self.seat(named[-1])
        elif said:  # whoever moves first
            first = self.nodes[begin] if begin < len(self.nodes) else {}
            position["seat"] = 1 if "W" in first else 0
        if position in ({}, {"seat": game.start().seat}):
            return None
        try:
            return set_up(game, position)
        except ExchangeError as error:
            raise error if error.line else self.fault([*named, *said][-1], error.message) from error

    def seat(self, said: Property) -> int:
        """The seat that PL names."""
        side = said.values[0].strip().upper()[:1]
        if side not in ("B", "W"):
            raise self.fault(said, f"PL is B or W, not `{clip(said.values[0])}`")
        return COLOURS.index(side)

    def board(self, game: Game, said: Sequence[Property]) -> dict[str, Any]:
        """The stones that some properties put on the board, but for those they take off again."""
        kinds = game.model.kinds
        if len(kinds) != 1 or kinds[0].attributes:
            raise self.fault(said[0], f"{said[0].name} does not say which kind of piece stands "
                             "there")  # fmt: skip
        spelling = spelling_of(game, "sgf")
        names = dict(zip(spelling.cells.texts, game.board.cells, strict=True))
        board: dict[str, Any] = {}
        points = 0
        for stones, value in ((each, value) for each in said for value in each.values):
            colour, texts = STONES[stones.name], rectangle(value.strip())
            points += len(texts)
            if points > MAX_POINTS:
                raise self.fault(stones, f"at most {MAX_POINTS:,} points are set up")
            for text in texts:
                if text not in names:
                    raise self.fault(stones, f"there is no point `{clip(text)}`")
                board.pop(names[text], None)
                if colour is not None:
                    board[names[text]] = {
                        "kind": kinds[0].name, "colour": game.players[colour],
                    }  # fmt: skip
        return board


def rectangle(text: str) -> list[str]:
    """The points of a value, which may be a rectangle `aa:cc`."""
    first, colon, last = text.partition(":")
    if not colon or len(first) != 2 or len(last) != 2:
        return [text]
    columns, rows = (range(ord(a), ord(b) + 1) for a, b in zip(first, last, strict=True))
    if not 0 < len(columns) * len(rows) <= MAX_RECTANGLE:
        return [text]
    return [chr(c) + chr(r) for c in columns for r in rows]


def ending(text: str, last: State) -> Ending:
    """What RE says about a match whose last state this is."""
    said = text.strip()
    match = RESULT.fullmatch(said)
    if match is None:
        return ended(text, None) if said.lower() in DRAWN else Ending(text)
    colours = [last.colour_of(seat) for seat in range(last.game.seats)]
    seat = colours.index(last.game.players[COLOURS.index(match[1])])
    return ended(text, seat, match[2].strip().lower() in GIVEN_UP)


# ---- writing -----------------------------------------------------------------------------------


def write_sgf(record: Record, game: Game) -> str:
    """The SGF text of a record of a game.

    Raises ExchangeError for a record that is not legal, or that the rules do not say how to write.
    """
    format = format_of(game, "sgf")
    replayed = played(game, record)
    spelling = spelling_of(game, "sgf")
    root: dict[str, list[str]] = {"FF": ["4"], "CA": ["UTF-8"]}
    root |= {"AP": [f"boardwright:{program_version()}"]}
    root |= {tag: [value] for tag, value in written_tags(game, format).items()}
    root |= {f"P{side}": [name] for side, name in zip(COLOURS, record.seats, strict=False)}
    if record.start is not None:
        root |= stones(replayed.states[0], spelling)
    if result := result_of(replayed.states[-1], shares_of(replayed), record):
        root["RE"] = [result]
    nodes = [root]
    for state, move in zip(replayed.states, replayed.moves, strict=False):
        if state.is_chance or state.colour is None:
            raise ExchangeError("SGF has no place for what chance does")
        side = COLOURS[game.players.index(state.colour)]
        nodes.append({side: [spelling.write_one(state, move)]})
    return write_tree(nodes)


def stones(start: State, spelling: Spelling) -> dict[str, list[str]]:
    """The properties that set a position up."""
    game = start.game
    if len(game.model.kinds) != 1 or start.turn or start.colour is None:
        raise ExchangeError(f"SGF cannot say in which position this match of {game.title} began")
    made: dict[str, list[str]] = {}
    for number, cell in enumerate(game.board.cells):
        piece = start.at(cell)
        if piece is not None and piece.colour is not None:
            side = COLOURS[game.players.index(piece.colour)]
            made.setdefault(f"A{side}", []).append(spelling.cells.text(number))
    return made | {"PL": [COLOURS[game.players.index(start.colour)]]}


def result_of(last: State, shares: tuple[float, ...] | None, record: Record) -> str:
    """What RE says; empty where the match goes on.

    By how many points somebody has won is known only where the rules have ended the match.
    """
    if shares is None:
        return ""
    if 1 not in shares:
        return "Draw"
    side = COLOURS[last.game.players.index(last.colour_of(shares.index(1)))]
    if record.resigned is not None:
        return f"{side}+R"
    scores = last.scores if record.agreed is None else None
    margin = None
    if scores and len(scores) == len(COLOURS):
        one, other = scores.values()
        if isinstance(one, int | float) and isinstance(other, int | float):
            margin = abs(one - other)
    return f"{side}+{show(margin) if margin else ''}"
