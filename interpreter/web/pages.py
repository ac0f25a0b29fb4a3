"""The static files of the page: one index, and files with hashed names."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from interpreter.web.wire.errors import problem

INDEX = "index.html"
SMALL = 600  # bytes that are not worth compressing
TEXTS = {".html", ".js", ".css", ".svg", ".json", ".map", ".txt", ".wasm"}
FOREVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
         ".html": "text/html", ".svg": "image/svg+xml"}  # fmt: skip
MISSING = (
    "<!doctype html><title>Boardwright</title><p>The page has not been built: run "
    "<code>npm run build</code> in interpreter/web/client."
)


def folder() -> Path:
    """The folder of the static files."""
    return Path(str(files(__package__) / "static"))


@cache
def listed(root: Path) -> dict[str, Path]:
    """The static files by name: nothing else can be asked for."""
    return {
        path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()
    }


@cache
def content(path: Path, stamp: int) -> tuple[bytes, bytes | None]:
    """The bytes of a file, and the same compressed if that is worth it."""
    data = path.read_bytes()
    is_text = path.suffix in TEXTS and len(data) > SMALL
    return data, gzip.compress(data, 9, mtime=0) if is_text else None


def file_response(request: Request, path: Path, caching: str) -> Response:
    """A file, compressed for those who can read that."""
    data, packed = content(path, path.stat().st_mtime_ns)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type=kind)
    return Response(data, headers=headers, media_type=kind or "application/octet-stream")


async def static(request: Request) -> Response:
    """A static file."""
    name = request.path_params["name"]
    path = listed(folder()).get(name)
    if path is None or not path.is_file():
        listed.cache_clear()  # the page may have been built anew
        path = listed(folder()).get(name)
    if path is None:
        return problem(404, "no-such-file", "there is no such file")
    return file_response(request, path, "no-cache" if name == INDEX else FOREVER)


async def index(request: Request) -> Response:
    """The one page, whatever it shows."""
    path = folder() / INDEX
    if not path.is_file():
        return Response(MISSING, media_type="text/html")
    return file_response(request, path, "no-cache")
