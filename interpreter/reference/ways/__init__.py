"""Ways through turns: numbers for the parts of a turn, and which ways a value chooses.

`turn_nodes` has the nodes of a game's turns in; what remains of a turn is made of their numbers.
`most` finds the best value of all ways through a part of a turn.
"""
