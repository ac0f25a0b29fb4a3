"""From the plan of a game to its C text.

Terms are written by a ladder of classes, each of which adds a kind of term and calls only what
stands below it: `lines`, `scalars`, `sets`, `block`; `unit` keeps what the functions share.  The
functions are written by another: `effects`, `state`, `ends`, `leads`, `steps`, `turns`, `start`,
`text`; those that draw random moves by `bounds`, `candidates` and `draw`.  What is the same in
every game stands in `templates`.
"""
