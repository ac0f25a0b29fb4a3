"""What a rule text that does not parse was meant to be.

A text and the place where the parser stopped come in; a message with the likely cause and a
suggestion goes out.
"""
