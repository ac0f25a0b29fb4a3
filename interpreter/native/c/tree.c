/* The tree of a UCT search: a pool of nodes of fixed size, and proved values.

   A node keeps the move that leads to it, not a position: a simulation plays the moves again from
   a copy of the root. The path is a few moves long, the playout after it dozens: in a game of 7
   moves, where it matters most, that took 3 % of the time. In return a node is smaller than a cache
   line, and a history, which lies beside the position, need not be copied. */

#ifndef TREE_DEPTH
#define TREE_DEPTH 4096             /* positions of the longest path in a tree */
#endif

#if GAME_MOVES > 65535
typedef uint32_t TreeCount;
#else
typedef uint16_t TreeCount;
#endif

typedef struct {
    Move move;                      /* that leads here */
    double sum;                     /* after a move of a seat: its shares. After an outcome of
                                       chance: its weight plus those of the outcomes before */
    uint32_t visits;
    uint32_t first;                 /* the first child; the others follow it in the pool */
    AmafMean amaf;                  /* of the move, in simulations of the parent; see amaf.c */
    TreeCount count;                /* of children; 0 before they are made */
    uint16_t number;                /* of the move in amaf.c */
    int8_t actor;                   /* who acts here; set by the first visit */
    bool proved;
    float proof[GAME_SEATS];        /* the shares, where proved */
} TreeNode;

typedef struct {
    TreeNode *nodes;                /* the root first */
    uint32_t used, room;
    uint32_t path[TREE_DEPTH];      /* of the simulation under way */
    uint32_t instead[TREE_DEPTH];   /* of which proved node it tries another; 0: none */
    int32_t length;
} Tree;

static void tree_enter(TreeNode *node, const State *s)
{
    node->proved = is_over(s);
    node->actor = SEARCH_NATURE;
    if (!node->proved)
        node->actor = (int8_t)(acts_blindly(s) ? SEARCH_NATURE : actor(s));
    else
        for (int32_t seat = 0; seat < GAME_SEATS; seat++)
            node->proof[seat] = (float)share(s, seat);
}

/* Puts listed moves in a random order, in which those are tried of which nothing is known. */
static void tree_shuffle(SearchWorker *w, int32_t count)
{
    for (int32_t i = count - 1; i > 0; i--) {
        uint32_t k = rng_below(&w->rng, (uint32_t)i + 1);
        Move move = w->moves[i];
        w->moves[i] = w->moves[k];
        w->moves[k] = move;
    }
}

/* Writes the children of a node for the listed moves. */
static void tree_fill(TreeNode *node, TreeNode *children, const State *s, SearchWorker *w)
{
    double total = 0;
    for (int32_t i = 0; i < node->count; i++) {
        children[i].move = w->moves[i];
        if (node->actor == SEARCH_NATURE)
            children[i].sum = total += weight(s, &w->history, w->moves[i]);
        else if (w->amaf != NULL)
            children[i].number = amaf_number(w->amaf, w->moves[i]);
    }
}

/* Makes the children of a node; false if the pool has no room for them. */
static bool tree_expand(Tree *t, TreeNode *node, const State *s, SearchWorker *w)
{
    if (t->used == t->room)
        return false;
    int32_t count = search_moves(w, s, w->moves);
    if (w->error != SEARCH_OK)
        return false;
    if ((uint32_t)count > t->room - t->used) {
        t->room = t->used;          /* full: other nodes need not list moves to find that out */
        return false;
    }
    TreeNode *children = &t->nodes[t->used];
    memset(children, 0, (size_t)count * sizeof *children);
    if (node->actor != SEARCH_NATURE)
        tree_shuffle(w, count);
    node->first = t->used;
    node->count = (TreeCount)count;
    t->used += (uint32_t)count;
    tree_fill(node, children, s, w);
    return true;
}

/* Proves a chance node, if all of its outcomes are proved: their mean by weight. */
static void tree_prove_chance(TreeNode *node, const TreeNode *children)
{
    double mean[GAME_SEATS] = {0}, before = 0;
    for (int32_t i = 0; i < node->count; i++) {
        if (!children[i].proved)
            return;
        for (int32_t seat = 0; seat < GAME_SEATS; seat++)
            mean[seat] += (children[i].sum - before) * children[i].proof[seat];
        before = children[i].sum;
    }
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        node->proof[seat] = (float)(mean[seat] / before);
    node->proved = true;
}

