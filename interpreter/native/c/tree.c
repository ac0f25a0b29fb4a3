/* The tree of a UCT search: a pool of nodes of fixed size, and proved values.

   A node keeps the move that leads to it, not a position: a simulation plays the moves again from
   a copy of the root. The path is a few moves long, the playout after it dozens: in a game of 7
   moves, where it matters most, that took 3 % of the time. In return a node is smaller than a cache
   line, and a history, which lies beside the position, need not be copied.

   The children of a node fill whole groups of nodes, side by side in each of its fields, so that a
   processor computes with all of a group at once. */

#ifndef TREE_DEPTH
#define TREE_DEPTH 4096             /* positions of the longest path in a tree */
#endif

#define TREE_LANES 8                /* nodes of a group; tree_add_amaf() names each */
#define TREE_PROVED (-INFINITY)     /* for the visits of AMAF, since a proof makes these needless */

#define TREE_EVEN 4                 /* is added to all scores: early leads say little */

#define TREE_HARDLY 1e-20f          /* visits of AMAF where there is none yet, */
#define TREE_CURIOUS 1e9f           /* and their mean: what nothing is known of comes first */

#if GAME_MOVES > 65535
typedef uint32_t TreeCount;
#else
typedef uint16_t TreeCount;
#endif

typedef float TreeFloats __attribute__((vector_size(4 * TREE_LANES), aligned(4)));
typedef int32_t TreeWords __attribute__((vector_size(4 * TREE_LANES), aligned(4)));

typedef struct {
    double mean[TREE_LANES];        /* after a move of a seat: its share. After an outcome of
                                       chance: its weight plus those of the outcomes before */
    Move move[TREE_LANES];          /* that leads here */
    TreeFloats amaf_visits;         /* of the move, in simulations of the parent; see amaf.c */
    TreeFloats amaf_sum;
#if GAME_SCORES
    TreeFloats lead;                /* for who chooses the node: by the scores, backed up */
#endif
    int32_t visits[TREE_LANES];
    uint32_t first[TREE_LANES];     /* the first child; the others follow it in the pool */
    float proof[GAME_SEATS][TREE_LANES];        /* the shares, where proved */
    TreeCount count[TREE_LANES];    /* of children; 0 before they are made */
    uint16_t number[TREE_LANES];    /* of the move in amaf.c */
    int8_t actor[TREE_LANES];       /* who acts here; set by the first visit */
} TreeGroup;

#define TREE_BYTES ((int64_t)sizeof(TreeGroup) / TREE_LANES)    /* of a node */

typedef struct Tree {
    TreeGroup *groups;              /* the first one has the root, and nothing else */
    uint32_t used, room;            /* nodes, in whole groups */
    uint32_t path[TREE_DEPTH];      /* of the simulation under way */
    uint32_t instead[TREE_DEPTH];   /* of which proved node it tries another; 0: none */
    int32_t length;
    double minimax;                 /* of the request that began it: 0: nodes have no leads */
    Amaf *amaf;                     /* NULL: nothing is learned */
    State state;                    /* the root and its history, where the tree is kept */
    History history;
} Tree;

/* A field of a node of tree t. */
#define AT(field, node) (t->groups[(node) / TREE_LANES].field[(node) % TREE_LANES])

static bool tree_is_proved(const Tree *t, uint32_t node)
{
    return AT(amaf_visits, node) == TREE_PROVED;
}

/* The groups that so many nodes fill. */
static uint32_t tree_groups(uint32_t count)
{
    return (count + TREE_LANES - 1) / TREE_LANES;
}

/* Memory for so many groups, which keeps what is in `old`; NULL if there is none. Where a search is
   long, large pages spare it thousands of small ones; a short one would wait for the first. */
static TreeGroup *tree_memory(TreeGroup *old, size_t groups)
{
    TreeGroup *g = realloc(old, groups * sizeof *g);
#ifdef MADV_HUGEPAGE
    uintptr_t page = (uintptr_t)1 << 21, begin = (uintptr_t)g;
    uintptr_t from = (begin + 2 * page - 1) & ~(page - 1);
    uintptr_t to = (begin + groups * sizeof *g) & ~(page - 1);
    if (g != NULL && from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE);
#endif
    return g;
}

