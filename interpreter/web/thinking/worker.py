"""What runs in a thinking process: jobs come as lines of JSON, answers leave as such.

Searches in C run side by side in threads.  The process ends when its input does, that is, with the
server, however that ends.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from interpreter.agents.search import SearchAgent
from interpreter.process.working import answer_stream, send
from interpreter.web.thinking.bounds import bounded_agent
from interpreter.web.thinking.failures import FAILURES, failure_text
from interpreter.web.thinking.jobs import Cancel, Job, read
from interpreter.web.thinking.minds import Minds, luck_of
from interpreter.web.thinking.thoughts import think

MAX_THREADS = 32
SWITCH_SECONDS = 0.001  # how long a search in Python keeps the others waiting
UNEXPECTED = "the agent has met an error of the program; what the server has printed says which"


class JobLoop:
    """Does jobs until its input ends."""

    def __init__(self) -> None:
        self.minds = Minds()
        self.lock = threading.Lock()  # of the minds
        self.answers = answer_stream()
        self.output = threading.Lock()  # of the answers
        self.stops: dict[int, ctypes.c_int32] = {}
        self.pool = ThreadPoolExecutor(MAX_THREADS)

    def run(self) -> None:
        """Read jobs and do them."""
        for line in sys.stdin.buffer:
            message = read(line)
            if isinstance(message, Cancel):
                if message.number in self.stops:
                    self.stops[message.number].value = 1
            else:
                self.stops[message.number] = ctypes.c_int32(0)
                self.pool.submit(self.one, message)
        for stop in self.stops.values():
            stop.value = 1
        self.pool.shutdown(wait=False, cancel_futures=True)

    def one(self, job: Job) -> None:
        """Do a job, and say how it ended."""
        stop = self.stops[job.number]
        try:
            self.answer(job, {"done": True} | self.outcome(job, stop))
        except KeyError:
            self.answer(job, {"done": True, "lacks": job.rules})
        except FAILURES as error:
            self.answer(job, {"done": True, "failed": failure_text(error)})
        except Exception:
            traceback.print_exc()  # for whoever runs the server; the page waits for an answer
            self.answer(job, {"done": True, "failed": UNEXPECTED})
        finally:
            self.stops.pop(job.number, None)

    def outcome(self, job: Job, stop: ctypes.c_int32) -> dict[str, Any]:
        """The move that is chosen; nothing more for thoughts, which have been told."""
        luck = luck_of(job)
        if job.kind == "think":
            with self.lock:
                state = self.minds.line(job).states[-1]
            agent = bounded_agent(job.agent)
            if not isinstance(agent, SearchAgent):
                raise ValueError(f"`{job.agent}` does not think")
            think(state, agent, job.seconds, stop, luck, lambda thought: self.answer(job, thought))
            return {}
        with self.lock:
            line = self.minds.line(job)
            mind = self.minds.mind(job, line)
            state, count = line.states[-1], len(line.moves)
        if isinstance(mind.agent, SearchAgent):
            mind.agent.request = replace(mind.agent.request, stop=stop)
        move = mind.agent.choose(state, luck)
        mind.known, mind.own = count, count
        return {"move": move.text}

    def answer(self, job: Job, data: dict[str, Any]) -> None:
        """Write a line."""
        with self.output:
            send(self.answers, data | {"number": job.number})


if __name__ == "__main__":
    sys.setswitchinterval(SWITCH_SECONDS)
    JobLoop().run()
