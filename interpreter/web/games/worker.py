"""A process that reads rule files for the server, so that no file can hold the server up.

Jobs come as lines of JSON, one answer leaves for each.  Besides what is asked for, it plays a few
random moves: a game whose moves take too long is not one that the server should play.
"""

from __future__ import annotations

import json
import random
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.source.diagnostics import GdlError
from interpreter.process.working import answer_jobs, limit_memory
from interpreter.web.games.data import data_of, late_data, loaded
from interpreter.web.games.folder import NoGame
from interpreter.web.wire.offers import offers_data
from interpreter.web.wire.reasons import first_message

if TYPE_CHECKING:
    from interpreter.api.game import Game

MEMORY = 2 << 30  # bytes of addresses
MOVES = 40  # that are tried
SLOW_SECONDS = 2.0  # for one move and what the page is told of it


def answer(job: dict[str, Any], kept: dict[str, Game]) -> dict[str, Any]:
    """The answer to a job: `data`, or an error with the status of HTTP."""
    try:
        if job["kind"] == "late":
            return {"data": late_data(Path(job["path"]), job["options"])}
        key = json.dumps([job["path"], job["stamp"], job["options"]])
        if key not in kept:
            kept.clear()
            kept[key] = loaded(job["id"], Path(job["path"]), job["options"])
        game = kept[key]
        if job["kind"] == "try":
            try_out(game)
            return {"data": None}
        return {"data": data_of(job["kind"], job["id"], game)}
    except NoGame as error:
        return {"message": error.message, "status": error.status, "code": error.code}
    except GdlError as error:
        return {"message": first_message(error), "status": 422, "code": "bad-rules"}
    except MemoryError:
        message = "these rules need more memory than they are given here"
        return {"message": message, "status": 422, "code": "too-large"}
    except RecursionError:
        message = "these rules are nested more deeply than can be played"
        return {"message": message, "status": 422, "code": "too-large"}
    except Exception as error:  # a mistake in this program costs one file, not the process
        traceback.print_exc()
        kind = type(error).__name__  # the rest, which may name files, is told the server
        message = f"a mistake of boardwright, not of these rules, has stopped their check ({kind})"
        return {"message": message, "status": 500, "code": "internal-error"}


def try_out(game: Game) -> None:
    """Play a few moves at random.  Raises NoGame if one takes too long."""
    chooser, state = random.Random(1), game.start()
    for _ in range(MOVES):
        if state.is_over:
            break
        begun = time.monotonic()
        offers_data(state)
        for seat in range(game.seats):
            state.view(seat)
        state = state.random_move(chooser)
        if time.monotonic() - begun > SLOW_SECONDS:
            message = "a move of this game takes too long for the page; `gdl play` can play it"
            raise NoGame(message, 422, "too-slow")


def main() -> None:
    """Answer jobs until the input ends."""
    limit_memory(MEMORY)
    kept: dict[str, Game] = {}
    answer_jobs(lambda job: answer(job, kept))


if __name__ == "__main__":
    main()
