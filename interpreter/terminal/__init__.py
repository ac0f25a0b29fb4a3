"""Playing and replaying in the terminal.

`match` is the match itself, without input or output; `session` is a match on a `screen`, which
reads and writes.  `phrases` has the texts, `visibility` decides what a person may see,
`match_files` saves and loads, `commands` carries out input; the command line starts `play`.
"""

from interpreter.terminal.play import run_play, run_replay

__all__ = ["run_play", "run_replay"]
