"""A text that is being typed and a place in it → what an editor shows there.

Every feature is a function of the text, in terms of offsets; nothing here knows the protocol.
"""
