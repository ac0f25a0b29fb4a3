/* Sets of $n words, and what is found with them. */

/// set
static inline int32_t set${n}_count(Set$n a)
{
    int32_t n = 0;
    for (int i = 0; i < $n; i++) n += __builtin_popcountll(a.w[i]);
    return n;
}
static inline int32_t set${n}_first(Set$n a)
{
    for (int i = 0; i < $n; i++)
        if (a.w[i]) return 64 * i + __builtin_ctzll(a.w[i]);
    return -1;
}
static inline int32_t set${n}_last(Set$n a)
{
    for (int i = $n - 1; i >= 0; i--)
        if (a.w[i]) return 64 * i + 63 - __builtin_clzll(a.w[i]);
    return -1;
}
static inline void set${n}_add(Set$n *a, int32_t c) { a->w[c >> 6] |= 1ull << (c & 63); }
static inline int32_t set${n}_take(Set$n *a)
{
    for (int i = 0; i < $n; i++)
        if (a->w[i]) {
            const int32_t c = 64 * i + __builtin_ctzll(a->w[i]);
            a->w[i] &= a->w[i] - 1;
            return c;
        }
    return -1;
}
/* All codes up to the first of a set; all codes if it is empty. */
static inline Set$n set${n}_up_to_first(Set$n a)
{
    uint64_t open = 1;
    for (int i = 0; i < $n; i++) {
        const uint64_t word = a.w[i];
        a.w[i] = word ^ (word - open);
        open &= word == 0;
    }
    return a;
}
/* All codes from the last of a set on; all codes if it is empty. */
static inline Set$n set${n}_from_last(Set$n a)
{
    uint64_t open = ~0ull;
    for (int i = $n - 1; i >= 0; i--) {
        const uint64_t word = a.w[i];
        a.w[i] = open & ~0ull << (63 - __builtin_clzll(word | 1));
        open &= -(uint64_t)(word == 0);
    }
    return a;
}
/* The code at an index, from 0; without branches, which predict badly. */
static inline int32_t set${n}_nth(Set$n a, int32_t n)
{
    uint64_t word = a.w[0];
    int32_t at = 0, before = 0, sum = 0;
    for (int i = 1; i < $n; i++) {
        sum += __builtin_popcountll(a.w[i - 1]);
        const bool beyond = n >= sum;
        word = beyond ? a.w[i] : word;
        before = beyond ? sum : before;
        at += beyond;
    }
    return 64 * at + nth_bit(word, n - before);
}

/// of_one_word
#ifdef BRIEF /* a compiler that does not optimise takes longer for a call */
#define set1_union(a, b) ((Set1){{(a).w[0] | (b).w[0]}})
#define set1_meet(a, b) ((Set1){{(a).w[0] & (b).w[0]}})
#define set1_minus(a, b) ((Set1){{(a).w[0] & ~(b).w[0]}})
#define set1_has(a, c) ((bool)((a).w[0] >> (c) & 1))
#define set1_bit(c) ((Set1){{1ull << (c)}})
#endif

/// in_place
/* A set changes by the codes of another. */
static inline void set${n}_${name}_in_place(Set$n *a, const Set$n *b)
{
    for (int i = 0; i < $n; i++) a->w[i] ${sign}b->w[i];
}

/// moved_by
/* A set with every code moved down by `n`, or up by its negative. */
static inline Set$n set${n}_moved_by(Set$n a, int32_t n)
{
    Set$n r = {{0}};
    for (int32_t i = 0; i < $n; i++)
        for (int32_t j = 0; j < $n; j++) {
            const int32_t by = n - 64 * (j - i);
            if (by <= -64 || by >= 64) continue;
            r.w[i] |= by >= 0 ? a.w[j] >> by : a.w[j] << -by;
        }
    return r;
}

