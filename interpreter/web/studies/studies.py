"""The reports of the studies in a folder, also of those that are being played now."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from gdl.source.wording import clip
from interpreter.study.report.page import policy
from interpreter.web.studies.changes import ChangeStudies

if TYPE_CHECKING:
    from starlette.requests import Request

    from interpreter.web.tables.workers import Workers

REPORT, STUDY = "report.html", "study.sqlite"
MAX_PAGE = 64 << 20  # bytes of a report
MAX_FOLDERS = 2_000  # that are looked into
MAX_STUDIES = 200  # that are listed
HEAD = 4_000  # bytes of a report in which its title stands
MAX_TITLE = 200  # letters
TITLE = re.compile(r"<title>([^<]*)</title>")
RUNNING = re.compile(r'<meta name="study-running" content="(\d{1,12}) of (\d{1,12})">')


@dataclass(frozen=True)
class Entry:
    """A study of the folder."""

    folder: str  # its name; empty for the folder that is served itself
    title: str
    changed: float  # seconds since 1970
    done: int | None  # games, where it was being played when the report was written
    total: int | None


class Studies:
    """The studies in a folder and in the folders directly in it."""

    def __init__(self, folder: Path, workers: Workers):
        self.folder, self.workers = folder.resolve(), workers
        self.changes = ChangeStudies(self.folder)

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/api/studies", self.listed, methods=["GET"]),
            Route("/api/studies", self.changes.begin, methods=["POST"]),
            Route("/studies/report.html", self.report),
            Route("/studies/{name}/report.html", self.report),
        ]

    async def listed(self, request: Request) -> Response:
        """All studies that have a report, the newest first."""
        entries = await self.workers.run(lambda: sorted(self.entries(), key=lambda e: -e.changed))
        return JSONResponse({"studies": [asdict(entry) for entry in entries[:MAX_STUDIES]]})

    async def report(self, request: Request) -> Response:
        """The report of a study; it may run the script of reports and nothing else."""
        name = request.path_params.get("name", "")
        data, written = await self.workers.run(lambda: self.page(name))
        data = self.changes.page(name, written) or data
        if data is None:
            raise HTTPException(404)
        headers = {
            "content-security-policy": f"{policy()}; base-uri 'none'; form-action 'none'; "
                                       "frame-ancestors 'none'",
            "cache-control": "no-cache",
        }  # fmt: skip
        return Response(data, media_type="text/html; charset=utf-8", headers=headers)

    # ---- files ----

    def entries(self) -> Iterator[Entry]:
        """The studies that have a report."""
        for number, folder in enumerate(self.folders()):
            if number >= MAX_FOLDERS:
                return
            path = self.report_in(folder)
            if path is None:
                continue
            try:
                changed = path.stat().st_mtime
                with path.open("rb") as file:
                    head = file.read(HEAD).decode("utf-8", "replace")
            except OSError:  # it was removed meanwhile
                continue
            title, running = TITLE.search(head), RUNNING.search(head)
            shown = html.unescape(title[1]) if title else folder.name
            done, total = (int(running[1]), int(running[2])) if running else (None, None)
            name = "" if folder == self.folder else folder.name
            yield Entry(name, clip(shown, MAX_TITLE), changed, done, total)

    def folders(self) -> Iterator[Path]:
        """The folders that a study may be in."""
        yield self.folder
        try:
            yield from sorted(p for p in self.folder.iterdir() if p.is_dir())
        except OSError:  # nobody may look into it
            return

    def report_in(self, folder: Path) -> Path | None:
        """The report of the study in a folder; None where there is none, or it is elsewhere."""
        path = folder / REPORT
        try:
            is_here = path.resolve().parent in (self.folder, self.folder / folder.name)
            is_study = is_here and path.is_file() and (folder / STUDY).is_file()
            return path if is_study and path.stat().st_size <= MAX_PAGE else None
        except OSError:
            return None

    def page(self, name: str) -> tuple[bytes | None, float | None]:
        """The report of the study in the folder of this name, and when it was written, in seconds
        since 1970.
        """
        below = (folder for folder in self.folders() if folder.parent == self.folder)
        found = next((folder for folder in below if folder.name == name), None)
        folder = found if name else self.folder
        path = None if folder is None else self.report_in(folder)
        try:
            return (None, None) if path is None else (path.read_bytes(), path.stat().st_mtime)
        except OSError:
            return None, None

    async def close(self) -> None:
        """End what is being played."""
        await self.changes.close()
