"""What an engine finds by playing one move after another: counts, random games, set-ups and keys.

In: the moves of an engine.  Out: `MoveByMove`, the base of every engine.
"""
