"""Single games of a study: as records, which `gdl replay` plays, and to step through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from operator import attrgetter
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.source.library import NoSuchGame, OutOfReach, is_path
from gdl.source.nearest import nearest
from interpreter.api.library import library
from interpreter.api.loading import load_game
from interpreter.api.record import Entry, Record
from interpreter.api.replay import name_of
from interpreter.drawing.scene import drawn_position
from interpreter.drawing.scene.stored import values_beside
from interpreter.study.plan.metrics import Games
from interpreter.study.plan.study import AGAINST, Pairing, Study, StudyError
from interpreter.study.results.results import SampleGame, Step
from interpreter.study.store.contents import Damaged, Facts, require
from interpreter.study.store.faults import told
from interpreter.study.store.members import Cell
from interpreter.study.store.store import Store, read_store

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State

SOME = 3  # folders with studies that are named
VALUES_WIDTH = 34  # columns of the variables beside a sample game


def record_of(path: Path, title: str, agents: str | None, number: int) -> Record:
    """The record of a game of the study in a file.

    `title` is that of the variant, or the path of its rule file, which may then lie anywhere: who
    gives the command names it.  `agents` is that of the pairing (None: the only one).  Raises
    StudyError for a file or a game that there is not, GdlError for rules that cannot be played.
    """
    if not path.exists():
        raise StudyError(f"there is no study in {path.parent}{others_below(path)}", is_usage=True)
    with closing(read_store(path)) as store:
        cells = of_file(store.cells(), title) or chosen(store.cells(), "title", title, "variant")
        if agents is not None or len(cells) > 1:
            cells = chosen(cells, "agents", agents or "", "pairing")
        return found_record(store, cells[0], number, file_of(cells[0], title))


def others_below(path: Path) -> str:
    """The studies in the folders of one without a study, to be added to a message; or nothing."""
    found = sorted(str(each.parent) for each in islice(path.parent.glob(f"*/{path.name}"), SOME))
    return f"; there is one in {' and in '.join(found)}" if found else ""


def of_file(cells: list[Cell], path: str) -> list[Cell]:
    """The cells of the only variant of a rule file, however its path is written: that file, or
    else one of its name, as where the command is given in another folder than the study was.
    """
    if not is_path(path):
        return []
    place = Path(path).resolve()
    same = [cell for cell in cells if is_path(cell.file) and Path(cell.file).resolve() == place]
    same = same or [cell for cell in cells if file_of(cell, path)]
    return same if len({cell.title for cell in same}) == 1 else []


def file_of(cell: Cell, path: str) -> Path | None:
    """The file at a path, if that is there and has the name of a cell's rule file."""
    place = Path(path)
    is_meant = is_path(path) and is_path(cell.file) and place.name == Path(cell.file).name
    return place if is_meant and isfile(place) else None


def found_record(store: Store, cell: Cell, number: int, file: Path | None) -> Record:
    """The record of a game of a variant and a pairing; its rules may be named by the user."""
    result = store.result(cell, number)
    game = rules_of(cell, store.path.parent, file)
    if cell.rules != game.rules_hash:
        raise StudyError(f"the rules of {cell.file} have changed since the study was played")
    facts = store.facts_of(cell, number, len(game.board.cells))
    texts = facts["moves"] if facts else random_moves(
        game, cell.engine, cell.seed, number, store.settings()["most_moves"]
    )  # fmt: skip
    seated = Pairing(tuple(cell.agents.split(AGAINST))).seated(number, game.seats)
    with told(store.path):
        moves = tuple(entries(game, texts))
        require(result is None or len(result) == game.seats, "a result")
    return Record(
        name_of(game), game.options, cell.seed, seated, game.rules_hash, moves, result
    )  # fmt: skip


