"""The rules of two games side by side.

Two checked games enter; the lines that differ, what these can affect in play, and which words of
the games correspond leave.
"""
