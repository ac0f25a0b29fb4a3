"""Where two games differ: their rule lines, and the shortest play that tells them apart.

`find` does both.  Lines are compared as models (`lines`, `forms`), positions by meaning
(`correspondence`, `picture`), play breadth-first over pairs of states (`pairs`) or, where moves
have other names, by the positions that they lead to (`classes`); then by random games
(`sampling`).
"""
