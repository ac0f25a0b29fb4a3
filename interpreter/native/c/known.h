/* What is known of the positions within a turn: for each state with the point where the turn stands,
   the best value of all ways on, or how many rounds were left there.  If memory runs out, less is
   remembered, which only takes longer.
   No way on has a better value than the `goal`, where that is known, the one of the value `chooser`:
   what has it need not be looked at further. */

typedef struct {
    Layer looked; /* with the point in place of the menu, which is not known within a look */
    Best *best; /* of each of them */
    Best goal;
    int32_t chooser;
} Known;

/* Makes a state the key of what is known at a point; returns its hash. */
static uint64_t known_key(State *s, int32_t point)
{
    s->menu = point;
    return layer_hash(s);
}

static Best *find_known(const Known *k, const State *key, uint64_t hash)
{
    const int64_t number = layer_find(&k->looked, key, hash);
    return number < 0 ? NULL : &k->best[number];
}

static void keep_known(Known *k, const State *key, uint64_t hash, Best best)
{
    Layer *l = &k->looked;
    if (l->count == l->room && !GROWN(k->best, 2 * l->room + LAYER_FIRST)) return;
    if (layer_put(l, key, key, hash)) k->best[l->count - 1] = best;
}

static void forget_known(Known *k)
{
    layer_close(&k->looked);
    free(k->best);
}
