"""Whether sets cover patterns: fixed sets such as lines, blocks and shapes.

`keep_patterns` keeps the answers that are cheaper to update than to find out again, `write_shapes`
gives each question that is left its cheapest form.
"""
