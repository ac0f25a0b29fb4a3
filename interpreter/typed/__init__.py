"""What a person types → the move that is meant, or what is wrong with the text.

The terminal and the server of the page read moves by `moves` and look for hints by `hints` alone,
so that a text means the same wherever it is typed.  `reading` has texts as people read them.
"""
