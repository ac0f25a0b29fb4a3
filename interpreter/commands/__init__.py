"""The commands of `gdl`, by what they are about.

Each command is a function of its own; what it does lives elsewhere and is imported when it is used,
so that starting stays quick.  A command ends with status 0, with 1 on a finding (a bad file, an
illegal move in a record), with 2 on wrong usage; errors go to stderr.
"""
