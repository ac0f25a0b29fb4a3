"""Several random games at once in the lanes of vectors, where the rules of a game allow it.

A lane holds one game, and each vector one number, or one word of a set, of all of them.  A game
qualifies by what its terms, effects and turns are: set algebra and numbers, without loops or
groups, and moves that are drawn from sets of candidates which are all legal.  What the lanes cannot
do, such as deciding who has won, the code that plays one game does, so that all games are the same.
"""
