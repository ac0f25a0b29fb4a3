/* Counting the distinct positions after each number of complete turns.

   `between_turns` and `within_turn` of the game zero what does not tell positions apart. Positions
   are met in the order of the moves, and of two that count as the same, play goes on from the first
   one. */

typedef struct Count Count;
struct Count {
    Layer here, next, inside;
    int64_t *waiting;
    int64_t waiting_count, waiting_room;
    Move *list;
    History history;
    /* Takes a state at the end of a turn that began with `from`; false if there is no memory. */
    bool (*ended)(Count *c, const State *from, const State *later);
    const volatile int32_t *stop;
};

/* Adds a state, unless it is there, and sets its number. False if there is no memory. */
static bool layer_add(Layer *l, const State *s, int64_t *number)
{
    State key;
    uint64_t hash = layer_key(l, s, &key);
    *number = layer_find(l, &key, hash);
    if (*number >= 0) return true;
    *number = l->count;
    return layer_put(l, s, &key, hash);
}

/* Empties a layer of few states without going over all of its slots. */
static void layer_clear(Layer *l)
{
    for (int64_t i = l->count; i-- > 0;) { /* the last first: no probe for another passes it */
        State key;
        uint64_t hash = layer_key(l, &l->states[i], &key);
        layer_slot(l, &key, hash)->number = 0;
    }
    l->count = 0;
}

/* Queues a state within the turn, if it is new there; false if there is no memory. */
static bool count_wait(Count *c, const State *s)
{
    int64_t before = c->inside.count, number;
    if (!layer_add(&c->inside, s, &number)) return false;
    if (number < before) return true;
    if (!ROOMY(c->waiting, c->waiting_count, c->waiting_room, 1)) return false;
    c->waiting[c->waiting_count++] = number;
    return true;
}

/* Plays all moves from a state on, up to the end of its turn or of the set-up. */
static int32_t count_expand(Count *c, const State *from, bool is_set_up)
{
    History *h = &c->history;
    layer_clear(&c->inside);
    if (!count_wait(c, from)) return API_NO_MEMORY;
    while (c->waiting_count) {
        if (*c->stop) return API_STOPPED;
        State s = c->inside.states[c->waiting[--c->waiting_count]];
        if (!has_room(h, seen_count(&s))) return API_NO_MEMORY;
        int32_t count = moves(&s, h, c->list, GAME_MOVES);
        for (int32_t i = 0; i < count; i++) {
            State later = s;
            play(&later, h, c->list[i]);
            if (fault) return api_fault();
            bool ends = is_set_up ? !in_set_up(&later) : later.turns > from->turns || later.over;
            if (!(ends ? c->ended(c, from, &later) : count_wait(c, &later)))
                return API_NO_MEMORY;
        }
    }
    return API_OK;
}

static bool count_ended(Count *c, const State *from, const State *later)
{
    int64_t number;
    (void)from;
    return layer_add(&c->next, later, &number);
}

static int32_t count_all(Count *c, const State *root, int32_t depth, int64_t *counts,
                         int64_t *overs)
{
    int32_t code = API_NO_MEMORY;
    if (in_set_up(root)) code = count_expand(c, root, true);
    else if (count_ended(c, root, root)) code = API_OK;
    for (int32_t k = 0; k <= depth && code == API_OK; k++) {
        counts[k] = c->next.count;
        overs[k] = 0;
        for (int64_t i = 0; i < c->next.count; i++) overs[k] += c->next.states[i].over;
        if (k == depth) break;
        layer_close(&c->here);
        c->here = c->next;
        c->next = (Layer){.canonical = between_turns};
        if (fault) code = api_fault();
        for (int64_t i = 0; i < c->here.count && code == API_OK; i++)
            if (!c->here.states[i].over) code = count_expand(c, &c->here.states[i], false);
    }
    return code;
}

/* The distinct positions after 0, 1 … `depth` turns, and how many of them are over.
   For games without memory of earlier positions. */
int32_t bw_positions(const State *root, int32_t depth, const volatile int32_t *stop,
                     int64_t *counts, int64_t *overs)
{
    fault = 0;
    Count c = {.stop = stop, .ended = count_ended};
    c.list = malloc(GAME_MOVES * sizeof *c.list);
    c.inside.canonical = within_turn;
    c.next.canonical = between_turns;
    int32_t code = API_NO_MEMORY;
    if (c.list) code = count_all(&c, root, depth, counts, overs);
    layer_close(&c.here);
    layer_close(&c.next);
    layer_close(&c.inside);
    free(c.waiting);
    free(c.list);
    return code;
}
