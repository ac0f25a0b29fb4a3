"""What Python users hold: rules and options enter; a `Game`, its states, moves and views leave.

`loading` makes a `Game` (`game`, on `game_base`), whose `State` (`state`, on `snapshot`) is a node
of either engine in the words of the game.  `state_writer` and `state_reader` turn states into JSON
and back, `record` and `replay` whole matches into text and back.  `interpreter` exports the public
names.
"""
