"""How a random move is drawn: `draw.Draws` writes a function for each menu and point.

A candidate is drawn from a set that is cheap to count (`bounds`, `values`, `pairs`) and played if
it is legal (`candidates`, which may draw the next action meanwhile).
"""
