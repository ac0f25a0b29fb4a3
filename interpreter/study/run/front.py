"""Which of several things no other beats in every respect (the Pareto front)."""

from __future__ import annotations

from collections.abc import Sequence

Distances = Sequence[float]


def beats(one: Distances, other: Distances) -> bool:
    """Whether one is nowhere farther than another, and somewhere nearer."""
    return all(a <= b for a, b in zip(one, other, strict=True)) and tuple(one) != tuple(other)


def layers(all_distances: Sequence[Distances]) -> list[int]:
    """The layer of each: 0 for those that none beats, 1 for those that none beats but these, and so
    on (non-dominated sorting: Goldberg 1989).
    """
    found = [-1] * len(all_distances)
    left, layer = set(range(len(all_distances))), 0
    while left:
        front = {
            i for i in left if not any(beats(all_distances[j], all_distances[i]) for j in left)
        }
        for i in front:
            found[i] = layer
        left -= front
        layer += 1
    return found
