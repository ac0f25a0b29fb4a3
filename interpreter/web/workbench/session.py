"""One open workbench: messages of the page enter, jobs go to workers, their answers leave.

Of several versions of the rules only the newest is tried: once, for the mistakes that are
underlined and for the board.  What shows only when a game is tried at all its options follows when
typing has paused, from a process that is shared with other sessions.  The figures are played in a
process of their own, a moment at a time, and only while somebody looks at them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from gdl.source.library import NoSuchGame
from gdl.source.spans import Source
from interpreter.api.library import library
from interpreter.engine.names import VARIABLE
from interpreter.language_server.checks import Checker, NotChecked
from interpreter.process.workers import Worker, WorkerLost, to_the_end
from interpreter.web.wire.reading import BadMessage
from interpreter.web.workbench.findings import shown, together
from interpreter.web.workbench.messages import job_of
from interpreter.web.workbench.rule_files import RuleFiles, vocabulary

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]

WORKER = "interpreter.web.workbench.worker"
RULES_SECONDS = 8.0  # to try new rules
LINE_SECONDS = 3.0  # to count what the lines of rules that took longer have to do
JOB_SECONDS = 20.0  # for anything else
BUILD_SECONDS = 90.0  # to compile
MOMENT = 0.12  # seconds of random play between two looks at the messages
PAUSES = (0.1, 1.5)  # seconds between moments: the first, and the longest
PATIENCE = 1.0  # seconds for which rules must stand before they are compiled
FURTHER = 0.5  # and before they are tried at all their options
COMPARED = 12  # moments for which two versions are compared
QUIET = 10  # how much the figures give way to other processes
MAX_WAITING = 100  # messages that have not been answered


class Session:
    """One workbench: what it is about, and its workers."""

    def __init__(self, folder: Path, send: Send, checker: Checker):
        """`checker` is shared by all sessions of a server, which closes it at its end."""
        self.checker = checker
        self.files = RuleFiles(folder)
        self.send = send
        self.inbox: deque[Message] = deque()
        self.arrived = asyncio.Event()
        without_compiler = {VARIABLE: "reference"}
        self.playing = Worker(WORKER, str(folder), nice=0, variables=without_compiler)
        self.sampling = Worker(WORKER, str(folder), nice=QUIET)
        self.comparing = Worker(WORKER, str(folder), nice=QUIET)
        self.rules: Message | None = None  # the last that could be played
        self.held: list[str] = []
        self.begun: Message | None = None
        self.is_looked_at = False
        self.changed = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.comparison: asyncio.Task[None] | None = None
        self.trial: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Session:
        self.tasks = [
            asyncio.create_task(self.warm()),
            asyncio.create_task(self.run()),
            asyncio.create_task(self.run_figures()),
        ]
        return self

    async def __aexit__(self, *error: object) -> None:
        await to_the_end(self.close())

    async def close(self) -> None:
        """End the tasks and the processes."""
        begun = [task for task in (self.comparison, self.trial) if task is not None]
        tasks = [*self.tasks, *begun]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in (self.playing, self.sampling, self.comparing):
            await worker.end()

    async def warm(self) -> None:
        """Start the worker for the match before it is needed."""
        with suppress(WorkerLost):  # then the first job says so
            await self.playing.start()

    # ---- messages ----

    async def take(self, message: Message) -> None:
        """Take a message of the page; it is answered in its turn."""
        if message.get("type") == "rules":
            self.inbox = deque(m for m in self.inbox if m.get("type") != "rules")
            if self.trial is not None:
                self.trial.cancel()
        if len(self.inbox) >= MAX_WAITING:
            await self.refuse(message, "busy", "too many messages are waiting for an answer")
            return
        self.inbox.append(message)
        self.arrived.set()

    async def run(self) -> None:
        """Answer messages, one after the other."""
        while True:
            await self.arrived.wait()
            while self.inbox:
                await self.answer(self.inbox.popleft())
            self.arrived.clear()

    async def refuse(self, message: Message, code: str, why: str) -> None:
        """Say that a message is not carried out."""
        await self.reply(message, {"type": "refused", "code": code, "message": why})

    async def reply(self, message: Message, answer: Message) -> None:
        """Send an answer, with the id of the message."""
        number = message.get("id")
        named = {"id": number} if isinstance(number, int | str) else {}
        await self.send({**answer, **named, "of": str(message.get("type"))[:20]})

    async def answer(self, message: Message) -> None:
        """Answer one message; whatever is wrong with it gets one clear answer."""
        try:
            job = job_of(message)
            kind = job["job"]
            if kind in ("open", "disk", "figures"):
                await getattr(self, f"answer_{kind}")(message, job)
            elif kind == "rules":
                await self.answer_rules(message, job)
            elif kind == "changes":
                await self.answer_changes(message, job)
            else:
                await self.answer_job(message, job)
        except BadMessage as error:
            await self.refuse(message, "malformed", str(error))
        except NoSuchGame as error:
            await self.refuse(message, "no-such-file", str(error.args[0]))
        except WorkerLost as error:
            await self.refuse(message, "stopped", str(error))
        except Exception as error:  # a mistake in this program costs one answer, not the session
            await self.refuse(message, "internal-error", went_wrong(error))

    # ---- files and rules ----

    async def answer_open(self, message: Message, job: Message) -> None:
        """The text of a file with its digest, and the words of the language."""
        digest = await self.digest(job)  # before the text: if it is outdated, saving asks
        source = self.files.saved(job["file"])
        bundled = job["file"] in library().names()
        opened = {"file": job["file"], "text": source.text, "is_bundled": bundled, "digest": digest}
        await self.reply(message, {"type": "opened", **opened, "language": vocabulary()})

    async def answer_disk(self, message: Message, job: Message) -> None:
        """The digest of a file as it is on disk."""
        await self.reply(message, {"type": "disk", "digest": await self.digest(job)})

    async def digest(self, job: Message) -> str | None:
        """The digest of the file that a job is about."""
        return await asyncio.to_thread(self.files.digest, job["file"])

    async def answer_rules(self, message: Message, job: Message) -> None:
        """Try rules, and go on with the match under them."""
        edited = self.files.edited(job["file"], job["text"])
        if not self.playing.is_running:
            job = {**job, "moves": job["moves"] or self.held, "begun": self.begun}
        elif self.rules is not None and job["file"] != self.rules["file"]:
            job = {**job, "begun": None, "moves": job["moves"] or []}
            self.begun = None
        checked: Message = {"type": "checked", "version": job["version"], "lost": None,
                            "digest": await self.digest(job)}  # fmt: skip
        nothing: Message = {"diagnostics": [], "drawing": None, "position": None, "played": 0,
                            "stopped": None, "note": None, "is_as_saved": False}  # fmt: skip
        try:
            answer = await self.playing.ask(job, RULES_SECONDS)
        except WorkerLost as error:
            why = await self.why_late(job) if error.is_late and not self.has_newer else None
            lost = f"{error}; {why}" if why else str(error)
            await self.reply(message, {**checked, **nothing, "lost": lost})
            return
        if "refused" in answer:
            lost = answer["refused"]["message"]
            await self.reply(message, {**checked, **nothing, "lost": lost})
            return
        if answer["drawing"] is not None:
            self.held, self.begun = answer.pop("held"), answer.pop("begun")
            same = self.rules is not None and self.rules["hash"] == answer["hash"]
            self.rules = {**job, "hash": answer["hash"]}
            if not same:
                self.changed.set()
        await self.reply(message, {**checked, **answer})
        if answer["drawing"] is not None and not self.inbox:
            findings = answer["diagnostics"]
            trial = self.try_further(edited, job["version"], findings)
            self.trial = asyncio.create_task(trial)

    @property
    def has_newer(self) -> bool:
        """Whether newer rules wait to be tried."""
        return any(message.get("type") == "rules" for message in self.inbox)

    async def why_late(self, job: Message) -> str | None:
        """Which line of rules that could not be tried in time has the most to do, if that is known.

        The process of the match stays ended, so that the next rules are given the match.
        """
        worker = Worker(WORKER, str(self.files.folder), nice=0)
        try:
            return (await worker.ask({**job, "job": "slowest"}, LINE_SECONDS)).get("why")
        except WorkerLost:
            return None
        finally:
            await worker.end()

    async def try_further(self, edited: Source, version: int, known: list[Message]) -> None:
        """Say what else is wrong with rules that can be played, unless they change first."""
        await asyncio.sleep(FURTHER)
        more, lost = known, None
        try:
            async for found, is_done in self.checker.check(edited.name, edited.text):
                if is_done:
                    more = together(known, shown(found, edited.name))
        except NotChecked as error:  # what was found at once stands
            lost = str(error)
        except Exception as error:  # as in `answer`
            lost = went_wrong(error)
        answer = {"type": "findings", "version": version, "diagnostics": more, "lost": lost}
        await self.send(answer)

    async def restore(self) -> None:
        """Give a new worker the rules and the match that the one before it had."""
        if self.playing.is_running or self.rules is None:
            return
        job = {**self.rules, "moves": self.held, "begun": self.begun}
        await self.playing.ask(job, RULES_SECONDS)

    async def answer_job(self, message: Message, job: Message) -> None:
        """Let the worker that holds the match do something."""
        await self.restore()
        answer = await self.playing.ask(job, JOB_SECONDS)
        if "refused" in answer:
            await self.reply(message, {"type": "refused", **answer["refused"]})
            return
        if "position" in answer:
            self.held, self.begun = answer.pop("held"), answer.pop("begun")
            position = answer.pop("position")
            await self.reply(message, {**position, **answer})
            return
        kind = {"why": "reason"}.get(job["job"], job["job"])
        await self.reply(message, {"type": kind, **answer})

    # ---- figures ----

    async def answer_figures(self, message: Message, job: Message) -> None:
        """Somebody looks at the figures, or does so no longer."""
        if job["on"] and not self.is_looked_at:
            self.changed.set()
        self.is_looked_at = job["on"]

    async def run_figures(self) -> None:
        """Play the rules at random whenever they have changed."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            rules = self.rules
            if rules is None or not self.is_looked_at:
                continue
            about = {"type": "figures", "version": rules["version"]}
            try:
                await self.sampling.ask({**rules, "job": "sample"}, RULES_SECONDS)
                await self.sample(about)
            except WorkerLost as error:
                await self.send({**about, "lost": str(error)})

    async def sample(self, about: Message) -> None:
        """Play until the rules change or nobody looks."""
        begun, why, is_asked, pause = monotonic(), None, False, PAUSES[0]
        while self.is_looked_at and not self.changed.is_set():
            if not is_asked and monotonic() - begun > PATIENCE:
                why = (await self.sampling.ask({"job": "native"}, BUILD_SECONDS)).get("why")
                is_asked, pause = True, PAUSES[0]
            answer = await self.sampling.ask({"job": "more", "seconds": MOMENT}, JOB_SECONDS)
            if "refused" in answer:
                raise WorkerLost(answer["refused"]["message"])
            await self.send({**about, **answer, "why": why})
            if answer["done"]:
                return
            await asyncio.sleep(pause)
            pause = min(pause * 1.2, PAUSES[1])

    # ---- what did I change? ----

    async def answer_changes(self, message: Message, job: Message) -> None:
        """Compare the text with the saved file; a comparison that goes on is given up."""
        self.files.saved(job["file"])
        if self.comparison is not None:
            self.comparison.cancel()
            await asyncio.gather(self.comparison, return_exceptions=True)
        self.comparison = asyncio.create_task(self.compare(message, job))

    async def compare(self, message: Message, job: Message) -> None:
        """Say what differs, and then play both versions for a while."""
        try:
            answer = await self.comparing.ask(job, 2 * JOB_SECONDS)
            if "refused" in answer:
                await self.reply(message, {"type": "refused", **answer["refused"]})
                return
            await self.reply(message, {"type": "changes", **answer})
            if not answer["equal"] or not answer["proved"]:
                await self.comparing.ask({"job": "both_native"}, BUILD_SECONDS)
                for _ in range(COMPARED):
                    more = {"job": "compare", "seconds": 4 * MOMENT}
                    answer = await self.comparing.ask(more, JOB_SECONDS)
                    await self.reply(message, {"type": "comparison", **answer})
                    await asyncio.sleep(PAUSES[0])
            await self.reply(message, {"type": "compared"})
        except WorkerLost as error:
            await self.refuse(message, "stopped", str(error))
        finally:
            await self.comparing.end()


def went_wrong(error: Exception) -> str:
    """What is said of a mistake in this program."""
    return f"something went wrong here ({type(error).__name__})"
