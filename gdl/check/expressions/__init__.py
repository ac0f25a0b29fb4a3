"""Names and types of expressions.

Syntax nodes and a scope come in; typed model nodes go out.
"""