/* Asks the memory for the first children of a node, while its move is being played. */
static void tree_fetch(const Tree *t, uint32_t node)
{
    const char *from = (const char *)&t->groups[AT(first, node) / TREE_LANES];
    for (size_t at = 0; at < sizeof(TreeGroup); at += 64)
        __builtin_prefetch(from + at, 1);
}

/* Marks a node as proved; its proof is set. The mean of an outcome of chance holds its weight. */
static void tree_settle(Tree *t, uint32_t node, int32_t chooser)
{
    AT(amaf_visits, node) = TREE_PROVED;
    if (chooser == SEARCH_NATURE)
        return;
    AT(mean, node) = AT(proof[chooser], node);
#if GAME_SCORES
    AT(lead, node) = AT(proof[chooser], node);
#endif
}

/* Says who acts in a node, which `chooser` may choose, or what it is worth if the game is over. */
static void tree_enter(Tree *t, uint32_t node, const State *s, int32_t chooser)
{
    AT(actor, node) = SEARCH_NATURE;
    if (!is_over(s)) {
        AT(actor, node) = (int8_t)(acts_blindly(s) ? SEARCH_NATURE : actor(s));
        return;
    }
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        AT(proof[seat], node) = (float)share(s, seat);
    tree_settle(t, node, chooser);
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

/* Begins the means of a node's move with what all simulations know of it, as if from a few. */
static void tree_begin_amaf(Tree *t, uint32_t node, const AmafMean *known)
{
    if (known->visits == 0)
        return;
    float visits = known->visits < AMAF_PRIOR ? known->visits : AMAF_PRIOR;
    AT(amaf_visits, node) = visits;
    AT(amaf_sum, node) = visits * (known->sum / known->visits);
}

/* Writes the children of a node for the listed moves. */
static void tree_fill(Tree *t, uint32_t node, const State *s, SearchWorker *w)
{
    uint32_t first = AT(first, node), count = AT(count, node);
    int32_t seat = AT(actor, node);
    double total = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t child = first + i;
        AT(move, child) = w->moves[i];
        if (seat == SEARCH_NATURE) {
            AT(mean, child) = total += weight(s, &w->history, w->moves[i]);
            continue;
        }
        AT(amaf_visits, child) = TREE_HARDLY;
        AT(amaf_sum, child) = TREE_HARDLY * TREE_CURIOUS;
        if (w->amaf != NULL) {
            uint16_t number = amaf_number(w->amaf, w->moves[i]);
            AT(number, child) = number;
            tree_begin_amaf(t, child, &w->amaf->means[number][seat]);
        }
    }
    for (uint32_t rest = count; rest % TREE_LANES != 0; rest++) {
        AT(amaf_visits, first + rest) = TREE_PROVED;
        AT(mean, first + rest) = -1;
    }
}

/* Makes the children of a node; false if the pool has no room for them. */
static bool tree_expand(Tree *t, uint32_t node, const State *s, SearchWorker *w)
{
    if (t->used == t->room)
        return false;
    int32_t count = search_moves(w, s, w->moves);
    if (w->error != API_OK)
        return false;
    uint32_t groups = tree_groups((uint32_t)count);
    if (groups * TREE_LANES > t->room - t->used) {
        t->room = t->used;          /* full: other nodes need not list moves to find that out */
        return false;
    }
    memset(&t->groups[t->used / TREE_LANES], 0, groups * sizeof *t->groups);
    if (AT(actor, node) != SEARCH_NATURE)
        tree_shuffle(w, count);
    AT(first, node) = t->used;
    AT(count, node) = (TreeCount)count;
    t->used += groups * TREE_LANES;
    tree_fill(t, node, s, w);
    return true;
}

