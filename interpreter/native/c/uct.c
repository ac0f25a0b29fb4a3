/* UCT with proved values (MCTS-Solver), for any number of seats and with chance.

   Each seat maximises its own share (max^n). A node gets its children only after some visits. The
   first visits of children are at random anyway; if there are many children, making them at once
   would fill the pool with nodes that are visited once and say little.

   Where all choose at once, a seat must not answer what it cannot know. So of those that choose in
   the tree, the first chooses by the bounds, and the others at random, as chance does. */

#define UCT_PATIENCE 8              /* a node waits for one visit per this many moves of the root */

/* A bonus that lets all moves be tried first would leave nothing to AMAF where there are hundreds.
   So it grows with the visits of a node, up to its whole width at so many visits a move. */
#define UCT_RAMP 100
#define UCT_NARROW 0.5f             /* of that width, with AMAF, which explores by itself */

#define UCT_LOST 0.5f               /* a certain loss: below all bounds, which begin at 1 */

/* What the bounds of a node's children have in common. */
typedef struct {
    float width;                    /* of the bonus for moves that little is known about */
    float decline;                  /* of the weight of AMAF, by visits */
    float more;                     /* visits that are added in the bonus */
    float minimax;                  /* how much the leads by the scores count */
    float proved;                   /* 0: children that are proved are left out, else 1 */
} UctNode;

/* The natural logarithm of a number from 1 on, to about 0.03: the bits of a float are nearly one. */
static inline float uct_log(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return 0x1.62e43p-24f * (float)(bits - 0x3f7a7a00);
}

static UctNode uct_node(const Tree *t, uint32_t node, const SearchWorker *w, bool unproved)
{
    float visits = (float)AT(visits, node), whole = UCT_RAMP * (float)AT(count, node);
    UctNode u = {.more = 1e-6f, .minimax = (float)w->request->minimax, .proved = !unproved};
    u.width = (float)w->request->exploration * sqrtf(uct_log(visits + 1));
    if (w->amaf == NULL)
        return u;
    u.width *= visits < whole ? UCT_NARROW * visits / whole : UCT_NARROW;
    u.decline = 1 / (float)w->request->amaf;
    u.more = 1;
    return u;
}

/* What the search expects of each child of a group, with a bonus: a proof is exact, and a certain
   loss comes last. */
static inline void uct_bounds(const UctNode *u, const TreeGroup *g, float bounds[TREE_LANES])
{
    float means[TREE_LANES];
    for (int32_t i = 0; i < TREE_LANES; i++) {
        float mean = (float)g->mean[i], visits = (float)g->visits[i], all = g->amaf_visits[i];
        float root = sqrtf(visits + u->more), known = all + visits + u->decline * all * visits;
#if GAME_SCORES
        float own = mean + (g->amaf_sum[i] - all * mean) / known;
        bounds[i] = (1 - u->minimax) * own + u->minimax * g->lead[i] + u->width / root;
#else
        float bonus = (g->amaf_sum[i] - all * mean) * root + u->width * known;
        bounds[i] = mean + bonus / (known * root);      /* one division instead of three */
#endif
        means[i] = mean;
    }
    for (int32_t i = 0; i < TREE_LANES; i++) {          /* apart: no branch within what is above */
        float proof = means[i] > 0 ? 1 + means[i] : UCT_LOST;
        bounds[i] = g->amaf_visits[i] >= 0 ? 1 + bounds[i] : proof * u->proved;
    }
}

/* The child with the highest upper bound, the first of equals; perhaps only of those that are not
   proved. Bounds are not negative, so their bits are in the order of their values. */
static uint32_t uct_best_bound(const Tree *t, uint32_t node, const SearchWorker *w, bool unproved)
{
    UctNode u = uct_node(t, node, w, unproved);
    const TreeGroup *g = &t->groups[AT(first, node) / TREE_LANES];
    uint32_t groups = tree_groups(AT(count, node)), at[TREE_LANES] = {0};
    float bounds[TREE_LANES], highest[TREE_LANES] = {0};
    for (uint32_t k = 0; k < groups; k++) {
        uct_bounds(&u, &g[k], bounds);
        for (int32_t i = 0; i < TREE_LANES; i++) {
            bool higher = bounds[i] > highest[i];
            highest[i] = higher ? bounds[i] : highest[i];
            at[i] = higher ? k : at[i];
        }
    }
    uint64_t best = 0;
    for (uint32_t i = 0; i < TREE_LANES; i++) {
        uint32_t bits, last = UINT32_MAX - (at[i] * TREE_LANES + i);
        memcpy(&bits, &highest[i], sizeof bits);
        uint64_t one = (uint64_t)bits << 32 | last;
        best = one > best ? one : best;
    }
    return AT(first, node) + (UINT32_MAX - (uint32_t)best);
}

static uint32_t uct_outcome(const Tree *t, uint32_t node, Rng *rng)
{
    uint32_t child = AT(first, node), last = child + AT(count, node) - 1;
    double drawn = rng_unit(rng) * AT(mean, last);
    while (child < last && AT(mean, child) <= drawn)
        child++;
    return child;
}

/* Nothing is learned from a child that is proved. So every other time that one is the best, another
   child is tried, and the node gets the value of the proved one all the same. */
static uint32_t uct_child(Tree *t, uint32_t node, SearchWorker *w)
{
    t->instead[t->length] = 0;
    if (AT(actor, node) == SEARCH_NATURE)
        return uct_outcome(t, node, &w->rng);
    uint32_t best = uct_best_bound(t, node, w, false);
    if (!tree_is_proved(t, best) || AT(visits, node) % 2 == 0)
        return best;
    t->instead[t->length] = best;
    return uct_best_bound(t, node, w, true);
}

