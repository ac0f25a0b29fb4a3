"""The process that plays a study of the workbench: a job enters by stdin, a line leaves at the end.

`python -m interpreter.web.studies.player FOLDER` says how many versions of the rules there are,
writes both, or the one that there is where nothing was changed, into a folder below FOLDER, where
they are no games of the gallery, and plays the study there as `gdl compare` does.  It limits its
own memory and time; when stdin is closed, it ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread, Timer
from typing import Any

from gdl.source.diagnostics import GdlError
from gdl.source.library import NoSuchGame
from gdl.source.spans import Source
from interpreter.api.game import Game
from interpreter.api.library import bundled
from interpreter.process.files import write_file
from interpreter.process.working import answer_stream, limit_memory, send
from interpreter.study.driver import carry_out
from interpreter.study.plan.parsing import pairings_of
from interpreter.study.plan.study import Study, StudyError, Variant
from interpreter.web.studies.sizes import PLAYED_SECONDS, SIZES, Size
from interpreter.web.wire.reasons import first_message
from interpreter.web.workbench.bench import checked_game, same_rules
from interpreter.web.workbench.rule_files import RuleFiles

Say = Callable[[dict[str, Any]], None]

RULES = Path(".rules")  # in the folder of a study; what begins with a dot is no game of the gallery
FIRST_PAGE = 2.0  # seconds of playing before the first report


def main() -> None:
    """Play one study."""
    answers = answer_stream()
    job = json.loads(sys.stdin.buffer.readline())
    limit_memory()
    Thread(target=end_with_stdin, daemon=True).start()
    timer = Timer(PLAYED_SECONDS, signal.raise_signal, (signal.SIGINT,))
    timer.daemon = True
    timer.start()
    say = partial(send, answers)
    say(answer_of(Path(sys.argv[1]), job, say))


def end_with_stdin() -> None:
    """Stop when the server, which holds the other end of stdin, has gone."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def answer_of(folder: Path, job: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Play a study; nothing to say, or why it could not be played."""
    try:
        play(folder, job, say)
    except StudyError as error:
        return {"failed": str(error)}
    except NoSuchGame as error:
        return {"failed": str(error.args[0])}
    except GdlError as error:
        return {"failed": first_message(error)}
    except MemoryError:
        return {"failed": "these rules need more memory than they are given here"}
    except OSError as error:
        return {"failed": f"the study cannot be written: {error.strerror or error}"}
    except KeyboardInterrupt:
        return {"failed": "it was stopped"}
    return {}


def play(folder: Path, job: Mapping[str, Any], say: Say) -> None:
    """Say how many versions there are, and play a study in its folder, which is made if need be.

    Raises StudyError, GdlError and OSError.
    """
    files = RuleFiles(folder)
    saved = files.saved(job["file"])
    before, _ = checked_game(saved, {})
    now, _ = checked_game(files.edited(job["file"], job["text"]), job["options"])
    place = folder / job["name"]
    (place / RULES).mkdir(parents=True, exist_ok=True)
    os.chdir(place)  # so that the report names files from its own folder
    stem = Path(saved.name).stem
    is_changed = not same_rules(before, now)
    say({"versions": 1 + is_changed})
    name = "saved" if is_changed else before.title
    variants = [written(name, before, saved, RULES / f"{stem}-saved.yaml", {})]
    if is_changed:
        edited = now.model.sources[0]
        variants.append(written("edited", now, edited, RULES / f"{stem}-edited.yaml", now.options))
    study = study_of(variants, SIZES[job["size"]])
    where = f"the folder {job['name']}, which is in that of your rule files"
    carry_out(replace(study, place=where), Path(), 1, None, False, FIRST_PAGE)


def study_of(variants: Sequence[Variant], size: Size) -> Study:
    """The study of two versions, or of a file by itself."""
    title = variants[0].game.title
    if len(variants) > 1:
        title = f"{title}: what was changed"
    return Study(title, tuple(variants), pairings_of(list(size.agents)), games=size.games)


def written(
    title: str, game: Game, text: Source, path: Path, options: Mapping[str, Any]
) -> Variant:  # fmt: skip
    """A version as a variant whose file, with those that it extends, is in the study's folder.

    Raises GdlError where it extends a file from elsewhere.
    """
    own = Path(text.name).parent
    write_file(path, text.text)
    for base in game.model.sources[1:]:
        beside = Path(base.name)
        if beside.is_relative_to(own) and not beside.is_relative_to(bundled()):
            copy = path.parent / beside.relative_to(own)
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_file(copy, base.text)
    made, _ = checked_game(Source(str(path), text.text), options)
    return Variant(title, str(path), made)


if __name__ == "__main__":
    main()