/* Proves a chance node, if all of its outcomes are proved: their mean by weight. */
static bool tree_prove_chance(Tree *t, uint32_t node)
{
    uint32_t first = AT(first, node), count = AT(count, node);
    double mean[GAME_SEATS] = {0}, before = 0;
    for (uint32_t child = first; child < first + count; child++) {
        if (!tree_is_proved(t, child))
            return false;
        for (int32_t seat = 0; seat < GAME_SEATS; seat++)
            mean[seat] += (AT(mean, child) - before) * AT(proof[seat], child);
        before = AT(mean, child);
    }
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        AT(proof[seat], node) = (float)(mean[seat] / before);
    return true;
}

/* Proves a node of a seat, if possible, now that this child is proved. A certain win is enough;
   otherwise all children must be proved, and the seat takes the best of them, the first of equals. */
static bool tree_prove_choice(Tree *t, uint32_t node, uint32_t best)
{
    uint32_t first = AT(first, node), count = AT(count, node);
    int32_t seat = AT(actor, node);
    if (AT(proof[seat], best) < 1) {
        best = first;
        for (uint32_t child = first; child < first + count; child++) {
            if (!tree_is_proved(t, child))
                return false;
            if (AT(proof[seat], child) > AT(proof[seat], best))
                best = child;
        }
    }
    for (int32_t i = 0; i < GAME_SEATS; i++)
        AT(proof[i], node) = AT(proof[i], best);
    return true;
}

static void tree_prove(Tree *t, uint32_t node, uint32_t child, int32_t chooser)
{
    bool chance = AT(actor, node) == SEARCH_NATURE;
    if (chance ? tree_prove_chance(t, node) : tree_prove_choice(t, node, child))
        tree_settle(t, node, chooser);
}

/* Sets how far who chooses a node leads in it: from 0 to 1. */
static void tree_set_lead(Tree *t, uint32_t node, State *s, SearchWorker *w, int32_t seat)
{
#if GAME_SCORES
    double score[GAME_SEATS];
    if (w->request->minimax == 0)
        return;
    scores(s, &w->history, score);
    double own = score[s->colour_of[seat]], other = score[s->colour_of[1 - seat]];
    AT(lead, node) = (float)(0.5 + 0.5 * (own - other) / (fabs(own) + fabs(other) + TREE_EVEN));
#else
    (void)t, (void)node, (void)s, (void)w, (void)seat;
#endif
}

/* Backs the leads up the path, as minimax does, as far as they change (implicit minimax; Lanctot and
   others 2014). */
static void tree_back_up_leads(Tree *t)
{
#if GAME_SCORES
    for (int32_t i = t->length - 1; i > 0; i--) {
        uint32_t node = t->path[i], groups = tree_groups(AT(count, node));
        int32_t chooser = AT(actor, t->path[i - 1]), seat = AT(actor, node);
        if (groups == 0 || seat == SEARCH_NATURE || chooser == SEARCH_NATURE)
            continue;
        const TreeGroup *g = &t->groups[AT(first, node) / TREE_LANES];
        float most[TREE_LANES] = {0}, best = 0;
        for (uint32_t k = 0; k < groups; k++)
            for (int32_t j = 0; j < TREE_LANES; j++)
                most[j] = g[k].lead[j] > most[j] ? g[k].lead[j] : most[j];
        for (int32_t j = 0; j < TREE_LANES; j++)
            best = most[j] > best ? most[j] : best;
        best = seat == chooser ? best : 1 - best;
        if (AT(lead, node) == best)
            return;
        AT(lead, node) = best;
    }
#else
    (void)t;
#endif
}

/* Gives the children their leads, marks those that end the game, up to one that wins it (a decisive
   move; Teytaud and Teytaud 2010), and proves the node if they allow it. */
static void tree_look_for_ends(Tree *t, uint32_t node, const State *s, SearchWorker *w,
                               int32_t chooser)
{
    uint32_t first = AT(first, node), count = AT(count, node), ended = 0;
    int32_t seat = AT(actor, node);
    for (uint32_t child = first; child < first + count; child++) {
        State after = *s;
        if (search_ended(w, 1) || !search_play(w, &after, AT(move, child)))
            return;
        tree_set_lead(t, child, &after, w, seat);
        if (!w->request->decisive || !is_over(&after))
            continue;
        tree_enter(t, child, &after, seat);
        ended = child;
        if (AT(proof[seat], child) >= 1)
            break;
    }
    if (ended != 0)
        tree_prove(t, node, ended, chooser);
}

