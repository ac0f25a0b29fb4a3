"""Errors as HTTP answers: a status, a code for programs, a sentence for people."""

from __future__ import annotations

from starlette.responses import JSONResponse


def problem(status: int, code: str, message: str, **more: str | None) -> JSONResponse:
    """An error, with what else programs are told of it."""
    error = {"code": code, "message": message, **more}
    return JSONResponse({"error": error}, status_code=status)
