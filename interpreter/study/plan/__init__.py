"""What a study compares: variants, agents, goals and metrics.

The words of a command or a study file enter, a checked `Study` leaves.
"""
