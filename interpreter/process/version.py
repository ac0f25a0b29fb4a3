"""The version of this program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def program_version() -> str:
    """The installed version of this program."""
    try:
        return installed("boardwright")
    except PackageNotFoundError:
        return "(not installed)"
