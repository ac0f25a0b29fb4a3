"""Why a move is not legal: a node and a text enter, and an `IllegalMove` leaves, which names the
part of the rules that forbids it.

`why_not` is the way in and also finds which later action of a turn is impossible; `why_blocked`
says of a piece why it has no move; `reasons` says which part of an expression fails.
"""
