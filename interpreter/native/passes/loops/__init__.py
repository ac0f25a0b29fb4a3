"""Passes over loops and searches: sets and look-ups in their place, tests and paths before them."""
