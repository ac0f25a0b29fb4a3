"""The names of the engines, and of the variable that chooses one."""

from __future__ import annotations

ENGINES = ("native", "reference")
VARIABLE = "BOARDWRIGHT_ENGINE"
