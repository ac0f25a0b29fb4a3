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

/* What the search expects of a move, with the bonus for moves that it knows little about. */
typedef struct {
    float width;                    /* of the bonus */
    float decline;                  /* of the weight of AMAF, by visits */
    bool is_young;                  /* so that AMAF is asked of all simulations */
} UctNode;

static UctNode uct_node(const TreeNode *node, const SearchWorker *w)
{
    UctNode u = {.width = (float)w->request->exploration * sqrtf(logf((float)node->visits + 1))};
    if (w->amaf == NULL)
        return u;
    float whole = UCT_RAMP * (float)node->count;
    if ((float)node->visits < whole)
        u.width *= (float)node->visits / whole;
    u.decline = 1 / (float)w->request->amaf;
    u.is_young = node->visits < AMAF_REFERENCE;
    return u;
}

static AmafMean uct_amaf(const UctNode *u, const Amaf *a, const TreeNode *child, int32_t seat)
{
    if (a == NULL || child->number == 0)
        return (AmafMean){0};
    return u->is_young ? a->means[child->number][seat] : child->amaf;
}

/* A proof is exact, and a certain loss comes last; what nothing is known of comes first. */
static float uct_bound(const UctNode *u, const TreeNode *child, AmafMean amaf, int32_t seat)
{
    if (child->proved)
        return child->proof[seat] > 0 ? child->proof[seat] : -1;
    float visits = (float)child->visits, all = (float)amaf.visits;
    if (all == 0) {
        if (visits == 0)
            return INFINITY;
        float part = 1 / sqrtf(visits);     /* one division instead of two */
        return ((float)child->sum * part + u->width) * part;
    }
    float mean = visits > 0 ? (float)child->sum / visits : 0;
    float trust = all / (all + visits + u->decline * all * visits);
    return mean + trust * (amaf.sum / all - mean) + u->width / sqrtf(visits + 1);
}

/* The child with the highest upper bound, the first of equals; perhaps only of those that are not
   proved. */
static uint32_t uct_best_bound(const Tree *t, const TreeNode *node, const SearchWorker *w,
                               bool unproved)
{
    const TreeNode *children = &t->nodes[node->first];
    UctNode u = uct_node(node, w);
    float best_bound = -2;
    uint32_t best = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        if (unproved && children[i].proved)
            continue;
        AmafMean amaf = uct_amaf(&u, w->amaf, &children[i], node->actor);
        float bound = uct_bound(&u, &children[i], amaf, node->actor);
        if (bound > best_bound) {
            best_bound = bound;
            best = i;
        }
    }
    return node->first + best;
}

static uint32_t uct_outcome(const Tree *t, const TreeNode *node, Rng *rng)
{
    const TreeNode *children = &t->nodes[node->first];
    uint32_t last = (uint32_t)node->count - 1, i = 0;
    double drawn = rng_unit(rng) * children[last].sum;
    while (i < last && children[i].sum <= drawn)
        i++;
    return node->first + i;
}

/* Nothing is learned from a child that is proved. So every other time that one is the best, another
   child is tried, and the node gets the value of the proved one all the same. */
static uint32_t uct_child(Tree *t, TreeNode *node, SearchWorker *w)
{
    t->instead[t->length] = 0;
    if (node->actor == SEARCH_NATURE)
        return uct_outcome(t, node, &w->rng);
    uint32_t best = uct_best_bound(t, node, w, false);
    if (!t->nodes[best].proved || node->visits % 2 == 0)
        return best;
    t->instead[t->length] = best;
    return uct_best_bound(t, node, w, true);
}

static bool uct_expand(Tree *t, TreeNode *node, const State *s, SearchWorker *w)
{
    bool waits = t->length > 1 && node->visits < (uint32_t)w->row_count / UCT_PATIENCE;
    if (waits || !tree_expand(t, node, s, w))
        return false;
    if (node->actor != SEARCH_NATURE && w->request->decisive)
        tree_look_for_ends(t, node, s, w);
    return !node->proved;
}

/* Plays s down the tree to a proved node or to one without children: a new one, one that still
   waits for them, or one whose children the pool has no room for. */
