"""Two games played in lockstep to find where they differ.

A correspondence of words enters, the shortest sequence of moves that shows a difference leaves.
Moves are matched by text (`pair_search`) or by the positions that they lead to (`class_search`).
"""
