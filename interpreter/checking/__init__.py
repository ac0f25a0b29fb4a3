"""Rule files before they are played: a file enters; diagnostics, or what people read of it, leave.

`check` finds everything that is wrong at all options, also by playing a little;
`catalogue` lists and describes games.
"""
