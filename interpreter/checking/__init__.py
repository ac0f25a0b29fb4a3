"""Rule files before they are played: a file enters, diagnostics or a description leave.

`check` finds what is wrong with a file at all its options, also by playing a little;
`catalogue` lists and describes games.
"""
