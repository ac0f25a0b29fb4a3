/* Counting sequences of whole turns: two ways through a turn that leave the same state are one.

   The layers of positions.c keep the states at the ends of turns; in these, `seen_count` is a mark
   of what the turn added to the history, which belongs to what tells states apart. */

#define TURN_MORE (HISTORY_MORE + 1) /* how many hashes a turn added, then these */

typedef struct {
    Layer ends; /* of the turn that begins with `begun`, or of the set-up */
    uint64_t *added; /* for each end what its turn added to the history */
    int64_t room, next;
    State begun;
} TurnLevel;

typedef struct {
    Count count;
    TurnLevel *levels;
    int32_t at, last; /* the level that is expanded, and the one whose ends are only counted */
    uint64_t found;
} TurnCount;

static void turn_canonical(State *s)
{
    int32_t added = s->seen_count;
    any_time(s);
    s->seen_count = added;
}

/* A mark of hashes that does not depend on their order; none of a game that is over. */
static int32_t turn_mark(const State *later, const uint64_t *added)
{
    uint64_t sum = 0;
    for (uint64_t i = 1; i <= added[0]; i++) sum += mixed_words(&added[i], 1);
    return is_over(later) ? 0 : (int32_t)(sum >> 33);
}

static bool turn_ended(Count *c, const State *from, const State *later)
{
    TurnCount *t = (TurnCount *)c; /* `count` stands first */
    TurnLevel *level = &t->levels[t->at];
    int64_t number = level->ends.count; /* of the end, if it is new */
    if (!ROOMY(level->added, number, level->room, TURN_MORE)) return false;
    uint64_t *added = level->added + number * TURN_MORE;
    added[0] = (uint64_t)(seen_count(later) - seen_count(from));
    if (GAME_SEEN)
        memcpy(added + 1, c->history.seen + seen_count(from), (size_t)added[0] * sizeof *added);
    State end = *later;
    end.seen_count = turn_mark(later, added);
    return layer_add(&level->ends, &end, &number);
}

/* Finds the ends of the turn of a level. */
static int32_t turn_enter(TurnCount *t, int32_t at)
{
    TurnLevel *level = &t->levels[at];
    level->ends.canonical = turn_canonical;
    layer_clear(&level->ends);
    level->next = 0;
    t->at = at;
    int32_t code = count_expand(&t->count, &level->begun, in_set_up(&level->begun));
    if (at == t->last) {
        t->found += (uint64_t)level->ends.count;
        level->next = level->ends.count;
    }
    return code;
}

/* Goes on from an end of a level: its history follows that of the turn's beginning. */
static void turn_begin(TurnCount *t, const TurnLevel *level, int64_t number, State *begun)
{
    const uint64_t *added = level->added + number * TURN_MORE;
    int32_t before = seen_count(&level->begun);
    *begun = level->ends.states[number];
    begun->seen_count = before + (int32_t)added[0];
    if (GAME_SEEN)
        memcpy(t->count.history.seen + before, added + 1, (size_t)added[0] * sizeof *added);
}

static int32_t turn_count(TurnCount *t)
{
    int32_t at = 0, code = turn_enter(t, 0);
    while (code == API_OK && at >= 0) {
        TurnLevel *level = &t->levels[at];
        if (level->next >= level->ends.count) {
            at--;
            continue;
        }
        State *begun = &t->levels[at + 1].begun;
        turn_begin(t, level, level->next++, begun);
        if (!is_over(begun)) code = turn_enter(t, ++at);
    }
    return code;
}

/* The number of sequences of exactly `depth` turns from a state, for each way the set-up goes;
   shorter games do not count. */
int32_t bw_turns(const State *root, const uint64_t *seen, int32_t depth,
                 const volatile int32_t *stop, uint64_t *found)
{
    int32_t levels = depth + in_set_up(root);
    *found = 1;
    if (levels <= 0) return API_OK;
    fault = 0;
    TurnCount t = {.count = {.stop = stop, .ended = turn_ended}, .last = levels - 1};
    t.levels = calloc((size_t)levels, sizeof *t.levels);
    t.count.list = malloc(GAME_MOVES * sizeof *t.count.list);
    t.count.inside.canonical = within_turn;
    int32_t code = API_NO_MEMORY;
    if (t.levels && t.count.list && copy_history(&t.count.history, root, seen)) {
        t.levels[0].begun = *root;
        code = is_over(root) ? API_OK : turn_count(&t);
    }
    for (int32_t i = 0; t.levels && i < levels; i++) {
        layer_close(&t.levels[i].ends);
        free(t.levels[i].added);
    }
    free(t.levels);
    layer_close(&t.count.inside);
    free(t.count.waiting);
    free(t.count.list);
    free(t.count.history.seen);
    *found = t.found;
    return code;
}
