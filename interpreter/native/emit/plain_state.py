"""What both libraries of a game have: files of `c/`, and what is read from a state without rules.

The one that searches has no rules to make a `State` from, and reads what it needs at the places
that the first one gave (`plain_state`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from interpreter.native.ir.layout.interface import Interface, PackedMenu

FOLDER = Path(__file__).parents[1] / "c"
READ = ("over", "menu", "seat", "turns", "winners", "colour_of", "seen_count")

FACTS = """
static bool is_over(const State *s) { return s->over; }
static int32_t actor(const State *s) { return IS_CHANCE ? -1 : s->seat; }
static bool in_set_up(const State *s) { return !s->over && (IN_SET_UP); }
static double share(const State *s, int32_t seat)
{
    uint32_t winners = (uint32_t)s->winners;
    if (!(winners >> s->colour_of[seat] & 1)) return 0;
    return winners & (winners - 1) ? 0.5 : 1;
}
static int32_t seen_count(const State *s) { return s->seen_count; }
"""


def c_files(*names: str) -> str:
    """The text of files of `c/`, one after the other."""
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)


def facts(menus: Iterable[PackedMenu]) -> str:
    """Whether the game is over, who acts, and what a seat has got."""
    menus = tuple(menus)
    chance = [s.number for s in menus if s.is_chance]
    deals = [s.number for s in menus if s.deal is not None]
    return FACTS.replace("IS_CHANCE", at_one_of(chance)).replace("IN_SET_UP", at_one_of(deals))


def at_one_of(numbers: list[int]) -> str:
    """Whether a state is at one of these menus."""
    return " || ".join(f"s->menu == {number}" for number in numbers) or "false"


def sizes(seats: int, moves: int, seen: int, has_chance: bool) -> str:
    """How much there is of everything."""
    return (
        f"#define GAME_SEATS {seats}\n#define GAME_MOVES {moves}\n"
        f"#define GAME_SEEN {seen}\n#define GAME_CHANCE {int(has_chance)}\n"
    )


def plain_state(interface: Interface, offsets: Mapping[str, int], size: int) -> str:
    """The type of states of so many bytes, with the fields that the facts read."""
    fields = []
    for name in READ:
        field, at = interface.fields[name], offsets[name]
        gap = f"char before_{name}[{at}]; " if at else ""
        many = f"[{field.count}]" if field.count > 1 else ""
        fields.append(f"    struct {{ {gap}{field.storage} {name}{many}; }};\n")
    return (
        f"typedef union {{\n    uint64_t words[{size // 8}];\n{''.join(fields)}}} State;\n"
        f'_Static_assert(sizeof(State) == {size}, "as in the library that plays");\n'
    )
