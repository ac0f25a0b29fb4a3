"""What the native engine cannot do."""

from __future__ import annotations


class NotNative(Exception):
    """Something that the native engine cannot do; the reference engine plays the game."""

    def __init__(self, what: str, span: object = None):
        super().__init__(what if span is None else f"{what} ({span})")
