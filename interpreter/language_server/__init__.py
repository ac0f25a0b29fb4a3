"""The language server: what an editor shows while a rule file is typed.

In: messages of the Language Server Protocol, over stdio (`gdl lsp`) or a web socket
(`language_socket`).  Out: diagnostics, completion, hover and the like.  `reading` understands text
that is being typed, `features` are functions of such a text, and the modules here speak the
protocol.  Checks, which may take seconds, run in processes of their own.
"""

from gdl.lazy import lazy_exports

__getattr__ = lazy_exports(
    __name__,
    {
        "language_socket": "interpreter.language_server.socket",
        "serve_stdio": "interpreter.language_server.stdio",
    },
)
