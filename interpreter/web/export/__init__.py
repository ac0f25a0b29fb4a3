"""A game as one HTML page that plays without a server: `html_page`.

A `Game` enters, the text of the page leaves: the rules as WebAssembly, tables with their names and
drawings, and the script that the client is built into.
"""

from interpreter.web.export.page import NoPage, html_page
