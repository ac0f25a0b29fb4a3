"""C text that both libraries of a game contain: files of `c/`, and functions that read a state.

The library that searches has no rules to derive the type `State` from; it declares the fields that
it reads at the offsets that the first library reports (`plain_state`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from interpreter.native.ir.layout.interface import Interface, PackedMenu
from interpreter.reference.outcomes import Outcomes

FOLDER = Path(__file__).parents[1] / "c"
READ = ("over", "menu", "seat", "turns", "result", "colour_of", "seen_count")
CHOICES = ("decided", "chosen")  # where all choose at once
ARRAYS = ("colour_of", "result", "chosen")  # of these, even where they have one entry

FACTS = """
static bool is_over(const State *s) { return s->over; }
static int32_t actor(const State *s) { return IS_CHANCE ? -1 : s->seat; }
static bool in_set_up(const State *s) { return !s->over && (IN_SET_UP); }
/* What a seat gets, in units, and as the rules say it. */
static int32_t units(const State *s, int32_t seat) { return s->result[s->colour_of[seat]]; }
static double result(const State *s, int32_t seat) { return (double)units(s, seat) / RESULT_UNIT; }
/* Where the result of a seat lies between the least and the greatest. */
#define SHARE_OF(n) (RESULT_HIGH == RESULT_LOW ? 0.5 : \
    ((double)(n) - RESULT_LOW) / ((double)RESULT_HIGH - RESULT_LOW + (RESULT_HIGH == RESULT_LOW)))
static double share(const State *s, int32_t seat) { return SHARE_OF(units(s, seat)); }
static int32_t seen_count(const State *s) { return s->seen_count; }
"""
BLIND = """
/* Whether the seat that acts does not know what others have chosen before it. */
static bool acts_blindly(const State *s)
{
    for (int32_t i = 0; i < s->decided; i++) if (s->chosen[i]) return true;
    return false;
}
"""
NOT_BLIND = "static bool acts_blindly(const State *s) { (void)s; return false; }\n"


def c_files(*names: str) -> str:
    """The text of files of `c/`, one after the other."""
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)


def zeroed(names: Iterable[str], of: str = "s->") -> str:
    """C statements that zero some fields of a state."""
    return "".join(f"    memset(&{of}{n}, 0, sizeof {of}{n});\n" for n in names)


def facts(menus: Iterable[PackedMenu]) -> str:
    """The C functions for whether the game is over, who acts, and what a seat gets."""
    menus = tuple(menus)
    chance = [s.number for s in menus if s.is_chance]
    deals = [s.number for s in menus if s.deal is not None]
    blind = BLIND if any(s.is_simultaneous for s in menus) else NOT_BLIND
    text = FACTS.replace("IS_CHANCE", at_one_of(chance)).replace("IN_SET_UP", at_one_of(deals))
    return text + blind


def at_one_of(numbers: list[int]) -> str:
    """C for whether a state is at one of these menus."""
    return " || ".join(f"s->menu == {number}" for number in numbers) or "false"


def in_cases(texts: Iterable[tuple[int, str]]) -> str:
    """C cases by number, one for all with the same text: a compiler reads them sooner."""
    labels: dict[str, list[str]] = {}
    for number, text in texts:
        labels.setdefault(text, []).append(f"    case {number}:")
    return "".join("\n".join(labels[text]) + text for text in labels)


def sizes(seats: int, moves: int, seen: int, has_chance: bool, outcomes: Outcomes) -> str:
    """Macros for the sizes of a game: seats, moves, hashes of a turn, whether it has chance; and
    for its results.
    """
    results = outcomes.results
    low, high, draw = map(results.in_units, (results.least, results.greatest, results.draw))
    return (
        f"#define GAME_SEATS {seats}\n#define GAME_MOVES {moves}\n"
        f"#define GAME_SEEN {seen}\n#define GAME_CHANCE {int(has_chance)}\n"
        f"#define RESULT_LOW ({low})\n#define RESULT_HIGH ({high})\n"
        f"#define RESULT_UNIT {results.unit}\n#define RESULT_DRAW ({draw})\n"
        f"#define RESULT_POINTS {int(results.are_points)}\n"
        f"#define GAME_SCORES {int(outcomes.is_race)}\n"
    )


def plain_state(
    interface: Interface, offsets: Mapping[str, int], size: int, more: Iterable[str]
) -> str:
    """The C type of states of `size` bytes, with the fields that `facts` reads, and `more`, which
    are arrays; a set is an array of words.
    """
    fields = []
    for name in (*more, *READ, *(n for n in CHOICES if n in interface.fields)):
        field, at = interface.fields[name], offsets[name]
        gap = f"char before_{name}[{at}]; " if at else ""
        many = f"[{field.count}]" if name in (*more, *ARRAYS) else ""
        words = f"[{field.words}]" if field.is_set else ""
        storage = "uint64_t" if field.is_set else field.storage
        fields.append(f"    struct {{ {gap}{storage} {name}{many}{words}; }};\n")
    return (
        f"typedef union {{\n    uint64_t words[{size // 8}];\n{''.join(fields)}}} State;\n"
        f'_Static_assert(sizeof(State) == {size}, "as in the library that plays");\n'
    )
