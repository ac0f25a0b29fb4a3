"""`python -m interpreter.cli` is the command `gdl`."""

from interpreter.cli import main

main()
