"""What the file of a study may hold, and how it is read: the file may come from anybody.

Texts and bytes of the file enter, checked values leave, or `Damaged` says what is wrong.  `TABLES`
are the only tables that it has, and `LIMITS` what their columns hold; so nothing in it can run, no
query goes on for ever, and what is unpacked stays in proportion to the file.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from gdl.source.printable import is_unseen
from interpreter.process.arguments import MAX_COUNT, MAX_MOVES, MAX_STEPS
from interpreter.study.plan.metrics import span_of

Facts = Mapping[int, Mapping[str, Any]]
"""What is kept of games that were looked at move by move, by their numbers."""

TABLES = {
    "study": "CREATE TABLE study (settings TEXT NOT NULL)",
    "variants": """CREATE TABLE variants (
    variant INTEGER PRIMARY KEY, place INTEGER, title TEXT, rules TEXT, engine TEXT, file TEXT,
    options TEXT, texts TEXT
)""",
    "pairings": """CREATE TABLE pairings (
    pairing INTEGER PRIMARY KEY, place INTEGER, agents TEXT, programs TEXT
)""",
    "games": """CREATE TABLE games (
    variant INTEGER, pairing INTEGER, number INTEGER, result TEXT, turns INTEGER, moves INTEGER,
    microseconds INTEGER, PRIMARY KEY (variant, pairing, number)
) WITHOUT ROWID""",
    "facts": """CREATE TABLE facts (
    variant INTEGER, pairing INTEGER, number INTEGER, facts BLOB,
    PRIMARY KEY (variant, pairing, number)
)""",
    "figures": """CREATE TABLE figures (
    variant INTEGER, pairing INTEGER, first INTEGER, count INTEGER, names TEXT, data BLOB,
    PRIMARY KEY (variant, pairing, first)
)""",
    "tallies": """CREATE TABLE tallies (
    variant INTEGER, pairing INTEGER, first INTEGER, count INTEGER, what TEXT, rows INTEGER,
    names TEXT, data BLOB, PRIMARY KEY (variant, pairing, first, what)
)""",
    "solved": "CREATE TABLE solved (variant INTEGER PRIMARY KEY, figures TEXT)",
    "derived": """CREATE TABLE derived (
    variant INTEGER, what TEXT, source TEXT, value TEXT, PRIMARY KEY (variant, what)
)""",
}
VIEWS = {  # for those who ask in SQL; the program itself asks for tables only
    "played": """CREATE VIEW played AS
    SELECT v.title AS variant, p.agents AS agents, g.number AS number, g.result AS result,
        instr(' ' || g.result || ' ', ' 1 ') = 0 AS drawn, g.turns AS turns, g.moves AS moves,
        g.microseconds / 1e6 AS seconds
    FROM games AS g JOIN variants AS v ON v.variant = g.variant
        JOIN pairings AS p ON p.pairing = g.pairing
    WHERE v.place >= 0 AND p.place >= 0""",
    "scores": """CREATE VIEW scores AS
    SELECT g.variant AS variant, g.agents AS agents, g.number AS number, s.key + 1 AS seat,
        CASE WHEN instr(g.agents, ' vs ') = 0 THEN g.agents
            WHEN (s.key + g.number) % 2 = 0 THEN substr(g.agents, 1, instr(g.agents, ' vs ') - 1)
            ELSE substr(g.agents, instr(g.agents, ' vs ') + 4) END AS agent,
        CAST(s.value AS REAL) AS score
    FROM played AS g, json_each('[' || replace(g.result, ' ', ',') || ']') AS s""",
    "totals": """CREATE VIEW totals AS
    SELECT variant, agents, count(*) AS games, count(result) AS finished, avg(drawn) AS drawn,
        avg(turns) FILTER (WHERE result IS NOT NULL) AS turns,
        avg(moves) FILTER (WHERE result IS NOT NULL) AS moves, sum(seconds) AS seconds
    FROM played GROUP BY variant, agents""",
}
LIMITS = {  # of each column its type, and the least and the most of its value or its length
    "study": {"settings": ("text", 2, 10_000)},
    "variants": {
        "variant": ("integer", 0, 10_000), "place": ("integer", -1, 10_000),
        "title": ("text", 1, 10_000), "rules": ("text", 1, 1_000), "engine": ("text", 1, 100),
        "file": ("text", 1, 10_000), "options": ("text", 2, 1_000_000),
        "texts": ("text", 2, 2_000_000),
    },
    "pairings": {
        "pairing": ("integer", 0, 10_000), "place": ("integer", -1, 10_000),
        "agents": ("text", 1, 10_000), "programs": ("text", 2, 1_000_000),
    },
    "games": {
        "variant": ("integer", 0, 10_000), "pairing": ("integer", 0, 10_000),
        "number": ("integer", 0, MAX_COUNT), "turns": ("integer", 0, MAX_STEPS),
        "moves": ("integer", 0, MAX_STEPS), "microseconds": ("integer", 0, 2**63 - 1),
    },
    "facts": {
        "variant": ("integer", 0, 10_000), "pairing": ("integer", 0, 10_000),
        "number": ("integer", 0, MAX_COUNT), "facts": ("blob", 1, 100_000_000),
    },
    "figures": {
        "variant": ("integer", 0, 10_000), "pairing": ("integer", 0, 10_000),
        "first": ("integer", 0, MAX_COUNT), "count": ("integer", 1, MAX_COUNT),
        "names": ("text", 2, 1_000_000), "data": ("blob", 1, 100_000_000),
    },
    "tallies": {
        "variant": ("integer", 0, 10_000), "pairing": ("integer", 0, 10_000),
        "first": ("integer", 0, MAX_COUNT), "count": ("integer", 1, MAX_COUNT),
        "what": ("text", 1, 1_000), "rows": ("integer", 0, MAX_COUNT),
        "names": ("text", 2, 1_000_000), "data": ("blob", 1, 100_000_000),
    },
    "solved": {"variant": ("integer", 0, 10_000), "figures": ("text", 2, 10_000)},
    "derived": {
        "variant": ("integer", 0, 10_000), "what": ("text", 1, 100),
        "source": ("text", 2, 1_000), "value": ("text", 2, 1_000_000),
    },
}  # fmt: skip
LARGEST = 100_000_000  # bytes or characters of one value
LARGEST_NUMBER = 10**15  # that can still be added up
LONGEST_RESULT = 1_000  # characters
MOST_FIGURES = 1_000  # of one game
TIGHTEST = 20  # times that facts may be smaller than what they unpack to; most are 3 to 6 times


@dataclass(frozen=True)
class GameRow:
    """A game as the study keeps it.

    `result` is None for a game that was not finished.  `facts` is what `measure` has found, with
    the moves; None for a random game that is kept as its number alone.
    """

    number: int
    result: tuple[float, ...] | None
    turns: int
    moves: int
    seconds: float
    facts: str | None = None


class Damaged(Exception):
    """What stands in the file of a study cannot be; the message says what it is."""


# ---- tables ------------------------------------------------------------------------------------


def misfit(table: str, where: str = "TRUE") -> str:
    """The query for rows of a table that cannot be, of those that are asked for."""
    kinds = [
        f"typeof({name}) = '{kind}' AND {name if kind == 'integer' else f'length({name})'} "
        f"BETWEEN {least} AND {most}"
        for name, (kind, least, most) in LIMITS[table].items()
    ]
    if table == "games":
        kinds.append(f"(result IS NULL OR typeof(result) = 'text' AND length(result) "
                     f"<= {LONGEST_RESULT})")  # fmt: skip
    return f"SELECT 1 FROM {table} WHERE {where} AND NOT ({' AND '.join(kinds)}) LIMIT 1"


def check_tables(tables: Mapping[str, str]) -> None:
    """Raise Damaged where a file has anything but the tables and views of a study."""
    own = TABLES | VIEWS
    if dict(tables) != own:
        names = sorted(name for name in {*tables, *own} if tables.get(name) != own.get(name))
        raise Damaged(f"`{names[0]}` is not as a study has it")


# ---- values ------------------------------------------------------------------------------------


def data_of(text: str, what: str) -> Any:
    """What a JSON text says.

    Raises Damaged.
    """
    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Damaged(f"{what}: {str(error).partition(';')[0]}") from error  # not its advice


def refuse(word: str) -> float:
    """No number is infinite, or none."""
    raise ValueError(f"{word} is no number")


def require(holds: bool, what: str) -> None:
    """Raise Damaged unless something holds."""
    if not holds:
        raise Damaged(f"{what} cannot be")


def is_text(value: Any) -> bool:
    """Whether a value is a text of one line that can be read."""
    return isinstance(value, str) and "\n" not in value and not any(map(is_unseen, value))


def is_whole(value: Any, most: int = MAX_STEPS) -> bool:
    """Whether a value is a whole number from 0."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def is_number(value: Any) -> bool:
    """Whether a value is a number that can be added up."""
    return (isinstance(value, float) and isfinite(value) and abs(value) < LARGEST_NUMBER) or (
        isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER
    )


