"""The games that the page offers: the bundled ones, and the rule files of the folder served.

Bundled games are loaded by the server itself.  Files of the folder may come from a stranger:
`trials` has them read, drawn and tried by another process first, within limits of time and memory.
"""
