"""A request to end that comes again does not disturb the clearing up."""

from __future__ import annotations

import signal

import pytest

from interpreter.process.stopping import ENDED, Ended, stopped_kindly


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no signals of this kind")
def test_a_second_request_is_not_heard() -> None:
    heard = []
    with stopped_kindly() as stop:
        for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGHUP):
            try:
                signal.raise_signal(number)
            except Ended:
                heard.append(number)
    assert heard == [signal.SIGTERM] and stop.status == ENDED
