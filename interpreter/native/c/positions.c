/* Counting the distinct positions after each number of complete turns.

   `between_turns` and `within_turn` of the game zero what does not tell positions apart. Positions
   are met in the order of the moves, and of two that count as the same, play goes on from the first
   one. */

typedef struct {
    uint32_t number; /* 1 + the number of a state; 0: free */
    uint32_t tag; /* some bits of its hash */
} LayerSlot;

typedef struct {
    State *states;
    LayerSlot *slots;
    int64_t count, room, mask; /* `mask`: one less than the number of slots, a power of two */
    void (*canonical)(State *s);
} Layer;

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

#define LAYER_FIRST 64

static bool layer_open(Layer *l, void (*canonical)(State *s))
{
    *l = (Layer){.room = LAYER_FIRST, .mask = 2 * LAYER_FIRST - 1, .canonical = canonical};
    l->states = malloc(LAYER_FIRST * sizeof *l->states);
    l->slots = calloc(2 * LAYER_FIRST, sizeof *l->slots);
    return l->states && l->slots;
}

static void layer_close(Layer *l)
{
    free(l->states);
    free(l->slots);
    *l = (Layer){0};
}

static uint64_t layer_hash(const State *s)
{
    uint64_t words[sizeof *s / 8];
    memcpy(words, s, sizeof words);
    return mixed_words(words, sizeof *s / 8);
}

/* The slot of a canonical state, or the free one where it belongs. */
static int64_t layer_slot(const Layer *l, const State *wanted, uint64_t hash)
{
    int64_t at = (int64_t)(hash & (uint64_t)l->mask);
    for (; l->slots[at].number; at = (at + 1) & l->mask) {
        if (l->slots[at].tag != (uint32_t)(hash >> 32)) continue;
        State other = l->states[l->slots[at].number - 1];
        l->canonical(&other);
        if (memcmp(&other, wanted, sizeof other) == 0) break;
    }
    return at;
}

/* Doubles the room of a layer, and its slots, of which at most half are used. */
static bool layer_grow(Layer *l)
{
    int64_t room = 2 * l->room;
    if (room > INT32_MAX) return false;
    State *states = realloc(l->states, (size_t)room * sizeof *states);
    if (!states) return false;
    l->states = states;
    LayerSlot *slots = calloc((size_t)(2 * room), sizeof *slots);
    if (!slots) return false;
    free(l->slots);
    l->slots = slots;
    l->room = room;
    l->mask = 2 * room - 1;
    for (int64_t i = 0; i < l->count; i++) {
        State s = l->states[i];
        l->canonical(&s);
        uint64_t hash = layer_hash(&s);
        l->slots[layer_slot(l, &s, hash)] = (LayerSlot){(uint32_t)(i + 1), (uint32_t)(hash >> 32)};
    }
    return true;
}

/* Adds a state, unless it is there, and sets its number. False if there is no memory. */
static bool layer_add(Layer *l, const State *s, int64_t *number)
{
    if (l->count == l->room && !layer_grow(l)) return false;
    State wanted = *s;
    l->canonical(&wanted);
    uint64_t hash = layer_hash(&wanted);
    LayerSlot *slot = &l->slots[layer_slot(l, &wanted, hash)];
    if (!slot->number) {
        l->states[l->count] = *s;
        *slot = (LayerSlot){(uint32_t)++l->count, (uint32_t)(hash >> 32)};
    }
    *number = slot->number - 1;
    return true;
}

/* Empties a layer of few states without going over all of its slots. */
static void layer_clear(Layer *l)
{
    for (int64_t i = l->count; i-- > 0;) { /* the last first: no probe for another passes it */
        State s = l->states[i];
        l->canonical(&s);
        l->slots[layer_slot(l, &s, layer_hash(&s))].number = 0;
    }
    l->count = 0;
}

static bool count_push(Count *c, int64_t number)
{
    if (c->waiting_count == c->waiting_room) {
        int64_t room = 2 * c->waiting_room + 64;
        int64_t *waiting = realloc(c->waiting, (size_t)room * sizeof *waiting);
        if (!waiting) return false;
        c->waiting = waiting;
        c->waiting_room = room;
    }
    c->waiting[c->waiting_count++] = number;
    return true;
}

/* Queues a state within the turn, if it is new there; false if there is no memory. */
static bool count_wait(Count *c, const State *s)
{
    int64_t before = c->inside.count, number;
    if (!layer_add(&c->inside, s, &number)) return false;
    return number < before || count_push(c, number);
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

static int64_t count_over(const Layer *l)
{
    int64_t found = 0;
    for (int64_t i = 0; i < l->count; i++) found += l->states[i].over;
    return found;
}

/* Expands one layer into the next. */
static int32_t count_layer(Count *c)
{
    int32_t code = API_OK;
    for (int64_t i = 0; i < c->here.count && code == API_OK; i++)
        if (!c->here.states[i].over) code = count_expand(c, &c->here.states[i], false);
    return code;
}

static int32_t count_first(Count *c, const State *root)
{
    if (in_set_up(root)) return count_expand(c, root, true);
    return count_ended(c, root, root) ? API_OK : API_NO_MEMORY;
}

static int32_t count_all(Count *c, const State *root, int32_t depth, int64_t *counts,
                         int64_t *overs)
{
    int32_t code = count_first(c, root);
    for (int32_t k = 0; k <= depth && code == API_OK; k++) {
        counts[k] = c->next.count;
        overs[k] = count_over(&c->next);
        if (k == depth) break;
        layer_close(&c->here);
        c->here = c->next;
        if (!layer_open(&c->next, between_turns)) return API_NO_MEMORY;
        code = fault ? api_fault() : count_layer(c);
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
    bool opened = layer_open(&c.inside, within_turn);
    opened &= layer_open(&c.next, between_turns);
    int32_t code = API_NO_MEMORY;
    if (c.list && opened) code = count_all(&c, root, depth, counts, overs);
    layer_close(&c.here);
    layer_close(&c.next);
    layer_close(&c.inside);
    free(c.waiting);
    free(c.list);
    return code;
}
