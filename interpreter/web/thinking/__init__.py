"""Agents that think in processes of their own, so that no search holds up a table.

`Thinkers` gives jobs to processes that run `worker`; `minds` holds what such a process knows of a
match: its states, and what an agent remembers of it.
"""
