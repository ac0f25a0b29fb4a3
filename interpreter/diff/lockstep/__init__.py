"""Two games played move by move, and where they differ.

The words that correspond enter; the shortest sequence of moves that shows a difference leaves, by
moves of the same text (`pair_search`) or by the positions that they lead to (`class_search`).
"""
