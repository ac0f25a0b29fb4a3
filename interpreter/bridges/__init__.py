"""Games as environments and games of other tools, each in a module of the name of the tool.

They need packages that boardwright does not install by itself; `boardwright[pettingzoo]` and so on
name them for pip.  What a seat is shown comes from `State.view`.  Nothing is imported here.
"""
