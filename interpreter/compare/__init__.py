"""`gdl compare`: variants of games, played by agents and compared."""