/// dilate
/* The neighbours of the cells of a set. */
static inline Set$n dilate_$name(Set$n a)
{
    Set$n found = {{0}};
    for (int i = 0; i < $n; i++)
        for (uint64_t word = a.w[i]; word; word &= word - 1)
            found = set${n}_union(found, $near[64 * i + __builtin_ctzll(word)]);
    return found;
}

/// flood
/* What is connected with a seed within a set. */
static ${inside}Set$n flood_$name(Set$n seed, Set$n inside)
{
    Set$n found = set${n}_meet(seed, inside), before;
    if (!set${n}_some(found)) return found;
    do {
        before = found;
        found = set${n}_union(found, set${n}_meet(dilate_$name(found), inside));
    } while (!set${n}_eq(found, before));
    return found;
}

/// flood_from
/* What is connected with one cell, found cell by cell, as groups are small. */
static inline Set$n flood_from_$name(int32_t cell, Set$n inside)
{
    Set$n found = set${n}_meet(set${n}_bit(cell), inside), edge = found;
    for (int32_t c = set${n}_take(&edge); c >= 0; c = set${n}_take(&edge)) {
        const Set$n new = set${n}_minus(set${n}_meet($near[c], inside), found);
        found = set${n}_union(found, new);
        edge = set${n}_union(edge, new);
    }
    return found;
}

/// flood_from_by_shifts
/* The same by dilation of what was found last. */
static INSIDE Set$n flood_from_$name(int32_t cell, Set$n inside)
{
    Set$n found = set${n}_meet(set${n}_bit(cell), inside), edge = found;
    if (!set${n}_some(found)) return found;
    edge = set${n}_meet($near[cell], inside);
    found = set${n}_union(found, edge);
    while (set${n}_some(edge)) {
        edge = set${n}_minus(set${n}_meet(dilate_$name(edge), inside), found);
        found = set${n}_union(found, edge);
    }
    return found;
}

/// piece
/* The component of a set with the first of the seeds; each component has one. So it can stop as soon
   as it has met all seeds: the set is one component. */
static inline Set$n piece_$name(Set$n seeds, Set$n inside)
{
    Set$n found = set${n}_bit(set${n}_first(seeds)), edge = found;
    for (int32_t c = set${n}_take(&edge); c >= 0; c = set${n}_take(&edge)) {
        if (set${n}_within(seeds, found)) return inside;
        const Set$n new = set${n}_minus(set${n}_meet($near[c], inside), found);
        found = set${n}_union(found, new);
        edge = set${n}_union(edge, new);
    }
    return found;
}

/// reached
/* Which goals are connected with a start; it stops when all of them are. */
static ${inside}Set$n reached_$name(Set$n start, Set$n inside, Set$n goals)
{
    Set$n found = set${n}_meet(start, inside), before = {{0}};
    while (!set${n}_within(goals, found) && !set${n}_eq(found, before)) {
        before = found;
        found = set${n}_union(found, set${n}_meet(dilate_$name(found), inside));
    }
    return set${n}_meet(found, goals);
}

/// covers
/* Whether a set covers one of some patterns. */
static bool covers_$table(Set$n a)
{
    for (int32_t k = 0; k < $count; k++)
        if (set${n}_within($table[k], a)) return true;
    return false;
}

/// ray
/* The cells seen in a direction in which codes only grow or only shrink. */
static inline Set$n $name(int32_t cell, Set$n through)
{
    const Set$n ray = $rays[$way][cell];
    return set${n}_meet(ray, set${n}_$till(set${n}_minus(ray, through)));
}

/// passes
/* The cells seen along rays that are listed, one after the other: -1 ends a ray, -2 all of a cell. */
static Set$n $name(int32_t cell, Set$n through)
{
    Set$n found = {{0}};
    bool is_clear = true;
    for (int32_t i = $starts[cell]; $codes[i] != -2; i++) {
        const int32_t c = $codes[i];
        if (c == -1) {
            is_clear = true;
        } else if (is_clear) {
            found = set${n}_union(found, set${n}_bit(c));
            is_clear = set${n}_has(through, c);
        }
    }
    return found;
}

