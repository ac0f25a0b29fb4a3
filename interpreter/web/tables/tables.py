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

from gdl.model.analysis import differs_by_seat
from gdl.source.wording import clip
from interpreter.api.loading import packed_game, unpacked_game
from interpreter.api.state import begun
from interpreter.matches.match import PERSON, Match, Refused
from interpreter.web.tables.company import NotDone, refusal
from interpreter.web.tables.fairness import check_record, check_start, fair_seed
from interpreter.web.tables.keys import Locks, hash_of, new_key
from interpreter.web.tables.store import MatchRow, Store
from interpreter.web.tables.stored_match import StoredMatch, head_of, need, status_of
from interpreter.web.tables.table import Table
from interpreter.web.tables.workers import Packed, Workers
from interpreter.web.thinking.bounds import bounded, seats_of

if TYPE_CHECKING:
    from interpreter.api.game import Game

MAX_TABLES = 20_000  # that are stored
MAX_IN_MEMORY = 1_000
UNTOUCHED = 180 * 24 * 3600.0  # seconds after which a match is forgotten
UNPLAYED = 7 * 24 * 3600.0  # the same for a table at which nobody has moved
MAX_SEED = 2**63  # more than can be tried by whoever knows some of what chance has drawn
LATEST = 1e11  # seconds since 1970 that a stored time may say


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
        self.secret: dict[str, bool | None] = {}  # by the hash of a game: see `is_secret`
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
        seed = secrets.randbelow(MAX_SEED) if seed is None else seed % MAX_SEED
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
        game, head = packed.game, head_of(stored.head)
        status = status_of(stored.status, game.seats)
        try:
            start = None if head.start is None else begun(game, head.start)
        except ValueError as error:
            raise Refused(f"the match cannot begin in this position: {error}") from error
        # The file may come from elsewhere: no seat is filled that a browser could not ask for.
        match = Match(game, seats_of(head.seats, game.seats), head.seed, head.game, start=start)
        match.agents = tuple(a and bounded(a) for a in match.agents)
        for text in stored.moves:
            match.take(match.state.legal(text))
        for texts in status.undone:
            match.undone.append([])
            for text in texts:
                match.take(match.state.legal(text))
        for plies, texts in zip(reversed(match.undone), reversed(status.undone), strict=True):
            plies += match.plies[len(match.plies) - len(texts) :]
            del match.plies[len(match.plies) - len(texts) :]
        match.resigned, match.agreed = status.resigned, status.agreed
        for seat, text in status.early.items():
            need(seat in match.movers and seat != match.person, "what was chosen")
            match.choose(text, seat)
        seats: list[str | None] = [None] * game.seats
        watch = ""
        for hash, number in stored.keys:
            if number is None:
                watch = hash
            else:
                need(number in match.people, "a key of a seat that no person has")
                seats[number] = hash
        kept = StoredMatch(stored.id, head.game, match, packed, self.store, self.workers)
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
            why = clip(str(error)) if isinstance(error, Refused) else type(error).__name__
            message = f"this match cannot be read as it is stored ({why})"
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
        listed: dict[str, dict[str, Any]] = {}
        for id, seat in await self.store.opened_by([hash_of(key) for key in keys]):
            if id not in listed:
                stored = await self.store.load(id)
                if stored is None:
                    continue
                is_secret = await self.is_secret(stored.packed)
                listed[id] = row_of(stored, is_secret, id in self.unreadable)
            if seat is not None:
                listed[id]["seats"].append(seat)
        return sorted(listed.values(), key=lambda row: -row["updated"])

    async def is_secret(self, packed: str) -> bool | None:
        """Whether a stored game hides something from a seat; None if it cannot be read."""
        key = hashlib.sha256(packed.encode()).hexdigest()
        if key not in self.secret:
            try:
                self.secret[key] = await self.workers.run(
                    lambda: differs_by_seat(unpacked_game(packed).model)
                )
            except Exception:  # as in `load`; the list says that the match is unreadable
                self.secret[key] = None
        return self.secret[key]


def row_of(stored: MatchRow, is_secret: bool | None, is_unreadable: bool) -> dict[str, Any]:
    """What the list of matches tells of one.

    While something is hidden, neither the number of moves nor the time of the last one is told:
    both would give away attempts that nobody else may notice.
    """
    row: dict[str, Any] = {"table": stored.id, "seats": [], "updated": 0}
    try:
        head = head_of(stored.head)
        status = status_of(stored.status, len(head.seats))
        is_hidden = is_secret is not False and not status.is_over
        time = stored.created if is_hidden else stored.updated
        need(0 <= time < LATEST, "the time of a move")
        row |= {
            "game": head.game, "who": [*head.seats], "updated": round(time),
            "moves": None if is_hidden else len(stored.moves), "over": status.is_over,
        }  # fmt: skip
    except Refused:
        row |= {"game": "", "who": [], "moves": None, "over": False}
        is_unreadable = True
    return row | {"unreadable": is_unreadable or is_secret is None}
