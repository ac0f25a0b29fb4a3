"""Boards, and the values that play works with: positions, pieces and moves.

The board of a model comes in; its cells, neighbours, directions and lines go out as small numbers,
and on demand as a networkx graph.
"""