static void uct_descend(Tree *t, SearchWorker *w, State *s)
{
    TreeNode *node = &t->nodes[0];
    t->path[0] = 0;
    t->length = 1;
    while (!node->proved && t->length < TREE_DEPTH) {
        if (node->count == 0 && !uct_expand(t, node, s, w))
            return;
        uint32_t child = uct_child(t, node, w);
        node = &t->nodes[child];
        if (!search_play(w, s, node->move))
            return;
        t->path[t->length++] = child;
        if (node->visits == 0) {
            tree_enter(node, s);
            return;
        }
    }
}

static int64_t uct_simulate(Tree *t, SearchWorker *w)
{
    float shares[GAME_SEATS] = {0};
    State s = search_begin(w);
    if (w->amaf != NULL)
        amaf_begin(w->amaf);
    uct_descend(t, w, &s);
    int64_t actions = t->length;
    if (!t->nodes[t->path[t->length - 1]].proved)
        actions += search_playout(w, &s, shares);
    tree_back_up(t, shares, w->amaf);
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        w->shares[seat] += shares[seat];
    if (t->length - 1 > w->depth)
        w->depth = t->length - 1;
    return actions;
}

/* The rows are in the order of the rules, the children in the order in which they were tried. */
static void uct_fill_rows(const Tree *t, SearchWorker *w)
{
    const TreeNode *root = &t->nodes[0];
    for (int32_t i = 0; i < root->count; i++) {
        SearchRow row = tree_row(root, &t->nodes[root->first + (uint32_t)i]);
        for (int32_t k = 0; k < w->row_count; k++)
            if (w->rows[k].move == row.move)
                w->rows[k] = row;
    }
}

/* The expected play, up to a chance node or the end of the tree. */
static void uct_fill_line(const Tree *t, SearchWorker *w)
{
    const TreeNode *node = &t->nodes[0];
    while (node->count > 0 && node->actor != SEARCH_NATURE) {
        node = tree_best_child(t, node);
        if (node->visits == 0)
            return;
        search_add_to_line(w, node->move);
    }
}

/* A proved tree ends the other threads too, unless only a number of simulations limits them: then
   each does its part, so that the result is reproducible. */
static void uct_settle(const Tree *t, SearchWorker *w)
{
    if (!t->nodes[0].proved)
        return;
    w->proved = true;
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        w->shares[seat] = t->nodes[0].proof[seat];
    if (w->request->seconds > 0 || w->request->simulations == 0)
        atomic_store(w->halt, 1);
}

static void uct_close(Tree *t, SearchWorker *w)
{
    if (t != NULL)
        free(t->nodes);
    free(t);
    free(w->amaf);
    w->amaf = NULL;
}

/* A tree without nodes, and what AMAF needs; NULL if there is no memory. */
static Tree *uct_open(SearchWorker *w)
{
    int64_t room = w->request->nodes / w->request->threads;
    if (room < w->row_count + 1)    /* with fewer nodes than the root has moves, it says nothing */
        room = w->row_count + 1;
    Tree *t = malloc(sizeof *t);
    if (t != NULL) {
        t->used = 1;
        t->room = (uint32_t)(room > UINT32_MAX ? UINT32_MAX : room);
        t->nodes = malloc(t->room * sizeof *t->nodes);
    }
    if (w->request->amaf > 0)
        w->amaf = calloc(1, sizeof *w->amaf);
    if (t != NULL && t->nodes != NULL && (w->amaf != NULL || w->request->amaf == 0))
        return t;
    uct_close(t, w);
    return NULL;
}

static void uct_search(SearchWorker *w)
{
    Tree *t = uct_open(w);
    if (t == NULL) {
        w->error = SEARCH_NO_MEMORY;
        return;
    }
    memset(&t->nodes[0], 0, sizeof t->nodes[0]);
    tree_enter(&t->nodes[0], &w->root);
    if (!t->nodes[0].proved)
        t->nodes[0].actor = (int8_t)actor(&w->root);
    int64_t actions = 0;
    while (!t->nodes[0].proved && !search_ended(w, actions)) {
        actions = uct_simulate(t, w);
        w->simulations++;
    }
    w->nodes = t->used;
    uct_settle(t, w);
    uct_fill_rows(t, w);
    uct_fill_line(t, w);
    uct_close(t, w);
}
