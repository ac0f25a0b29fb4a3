"""A plan enters and C that draws a random move leaves: `draw.Draws` writes it for menus and points.

A candidate is drawn from a set that is cheap to count (`bounds`, `values`, `pairs`) and played if
it is legal (`candidates`, which may draw the next action in order to know).
"""
