"""Whether the moves that a game offers, or what is heard of them, reveal what is hidden.

A checked model comes in; errors and warnings go out.  `turn_order` tells what of a turn decides on
which moves, `flow` follows the statements of actions, and `visibility` what the mover knows.
"""

from gdl.lint.secrets.whole_game import check_secrets

__all__ = ["check_secrets"]
