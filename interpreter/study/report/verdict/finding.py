"""What a finding is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Topic = Literal[
    "ends", "difference", "rules", "fairness", "draws", "length", "decisiveness", "use", "depth"
]
Answer = Literal["yes", "no", "open", "told"]
"""Whether what the topic asks is so: fair, different, …; `told` for a figure that answers nothing
by itself."""


@dataclass(frozen=True)
class Finding:
    """One sentence of the verdict.

    `variants` are the numbers of those that it is about; `agents` is the pairing whose games it is
    drawn from, which is the strength at which it holds.
    """

    topic: Topic
    answer: Answer
    text: str
    variants: tuple[int, ...]
    agents: str = ""
