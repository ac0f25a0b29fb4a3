"""Whether sets cover patterns: fixed sets such as lines, blocks and shapes."""
