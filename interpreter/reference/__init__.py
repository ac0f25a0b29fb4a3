"""The reference engine: it evaluates the model itself and is the meaning of the language.

`rules` prepares a game, `expressions` and `statements` turn each node of the model into a function of
a position, `turns` walks the turn, and `engine` puts them together.
"""
