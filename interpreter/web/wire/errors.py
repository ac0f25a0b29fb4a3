"""Errors as HTTP answers: a status, a code for programs, a sentence for people."""

from __future__ import annotations

from starlette.responses import JSONResponse


def problem(status: int, code: str, message: str) -> JSONResponse:
    """An error."""
    return JSONResponse({"error": {"code": code, "message": message}}, status_code=status)
