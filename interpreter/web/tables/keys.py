"""Keys that open a table: one for every person's seat, one for those who watch.

Only hashes of keys are stored: a copy of the file of matches opens none of them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

BYTES = 18  # of chance in a key
MAX_KEY = 100  # characters of a key that is looked at
MAX_KEYS = 64  # keys that one browser may hold for a table


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(BYTES)


def hash_of(key: str) -> str:
    """What is stored of a key.  It has too much chance in it to need salt."""
    return hashlib.sha256(key[:MAX_KEY].encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Locks:
    """The hashes of a table's keys: for each seat (None: an agent sits there), and for watching."""

    seats: tuple[str | None, ...]
    watch: str

    def opened(self, keys: Iterable[str]) -> frozenset[int]:
        """The seats that keys open."""
        given = [hash_of(key) for key in list(keys)[:MAX_KEYS]]
        return frozenset(
            seat
            for seat, kept in enumerate(self.seats)
            if kept is not None and any([hmac.compare_digest(kept, hash) for hash in given])
        )

    def may_watch(self, keys: Iterable[str]) -> bool:
        """Whether one of the keys lets its holder watch."""
        given = [hash_of(key) for key in list(keys)[:MAX_KEYS]]
        return any([hmac.compare_digest(self.watch, hash) for hash in given])
