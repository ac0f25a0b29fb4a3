"""The checked model of a game: what the checker makes and the engines play.

Names are resolved and types known: a `Value` is a constant, a `Local` a bound variable by slot, a
`BuiltinCall` a built-in of `gdl.vocabulary.builtins`, an `Apply` a definition of the file.  Options
are fixed, so that a model is one member of the family of games that the file describes.  All nodes
are frozen; constants hold the names of cells, directions, colours, kinds and words.

A slot is a place in a frame, the list of values with which an action, a definition or another rule
is evaluated: one for each variable that it binds.
"""

from gdl.model.nodes.binding import *  # noqa: F403
from gdl.model.nodes.expressions import *  # noqa: F403
from gdl.model.nodes.game import *  # noqa: F403
from gdl.model.nodes.notation import *  # noqa: F403
from gdl.model.nodes.statements import *  # noqa: F403
from gdl.model.nodes.turns import *  # noqa: F403
