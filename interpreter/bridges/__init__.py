"""Rule files as games of other tools: each module is one tool, which it needs installed.

A rule file goes in; an environment or a game of that tool comes out.  What it shows a seat comes
from `State.view` of that seat.  Nothing else imports these modules.
"""
