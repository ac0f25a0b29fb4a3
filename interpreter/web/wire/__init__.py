"""States and views → the plain data that goes to a browser; and the messages that come from there.

Nothing here knows of a server: whoever has a game and a state can say what the page is told of it.
"""
