"""What makes terms and plans cheaper without changing what they mean.

While a plan is made: `unroll` and `lift` turn each loop into operations on whole sets where they
can, `tighten` and `known` ask the conditions of each step early and once.  When it is complete:
the passes that `pipeline` lists.  `rewrite` changes all terms of a plan.
"""
