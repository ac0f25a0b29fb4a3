"""Games as environments of other tools, each in a module of the name of the tool.

A rule file goes in; an environment or a game of that tool comes out.  What it shows a seat comes
from `State.view` of that seat.  The tools are not installed with boardwright;
`boardwright[pettingzoo]` and so on name them for pip.  Nothing else imports these modules.
"""
