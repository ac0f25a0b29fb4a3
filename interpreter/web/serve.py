"""`gdl serve`: runs the server until Ctrl-C."""

from __future__ import annotations

import os
import secrets
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from gdl.source.user_cache import home
from interpreter.web.app import Settings, make_app
from interpreter.web.tables.recovery import StoreFailed
from interpreter.web.wire.reading import MAX_MESSAGE

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MAX_CONNECTIONS = 2_000


class CannotServe(Exception):
    """The server cannot start; the message says why."""


@dataclass(frozen=True)
class Place:
    """Where to listen, what to serve, what to show first."""

    host: str = "127.0.0.1"
    port: int = 8421
    data: Path | None = None
    folder: Path | None = None
    show: str = ""  # the path of the page that is opened


def data_folder() -> Path:
    """The user's folder for matches (XDG).  Raises OSError if there is no home folder."""
    data = os.environ.get("XDG_DATA_HOME")
    base = Path(data) if data and os.path.isabs(data) else home() / ".local/share"
    return base / "boardwright"


def listening(place: Place) -> socket.socket:
    """A socket that listens.  Raises CannotServe."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((place.host, place.port))
        made.listen(256)
    except OSError as error:
        made.close()
        reason = error.strerror or str(error)
        if error.errno == 98 or "in use" in reason.lower():
            raise CannotServe(
                f"port {place.port} is taken; another `gdl serve` may be running: open its page, "
                f"or give another port with --port {place.port + 1}"
            ) from error
        raise CannotServe(f"{place.host}:{place.port} cannot be served: {reason}") from error
    return made


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host name."""
    return host in LOOPBACK or host.startswith("127.")


def hosts_of(host: str, port: int) -> frozenset[str] | None:
    """The names under which a server on this machine may be addressed; None: any."""
    if not is_loopback(host):
        return None
    names = {*LOOPBACK[:2], "[::1]", f"[{host}]" if ":" in host else host}
    return frozenset({f"{name}:{port}" for name in names} | (names if port == 80 else set()))


def run(place: Place, say: Callable[[str], None], opens_browser: bool) -> None:
    """Serve until Ctrl-C.  Raises CannotServe."""
    import uvicorn

    made = listening(place)
    port = made.getsockname()[1]
    is_local = is_loopback(place.host)
    token = None if is_local else secrets.token_urlsafe(18)
    try:
        data = place.data or data_folder()
    except OSError as error:
        raise CannotServe(f"there is no folder for matches: {error}; give --data") from error
    root = f"http://{shown_host(place.host)}:{port}/"
    name = f"the server at {root} (process {os.getpid()})"
    settings = Settings(data, place.folder, hosts_of(place.host, port), token, name)
    try:
        app = make_app(settings, say)
    except StoreFailed as error:
        raise CannotServe(str(error)) from error
    address = root + quote(place.show)
    if token is not None:
        address += f"?token={token}"
        say("Anybody who can reach this machine and knows this address can play, think and save "
            "rule files here.")  # fmt: skip
    say(address)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_max_size=MAX_MESSAGE, log_level="warning", access_log=False,
        server_header=False, limit_concurrency=MAX_CONNECTIONS, timeout_graceful_shutdown=2,
        ws_per_message_deflate=False, lifespan="on",
    )  # fmt: skip
    if opens_browser:
        webbrowser.open(address)
    uvicorn.Server(config).run(sockets=[made])


def shown_host(host: str) -> str:
    """A host as an address shows it: one that people can open."""
    if host in ("", "0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
