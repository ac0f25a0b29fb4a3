"""The intermediate representation: a `Plan` holds terms, effects, and turns as decision trees.

`lowering` makes it, `passes` change it, `sampling` and `emit` read it.  `show` prints a plan, and
`rewrite` applies a change to all terms of one.
"""