/* Adds a result to the AMAF means of the children of a node whose moves the simulation played there
   or later. */
static void tree_add_amaf(Tree *t, uint32_t node, const Amaf *a, float got)
{
    int32_t seat = AT(actor, node);
    TreeGroup *g = &t->groups[AT(first, node) / TREE_LANES];
    const uint32_t *played = a->played[seat];
    const int32_t now = (int32_t)a->now;
    for (const TreeGroup *end = g + tree_groups(AT(count, node)); g < end; g++) {
        const uint16_t *n = g->number;
        const TreeWords last = {(int32_t)played[n[0]], (int32_t)played[n[1]], (int32_t)played[n[2]],
                                (int32_t)played[n[3]], (int32_t)played[n[4]], (int32_t)played[n[5]],
                                (int32_t)played[n[6]], (int32_t)played[n[7]]};
        const TreeFloats here = -__builtin_convertvector(last == now, TreeFloats);
        g->amaf_visits += here;
        g->amaf_sum += here * got;
    }
}

/* Adds the result of a simulation to a node of its path, for the seat that chose it. */
static void tree_add(Tree *t, uint32_t node, uint32_t parent, const float shares[GAME_SEATS],
                     Amaf *a)
{
    int32_t seat = AT(actor, parent), visits = ++AT(visits, node);
    if (seat == SEARCH_NATURE)
        return;
    if (!tree_is_proved(t, node))
        AT(mean, node) += (shares[seat] - AT(mean, node)) / visits;
    if (a != NULL) {
        amaf_note(a, seat, AT(number, node));
        if (AT(visits, parent) < AMAF_FULL)
            tree_add_amaf(t, parent, a, shares[seat]);
    }
}

/* Who chooses the node of a path; chance for the root, since nobody chooses that. */
static int32_t tree_chooser(const Tree *t, int32_t place)
{
    return place == 0 ? SEARCH_NATURE : AT(actor, t->path[place - 1]);
}

/* Adds the result of a simulation to the nodes of its path, upwards; a proved value replaces it. */
static void tree_back_up(Tree *t, float shares[GAME_SEATS], Amaf *a)
{
    for (int32_t i = t->length - 1; i > 0; i--) {
        uint32_t node = t->path[i], parent = t->path[i - 1];
        if (tree_is_proved(t, node)) {
            for (int32_t seat = 0; seat < GAME_SEATS; seat++)
                shares[seat] = AT(proof[seat], node);
            tree_prove(t, parent, node, tree_chooser(t, i - 1));
        }
        tree_add(t, node, parent, shares, a);
        if (t->instead[i] == 0)
            continue;
        if (a != NULL)              /* what was played so far did not lead to what follows */
            amaf_add(a, shares);
        for (int32_t seat = 0; seat < GAME_SEATS; seat++)       /* would be preferred */
            shares[seat] = AT(proof[seat], t->instead[i]);
    }
    AT(visits, 0)++;
    if (a != NULL)
        amaf_add(a, shares);
}

/* What is known of a child, for the seat that acts in the node. */
static SearchRow tree_row(const Tree *t, uint32_t node, uint32_t child)
{
    SearchRow row = {AT(move, child), AT(visits, child), AT(mean, child) * AT(visits, child), -1};
    if (tree_is_proved(t, child))
        row.proved = AT(proof[AT(actor, node)], child);
    return row;
}

static uint32_t tree_best_child(const Tree *t, uint32_t node)
{
    uint32_t first = AT(first, node), best = first;
    SearchRow best_row = tree_row(t, node, best);
    for (uint32_t child = first + 1; child < first + AT(count, node); child++) {
        SearchRow row = tree_row(t, node, child);
        if (search_better(&row, &best_row, tree_is_proved(t, node))) {
            best = child;
            best_row = row;
        }
    }
    return best;
}
