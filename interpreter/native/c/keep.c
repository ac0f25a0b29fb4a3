/* A tree that is kept between searches: the next one goes on with the part below its position.

   The position is looked for in the tree, so that nobody need say what was played since: it is one
   that moves of the tree lead to, with the same history. */

#define KEEP_PLAYED 20000           /* moves that are played at most to find a position */
#define KEEP_DEEP 16                /* moves between the two positions at most */
#define KEEP_PART 1000              /* nodes with less than this part of all visits are not worth it */
#define KEEP_VISITS (1 << 30)       /* of a root that is kept, at most */
#define KEEP_MEAN 100               /* visits that what AMAF knew before counts at most */

static void keep_drop(Tree *t)
{
    if (t == NULL)
        return;
    free(t->groups);
    free(t->amaf);
    free(t->history.seen);
    free(t);
}

/* Whether a state with the history of w is the position to be searched. */
static bool keep_is_root(const State *s, const SearchWorker *w)
{
    size_t bytes = (size_t)w->request->seen_count * sizeof *w->history.seen;
    return memcmp(s, w->request->state, sizeof *s) == 0
        && (bytes == 0 || memcmp(w->history.seen, w->request->seen, bytes) == 0);
}

/* The node of the position to be searched, just so many moves below the node of s; 0: none. */
static uint32_t keep_below(const Tree *t, uint32_t node, const State *s, SearchWorker *w,
                           int32_t depth, int32_t *left)
{
    if (depth == 0)
        return keep_is_root(s, w) ? node : 0;
    for (uint32_t child = AT(first, node); child < AT(first, node) + AT(count, node); child++) {
        State after = *s;
        if (AT(visits, child) <= AT(visits, 0) / KEEP_PART)
            continue;
        if (--*left < 0 || search_ended(w, 1)) {
            *left = 0;
            return 0;
        }
        if (!search_play(w, &after, AT(move, child)))
            return 0;
        uint32_t found = keep_below(t, child, &after, w, depth - 1, left);
        if (found != 0)
            return found;
    }
    return 0;
}

/* Finds the node of the position to be searched; false if the tree has none. */
static bool keep_find(Tree *t, SearchWorker *w, uint32_t *found)
{
    int32_t left = KEEP_PLAYED;
    History own = w->history;
    w->history = t->history;
    *found = 0;
    bool is_found = keep_is_root(&t->state, w);
    for (int32_t depth = 1; depth <= KEEP_DEEP && left > 0 && !is_found; depth++) {
        *found = keep_below(t, 0, &t->state, w, depth, &left);
        is_found = *found != 0;
    }
    t->history = w->history;        /* which may have got more room */
    w->history = own;
    return is_found;
}

/* Moves a group to another place, and notes its nodes as the parents of their children's groups. */
static void keep_move(Tree *t, uint32_t from, uint32_t to, uint32_t *parents)
{
    t->groups[to] = t->groups[from];
    for (uint32_t node = to * TREE_LANES; node < (to + 1) * TREE_LANES; node++) {
        uint32_t first = AT(first, node) / TREE_LANES, groups = tree_groups(AT(count, node));
        for (uint32_t i = 0; i < groups; i++)
            parents[first + i] = node + 1;
    }
}

/* Makes a node the root, and leaves nothing but what is below it. Children lie behind their parents,
   so that one pass suffices; false if there is no memory for it. */
static bool keep_below_only(Tree *t, uint32_t root)
{
    uint32_t count = t->used / TREE_LANES, used = 1;
    uint32_t *parents = calloc(count, sizeof *parents); /* 1 + the parent of a group that stays */
    if (parents == NULL)
        return false;
    if (root != 0) {
        TreeGroup alone = {0};
        TreeGroup *g = &t->groups[root / TREE_LANES];
        uint32_t lane = root % TREE_LANES;
        alone.visits[0] = g->visits[lane];
        alone.first[0] = g->first[lane];
        alone.count[0] = g->count[lane];
        alone.actor[0] = g->actor[lane];
        alone.amaf_visits[0] = g->amaf_visits[lane] == TREE_PROVED ? TREE_PROVED : 0;
        for (int32_t seat = 0; seat < GAME_SEATS; seat++)
            alone.proof[seat][0] = g->proof[seat][lane];
        t->groups[0] = alone;
    }
    keep_move(t, 0, 0, parents);
    for (uint32_t from = 1; from < count; from++) {
        if (parents[from] == 0)
            continue;
        uint32_t parent = parents[from] - 1, to = used++;
        if (AT(first, parent) == from * TREE_LANES)
            AT(first, parent) = to * TREE_LANES;
        keep_move(t, from, to, parents);
    }
    t->used = used * TREE_LANES;
    free(parents);
    return true;
}

/* What AMAF knew before counts as if from a few simulations. */
static void keep_means(Amaf *a)
{
    for (uint32_t number = 1; number < AMAF_MOVES; number++)
        for (int32_t seat = 0; seat < GAME_SEATS; seat++) {
            AmafMean *mean = &a->means[number][seat];
            if (mean->visits <= KEEP_MEAN)
                continue;
            mean->sum *= KEEP_MEAN / mean->visits;
            mean->visits = KEEP_MEAN;
        }
}

/* The tree of the last search with the root at the position to be searched; NULL if it cannot be
   gone on with. */
static Tree *keep_take(SearchWorker *w, int64_t groups)
{
    Tree *t = w->kept == NULL ? NULL : *w->kept;
    uint32_t root;
    if (t == NULL)
        return NULL;
    *w->kept = NULL;
    bool good = (t->amaf != NULL) == (w->request->amaf > 0)
        && t->minimax == w->request->minimax
        && (t->amaf == NULL || t->amaf->count < AMAF_MOST) /* which never gets smaller */
        && keep_find(t, w, &root)
        && AT(actor, root) == actor(&w->root) && AT(visits, root) < KEEP_VISITS
        && keep_below_only(t, root) && t->used <= groups * TREE_LANES;
    TreeGroup *grown = good ? tree_memory(t->groups, (size_t)groups) : NULL;
    if (grown == NULL) {
        keep_drop(t);
        return NULL;
    }
    t->groups = grown;
    t->room = (uint32_t)groups * TREE_LANES;
    if (t->amaf != NULL)
        keep_means(t->amaf);
    return t;
}

/* Leaves a tree to the next search, without the memory that it does not use, or drops it. */
static void keep_leave(SearchWorker *w, Tree *t)
{
    if (w->kept == NULL || w->error != API_OK) {
        keep_drop(t);
        return;
    }
    TreeGroup *cut = realloc(t->groups, t->used / TREE_LANES * sizeof *cut);
    t->groups = cut == NULL ? t->groups : cut;
    t->state = w->root;
    free(t->history.seen);
    t->history = w->history;        /* simulations have written behind that of the root only */
    t->history.marks = NULL;
    w->history = (History){0};
    *w->kept = t;
}

/* Frees a tree that a search left. */
void bw_search_drop(void *tree) { keep_drop(tree); }
