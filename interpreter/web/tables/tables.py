"""All tables: those in memory, and those in the file that come back when somebody asks for them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from interpreter.api.loading import packed_game, unpacked_game
from interpreter.api.state import begun
from interpreter.matches.match import PERSON, Match, Refused
from interpreter.web.tables.company import NotDone, refusal
from interpreter.web.tables.fairness import check_record, check_start, fair_seed
from interpreter.web.tables.keys import Locks, hash_of, new_key
from interpreter.web.tables.store import MatchRow, Store
from interpreter.web.tables.stored_match import StoredMatch
from interpreter.web.tables.table import Table
from interpreter.web.tables.workers import Packed, Workers
from interpreter.web.thinking.bounds import bounded, seats_of

if TYPE_CHECKING:
    from interpreter.api.game import Game

MAX_TABLES = 20_000  # that are stored
MAX_IN_MEMORY = 1_000
UNTOUCHED = 180 * 24 * 3600.0  # seconds after which a match is forgotten
UNPLAYED = 7 * 24 * 3600.0  # the same for a table at which nobody has moved
MAX_SEED = 2**63


@dataclass(frozen=True)
class Opened:
    """A new table, and its keys, which are not kept."""

    table: Table
    keys: tuple[str | None, ...]
    watch: str


class Tables:
    """Makes tables, finds them, forgets them."""

    def __init__(self, store: Store, workers: Workers):
        self.store = store
        self.workers = workers
        self.known: OrderedDict[str, Table] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Table | None]] = {}
        self.unreadable: set[str] = set()  # matches that could not be loaded
        # The games of the tables in memory, by the hash of their texts:
        self.games: WeakValueDictionary[str, Packed] = WeakValueDictionary()

    # ---- making ----------------------------------------------------------------------------------

    async def create(
        self, game: Game, game_id: str, seats: Sequence[str], seed: int | None,
        moves: Sequence[str] = (), status: str = "{}", recorded: int | None = None,
        start: str | None = None,
    ) -> Opened:  # fmt: skip
        """A new table, with a chosen `seed` or with that of a record, where that is fair.

        Its match begins in the position `start`, JSON that somebody has set up, if there is one.

        Raises Refused, IllegalMove, NotDone and StoreFailed.
        """
        if await self.store.count() >= MAX_TABLES:
            raise NotDone("too-many-tables", "there are too many tables; delete some")
        sitting = seats_of(seats, game.seats)
        check_start(game, start)
        seed = fair_seed(game, sitting, seed, recorded)
        seed = secrets.randbelow(2**32) if seed is None else seed % MAX_SEED
        packed = packed_game(game)
        key = hashlib.sha256(packed.encode()).hexdigest()
        known = self.games.setdefault(key, Packed(game, packed, key))
        set_up = {} if start is None else {"start": start}
        head = json.dumps({"game": game_id, "seats": sitting, "seed": seed, **set_up})
        keys = tuple(new_key() if who == PERSON else None for who in sitting)
        watch = new_key()
        hashes = [(hash_of(k), seat) for seat, k in enumerate(keys) if k is not None]
        stored = MatchRow(
            secrets.token_urlsafe(9), packed, head, status, tuple(moves),
            (*hashes, (hash_of(watch), None)),
        )  # fmt: skip
        table = await self.workers.run(lambda: self.made(stored, known))
        check_record(table.match)
        await self.store.create(stored, key)
        self.remember(table)
        return Opened(table, keys, watch)

    def made(self, stored: MatchRow, packed: Packed) -> Table:
        """The table of a stored match.  Raises Refused and IllegalMove."""
        game = packed.game
        head, status = json.loads(stored.head), json.loads(stored.status)
        try:
            start = begun(game, head["start"]) if "start" in head else None
        except ValueError as error:
            raise Refused(f"the match cannot begin in this position: {error}") from error
        match = Match(game, head["seats"], head["seed"], head["game"], start=start)
        match.agents = tuple(a and bounded(a) for a in match.agents)
        for text in stored.moves:
            match.take(match.state.legal(text))
        undone = status.get("undone", [])
        for texts in undone:
            match.undone.append([])
            for text in texts:
                match.take(match.state.legal(text))
        for plies, texts in zip(reversed(match.undone), reversed(undone), strict=True):
            plies += match.plies[len(match.plies) - len(texts) :]
            del match.plies[len(match.plies) - len(texts) :]
        match.resigned = status.get("resigned")
        agreed = status.get("agreed")
        match.agreed = None if agreed is None else tuple(agreed)
        seats: list[str | None] = [None] * game.seats
        watch = ""
        for hash, number in stored.keys:
            if number is None:
                watch = hash
            else:
                seats[number] = hash
        kept = StoredMatch(stored.id, head["game"], match, packed, self.store, self.workers)
        table = Table(kept, Locks(tuple(seats), watch))
        kept.lose = partial(self.lose, table)
        return table

    # ---- finding ---------------------------------------------------------------------------------

    def remember(self, table: Table) -> None:
        """Keep a table in memory, and let those go that nobody has been at for the longest time."""
        self.known[table.id] = table
        self.known.move_to_end(table.id)
        for id in list(self.known):
            if len(self.known) <= MAX_IN_MEMORY:
                break
            if not self.known[id].company.browsers and not self.known[id].lock.locked():
                del self.known[id]

    async def find(self, id: str) -> Table | None:
        """A table, from memory or from the file; None if there is none.

        Raises StoreFailed, and NotDone for one whose match cannot be read.
        """
        if id in self.known:
            self.known.move_to_end(id)
            return self.known[id]
        if id not in self.loading:
            self.loading[id] = asyncio.create_task(self.load(id))
            self.loading[id].add_done_callback(lambda _: self.loading.pop(id, None))
        return await asyncio.shield(self.loading[id])

    async def load(self, id: str) -> Table | None:
        """A table of the file."""
        stored = await self.store.load(id)
        if stored is None:
            return None

        def work() -> Table:
            key = hashlib.sha256(stored.packed.encode()).hexdigest()
            game = self.games.get(key)
            if game is None:
                game = Packed(unpacked_game(stored.packed), stored.packed, key)
                self.games[key] = game
            return self.made(stored, game)

        try:
            table = await self.workers.run(work)
        except Exception as error:  # a damaged file, or rules of another version of this program
            self.unreadable.add(id)
            message = f"this match cannot be read as it is stored ({type(error).__name__})"
            raise NotDone("unreadable", message) from error
        self.remember(table)
        return table

    async def close(self) -> None:
        """Let no agent move any more."""
        for table in self.known.values():
            await table.agents.stop()

    def lose(self, table: Table) -> None:
        """Take a table out of memory, which knows more than the file; its browsers come again."""
        self.known.pop(table.id, None)
        table.company.dismiss(
            refusal("not-stored", "the match could not be stored; it is loaded anew")
        )

    # ---- forgetting ------------------------------------------------------------------------------

    async def delete(self, id: str) -> None:
        """Forget a table for good."""
        await self.store.delete(id)
        self.unreadable.discard(id)
        table = self.known.pop(id, None)
        if table is not None:
            table.company.dismiss({"type": "gone"})

    async def opens(self, id: str, keys: Sequence[str]) -> frozenset[int | None] | None:
        """What keys open of a table, be it readable or not: seats, and None for watching.

        None if there is no such table.
        """
        return await self.store.opened_of(id, [hash_of(key) for key in keys])

    async def tidy(self) -> int:
        """Forget old tables; return how many."""
        return await self.store.tidy(UNTOUCHED, UNPLAYED)

    async def listed(self, keys: Sequence[str]) -> list[dict[str, Any]]:
        """The tables that some keys open, with how they stand."""
        rows = await self.store.opened_by([hash_of(key) for key in keys])
        listed: dict[str, dict[str, Any]] = {}
        for id, seat in rows:
            stored = await self.store.load(id)
            if stored is None:
                continue
            row = listed.setdefault(id, row_of(stored, id in self.unreadable))
            if seat is not None:
                row["seats"].append(seat)
        return sorted(listed.values(), key=lambda row: -row["updated"])


def row_of(stored: MatchRow, is_unreadable: bool) -> dict[str, Any]:
    """What the list of matches tells of one."""
    row = {"table": stored.id, "seats": [], "updated": round(stored.updated)}
    try:
        head, status = json.loads(stored.head), json.loads(stored.status)
        row |= {
            "game": str(head["game"]), "who": [*map(str, head["seats"])],
            "moves": len(stored.moves), "over": bool(status.get("over")),
        }  # fmt: skip
    except (AttributeError, LookupError, TypeError, ValueError):
        row |= {"game": "", "who": [], "moves": len(stored.moves), "over": False}
        is_unreadable = True
    return row | {"unreadable": is_unreadable}
