"""Studies that the workbench asks for: of a file by itself, or as saved and as edited.

Each is played by a process of its own, `player`, which limits its time and memory, and ends with
the server.  A study of the same file goes on with what its folder has.
"""

from __future__ import annotations

import asyncio
import json
import re
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, Any

from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from gdl.source.library import NoSuchGame
from interpreter.process.workers import begin, end, to_the_end
from interpreter.study.report.charts.markup import macros
from interpreter.study.report.page import Running, Section, page_of
from interpreter.web.studies.sizes import PLAYED_SECONDS, SIZES, Size
from interpreter.web.wire.bodies import body
from interpreter.web.wire.errors import problem
from interpreter.web.wire.reading import kinds_of, one_of, read
from interpreter.web.workbench.messages import Changes
from interpreter.web.workbench.rule_files import RuleFiles

if TYPE_CHECKING:
    from starlette.requests import Request

PLAYER = "interpreter.web.studies.player"
MAX_PLAYED = 2  # studies at once
MAX_KNOWN = 50  # studies whose failure is remembered
MAX_LINE = 100_000  # bytes of what a process says
GRACE_SECONDS = 60.0  # after which a process that should have ended is killed
QUIET = 10  # how much it gives way to other processes
BETWEEN_SECONDS = 2.0  # from one look for the report to the next
TITLE = "A study of the workbench"
WHAT = (  # is played, by how many versions there are
    ("The rules are being read; then are played", " of each version"),
    ("The rules as they are saved", ""),
    ("The file as it is saved, and the text as it stood in the editor", " each"),
)


@dataclass(frozen=True, kw_only=True)
class Study(Changes):
    """Play a text, and the file as it is saved where that differs, in a study of a size."""

    size: Annotated[str, one_of(*SIZES)]


KINDS = kinds_of(Study)


@dataclass
class Run:
    """A study that is being played, or could not be."""

    size: Size
    begun: float  # seconds since 1970
    process: Process
    versions: int = 0  # that there are by their rules; 0 until they are read
    following: asyncio.Task[None] | None = None
    failed: str = ""


class ChangeStudies:
    """The studies that the workbench has asked for, in folders of the folder that is served."""

    def __init__(self, folder: Path):
        self.folder = folder.resolve()
        self.files = RuleFiles(self.folder)
        self.runs: dict[str, Run] = {}
        self.turn = asyncio.Lock()

    async def begin(self, request: Request) -> Response:
        """Begin a study, or begin it anew; where its report will be."""
        asked = read({"type": "study", **await body(request)}, KINDS)
        try:
            if asked.file is not None:
                self.files.path(asked.file)
        except NoSuchGame as error:
            return problem(404, "no-such-file", str(error.args[0]))
        name = folder_name(asked.file)
        async with self.turn:
            await self.give_up(name)
            playing = [run for run in self.runs.values() if run.process.returncode is None]
            if len(playing) >= MAX_PLAYED:
                text = f"{MAX_PLAYED} studies are being played here already; wait for one of them"
                return problem(429, "busy", text)
            if (self.folder / name).is_symlink():
                return problem(403, "bad-name", f"`{name}` is a link, which leads elsewhere")
            await self.start(name, asked)
        return JSONResponse({"folder": name, "address": f"/studies/{name}/report.html"}, 201)

    async def start(self, name: str, asked: Study) -> None:
        """Start the process of a study."""
        process = await begin(PLAYER, MAX_LINE, str(self.folder), nice=QUIET, stderr=DEVNULL)
        run = self.runs[name] = Run(SIZES[asked.size], time(), process)
        job = {"file": asked.file, "text": asked.text, "options": asked.options,
               "size": asked.size, "name": name}  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(json.dumps(job).encode() + b"\n")
        run.following = asyncio.create_task(self.follow(name, run))

    async def follow(self, name: str, run: Run) -> None:
        """Keep how many versions a study has, wait until it is played, and keep why it was not."""
        assert run.process.stdout is not None
        try:
            async with asyncio.timeout(PLAYED_SECONDS + GRACE_SECONDS):
                while "versions" in (answer := read_answer(await run.process.stdout.readline())):
                    run.versions = answer["versions"]
                await run.process.wait()
        except TimeoutError:
            answer = {"failed": "it took too long and was given up"}
        except ValueError:
            answer = {"failed": "its process said nothing that can be read"}
        finally:
            await to_the_end(end(run.process))
        run.failed = answer.get("failed", "")
        if not run.failed and self.runs.get(name) is run:
            del self.runs[name]
        for old in [*self.runs][:-MAX_KNOWN]:
            if self.runs[old].failed:
                del self.runs[old]

    async def give_up(self, name: str) -> None:
        """End the study in a folder, if one is being played there."""
        run = self.runs.pop(name, None)
        if run is not None and run.following is not None:
            run.following.cancel()
            await asyncio.gather(run.following, return_exceptions=True)

    async def close(self) -> None:
        """End all of them."""
        async with self.turn:
            for name in [*self.runs]:
                await self.give_up(name)

    def page(self, name: str, written: float | None) -> bytes | None:
        """What is shown in place of the report of a folder, which was written at some time: that it
        is still to come, or why it does not; None where the report is the thing to show.
        """
        run = self.runs.get(name)
        if run is None or (not run.failed and written is not None and written >= run.begun):
            return None
        parts = macros("parts.html")
        if run.failed:
            said = f"{run.failed[:1].upper()}{run.failed[1:]}."
            why = Section("failed", "Not played", Markup(parts.paragraph(said)))
            return page_of(TITLE, [why]).encode()
        what, each = WHAT[run.versions]
        said = f"{what}: {run.size.words}{each}."
        told = Section("played", "What is played", Markup(parts.paragraph(said)))
        running = Running(0, run.versions * run.size.total, time(), BETWEEN_SECONDS)
        return page_of(TITLE, [told], running=running).encode()


def read_answer(line: bytes) -> dict[str, Any]:
    """What the process of a study says in a line.  Raises ValueError."""
    return json.loads(line) if line else {"failed": "its process was lost"}


def folder_name(file: str | None) -> str:
    """The folder of the study of a file, by what the page calls the file: the same each time."""
    name = file or "untitled"
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
    return f"changes-{slug}-{sha256(name.encode()).hexdigest()[:6]}"

