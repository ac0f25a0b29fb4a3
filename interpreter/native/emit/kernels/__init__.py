"""C functions for one board: set algebra, groups, rows and rays, and what never changes."""
