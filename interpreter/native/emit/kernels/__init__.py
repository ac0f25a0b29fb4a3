"""C functions for one board: set algebra, groups, rows, rays; and C text common to all games."""
