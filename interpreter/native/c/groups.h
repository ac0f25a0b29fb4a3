/* Groups that only grow, as trees of cells: a new piece joins those around it.

   `Groups` is declared before, `region_of` has the regions of each cell as bits, `near` the cells next
   to each one, and `note_group` notes what a group has. Of GROUP_SIZES, GROUP_REGIONS, GROUP_TOUCHED
   and GROUP_UNDO those are 1 that the rules need. Where sets take several words, but the cells next to
   one lie within a window of 64, from GROUP_REACH before it on, `near` has these.

   With GROUP_RUNS it is kept for each cell and colour which of the GROUP_WAYS ways from it, of which
   `ways_of` has those to a neighbour, lead to pieces. `runs_of` has for each choice of ways how many
   runs of pieces next to each other they lead to, at most GROUP_RUNS, and one piece of each, as a
   difference of codes. Neither what asks what a piece would join nor what joins it has branches then,
   which would be hard to foresee. */

static inline int32_t group_root(const Groups *g, int32_t c)
{
    c = g->root[g->root[c]]; /* mostly there: a loop that is hard to foresee is slow */
    while (g->root[c] != c) c = g->root[c];
    return c;
}

#if GROUP_RUNS
#define EACH_RUN(k) _Pragma("GCC unroll 4") for (int32_t k = 0; k < GROUP_RUNS; k++)
/* The groups of a colour around a cell: of each run the root, and the size, or 0 where there is no such
   run or its group has been before. */
typedef struct { int32_t root[GROUP_RUNS], size[GROUP_RUNS]; } Around;
static inline Around groups_around(const Groups *g, int32_t cell, int32_t colour)
{
    const int8_t *run = runs_of[g->around[colour][cell + GROUP_REACH]];
    Around a;
    EACH_RUN(k) {
        int32_t fresh = -1;
        a.root[k] = group_root(g, cell + run[k + 1]);
        EACH_RUN(j) fresh &= -(j >= k || a.root[j] != a.root[k]);
        a.size[k] = g->size[a.root[k]] & (k ? fresh : run[0]);
    }
    return a;
}
/* For the cells around one it is kept that a piece is there, or is not. */
static inline void keep_around(Groups *g, int32_t cell, int32_t colour, bool there)
{
    uint8_t *around = &g->around[colour][cell + GROUP_REACH];
    const int32_t ways = there ? ways_of[cell] : 0;
    _Pragma("GCC unroll 8") for (int32_t i = 0; i < GROUP_WAYS; i++) {
        const int32_t back = GROUP_WAYS - 1 - i; /* the way back is as far from the end */
        around[way_to[i]] = (around[way_to[i]] & ~(1 << back)) | (ways >> i & 1) << back;
    }
}
#else
/* For each piece of `own` next to `cell`: the root of its group. */
#if GROUP_WINDOW
static inline int32_t window_of(int32_t cell) { return cell < GROUP_REACH ? 0 : cell - GROUP_REACH; }
static inline uint64_t own_around(const GroupSet *own, int32_t cell)
{
    const int32_t from = window_of(cell), by = from & 63;
    const uint64_t *w = own->w + (from >> 6);
    const uint64_t next = w[from >> 6 < GROUP_WORDS - 1];
    return GROUP_NEAR[cell].w[0] & (w[0] >> by | next << 1 << (63 - by));
}
#define EACH_AROUND for (uint64_t word = own_around(own, cell); word; word &= word - 1)
#define ROOT_AROUND group_root(g, window_of(cell) + __builtin_ctzll(word))
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
#endif

#if GROUP_UNDO
#define GONE(r, n) (g->undo.gone[g->undo.count] = r, g->undo.was[g->undo.count++] = n)
#else
#define GONE(r, n) (void)0
#endif
#if GROUP_SIZES
#define COUNTED(n, by) (g->of_size[colour][n] += by, g->of_size[GAME_SEATS][n] += by)
#else
#define COUNTED(n, by) (void)0
#endif
#if GROUP_REGIONS
#define TOUCH(r) g->touch[r]
#else
#define TOUCH(r) 0
#endif

/* A new piece: one group of it and the groups of its colour around it. */
static void join_groups(Groups *g, const GroupSet *own, int32_t cell, int32_t colour)
{
    int32_t root = cell, size = 1;
    uint32_t touch = GROUP_REGIONS ? region_of[cell] : 0;
    (void)own; (void)colour;
#if GROUP_UNDO
    g->undo.count = 0;
#endif
    g->root[cell] = cell;
#if GROUP_RUNS
    const Around a = groups_around(g, cell, colour);
    keep_around(g, cell, colour, true);
    int32_t most = 0;
    EACH_RUN(k) {
        size += a.size[k];
        root = a.size[k] > most ? a.root[k] : root;
        most = a.size[k] > most ? a.size[k] : most;
    }
    EACH_RUN(k) {
        GONE(a.root[k], a.size[k]);
        g->root[a.root[k]] = root;
        COUNTED(a.size[k], -1);
        touch |= TOUCH(a.root[k]) & -(a.size[k] > 0);
    }
    g->root[cell] = root;
#if GROUP_SIZES
    g->of_size[colour][0] = g->of_size[GAME_SEATS][0] = 0; /* of what is no group */
#endif
#else
    EACH_AROUND {
        const int32_t r = ROOT_AROUND;
        if (r == root) continue;
        const int32_t other = g->size[r];
        GONE(r, other);
        COUNTED(other, -1);
        touch |= TOUCH(r);
        if (other > size) {
            g->root[root] = r;
            root = r;
        } else {
            g->root[r] = root;
        }
        size += other;
    }
#endif
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
    COUNTED(size, 1);
#if GROUP_SIZES
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
    COUNTED(g->size[root], -1);
    g->size[root] = g->undo.size;
    g->top[colour] = g->undo.top;
    g->top[GAME_SEATS] = g->undo.whole;
    g->root[cell] = cell;
    for (int32_t i = 0; i < g->undo.count; i++) {
        g->root[g->undo.gone[i]] = g->undo.gone[i];
        COUNTED(g->undo.was[i], 1);
    }
#if GROUP_RUNS
    g->of_size[colour][0] = g->of_size[GAME_SEATS][0] = 0;
    keep_around(g, cell, colour, false);
#endif
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
static inline Joined joined(const Groups *g, const GroupSet *own, int32_t cell, int32_t colour)
{
    int32_t size = 1, rest = NO_NUMBER;
    uint64_t touch = GROUP_REGIONS ? region_of[cell] : 0;
    (void)own; (void)colour;
#if GROUP_RUNS
    const Around a = groups_around(g, cell, colour);
    EACH_RUN(k) {
        size += a.size[k];
        touch |= TOUCH(a.root[k]) & -(a.size[k] > 0);
    }
#else
    int32_t roots[8 * sizeof own->w], count = 0;
    EACH_AROUND {
        const int32_t r = ROOT_AROUND;
        int32_t k = 0;
        while (k < count && roots[k] != r) k++;
        if (k < count) continue;
        roots[count++] = r;
        size += g->size[r];
        touch |= TOUCH(r);
    }
#endif
#if GROUP_SIZES
    for (int32_t n = g->top[GAME_SEATS]; n > 0 && rest < 0; n--) {
        int32_t left = g->of_size[GAME_SEATS][n];
#if GROUP_RUNS
        EACH_RUN(k) left -= a.size[k] == n;
#else
        for (int32_t k = 0; k < count; k++) left -= g->size[roots[k]] == n;
#endif
        if (left > 0) rest = n;
    }
#endif
    return (Joined){size, rest, {{touch}}};
}
#endif