/* Proves a node if possible, now that this child is proved. A certain win is enough; otherwise all
   children must be proved, and the actor takes the best of them, the first of equals. */
static void tree_prove(const Tree *t, TreeNode *node, const TreeNode *child)
{
    const TreeNode *children = &t->nodes[node->first], *best = child;
    if (node->actor == SEARCH_NATURE) {
        tree_prove_chance(node, children);
        return;
    }
    int32_t seat = node->actor;
    if (child->proof[seat] < 1) {
        best = children;
        for (int32_t i = 0; i < node->count; i++) {
            if (!children[i].proved)
                return;
            if (children[i].proof[seat] > best->proof[seat])
                best = &children[i];
        }
    }
    memcpy(node->proof, best->proof, sizeof node->proof);
    node->proved = true;
}

/* Marks the children that end the game, up to one that wins it (a decisive move; Teytaud and Teytaud
   2010), and proves the node if they allow it. */
static void tree_look_for_ends(Tree *t, TreeNode *node, const State *s, SearchWorker *w)
{
    const TreeNode *ended = NULL;
    for (int32_t i = 0; i < node->count; i++) {
        TreeNode *child = &t->nodes[node->first + (uint32_t)i];
        State after = *s;
        if (search_ended(w, 1) || !search_play(w, &after, child->move))
            return;
        if (!is_over(&after))
            continue;
        tree_enter(child, &after);
        ended = child;
        if (child->proof[node->actor] >= 1)
            break;
    }
    if (ended != NULL)
        tree_prove(t, node, ended);
}

/* Adds a result to the AMAF means of the children of a node whose moves the simulation played there
   or later. */
static void tree_add_amaf(Tree *t, const TreeNode *node, const Amaf *a, float got)
{
    TreeNode *children = &t->nodes[node->first];
    for (int32_t i = 0; i < node->count; i++)
        if (amaf_has(a, node->actor, children[i].number)) {
            children[i].amaf.visits++;
            children[i].amaf.sum += got;
        }
}

/* Adds the result of a simulation to the nodes of its path, upwards; a proved value replaces it. */
static void tree_back_up(Tree *t, float shares[GAME_SEATS], Amaf *a)
{
    for (int32_t i = t->length - 1; i > 0; i--) {
        TreeNode *node = &t->nodes[t->path[i]], *parent = &t->nodes[t->path[i - 1]];
        node->visits++;
        if (node->proved) {
            memcpy(shares, node->proof, sizeof node->proof);
            tree_prove(t, parent, node);
        }
        if (parent->actor == SEARCH_NATURE)
            continue;
        node->sum += shares[parent->actor];
        if (a != NULL) {
            amaf_note(a, parent->actor, node->number);
            tree_add_amaf(t, parent, a, shares[parent->actor]);
        }
        if (t->instead[i] == 0)
            continue;
        if (a != NULL) {            /* what was played so far did not lead to what follows */
            amaf_add(a, shares);
            amaf_begin(a);
        }
        memcpy(shares, t->nodes[t->instead[i]].proof, sizeof node->proof); /* would be preferred */
    }
    t->nodes[0].visits++;
    if (a != NULL)
        amaf_add(a, shares);
}

/* What is known of a child, for the seat that acts in the node. */
static SearchRow tree_row(const TreeNode *node, const TreeNode *child)
{
    SearchRow row = {child->move, child->visits, child->sum, -1};
    if (child->proved)
        row.proved = child->proof[node->actor];
    return row;
}

static const TreeNode *tree_best_child(const Tree *t, const TreeNode *node)
{
    const TreeNode *best = &t->nodes[node->first];
    SearchRow best_row = tree_row(node, best);
    for (int32_t i = 1; i < node->count; i++) {
        const TreeNode *child = &t->nodes[node->first + (uint32_t)i];
        SearchRow row = tree_row(node, child);
        if (search_better(&row, &best_row, node->proved)) {
            best = child;
            best_row = row;
        }
    }
    return best;
}
