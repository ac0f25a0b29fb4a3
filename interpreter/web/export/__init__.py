"""A game as one HTML page that plays without a server: `html_page`.

A `Game` enters, the text of the page leaves: the rules as WebAssembly, a `legend` that tells
what their numbers mean, `drawings` of what a state can hold, and the script built of the client.
"""

from interpreter.web.export.page import NoPage, html_page

__all__ = ["NoPage", "html_page"]
