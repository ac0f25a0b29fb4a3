"""From the model of a game to its plan: `planner.make_plan`.

`expressions` turns expressions into terms.  Statements become effects by a chain of classes, each
of which adds kinds of statements: `context`, `pieces`, `piles`, `statements`.  `points` makes the
automaton of the turns.
"""
