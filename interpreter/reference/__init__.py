"""The reference engine: it evaluates the model itself and is the meaning of the language.

`rules` prepares a game, `expressions` and `statements` turn each node of the model into a function
of a position, `turns` walks the turn, and `engine` puts them together.
"""

import sys

# Looking for a way through a turn goes as deep as the turn is long, five calls for each action.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
