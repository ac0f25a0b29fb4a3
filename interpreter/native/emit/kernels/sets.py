"""C text for bit sets of any number of words, and for shifts and floods on one board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from struct import unpack

from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.ir.layout.layout import Layout, Shift

SPARSE = 3  # times as many words as have elements, or more: then the others are left out

UNROLLED = 8  # words up to which set operations are written without a loop

FEW_WORDS = 3  # up to which a set is built in registers; in a larger one a word changes in memory


def each_word(size: int, form: str) -> str:
    """C that returns a set; `form` is the expression for its word `{i}`."""
    if size <= UNROLLED:
        return f"return (Set{size}){{{{{', '.join(form.format(i=i) for i in range(size))}}}}};"
    form = form.format(i="i")
    return f"Set{size} r; for (int i = 0; i < {size}; i++) r.w[i] = {form}; return r;"


def test_words(size: int, form: str, sign: str) -> str:
    """C that returns whether a condition holds for some word (`||`) or for every one (`&&`)."""
    if size <= UNROLLED:
        return "return " + f" {sign} ".join(form.format(i=i) for i in range(size)) + ";"
    form = form.format(i="i")
    if sign == "||":
        return f"for (int i = 0; i < {size}; i++) if ({form}) return true; return false;"
    return f"for (int i = 0; i < {size}; i++) if (!({form})) return false; return true;"


def set_operations(size: int) -> str:
    """The C type of sets of `size` words and its operations."""
    name, p = f"Set{size}", f"set{size}"

    result, test = partial(each_word, size), partial(test_words, size)
    lines = [
        f"typedef struct {{ uint64_t w[{size}]; }} {name};",
        f"static inline {name} {p}_union({name} a, {name} b) {{ {result('a.w[{i}] | b.w[{i}]')} }}",
        f"static inline {name} {p}_meet({name} a, {name} b) {{ {result('a.w[{i}] & b.w[{i}]')} }}",
        f"static inline {name} {p}_minus({name} a, {name} b)"
        f" {{ {result('a.w[{i}] & ~b.w[{i}]')} }}",
        f"static inline {name} {p}_if(bool c, {name} a, {name} b) {{ const uint64_t m ="
        f" -(uint64_t)c; {result('(a.w[{i}] & m) | (b.w[{i}] & ~m)')} }}",
        f"static inline bool {p}_some({name} a) {{ {test('a.w[{i}] != 0', '||')} }}",
        f"static inline bool {p}_eq({name} a, {name} b) {{ {test('a.w[{i}] == b.w[{i}]', '&&')} }}",
        f"static inline bool {p}_within({name} a, {name} b)"
        f" {{ {test('(a.w[{i}] & ~b.w[{i}]) == 0', '&&')} }}",
        f"static inline bool {p}_meets({name} a, {name} b)"
        f" {{ {test('(a.w[{i}] & b.w[{i}]) != 0', '||')} }}",
        f"static inline bool {p}_has({name} a, int32_t c)"
        f" {{ return a.w[c >> 6] >> (c & 63) & 1; }}" if size > 1 else
        f"static inline bool {p}_has({name} a, int32_t c) {{ return a.w[0] >> c & 1; }}",
        bit_function(size),
        f"static inline void {p}_drop({name} *a, int32_t c)"
        + (" { a->w[c >> 6] &= ~(1ull << (c & 63)); }" if size > 1 else
           " { a->w[0] &= ~(1ull << c); }"),
        c_part("set", n=size),
        *([c_part("of_one_word")] if size == 1 else []),
    ]  # fmt: skip
    return "\n".join(lines)


def bit_function(size: int) -> str:
    """A C function: the set of one code.

    Few words are selected in registers: a word that is written to memory and read back at once, as
    part of a set, stalls the processor.
    """
    head = f"static inline Set{size} set{size}_bit(int32_t c) {{ "
    if size == 1:
        return head + "return (Set1){{1ull << c}}; }"
    if size > FEW_WORDS:
        return head + f"Set{size} r = {{{{0}}}}; r.w[c >> 6] = 1ull << (c & 63); return r; }}"
    words = ", ".join(f"c >> 6 == {i} ? bit : 0" for i in range(size))
    return head + f"const uint64_t bit = 1ull << (c & 63); return (Set{size}){{{{{words}}}}}; }}"


def shift_name(size: int, bits: int) -> str:
    """The name of the function that shifts a set by `bits`."""
    return f"set{size}_{'up' if bits > 0 else 'down'}{abs(bits)}"


def shift_function(size: int, bits: int) -> str:
    """A C function: a set with every code moved up (or down) by `bits`."""
    words = shift_words([f"a.w[{i}]" for i in range(size)], bits)
    return (
        f"static inline Set{size} {shift_name(size, bits)}(Set{size} a)"
        f" {{ return (Set{size}){{{{{', '.join(w or '0' for w in words)}}}}}; }}\n"
    )


def shift_words(words: Sequence[str], bits: int) -> Iterator[str]:
    """C for the words of a set with every code moved up (or down); empty for a word of zeros."""
    whole, rest = divmod(abs(bits), 64)
    for i in range(len(words)):
        near, far = (i - whole, i - whole - 1) if bits > 0 else (i + whole, i + whole + 1)
        ways = ("<<", ">>") if bits > 0 else (">>", "<<")
        terms = []
        if 0 <= near < len(words):
            terms.append(f"({words[near]} {ways[0]} {rest})" if rest else words[near])
        if rest and 0 <= far < len(words):
            terms.append(f"({words[far]} {ways[1]} {64 - rest})")
        yield " | ".join(terms)


def constant(size: int, value: int) -> str:
    """A C initialiser for a constant set; of a sparse one only the words that have elements."""
    words = unpack(f"<{size}Q", (value & (1 << 64 * size) - 1).to_bytes(8 * size, "little"))
    some = [f"[{place}] = {word:#x}u" for place, word in enumerate(words) if word]
    if size < SPARSE * max(1, len(some)):
        some = [f"{word:#x}u" for word in words]
    return f"{{{{{', '.join(some) or '0'}}}}}"


def dilate_function(layout: Layout, name: str, table: str) -> str:
    """A C function: the neighbours of the cells of a set."""
    size = layout.cell_set.size
    shifts: tuple[Shift, ...] | None = layout.relations[name][0]
    if shifts is None:
        return c_part("dilate", n=size, name=name, near=table)
    head = f"static inline Set{size} dilate_{name}(Set{size} a)\n{{\n"
    if shifts and all(is_clean(layout, shift) for shift in shifts):
        return head + all_at_once(layout, shifts)
    lines = [f"    Set{size} found = {{{{0}}}};"]
    for shift in shifts:
        moved = f"{shift_name(size, shift.bits)}(set{size}_meet(a, (Set{size})"
        moved += f"{constant(size, shift.source)}))"
        lines.append(f"    found = set{size}_union(found, {moved});")
    return head + "\n".join(lines) + "\n    return found;\n}\n"


def is_clean(layout: Layout, shift: Shift) -> bool:
    """Whether shifting a cell whose step leaves the board never hits another cell."""
    cells = layout.every_cell & ~shift.source
    moved = cells << shift.bits if shift.bits > 0 else cells >> -shift.bits
    return not moved & layout.every_cell


def all_at_once(layout: Layout, shifts: tuple[Shift, ...]) -> str:
    """A dilation by shifts whose result is cut off at the edge once, at the end.

    For a step `d`, the cells and their shift by `d` are shifted together by each `s` for which
    `s + d` is a step too: four shifts for the six neighbours of a hexagon.
    """
    size = layout.cell_set.size
    beside = best_beside(layout, [shift.bits for shift in shifts])
    p, left = f"set{size}", [shift.bits for shift in shifts]
    lines = []
    if beside:
        lines.append(f"    const Set{size} both = {p}_union(a, {shift_name(size, beside)}(a));")
        pairs = pairs_of(left, beside)
        left = [b for b in left if b not in pairs and b - beside not in pairs]
        moved = [f"{shift_name(size, b)}(both)" for b in pairs]
    else:
        moved = []
    moved += [f"{shift_name(size, b)}(a)" for b in left]
    lines.append(f"    Set{size} found = {moved[0]};")
    lines += [f"    found = {p}_union(found, {m});" for m in moved[1:]]
    board = constant(size, layout.every_cell)
    return "\n".join(lines) + f"\n    return {p}_meet(found, (Set{size}){board});\n}}\n"


def best_beside(layout: Layout, steps: list[int]) -> int:
    """The step that pairs most others, 0 if none does; it must not shift cells off the set."""
    room = layout.cell_set.size * 64 - layout.every_cell.bit_length()
    low = (layout.every_cell & -layout.every_cell).bit_length() - 1
    fit = [d for d in steps if -low <= d <= room and pairs_of(steps, d)]
    return max(fit, key=lambda d: len(pairs_of(steps, d)), default=0)


def pairs_of(steps: list[int], beside: int) -> list[int]:
    """The steps `s` for which `s + beside` is a step too; no step is in two such pairs."""
    doubled: list[int] = []
    for step in sorted(steps):
        if step != beside and step + beside in steps and step + beside != beside:
            if step - beside not in doubled:
                doubled.append(step)
    return doubled
