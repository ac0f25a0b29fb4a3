"""The checked rules of a game as frozen nodes, and what can be read off them.

`nodes` are what the checker makes and the engines play; the other modules analyse, compare, fold
and print them.
"""
