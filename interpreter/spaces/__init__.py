"""Games as arrays: moves as numbers, and what a seat sees as planes of numbers.

A game goes in; `planes` gives arrays for programs that learn, and `records` says what each plane of
them is and where it is read from.  Nothing here changes a rule, and only these modules and the
bridges import numpy.
"""
