"""From a plan to a faster plan with the same meaning: `pipeline.optimise`.

While a plan is made, `unroll` and `lift` turn each loop into operations on whole sets where they
can, and `tighten` tests the conditions of each step early and once.  The passes that `pipeline`
lists run on the complete plan.
"""
