"""The syntax nodes of rule texts, as `gdl.syntax.parser` builds them from one leaf or key.

Nothing is resolved here: a word is a word, whether it names a cell, an action or nothing at all.
Every node is immutable and carries the span of the words that it was read from.
"""

from gdl.syntax.nodes.declarations import *  # noqa: F403
from gdl.syntax.nodes.expressions import *  # noqa: F403
from gdl.syntax.nodes.statements import *  # noqa: F403
from gdl.syntax.nodes.turns import *  # noqa: F403
