"""What is well formed and yet cannot be meant.

A checked model comes in; warnings and errors go out: unused names, unreachable ends, rules that
would reveal a secret, and exceeded limits.
"""

from gdl.lint.usage import check_usage

__all__ = ["check_usage"]
