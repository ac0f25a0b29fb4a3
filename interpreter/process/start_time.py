"""When this process began to import the program: every module was read after that."""

import time

STARTED = time.time()  # seconds since 1970
