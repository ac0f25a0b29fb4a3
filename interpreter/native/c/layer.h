/* States that were met, each once, numbered in the order in which they came. */
#ifndef LAYER_H
#define LAYER_H

typedef struct {
    uint32_t number; /* 1 + the number of a state; 0: free */
    uint32_t tag; /* some bits of its hash */
} LayerSlot;

typedef struct {
    State *states;
    LayerSlot *slots; /* twice as many as there is room for */
    int64_t count, room; /* the room is 0 or a power of two */
    void (*canonical)(State *s); /* zeroes what does not tell states apart; NULL: that is done */
} Layer;

#define LAYER_FIRST 16

static void layer_close(Layer *l)
{
    free(l->states);
    free(l->slots);
    l->states = NULL;
    l->slots = NULL;
    l->count = l->room = 0;
}

static uint64_t layer_hash(const State *key)
{
    uint64_t words[sizeof *key / 8];
    memcpy(words, key, sizeof words);
    return mixed_words(words, sizeof *key / 8);
}

/* What is compared of a state, and its hash. */
static uint64_t layer_key(const Layer *l, const State *s, State *key)
{
    *key = *s;
    if (l->canonical) l->canonical(key);
    return layer_hash(key);
}

/* The slot of a state, or the free one where it belongs; there must be room. */
static LayerSlot *layer_slot(const Layer *l, const State *key, uint64_t hash)
{
    const uint64_t mask = 2 * (uint64_t)l->room - 1;
    uint64_t at = hash & mask;
    for (; l->slots[at].number; at = (at + 1) & mask) {
        if (l->slots[at].tag != (uint32_t)(hash >> 32)) continue;
        State other = l->states[l->slots[at].number - 1];
        if (l->canonical) l->canonical(&other);
        if (memcmp(&other, key, sizeof other) == 0) break;
    }
    return &l->slots[at];
}

/* The number of a state, -1 for one that is not there. */
static int64_t layer_find(const Layer *l, const State *key, uint64_t hash)
{
    return l->count ? (int64_t)layer_slot(l, key, hash)->number - 1 : -1;
}

/* Doubles the room of a layer, and its slots. */
static bool layer_grow(Layer *l)
{
    int64_t room = l->room ? 2 * l->room : LAYER_FIRST;
    if (room > INT32_MAX) return false;
    if (!GROWN(l->states, room)) return false;
    LayerSlot *slots = calloc((size_t)(2 * room), sizeof *slots);
    if (!slots) return false;
    free(l->slots);
    l->slots = slots;
    l->room = room;
    for (int64_t i = 0; i < l->count; i++) {
        State key;
        uint64_t hash = layer_key(l, &l->states[i], &key);
        *layer_slot(l, &key, hash) = (LayerSlot){(uint32_t)(i + 1), (uint32_t)(hash >> 32)};
    }
    return true;
}

/* Adds a state that is not there; false if there is no memory. */
static bool layer_put(Layer *l, const State *s, const State *key, uint64_t hash)
{
    if (l->count == l->room && !layer_grow(l)) return false;
    l->states[l->count] = *s;
    *layer_slot(l, key, hash) = (LayerSlot){(uint32_t)++l->count, (uint32_t)(hash >> 32)};
    return true;
}
#endif
