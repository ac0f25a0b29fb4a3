"""Ways through turns: numbers for their parts, which ways a value chooses, simultaneous choices.

`turn_nodes` has the nodes of a game's turns in; what remains of a turn is made of their numbers.
`most` finds the best value of all ways through a part of a turn; with `simultaneous` all choose at
once.
"""
