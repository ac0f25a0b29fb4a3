"""A plan enters and C that draws a random move leaves: `draw.Draws` writes it for menus and points.

`planner` decides how each move is drawn, from a set that is cheap to count (`bounds`, `pairs`), and
says so in `records`; `printer` writes what they say, with `counting` and `finishing`.
"""