def is_share(value: Any) -> bool:
    """Whether a value is a share of a result."""
    return is_number(value) and 0 <= value <= 1


def result_of(text: str | None) -> tuple[float, ...] | None:
    """The result that a text such as "1 0" stands for; None for a game that was not finished.

    Raises Damaged.
    """
    if text is None:
        return None
    try:
        result = tuple(float(share) for share in text.split())
    except ValueError:
        result = ()
    require(bool(result) and all(map(is_share, result)), "a result")
    return result


def settings_of(text: str) -> dict[str, int]:
    """What the games have in common, as `Study.settings` gave it.

    Raises Damaged.
    """
    settings = data_of(text, "what the study is")
    is_map = isinstance(settings, dict) and all(is_whole(n, MAX_COUNT) for n in settings.values())
    require(is_map and "seed" in settings, "what the study is")
    require(is_whole(settings.get("most_moves"), MAX_MOVES), "the most moves of a game")
    return dict(settings)


def format_of(text: Any) -> int | None:
    """The format that the settings of a study tell; None where they tell none.

    Raises Damaged.
    """
    require(isinstance(text, str), "what the study is")
    settings = data_of(text, "what the study is")
    told = settings.get("format") if isinstance(settings, dict) else None
    return told if is_whole(told) else None


def options_of(text: str) -> dict[str, Any]:
    """The options of a variant.

    Raises Damaged.
    """
    options = data_of(text, "options")
    require(isinstance(options, dict), "options")
    for value in options.values():
        require(isinstance(value, bool) or is_number(value) or is_text(value), "an option")
    return dict(options)


