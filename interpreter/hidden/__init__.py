"""Hidden information: what a seat knows enters, and states that may be the true one leave.

`knowledge` keeps what a seat has seen, heard and tried, `determinisation` finds a state that agrees
with it (`exchange` and `revision` mend what it has guessed wrong), and `beliefs` carries such
states from one choice to the next.  `worlds` holds what these share.
"""
