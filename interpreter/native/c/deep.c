/* What the two depth-limited searches share: positions and moves by ply, the table, move ordering.

   Positions and lists of moves live in arrays as long as the depth; the recursion is as deep as
   the request says, whatever the rules of the game are. */

#define DEEP_TWO_SEATS (GAME_SEATS == 2 && !GAME_CHANCE && !RESULT_POINTS)
#define DEEP_ORDERED 16             /* moves that are sorted; further ones seldom matter */
#define DEEP_CUTS 8192              /* a power of 2 */

/* An entry of zeros says nothing, whatever its key. */
typedef struct {
    uint64_t key;
    uint32_t best;                  /* index of a move in the order of the rules */
    uint8_t work;                   /* logarithm of the positions below; 0: an empty entry */
#if DEEP_TWO_SEATS
    uint8_t low;                    /* seat 0 gets at least this many half points, */
    uint8_t gap;                    /* and at most 2 - gap: certain at any depth */
    uint16_t not_yes[2];            /* to this depth, the answer to question 1 or 2 is not yes */
    uint16_t not_no[2];
#else
    bool proved;
    uint16_t depth;
    double shares[GAME_SEATS];
#endif
} DeepEntry;

typedef struct {
    SearchWorker *w;
    State *states;                  /* by ply */
    uint64_t *seen_keys;            /* by ply: a hash of the history, whatever its order */
    Move *moves;                    /* the lists of all plies, one after the other */
    uint32_t *order;                /* parallel to moves: indices, to be sorted */
    int64_t *scores;                /* parallel to moves, by index */
    size_t top;                     /* where the next list begins */
    DeepEntry *table;
    uint64_t mask;
    int64_t cuts[GAME_SEATS][DEEP_CUTS];    /* by move: the cutoffs it caused (history heuristic) */
#if DEEP_TWO_SEATS
    uint8_t low[GAME_MOVES], high[GAME_MOVES];  /* by move of the root: bounds for seat 0 */
#endif
    bool cut_short;                 /* the limits ended the search within an iteration */
} Deep;

/* The key of entries from..to of the history. Rules only count how often something was seen: the
   order does not matter, but it does which of the GAME_SEEN hashes of a turn an entry is. */
static uint64_t deep_seen_key(const SearchWorker *w, int32_t from, int32_t to)
{
    uint64_t key = 0;
    for (int32_t i = from; GAME_SEEN && i < to; i++)
        key += mixed(w->history.seen[i] ^ mixed((uint64_t)(i % (GAME_SEEN ? GAME_SEEN : 1))));
    return key;
}

static uint64_t deep_key(const Deep *d, int32_t ply)
{
    return mixed(hash_state(&d->states[ply]) + d->seen_keys[ply]);
}

static bool deep_play(Deep *d, int32_t ply, Move move)
{
    State *next = &d->states[ply + 1];
    *next = d->states[ply];
    if (!search_play(d->w, next, move))
        return false;
    d->seen_keys[ply + 1] = d->seen_keys[ply]
        + deep_seen_key(d->w, seen_count(&d->states[ply]), seen_count(next));
    return true;
}

/* The entry of a key, or NULL. */
static DeepEntry *deep_find(const Deep *d, uint64_t key)
{
    DeepEntry *pair = &d->table[key & d->mask & ~(uint64_t)1];
    if (pair[0].key == key)
        return &pair[0];
    if (pair[1].key == key)
        return &pair[1];
    return NULL;
}

/* The entry of a key, made if there is none. The first of each pair keeps what cost more to find
   out, the second the most recent one. */
static DeepEntry *deep_claim(Deep *d, uint64_t key, int64_t positions)
{
    DeepEntry *entry = deep_find(d, key);
    uint8_t work = (uint8_t)(64 - __builtin_clzll((uint64_t)positions | 1));
    if (entry == NULL) {
        DeepEntry *pair = &d->table[key & d->mask & ~(uint64_t)1];
        entry = work >= pair[0].work ? &pair[0] : &pair[1];
        if (entry == &pair[0])
            pair[1] = pair[0];
        memset(entry, 0, sizeof *entry);
        entry->key = key;
    }
    if (work > entry->work)
        entry->work = work;
    return entry;
}

static int64_t *deep_cuts(Deep *d, int32_t seat, Move move)
{
    return &d->cuts[seat][mixed(move) & (DEEP_CUTS - 1)];
}

/* Counts one more position; false if that exceeds the limit. */
static bool deep_count(Deep *d)
{
    if (d->w->simulations >= d->w->quota)
        d->cut_short = true;
    else
        d->w->simulations++;
    return !d->cut_short;
}

/* Lists the moves at a ply from top on; returns their number. The caller moves top to keep them. */
static int32_t deep_list(Deep *d, int32_t ply, const DeepEntry *entry, bool in_order)
{
    Move *list = &d->moves[d->top];
    const State *s = &d->states[ply];
    int32_t count = search_moves(d->w, s, list), seat = actor(s);
    for (int32_t i = 0; i < count; i++) {
        d->order[d->top + (size_t)i] = (uint32_t)i;
        d->scores[d->top + (size_t)i] =
            in_order && seat != SEARCH_NATURE ? *deep_cuts(d, seat, list[i]) : 0;
    }
    if (entry != NULL && entry->best < (uint32_t)count)
        d->scores[d->top + entry->best] = INT64_MAX;
    return count;
}

/* The index of the next move to try: for the first few, the best of those left. */
static uint32_t deep_next(const Deep *d, size_t list, int32_t done, int32_t count)
{
    uint32_t *order = &d->order[list];
    const int64_t *scores = &d->scores[list];
    int32_t best = done;
    for (int32_t i = done + 1; done < DEEP_ORDERED && i < count; i++)
        if (scores[order[i]] > scores[order[best]])
            best = i;
    uint32_t place = order[best];
    order[best] = order[done];
    order[done] = place;
    return place;
}

static void deep_age_cuts(Deep *d)
{
    for (int32_t seat = 0; seat < GAME_SEATS; seat++)
        for (int32_t i = 0; i < DEEP_CUTS; i++)
            d->cuts[seat][i] /= 2;
}

static void deep_close(Deep *d)
{
    free(d->states);
    free(d->seen_keys);
    free(d->moves);
    free(d->order);
    free(d->scores);
    free(d->table);
    free(d);
}

/* Entries of the table, a power of 2: no more than the request allows or the search can use. */
static uint64_t deep_entries(const SearchRequest *q)
{
    uint64_t entries = 2;
    while (2 * entries <= (uint64_t)q->nodes
           && (q->simulations == 0 || entries / 2 < (uint64_t)q->simulations))
        entries *= 2;
    return entries;
}

/* Memory for a search of this depth, or NULL. */
static Deep *deep_open(SearchWorker *w, int32_t depth)
{
    Deep *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    size_t plies = (size_t)depth + 1, most = (size_t)depth * GAME_MOVES;
    uint64_t entries = deep_entries(w->request);
    d->w = w;
    d->mask = entries - 1;
    d->states = malloc(plies * sizeof *d->states);
    d->seen_keys = malloc(plies * sizeof *d->seen_keys);
    d->moves = malloc(most * sizeof *d->moves);
    d->order = malloc(most * sizeof *d->order);
    d->scores = malloc(most * sizeof *d->scores);
    d->table = calloc(entries, sizeof *d->table);
    if (!d->states || !d->seen_keys || !d->moves || !d->order || !d->scores || !d->table) {
        deep_close(d);
        return NULL;
    }
    d->states[0] = w->root;
    d->seen_keys[0] = deep_seen_key(w, 0, seen_count(&w->root));
    return d;
}
