"""The page: a server for browsers, the tables at which games are played, and the workbench."""
