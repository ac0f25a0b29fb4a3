"""A board with its pieces as text, for the terminal.

A game and a `Scene` enter, rows of styled text leave: `symbols` says how a piece is written,
`placement` where each cell goes, and `board` puts both on a `canvas`; `values` writes variables.
"""