/// sees
/* Whether only cells of a set lie between a cell and another on its lines. */
static inline bool $name(int32_t cell, int32_t other, Set$n through)
{
    const Set$n *ray = $rays[$towards[cell][other]];
    Set$n between = set${n}_minus(ray[cell], ray[other]);
    const bool is_there = set${n}_has(between, other);
    set${n}_drop(&between, other);
    return is_there && set${n}_within(between, through);
}

/// part_of
/* The part of a set, by its roots, that a cell is in. */
static Set$n part_of_$n(Set$n inside, const int32_t *up, int32_t cell)
{
    Set$n found = {{0}};
    for (int i = 0; i < $n; i++)
        for (uint64_t word = inside.w[i]; word; word &= word - 1)
            if (up[cell] >= 0 && up[64 * i + __builtin_ctzll(word)] == up[cell])
                found.w[i] |= word & -word;
    return found;
}

/// others
/* The union over all groups, or all but one, and what is in two of them. */
typedef struct {
    int32_t n;
    int16_t number[64 * $n]; /* the group of each cell in one */
    Set$n inside, group[$cells], value[$cells], rest[$cells + 1], more[$cells + 1];
} Others$n;
static inline void add_group(Others$n *o, Set$n group, Set$n value)
{
    o->group[o->n] = group;
    o->value[o->n] = value;
    for (int32_t c = set${n}_take(&group); c >= 0; c = set${n}_take(&group))
        o->number[c] = (int16_t)o->n;
    o->n++;
}
static void leave_out(Others$n *o)
{
    Set$n once = {{0}}, twice = {{0}};
    for (int32_t k = 0; k < o->n; k++) {
        o->rest[k] = once;
        o->more[k] = twice;
        twice = set${n}_union(twice, set${n}_meet(once, o->value[k]));
        once = set${n}_union(once, o->value[k]);
    }
    o->rest[o->n] = once;
    o->more[o->n] = twice;
    once = twice = (Set$n){{0}};
    for (int32_t k = o->n - 1; k >= 0; k--) {
        o->more[k] = set${n}_union(o->more[k], set${n}_meet(o->rest[k], once));
        o->more[k] = set${n}_union(o->more[k], twice);
        o->rest[k] = set${n}_union(o->rest[k], once);
        twice = set${n}_union(twice, set${n}_meet(once, o->value[k]));
        once = set${n}_union(once, o->value[k]);
    }
}
static inline int32_t number_of_group(const Others$n *o, int32_t cell)
{
    return set${n}_has(o->inside, cell) ? o->number[cell] : o->n;
}

/// roots
/* Parts of a set that steps connect: trees of cells with the first as root. */
static void start_roots(int32_t *up, const uint64_t *inside, int32_t words)
{
    memset(up, -1, 64 * words * sizeof *up);
    for (int32_t i = 0; i < words; i++)
        for (uint64_t word = inside[i]; word; word &= word - 1) {
            const int32_t c = 64 * i + __builtin_ctzll(word);
            up[c] = c;
        }
}
static int32_t root_of(int32_t *up, int32_t c)
{
    while (up[c] != c) c = up[c] = up[up[c]];
    return c;
}
static void join_roots(int32_t *up, int32_t a, int32_t b)
{
    a = root_of(up, a);
    b = root_of(up, b);
    if (a < b) up[b] = a;
    else up[a] = b;
}
static void settle_roots(int32_t *up, const uint64_t *inside, int32_t words)
{
    for (int32_t i = 0; i < words; i++)
        for (uint64_t word = inside[i]; word; word &= word - 1) {
            const int32_t c = 64 * i + __builtin_ctzll(word);
            up[c] = up[up[c]]; /* which is a root: it comes before c */
        }
}
