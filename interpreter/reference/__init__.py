"""The reference engine: evaluates the model directly and defines the meaning of the language.

`rules` prepares a game, `expressions` and `statements` turn each model node into a function of a
position, `turns` finds what a turn allows (`ways`), and `engine` combines them.
"""

import sys

# Evaluation takes several calls for each level of a rule, on top of a search 200 levels deep.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
