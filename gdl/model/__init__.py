"""The checked rules of a game as frozen nodes, and what can be derived from them.

The checker makes `nodes` and the engines play them; the other modules analyse, compare, fold and
print them.
"""
