/* What is known of the positions within a turn: for each state with the point where the turn stands,
   the best value of all ways on, or how many rounds were left there.  If memory runs out, less is
   remembered, which only takes longer.
   No way on has a better value than the `goal`, where that is known, the one of the value `chooser`:
   what has it need not be looked at further. */

typedef struct { State state; Best best; int32_t point; uint32_t tag; } Looked;

typedef struct {
    Looked *looked;
    int32_t *slots; /* 1 + the place of an entry, by its tag; 0: free */
    int32_t count, room; /* there are twice as many slots as room */
    Best goal;
    int32_t chooser;
} Known;

static uint32_t known_tag(const State *s, int32_t point)
{
    uint64_t words[sizeof *s / 8];
    memcpy(words, s, sizeof *s);
    return (uint32_t)mixed(mixed_words(words, sizeof *s / 8) + (uint64_t)point);
}

static Best *find_known(const Known *k, const State *s, int32_t point, uint32_t tag)
{
    const uint32_t mask = (uint32_t)(2 * k->room - 1);
    if (k->count == 0) return NULL;
    for (uint32_t i = tag & mask; k->slots[i]; i = (i + 1) & mask) {
        Looked *one = &k->looked[k->slots[i] - 1];
        if (one->tag == tag && one->point == point && memcmp(&one->state, s, sizeof *s) == 0)
            return &one->best;
    }
    return NULL;
}

static void place_known(Known *k, int32_t number)
{
    const uint32_t mask = (uint32_t)(2 * k->room - 1);
    uint32_t i = k->looked[number].tag & mask;
    while (k->slots[i]) i = (i + 1) & mask;
    k->slots[i] = number + 1;
}

static bool more_known(Known *k)
{
    const int32_t room = k->room ? 2 * k->room : 16;
    Looked *looked = realloc(k->looked, (size_t)room * sizeof *looked);
    if (!looked) return false;
    k->looked = looked;
    int32_t *slots = calloc((size_t)(2 * room), sizeof *slots);
    if (!slots) return false;
    free(k->slots);
    k->slots = slots;
    k->room = room;
    for (int32_t i = 0; i < k->count; i++) place_known(k, i);
    return true;
}

static void keep_known(Known *k, const State *s, int32_t point, uint32_t tag, Best best)
{
    if (k->count == k->room && !more_known(k)) return;
    k->looked[k->count] = (Looked){*s, best, point, tag};
    place_known(k, k->count++);
}

static void forget_known(Known *k)
{
    free(k->looked);
    free(k->slots);
}
