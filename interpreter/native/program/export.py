"""A game as a stand-alone C library: a header, a source and an example, with nothing of Python.

The source is the text that the native engine builds, followed by the functions of `c/export.c`
instead of the run-time files.  The three hand-written templates (`c/export*`) have `prefix_` in
place of the prefix of a game and `@NAME@` in place of a fact about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gdl.model.canonical import rules_hash
from gdl.vocabulary.types import CELL
from interpreter.native.build.flags import LEVEL, THIS_MACHINE
from interpreter.native.emit.plain_state import FOLDER, c_files
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.terms.quoting import comment, identifier_part, string
from interpreter.native.program.program import Program, program_of
from interpreter.process.files import write_file
from interpreter.process.version import program_version
from interpreter.reference.engine import Reference

HEADERS = {  # a game's header must not replace one of them, nor its source the example
    "assert", "complex", "ctype", "errno", "example", "fenv", "float", "inttypes", "iso646",
    "limits", "locale", "math", "pthread", "setjmp", "signal", "stdalign", "stdarg", "stdatomic",
    "stdbool", "stddef", "stdint", "stdio", "stdlib", "stdnoreturn", "string", "tgmath", "threads",
    "time", "uchar", "unistd", "wchar", "wctype",
}  # fmt: skip
FILLED = re.compile(r"@[A-Z_]+@|PREFIX_|prefix_\.|prefix_")
BUILD = f"{LEVEL} {THIS_MACHINE}"
NO_CELL = "?"  # a place of the grid that is not on the board
UNUSED = """\
/* A program wrote the text of the game: what is not needed stays, and indentation is right. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wdangling-else"
#endif
"""
HAS_MEMORY = """
               A position holds memory of its own: never copy one with `=`."""
NO_MEMORY = """
               Copies with `=` are allowed too, and giving it back does nothing that matters."""


@dataclass(frozen=True)
class Export:
    """The files of a library by name; all their C names begin with `prefix`."""

    prefix: str
    files: Mapping[str, str]

    @property
    def build_line(self) -> str:
        """The command that builds the example."""
        return f"cc {BUILD} -o example example.c {self.prefix}.c"


def make_export(engine: Reference) -> Export:
    """The C library of a game with its options.

    Raises NotNative.
    """
    program = program_of(engine)
    plan, base, rules = program.plan, program.base, program.rules
    prefix = prefix_of(plan.model.name, (FOLDER / "export.h").read_text("utf-8"), base + rules)
    facts = facts_of(program)
    head, body, example = (
        filled((FOLDER / f"export{end}").read_text("utf-8"), prefix, facts)
        for end in (".h", ".c", "_example.c")
    )
    first = f'{comment(f"{plan.model.title}: see {prefix}.h.")}\n#include "{prefix}.h"\n'
    named = tables(plan, prefix)
    source = "\n".join((first, UNUSED, base, rules, c_files("room.h"), named, body))
    files = {f"{prefix}.h": head, f"{prefix}.c": source, "example.c": example}
    return Export(prefix, files)


def prefix_of(name: str, header: str, text: str) -> str:
    """The prefix of a library's names: the name of the game as a C identifier.

    `text` is the C text of the library, with whose own names the prefixed ones must not clash.
    """
    prefix = re.sub("__+", "_", identifier_part(name.lower())).strip("_") or "game"
    if prefix[0].isdigit():
        prefix = f"game_{prefix}"
    own = {f"{prefix}_{end}".lower() for end in re.findall(r"prefix_(\w+)", header, re.I)}
    if prefix in HEADERS or own & set(re.findall(r"\w+", text.lower())):
        prefix = f"{prefix}_game"
    return prefix


def filled(text: str, prefix: str, facts: Mapping[str, str]) -> str:
    """A template filled with the prefix and the facts of a game.

    This takes one pass, so that nothing inside a fact counts as a place to fill.
    """
    known = {f"@{name}@": fact for name, fact in facts.items()}
    known |= {"PREFIX_": f"{prefix.upper()}_", "prefix_.": f"{prefix}.", "prefix_": f"{prefix}_"}
    return FILLED.sub(lambda place: known[place[0]], text)


def facts_of(program: Program) -> dict[str, str]:
    """The facts that the header states; only TITLE, a comment, has words from the rule file."""
    plan = program.plan
    has_chance = any(menu.is_chance for menu in plan.ordered_menus)
    title = ", ".join((plan.model.title, *(f"{k} {v}" for k, v in plan.model.options.items())))
    return {
        "TITLE": comment(title), "VERSION": program_version(),
        "HASH": rules_hash(plan.model), "SEATS": str(len(plan.model.colours)),
        "CELLS": str(len(plan.layout.topology.cells)),
        "KINDS": str(len(plan.model.kinds)), "MOVES": str(max(1, plan.most_moves)),
        "TEXT": str(longest_text(plan) + 1), "CHANCE": str(int(has_chance)),
        "HAS_MEMORY": str(int(bool(plan.hashes))), "WORDS": str(program.state_bytes // 8),
        "FLAGS": BUILD, "MEMORY": HAS_MEMORY if plan.hashes else NO_MEMORY,
    }  # fmt: skip


# ---- names and the words of moves --------------------------------------------------------------


def words(plan: Plan, step: StepPlan) -> Iterator[list[str]]:
    """For each parameter of a step the words of its values, in the order of their codes."""
    coding, codes = Coding(plan.engine, plan.interface, {}, 0), plan.engine.rules.codes
    action = plan.engine.turns.actions.get(step.step.name)
    types = list(action.types) if action else []
    for parameter in step.parameters:
        packing = parameter.packing
        count = 2 if packing.is_pair else 1
        mine, types = types[:count], types[count:]
        is_cell = packing.type == CELL and packing.sets is None
        yield [
            " ".join(map(codes.text, mine, coding.args((packing,), [code])))
            if not is_cell or code + packing.low in plan.layout.cells else NO_CELL
            for code in range(packing.size)
        ]  # fmt: skip


def longest_text(plan: Plan) -> int:
    """The length in bytes of the longest text of a move."""
    return max(
        len(step.step.name.encode())
        + sum(1 + max(len(w.encode()) for w in part) for part in words(plan, step))
        for step in plan.ordered_steps
    )


def tables(plan: Plan, prefix: str) -> str:
    """C tables of the game's names and the texts of its moves, and functions that find pieces."""
    arrays = (
        names(filled(what, prefix, {}), texts)
        for what, texts in (
            ("prefix_cells[]", plan.layout.topology.cells),
            ("prefix_colours[PREFIX_SEATS]", plan.model.colours),
            ("prefix_kinds[]", plan.engine.rules.codes.kind_names),
        )
    )
    return "\n".join((
        "/* ---- names ---- */\n", *arrays, "".join(forms(plan)),
        filled(pieces(plan), prefix, {}),
    ))  # fmt: skip


