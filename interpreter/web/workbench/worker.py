"""What runs in a worker process: jobs enter as lines of JSON, one answer a job leaves.

`python -m interpreter.web.workbench.worker FOLDER` limits its own memory and reads from standard
input until that is closed.  Nothing that a rule file makes it do can reach the server's process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gdl.model.analysis import differs_by_seat
from gdl.source.diagnostics import GdlError
from gdl.source.library import NoSuchGame
from gdl.source.wording import clip
from interpreter.api.game import Game
from interpreter.api.library import library
from interpreter.api.loading import game_of
from interpreter.board.values import IllegalMove
from interpreter.language_server.features.fixes import finding
from interpreter.matches.match import Refused
from interpreter.process.working import answer_jobs, limit_memory
from interpreter.web.wire.reasons import first_message, most_to_do
from interpreter.web.workbench import changes, set_up, variant
from interpreter.web.workbench.bench import (
    Bench,
    Loaded,
    checked_game,
    checked_rules,
    same_rules,
)
from interpreter.web.workbench.drawn import (
    drawing_of,
    palette_of,
    position_of,
    reason_of,
    small_board,
)
from interpreter.web.workbench.figures import Sampling, compared
from interpreter.web.workbench.findings import MAX_MESSAGE, shown
from interpreter.web.workbench.rule_files import RuleFiles

Job = dict[str, Any]


class Jobs:
    """The jobs of one worker: each is a method, by the name of its kind."""

    def __init__(self, folder: Path):
        self.files = RuleFiles(folder)
        self.bench = Bench()
        self.sampling: Sampling | None = None
        self.pair: tuple[Sampling, Sampling] | None = None
        self.saved: tuple[tuple[str, ...], Game | None] = (), None  # texts, and what they are

    def answer(self, job: Job) -> Job:
        """The answer to a job: what its method returns, or `refused` with a code and a message."""
        method: Callable[[Job], Job] | None = getattr(self, f"do_{job.get('job')}", None)
        if method is None:
            return refused("no-such-job", "there is no such job")
        try:
            return method(job)
        except IllegalMove as error:
            return refused("illegal", error.message)
        except NoSuchGame as error:
            return refused("no-such-file", str(error.args[0]))
        except GdlError as error:
            return refused("rules", first_message(error))
        except ValueError as error:
            return refused("bad-request", str(error))
        except MemoryError:
            return refused("too-large", "these rules need more memory than they are given here")
        except RecursionError:
            return refused("too-deep", "these rules are nested more deeply than can be played")
        except Exception as error:  # a mistake in this program costs one answer, not the match
            return refused("internal-error", f"something went wrong here ({type(error).__name__})")

    # ---- the rules ----

    def do_rules(self, job: Job) -> Job:
        """New rules: what is wrong with them, or the board and the match on it."""
        edited = self.files.edited(job["file"], job["text"])
        if "begun" in job:
            self.bench.begun = job["begun"]
        loaded = self.bench.load(edited, job["options"], job.get("moves"))
        findings = shown(map(finding, loaded.diagnostics), edited.name)
        return {"diagnostics": findings, **self.about(loaded, job)}

    def do_slowest(self, job: Job) -> Job:
        """Which line of rules that took too long has the most to do, as far as that is known."""
        edited = self.files.edited(job["file"], job["text"])
        return {"why": most_to_do(checked_rules(edited, job["options"])[1], edited)}

    def about(self, loaded: Loaded, job: Job) -> Job:
        """The board and the match on it; nothing where the rules cannot be played."""
        game = loaded.game
        if game is None:
            return {"drawing": None, "position": None, "played": 0, "stopped": None, "note": None,
                    "is_as_saved": False}  # fmt: skip
        stop = loaded.stopped
        return {
            "drawing": drawing_of(game),
            "hash": game.rules_hash,
            "position": self.position(job)["position"],
            "played": len(self.bench.moves),
            **self.line(),
            "stopped": stop and {"move": stop.move, "message": clip(stop.message, MAX_MESSAGE)},
            "note": loaded.note,
            "is_as_saved": self.is_as_saved(job["file"], game),
        }

    def is_as_saved(self, file: str | None, game: Game) -> bool:
        """Whether the rules are those of the file as it is saved, which is read again only where
        it, or a file that it extends, has changed.
        """
        try:
            source = self.files.saved(file)
            texts = (source.name, source.text, *(base.text for base in game.model.sources[1:]))
            if self.saved[0] != texts:
                self.saved = texts, None
                self.saved = texts, checked_game(source, {})[0]
        except (NoSuchGame, GdlError):
            return False
        saved = self.saved[1]
        return saved is not None and same_rules(saved, game)

    def line(self) -> Job:
        """The moves of the match: `moves` for the page, None where something is hidden from a
        seat, `is_cut_short`, and `held` and `begun` for the server, which gives them to a new
        worker if this one is lost.
        """
        moves = None if is_secret(self.bench) else [move.text for move in self.bench.moves]
        bench = self.bench
        return {"moves": moves, "is_cut_short": bench.is_cut_short, "held": bench.held(),
                "begun": bench.begun}  # fmt: skip

    # ---- the match ----

    def position(self, job: Job) -> Job:
        """The position after `ply` moves, as `seat` sees it, or else the seat that acts."""
        ply = job.get("ply")
        ply = len(self.bench.moves) if ply is None else ply
        state = self.bench.state(ply)
        before = self.bench.states[ply - 1] if ply else None
        last = self.bench.moves[ply - 1] if ply else None
        seat = job.get("seat")
        data = position_of(state, ply, len(self.bench.moves), seat, (before, last))
        return {"position": data, **self.line()}

    def do_look(self, job: Job) -> Job:
        """A position of the match."""
        return self.position(job)

    def do_play(self, job: Job) -> Job:
        """A move after `at` moves."""
        self.bench.play(job["move"], job.get("at"))
        return self.position({"seat": job.get("seat")})

    def do_agent(self, job: Job) -> Job:
        """A move of an agent, or of chance, after `at` moves."""
        self.bench.let_play(job["agent"], job.get("at"))
        return self.position({"seat": job.get("seat")})

    def do_cut(self, job: Job) -> Job:
        """Take back everything after `ply` moves."""
        self.bench.cut(job["ply"])
        return self.position({"seat": job.get("seat")})

    def do_restart(self, job: Job) -> Job:
        """The start of the game again."""
        self.bench.restart()
        return self.position(job)

    def do_why(self, job: Job) -> Job:
        """Why a move is not possible."""
        state = self.bench.state(job.get("ply"))
        return reason_of(state, job.get("action"), [str(word) for word in job.get("words") or ()])

    # ---- the position editor ----

    def do_edit(self, job: Job) -> Job:
        """A state that was set up by hand."""
        self.bench.edit(job["state"])
        return self.position({"seat": job.get("seat")})

    def do_palette(self, job: Job) -> Job:
        """The pieces that there can be."""
        return palette_of(self.bench.playable)

    def do_state(self, job: Job) -> Job:
        """A state as JSON, as a drawing, as a test, and as a set-up if the language can say it."""
        state = self.bench.state(job.get("ply"))
        made = set_up.set_up_of(state, self.bench.edited, library())
        name = Path(self.bench.edited.name).name
        return {
            "state": self.bench.written(job.get("ply")),
            "setup": made and made.text,
            "test": set_up.test_text(state, name),
            "board": small_board(state),
        }

    # ---- variants ----

    def do_variant(self, job: Job) -> Job:
        """A file that extends the saved one by what was changed."""
        saved = self.files.saved(job["file"])
        edited = self.files.edited(job["file"], job["text"])
        game, _ = checked_game(edited, job["options"])
        wanted = variant.with_defaults(edited, game.model, game.options)
        if job["from_position"]:
            made = set_up.set_up_of(self.bench.state(job["ply"]), wanted, library())
            if made is None:
                raise Refused("this position cannot be said as a set-up of the rules")
            wanted = made.within(wanted)
            game = game_of(wanted, library(), {})
        base = variant.base_name(job["file"] or saved.name, job["save_as"])
        text = variant.variant_text(job["title"], base, saved, wanted)
        own = self.files.edited(job["save_as"], text or "")
        try:
            same = text is not None and game_of(own, library(), {}).rules_hash == game.rules_hash
        except GdlError:
            same = False
        if same:
            return {"text": text, "extends": base, "note": None}
        note = "What you changed cannot be said by extending the file, so this is a whole file."
        return {"text": wanted.text, "extends": None, "note": note}

    # ---- figures ----

    def do_sample(self, job: Job) -> Job:
        """Begin to play rules at random."""
        edited = self.files.edited(job["file"], job["text"])
        self.sampling = Sampling(checked_game(edited, job["options"])[0])
        return {}

    def do_native(self, job: Job) -> Job:
        """Go on with the native engine, if there is one."""
        return {"why": self.sampling and self.sampling.use_native()}

    def do_more(self, job: Job) -> Job:
        """Play for a moment."""
        if self.sampling is None:
            raise Refused("nothing is being played")
        self.sampling.play(job["seconds"])
        return self.sampling.as_json()

    # ---- what did I change? ----

    def do_changes(self, job: Job) -> Job:
        """Compare the text with the file as it is saved."""
        saved = self.files.saved(job["file"])
        now, _ = checked_game(self.files.edited(job["file"], job["text"]), job["options"])
        try:
            before, _ = checked_game(saved, {})
        except GdlError as error:
            raise Refused(f"the saved file cannot be played: {first_message(error)}") from error
        self.pair = Sampling(before), Sampling(now)
        return changes.changes_of(before, now)

    def do_both_native(self, job: Job) -> Job:
        """Go on with the native engine on both sides, or on neither."""
        if self.pair is not None:
            before, now = self.pair
            why = now.use_native() or before.use_native()
            if why is not None:  # figures of one engine alone are compared
                self.pair = Sampling(before.game), Sampling(now.game)
        return {}

    def do_compare(self, job: Job) -> Job:
        """Play both versions for a moment."""
        if self.pair is None:
            raise Refused("nothing is being compared")
        for sampling in self.pair:
            sampling.play(job["seconds"] / 2)
        before, now = self.pair
        games = {"before": before.count, "now": now.count}
        return {"rows": compared(before, now), "games": games, "engine": now.engine,
                "done": before.is_done and now.is_done}  # fmt: skip


def is_secret(bench: Bench) -> bool:
    """Whether something is hidden from a seat."""
    return bench.game is not None and differs_by_seat(bench.game.model)


def refused(code: str, message: str) -> Job:
    """That a job is not done, and why."""
    return {"refused": {"code": code, "message": clip(message, MAX_MESSAGE)}}


def main() -> None:
    """Do jobs until standard input is closed."""
    limit_memory()
    answer_jobs(Jobs(Path(sys.argv[1])).answer)


if __name__ == "__main__":
    main()
