"""Counts and speed: a game enters, rows of figures leave.

`counting` counts sequences of moves and positions, `bench` measures both engines.
"""