static bool uct_expand(Tree *t, uint32_t node, const State *s, SearchWorker *w)
{
    bool waits = t->length > 1 && AT(visits, node) < w->row_count / UCT_PATIENCE;
    if (waits || !tree_expand(t, node, s, w))
        return false;
    if (AT(actor, node) != SEARCH_NATURE && (w->request->decisive || w->request->minimax > 0))
        tree_look_for_ends(t, node, s, w, tree_chooser(t, t->length - 1));
    return !tree_is_proved(t, node);
}

/* Plays s down the tree to a proved node or to one without children: a new one, one that still
   waits for them, or one whose children the pool has no room for. */
static void uct_descend(Tree *t, SearchWorker *w, State *s)
{
    uint32_t node = 0;
    t->path[0] = 0;
    t->length = 1;
    while (!tree_is_proved(t, node) && t->length < TREE_DEPTH) {
        if (AT(count, node) == 0 && !uct_expand(t, node, s, w))
            return;
        uint32_t child = uct_child(t, node, w);
        int32_t chooser = AT(actor, node);
        node = child;
        tree_fetch(t, node);
        if (!search_play(w, s, AT(move, node)))
            return;
        t->path[t->length++] = node;
        if (AT(visits, node) == 0) {
            tree_enter(t, node, s, chooser);
            return;
        }
    }
}

static int64_t uct_simulate(Tree *t, SearchWorker *w)
{
    float shares[GAME_SEATS] = {0};
    State s = search_begin(w);
    uct_descend(t, w, &s);
    int64_t actions = t->length;
    if (!tree_is_proved(t, t->path[t->length - 1]))
        actions += search_playout(w, &s, shares);
    tree_back_up(t, shares, w->amaf);
    if (w->request->minimax > 0)
        tree_back_up_leads(t);
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        w->shares[seat] += shares[seat];
    if (t->length - 1 > w->depth)
        w->depth = t->length - 1;
    return actions;
}

/* The rows are in the order of the rules, the children in the order in which they were tried. */
static void uct_fill_rows(const Tree *t, SearchWorker *w)
{
    for (uint32_t i = 0; i < AT(count, 0); i++) {
        SearchRow row = tree_row(t, 0, AT(first, 0) + i);
        for (int32_t k = 0; k < w->row_count; k++)
            if (w->rows[k].move == row.move)
                w->rows[k] = row;
    }
}

/* The expected play, up to a chance node or the end of the tree. */
static void uct_fill_line(const Tree *t, SearchWorker *w)
{
    uint32_t node = 0;
    while (AT(count, node) > 0 && AT(actor, node) != SEARCH_NATURE) {
        node = tree_best_child(t, node);
        if (AT(visits, node) == 0)
            return;
        search_add_to_line(w, AT(move, node));
    }
}

/* A proved tree ends the other threads too, unless only a number of simulations limits them: then
   each does its part, so that the result is reproducible. */
static void uct_settle(const Tree *t, SearchWorker *w)
{
    if (!tree_is_proved(t, 0))
        return;
    w->proved = true;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        w->shares[seat] = AT(proof[seat], 0);
    if (w->request->seconds > 0 || w->request->simulations == 0)
        atomic_store(w->halt, 1);
}

/* A new tree with its root alone; NULL if there is no memory. */
static Tree *uct_begin(SearchWorker *w, int64_t groups)
{
    Tree *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->used = TREE_LANES;
    t->minimax = w->request->minimax;
    t->room = (uint32_t)groups * TREE_LANES;
    t->groups = tree_memory(NULL, (size_t)groups);
    if (w->request->amaf > 0)
        t->amaf = calloc(1, sizeof *t->amaf);
    if (t->amaf != NULL)
        t->amaf->now = 1;
    if (t->groups == NULL || (t->amaf == NULL && w->request->amaf > 0)) {
        keep_drop(t);
        return NULL;
    }
    memset(&t->groups[0], 0, sizeof t->groups[0]);
    tree_enter(t, 0, &w->root, SEARCH_NATURE);
    if (!tree_is_proved(t, 0))
        AT(actor, 0) = (int8_t)actor(&w->root);
    return t;
}

/* The tree of the last search or a new one; NULL if there is no memory. */
static Tree *uct_open(SearchWorker *w)
{
    /* With fewer nodes than the root has moves, it says nothing. */
    int64_t groups = w->request->nodes / w->request->threads / TREE_LANES;
    int64_t least = 1 + tree_groups((uint32_t)w->row_count), most = UINT32_MAX / TREE_LANES;
    groups = groups < least ? least : groups > most ? most : groups;
    Tree *t = keep_take(w, groups);
    if (t == NULL)
        t = uct_begin(w, groups);
    if (t != NULL)
        w->amaf = t->amaf;
    return t;
}

static void uct_search(SearchWorker *w)
{
    Tree *t = uct_open(w);
    if (t == NULL) {
        w->error = API_NO_MEMORY;
        return;
    }
    int64_t actions = 0;
    while (!tree_is_proved(t, 0) && !search_ended(w, actions)) {
        actions = uct_simulate(t, w);
        w->simulations++;
    }
    w->nodes = t->used;
    uct_settle(t, w);
    uct_fill_rows(t, w);
    uct_fill_line(t, w);
    keep_leave(w, t);
}
