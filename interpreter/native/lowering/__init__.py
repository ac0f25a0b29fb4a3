"""From the model of a game to its plan.

`layout` numbers cells and values, `fields` says what a state holds, `fixed` works out what never
changes.  Expressions become terms by a ladder of classes, each of which adds a kind of node and
calls only what stands below it: `basis`, `atoms`, `operators`, `expressions`; built-ins by
`planes` and `asks`.  Statements become effects by another: `held`, `pieces`, `changes`,
`statements`.  `points` makes an automaton of turns, and `planner` puts everything together.
"""