def rules_of(cell: Cell, folder: Path, file: Path | None) -> Game:
    """The game of a cell; a rule file lies where it lay for the one who made the study, if the
    user does not say where.

    Raises GdlError, also for a file that a study in this folder may not name.
    """
    if file is None and is_path(cell.file):
        way_out = (
            "give the command in the folder in which the study was begun, or the path of that file "
            "in place of the variant"
        )
        try:
            place = library().within(Path(cell.file), folder)
        except OutOfReach:
            if isfile(cell.file):
                raise
            said = f"{cell.file} lies outside the folder of the study, and is not here"
            raise OutOfReach(f"{said}; {way_out}") from None
        if place is None:
            raise NoSuchGame(f"there is no file {cell.file} here; {way_out}")
    return load_game(str(file or cell.file), **cell.options)


def chosen(cells: list[Cell], field: str, text: str, what: str) -> list[Cell]:
    """The cells with a text in a field.

    Raises StudyError where there is none.
    """
    value = attrgetter(field)
    matching = [cell for cell in cells if value(cell) == text]
    if not matching:
        known = list(dict.fromkeys(map(value, cells)))
        near = nearest(text, known)
        hint = f"did you mean `{near}`?" if near else f"there is {', '.join(known)}"
        raise StudyError(f"the study has no {what} `{text}`; {hint}", is_usage=True)
    return matching


def random_moves(game: Game, engine: str, seed: int, number: int, most: int) -> list[str]:
    """The moves of a random game that is kept as its number.

    Raises StudyError where the engine that played it cannot be had.
    """
    if game.engine().name != engine:
        raise StudyError(f"the game was drawn by the {engine} engine, which cannot be had here")
    return [move.text for move in game.random_game(number, seed, most)]


def entries(game: Game, texts: list[str]) -> list[Entry]:
    """The moves of a game as a record has them.

    Raises Damaged where they are not legal.
    """
    state, made = game.start(), []
    for text in texts:
        made.append(Entry(text, state.turn + 1, state.is_chance))
        state = played(state, text)
    return made


# ---- games to step through -----------------------------------------------------------------------


def samples_of(
    study: Study, variant: int, pairing: Pairing, games: Games, facts: Facts
) -> Iterator[SampleGame]:
    """A game of median length, the shortest one, and the one with the most drama."""
    chosen: dict[int, str] = {}
    for number, why in telling(facts):
        chosen.setdefault(number, why)
    game = study.variants[variant].game
    beside = values_beside(game, VALUES_WIDTH)
    for number, why in chosen.items():
        fact = facts[number]
        start = game.start()
        shares = games.results[number]
        result = None if shares[0] != shares[0] else tuple(float(s) for s in shares)
        yield SampleGame(
            variant, number, pairing.seated(number, game.seats), result, why,
            drawn_position(start), tuple(steps(start, fact, beside)), beside(start),
        )  # fmt: skip


def telling(facts: Facts) -> Iterator[tuple[int, str]]:
    """The numbers of games that tell most, and why."""
    lengths = {number: len(fact["moves"]) for number, fact in facts.items()}
    if not lengths:
        return
    order = sorted(lengths, key=lambda number: (lengths[number], number))
    yield order[len(order) // 2], "a game of median length"
    yield order[0], "the shortest game"
    drama = {number: fact["figures"].get("drama", 0.0) for number, fact in facts.items()}
    most = max(drama, key=lambda number: drama[number])
    if drama[most] > 0:
        yield most, "the game with the most drama"


def steps(
    state: State, fact: Mapping[str, Any], beside: Callable[[State], str]
) -> Iterator[Step]:
    """The moves of a game, each with the position after it and what is told beside that."""
    for text, expected in zip(fact["moves"], fact["expected"], strict=True):
        who, turn = state.colour or "chance", state.turn + 1
        state = played(state, text)
        yield Step(who, text, turn, drawn_position(state), expected, beside(state))


def played(state: State, text: str) -> State:
    """The state after a move of a seat, or after what chance did.

    Raises Damaged where there is no such move.
    """
    known = [m for m, _ in state.chance] if state.is_chance else state.moves()
    move = next((move for move in known if move.text == text), None)
    if move is None:
        raise Damaged(f"`{text}` is no move of its game")
    return state.play(move)
