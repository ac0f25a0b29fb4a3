"""The list of the files of a folder goes on whatever happens to one of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from interpreter.web.games.listing import Listing


def test_an_error_that_nobody_expects_is_that_of_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        listing = Listing()

        async def ask(job: dict[str, Any], seconds: float | None) -> dict[str, Any]:
            if job["id"] == "./bad.yaml":
                raise KeyError("surprise")
            return {"id": job["id"], "title": "Good"}

        monkeypatch.setattr(listing.trials, "ask", ask)
        jobs = {name: {"id": f"./{name}.yaml"} for name in ("bad", "good", "later")}
        for name in ("bad", "good"):
            listing.entry(name, jobs[name])
        await asyncio.gather(*listing.tasks)
        assert listing.entry("later", jobs["later"])["id"] == "./later.yaml"  # with no task left
        await asyncio.gather(*listing.tasks)
        assert not listing.jobs
        assert "surprise" in str(listing.entry("bad", jobs["bad"]))
        assert listing.entry("good", jobs["good"])["title"] == "Good"
        assert listing.entry("later", jobs["later"])["title"] == "Good"
        await listing.close()

    asyncio.run(work())
