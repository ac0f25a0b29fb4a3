"""Passes over loops and searches: look-ups in their place, earlier tests, paths found before."""
