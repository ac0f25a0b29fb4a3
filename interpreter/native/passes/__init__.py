"""From a plan to a faster plan with the same meaning: `pipeline.optimise` runs the passes it lists.

Lowering says what the rules mean and leaves it to them to make that fast, so each can be left out.
"""
