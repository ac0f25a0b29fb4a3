"""Playing and replaying in the terminal.

`match` is the match itself, without input or output; `session` is a match on a `screen`, which
reads and writes.  `phrases` has the texts, `visibility` what a person may see, `match_files` the
files, `commands` what a person can type; `play` is what the command line starts.
"""

from interpreter.terminal.play import run_play, run_replay

__all__ = ["run_play", "run_replay"]
