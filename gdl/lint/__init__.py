"""What is well formed and yet cannot be meant.

A checked model comes in; warnings and errors go out: unused names, ends out of reach, rules that
would tell a secret, and limits exceeded.
"""

from gdl.lint.usage import check_usage

__all__ = ["check_usage"]