def figures_of(text: str) -> dict[str, float]:
    """The figures of perfect play.

    Raises Damaged.
    """
    figures = data_of(text, "perfect play")
    require(isinstance(figures, dict) and all(map(is_number, figures.values())), "perfect play")
    return dict(figures)


# ---- facts -------------------------------------------------------------------------------------


def packed(facts: str) -> bytes:
    """The facts of a game as the file has them; never so tight that they could not be unpacked."""
    return compressed(facts.encode(), 9, TIGHTEST)


def compressed(data: bytes, level: int, tightest: int) -> bytes:
    """Some data, made smaller by a factor of at most `tightest`, which is 8 or more."""
    made = zlib.compress(data, level)
    if len(data) <= tightest * len(made):
        return made
    stream = zlib.compressobj(level, strategy=zlib.Z_HUFFMAN_ONLY)  # at least a bit for each byte
    return stream.compress(data) + stream.flush()


def unpacked(data: bytes, cells: int) -> dict[str, Any]:
    """The facts of a game on a board of so many cells.

    Raises Damaged, also for what unpacks to much more than its size tells.
    """
    facts = data_of(unpacked_text(data), "the facts of a game")
    check_facts(facts, cells)
    return dict(facts)


def unpacked_text(data: bytes) -> str:
    """The text of the facts of a game.

    Raises Damaged, also for what unpacks to much more than its size tells.
    """
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(data, TIGHTEST * len(data))
        require(stream.eof and not stream.unconsumed_tail, "the facts of a game")
        return text.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise Damaged(f"the facts of a game: {error}") from error


def check_facts(facts: Any, cells: int) -> None:
    """Raise Damaged for what are no facts of a game, as `measure` gives them."""
    lists: dict[str, Callable[[Any], bool]] = {
        "moves": is_text,
        "turns": is_whole,
        "legal": is_whole,
        "expected": lambda value: value is None or is_share(value),
    }
    lists |= dict.fromkeys(("first", "used", "won"), lambda value: is_whole(value, cells - 1))
    require(isinstance(facts, dict) and set(facts) == {*lists, "figures"}, "the facts of a game")
    for name, fits in lists.items():
        is_list = isinstance(facts[name], list) and all(map(fits, facts[name]))
        require(is_list, f"`{name}` of a game")
    lengths = {len(facts[name]) for name in ("moves", "turns", "legal", "expected")}
    require(len(lengths) == 1, "the length of a game")
    figures = facts["figures"]
    require(isinstance(figures, dict) and len(figures) <= MOST_FIGURES, "the figures of a game")
    for name, value in figures.items():
        require(is_text(name), "the name of a figure")
        least, most = span_of(name)
        require(is_number(value) and least <= value <= most, f"`{name}` of a game")
