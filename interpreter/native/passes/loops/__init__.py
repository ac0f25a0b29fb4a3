"""Passes over loops and searches: sets and look-ups in their place, earlier tests, paths found before."""
