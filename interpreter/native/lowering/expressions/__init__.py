"""From expressions of the model to terms: `expressions.Lower`.

A chain of classes, each of which adds kinds of nodes and calls only what stands below it:
`dispatch` (with `constant_folding`), `families`, `references` (with `builtins`), `steps`,
`operators`, `loops`, `aggregates`, `expressions`.
"""
