"""From a plan to C text; nothing is decided here that a pass could decide.

Terms are printed by a chain of classes, each of which adds a kind of term (`terms`); the functions
of a game by another: `effects`, `state`, `ends`, `lookahead`, `steps`, `shared_steps`, `turns`,
`start`.  `kernels` has the functions that depend on the board alone, and those that are the same in
every game.  `program` puts the text together.
"""
