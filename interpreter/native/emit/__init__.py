"""A plan enters and C text leaves; whatever a pass can decide has been decided before.

One chain of classes prints terms, each class adding kinds of terms (`terms`); another one prints
the functions of a game: `effects`, `state`, `ends`, `steps`, `best`, `shared_steps`, `turns`,
`start`.  `kernels` has the functions that depend on the board alone, and those that are the same in
every game.  `program` assembles the text.
"""
