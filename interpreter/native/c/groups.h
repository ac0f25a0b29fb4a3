/* Groups that only grow, as trees of cells: a new piece joins those around it.

   `Groups` is declared before, `region_of` has the regions of each cell as bits, `near` the cells next
   to each one, and `note_group` notes what a group has. Of GROUP_SIZES, GROUP_REGIONS, GROUP_TOUCHED
   and GROUP_UNDO those are 1 that the rules need. Where sets take several words, but the cells next to
   one lie within a window of 64, from GROUP_REACH before it on, `near` has these. Pieces there that are
   next to each other may be found by a look-up (GROUP_RUNS): `runs_of` has for all pieces around a
   cell, as bits of GROUP_AROUND moved together, the number of their runs and one piece of each, as a
   difference of codes. */

static inline int32_t group_root(const Groups *g, int32_t c)
{
    c = g->root[g->root[c]]; /* mostly there: a loop that is hard to foresee is slow */
    while (g->root[c] != c) c = g->root[c];
    return c;
}

/* For each piece of `own` next to `cell`, or for one of several that are next to each other: the root
   of its group. */
#if GROUP_WINDOW
static inline int32_t window_of(int32_t cell) { return cell < GROUP_REACH ? 0 : cell - GROUP_REACH; }
static inline uint64_t own_around(const GroupSet *own, int32_t cell)
{
    const int32_t from = window_of(cell), by = from & 63;
    const uint64_t *w = own->w + (from >> 6);
    const uint64_t next = w[from >> 6 < GROUP_WORDS - 1];
    return GROUP_NEAR[cell].w[0] & (w[0] >> by | next << 1 << (63 - by));
}
#if GROUP_RUNS
static inline const int8_t *runs_around(const GroupSet *own, int32_t cell)
{
    const int32_t cut = window_of(cell) - (cell - GROUP_REACH); /* what the window lacks at its start */
    return runs_of[gathered(own_around(own, cell) << cut, GROUP_AROUND)];
}
#define EACH_AROUND \
    for (const int8_t *run = runs_around(own, cell), *last = run + *run; run < last && (run++, 1);)
#define ROOT_AROUND group_root(g, cell + *run)
#else
#define EACH_AROUND for (uint64_t word = own_around(own, cell); word; word &= word - 1)
#define ROOT_AROUND group_root(g, window_of(cell) + __builtin_ctzll(word))
#endif
#else
#if GROUP_WORDS > 2
#define FIRST_AROUND (cell < GROUP_REACH ? 0 : (cell - GROUP_REACH) >> 6)
#define LAST_AROUND \
    (cell + GROUP_REACH < 64 * GROUP_WORDS ? (cell + GROUP_REACH) >> 6 : GROUP_WORDS - 1)
#else
#define FIRST_AROUND 0
#define LAST_AROUND (GROUP_WORDS - 1)
#endif
#define EACH_AROUND for (int i = FIRST_AROUND; i <= LAST_AROUND; i++) \
    for (uint64_t word = GROUP_NEAR[cell].w[i] & own->w[i]; word; word &= word - 1)
#define ROOT_AROUND group_root(g, 64 * i + __builtin_ctzll(word))
#endif

#if GROUP_UNDO
#define GONE(r) g->undo.gone[g->undo.count++] = r
#else
#define GONE(r) (void)0
#endif

