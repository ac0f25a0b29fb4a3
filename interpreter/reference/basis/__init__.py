"""What the reference engine builds on: functions of positions, the loops of variables, the
interface to a prepared game, who takes turns, and what `seen` compares.
"""
