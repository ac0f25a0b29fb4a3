"""What the reference engine builds on: functions of positions, the interface to a prepared game,
who takes turns, and what `seen` compares.
"""