/* A new piece: one group of it and the groups of its colour around it. */
static void join_groups(Groups *g, const GroupSet *own, int32_t cell, int32_t colour)
{
    int32_t root = cell, size = 1;
    uint32_t touch = GROUP_REGIONS ? region_of[cell] : 0;
#if GROUP_UNDO
    g->undo.count = 0;
#endif
    (void)colour;
    g->root[cell] = cell;
    EACH_AROUND {
        const int32_t r = ROOT_AROUND;
        if (r == root) continue;
        const int32_t other = g->size[r];
#if GROUP_SIZES
        g->of_size[colour][other]--;
        g->of_size[GAME_SEATS][other]--;
#endif
#if GROUP_REGIONS
        touch |= g->touch[r];
#endif
        if (other > size) {
            GONE(root);
            g->root[root] = r;
            root = r;
        } else {
            GONE(r);
            g->root[r] = root;
        }
        size += other;
    }
#if GROUP_UNDO
    g->undo.cell = cell;
    g->undo.colour = colour;
    g->undo.root = root;
    g->undo.size = g->size[root];
    g->undo.top = g->top[colour];
    g->undo.whole = g->top[GAME_SEATS];
#endif
    g->size[root] = size;
#if GROUP_REGIONS
    g->touch[root] = touch;
#endif
#if GROUP_SIZES
    g->of_size[colour][size]++;
    g->of_size[GAME_SEATS][size]++;
    if (size > g->top[colour]) g->top[colour] = size;
    if (size > g->top[GAME_SEATS]) g->top[GAME_SEATS] = size;
#endif
    note_group(g, colour, size, (Set1){{touch}});
}

#if GROUP_UNDO
/* Take back the last piece that was joined. */
static void unjoin_groups(Groups *g)
{
    const int32_t cell = g->undo.cell, colour = g->undo.colour, root = g->undo.root;
    g->of_size[colour][g->size[root]]--;
    g->of_size[GAME_SEATS][g->size[root]]--;
    g->size[root] = g->undo.size;
    g->top[colour] = g->undo.top;
    g->top[GAME_SEATS] = g->undo.whole;
    for (int32_t i = -1; i < g->undo.count; i++) {
        const int32_t r = i < 0 ? root : g->undo.gone[i];
        g->root[r] = r;
        if (r == cell) continue;
        g->of_size[colour][g->size[r]]++;
        g->of_size[GAME_SEATS][g->size[r]]++;
    }
}
#endif

#if GROUP_TOUCHED
static inline Set1 group_touched(const Groups *g, int32_t c)
{
    return (Set1){{g->touch[group_root(g, c)]}};
}
#endif

#if GROUP_SIZES
static inline int32_t group_size(const Groups *g, int32_t c) { return g->size[group_root(g, c)]; }
static inline int32_t largest_group(const Groups *g, int32_t colour)
{
    return g->top[colour] ? g->top[colour] : NO_NUMBER;
}
static inline int32_t groups_of_size(const Groups *g, int32_t colour, int32_t n)
{
    return n < 0 || n >= (int32_t)(sizeof g->of_size[0] / sizeof g->of_size[0][0])
        ? 0 : g->of_size[colour][n];
}
static inline int32_t largest_other(const Groups *g, int32_t c)
{
    const int32_t own = group_size(g, c);
    for (int32_t n = g->top[GAME_SEATS]; n > 0; n--)
        if (g->of_size[GAME_SEATS][n] > (n == own)) return n;
    return NO_NUMBER;
}
#endif

#if GROUP_SIZES || GROUP_TOUCHED
/* A piece as if it were on an empty cell: the size of its group, the regions that this touches, and
   the size of the largest other group. */
typedef struct { int32_t size, rest; Set1 touched; } Joined;
static inline Joined joined(const Groups *g, const GroupSet *own, int32_t cell)
{
    int32_t roots[8 * sizeof own->w], count = 0, size = 1, rest = NO_NUMBER;
    uint64_t touch = GROUP_REGIONS ? region_of[cell] : 0;
    EACH_AROUND {
        const int32_t r = ROOT_AROUND;
        int32_t k = 0;
        while (k < count && roots[k] != r) k++;
        if (k < count) continue;
        roots[count++] = r;
        size += g->size[r];
#if GROUP_REGIONS
        touch |= g->touch[r];
#endif
    }
#if GROUP_SIZES
    for (int32_t n = g->top[GAME_SEATS]; n > 0 && rest < 0; n--) {
        int32_t left = g->of_size[GAME_SEATS][n];
        for (int32_t k = 0; k < count; k++) left -= g->size[roots[k]] == n;
        if (left > 0) rest = n;
    }
#endif
    return (Joined){size, rest, {{touch}}};
}
#endif
