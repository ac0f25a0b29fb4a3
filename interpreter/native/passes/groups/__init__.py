"""Passes over groups: what is kept of those that grow, and what is asked of those that changed."""
