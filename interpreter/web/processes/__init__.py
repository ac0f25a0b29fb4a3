"""Processes of their own, for what could hold the server up: modules of this program, by name."""

from interpreter.web.processes.processes import begin, end

__all__ = ["begin", "end"]