def names(what: str, texts: Iterable[str]) -> str:
    items = [*map(string, texts)] or ["0"]  # C has no arrays without entries
    return f"const char *const {what} = {{\n{rows(items)}}};\n"


def rows(items: Iterable[str]) -> str:
    """Items with commas, in lines of moderate length."""
    lines = [""]
    for item in items:
        if len(lines[-1]) + len(item) > 90:
            lines.append("")
        lines[-1] += f"{item}, "
    return "".join(f"    {line.rstrip()}\n" for line in lines)


def forms(plan: Plan) -> Iterator[str]:
    """The C tables from which the text of a move is assembled."""
    known: dict[tuple[str, ...], str] = {}
    parts: list[str] = []
    steps = {s.number: s for s in plan.ordered_steps}
    heads = []
    for number in range(max(steps) + 1):
        if number not in steps:
            heads.append("{0, 0, 0}")
            continue
        step = steps[number]
        heads.append(f"{{{string(step.step.name)}, {len(step.parameters)}, {len(parts)}}}")
        for (_, shift, mask), texts in zip(step.places, words(plan, step), strict=True):
            if tuple(texts) not in known:
                known[tuple(texts)] = name = f"texts_{len(known)}"
                yield f"static {names(f'{name}[{len(texts)}]', texts)}\n"
            parts.append(f"{{{known[tuple(texts)]}, {len(texts)}, {shift}, {mask}}}")
    yield FORMS.format(
        parts=rows(parts or ["{0, 0, 0, 0}"]), heads=rows(heads), count=len(heads),
        mask=(1 << STEP_BITS) - 1,
    )  # fmt: skip


FORMS = """\
/* How a move is packed: the number of its form, then a place in a list of words for each value. */
typedef struct {{ const char *const *texts; int32_t count, shift; uint64_t mask; }} MoveWords;
typedef struct {{ const char *name; int32_t count, first; }} MoveForm;

static const MoveWords words_of[] = {{
{parts}}};

static const MoveForm forms[{count}] = {{
{heads}}};

static const MoveForm *form_of(Move move)
{{
    Move number = move & {mask};
    return number < {count} && forms[number].name ? &forms[number] : NULL;
}}
"""


def pieces(plan: Plan) -> str:
    """C functions for the owner and the kind of the piece on a cell."""
    codes = "".join(rows(str(code) for code in plan.layout.cell_codes or (-1,)))
    suffix = plan.layout.cell_set.size
    lines = [f"static const int32_t cell_codes[] = {{\n{codes}}};\n",
             "static int32_t owner_at(const State *s, int32_t code)\n{"]  # fmt: skip
    if plan.fields.has_owned:
        lines += ["    for (int32_t colour = 0; colour < GAME_SEATS; colour++)",
                  f"        if (set{suffix}_has(s->own[colour], code)) return colour;"]  # fmt: skip
    if plan.fields.has_unowned:
        lines += [f"    if (set{suffix}_has(s->unowned, code)) return PREFIX_NATURE;"]
    lines += ["    (void)s; (void)code;", "    return PREFIX_NOBODY;\n}\n",
              "static int32_t kind_at(const State *s, int32_t code)\n{"]  # fmt: skip
    if plan.fields.has_kinds:
        lines += ["    for (int32_t kind = 0; kind < PREFIX_KINDS; kind++)",
                  f"        if (set{suffix}_has(s->kind[kind], code)) return kind;"]  # fmt: skip
    lines += ["    (void)s; (void)code;", "    return 0;\n}\n"]
    return "\n".join(lines)


# ---- files -------------------------------------------------------------------------------------


class AlreadyThere(Exception):
    """Files would be replaced; the message names them."""


def write_export(made: Export, folder: Path, force: bool) -> list[Path]:
    """Write the files of a library into a folder, which is created if necessary.

    Raises AlreadyThere, before anything is written, for files that exist unless `force` is set;
    OSError for what cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / name for name in made.files]
    there = [path for path in paths if path.exists()]
    if there and not force:
        raise AlreadyThere(", ".join(map(str, there)))
    for path, text in zip(paths, made.files.values(), strict=True):
        write_file(path, text)
    return paths
