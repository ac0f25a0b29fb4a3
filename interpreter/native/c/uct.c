/* UCT with proved values (MCTS-Solver), for any number of seats and with chance.

   Each seat maximises its own share (max^n). A node gets its children only after some visits. The
   first visits of children are at random anyway; if there are many children, making them at once
   would fill the pool with nodes that are visited once and say little.

   Where all choose at once, a seat must not answer what it cannot know. So of those that choose in
   the tree, the first chooses by the bounds, and the others at random, as chance does. */

#define UCT_PATIENCE 8              /* a node waits for one visit per this many moves of the root */

static uint32_t uct_untried_child(Tree *t, TreeNode *node, Rng *rng)
{
    uint32_t left = (uint32_t)node->count - node->tried;
    TreeNode *next = &t->nodes[node->first + node->tried];
    TreeNode *drawn = next + rng_below(rng, left);
    Move move = drawn->move;        /* untried children differ only in their moves */
    drawn->move = next->move;
    next->move = move;
    return node->first + node->tried++;
}

/* The child with the highest upper bound; a proof is exact, and a certain loss comes last. */
static uint32_t uct_best_bound(const Tree *t, const TreeNode *node, float exploration)
{
    const TreeNode *children = &t->nodes[node->first];
    float width = exploration * sqrtf(logf((float)node->visits));
    float best_bound = -2;
    uint32_t best = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const TreeNode *child = &children[i];
        float part = 1 / sqrtf((float)child->visits);   /* one division instead of two */
        float bound = ((float)child->sum * part + width) * part;
        if (child->proved)
            bound = child->proof[node->actor] > 0 ? child->proof[node->actor] : -1;
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

static uint32_t uct_child(Tree *t, TreeNode *node, SearchWorker *w)
{
    if (node->actor == SEARCH_NATURE)
        return uct_outcome(t, node, &w->rng);
    if (node->tried < node->count)
        return uct_untried_child(t, node, &w->rng);
    return uct_best_bound(t, node, (float)w->request->exploration);
}

static bool uct_expand(Tree *t, TreeNode *node, const State *s, SearchWorker *w)
{
    bool waits = t->length > 1 && node->visits < (uint32_t)w->row_count / UCT_PATIENCE;
    return !waits && tree_expand(t, node, s, w);
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
    uct_descend(t, w, &s);
    int64_t actions = t->length;
    if (!t->nodes[t->path[t->length - 1]].proved)
        actions += search_playout(w, &s, shares);
    tree_back_up(t, shares);
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

static void uct_search(SearchWorker *w)
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
    if (t == NULL || t->nodes == NULL) {
        w->error = SEARCH_NO_MEMORY;
        free(t);
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
    free(t->nodes);
    free(t);
}
