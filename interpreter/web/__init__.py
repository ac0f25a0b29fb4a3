"""The page: a server that shows games in a browser, and the matches that are played there.

`wire` turns states into messages, `tables` keeps matches, and this package serves them: `app` puts
the parts together, `sockets` speaks with one browser, `access` says who may speak at all.
"""

from gdl.lazy import lazy_exports

__getattr__ = lazy_exports(
    __name__,
    {
        "CannotServe": "interpreter.web.serve",
        "Place": "interpreter.web.serve",
        "run": "interpreter.web.serve",
    },
)
