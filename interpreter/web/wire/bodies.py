"""What requests bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.web.wire.reading import BadMessage, json_object

if TYPE_CHECKING:
    from starlette.requests import Request


async def body(request: Request) -> dict[str, Any]:
    """The JSON object of a request.  Raises BadMessage."""
    if "json" not in request.headers.get("content-type", ""):
        raise BadMessage("the content type is application/json")
    data = await request.body()
    try:
        return json_object(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadMessage("a request is text in UTF-8") from None
