"""The time when this process began to import the program; every module was read later."""

import time

STARTED = time.time()  # seconds since 1970
