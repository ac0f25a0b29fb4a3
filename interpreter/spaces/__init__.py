"""Games as numbers and arrays: moves, and what a seat sees as planes of numbers.

A game goes in; `actions` says which number stands for which move, and which are legal; `planes`
gives arrays for programs that learn, and `records` says what each plane of them is and where it is
read from.  Nothing here changes a rule, and only these modules and the bridges import numpy.
"""
