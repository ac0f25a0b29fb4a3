"""Playing and replaying in the terminal.

`symbols` says how a piece is written, `layout` where each cell goes, `drawing` puts both on a
`canvas`; `session` is the match itself, without input or output; `screen` reads and writes,
`phrases` has the texts, `keeping` the files, `commands` what a person can do; `play` and `replay`
are the loops that the command line starts.
"""
