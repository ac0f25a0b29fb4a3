"""Boards, and the values that play is made of.

The board of a model comes in; cells, neighbours and lines as small numbers go out (on networkx),
and positions, pieces and moves as values.
"""
