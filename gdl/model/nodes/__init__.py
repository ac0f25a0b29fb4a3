"""The checked model of a game: what the checker makes and the engines play.

Everything is resolved and typed: a `Value` is a constant, a `Local` a bound variable by slot, a
`BuiltinCall` a built-in of `gdl.vocabulary.builtins`, an `Apply` a definition of the file.  Options
are fixed, so that a model is one member of the family that the file describes.  All nodes are
frozen; cells, directions, colours, kinds and words stand in values by name.

A slot is a place in a frame: each action, definition or rule is evaluated with a list of values,
one for each variable that it binds.
"""

from gdl.model.nodes.expressions import *  # noqa: F403
from gdl.model.nodes.game import *  # noqa: F403
from gdl.model.nodes.statements import *  # noqa: F403
from gdl.model.nodes.turns import *  # noqa: F403
